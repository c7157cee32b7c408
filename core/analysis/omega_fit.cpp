// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/omega_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <random>

namespace pescope::analysis {
namespace {

using encoding::Layout;
using Table = Eigen::Ref<const tables::MatrixD>;

constexpr Index kFewestRows = 8; ///< seven free numbers a pair

/// Fits of one layout, with how far the whole job is after each pair.
class PairFitter {
public:
    PairFitter(const Table& table, std::vector<Index> used, int fits, const JobContext& job)
        : m_table(table)
        , m_used(std::move(used))
        , m_search(table.rows(), m_used)
        , m_x(static_cast<Index>(m_used.size()), 2)
        , m_pairs(table.cols() / 2)
        , m_toDo(static_cast<double>(fits * m_pairs))
        , m_job(job)
    {
    }

    /// @param source  the row whose values stand at each used position
    Result<std::vector<PairFit>> operator()(Layout layout, const std::vector<Index>& source)
    {
        std::vector<PairFit> pairs;
        pairs.reserve(static_cast<std::size_t>(m_pairs));
        for (Index k = 0; k < m_pairs; ++k) {
            if (m_job.stopRequested())
                return cancelled();
            const ColumnPair columns = columnPair(layout, k, m_pairs);
            for (Index i = 0; i < m_x.rows(); ++i) {
                const Index row = source[static_cast<std::size_t>(i)];
                m_x(i, 0) = m_table(row, columns.first);
                m_x(i, 1) = m_table(row, columns.second);
            }
            pairs.push_back({.columns = columns, .fit = m_search(m_x)});
            m_job.report(++m_done / m_toDo, "fitting frequencies");
        }
        return pairs;
    }

    [[nodiscard]] const std::vector<Index>& used() const { return m_used; }

private:
    const Table& m_table;
    std::vector<Index> m_used;
    FrequencySearch m_search;
    Eigen::MatrixX2d m_x;
    Index m_pairs;
    double m_toDo, m_done = 0;
    const JobContext& m_job;
};

double overall(const std::vector<PairFit>& pairs)
{
    double residual = 0;
    double total = 0;
    for (const PairFit& pair : pairs) {
        residual += pair.fit.residual;
        total += pair.fit.total;
    }
    return total > 0 ? 1 - residual / total : 0;
}

Result<OmegaFit> measure(const Table& table, const OmegaFitOptions& options, const JobContext& job)
{
    OmegaFit result;
    result.seed = options.seed;
    result.rows = table.rows();
    result.unpairedColumn = table.cols() % 2 == 1;
    std::vector<Index> used;
    for (Index p = 0; p < table.rows(); ++p)
        if (table.row(p).allFinite())
            used.push_back(p);
    result.rowsNotFinite = table.rows() - std::ssize(used);
    if (std::ssize(used) < kFewestRows || table.cols() < 2)
        return fail(ErrorCode::Shape,
                    fmt::format("fitting frequencies to {} finite rows of {} columns", used.size(), table.cols()),
                    fmt::format("At least {} rows and 2 columns are needed.", kFewestRows));

    const int layouts = options.layout ? 1 : 2;
    PairFitter fitter(table, std::move(used), layouts + (options.shuffledRows ? 1 : 0), job);
    result.layout = options.layout.value_or(Layout::Interleaved);
    PESCOPE_TRY(first, fitter(result.layout, fitter.used()));
    result.pairs = std::move(first);
    result.rSquared = overall(result.pairs);
    if (!options.layout) {
        PESCOPE_TRY(other, fitter(Layout::Halves, fitter.used()));
        result.rSquaredOtherLayout = overall(other);
        if (*result.rSquaredOtherLayout > result.rSquared) {
            result.layout = Layout::Halves;
            result.pairs = std::move(other);
            std::swap(*result.rSquaredOtherLayout, result.rSquared);
        }
    }
    if (std::ranges::all_of(result.pairs, [](const PairFit& pair) { return pair.fit.total == 0; }))
        return fail(ErrorCode::Numeric, fmt::format("all {} columns are constant", 2 * result.pairs.size()),
                    "There is no frequency to fit; choose another encoding.");
    if (options.shuffledRows) {
        std::vector<Index> order = fitter.used();
        std::mt19937_64 random(options.seed);
        for (std::size_t place = order.size() - 1; place > 0; --place)
            std::swap(order[place], order[random() % (place + 1)]);
        PESCOPE_TRY(shuffled, fitter(result.layout, order));
        result.rSquaredShuffled = overall(shuffled);
    }
    return result;
}

} // namespace

double PairFit::rSquared() const
{
    return fit.total > 0 ? 1 - fit.residual / fit.total : 1;
}

std::vector<double> OmegaFit::omega() const
{
    std::vector<double> all;
    all.reserve(pairs.size());
    for (const PairFit& pair : pairs)
        all.push_back(pair.fit.omega);
    return all;
}

std::vector<double> OmegaFit::fastestFirst() const
{
    std::vector<double> all = omega();
    std::ranges::sort(all, std::greater<>());
    return all;
}

encoding::SinusoidSpec OmegaFit::sinusoid(Index length) const
{
    encoding::SinusoidSpec spec;
    spec.freeOmega = fastestFirst();
    spec.dim = static_cast<int>(2 * spec.freeOmega.size());
    spec.layout = layout;
    spec.length = length;
    return spec;
}

Result<OmegaFit> fitOmega(const Table& table, const OmegaFitOptions& options, const JobContext& job)
{
    return runGuarded([&] { return measure(table, options, job); });
}

} // namespace pescope::analysis
