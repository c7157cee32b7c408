// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text_encoder.h"

#include "app/session_choice.h"
#include "core/base/number_text.h"
#include "core/bert/encoder_module.h"
#include "core/bert/position_source.h"
#include "core/bert/tokenizer.h"
#include "core/bert/vocabulary_fit.h"
#include "core/bert/word_choice.h"
#include "core/tables/write.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

namespace pescope::app {
namespace {

using bert::Layer;
using tables::Index;

/// float32, C order.
struct Answer {
    std::vector<double> values;
    std::vector<std::int64_t> shape;
};

/// The model's encoder on the device that was asked for, the CPU where none was.
Result<std::shared_ptr<const bert::Encoder>> openModel(const TextRequest& request, const GlobalOptions& global)
{
    compute::DeviceChoice device;
    if (!global.device.empty()) {
        PESCOPE_TRY(asked, compute::parseDevice(global.device));
        device = asked;
    }
    PESCOPE_TRY(checkpoint, checkpoint::Checkpoint::open(request.model));
    for (const std::string& warning : checkpoint.warnings())
        printMessage("warning: " + warning);
    PESCOPE_TRY(encoder, bert::openEncoder(checkpoint, device));
    const bert::EncoderInfo& info = encoder->info();
    for (const std::string& note : info.notes)
        printMessage("note: " + note);
    if (global.verbose)
        printMessage(fmt::format("{} with {} layers of {} heads, {} parameters, on {}", info.config.modelType,
                                 info.config.layers, info.config.heads, info.parameters, info.device));
    return std::move(encoder);
}

void printMismatch(const bert::Tokenizer& tokenizer, const bert::Encoder& encoder)
{
    if (const auto mismatch = bert::vocabularyMismatch(tokenizer, encoder.info().config))
        printMessage("warning: " + *mismatch);
}

/// Token ids as given, or those of the text.
Result<bert::EncoderInput> inputOf(const TextRequest& request, std::optional<bert::Tokenizer>& used)
{
    bert::EncoderInput input;
    if (request.text) {
        PESCOPE_TRY(tokenizer, bert::Tokenizer::open(request.model));
        used = tokenizer;
        PESCOPE_TRY(encoded,
                    tokenizer.encode(*request.text, request.pair,
                                     {.addSpecial = request.addSpecial, .maxLength = request.maxLength}));
        if (const std::size_t cut = encoded.cutFirst + encoded.cutSecond; cut > 0)
            printMessage(fmt::format("warning: the text was cut: {} of {} tokens kept", encoded.tokens.size(),
                                     encoded.tokens.size() + cut));
        for (const bert::Token& token : encoded.tokens) {
            input.ids.push_back(token.id);
            input.mask.push_back(token.padding ? 0 : 1);
            input.segments.push_back(token.typeId);
        }
    } else {
        input.ids.assign(request.ids.begin(), request.ids.end());
        input.mask.assign(request.mask.begin(), request.mask.end());
        input.segments.assign(request.types.begin(), request.types.end());
    }
    input.tokens = std::ssize(input.ids);
    return input;
}

Result<bert::PositionScheme> schemeOf(const TextRequest& request, const bert::EncoderConfig& config, Index tokens)
{
    using Among = bert::Shuffled::Among;
    if (request.positions.empty())
        return bert::PositionScheme{};
    if (request.positions == "none")
        return bert::PositionScheme::none();
    if (request.positions == "shuffled")
        return bert::PositionScheme::shuffled(request.seed, request.keepEnds ? Among::InnerTokens : Among::Tokens);
    constexpr std::string_view kFirst = "first:";
    if (request.positions.starts_with(kFirst)) {
        const auto count = parseInteger(std::string_view(request.positions).substr(kFirst.size()));
        if (!count || *count < 1)
            return fail(ErrorCode::Unsupported, fmt::format("--positions {}", request.positions),
                        "first: takes a number of rows from 1 on, as in first:4.");
        return bert::PositionScheme{bert::FirstRows{.count = *count}, bert::AsTrained{}};
    }
    PESCOPE_TRY(source, chooseOne(request.positions));
    return bert::schemeOf(source.encoding, config, tokens, request.matchNorm);
}

/// What was done to the positions, and what that shows.
void printExchange(const TextRequest& request, const std::optional<double>& factor,
                   const std::vector<std::string>& notes)
{
    if (request.positions.empty())
        return;
    if (factor && request.matchNorm)
        printMessage(fmt::format("note: {} was multiplied by {:.6g} to match the mean norm of the trained positions",
                                 request.positions, *factor));
    for (const std::string& note : notes)
        printMessage("note: " + note);
    printMessage("note: the model was not trained with these positions: this shows dependence, not quality");
}

Status finish(const TextRequest& request, const Answer& answer)
{
    if (!request.output.empty())
        return tables::writeArray(
            request.output, {.values = answer.values, .shape = answer.shape, .precision = tables::Precision::Float32});
    std::string line;
    if (request.json) {
        const std::vector<float> values(answer.values.begin(), answer.values.end()); // as short as float32 is
        line = fmt::format("{{\"shape\": [{}], \"values\": [{}]}}\n", fmt::join(answer.shape, ", "),
                           fmt::join(values, ", "));
    } else {
        const auto [least, most] = std::ranges::minmax(answer.values);
        line = fmt::format("shape ({}), values from {:.6g} to {:.6g}; -o FILE.npy writes them, --json prints them\n",
                           fmt::join(answer.shape, ", "), least, most);
    }
    std::fwrite(line.data(), 1, line.size(), stdout);
    return ok();
}

/// Layers that were asked for, from 1.
Result<std::vector<Layer>> layersOf(const TextRequest& request, const bert::EncoderConfig& config)
{
    std::vector<Layer> layers;
    if (request.layer) {
        layers.push_back(Layer{*request.layer});
        if (Status exists = checkLayer(config, layers.front()); !exists)
            return std::unexpected(std::move(exists).error());
        return layers;
    }
    for (Layer layer; config.hasLayer(layer); ++layer.number)
        layers.push_back(layer);
    return layers;
}

Status checkHead(const TextRequest& request, const bert::EncoderConfig& config)
{
    if (!request.head || (*request.head >= 0 && *request.head < config.heads))
        return ok();
    return fail(ErrorCode::Shape, fmt::format("there is no head {}: each layer has {}", *request.head, config.heads),
                fmt::format("Choose a head from 0 to {}.", config.heads - 1));
}

std::vector<std::int64_t> mapShape(const TextRequest& request, std::size_t layers, Index heads, Index tokens)
{
    std::vector<std::int64_t> shape;
    if (!request.layer)
        shape.push_back(static_cast<std::int64_t>(layers));
    if (!request.head)
        shape.push_back(heads);
    shape.insert(shape.end(), {tokens, tokens});
    return shape;
}

struct Encoded {
    std::shared_ptr<const bert::Encoder> encoder;
    bert::EncodedText text;
};

Result<Encoded> encode(const TextRequest& request, const GlobalOptions& global)
{
    // The text comes first: a fault in it shows before the weights are read.
    std::optional<bert::Tokenizer> tokenizer;
    PESCOPE_TRY(input, inputOf(request, tokenizer));
    PESCOPE_TRY(encoder, openModel(request, global));
    if (tokenizer)
        printMismatch(*tokenizer, *encoder);
    PESCOPE_TRY(scheme, schemeOf(request, encoder->info().config, input.tokens));
    PESCOPE_TRY(text, encoder->run(input, scheme));
    printExchange(request, text.positions.factor, text.positions.notes);
    return Encoded{.encoder = encoder, .text = std::move(text)};
}

} // namespace

Status writeHidden(const TextRequest& request, const GlobalOptions& global)
{
    PESCOPE_TRY(encoded, encode(request, global));
    const bert::EncodedText& text = encoded.text;
    const int states = static_cast<int>(text.states.size());
    if (request.layer && (*request.layer < 0 || *request.layer >= states))
        return fail(ErrorCode::Shape, fmt::format("there is no layer {}: the model has {}", *request.layer, states - 1),
                    fmt::format("Choose a layer from 1 to {}, or 0 for the embedding output.", states - 1));
    Answer answer;
    for (int n = 0; n < states; ++n) {
        if (request.layer && n != *request.layer)
            continue;
        const std::vector<float>& state = text.states[static_cast<std::size_t>(n)];
        answer.values.insert(answer.values.end(), state.begin(), state.end());
    }
    if (!request.layer)
        answer.shape.push_back(states);
    answer.shape.insert(answer.shape.end(), {text.input.tokens, text.dim});
    return finish(request, answer);
}

Status writeAttention(const TextRequest& request, const GlobalOptions& global)
{
    PESCOPE_TRY(encoded, encode(request, global));
    const bert::EncoderConfig& config = encoded.encoder->info().config;
    PESCOPE_TRY(layers, layersOf(request, config));
    if (Status exists = checkHead(request, config); !exists)
        return exists;
    Answer answer;
    for (const Layer layer : layers) {
        PESCOPE_TRY(maps, encoded.encoder->attention(encoded.text, layer));
        const auto take = [&](Index head) {
            const auto map = maps.map(head);
            answer.values.insert(answer.values.end(), map.data(), map.data() + map.size());
        };
        for (Index head = 0; head < maps.heads; ++head)
            if (!request.head || head == *request.head)
                take(head);
    }
    answer.shape = mapShape(request, layers.size(), config.heads, encoded.text.input.tokens);
    return finish(request, answer);
}

Status writeIdentical(const TextRequest& request, const GlobalOptions& global)
{
    PESCOPE_TRY(tokenizer, bert::Tokenizer::open(request.model));
    PESCOPE_TRY(identical,
                bert::identicalTexts(tokenizer,
                                     {.word = request.word,
                                      .count = request.words,
                                      .seed = request.seed,
                                      .tokens = request.tokens,
                                      .special = request.addSpecial}));
    PESCOPE_TRY(encoder, openModel(request, global));
    printMismatch(tokenizer, *encoder);
    const bert::EncoderConfig& config = encoder->info().config;
    PESCOPE_TRY(layers, layersOf(request, config));
    if (Status exists = checkHead(request, config); !exists)
        return exists;
    PESCOPE_TRY(scheme, schemeOf(request, config, identical.tokens));
    identical.scheme = scheme;
    PESCOPE_TRY(attention, bert::identicalAttention(*encoder, identical));
    printExchange(request, attention.factor, attention.notes);
    printMessage(fmt::format("note: mean over {} {} of {} tokens{}", identical.words.size(),
                             identical.words.size() == 1 ? "word" : "words", identical.tokens,
                             request.word.empty() ? fmt::format(", drawn with seed {}", request.seed) : ""));
    Answer answer;
    for (const Layer layer : layers)
        for (Index head = 0; head < attention.heads; ++head)
            if (!request.head || head == *request.head) {
                const auto map = attention.map(layer, head);
                answer.values.insert(answer.values.end(), map.data(), map.data() + map.size());
            }
    answer.shape = mapShape(request, layers.size(), config.heads, attention.tokens);
    return finish(request, answer);
}

} // namespace pescope::app
