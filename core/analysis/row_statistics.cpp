// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/row_statistics.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

namespace pescope::analysis {
namespace {

constexpr Index kExactRows = 8192;
constexpr Index kSampledRows = 2048;
constexpr Index kBlockBytes = 32 << 20;

/// The first `count` rows, or a seeded sample of them: ascending, the same on every run.
std::vector<Index> usedRows(Index count)
{
    std::vector<Index> rows(static_cast<std::size_t>(count));
    std::iota(rows.begin(), rows.end(), Index{0});
    if (std::ssize(rows) <= kExactRows)
        return rows;
    std::vector<Index> sample;
    sample.reserve(kSampledRows);
    std::mt19937_64 generator(1);
    std::ranges::sample(rows, std::back_inserter(sample), kSampledRows, generator);
    return sample;
}

/// Rows [first, last) of `rows` that follow each other without a gap and whose cells fit into one block.
std::size_t blockEnd(std::span<const Index> rows, std::size_t first, Index cellsPerRow)
{
    const Index most =
        std::max<Index>(1, kBlockBytes / static_cast<Index>(sizeof(double)) / std::max<Index>(1, cellsPerRow));
    std::size_t last = first + 1;
    while (last < rows.size() && rows[last] == rows[last - 1] + 1 && static_cast<Index>(last - first) < most)
        ++last;
    return last;
}

/// Linear between neighbours, as NumPy's default; the order of `values` is lost.
template<typename T>
double quantile(std::span<T> values, double fraction)
{
    if (values.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const double place = fraction * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(below);
    std::nth_element(values.begin(), middle, values.end());
    const auto low = static_cast<double>(*middle);
    if (below + 1 == values.size())
        return low;
    const auto high = static_cast<double>(*std::min_element(middle + 1, values.end()));
    return low + (place - static_cast<double>(below)) * (high - low);
}

/// Collects the ranges of all rows and directions.
struct RangeCollector {
    RowRanges result;
    Index censored = 0;

    void add(Index range, bool ranIntoEdge)
    {
        result.ranges.push_back(range);
        censored += ranIntoEdge ? 1 : 0;
    }

    RowRanges finish(Index rowsUsed)
    {
        result.rowsUsed = rowsUsed;
        std::vector<Index> work = result.ranges;
        result.p10 = quantile(std::span(work), 0.1);
        result.median = quantile(std::span(work), 0.5);
        result.p90 = quantile(std::span(work), 0.9);
        result.shareCensored = work.empty() ? 0.0 : static_cast<double>(censored) / static_cast<double>(work.size());
        return std::move(result);
    }
};

/// One direction from the diagonal cell: `at(k)` is s_k, k = 0 … length.
template<typename At>
void addRange(RangeCollector& collector, Index length, const At& at)
{
    Index range = 0;
    // A comparison with NaN is false, an infinite cell is no value to fall to: both end the range.
    while (range < length && std::isfinite(at(range + 1)) && at(range + 1) < at(range))
        ++range;
    collector.add(range, range == length);
}

Result<RowRanges> toeplitzRanges(const proximity::Proximity& s, const JobContext& job)
{
    PESCOPE_TRY(profile, s.profile(job));
    const Index rows = std::min(s.rows(), s.columns());
    RangeCollector collector;
    const auto f = [&](Index m) { return profile.mean[static_cast<std::size_t>(m - profile.firstOffset)]; };
    if (rows > 0 && std::isfinite(f(0))) {
        // Every row sees the same curve; the edge only cuts it.
        RangeCollector whole;
        addRange(whole, rows - 1, [&](Index k) { return f(k); });
        addRange(whole, s.columns() - 1, [&](Index k) { return f(-k); });
        for (Index i = 0; i < rows; ++i) {
            const Index toLeft = i;
            const Index toRight = s.columns() - 1 - i;
            collector.add(std::min(whole.result.ranges[0], toLeft), whole.result.ranges[0] >= toLeft);
            collector.add(std::min(whole.result.ranges[1], toRight), whole.result.ranges[1] >= toRight);
        }
    }
    return collector.finish(rows);
}

/// Offsets [low, high] of a band over which the cells of all used rows are held at once.
Status bandChunk(const proximity::Proximity& s, std::span<const Index> rows, Index low, Index high, Band& band,
                 const JobContext& job)
{
    const Index columns = s.columns();
    std::vector<std::vector<float>> values(static_cast<std::size_t>(high - low + 1));
    for (std::size_t first = 0; first < rows.size();) {
        if (job.stopRequested())
            return cancelled();
        // Blocks about as tall as the chunk is wide, so that the rectangle around the diagonal wastes half at most.
        std::size_t last = blockEnd(rows, first, high - low + 1);
        last = std::min(last, first + static_cast<std::size_t>(std::max<Index>(64, high - low + 1)));
        const Index i0 = rows[first];
        const Index i1 = rows[last - 1] + 1;
        const Index j0 = std::clamp<Index>(i0 - high, 0, columns);
        const Index j1 = std::clamp<Index>(i1 - 1 - low + 1, 0, columns);
        first = last;
        if (j0 >= j1)
            continue;
        PESCOPE_TRY(cells, s.cells(i0, i1, j0, j1, job));
        for (Index i = i0; i < i1; ++i) {
            for (Index j = std::max(j0, i - high); j < std::min(j1, i - low + 1); ++j) {
                const double value = cells(i - i0, j - j0);
                if (std::isfinite(value))
                    values[static_cast<std::size_t>(i - j - low)].push_back(static_cast<float>(value));
            }
        }
    }
    for (std::size_t k = 0; k < values.size(); ++k) {
        if (values[k].empty())
            continue;
        const auto place = k + static_cast<std::size_t>(low - band.firstOffset);
        const auto [smallest, largest] = std::ranges::minmax(values[k]);
        band.min[place] = smallest;
        band.max[place] = largest;
        band.p10[place] = static_cast<float>(quantile(std::span(values[k]), 0.1));
        band.p90[place] = static_cast<float>(quantile(std::span(values[k]), 0.9));
    }
    return ok();
}

} // namespace

Result<RowRanges> rowRanges(const proximity::Proximity& s, const JobContext& job)
{
    if (s.toeplitz())
        return toeplitzRanges(s, job);
    const std::vector<Index> rows = usedRows(std::min(s.rows(), s.columns())); // with a cell on the diagonal
    const Index columns = s.columns();
    RangeCollector collector;
    for (std::size_t first = 0; first < rows.size();) {
        if (job.stopRequested())
            return cancelled();
        const std::size_t last = blockEnd(rows, first, columns);
        const Index i0 = rows[first];
        PESCOPE_TRY(cells, s.cells(i0, rows[last - 1] + 1, 0, columns, job));
        for (Index i = i0; i <= rows[last - 1]; ++i) {
            const double* const line = cells.data() + (i - i0) * columns;
            if (!std::isfinite(line[i]))
                continue;
            addRange(collector, i, [&](Index k) { return line[i - k]; });
            addRange(collector, columns - 1 - i, [&](Index k) { return line[i + k]; });
        }
        first = last;
        job.report(static_cast<double>(first) / static_cast<double>(rows.size()), "ranges of the rows");
    }
    return collector.finish(std::ssize(rows));
}

Result<Fan> fan(const proximity::Proximity& s, Index count, Index maxOffset, const JobContext& job)
{
    Fan result;
    if (s.toeplitz())
        return result;
    const Index used = std::min({s.rows(), s.columns(), std::max<Index>(count, 1)});
    for (Index k = 0; k < used; ++k) {
        if (job.stopRequested())
            return cancelled();
        const Index i = used == 1 ? 0 : k * (std::min(s.rows(), s.columns()) - 1) / (used - 1);
        const Index from = std::max<Index>(0, i - maxOffset), to = std::min(s.columns(), i + maxOffset + 1);
        PESCOPE_TRY(cells, s.cells(i, i + 1, from, to, job));
        Fan::Row row{.row = i, .firstOffset = i - (to - 1), .values = {}};
        row.values.reserve(static_cast<std::size_t>(to - from));
        for (Index j = to - 1; j >= from; --j)
            row.values.push_back(static_cast<float>(cells(0, j - from)));
        result.rows.push_back(std::move(row));
    }
    return result;
}

Result<Band> band(const proximity::Proximity& s, Index maxOffset, const JobContext& job)
{
    const Index low = -std::min(std::max<Index>(maxOffset, 0), std::max<Index>(s.columns() - 1, 0));
    const Index high = std::min(std::max<Index>(maxOffset, 0), std::max<Index>(s.rows() - 1, 0));
    const auto count = static_cast<std::size_t>(high - low + 1);
    const float none = std::numeric_limits<float>::quiet_NaN();
    Band result;
    result.firstOffset = low;
    result.p10.assign(count, none);
    result.p90.assign(count, none);
    result.min.assign(count, none);
    result.max.assign(count, none);
    if (s.toeplitz()) {
        // One value on each diagonal: the band is the curve itself.
        PESCOPE_TRY(profile, s.profile(job));
        for (std::size_t k = 0; k < count; ++k) {
            const auto place = static_cast<std::size_t>(low + static_cast<Index>(k) - profile.firstOffset);
            if (place < profile.mean.size() && std::isfinite(profile.mean[place]))
                result.p10[k] = result.p90[k] = result.min[k] = result.max[k] = static_cast<float>(profile.mean[place]);
        }
        result.rowsUsed = s.rows();
        return result;
    }
    const std::vector<Index> rows = usedRows(s.rows());
    result.rowsUsed = std::ssize(rows);
    const Index chunk =
        std::max<Index>(16, kBlockBytes / static_cast<Index>(sizeof(float)) / std::max<Index>(1, std::ssize(rows)));
    for (Index from = low; from <= high; from += chunk) {
        const Status done = bandChunk(s, rows, from, std::min(high, from + chunk - 1), result, job);
        if (!done)
            return std::unexpected(done.error());
        job.report(static_cast<double>(from - low + 1) / static_cast<double>(count), "spread by distance");
    }
    return result;
}

double percentile(const proximity::ValueSample& sample, double percent)
{
    const std::size_t n = sample.values.size();
    if (n == 0)
        return std::numeric_limits<double>::quiet_NaN();
    const double fraction = std::clamp(percent / 100, 0.0, 1.0);
    if (sample.weights.empty()) {
        const double place = fraction * static_cast<double>(n - 1);
        const auto below = std::min(static_cast<std::size_t>(place), n - 1);
        const double low = sample.values[below];
        return below + 1 == n ? low : low + (place - static_cast<double>(below)) * (sample.values[below + 1] - low);
    }
    // Each value stands at the middle of its weight, the first at 0 % and the last at 100 %: with equal weights this is
    // the unweighted rule.
    double total = 0;
    for (const float w : sample.weights)
        total += w;
    const double span = total - (static_cast<double>(sample.weights.front()) + sample.weights.back()) / 2;
    const double place = fraction * span;
    double at = 0;
    for (std::size_t k = 0; k + 1 < n; ++k) {
        const double step = (static_cast<double>(sample.weights[k]) + sample.weights[k + 1]) / 2;
        if (place <= at + step) {
            const double share = step > 0 ? (place - at) / step : 0.0;
            return sample.values[k] + share * (static_cast<double>(sample.values[k + 1]) - sample.values[k]);
        }
        at += step;
    }
    return sample.values.back();
}

proximity::ValueSample merged(std::span<const proximity::ValueSample* const> samples)
{
    struct Weighted {
        float value;
        float weight;
    };
    std::vector<Weighted> all;
    proximity::ValueSample result;
    bool first = true;
    for (const proximity::ValueSample* sample : samples) {
        if (sample == nullptr)
            continue;
        result.exact = result.exact && sample->exact;
        result.notFinite += sample->notFinite;
        if (sample->values.empty())
            continue;
        result.min = first ? sample->min : std::min(result.min, sample->min);
        result.max = first ? sample->max : std::max(result.max, sample->max);
        first = false;
        double total = 0;
        for (std::size_t k = 0; k < sample->values.size(); ++k)
            total += sample->weights.empty() ? 1.0 : sample->weights[k];
        const auto before = static_cast<std::ptrdiff_t>(all.size());
        for (std::size_t k = 0; k < sample->values.size(); ++k) {
            const double weight = sample->weights.empty() ? 1.0 : sample->weights[k];
            all.push_back({.value = sample->values[k], .weight = static_cast<float>(weight / total)});
        }
        // each sample is ascending already
        std::ranges::inplace_merge(all, all.begin() + before, {}, &Weighted::value);
    }
    result.values.reserve(all.size());
    result.weights.reserve(all.size());
    for (const Weighted& entry : all) {
        result.values.push_back(entry.value);
        result.weights.push_back(entry.weight);
    }
    return result;
}

std::vector<Index> outlyingRows(std::span<const double> norms)
{
    std::vector<double> finite;
    std::ranges::copy_if(norms, std::back_inserter(finite), [](double norm) { return std::isfinite(norm); });
    if (finite.empty())
        return {};
    const double median = quantile(std::span(finite), 0.5);
    for (double& norm : finite)
        norm = std::abs(norm - median);
    const double spread = 1.4826 * quantile(std::span(finite), 0.5);
    std::vector<Index> rows;
    for (std::size_t i = 0; i < norms.size(); ++i) {
        const double apart = std::abs(norms[i] - median);
        if (std::isfinite(norms[i]) && apart > 8 * spread && apart > 0.25 * median)
            rows.push_back(static_cast<Index>(i));
    }
    return rows;
}

} // namespace pescope::analysis
