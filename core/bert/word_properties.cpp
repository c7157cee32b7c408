// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/word_properties.h"

#include "core/bert/attention_measures.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>

namespace pescope::bert {
namespace {

using tables::Index;
using tables::MatrixD;

/// Mean and sum of squared deviations of values that come one by one (Welford 1962); one that is undefined makes both
/// undefined, as it is for every word or for none.
struct Running {
    double mean = 0;
    double squares = 0;
    Index count = 0;

    void add(double value)
    {
        ++count;
        const double before = value - mean;
        mean += before / static_cast<double>(count);
        squares += before * (value - mean);
    }
    [[nodiscard]] OverWords result() const
    {
        return {.mean = mean,
                .deviation = count > 1 ? std::sqrt(squares / static_cast<double>(count - 1))
                                       : std::numeric_limits<double>::quiet_NaN()};
    }
};

struct RunningMap {
    std::array<Running, 4> values;
    Index constant = 0;

    void add(const LogitProperties& found)
    {
        const std::array numbers{found.translationInvariance, found.symmetry, found.monotonicity,
                                 found.monotonicityLocal};
        for (std::size_t k = 0; k < numbers.size(); ++k)
            values[k].add(numbers[k]);
        constant += found.constant ? 1 : 0;
    }
    [[nodiscard]] MapProperties result() const
    {
        return {.translationInvariance = values[0].result(),
                .symmetry = values[1].result(),
                .monotonicity = values[2].result(),
                .monotonicityLocal = values[3].result(),
                .constant = constant};
    }
};

} // namespace

Result<WordProperties> wordProperties(const Encoder& encoder, const IdenticalWords& request, Index window,
                                      const JobContext& job)
{
    return runGuarded([&]() -> Result<WordProperties> {
        const EncoderConfig& config = encoder.info().config;
        WordProperties result;
        result.layers = config.layers;
        result.heads = config.heads;
        result.words = std::ssize(request.words);
        std::vector<Index> places;
        for (Index t = request.first ? 1 : 0; t < request.tokens - (request.last ? 1 : 0); ++t)
            places.push_back(t);
        result.tokens = std::ssize(places);

        std::vector<RunningMap> byHead(static_cast<std::size_t>(config.layers * config.heads));
        std::vector<RunningMap> overHeads(static_cast<std::size_t>(config.layers));
        const auto measure = [&](const MatrixD& logits, RunningMap& into, Layer layer) -> Status {
            auto found = logitProperties(logits, places, window);
            if (!found)
                return std::unexpected(withContext(std::move(found).error(), fmt::format("layer {}", layer.number)));
            into.add(*found);
            return ok();
        };
        const auto add = [&](Layer layer, const AttentionMaps& maps, Index) -> Status {
            for (Index s = 0; s < maps.sequences; ++s) {
                if (job.stopRequested())
                    return cancelled();
                MatrixD mean = MatrixD::Zero(maps.tokens, maps.tokens);
                for (Index head = 0; head < maps.heads; ++head) {
                    const MatrixD logits = maps.map(head, s).cast<double>();
                    mean += logits / static_cast<double>(maps.heads);
                    const auto at = static_cast<std::size_t>((layer.number - 1) * config.heads + head);
                    if (Status measured = measure(logits, byHead[at], layer); !measured)
                        return measured;
                }
                const auto at = static_cast<std::size_t>(layer.number - 1);
                if (Status measured = measure(mean, overHeads[at], layer); !measured)
                    return measured;
            }
            return ok();
        };
        IdenticalWords texts = request;
        texts.kind = AttentionKind::Logits;
        PESCOPE_TRY(run, runIdenticalWords(encoder, texts, add, job));
        result.run = std::move(run);
        for (const RunningMap& map : byHead)
            result.byHead.push_back(map.result());
        for (const RunningMap& map : overHeads)
            result.ofMeanOverHeads.push_back(map.result());
        return result;
    });
}

} // namespace pescope::bert
