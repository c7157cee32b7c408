// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/encoder.h"

#include <fmt/format.h>

namespace pescope::bert {
namespace {

using tables::Index;

Status checkList(const char* what, const std::vector<std::int64_t>& values, std::size_t count)
{
    if (values.size() == count)
        return ok();
    return fail(ErrorCode::Shape, fmt::format("there are {} {} for {} token ids", values.size(), what, count),
                fmt::format("Give one of the {} for each token.", what));
}

Status checkRange(const char* what, const std::vector<std::int64_t>& values, Index rows, const char* table)
{
    for (std::size_t k = 0; k < values.size(); ++k)
        if (values[k] < 0 || values[k] >= rows)
            return fail(ErrorCode::Shape,
                        fmt::format("{} {} (number {} of the list) is outside the model's {}, which has {} rows", what,
                                    values[k], k + 1, table, rows),
                        fmt::format("Give numbers from 0 to {}.", rows - 1));
    return ok();
}

TokenPositions positionsOf(const EncoderConfig& config, const EncoderInput& input)
{
    TokenPositions positions{.sequences = input.sequences, .tokens = input.tokens, .position = {}, .real = {}};
    // Offsets i − j count every place of the list, whatever stands there.
    const bool roberta = config.family == EncoderFamily::Roberta && !config.isRelative();
    for (Index s = 0; s < input.sequences; ++s) {
        Index next = 0;
        for (Index t = 0; t < input.tokens; ++t) {
            const auto at = static_cast<std::size_t>(s * input.tokens + t);
            const bool padding = roberta && input.ids[at] == config.padToken;
            positions.position.push_back(padding ? TokenPositions::kPadding : next++);
            positions.real.push_back(input.mask[at] == 1);
        }
    }
    return positions;
}

} // namespace

std::string StateId::text() const
{
    return isEmbeddingOutput() ? std::string("embedding output") : fmt::format("layer {}", m_index);
}

EncoderInput EncoderInput::single(std::vector<std::int64_t> ids)
{
    const Index count = std::ssize(ids);
    return {.sequences = 1, .tokens = count, .ids = std::move(ids), .mask = {}, .segments = {}};
}

Result<CheckedInput> checkInput(const EncoderConfig& config, EncoderInput input)
{
    if (input.sequences < 1 || input.tokens < 1 || input.ids.empty())
        return fail(ErrorCode::Shape, "there are no tokens to run", "Give a text with at least one token.");
    if (std::ssize(input.ids) % input.sequences != 0 || std::ssize(input.ids) / input.sequences != input.tokens)
        return fail(ErrorCode::Shape,
                    fmt::format("{} sequences of {} tokens need {} ids, there are {}", input.sequences, input.tokens,
                                static_cast<double>(input.sequences) * static_cast<double>(input.tokens),
                                input.ids.size()));
    if (input.mask.empty())
        input.mask.assign(input.ids.size(), 1);
    const bool noSegments = input.segments.empty();
    if (noSegments)
        input.segments.assign(input.ids.size(), 0);

    Status good = checkList("mask values", input.mask, input.ids.size());
    if (good)
        good = checkList("segment ids", input.segments, input.ids.size());
    if (good)
        good = checkRange("token id", input.ids, config.vocabulary.value_or(0), "vocabulary");
    if (good && config.family == EncoderFamily::DistilBert)
        good = checkRange("segment", input.segments, 1, "kind (DistilBERT knows no second segment)");
    else if (good)
        good = checkRange("segment", input.segments, config.segments.value_or(0), "segment table");
    if (!good)
        return std::unexpected(std::move(good).error());
    for (std::size_t k = 0; k < input.mask.size(); ++k)
        if (input.mask[k] != 0 && input.mask[k] != 1)
            return fail(ErrorCode::Format,
                        fmt::format("mask value {} (number {} of the list) is neither 1 nor 0", input.mask[k], k + 1));
    CheckedInput checked{.input = std::move(input), .positions = {}};
    checked.positions = positionsOf(config, checked.input);
    return checked;
}

bool EncodedText::has(StateId state) const
{
    const auto index = static_cast<std::size_t>(state.axisIndex());
    return index < states.size() && !states[index].empty();
}

Eigen::Map<const tables::MatrixF> EncodedText::hidden(StateId state, Index sequence) const
{
    PESCOPE_EXPECTS(has(state) && sequence >= 0 && sequence < input.sequences);
    const Index size = input.tokens * dim;
    return {states[static_cast<std::size_t>(state.axisIndex())].data() + sequence * size, input.tokens, dim};
}

} // namespace pescope::bert
