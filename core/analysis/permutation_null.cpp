// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/permutation_null.h"

#include "core/analysis/property_tally.h"
#include "core/analysis/table_ranges.h"
#include "core/proximity/square_cells.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace pescope::analysis {
namespace {

constexpr Index kMostPermuted = 8192;

/// Values of one order of the positions.
struct Shuffled {
    double translationInvariance = 0, monotonicity = 0, monotonicityLocal = 0, step = 0;
    double integerRange = 0, toleranceRange = 0;
};

void shuffle(std::vector<Index>& order, std::mt19937_64& random)
{
    std::iota(order.begin(), order.end(), Index{0});
    for (std::size_t place = order.size() - 1; place > 0; --place)
        std::swap(order[place], order[random() % (place + 1)]);
}

NullValue summary(std::vector<double> values)
{
    std::ranges::sort(values);
    const auto at = [&](double fraction) {
        const double place = fraction * static_cast<double>(values.size() - 1);
        const auto below = static_cast<std::size_t>(place);
        const double low = values[below];
        return below + 1 == values.size() ? low
                                          : low + (place - static_cast<double>(below)) * (values[below + 1] - low);
    };
    return {.mean = std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size()),
            .p05 = at(0.05),
            .p95 = at(0.95)};
}

/// Measures one order after another. Σ (S − μ)² does not depend on the order, so TI needs the sums by offset alone:
/// TI = Σ_m n_m (μ_m − μ)² ÷ Σ (S − μ)².
class OrderedMeasure {
public:
    /// @param centred  S minus `mean`, that of its cells off the diagonal
    OrderedMeasure(const tables::MatrixD& centred, double mean, const NullOptions& options)
        : m_s(centred)
        , m_mean(mean)
        , m_window(options.window)
        , m_epsilon(options.epsilon)
        , m_row(static_cast<std::size_t>(centred.rows()))
        , m_sums(2 * m_row.size() - 1)
        , m_total(centred.squaredNorm() - centred.diagonal().squaredNorm())
    {
    }

    Result<Shuffled> operator()(const std::vector<Index>& order, const JobContext& job)
    {
        const Index n = m_s.rows();
        std::ranges::fill(m_sums, 0.0);
        OrderCounts global, local;
        Index falls = 0;
        for (Index i = 0; i < n; ++i) {
            if (i % 64 == 0 && job.stopRequested())
                return cancelled();
            const double* const from = m_s.data() + order[static_cast<std::size_t>(i)] * n;
            double* const sum = m_sums.data() + (i + n - 1);
            for (Index j = 0; j < n; ++j) {
                const double value = from[order[static_cast<std::size_t>(j)]];
                m_row[static_cast<std::size_t>(j)] = value;
                sum[-j] += value;
            }
            const auto addDirection = [&](Index length, Index direction) {
                const std::span<double> values = m_counter.buffer(length);
                for (Index k = 0; k < length; ++k)
                    values[static_cast<std::size_t>(k)] = m_row[static_cast<std::size_t>(i + direction * k)];
                for (std::size_t k = 1; k < values.size(); ++k)
                    falls += values[k] < values[k - 1] ? 1 : 0;
                local += countWithin(values, m_window);
                global += m_counter.count();
            };
            addDirection(i + 1, -1);
            addDirection(n - i, 1);
        }
        double between = 0;
        for (Index m = 1; m < n; ++m)
            for (const Index offset : {m, -m}) {
                const double sum = m_sums[static_cast<std::size_t>(offset + n - 1)];
                between += sum * sum / static_cast<double>(n - m);
            }
        const ProfileRanges ranges = profileRanges(meanByDistance(), m_epsilon);
        const auto last = [&](const std::optional<Index>& m) {
            return static_cast<double>(m.value_or(ranges.searchedTo));
        };
        return Shuffled{.translationInvariance = between / m_total,
                        .monotonicity = global.balance(),
                        .monotonicityLocal = local.balance(),
                        .step = static_cast<double>(falls) / static_cast<double>(n * (n - 1)),
                        .integerRange = last(ranges.integer),
                        .toleranceRange = last(ranges.tolerance)};
    }

private:
    [[nodiscard]] std::vector<double> meanByDistance() const
    {
        const Index n = m_s.rows();
        std::vector<double> mean;
        mean.reserve(m_row.size());
        for (Index m = 0; m < n; ++m) {
            const double both =
                (m_sums[static_cast<std::size_t>(n - 1 + m)] + m_sums[static_cast<std::size_t>(n - 1 - m)]) / 2;
            mean.push_back(both / static_cast<double>(n - m) + m_mean);
        }
        return mean;
    }

    const tables::MatrixD& m_s;
    double m_mean;
    Index m_window;
    double m_epsilon;
    std::vector<double> m_row, m_sums;
    double m_total;
    OrderCounter m_counter;
};

Result<PermutationNull> measure(const proximity::SharedProximity& s, const NullOptions& options, const JobContext& job)
{
    if (options.permutations < 1)
        return fail(ErrorCode::Shape, fmt::format("{} permutations", options.permutations),
                    "Choose at least one permutation; 200 are usual.");
    PESCOPE_EXPECTS(s != nullptr);
    const Index all = proximity::squareSize(*s);
    const Index n = options.positions > 0 ? std::min(options.positions, all) : all;
    if (n > kMostPermuted)
        return fail(ErrorCode::Unsupported, fmt::format("permuted rows of {} positions", n),
                    fmt::format("Permutations are measured on at most {} positions.", kMostPermuted));
    PESCOPE_TRY(base, properties(s, {.window = options.window, .positions = n}, job));
    PermutationNull result;
    result.permutations = options.permutations;
    result.seed = options.seed;
    result.epsilon = options.epsilon;
    if (n < 2)
        return result;
    const auto same = [](double value) { return NullValue{.mean = value, .p05 = value, .p95 = value}; };
    if (base.symmetry.value)
        result.symmetry = same(*base.symmetry.value);

    PESCOPE_TRY(square, proximity::leadingSquare(s, n));
    PESCOPE_TRY(cells, proximity::squareCells(*square, n, job));
    const double mean = offsetMeans(cells).overall;
    cells.array() -= mean;
    OrderedMeasure ordered(cells, mean, options);
    std::mt19937_64 random(options.seed);
    std::vector<Index> order(static_cast<std::size_t>(n));
    std::vector<double> invariance, global, local, step, integer, tolerance;
    for (Index k = 0; k < options.permutations; ++k) {
        shuffle(order, random);
        PESCOPE_TRY(one, ordered(order, job));
        invariance.push_back(base.degenerate ? 1.0 : one.translationInvariance);
        global.push_back(one.monotonicity);
        local.push_back(one.monotonicityLocal);
        step.push_back(one.step);
        integer.push_back(one.integerRange);
        tolerance.push_back(one.toleranceRange);
        job.report(static_cast<double>(k + 1) / static_cast<double>(options.permutations), "permuted rows");
    }
    if (base.translationInvariance.value)
        result.translationInvariance = summary(std::move(invariance));
    result.monotonicity = summary(std::move(global));
    result.monotonicityLocal = summary(std::move(local));
    result.step = summary(std::move(step));
    result.integerRange = summary(std::move(integer));
    result.toleranceRange = summary(std::move(tolerance));
    return result;
}

} // namespace

Result<PermutationNull> permutationNull(const proximity::SharedProximity& s, const NullOptions& options,
                                        const JobContext& job)
{
    return runGuarded([&] { return measure(s, options, job); });
}

} // namespace pescope::analysis
