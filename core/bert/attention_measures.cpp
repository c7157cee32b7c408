// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/attention_measures.h"

#include "core/analysis/property_tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace pescope::bert {
namespace {

using tables::Index;
using tables::MatrixD;

constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
/// Share of the largest value below which a difference of float32 attention is rounding.
constexpr double kRounding = 1e-5;
/// The same of logits, which are sums of larger terms of both signs: a factor of 1.00001 between two weights.
constexpr double kLogitRounding = 1e-5;

/// Sum and number, for means of what is there.
struct Mean {
    double sum = 0;
    Index count = 0;

    void add(double value)
    {
        sum += value;
        ++count;
    }
    [[nodiscard]] double value() const { return count > 0 ? sum / static_cast<double>(count) : kUndefined; }
};

/// Values off the diagonal that differ by rounding alone become one value, and those on it that are no other.
void evenOut(MatrixD& s)
{
    const Index n = s.rows();
    if (n < 2)
        return;
    double least = s(0, 1), most = s(0, 1);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            if (i != j) {
                least = std::min(least, s(i, j));
                most = std::max(most, s(i, j));
            }
    const double noise = std::max(kRounding * s.cwiseAbs().maxCoeff(), kLogitRounding);
    if (most - least > noise)
        return;
    const double middle = (least + most) / 2;
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            if (i != j || std::abs(s(i, i) - middle) <= noise)
                s(i, j) = middle;
}

/// Keys that are no padding.
Index realKeys(const TokenRoles& roles)
{
    return std::ssize(roles) - std::ranges::count(roles, TokenRole::Padding);
}

double rowEntropy(const MatrixD& weights, const TokenRoles& roles, Index i)
{
    double sum = 0;
    for (Index j = 0; j < weights.cols(); ++j)
        if (const double p = weights(i, j); p > 0 && roles[static_cast<std::size_t>(j)] != TokenRole::Padding)
            sum -= p * std::log(p);
    return std::max(0.0, sum);
}

/// Measures of the distance between a query and what it looks at.
class Distances {
public:
    Distances(const MatrixD& weights, const std::vector<Index>& places)
        : m_weights(weights)
        , m_places(places)
        , m_measured(static_cast<std::size_t>(weights.rows()), false)
    {
        for (const Index place : places)
            m_measured[static_cast<std::size_t>(place)] = true;
        for (const Index i : places) {
            addDistance(i);
            addMirror(i);
            addStrongest(i);
        }
    }

    void put(HeadMeasures& result) const
    {
        value(result, HeadMeasure::Locality) = m_locality.value();
        value(result, HeadMeasure::MeanDistance) = m_distance.value();
        value(result, HeadMeasure::MirrorSymmetry) = 1 - m_mirror.value();
        // With as many queries each the nearer distance counts, and of two mirrored ones the token before.
        Index most = 0;
        for (const auto& [m, hits] : m_strongest) {
            const Index best = result.strongestDistance;
            const bool nearer = std::abs(m) < std::abs(best) || (std::abs(m) == std::abs(best) && m > best);
            if (hits > most || (hits == most && nearer)) {
                most = hits;
                result.strongestDistance = m;
            }
        }
        if (most == 0) {
            value(result, HeadMeasure::StrongestShare) = m_places.empty() ? kUndefined : 0.0;
            return;
        }
        const auto queries =
            std::ranges::count_if(m_places, [&](Index i) { return measured(i - result.strongestDistance); });
        value(result, HeadMeasure::StrongestShare) = static_cast<double>(most) / static_cast<double>(queries);
    }

private:
    [[nodiscard]] bool measured(Index place) const
    {
        return place >= 0 && place < m_weights.rows() && m_measured[static_cast<std::size_t>(place)];
    }

    void addDistance(Index i)
    {
        double all = 0, near = 0, far = 0;
        for (const Index j : m_places) {
            const double weight = m_weights(i, j);
            const auto distance = static_cast<double>(std::abs(i - j));
            all += weight;
            near += weight * std::exp2(-distance);
            far += weight * distance;
        }
        if (all > 0) {
            m_locality.add(near / all);
            m_distance.add(far / all);
        }
    }

    void addMirror(Index i)
    {
        std::vector<double> differences;
        double largest = 0;
        for (Index k = 1; k <= std::min(i, m_weights.rows() - 1 - i); ++k)
            if (measured(i - k) && measured(i + k)) {
                differences.push_back(std::abs(m_weights(i, i - k) - m_weights(i, i + k)));
                largest = std::max({largest, m_weights(i, i - k), m_weights(i, i + k)});
            }
        if (differences.empty())
            return;
        const auto [least, most] = std::ranges::minmax(differences);
        const double range = most - least;
        for (const double difference : differences)
            m_mirror.add(range > kRounding * largest ? (difference - least) / range : 0.0);
    }

    void addStrongest(Index i)
    {
        double largest = -1;
        Index strongest = 0;
        bool single = false;
        for (const Index j : m_places) {
            if (m_weights(i, j) > largest) {
                largest = m_weights(i, j);
                strongest = j;
                single = true;
            } else if (m_weights(i, j) == largest) {
                single = false;
            }
        }
        if (single)
            ++m_strongest[i - strongest];
    }

    const MatrixD& m_weights;
    const std::vector<Index>& m_places;
    std::vector<bool> m_measured;
    Mean m_locality, m_distance, m_mirror;
    std::map<Index, Index> m_strongest; ///< queries by the distance of their strongest key
};

void putSpecial(HeadMeasures& result, const MatrixD& weights, const TokenRoles& roles, const std::vector<Index>& places)
{
    const auto first = std::ranges::find(roles, TokenRole::Special);
    if (first == roles.end())
        return;
    const auto meanOn = [&](Index key) {
        Mean mean;
        for (const Index i : places)
            mean.add(weights(i, key));
        return mean.value();
    };
    const Index firstKey = first - roles.begin();
    value(result, HeadMeasure::FirstSpecial) = meanOn(firstKey);
    Index lastKey = std::ssize(roles) - 1;
    while (roles[static_cast<std::size_t>(lastKey)] != TokenRole::Special)
        --lastKey;
    if (lastKey != firstKey)
        value(result, HeadMeasure::LastSpecial) = meanOn(lastKey);
}

} // namespace

Status checkAttention(const MatrixD& weights, const TokenRoles& roles)
{
    if (weights.rows() != weights.cols() || weights.rows() != std::ssize(roles))
        return fail(ErrorCode::Shape,
                    fmt::format("an attention map of {} × {} for a text of {} tokens", weights.rows(), weights.cols(),
                                roles.size()),
                    "Give one row and one column for each token.");
    for (Index i = 0; i < weights.rows(); ++i) {
        if (roles[static_cast<std::size_t>(i)] == TokenRole::Padding)
            continue;
        for (Index j = 0; j < weights.cols(); ++j)
            if (!(weights(i, j) >= 0) || !std::isfinite(weights(i, j)))
                return fail(ErrorCode::Numeric,
                            fmt::format("the attention of query {} to key {} is {}", i, j, weights(i, j)),
                            "Give the weights after the softmax.");
        constexpr double kSlack = 1e-3;
        if (const double sum = weights.row(i).sum(); std::abs(sum - 1) > kSlack)
            return fail(ErrorCode::Numeric, fmt::format("the attention of query {} sums to {:.6g}, not to 1", i, sum),
                        "Give the weights after the softmax.");
    }
    return ok();
}

Result<proximity::Profile> weightByDistance(const MatrixD& weights, const TokenRoles& roles,
                                            const MeasureOptions& options)
{
    if (Status good = checkAttention(weights, roles); !good)
        return std::unexpected(std::move(good).error());
    const Index n = weights.rows();
    const auto size = static_cast<std::size_t>(std::max<Index>(0, 2 * n - 1));
    proximity::Profile profile{
        .firstOffset = 1 - n, .mean = std::vector<double>(size, 0.0), .count = std::vector<Index>(size, 0)};
    const std::vector<Index> places = measuredPlaces(roles, options.withSpecial);
    for (const Index i : places)
        for (const Index j : places) {
            const auto at = static_cast<std::size_t>(i - j + n - 1);
            profile.mean[at] += weights(i, j);
            ++profile.count[at];
        }
    for (std::size_t k = 0; k < size; ++k)
        profile.mean[k] = profile.count[k] > 0 ? profile.mean[k] / static_cast<double>(profile.count[k]) : kUndefined;
    return profile;
}

Result<std::vector<double>> rowEntropies(const MatrixD& weights, const TokenRoles& roles)
{
    if (Status good = checkAttention(weights, roles); !good)
        return std::unexpected(std::move(good).error());
    std::vector<double> entropies;
    entropies.reserve(static_cast<std::size_t>(weights.rows()));
    for (Index i = 0; i < weights.rows(); ++i)
        entropies.push_back(roles[static_cast<std::size_t>(i)] == TokenRole::Padding ? kUndefined
                                                                                     : rowEntropy(weights, roles, i));
    return entropies;
}

Result<LogitProperties> logitProperties(const MatrixD& logits, const std::vector<Index>& places, Index window)
{
    if (window < 1)
        return fail(ErrorCode::Shape, fmt::format("a window of {} tokens", window),
                    "The window W of the local monotonicity is at least 1.");
    LogitProperties result;
    const Index n = std::ssize(places);
    if (n == 0)
        return result;
    MatrixD s(n, n);
    for (Index r = 0; r < n; ++r)
        for (Index c = 0; c < n; ++c) {
            const Index i = places[static_cast<std::size_t>(r)], j = places[static_cast<std::size_t>(c)];
            s(r, c) = logits(i, j);
            if (!std::isfinite(s(r, c)))
                return fail(ErrorCode::Numeric,
                            fmt::format("the attention logit of query {} and key {} is {}", i, j, s(r, c)),
                            "The model's numbers overflow on this text; try another text or model.");
        }
    evenOut(s);
    const analysis::OffsetMeans means = analysis::offsetMeans(s);
    const Eigen::VectorXd firstColumn = s.col(0);
    const auto size = static_cast<std::size_t>(n);
    analysis::PropertyTally tally(n, window, means, {{s.data(), size}, {firstColumn.data(), size}}, false);
    for (Index i = 0; i < n; ++i)
        tally.addRow(i, s.data() + i * n, s.data() + i, n);
    const analysis::Properties found = tally.finish();
    const auto numberOf = [](const analysis::Property& property) { return property.value.value_or(kUndefined); };
    result.translationInvariance = numberOf(found.translationInvariance);
    result.symmetry = numberOf(found.symmetry);
    result.monotonicity = numberOf(found.monotonicity);
    result.monotonicityLocal = numberOf(found.monotonicityLocal);
    result.constant = found.degenerate;
    return result;
}

Result<HeadMeasures> headMeasures(const MatrixD& weights, const MatrixD& logits, const TokenRoles& roles,
                                  const MeasureOptions& options)
{
    return runGuarded([&]() -> Result<HeadMeasures> {
        if (Status good = checkAttention(weights, roles); !good)
            return std::unexpected(std::move(good).error());
        if (logits.rows() != weights.rows() || logits.cols() != weights.cols())
            return fail(ErrorCode::Shape,
                        fmt::format("logits of {} × {} for weights of {} × {}", logits.rows(), logits.cols(),
                                    weights.rows(), weights.cols()),
                        "Give both of the same head and text.");
        const std::vector<Index> places = measuredPlaces(roles, options.withSpecial);
        HeadMeasures result;
        result.tokens = std::ssize(places);
        PESCOPE_TRY(properties, logitProperties(logits, places, options.window));
        value(result, HeadMeasure::TranslationInvariance) = properties.translationInvariance;
        value(result, HeadMeasure::Symmetry) = properties.symmetry;
        value(result, HeadMeasure::Monotonicity) = properties.monotonicity;
        value(result, HeadMeasure::MonotonicityLocal) = properties.monotonicityLocal;
        result.constantLogits = properties.constant;

        Distances(weights, places).put(result);
        Mean entropy;
        for (const Index i : places)
            entropy.add(rowEntropy(weights, roles, i));
        value(result, HeadMeasure::Entropy) = entropy.value();
        if (const Index keys = realKeys(roles); keys > 1)
            value(result, HeadMeasure::NormalisedEntropy) = entropy.value() / std::log(static_cast<double>(keys));
        putSpecial(result, weights, roles, places);
        return result;
    });
}

} // namespace pescope::bert
