// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/spans.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::bert {
namespace {

using tables::Index;
using tables::MatrixD;

/// Mean over the queries of the weight that all keys together get.
double weightBetween(const AttentionMaps& maps, Index head, TokenSpan queries, TokenSpan keys)
{
    const auto block = maps.map(head).block(queries.begin, keys.begin, queries.size(), keys.size());
    return block.cast<double>().sum() / static_cast<double>(queries.size());
}

double cosine(const Eigen::RowVectorXd& a, const Eigen::RowVectorXd& b)
{
    const double norms = a.norm() * b.norm();
    return norms > 0 ? a.dot(b) / norms : 0;
}

struct Similarity {
    double ofMeans, mean;
};

Similarity similarity(const EncodedText& text, StateId state, TokenSpan a, TokenSpan b)
{
    const MatrixD first = text.hidden(state).middleRows(a.begin, a.size()).cast<double>();
    const MatrixD second = text.hidden(state).middleRows(b.begin, b.size()).cast<double>();
    double sum = 0;
    for (Index i = 0; i < first.rows(); ++i)
        for (Index j = 0; j < second.rows(); ++j)
            sum += cosine(first.row(i), second.row(j));
    return {.ofMeans = cosine(first.colwise().mean(), second.colwise().mean()),
            .mean = sum / static_cast<double>(a.size() * b.size())};
}

std::string written(TokenSpan span)
{
    return fmt::format("tokens {} … {}", span.begin, span.end - 1);
}

} // namespace

Status checkSpans(const EncoderInput& input, TokenSpan a, TokenSpan b)
{
    for (const TokenSpan span : {a, b}) {
        if (span.size() < 1)
            return fail(ErrorCode::Shape, fmt::format("the span from {} to {} is empty", span.begin, span.end),
                        "Mark at least one token.");
        if (span.begin < 0 || span.end > input.tokens)
            return fail(ErrorCode::Shape,
                        fmt::format("the span of {} reaches outside the text, which has {} tokens", written(span),
                                    input.tokens),
                        fmt::format("Mark tokens from 0 to {}.", input.tokens - 1));
        for (Index t = span.begin; t < span.end; ++t)
            if (!input.mask.empty() && input.mask[static_cast<std::size_t>(t)] == 0)
                return fail(ErrorCode::Shape, fmt::format("token {} of the span of {} is masked", t, written(span)),
                            "Mark tokens of the text, no padding.");
    }
    if (std::max(a.begin, b.begin) < std::min(a.end, b.end))
        return fail(ErrorCode::Shape, fmt::format("the spans of {} and {} overlap", written(a), written(b)),
                    "Mark two spans without a common token.");
    return ok();
}

Result<SpanCurves> spanCurves(const Encoder& encoder, const EncodedText& text, TokenSpan a, TokenSpan b,
                              const JobContext& job)
{
    return runGuarded([&]() -> Result<SpanCurves> {
        if (Status good = checkSpans(text.input, a, b); !good)
            return std::unexpected(std::move(good).error());
        const int layers = encoder.info().config.layers;
        const Index heads = encoder.info().config.heads;
        SpanCurves curves;
        curves.fromAToBByHead.resize(layers, heads);
        curves.fromBToAByHead.resize(layers, heads);
        Index real = text.input.tokens;
        if (!text.input.mask.empty())
            real = std::count(text.input.mask.begin(), text.input.mask.begin() + text.input.tokens, 1);
        curves.alikeAToB = static_cast<double>(b.size()) / static_cast<double>(real);
        curves.alikeBToA = static_cast<double>(a.size()) / static_cast<double>(real);

        const auto addState = [&](StateId state) -> Status {
            if (!text.has(state))
                return fail(ErrorCode::Shape, fmt::format("the {} was not kept", state.text()),
                            "Run the text again and keep all states.");
            const Similarity found = similarity(text, state, a, b);
            curves.cosineOfMeans.push_back(found.ofMeans);
            curves.meanCosine.push_back(found.mean);
            return ok();
        };
        if (Status added = addState(StateId::embeddingOutput()); !added)
            return std::unexpected(std::move(added).error());
        for (Layer layer; layer.number <= layers; ++layer.number) {
            if (job.stopRequested())
                return cancelled();
            if (Status added = addState(StateId::outputOf(layer)); !added)
                return std::unexpected(std::move(added).error());
            PESCOPE_TRY(maps, encoder.attention(text, layer, AttentionKind::Weights, job));
            const Index row = layer.number - 1;
            for (Index head = 0; head < heads; ++head) {
                curves.fromAToBByHead(row, head) = weightBetween(maps, head, a, b);
                curves.fromBToAByHead(row, head) = weightBetween(maps, head, b, a);
            }
            curves.fromAToB.push_back(curves.fromAToBByHead.row(row).mean());
            curves.fromBToA.push_back(curves.fromBToAByHead.row(row).mean());
            job.report(static_cast<double>(layer.number) / layers,
                       fmt::format("spans in layer {} of {}", layer.number, layers));
        }
        return curves;
    });
}

} // namespace pescope::bert
