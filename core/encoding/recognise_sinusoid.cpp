// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/sinusoid.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pescope::encoding {

using tables::Index;
using tables::MatrixD;

namespace {

/// The two columns of frequency k in a layout.
struct ColumnPair {
    Eigen::Index sine, cosine;
};

ColumnPair columnsOf(Layout layout, Eigen::Index k, Eigen::Index pairs)
{
    return layout == Layout::Interleaved ? ColumnPair{2 * k, 2 * k + 1} : ColumnPair{k, pairs + k};
}

/// Every pair lies on the unit circle, and row 0 is position 0. O(N D), and false at once for nearly every table.
bool onUnitCircle(const MatrixD& table, Layout layout, double tolerance)
{
    const Eigen::Index pairs = table.cols() / 2;
    for (Eigen::Index p = 0; p < table.rows(); ++p)
        for (Eigen::Index k = 0; k < pairs; ++k) {
            const auto [s, c] = columnsOf(layout, k, pairs);
            const double sine = table(p, s);
            const double cosine = table(p, c);
            if (std::abs(sine * sine + cosine * cosine - 1.0) > 4.0 * tolerance)
                return false;
            if (p == 0 && (std::abs(sine) > tolerance || std::abs(cosine - 1.0) > tolerance))
                return false;
        }
    return true;
}

/// ω of one pair by least squares on the unwrapped phase. The window doubles, so that the phase left over by the
/// frequency of the window before is always far below half a turn and unwrapping cannot slip.
double fitOmega(const MatrixD& table, ColumnPair pair)
{
    double omega = std::atan2(table(1, pair.sine), table(1, pair.cosine));
    for (Eigen::Index rows = 2;; rows = std::min(2 * rows, table.rows())) {
        double weighted = 0;
        double weight = 0;
        for (Eigen::Index p = 1; p < rows; ++p) {
            const auto position = static_cast<double>(p);
            const double phase = std::atan2(table(p, pair.sine), table(p, pair.cosine));
            weighted += position * std::remainder(phase - omega * position, 2.0 * std::numbers::pi);
            weight += position * position;
        }
        omega += weighted / weight;
        if (rows == table.rows())
            return omega;
    }
}

double largestResidual(const MatrixD& table, ColumnPair pair, double omega)
{
    double largest = 0;
    for (Eigen::Index p = 0; p < table.rows(); ++p) {
        const double angle = omega * static_cast<double>(p);
        largest = std::max({largest, std::abs(table(p, pair.sine) - std::sin(angle)),
                            std::abs(table(p, pair.cosine) - std::cos(angle))});
    }
    return largest;
}

/// The nearest number with at most two digits that are not zero (10000, 500, 1200), as people choose bases.
double roundBase(double base)
{
    const double unit = std::pow(10.0, std::floor(std::log10(base)) - 1.0);
    return std::round(base / unit) * unit;
}

/// A geometric progression through the frequencies. Which base and spacing it has cannot be told from ω alone
/// (base 10000 with half and base 1000 with half-1 are the same four frequencies): the base 10000 of the field wins,
/// then a round one, then spacing half.
void fitProgression(RecognisedSinusoid& found, Index rows, double tolerance)
{
    const auto count = static_cast<int>(found.omega.size());
    if (count < 2 || std::ranges::any_of(found.omega, [](double w) { return w <= 0; }))
        return;
    const auto reproduces = [&](double step, int first) {
        for (int k = 0; k < count; ++k) {
            const double expected = std::exp(-step * (k + first));
            if (std::abs(found.omega[static_cast<std::size_t>(k)] - expected) * static_cast<double>(rows - 1)
                > 2.0 * tolerance)
                return false;
        }
        return true;
    };
    int bestRank = 4;
    for (const int first : {0, 1}) {
        double weighted = 0;
        double weight = 0;
        for (int k = 0; k < count; ++k) { // an error of ω counts by itself, so one of log ω counts ω² times
            const double w = found.omega[static_cast<std::size_t>(k)];
            weighted -= w * w * (k + first) * std::log(w);
            weight += w * w * (k + first) * (k + first);
        }
        const double step = weight > 0 ? weighted / weight : 0;
        if (!(std::abs(step) > 1e-12) || !reproduces(step, first))
            continue;
        for (const Spacing spacing : {Spacing::Half, Spacing::HalfMinusOne}) {
            const int divisor = spacing == Spacing::Half ? count : std::max(1, count - 1);
            const double fitted = std::exp(step * divisor);
            if (!std::isfinite(fitted))
                continue;
            int rank = 3;
            double base = fitted;
            for (const double round : {10000.0, roundBase(fitted)})
                if (rank == 3 && reproduces(std::log(round) / divisor, first)) {
                    rank = round == 10000.0 ? 1 : 2;
                    base = round;
                }
            if (rank < bestRank) {
                bestRank = rank;
                found.base = base;
                found.first = first;
                found.spacing = spacing;
            }
        }
    }
}

} // namespace

std::optional<RecognisedSinusoid> recogniseSinusoid(const MatrixD& table, double tolerance)
{
    if (table.rows() < 2 || table.cols() < 2 || table.cols() % 2 != 0 || !table.allFinite())
        return std::nullopt;
    const Eigen::Index pairs = table.cols() / 2;
    for (const Layout layout : {Layout::Interleaved, Layout::Halves}) {
        if (!onUnitCircle(table, layout, tolerance))
            continue;
        RecognisedSinusoid found;
        found.layout = layout;
        for (Eigen::Index k = 0; k < pairs && found.maxResidual <= tolerance; ++k) {
            const ColumnPair pair = columnsOf(layout, k, pairs);
            found.omega.push_back(fitOmega(table, pair));
            found.maxResidual = std::max(found.maxResidual, largestResidual(table, pair, found.omega.back()));
        }
        const bool moves = std::ranges::any_of(found.omega, [&](double w) { return std::abs(w) > tolerance * 1e-3; });
        if (found.maxResidual > tolerance || !moves)
            continue; // rows that are all the same turn with no frequency
        fitProgression(found, table.rows(), std::max(tolerance, found.maxResidual));
        return found;
    }
    return std::nullopt;
}

} // namespace pescope::encoding
