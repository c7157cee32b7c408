// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <QFrame>

#include <memory>
#include <optional>
#include <vector>

namespace pescope::ui {

using tables::Index;

enum class BandKind { None, Quantiles, MinMax, Fan }; ///< rows' 10–90 %, their extremes, or some of them as lines

/// One source in the chart: its mean proximity by distance, spread over rows and monotone ranges.
struct DistanceCurve {
    int sourceIndex = 0;
    QString name;
    QString endLabel; ///< "ψ(m)/ψ(0)", "mean of rows"
    Index firstOffset = 0; ///< m of values[0] (negative for the signed side)
    std::vector<double> values;
    Index bandFirstOffset = 0;
    std::vector<float> p10, p90, min, max; ///< empty: no band known (yet)
    struct Row {
        Index firstOffset = 0;
        std::vector<float> values; ///< by ascending m
    };
    std::vector<Row> fan; ///< some rows; empty: none known (yet)
    std::vector<Index> rowRanges; ///< monotone range of every row in both directions; empty: none known (yet)
    QString rowRangesText; ///< "rows: median 2, 10–90 % 1…6; 3 % end at the edge"
    bool stepped = false; ///< of a bias: there is nothing between whole distances
    bool exactCurve = false; ///< of a sinusoid: drawn smooth, no band
    std::vector<double> prime; ///< ψ′ sampled every 1/8 position from m = 0; empty: none
    std::optional<Index> integerRange, toleranceRange;
    std::optional<double> continuousRange;
    bool fallsThroughout = false; ///< nothing ends the integer range
    QString rangeText; ///< "falls over 0…24 (integer), 0…30 (ε = 10⁻⁴); ψ′ = 0 first at m = 6.05"
};

struct DistanceChartState {
    std::vector<DistanceCurve> curves;
    QString valueTitle; ///< y axis: "mean φ at distance m"
    std::uint64_t revision = 0;
};

/// "Proximity by distance": lines by source on Qt Charts with bands, range bars above the plot, ψ′ below on demand,
/// m ≥ 0 or signed m, and the crosshair's m as a vertical line with a marker on each curve. End labels and range texts
/// never collide; the plot itself keeps at least 120 px. GUI thread; knows no session.
class DistanceChart : public QFrame {
    Q_OBJECT
public:
    explicit DistanceChart(QWidget* parent = nullptr);
    ~DistanceChart() override;

    void setState(const DistanceChartState& state);
    void setCrosshair(std::optional<Index> m);
    void setBandKind(BandKind kind);
    void setShowPrime(bool show);
    void setShowRowRanges(bool show);
    void setSigned(bool signedOffsets);
    void setWithoutMarkedRows(bool without, bool available); ///< switch "without marked rows"
    [[nodiscard]] std::uint64_t paintedRevision() const;

protected:
    void changeEvent(QEvent* event) override;

Q_SIGNALS:
    void hoveredOffset(std::optional<pescope::tables::Index> m);
    void bandKindChanged(pescope::ui::BandKind kind);
    void showPrimeChanged(bool show);
    void showRowRangesChanged(bool show);
    void signedChanged(bool signedOffsets);
    void withoutMarkedRowsChanged(bool without);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pescope::ui
