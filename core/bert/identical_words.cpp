// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/identical_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pescope::bert {
namespace {

using tables::Index;

/// Attention numbers of one batch and layer: 64 MB of floats.
constexpr Index kBatchNumbers = Index{1} << 24;
constexpr Index kMostTexts = 16;

EncoderInput batchOf(const IdenticalWords& request, Index begin, Index count)
{
    EncoderInput input{.sequences = count, .tokens = request.tokens, .ids = {}, .mask = {}, .segments = {}};
    for (Index w = begin; w < begin + count; ++w)
        for (Index t = 0; t < request.tokens; ++t) {
            const bool opens = t == 0 && request.first;
            const bool closes = t == request.tokens - 1 && request.last;
            input.ids.push_back(opens        ? *request.first
                                    : closes ? *request.last
                                             : request.words[static_cast<std::size_t>(w)]);
        }
    return input;
}

Status check(const IdenticalWords& request)
{
    if (request.words.empty())
        return fail(ErrorCode::Shape, "there is no word to repeat", "Give at least one.");
    const Index special = (request.first ? 1 : 0) + (request.last ? 1 : 0);
    if (request.tokens <= special)
        return fail(ErrorCode::Shape,
                    fmt::format("{} tokens, {} of them special, leave no place for a word", request.tokens, special),
                    fmt::format("Choose {} tokens or more.", special + 1));
    return ok();
}

Status checkSize(const EncoderConfig& config, Index tokens)
{
    const double numbers =
        static_cast<double>(config.layers) * config.heads * static_cast<double>(tokens) * static_cast<double>(tokens);
    constexpr double kMost = 1 << 26;
    if (numbers > kMost)
        return fail(ErrorCode::Shape,
                    fmt::format("attention of all layers and heads over {} tokens is {:.3g} numbers, above {:.3g}",
                                tokens, numbers, kMost),
                    "Choose fewer tokens.");
    return ok();
}

} // namespace

Result<IdenticalRun> runIdenticalWords(const Encoder& encoder, const IdenticalWords& request,
                                       const IdenticalListener& listener, const JobContext& job)
{
    return runGuarded([&]() -> Result<IdenticalRun> {
        if (Status good = check(request); !good)
            return std::unexpected(std::move(good).error());
        const Index perLayer = encoder.info().config.heads * request.tokens * request.tokens;
        const Index words = std::ssize(request.words);
        const Index batch = std::clamp<Index>(kBatchNumbers / perLayer, 1, kMostTexts);
        IdenticalRun result;
        for (Index begin = 0; begin < words; begin += batch) {
            const Index count = std::min(batch, words - begin);
            RunOptions options{.keep = RunOptions::Keep::Nothing, .onAttention = {}, .attention = request.kind};
            options.onAttention = [&](Layer layer, const AttentionMaps& maps) -> Status {
                if (job.stopRequested())
                    return cancelled();
                return listener(layer, maps, begin);
            };
            // The run's own progress is one part of the whole; a stop comes through the listener.
            const JobContext part({}, [&](const Progress& progress) {
                job.report((static_cast<double>(begin) + progress.fraction * static_cast<double>(count))
                               / static_cast<double>(words),
                           fmt::format("word {} of {}, {}", begin + 1, words, progress.step));
            });
            PESCOPE_TRY(text, encoder.run(batchOf(request, begin, count), request.scheme, options, part));
            result.notes = text.positions.notes;
            result.factor = text.positions.factor;
        }
        return result;
    });
}

Result<IdenticalAttention> identicalAttention(const Encoder& encoder, const IdenticalWords& request,
                                              const JobContext& job)
{
    return runGuarded([&]() -> Result<IdenticalAttention> {
        const EncoderConfig& config = encoder.info().config;
        Status good = check(request);
        if (good)
            good = checkSize(config, request.tokens);
        if (!good)
            return std::unexpected(std::move(good).error());
        const Index perLayer = config.heads * request.tokens * request.tokens;

        IdenticalAttention result;
        result.layers = config.layers;
        result.heads = config.heads;
        result.tokens = request.tokens;
        result.mean.assign(static_cast<std::size_t>(config.layers * perLayer), 0.0);
        std::vector<double> squares(result.mean.size(), 0.0); // sums of squared deviations, after Welford
        const auto add = [&](Layer layer, const AttentionMaps& maps, Index firstWord) -> Status {
            const Index offset = (layer.number - 1) * perLayer;
            for (Index s = 0; s < maps.sequences; ++s) {
                const auto n = static_cast<double>(firstWord + s + 1);
                for (Index k = 0; k < perLayer; ++k) {
                    const auto at = static_cast<std::size_t>(offset + k);
                    const double value = maps.values[static_cast<std::size_t>(s * perLayer + k)];
                    const double before = value - result.mean[at];
                    result.mean[at] += before / n;
                    squares[at] += before * (value - result.mean[at]);
                }
            }
            return ok();
        };
        PESCOPE_TRY(run, runIdenticalWords(encoder, request, add, job));
        result.notes = std::move(run.notes);
        result.factor = run.factor;
        if (const Index words = std::ssize(request.words); words > 1) {
            for (double& square : squares)
                square = std::sqrt(square / static_cast<double>(words - 1));
            result.deviation = std::move(squares);
        }
        return result;
    });
}

} // namespace pescope::bert
