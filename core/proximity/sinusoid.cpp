// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/sinusoid.h"

#include "core/proximity/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pescope::proximity {
namespace {

/// ψ of a sequence up to this long is made once; a picture of it then costs its pixels alone.
constexpr Index kStoredLength = 8192;
/// A window of offsets that is made for one picture without asking further.
constexpr Index kSmallWindow = 8192;
/// Beyond this the table of offsets itself would be large.
constexpr Index kLargestWindow = Index{1} << 23;
/// Time for one value of the closed second sum ÷ time for one value of ψ in sequence (measured 8 to 15).
constexpr Index kClosedCost = 10;

/// ψ(0) − ψ(m) below this share of ψ(0) is computed from squared sines.
constexpr double kCancelled = 1e-3;

} // namespace

SinusoidProximity::SinusoidProximity(std::vector<double> omega, Metric metric, Index length, Index firstPosition,
                                     std::shared_ptr<const compute::Backend> backend, SinusoidRowMeaning meaning)
    : SinusoidProximity(
          [&] {
              PESCOPE_EXPECTS(!omega.empty() && length >= 1 && backend);
              auto source = std::make_shared<Source>(Source{.omega = {},
                                                            .frequencies = kernel::Frequencies(omega),
                                                            .metric = metric,
                                                            .length = length,
                                                            .firstPosition = firstPosition,
                                                            .meaning = meaning,
                                                            .values = {},
                                                            .meanRow = {},
                                                            .term = {},
                                                            .termBefore = {},
                                                            .rows = {},
                                                            .backend = std::move(backend)});
              source->omega = std::move(omega);
              const auto pairs = static_cast<double>(source->omega.size()); // ψ(0), and ‖p‖² of every row
              if (metric == Metric::Scaled || metric == Metric::Cosine)
                  source->factor = 1 / pairs;
              if (metric == Metric::Distance) {
                  source->factor = 2;
                  source->constant = -2 * pairs;
              }
              source->rows = std::make_shared<SinusoidRows>(source->omega, std::span<const double>{}, length);
              if (metric == Metric::Centred) {
                  const double edges[] = {0.0, static_cast<double>(length)};
                  source->meanRow = source->rows->means(edges);
                  source->rows =
                      std::make_shared<SinusoidRows>(source->omega, std::span<const double>{}, length, source->meanRow);
              }
              return source;
          }(),
          length, length)
{
    if (length <= kStoredLength) {
        auto stored = std::make_shared<Source>(*m_source);
        stored->values = valuesAt(0, length);
        if (metric == Metric::Centred) {
            // p̄·p_i is the mean of ψ(i − j) over all j
            const std::vector<double> before = runningSums(stored->values);
            const double square = stored->meanRow.squaredNorm();
            for (Index i = 0; i < length; ++i) {
                const double sum = before[static_cast<std::size_t>(i + 1)]
                    + before[static_cast<std::size_t>(length - i)] - stored->values.front();
                stored->term.push_back(square / 2 - sum / static_cast<double>(length));
            }
            stored->termBefore = runningSums(stored->term);
        }
        m_source = std::move(stored);
    }
}

SinusoidProximity::SinusoidProximity(std::shared_ptr<const Source> source, Index rows, Index columns)
    : m_source(std::move(source))
    , m_rows(rows)
    , m_columns(columns)
{
}

/// factor ψ + constant at offsets first … first + count − 1, first ≥ 0.
std::vector<double> SinusoidProximity::valuesAt(Index first, Index count) const
{
    const Source& source = *m_source;
    std::vector<double> values(static_cast<std::size_t>(count));
    if (!source.values.empty()) {
        std::copy_n(source.values.begin() + first, count, values.begin());
        return values;
    }
    source.frequencies.psi(first, values);
    const auto pairs = static_cast<double>(source.omega.size());
    for (std::size_t t = 0; t < values.size(); ++t) {
        if (source.metric == Metric::Distance && pairs - values[t] < kCancelled * pairs)
            values[t] = -2 * source.frequencies.drop(first + static_cast<Index>(t));
        else
            values[t] = source.factor * values[t] + source.constant;
    }
    return values;
}

const std::vector<double>& SinusoidProximity::allValues() const
{
    const Source& source = *m_source;
    if (!source.values.empty())
        return source.values;
    std::call_once(source.all->once, [&] { source.all->values = valuesAt(0, source.length); });
    return source.all->values;
}

/// The same over the open window; ψ is even, so only one sign is computed.
std::vector<double> SinusoidProximity::windowValues(OffsetWindow window) const
{
    const Index low = window.low + 1;
    const Index high = window.high - 1;
    if (low >= 0)
        return valuesAt(low, high - low + 1);
    std::vector<double> f(static_cast<std::size_t>(high - low + 1));
    const Index nearest = std::max<Index>(0, -high);
    const std::vector<double> half = valuesAt(nearest, std::max(high, -low) - nearest + 1);
    for (Index m = low; m <= high; ++m)
        f[static_cast<std::size_t>(m - low)] = half[static_cast<std::size_t>(std::abs(m) - nearest)];
    return f;
}

double SinusoidProximity::value(Index i, Index j) const
{
    PESCOPE_EXPECTS(i >= 0 && i < m_rows && j >= 0 && j < m_columns);
    const Source& source = *m_source;
    if (source.metric == Metric::Centred)
        return gram().value(i, j);
    const double drop = source.frequencies.drop(i - j);
    if (source.metric == Metric::Distance)
        return -2 * drop;
    return source.factor * (static_cast<double>(source.omega.size()) - drop);
}

GramProximity SinusoidProximity::gram() const
{
    const Source& source = *m_source;
    GramParts parts;
    parts.left = parts.right = source.rows;
    parts.factor = source.factor;
    if (source.constant != 0)
        parts.term.assign(static_cast<std::size_t>(source.length), source.constant / 2);
    return {std::move(parts), m_rows, m_columns, source.backend};
}

/// ‖p̄‖²/2 − p̄·(mean row of each stretch): twice this, for row and column, turns ψ into `centred`.
std::vector<double> SinusoidProximity::meanTerm(std::span<const double> edges) const
{
    const Source& source = *m_source;
    if (source.metric != Metric::Centred)
        return {};
    if (!source.term.empty())
        return stretchMeans(source.term, source.termBefore, edges);

    // Σ p̄·p_k over k < x is the sum of ψ over [0, x) × [0, N), ÷ N: G(x) − G(N − x) + G(N), linear between rows
    const Index n = source.length;
    std::vector<Index> wanted;
    for (const double edge : edges)
        for (const Index k : {static_cast<Index>(std::floor(edge)), static_cast<Index>(std::ceil(edge))})
            wanted.insert(wanted.end(), {k, n - k});
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    const std::vector<double> g = secondSums(wanted);
    const auto secondSum = [&](Index m) {
        return g[static_cast<std::size_t>(std::ranges::lower_bound(wanted, m) - wanted.begin())];
    };
    const auto sumBefore = [&](double edge) { // without G(N), which cancels
        const auto below = static_cast<Index>(std::floor(edge));
        const auto above = static_cast<Index>(std::ceil(edge));
        const double sum = secondSum(below) - secondSum(n - below);
        return sum + (edge - std::floor(edge)) * (secondSum(above) - secondSum(n - above) - sum);
    };
    const double square = source.meanRow.squaredNorm();
    std::vector<double> terms;
    double from = sumBefore(edges[0]);
    for (std::size_t b = 0; b + 1 < edges.size(); ++b) {
        const double to = sumBefore(edges[b + 1]);
        terms.push_back(square / 2 - (to - from) / (edges[b + 1] - edges[b]) / static_cast<double>(n));
        from = to;
    }
    return terms;
}

/// G at ascending offsets ≥ 0; runs of neighbours share their evaluations.
std::vector<double> SinusoidProximity::secondSums(const std::vector<Index>& offsets) const
{
    std::vector<double> values(offsets.size());
    for (std::size_t begin = 0; begin < offsets.size();) {
        std::size_t end = begin + 1;
        while (end < offsets.size() && end - begin < 4
               && offsets[end] == offsets[begin] + static_cast<Index>(end - begin))
            ++end;
        m_source->frequencies.secondSum(offsets[begin], std::span(values).subspan(begin, end - begin));
        begin = end;
    }
    return values;
}

/// Whether all distances are so small beside ψ(0) that they have to be summed from squared sines.
bool SinusoidProximity::cancels(Index farthest) const
{
    if (m_source->metric != Metric::Distance)
        return false;
    const auto squares = [&](double sum, double omega) {
        const double angle = omega * static_cast<double>(farthest);
        return sum + angle * angle / 2; // bounds 1 − cos
    };
    const double bound = std::accumulate(m_source->omega.begin(), m_source->omega.end(), 0.0, squares);
    return bound < 10 * kCancelled * static_cast<double>(m_source->omega.size());
}

SecondSum<double> SinusoidProximity::closedSecondSum(OffsetWindow window, const std::vector<Index>& corners) const
{
    std::vector<Index> wanted;
    for (const Index k : corners)
        for (const Index m : {k - 1, k, k + 1})
            wanted.push_back(std::abs(m)); // G is even
    std::ranges::sort(wanted);
    wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
    const std::vector<double> values = secondSums(wanted);
    SecondSum<double> g(window);
    for (std::size_t t = 0; t < wanted.size(); ++t)
        for (const Index m : {wanted[t], -wanted[t]})
            if (m >= window.low - 1 && m <= window.high + 1)
                g.at(m) = values[t];
    return g;
}

template<typename T, typename Sum>
Result<Image<T>> SinusoidProximity::draw(const Viewport& view, int width, int height, const JobContext& job) const
{
    return runGuarded([&]() -> Result<Image<T>> {
        const Source& source = *m_source;
        PESCOPE_TRY(grid, makeGrid(view, width, height, m_rows, m_columns));
        if (grid.rows.boxes() == 0 || grid.columns.boxes() == 0)
            return expand<T>(grid, {});
        constexpr bool exact = std::is_same_v<Sum, long double>;
        const OffsetWindow window = offsetWindow(grid);
        // one sign is enough, so a window around 0 costs half
        const Index computed = window.low < 0 && window.high > 0 ? std::max(window.high, -window.low) : window.size();
        const bool small = !source.values.empty() || computed <= kSmallWindow;
        const auto byGram = [&]() -> Result<Image<T>> {
            if constexpr (std::is_same_v<T, float>)
                return gram().image(view, width, height, job);
            else if constexpr (exact)
                return gram().imageExact(view, width, height, job);
            else
                return gram().screenImage(view, width, height, job);
        };
        if (!small && (exact || window.size() > kLargestWindow))
            return byGram();

        const std::vector<double> rowTerm = meanTerm(grid.rows.edges);
        const std::vector<double> columnTerm = grid.rows == grid.columns ? rowTerm : meanTerm(grid.columns.edges);
        if constexpr (!exact) {
            if (!small && !cancels(computed)) {
                std::vector<Index> corners;
                forCornerOffsets(grid, window, [&](Index k) { corners.push_back(k); });
                if (job.stopRequested())
                    return cancelled();
                if (static_cast<Index>(corners.size()) * kClosedCost < computed) {
                    const SecondSum<double> g = closedSecondSum(window, corners);
                    const BoxTerms terms{
                        .factor = source.factor, .constant = source.constant, .row = rowTerm, .column = columnTerm};
                    PESCOPE_TRY(boxes, (offsetBoxes<T, double>(grid, g, terms, job)));
                    return expand(grid, std::move(boxes));
                }
            }
        }
        const std::vector<double> f = windowValues(window);
        PESCOPE_TRY(boxes, (offsetPicture<T, Sum>(grid, window, f, {.row = rowTerm, .column = columnTerm}, job)));
        return expand(grid, std::move(boxes));
    });
}

Result<Image<float>> SinusoidProximity::image(const Viewport& view, int width, int height, const JobContext& job) const
{
    return draw<float, double>(view, width, height, job);
}

Result<Image<double>> SinusoidProximity::imageExact(const Viewport& view, int width, int height,
                                                    const JobContext& job) const
{
    return draw<double, long double>(view, width, height, job);
}

Result<Image<double>> SinusoidProximity::screenImage(const Viewport& view, int width, int height,
                                                     const JobContext& job) const
{
    return draw<double, double>(view, width, height, job);
}

Result<tables::MatrixD> SinusoidProximity::cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                                   const JobContext& job) const
{
    if (m_source->metric == Metric::Centred)
        return gram().cellsAt(rows, columns, job);
    return runGuarded([&]() -> Result<tables::MatrixD> {
        tables::MatrixD cells(static_cast<Index>(rows.size()), static_cast<Index>(columns.size()));
        if (cells.size() == 0)
            return cells;
        Index farthest = 0;
        Index nearest = m_rows + m_columns;
        for (const Index i : rows)
            for (const Index j : columns) {
                nearest = std::min(nearest, std::abs(i - j));
                farthest = std::max(farthest, std::abs(i - j));
            }
        const std::vector<double> f = valuesAt(nearest, farthest - nearest + 1);
        for (Index a = 0; a < cells.rows(); ++a) {
            if (job.stopRequested())
                return cancelled();
            for (Index b = 0; b < cells.cols(); ++b) {
                const Index m = rows[static_cast<std::size_t>(a)] - columns[static_cast<std::size_t>(b)];
                cells(a, b) = f[static_cast<std::size_t>(std::abs(m) - nearest)];
            }
        }
        return cells;
    });
}

Result<Profile> SinusoidProximity::profile(const JobContext&) const
{
    return runGuarded([&]() -> Result<Profile> {
        Profile profile = emptyProfile(m_rows, m_columns);
        const Index farthest = std::max(m_rows, m_columns);
        const std::vector<double>& f = allValues();
        for (std::size_t t = 0; t < profile.mean.size(); ++t)
            profile.mean[t] = f[static_cast<std::size_t>(std::abs(profile.firstOffset + static_cast<Index>(t)))];
        if (m_source->metric != Metric::Centred)
            return profile;
        std::vector<double> edges(static_cast<std::size_t>(farthest) + 1);
        std::iota(edges.begin(), edges.end(), 0.0);
        const std::vector<double> term = meanTerm(edges);
        const std::vector<double> before = runningSums(term);
        const auto sum = [&](Index from, Index to) {
            return before[static_cast<std::size_t>(to)] - before[static_cast<std::size_t>(from)];
        };
        for (std::size_t t = 0; t < profile.mean.size(); ++t) {
            const Index m = profile.firstOffset + static_cast<Index>(t);
            const Index i = std::max<Index>(0, m); // first pair of this offset
            const Index count = profile.count[t];
            profile.mean[t] += (sum(i, i + count) + sum(i - m, i - m + count)) / static_cast<double>(count);
        }
        return profile;
    });
}

Result<ValueSample> SinusoidProximity::sample(const JobContext& job) const
{
    if (m_source->metric == Metric::Centred)
        return sampleCells(*this, m_rows == m_columns, job);
    return runGuarded([&]() -> Result<ValueSample> {
        if (m_rows != m_columns) {
            const OffsetWindow window{.low = -m_columns, .high = m_rows};
            return sampleByOffset(windowValues(window), emptyProfile(m_rows, m_columns).count, m_columns - 1);
        }
        // even in m: one side stands for both
        std::vector<Index> count(static_cast<std::size_t>(m_rows));
        for (Index m = 0; m < m_rows; ++m)
            count[static_cast<std::size_t>(m)] = 2 * (m_rows - m);
        return sampleByOffset(std::span(allValues()).first(static_cast<std::size_t>(m_rows)), count, 0);
    });
}

SharedKind SinusoidProximity::leading(Index rows, Index columns) const
{
    return SharedKind(new SinusoidProximity(m_source, std::min(rows, m_rows), std::min(columns, m_columns)));
}

std::vector<double> SinusoidProximity::rowNorms() const
{
    if (m_source->meaning == SinusoidRowMeaning::None)
        return {};
    return std::vector<double>(static_cast<std::size_t>(m_rows),
                               std::sqrt(static_cast<double>(m_source->omega.size())));
}

} // namespace pescope::proximity
