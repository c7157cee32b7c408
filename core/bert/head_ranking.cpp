// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/head_ranking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pescope::bert {

using tables::Index;

Result<std::vector<MeasuredHead>> measureHeads(const Encoder& encoder, const EncodedText& text, const TokenRoles& roles,
                                               const MeasureOptions& options, const JobContext& job)
{
    return runGuarded([&]() -> Result<std::vector<MeasuredHead>> {
        std::vector<MeasuredHead> heads;
        const int layers = encoder.info().config.layers;
        for (Layer layer; layer.number <= layers; ++layer.number) {
            PESCOPE_TRY(weights, encoder.attention(text, layer, AttentionKind::Weights, job));
            PESCOPE_TRY(logits, encoder.attention(text, layer, AttentionKind::Logits, job));
            for (Index head = 0; head < weights.heads; ++head) {
                if (job.stopRequested())
                    return cancelled();
                auto measured =
                    headMeasures(weights.map(head).cast<double>(), logits.map(head).cast<double>(), roles, options);
                if (!measured)
                    return std::unexpected(
                        withContext(std::move(measured).error(), fmt::format("layer {}, head {}", layer.number, head)));
                heads.push_back({.layer = layer, .head = head, .measures = *measured});
            }
            job.report(static_cast<double>(layer.number) / layers,
                       fmt::format("heads of layer {} of {}", layer.number, layers));
        }
        return heads;
    });
}

Result<std::vector<MeasuredHead>> measureHeads(const Encoder& encoder, const EncoderInput& input,
                                               const PositionScheme& scheme, const TokenRoles& roles,
                                               const MeasureOptions& options, const JobContext& job)
{
    PESCOPE_TRY(text, encoder.run(input, scheme, {}, job));
    return measureHeads(encoder, text, roles, options, job);
}

std::vector<std::size_t> rankHeads(std::span<const MeasuredHead> heads, HeadMeasure measure, Ranking ranking)
{
    const bool lowest = ranking == Ranking::LowestFirst
        || (ranking == Ranking::PositionalFirst && positional(measure) == Positional::WhenLow);
    std::vector<std::size_t> order(heads.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        const double first = value(heads[a].measures, measure);
        const double second = value(heads[b].measures, measure);
        if (std::isnan(first) || std::isnan(second))
            return !std::isnan(first) && std::isnan(second);
        return lowest ? first < second : first > second;
    });
    return order;
}

} // namespace pescope::bert
