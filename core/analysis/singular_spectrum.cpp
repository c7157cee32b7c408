// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/singular_spectrum.h"

#include <Eigen/QR>
#include <Eigen/SVD>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::analysis {
namespace {

using Table = Eigen::Ref<const tables::MatrixD>;

constexpr Index kMostRows = 8192;
constexpr Index kMostRowsWhenWide = 2048;
constexpr Index kWide = 2048; ///< columns

/// `wanted` of them in equal steps, or all.
std::vector<Index> evenlySpread(const std::vector<Index>& all, Index wanted)
{
    if (std::ssize(all) <= wanted)
        return all;
    std::vector<Index> chosen;
    chosen.reserve(static_cast<std::size_t>(wanted));
    for (Index k = 0; k < wanted; ++k)
        chosen.push_back(all[static_cast<std::size_t>(k * std::ssize(all) / wanted)]);
    return chosen;
}

struct Decomposition {
    Eigen::VectorXd values; ///< descending
    Eigen::MatrixXd directions; ///< D × k, orthonormal; a column of zeros where σ is 0 up to rounding
};

/// @param x  rows × D   @param count  directions wanted
Result<Decomposition> decompose(const Eigen::MatrixXd& x, Index count)
{
    const bool tall = x.rows() >= x.cols();
    // For tall tables x = QR has the σ and right vectors of R, which is small.
    Eigen::MatrixXd small;
    if (x.rows() > x.cols() + x.cols() / 2)
        small = Eigen::HouseholderQR<Eigen::MatrixXd>(x)
                    .matrixQR()
                    .topRows(x.cols())
                    .triangularView<Eigen::Upper>()
                    .toDenseMatrix();
    const Eigen::MatrixXd& decomposed = small.size() > 0 ? small : x;
    const int vectors = tall ? Eigen::ComputeThinV : Eigen::ComputeThinU;
    const Eigen::BDCSVD<Eigen::MatrixXd> svd(decomposed, count > 0 ? static_cast<unsigned>(vectors) : 0U);
    if (svd.info() != Eigen::Success)
        return fail(ErrorCode::Numeric,
                    fmt::format("the singular values of {} x {} numbers did not converge", x.rows(), x.cols()),
                    "Look at the table for values of very different size.");
    Decomposition result{.values = svd.singularValues(), .directions = Eigen::MatrixXd::Zero(x.cols(), count)};
    if (count == 0)
        return result;
    if (tall) {
        result.directions = svd.matrixV().leftCols(count);
        return result;
    }
    // A value that is only rounding has a direction that is, too; it must not be taken for one of the table's.
    const double rounding = std::numeric_limits<double>::epsilon() * static_cast<double>(std::max(x.rows(), x.cols()));
    for (Index k = 0; k < count; ++k)
        if (result.values[k] > rounding * result.values[0])
            result.directions.col(k) = (x.transpose() * svd.matrixU().col(k)).normalized();
    return result;
}

void setShares(SingularSpectrum& spectrum)
{
    double largest = 0;
    for (const double value : spectrum.values)
        largest = std::max(largest, value);
    double sum = 0;
    double fourth = 0;
    for (const double value : spectrum.values) {
        const double square = largest > 0 ? (value / largest) * (value / largest) : 0;
        spectrum.share.push_back(square);
        sum += square;
        fourth += square * square;
    }
    spectrum.cumulative.assign(spectrum.values.size(), 0.0);
    if (sum == 0)
        return;
    double before = 0;
    double entropy = 0;
    for (std::size_t i = 0; i < spectrum.share.size(); ++i) {
        const double p = spectrum.share[i] /= sum;
        before = spectrum.cumulative[i] = std::min(1.0, before + p);
        if (p > 0)
            entropy -= p * std::log(p);
    }
    spectrum.effectiveRank = std::exp(entropy);
    spectrum.participationRatio = sum * sum / fourth;
    const auto components = [&](double wanted) {
        const auto reached =
            std::ranges::find_if(spectrum.cumulative, [&](double share) { return share >= wanted * (1 - 1e-12); });
        return std::min<Index>(reached - spectrum.cumulative.begin() + 1, std::ssize(spectrum.cumulative));
    };
    spectrum.components90 = components(0.9);
    spectrum.components99 = components(0.99);
}

/// 1 or −1, so that the first score near the largest magnitude comes out positive. NaN scores are passed over.
double signOf(const Eigen::Ref<const Eigen::VectorXd, 0, Eigen::InnerStride<>>& scores)
{
    double largest = 0;
    for (const double score : scores)
        largest = std::isfinite(score) ? std::max(largest, std::abs(score)) : largest;
    for (const double score : scores)
        if (std::abs(score) >= largest * (1 - 1e-6))
            return score < 0 ? -1 : 1;
    return 1;
}

Result<SingularSpectrum> measure(const Table& table, const SpectrumOptions& options, const JobContext& job)
{
    const Index n = table.rows();
    const Index d = table.cols();
    if (n < 1 || d < 1)
        return fail(ErrorCode::Shape, fmt::format("the singular values of a table of {} x {}", n, d),
                    "Choose an encoding that has rows.");
    std::vector<Index> finite;
    for (Index i = 0; i < n; ++i)
        if (table.row(i).allFinite())
            finite.push_back(i);
    if (finite.empty())
        return fail(ErrorCode::Numeric, fmt::format("none of the {} rows is finite", n),
                    "The table holds NaN or infinity in every row; the file may be damaged.");

    SingularSpectrum result;
    result.centred = options.centred;
    result.rows = n;
    result.rowsNotFinite = n - std::ssize(finite);
    const std::vector<Index> used = evenlySpread(finite, d > kWide ? kMostRowsWhenWide : kMostRows);
    result.rowsUsed = std::ssize(used);

    // A power of two, so that nothing is rounded; squares of very large or small values stay in range.
    Eigen::MatrixXd x(result.rowsUsed, d);
    for (Index i = 0; i < result.rowsUsed; ++i)
        x.row(i) = table.row(used[static_cast<std::size_t>(i)]);
    const double largest = x.cwiseAbs().maxCoeff();
    const double scale = largest > 0 ? std::exp2(-std::ilogb(largest)) : 1.0;
    x *= scale;
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(d);
    if (options.centred) {
        mean = x.colwise().mean();
        x.rowwise() -= mean;
    }
    if (job.stopRequested())
        return cancelled();
    job.report(-1, "singular values");
    const Index count = std::clamp<Index>(options.components, 0, std::min(result.rowsUsed, d));
    PESCOPE_TRY(parts, decompose(x, count));
    if (job.stopRequested())
        return cancelled();

    result.values.reserve(static_cast<std::size_t>(parts.values.size()));
    for (const double value : parts.values)
        result.values.push_back(value / scale);
    setShares(result);

    result.scores = tables::MatrixD::Constant(n, count, std::numeric_limits<double>::quiet_NaN());
    for (const Index i : finite)
        result.scores.row(i) = (table.row(i) * scale - mean) * parts.directions / scale;
    for (Index k = 0; k < count; ++k)
        result.scores.col(k) *= signOf(result.scores.col(k));
    job.report(1, "singular values");
    return result;
}

} // namespace

Result<SingularSpectrum> singularSpectrum(const Table& table, const SpectrumOptions& options, const JobContext& job)
{
    return runGuarded([&] { return measure(table, options, job); });
}

} // namespace pescope::analysis
