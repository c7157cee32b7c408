// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/statistics.h"

#include <unsupported/Eigen/FFT>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numeric>
#include <random>
#include <utility>

namespace pescope::proximity {
namespace {

constexpr Index kSampleSide = 512; ///< rows and columns of a sample: 512² is kSampleSize
constexpr Index kDirectProfile = 64; ///< rows up to which the direct sum over pairs is quicker than the FFT

void sortWithWeights(ValueSample& sample)
{
    // pairs, not indexes: the sort then reads memory in order, which is most of its time
    std::vector<std::pair<float, float>> pairs(sample.values.size());
    for (std::size_t k = 0; k < pairs.size(); ++k)
        pairs[k] = {sample.values[k], sample.weights[k]};
    std::ranges::sort(pairs, {}, &std::pair<float, float>::first);
    for (std::size_t k = 0; k < pairs.size(); ++k) {
        sample.values[k] = pairs[k].first;
        sample.weights[k] = pairs[k].second;
    }
}

// A seeded choice without repetition, ascending. The generator and the selection are spelled out because the
// distributions of the standard library differ between implementations.
std::vector<Index> chooseIndexes(Index count, Index wanted, std::mt19937_64& random)
{
    std::vector<Index> chosen;
    if (count <= wanted) {
        chosen.resize(static_cast<std::size_t>(count));
        std::iota(chosen.begin(), chosen.end(), Index{0});
        return chosen;
    }
    // one from each of `wanted` equal stretches: spread over the whole matrix, and no two the same
    for (Index k = 0; k < wanted; ++k) {
        const Index begin = count * k / wanted;
        const Index end = count * (k + 1) / wanted;
        chosen.push_back(begin + static_cast<Index>(random() % static_cast<std::uint64_t>(end - begin)));
    }
    return chosen;
}

class Range {
public:
    void add(double value)
    {
        if (!std::isfinite(value))
            return;
        m_min = std::min(m_min, value);
        m_max = std::max(m_max, value);
    }
    void store(ValueSample& sample) const
    {
        if (m_min <= m_max) {
            sample.min = m_min;
            sample.max = m_max;
        }
    }

private:
    double m_min = std::numeric_limits<double>::infinity();
    double m_max = -std::numeric_limits<double>::infinity();
};

std::vector<char> usableRows(const RowSet& left, const RowSet& right)
{
    std::vector<char> usable(static_cast<std::size_t>(left.rows()), 1);
    for (const RowSet* rows : {&left, &right})
        for (const Index i : rows->bad())
            usable[static_cast<std::size_t>(i)] = 0;
    return usable;
}

/// Cross-correlation of pairs of real columns, two at a time as real and imaginary part.
class Correlation {
public:
    explicit Correlation(Index rows)
        : m_rows(rows)
        , m_total(0)
    {
        while (m_length < 2 * rows)
            m_length *= 2;
        m_total.assign(static_cast<std::size_t>(m_length), {});
        m_input.assign(static_cast<std::size_t>(m_length), {});
    }

    void add(const std::vector<std::complex<double>>& left, const std::vector<std::complex<double>>* right)
    {
        transform(left, m_left);
        if (right) {
            transform(*right, m_right);
            for (std::size_t k = 0; k < m_total.size(); ++k)
                m_total[k] += m_left[k] * std::conj(m_right[k]);
        } else {
            for (std::size_t k = 0; k < m_total.size(); ++k)
                m_total[k] += std::norm(m_left[k]);
        }
    }

    /// Real part at m = −(rows − 1) … rows − 1.
    [[nodiscard]] std::vector<double> sums()
    {
        std::vector<std::complex<double>> time;
        m_fft.inv(time, m_total);
        std::vector<double> result;
        for (Index m = -(m_rows - 1); m < m_rows; ++m)
            result.push_back(time[static_cast<std::size_t>(m < 0 ? m + m_length : m)].real());
        return result;
    }

private:
    void transform(const std::vector<std::complex<double>>& column, std::vector<std::complex<double>>& out)
    {
        std::ranges::copy(column, m_input.begin()); // what follows stays 0
        m_fft.fwd(out, m_input);
    }

    Index m_rows;
    Index m_length = 1;
    Eigen::FFT<double> m_fft;
    std::vector<std::complex<double>> m_total, m_input, m_left, m_right;
};

OffsetSums directSums(const RowSet& left, const RowSet& right, const std::vector<char>& usable, OffsetSums sums)
{
    const Index n = left.rows();
    tables::MatrixD l(n, left.dims()), r(n, right.dims());
    for (Index i = 0; i < n; ++i) {
        left.row(i, l.row(i).data());
        right.row(i, r.row(i).data());
    }
    const tables::MatrixD products = l * r.transpose();
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            if (usable[static_cast<std::size_t>(i)] && usable[static_cast<std::size_t>(j)]) {
                sums.sum[static_cast<std::size_t>(i - j + n - 1)] += products(i, j);
                ++sums.count[static_cast<std::size_t>(i - j + n - 1)];
            }
    return sums;
}

} // namespace

Profile emptyProfile(Index rows, Index columns)
{
    Profile profile{.firstOffset = -(columns - 1), .mean = {}, .count = {}};
    for (Index m = -(columns - 1); m < rows; ++m)
        profile.count.push_back(std::min(rows, columns + m) - std::max(Index{0}, m));
    profile.mean.assign(profile.count.size(), 0.0);
    return profile;
}

ValueSample sampleByOffset(std::span<const double> f, std::span<const Index> count, Index diagonal)
{
    ValueSample sample;
    Range range;
    const auto size = static_cast<Index>(f.size());
    const Index stride = (size + kOffsetSample - 1) / kOffsetSample;
    sample.exact = stride <= 1;
    for (Index t = 0; t < size; ++t) {
        const auto at = static_cast<std::size_t>(t);
        range.add(f[at]);
        if (!std::isfinite(f[at]))
            sample.notFinite += count[at];
        else if (t != diagonal && t % std::max<Index>(stride, 1) == 0) {
            sample.values.push_back(static_cast<float>(f[at]));
            sample.weights.push_back(static_cast<float>(count[at]));
        }
    }
    range.store(sample);
    sortWithWeights(sample);
    return sample;
}

Result<ValueSample> sampleCells(const Kind& s, bool symmetric, const JobContext& job)
{
    return runGuarded([&]() -> Result<ValueSample> {
        ValueSample sample;
        Range range;
        const Index diagonal = std::min(s.rows(), s.columns());
        const double offDiagonal =
            static_cast<double>(s.rows()) * static_cast<double>(s.columns()) - static_cast<double>(diagonal);
        sample.exact = (symmetric ? offDiagonal / 2 : offDiagonal) <= static_cast<double>(kSampleSize);
        const bool half = symmetric && sample.exact;
        std::mt19937_64 random(20210503);
        const Index side = sample.exact ? std::max(s.rows(), s.columns()) : kSampleSide;
        const std::vector<Index> rows = chooseIndexes(s.rows(), side, random);
        const std::vector<Index> columns = chooseIndexes(s.columns(), side, random);
        PESCOPE_TRY(cells, s.cellsAt(rows, columns, job));
        for (Index a = 0; a < cells.rows(); ++a)
            for (Index b = 0; b < cells.cols(); ++b) {
                const double value = cells(a, b);
                const Index i = rows[static_cast<std::size_t>(a)];
                const Index j = columns[static_cast<std::size_t>(b)];
                range.add(value);
                if (i != j && (!half || i > j) && std::isfinite(value))
                    sample.values.push_back(static_cast<float>(value));
            }
        for (Index i = 0; i < diagonal && !sample.exact; ++i) {
            if (i % 4096 == 0 && job.stopRequested())
                return cancelled();
            range.add(s.value(i, i));
        }
        range.store(sample);
        std::ranges::sort(sample.values);
        return sample;
    });
}

Result<Profile> profileOfCells(const Kind& s, const JobContext& job)
{
    return runGuarded([&]() -> Result<Profile> {
        Profile profile = emptyProfile(s.rows(), s.columns());
        std::ranges::fill(profile.count, 0);
        const Index together = std::clamp<Index>((Index{1} << 22) / s.columns(), 1, s.rows());
        for (Index first = 0; first < s.rows(); first += together) {
            const Index end = std::min(first + together, s.rows());
            PESCOPE_TRY(cells, s.cells(first, end, 0, s.columns(), job));
            for (Index i = first; i < end; ++i)
                for (Index j = 0; j < s.columns(); ++j)
                    if (const double value = cells(i - first, j); std::isfinite(value)) {
                        profile.mean[static_cast<std::size_t>(i - j - profile.firstOffset)] += value;
                        ++profile.count[static_cast<std::size_t>(i - j - profile.firstOffset)];
                    }
            job.report(static_cast<double>(end) / static_cast<double>(s.rows()), "Profile by offset");
        }
        for (std::size_t t = 0; t < profile.mean.size(); ++t)
            profile.mean[t] = profile.count[t] > 0 ? profile.mean[t] / static_cast<double>(profile.count[t])
                                                   : std::numeric_limits<double>::quiet_NaN();
        return profile;
    });
}

Index countNotFinite(const Kind& s)
{
    if (!s.anyNotFinite())
        return 0;
    Index total = 0;
    std::vector<char> flags(static_cast<std::size_t>(s.columns()));
    for (Index i = 0; i < s.rows(); ++i) {
        std::ranges::fill(flags, 0);
        s.markNotFinite(i, flags);
        total += std::ranges::count(flags, 1);
    }
    return total;
}

Result<OffsetSums> offsetSums(const RowSet& left, const RowSet& right, const JobContext& job)
{
    return runGuarded([&]() -> Result<OffsetSums> {
        const Index n = left.rows();
        const Index dims = left.dims();
        const std::vector<char> usable = usableRows(left, right);
        OffsetSums sums;
        sums.sum.assign(static_cast<std::size_t>(2 * n - 1), 0.0);
        sums.count.assign(sums.sum.size(), 0);
        if (n <= kDirectProfile)
            return directSums(left, right, usable, std::move(sums));

        const bool same = &left == &right;
        Correlation correlation(n);
        using Columns = std::vector<std::vector<std::complex<double>>>;
        // rows come one at a time, so columns are gathered a few at a time, in about 32 MB
        const Index together = std::clamp<Index>((Index{1} << 21) / n, 1, (dims + 1) / 2);
        std::vector<double> row(static_cast<std::size_t>(dims));
        const auto gather = [&](const RowSet& rows, Index firstPair, Index pairs) {
            Columns columns(static_cast<std::size_t>(pairs),
                            std::vector<std::complex<double>>(static_cast<std::size_t>(n)));
            for (Index i = 0; i < n; ++i) {
                if (!usable[static_cast<std::size_t>(i)])
                    continue;
                rows.row(i, row.data());
                for (Index p = 0; p < pairs; ++p) {
                    const auto d = static_cast<std::size_t>(2 * (firstPair + p));
                    columns[static_cast<std::size_t>(p)][static_cast<std::size_t>(i)] = {
                        row[d], d + 1 < row.size() ? row[d + 1] : 0.0};
                }
            }
            return columns;
        };
        const Index allPairs = (dims + 1) / 2;
        for (Index first = 0; first < allPairs; first += together) {
            const Index pairs = std::min(together, allPairs - first);
            const Columns l = gather(left, first, pairs);
            const Columns r = same ? Columns{} : gather(right, first, pairs);
            for (std::size_t p = 0; p < l.size(); ++p) {
                if (job.stopRequested())
                    return cancelled();
                correlation.add(l[p], same ? nullptr : &r[p]);
            }
            job.report(static_cast<double>(first + pairs) / static_cast<double>(allPairs), "Profile by offset");
        }
        sums.sum = correlation.sums();

        if (std::ranges::all_of(usable, [](char c) { return c != 0; })) {
            sums.count = emptyProfile(n, n).count;
            return sums;
        }
        Correlation mask(n);
        mask.add(std::vector<std::complex<double>>(usable.begin(), usable.end()), nullptr);
        std::ranges::transform(mask.sums(), sums.count.begin(), [](double x) { return std::llround(x); });
        return sums;
    });
}

void addTermSums(std::span<const double> term, const std::vector<char>& usable, std::vector<double>& sum)
{
    const auto n = static_cast<Index>(term.size());
    const bool all = std::ranges::all_of(usable, [](char c) { return c != 0; });
    if (all) {
        // Σ over i ≥ m of term_i and over j < n − m of term_j, from running sums
        std::vector<double> before(term.size() + 1, 0.0);
        std::partial_sum(term.begin(), term.end(), before.begin() + 1);
        for (Index m = 0; m < n; ++m) {
            const double both = (before[static_cast<std::size_t>(n)] - before[static_cast<std::size_t>(m)])
                + before[static_cast<std::size_t>(n - m)];
            sum[static_cast<std::size_t>(n - 1 + m)] += both;
            if (m > 0)
                sum[static_cast<std::size_t>(n - 1 - m)] += both;
        }
        return;
    }
    Correlation correlation(n);
    std::vector<std::complex<double>> values(term.size()), mask(usable.begin(), usable.end());
    for (std::size_t i = 0; i < term.size(); ++i)
        values[i] = usable[i] ? term[i] : 0.0;
    correlation.add(values, &mask);
    const std::vector<double> one = correlation.sums(); // Σ term_i over usable pairs; the other side is its mirror
    for (std::size_t t = 0; t < one.size(); ++t)
        sum[t] += one[t] + one[one.size() - 1 - t];
}

} // namespace pescope::proximity
