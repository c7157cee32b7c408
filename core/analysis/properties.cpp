// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/properties.h"

#include "core/analysis/property_tally.h"
#include "core/base/number_text.h"
#include "core/proximity/dense.h"
#include "core/proximity/square_cells.h"
#include "core/proximity/toeplitz.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace pescope::analysis {
namespace {

/// All cells of a map up to this size are held at once: 32 MB.
constexpr Index kHeldPositions = 2048;
/// Up to here all rows are used.
constexpr Index kExactPositions = 8192;
constexpr Index kSampleRuns = 64;
constexpr Index kSampleRun = 32;
/// Pairs of more positions would not fit the counters.
constexpr Index kMostPositions = Index{1} << 20;
constexpr Index kStripBytes = 32 << 20;

std::unexpected<Error> notFinite(Index i, Index j, double value)
{
    return fail(ErrorCode::Numeric,
                fmt::format("S({}, {}) is {}: the properties need finite values", i, j, shortestText(value)),
                "Leave the positions without a value out, or open a file without them.");
}

/// The first cell in reading order that is not finite.
Status checkFinite(const tables::MatrixD& rows, Index firstRow)
{
    if (rows.allFinite())
        return ok();
    for (Index i = 0; i < rows.rows(); ++i)
        for (Index j = 0; j < rows.cols(); ++j)
            if (!std::isfinite(rows(i, j)))
                return notFinite(firstRow + i, j, rows(i, j));
    return ok();
}

/// Everything from f(m), m = i − j: what a row sees in one direction is the start of one curve.
class OffsetCurve {
public:
    OffsetCurve(const proximity::Profile& profile, Index positions, Index window)
        : m_profile(profile)
        , m_positions(positions)
        , m_window(window)
        , m_means(offsetMeans(profile, positions))
    {
    }

    [[nodiscard]] Status checkFinite() const
    {
        // reading order: row 0 holds the offsets 0, −1, −2, …, then each row begins with a new positive one
        for (Index k = 0; k < m_positions; ++k)
            if (!std::isfinite(f(-k)))
                return notFinite(0, k, f(-k));
        for (Index k = 1; k < m_positions; ++k)
            if (!std::isfinite(f(k)))
                return notFinite(k, 0, f(k));
        return ok();
    }

    [[nodiscard]] Properties measure(bool symmetric) const
    {
        Properties result;
        result.positions = result.rowsUsed = m_positions;
        result.window = m_window;
        result.translationInvariance.theorem = true;
        result.symmetry.theorem = symmetric;
        double total = 0, mirrored = 0;
        for (Index m = 1; m < m_positions; ++m) {
            const auto pairs = static_cast<double>(m_positions - m);
            const double left = f(m) - m_means.overall;
            const double right = f(-m) - m_means.overall;
            total += pairs * (left * left + right * right);
            mirrored += 2 * pairs * left * right;
        }
        const double cells = static_cast<double>(m_positions) * static_cast<double>(m_positions - 1);
        setInvarianceAndSymmetry(result, total, 0, symmetric ? total : mirrored, cells, m_means.largest);
        addOrder(result);
        addCounterExamples(result);
        return result;
    }

    [[nodiscard]] bool constant() const
    {
        const auto [least, most] = std::ranges::minmax(m_means.byOffset);
        return most - least <= kSameValue * m_means.largest;
    }

private:
    [[nodiscard]] double f(Index m) const
    {
        return m_profile.mean[static_cast<std::size_t>(m - m_profile.firstOffset)];
    }

    void addOrder(Properties& result) const
    {
        OrderCounts global, local;
        Index falls = 0, steps = 0;
        for (const Index direction : {1, -1}) {
            std::vector<double> curve;
            curve.reserve(static_cast<std::size_t>(m_positions));
            for (Index k = 0; k < m_positions; ++k)
                curve.push_back(f(direction * k));
            const PrefixOrder order = prefixOrder(curve);
            for (Index b = 1; b < m_positions; ++b) {
                const auto at = static_cast<std::size_t>(b);
                const Index rows = m_positions - b; // that reach so far
                const OrderCounts here{
                    .falls = rows * order.larger[at], .rises = rows * order.smaller[at], .pairs = rows * b};
                global += here;
                if (b <= m_window)
                    local += here;
                falls += curve[at] < curve[at - 1] ? rows : 0;
                steps += rows;
            }
        }
        setOrder(result, global, local, falls, steps, constant());
    }

    void addCounterExamples(Properties& result) const
    {
        const auto example = [&](Cell first, Cell second) {
            return CounterExample{.first = first,
                                  .second = second,
                                  .firstValue = f(first.i - first.j),
                                  .secondValue = f(second.i - second.j)};
        };
        const double same = kSameValue * m_means.largest;
        for (Index k = 1; k < m_positions && !result.symmetry.counterExample; ++k)
            if (std::abs(f(-k) - f(k)) > same)
                result.symmetry.counterExample = example({0, k}, {k, 0});
        // row 0 sees every step to the right; the step to the left at distance k is first seen in row k, by its cell 0
        for (Index k = 1; k < m_positions && !result.step.counterExample; ++k)
            if (f(-k) >= f(-(k - 1)))
                result.step.counterExample = example({0, k}, {0, k - 1});
        for (Index k = 1; k < m_positions && !result.step.counterExample; ++k)
            if (f(k) >= f(k - 1))
                result.step.counterExample = example({k, 0}, {k, 1});
        result.monotonicity.counterExample = result.step.counterExample;
        const Index last = std::min(m_window, m_positions - 1);
        for (Index k = 1; k <= last && !result.monotonicityLocal.counterExample; ++k)
            if (f(-k) >= f(-(k - 1)))
                result.monotonicityLocal.counterExample = example({0, k}, {0, k - 1});
        for (Index k = 1; k <= last && !result.monotonicityLocal.counterExample; ++k)
            if (f(k) >= f(k - 1))
                result.monotonicityLocal.counterExample = example({k, 0}, {k, 1});
    }

    const proximity::Profile& m_profile;
    Index m_positions, m_window;
    OffsetMeans m_means;
};

/// All rows of a map that fits into memory.
Result<Properties> measureHeld(const proximity::Proximity& s, const PropertyOptions& options, const JobContext& job,
                               bool& constant, tables::SharedMatrix& held)
{
    const Index n = s.rows();
    PESCOPE_TRY(cells, proximity::squareCells(s, n, job));
    PESCOPE_TRY(finite, checkFinite(cells, 0));
    (void)finite;
    const OffsetMeans means = offsetMeans(cells);
    const std::vector<double> firstRow(cells.data(), cells.data() + n);
    const tables::MatrixD firstColumn = cells.col(0);
    PropertyTally tally(n, options.window, means, {firstRow, {firstColumn.data(), firstRow.size()}}, s.symmetric());
    for (Index i = 0; i < n; ++i) {
        if (i % 64 == 0 && job.stopRequested())
            return cancelled();
        tally.addRow(i, cells.data() + i * n, cells.data() + i, n);
    }
    constant = tally.constant();
    held = std::make_shared<const tables::MatrixD>(std::move(cells));
    return tally.finish();
}

/// First rows of the blocks of neighbouring rows that are looked at: all, or seeded runs spread over the map.
std::vector<std::pair<Index, Index>> rowBlocks(Index n)
{
    std::vector<std::pair<Index, Index>> blocks;
    if (n <= kExactPositions) {
        const Index together = std::max<Index>(1, kStripBytes / static_cast<Index>(sizeof(double)) / n);
        for (Index first = 0; first < n; first += together)
            blocks.emplace_back(first, std::min(first + together, n));
        return blocks;
    }
    std::mt19937_64 random(1);
    for (Index k = 0; k < kSampleRuns; ++k) {
        const Index begin = n * k / kSampleRuns;
        const Index room = n * (k + 1) / kSampleRuns - begin - kSampleRun;
        const Index first = begin + static_cast<Index>(random() % static_cast<std::uint64_t>(room + 1));
        blocks.emplace_back(first, first + kSampleRun);
    }
    return blocks;
}

/// Blocks of rows one after the other, with means by offset from the profile.
Result<Properties> measureInBlocks(const proximity::Proximity& s, const PropertyOptions& options, const JobContext& job,
                                   bool& constant)
{
    const Index n = s.rows();
    PESCOPE_TRY(firstRow, s.cells(0, 1, 0, n, job));
    PESCOPE_TRY(firstColumn, s.cells(0, n, 0, 1, job));
    for (const auto& [cells, down] : {std::pair<const tables::MatrixD&, bool>{firstRow, false}, {firstColumn, true}})
        for (Index k = 0; k < n; ++k)
            if (!std::isfinite(cells.data()[k]))
                return notFinite(down ? k : 0, down ? 0 : k, cells.data()[k]);
    PESCOPE_TRY(profile, s.profile(job));
    const OffsetMeans means = offsetMeans(profile, n);
    const auto size = static_cast<std::size_t>(n);
    PropertyTally tally(n, options.window, means, {{firstRow.data(), size}, {firstColumn.data(), size}}, s.symmetric());
    for (const auto& [first, end] : rowBlocks(n)) {
        if (job.stopRequested())
            return cancelled();
        PESCOPE_TRY(rows, s.cells(first, end, 0, n, job));
        PESCOPE_TRY(finite, checkFinite(rows, first));
        (void)finite;
        tables::MatrixD columns;
        if (!s.symmetric()) {
            PESCOPE_TRY(part, s.cells(0, n, first, end, job));
            columns = std::move(part);
            if (!columns.allFinite())
                return fail(ErrorCode::Numeric,
                            fmt::format("a value of S in the columns {} to {} is not finite", first, end - 1),
                            "Leave the positions without a value out, or open a file without them.");
        }
        for (Index i = first; i < end; ++i)
            tally.addRow(i, rows.data() + (i - first) * n, s.symmetric() ? nullptr : columns.data() + (i - first),
                         columns.cols());
        job.report(static_cast<double>(end) / static_cast<double>(n), "properties");
    }
    constant = tally.constant();
    Properties result = tally.finish();
    if (result.rowsUsed < n)
        result.notes.push_back(fmt::format("Measured on {} of {} rows, in {} seeded runs of {} neighbours.",
                                           result.rowsUsed, n, kSampleRuns, kSampleRun));
    return result;
}

Result<RowRanges> localRanges(const proximity::SharedProximity& s, const tables::SharedMatrix& held, bool constant,
                              const JobContext& job)
{
    const Index n = s->rows();
    if (constant)
        return rowRanges(
            proximity::ToeplitzProximity(std::vector<double>(static_cast<std::size_t>(2 * n - 1), 0.0), n, n), job);
    return held ? rowRanges(proximity::DenseProximity(held, n, n), job) : rowRanges(*s, job);
}

Result<Properties> measure(const proximity::SharedProximity& given, const PropertyOptions& options,
                           const JobContext& job)
{
    PESCOPE_EXPECTS(given != nullptr);
    if (options.window < 1)
        return fail(ErrorCode::Shape, fmt::format("a window of {} positions", options.window),
                    "The window W of the local values is at least 1.");
    const Index all = proximity::squareSize(*given);
    const Index n = options.positions > 0 ? std::min(options.positions, all) : all;
    if (n > kMostPositions)
        return fail(ErrorCode::Unsupported, fmt::format("the properties of {} positions", n),
                    fmt::format("Choose at most {} positions.", kMostPositions));
    PESCOPE_TRY(s, proximity::leadingSquare(given, n));

    Properties result;
    bool constant = false;
    tables::SharedMatrix held;
    if (s->toeplitz()) {
        PESCOPE_TRY(profile, s->profile(job));
        const OffsetCurve curve(profile, n, options.window);
        PESCOPE_TRY(finite, curve.checkFinite());
        (void)finite;
        result = curve.measure(s->symmetric());
        constant = curve.constant();
    } else {
        PESCOPE_TRY(measured,
                    n <= kHeldPositions ? measureHeld(*s, options, job, constant, held)
                                        : measureInBlocks(*s, options, job, constant));
        result = std::move(measured);
    }
    if (given->rows() != given->columns())
        result.notes.push_back(fmt::format("The map is {} × {}; its first {} × {} cells are measured.", given->rows(),
                                           given->columns(), n, n));
    if (n >= 2) {
        PESCOPE_TRY(ranges, localRanges(s, held, constant, job));
        result.localRange = std::move(ranges);
    }
    return result;
}

} // namespace

std::vector<std::string> Properties::trivial() const
{
    std::vector<std::string> names;
    if (translationInvariance.theorem)
        names.emplace_back("translation_invariance");
    if (symmetry.theorem)
        names.emplace_back("symmetry");
    return names;
}

Result<Properties> properties(const proximity::SharedProximity& s, const PropertyOptions& options,
                              const JobContext& job)
{
    return runGuarded([&] { return measure(s, options, job); });
}

Result<Properties> properties(tables::SharedMatrix s, const PropertyOptions& options, const JobContext& job)
{
    return runGuarded([&] {
        const Index rows = s->rows();
        const Index columns = s->cols();
        return measure(std::make_shared<proximity::DenseProximity>(std::move(s), rows, columns), options, job);
    });
}

std::optional<double> mirrorCosine(const proximity::Proximity& cosineOfOffsets)
{
    const Index n = cosineOfOffsets.rows();
    if (n < 3 || n % 2 == 0 || cosineOfOffsets.columns() != n)
        return std::nullopt;
    const Index middle = n / 2;
    double sum = 0;
    for (Index k = 1; k <= middle; ++k)
        sum += cosineOfOffsets.value(middle + k, middle - k);
    const double mean = sum / static_cast<double>(middle);
    return std::isfinite(mean) ? std::optional(mean) : std::nullopt;
}

} // namespace pescope::analysis
