// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/column_spectrum.h"

#include "core/analysis/real_fft.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pescope::analysis {
namespace {

using Table = Eigen::Ref<const tables::MatrixD>;

constexpr Index kColumnsAtATime = 8; ///< one cache line of a row

std::vector<double> weights(Window window, Index n)
{
    std::vector<double> weight(static_cast<std::size_t>(n), 1.0);
    if (window == Window::Hann)
        for (Index p = 0; p < n; ++p) {
            const double s = std::sin(std::numbers::pi * (static_cast<double>(p) + 0.5) / static_cast<double>(n));
            weight[static_cast<std::size_t>(p)] = s * s;
        }
    return weight;
}

ColumnPeak peakOf(const Eigen::VectorXd& amplitude, double bin)
{
    ColumnPeak peak;
    Eigen::Index at = 0;
    peak.amplitude = amplitude.tail(amplitude.size() - 1).maxCoeff(&at);
    ++at;
    if (!(peak.amplitude > 0))
        return {};
    double moved = 0;
    if (at > 1 && at + 1 < amplitude.size()) {
        // a wave that fits whole has neighbours of rounding alone, which say nothing about its side
        const double floor = 1e-6 * peak.amplitude;
        const double before = std::log(std::max(amplitude[at - 1], floor));
        const double middle = std::log(peak.amplitude);
        const double after = std::log(std::max(amplitude[at + 1], floor));
        const double curvature = before - 2 * middle + after;
        if (curvature < 0)
            moved = std::clamp(0.5 * (before - after) / curvature, -0.5, 0.5);
    }
    peak.omega = bin * (static_cast<double>(at) + moved);
    return peak;
}

Result<ColumnSpectrum> measure(const Table& table, const ColumnSpectrumOptions& options, const JobContext& job)
{
    const Index n = table.rows();
    const Index d = table.cols();
    if (n < 2 || d < 1)
        return fail(ErrorCode::Shape, fmt::format("a spectrum along the positions of a table of {} x {}", n, d),
                    "At least two rows and one column are needed.");
    ColumnSpectrum result;
    result.rows = n;
    result.length = smoothLength(n);
    std::vector<char> finite(static_cast<std::size_t>(n));
    for (Index p = 0; p < n; ++p) {
        finite[static_cast<std::size_t>(p)] = table.row(p).allFinite() ? 1 : 0;
        result.rowsNotFinite += finite[static_cast<std::size_t>(p)] == 0 ? 1 : 0;
    }
    const Index used = n - result.rowsNotFinite;
    if (used == 0)
        return fail(ErrorCode::Numeric, fmt::format("none of the {} rows is finite", n),
                    "The table holds NaN or infinity in every row; the file may be damaged.");

    RealFft fft(result.length);
    const Index bins = result.length / 2 + 1;
    const double bin = 2 * std::numbers::pi / static_cast<double>(result.length);
    for (Index k = 0; k < bins; ++k)
        result.omega.push_back(bin * static_cast<double>(k));
    const std::vector<double> weight = weights(options.window, n);
    double weightSum = 0;
    for (const double w : weight)
        weightSum += w;

    Eigen::VectorXd amplitude(bins);
    Eigen::VectorXd squares = Eigen::VectorXd::Zero(bins);
    if (options.eachColumn)
        result.amplitudes.resize(d, bins);
    Eigen::MatrixXd columns(n, kColumnsAtATime);
    for (Index first = 0; first < d; first += kColumnsAtATime) {
        if (job.stopRequested())
            return cancelled();
        const Index count = std::min(kColumnsAtATime, d - first);
        columns.leftCols(count) = table.middleCols(first, count);
        for (Index c = 0; c < count; ++c) {
            auto x = columns.col(c);
            double sum = 0;
            double largest = 0;
            for (Index p = 0; p < n; ++p)
                if (finite[static_cast<std::size_t>(p)] != 0) {
                    sum += x[p];
                    largest = std::max(largest, std::abs(x[p]));
                }
            const double mean = sum / static_cast<double>(used);
            double spread = 0;
            for (Index p = 0; p < n; ++p) {
                const double rest = finite[static_cast<std::size_t>(p)] != 0 ? x[p] - mean : 0;
                spread = std::max(spread, std::abs(rest));
                x[p] = rest * weight[static_cast<std::size_t>(p)];
            }
            if (spread <= 1e-14 * largest) // rounding of the mean is no wave
                x.setZero();
            const auto transformed = fft({x.data(), static_cast<std::size_t>(n)});
            for (Index k = 1; k < bins; ++k)
                amplitude[k] = 2 * std::abs(transformed[static_cast<std::size_t>(k)]) / weightSum;
            amplitude[0] = 0;
            if (result.length % 2 == 0)
                amplitude[bins - 1] /= 2;
            squares += amplitude.cwiseAbs2();
            result.peaks.push_back(peakOf(amplitude, bin));
            if (options.eachColumn)
                result.amplitudes.row(first + c) = amplitude.transpose();
        }
        job.report(static_cast<double>(first + count) / static_cast<double>(d), "spectrum of the columns");
    }
    for (const double square : squares)
        result.rms.push_back(std::sqrt(square / static_cast<double>(d)));
    return result;
}

} // namespace

Result<ColumnSpectrum> columnSpectrum(const Table& table, const ColumnSpectrumOptions& options, const JobContext& job)
{
    return runGuarded([&] { return measure(table, options, job); });
}

Result<ColumnSpectrum> componentSpectrum(const SingularSpectrum& spectrum, Window window, const JobContext& job)
{
    return columnSpectrum(spectrum.scores, {.window = window, .eachColumn = true}, job);
}

} // namespace pescope::analysis
