// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/comparison.h"

#include <fmt/format.h>

#include <cmath>

namespace pescope::bert {

using tables::Index;
using tables::MatrixD;

namespace {

MatrixD cosinesOf(MatrixD rows)
{
    for (Index i = 0; i < rows.rows(); ++i)
        if (const double norm = rows.row(i).norm(); norm > 0)
            rows.row(i) /= norm;
    return rows * rows.transpose();
}

} // namespace

MatrixD cosineMap(const EncodedText& text, StateId state, Index sequence)
{
    return cosinesOf(text.hidden(state, sequence).cast<double>());
}

MatrixD cosineMapOf(const EncodedText& text, StateId state, const std::vector<Index>& places, Index sequence)
{
    const auto hidden = text.hidden(state, sequence);
    MatrixD rows(std::ssize(places), hidden.cols());
    for (Index k = 0; k < rows.rows(); ++k)
        rows.row(k) = hidden.row(places[static_cast<std::size_t>(k)]).cast<double>();
    return cosinesOf(std::move(rows));
}

double meanDifference(const MatrixD& a, const MatrixD& b, const std::vector<std::int64_t>& mask)
{
    const auto real = [&](Index i) {
        return static_cast<std::size_t>(i) >= mask.size() || mask[static_cast<std::size_t>(i)] != 0;
    };
    double sum = 0;
    Index pairs = 0;
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < a.cols(); ++j)
            if (i != j && real(i) && real(j)) {
                sum += std::abs(a(i, j) - b(i, j));
                ++pairs;
            }
    return pairs > 0 ? sum / static_cast<double>(pairs) : 0;
}

double jensenShannon(std::span<const float> p, std::span<const float> q)
{
    double sum = 0;
    for (std::size_t k = 0; k < p.size(); ++k) {
        const double a = p[k], b = q[k], middle = (a + b) / 2;
        if (a > 0)
            sum += a / 2 * std::log2(a / middle);
        if (b > 0)
            sum += b / 2 * std::log2(b / middle);
    }
    return std::max(0.0, sum);
}

namespace {

/// Mean over heads and query tokens that are not masked, of the first sequence.
double divergence(const AttentionMaps& a, const AttentionMaps& b, const std::vector<std::int64_t>& mask)
{
    double sum = 0;
    Index rows = 0;
    for (Index h = 0; h < a.heads; ++h) {
        const auto first = a.map(h), second = b.map(h);
        for (Index i = 0; i < a.tokens; ++i) {
            if (static_cast<std::size_t>(i) < mask.size() && mask[static_cast<std::size_t>(i)] == 0)
                continue;
            const auto length = static_cast<std::size_t>(a.tokens);
            sum += jensenShannon({first.row(i).data(), length}, {second.row(i).data(), length});
            ++rows;
        }
    }
    return rows > 0 ? sum / static_cast<double>(rows) : 0;
}

} // namespace

Result<ExchangeCurves> compareRuns(const Encoder& encoder, const EncodedText& original, const EncodedText& exchanged,
                                   const JobContext& job)
{
    if (original.input.ids != exchanged.input.ids || original.states.size() != exchanged.states.size())
        return fail(ErrorCode::Shape, "two runs of different texts", "Run both on the same text.");
    return runGuarded([&]() -> Result<ExchangeCurves> {
        ExchangeCurves curves;
        const int layers = encoder.info().config.layers;
        const std::vector<std::int64_t>& mask = original.input.mask;
        StateId state = StateId::embeddingOutput();
        curves.cosine.push_back(meanDifference(cosineMap(original, state), cosineMap(exchanged, state), mask));
        for (int number = 1; number <= layers; ++number) {
            if (job.stopRequested())
                return cancelled();
            const Layer layer{number};
            state = StateId::outputOf(layer);
            curves.cosine.push_back(meanDifference(cosineMap(original, state), cosineMap(exchanged, state), mask));
            PESCOPE_TRY(before, encoder.attention(original, layer, AttentionKind::Weights, job));
            PESCOPE_TRY(after, encoder.attention(exchanged, layer, AttentionKind::Weights, job));
            curves.divergence.push_back(divergence(before, after, mask));
            job.report(static_cast<double>(number) / layers, fmt::format("comparing layer {} of {}", number, layers));
        }
        return curves;
    });
}

} // namespace pescope::bert
