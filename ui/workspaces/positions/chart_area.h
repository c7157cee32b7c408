// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/omega_chart.h"
#include "ui/state/document.h"
#include "ui/state/spectrum_source.h"

#include <QStackedWidget>

namespace pescope::ui {

class DistanceChart;
class FrequencyChart;
class SpectrumChart;

enum class ChartKind { Distance, Psi, Frequencies, Spectrum };
inline constexpr int kChartKinds = 4;

/// The chart below the maps, one of several kinds. Only the one on top is filled: the others follow when they come up.
class ChartArea : public QStackedWidget {
    Q_OBJECT
public:
    explicit ChartArea(Document& document, QWidget* parent = nullptr);

    /// A kind that the sources do not have becomes the chart by distance.
    void setKind(ChartKind wanted);
    [[nodiscard]] ChartKind kind() const { return static_cast<ChartKind>(currentIndex()); }
    [[nodiscard]] bool available(ChartKind kind) const;
    void showSession();
    void showFrame(const frame::Frame& frame);
    void showView();
    /// Of the chart on top.
    [[nodiscard]] std::uint64_t paintedRevision() const;

    [[nodiscard]] DistanceChart* distance() const { return m_distance; }
    [[nodiscard]] OmegaChart* psi() const { return m_psi; }
    [[nodiscard]] FrequencyChart* frequencies() const { return m_frequencies; }
    [[nodiscard]] SpectrumChart* spectrum() const { return m_spectrum; }
    void copyAsNumpy(); ///< Python that reproduces the numbers of the chart on top
    [[nodiscard]] bool computing() const { return m_spectrumSource.computing(); }

Q_SIGNALS:
    void kindChanged(pescope::ui::ChartKind kind);
    void rangeWanted(pescope::analysis::RangeSense sense, double m);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    void connectDistance();
    void connectFrequencies();
    void showSpectrum();
    void fit();

    Document& m_document;
    DistanceChart* m_distance;
    OmegaChart* m_psi;
    FrequencyChart* m_frequencies;
    SpectrumChart* m_spectrum;
    SpectrumSource m_spectrumSource;
    std::optional<encoding::SinusoidSpec> m_heldSpec; ///< free ω as they were when a drag began
};

} // namespace pescope::ui
