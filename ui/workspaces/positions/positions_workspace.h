// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/state/head_view_job.h"
#include "ui/state/omega_jobs.h"
#include "ui/workspaces/positions/chart_area.h"

#include <QWidget>

#include <vector>

class QFrame;
class QGridLayout;
class QLabel;
class QSplitter;
class QStackedWidget;
class QVBoxLayout;

namespace pescope::ui {

class ColourBar;
class OmegaInspector;
class JobNote;
class PaneCard;
class PaneGrid;
class PropertiesPanel;
class RangesTable;
class SegmentedControl;
class SourcesPanel;
class TourBanner;

/// The Positions workspace: sources at the left, linked heatmaps with their colour bar and a chart in the middle, ω or
/// the ranges of the selected source at the right. It shows the document's frames, all widgets in one go.
class PositionsWorkspace : public QWidget {
    Q_OBJECT
public:
    explicit PositionsWorkspace(Document& document, QWidget* parent = nullptr);
    ~PositionsWorkspace() override;

    void setChartKind(ChartKind kind);
    void setEnlarged(session::SourceKey key); ///< 0: all panes
    [[nodiscard]] TourBanner* tour() const { return m_tour; }
    [[nodiscard]] SourcesPanel* sources() const { return m_sources; }
    [[nodiscard]] OmegaInspector* inspector() const { return m_inspector; }
    [[nodiscard]] PropertiesPanel* properties() const { return m_properties; }
    void showProperties(bool show); ///< in place of ω or the ranges
    [[nodiscard]] const std::vector<PaneCard*>& panes() const;
    [[nodiscard]] ChartArea* charts() const { return m_charts; }
    [[nodiscard]] OmegaJobs& jobs() { return m_jobs; }
    [[nodiscard]] HeadViewJob& headViews() { return m_headViews; }
    [[nodiscard]] bool computing() const;
    /// Revision of the last paint of every widget that shows ω, by name; for the test that they never mix.
    [[nodiscard]] QVector<QPair<QString, quint64>> paintedRevisions() const;

Q_SIGNALS:
    void openRequested();
    void addEncodingRequested();
    void chartKindChanged(pescope::ui::ChartKind kind);
    void propertiesShown(bool shown);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void showSession();
    void showFrame();
    void showRanges(const frame::Frame& frame);
    void showScales(const frame::Frame& frame);
    void showView();
    void adaptToWidth();
    void setChartHeight();
    void fillRightSide(QWidget* side);
    void connectJobs();
    void askForHead(session::SourceKey key);
    void retranslate();

    Document& m_document;
    QSplitter* m_splitter;
    QSplitter* m_vertical = nullptr;
    SourcesPanel* m_sources;
    TourBanner* m_tour;
    QWidget* m_centre;
    PaneGrid* m_panes;
    QGridLayout* m_barRows;
    std::vector<ColourBar*> m_bars;
    std::vector<int> m_barKeys;
    ChartArea* m_charts;
    SegmentedControl* m_chartKind;
    QLabel* m_chartLabel;
    QStackedWidget* m_right;
    OmegaInspector* m_inspector;
    RangesTable* m_ranges;
    PropertiesPanel* m_properties;
    OmegaJobs m_jobs;
    HeadViewJob m_headViews;
    JobNote* m_jobNote;
    SegmentedControl* m_rightPages; ///< ω or ranges, properties
    bool m_arranged = false;
    std::optional<bool> m_userFolded; ///< folded or not by the user; nothing: by the width
};

} // namespace pescope::ui
