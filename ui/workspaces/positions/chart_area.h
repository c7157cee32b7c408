// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/omega_chart.h"
#include "ui/state/document.h"

#include <QStackedWidget>

namespace pescope::ui {

class DistanceChart;
class FrequencyChart;

enum class ChartKind { Distance, Psi, Frequencies };
inline constexpr int kChartKinds = 3;

/// The chart below the maps, one of several kinds. Only the one on top is filled: the others follow when they come up.
class ChartArea : public QStackedWidget {
    Q_OBJECT
public:
    explicit ChartArea(Document& document, QWidget* parent = nullptr);

    /// A kind that the sources do not have becomes the chart by distance.
    void setKind(ChartKind kind);
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

Q_SIGNALS:
    void kindChanged(pescope::ui::ChartKind kind);
    void rangeWanted(pescope::ui::RangeSense sense, double m);

private:
    void connectDistance();
    void connectFrequencies();
    void fit();

    Document& m_document;
    DistanceChart* m_distance;
    OmegaChart* m_psi;
    FrequencyChart* m_frequencies;
    std::optional<encoding::SinusoidSpec> m_heldSpec; ///< free ω as they were when a drag began
};

} // namespace pescope::ui
