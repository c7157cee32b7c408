// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"
#include "core/analysis/range_solve.h"

#include <QFrame>

#include <memory>
#include <optional>
#include <vector>

namespace pescope::ui {

using tables::Index;

/// One ψ with its ranges.
struct PsiCurve {
    QString label; ///< "D  c = 0.60"
    std::vector<double> omega; ///< for the smooth curve and the magnifier
    std::vector<double> samples; ///< ψ at m = 0, 1/8, 2/8, … (as far as the chart shows)
    std::vector<double> steps; ///< ψ(m + 1) − ψ(m), m = 0, 1, …
    analysis::MonotoneRanges ranges;
    double psi0 = 0;
};

struct OmegaChartState {
    int sourceIndex = 0;
    PsiCurve now;
    std::optional<PsiCurve> before; ///< ghost of the former curve, grey and dashed, until the next edit
    double maxOffset = 128; ///< right end of the m axis
    std::uint64_t revision = 0;
};

using analysis::RangeSense; ///< which end of a range bar

/// The monotone range of ψ(m) = Σ cos(ω_i m) as a chart: bars of the three ranges (thick: integer, diamond: continuous,
/// thin with an end tick: ε), the curve with its ghost, a magnifier at the end of the integer range, and below it the
/// steps ψ(m+1) − ψ(m) on a symmetric-log axis (linear within ±0.001) where rising steps are filled red triangles.
/// The ends of the present curve's bar can be dragged.
class OmegaChart : public QFrame {
    Q_OBJECT
public:
    explicit OmegaChart(QWidget* parent = nullptr);
    ~OmegaChart() override;
    void setState(const OmegaChartState& state);
    void setCrosshair(std::optional<Index> m);
    [[nodiscard]] std::uint64_t paintedRevision() const;
    /// Where the end of the present curve's bar is, in this widget's coordinates; for tests.
    [[nodiscard]] QPointF rangeEnd(RangeSense sense) const;

protected:
    void changeEvent(QEvent* event) override;

Q_SIGNALS:
    void hoveredOffset(std::optional<pescope::tables::Index> m);
    /// The end of a range bar was dragged to m and let go there.
    void rangeWanted(pescope::analysis::RangeSense sense, double m);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pescope::ui
