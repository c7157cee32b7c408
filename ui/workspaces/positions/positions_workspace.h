// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"

#include <QWidget>

#include <vector>

class QFrame;
class QGridLayout;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace pescope::ui {

class ColourBar;
class DistanceChart;
class OmegaChart;
class OmegaInspector;
class PaneCard;
class RangesTable;
class SourcesPanel;
class TourBanner;

enum class ChartKind { Distance, Omega };

/// The Positions workspace: sources at the left, linked heatmaps with their colour bar and a chart in the middle, ω or
/// the ranges of the selected source at the right. It shows the document's frames, all widgets in one go.
class PositionsWorkspace : public QWidget {
    Q_OBJECT
public:
    explicit PositionsWorkspace(Document& document, QWidget* parent = nullptr);
    ~PositionsWorkspace() override;

    void setChartKind(ChartKind kind);
    [[nodiscard]] ChartKind chartKind() const;
    void setEnlarged(session::SourceKey key); ///< 0: all panes
    [[nodiscard]] TourBanner* tour() const { return m_tour; }
    [[nodiscard]] SourcesPanel* sources() const { return m_sources; }
    [[nodiscard]] OmegaInspector* inspector() const { return m_inspector; }
    [[nodiscard]] const std::vector<PaneCard*>& panes() const { return m_panes; }
    [[nodiscard]] DistanceChart* distanceChart() const { return m_distance; }
    [[nodiscard]] OmegaChart* omegaChart() const { return m_omega; }
    [[nodiscard]] bool computing() const;
    /// Revision of the last paint of every widget that shows ω, by name; for the test that they never mix.
    [[nodiscard]] QVector<QPair<QString, quint64>> paintedRevisions() const;

Q_SIGNALS:
    void openRequested();
    void addEncodingRequested();
    void chartKindChanged(pescope::ui::ChartKind kind);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    std::vector<frame::PaneGeometry> geometry() const;
    std::vector<session::SourceKey> shownSources() const;
    void arrangePanes();
    void showSession();
    void showFrame();
    void showRanges(const frame::Frame& frame);
    void showChart(const frame::Frame& frame);
    void showScales(const frame::Frame& frame);
    void showView();
    void showPane(std::size_t index, const frame::Frame& frame);
    void connectPane(std::size_t index);
    void connectChart();
    void showPaneError(PaneCard& card, session::SourceKey key, const Error& error);
    void adaptToWidth();
    void setChartHeight();
    void fitCharts();

    Document& m_document;
    QSplitter* m_splitter;
    QSplitter* m_vertical = nullptr;
    SourcesPanel* m_sources;
    TourBanner* m_tour;
    QWidget* m_centre;
    QWidget* m_paneArea;
    QGridLayout* m_paneGrid;
    std::vector<PaneCard*> m_panes;
    std::vector<session::SourceKey> m_paneKeys;
    QGridLayout* m_barRows;
    std::vector<ColourBar*> m_bars;
    std::vector<int> m_barKeys;
    QStackedWidget* m_charts;
    DistanceChart* m_distance;
    OmegaChart* m_omega;
    QStackedWidget* m_right;
    OmegaInspector* m_inspector;
    RangesTable* m_ranges;
    session::SourceKey m_enlarged = 0;
    std::vector<session::SourceKey> m_arrangedKeys;
    session::Grid m_arrangedGrid{0, 0}; ///< none yet
    bool m_arranged = false;
    std::optional<bool> m_userFolded; ///< folded or not by the user; nothing: by the width
};

} // namespace pescope::ui
