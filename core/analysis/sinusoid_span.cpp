// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/sinusoid_span.h"

#include "core/analysis/rotating_sum.h"

#include <Eigen/QR>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pescope::analysis {
namespace {

using Table = Eigen::Ref<const tables::MatrixD>;

constexpr Index kMostSpanRows = 8192;
constexpr double kIndependent = 1e-8;

/// Cosines and sines at the rows' positions without their means, each of length 1 or 0.
Eigen::MatrixXd waves(std::span<const double> omega, const std::vector<Index>& positions, double middle)
{
    const auto n = static_cast<Index>(positions.size());
    Eigen::MatrixXd all(n, 2 * static_cast<Index>(omega.size()));
    for (Index k = 0; k < std::ssize(omega); ++k) {
        // sin²(ωt/2) spans the same as the cosine and keeps its digits where ωt is small
        const double w = omega[static_cast<std::size_t>(k)];
        for (Index i = 0; i < n; ++i) {
            const double t = static_cast<double>(positions[static_cast<std::size_t>(i)]) - middle;
            const auto [s, c] = exactSineCosine(w, t / 2);
            all(i, 2 * k) = s * s;
            all(i, 2 * k + 1) = 2 * s * c;
        }
    }
    for (auto column : all.colwise()) {
        const double size = column.norm();
        column.array() -= column.mean();
        const double norm = column.norm();
        column *= norm > 1e-13 * size ? 1 / norm : 0.0;
    }
    return all;
}

Result<SinusoidSpan> measure(const Table& table, std::span<const double> omega, const JobContext& job)
{
    std::vector<Index> finite;
    for (Index p = 0; p < table.rows(); ++p)
        if (table.row(p).allFinite())
            finite.push_back(p);
    const Index n = std::ssize(finite);
    if (n < 3 || table.cols() < 1 || omega.empty() || table.rows() > kMostSpanRows)
        return fail(ErrorCode::Shape,
                    fmt::format("{} finite rows of {} columns and {} frequencies", n, table.cols(), omega.size()),
                    fmt::format("Between 3 and {} rows, one column and one frequency are needed.", kMostSpanRows));
    if (const auto bad = std::ranges::find_if(omega, [](double w) { return !std::isfinite(w); }); bad != omega.end())
        return fail(ErrorCode::Numeric, fmt::format("frequency {} is not finite", bad - omega.begin()),
                    "Every frequency is a finite number of radians per position.");

    Eigen::MatrixXd x(n, table.cols());
    for (Index i = 0; i < n; ++i)
        x.row(i) = table.row(finite[static_cast<std::size_t>(i)]);
    double total = 0;
    for (auto column : x.colwise()) {
        const double largest = column.cwiseAbs().maxCoeff();
        column.array() -= column.mean();
        if (column.cwiseAbs().maxCoeff() <= 1e-14 * largest)
            column.setZero();
        total += column.squaredNorm();
    }
    if (total == 0)
        return fail(ErrorCode::Numeric, fmt::format("all {} columns are constant", table.cols()),
                    "There is nothing to explain; choose another encoding.");
    if (job.stopRequested())
        return cancelled();
    job.report(-1, "waves of all frequencies");

    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(waves(omega, finite, static_cast<double>(table.rows() - 1) / 2));
    qr.setThreshold(kIndependent);
    if (job.stopRequested())
        return cancelled();
    SinusoidSpan result;
    result.rows = n;
    result.parameters = std::min(qr.rank(), n - 1);
    x.applyOnTheLeft(qr.householderQ().setLength(qr.nonzeroPivots()).adjoint());
    result.explained = 1 - x.bottomRows(n - result.parameters).squaredNorm() / total;
    const auto freedom = static_cast<double>(n - 1);
    const auto r = static_cast<double>(result.parameters);
    result.chance = r / freedom;
    if (result.parameters < n - 1)
        result.adjusted = 1 - (1 - result.explained) * freedom / (freedom - r);
    job.report(1, "waves of all frequencies");
    return result;
}

} // namespace

Result<SinusoidSpan> explainedBySinusoids(const Table& table, std::span<const double> omega, const JobContext& job)
{
    return runGuarded([&] { return measure(table, omega, job); });
}

} // namespace pescope::analysis
