// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/text_tokens.h"

#include "core/bert/tokenizer.h"
#include "core/checkpoint/file_reader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <filesystem>

namespace pescope::app {

namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kMaxTexts = 256'000'000; // bytes

bert::EncodeOptions optionsOf(const TextRequest& request)
{
    return {.addSpecial = request.addSpecial, .maxLength = request.maxLength};
}

Result<bert::Encoded> encodeIds(const TextRequest& request, const bert::Tokenizer& tokenizer)
{
    bert::Encoded encoded;
    for (std::size_t i = 0; i < request.ids.size(); ++i) {
        const std::int32_t id = request.ids[i];
        const std::string_view token = tokenizer.tokenOf(id);
        if (token.empty())
            return fail(ErrorCode::Shape,
                        fmt::format("id {} (number {} of --ids) has no token in {}", id, i + 1, tokenizer.file()));
        encoded.tokens.push_back({.id = id,
                                  .text = std::string(token),
                                  .typeId = request.types.empty() ? 0 : request.types[i],
                                  .special = tokenizer.isSpecial(id),
                                  .inserted = true});
    }
    return encoded;
}

Json jsonOf(const bert::Encoded& encoded, bool withTypes)
{
    Json tokens = Json::array();
    Json offsets = Json::array();
    for (const bert::Token& token : encoded.tokens) {
        tokens.push_back(token.text);
        offsets.push_back({token.begin, token.end});
    }
    Json json = {{"ids", encoded.ids()}, {"tokens", std::move(tokens)}, {"offsets", std::move(offsets)}};
    if (withTypes)
        json["type_ids"] = encoded.typeIds();
    return json;
}

std::string linesOf(const bert::Encoded& encoded, bool withTypes)
{
    std::string lines;
    for (std::size_t i = 0; i < encoded.tokens.size(); ++i) {
        const bert::Token& token = encoded.tokens[i];
        lines += fmt::format("{:>5} {:>7}  {}", i, token.id, token.text);
        if (!token.inserted)
            lines += fmt::format("  [{}, {})", token.begin, token.end);
        if (withTypes)
            lines += fmt::format("  type {}", token.typeId);
        lines += '\n';
    }
    return lines;
}

/// What the reader should know of the result but would not see in it.
void printWarnings(const bert::Encoded& encoded, const std::string& which, const bert::Tokenizer& tokenizer)
{
    const std::size_t cut = encoded.cutFirst + encoded.cutSecond;
    if (cut > 0)
        printMessage(fmt::format("warning: {} was cut: {} of {} tokens kept{}", which, encoded.tokens.size(),
                                 encoded.tokens.size() + cut,
                                 encoded.cutSecond == 0 ? std::string()
                                                        : fmt::format(" ({} of the first text's and {} of the second's "
                                                                      "are gone)",
                                                                      encoded.cutFirst, encoded.cutSecond)));
    const auto most = tokenizer.modelMaxLength();
    if (most && std::cmp_greater(encoded.tokens.size(), *most))
        printMessage(fmt::format("warning: {} has {} tokens, the model takes {}; --max-length {} cuts it", which,
                                 encoded.tokens.size(), *most, *most));
}

} // namespace

Result<std::vector<std::string>> readTexts(const std::string& file)
{
    const auto fault = [&](std::string what) {
        return fail(ErrorCode::Format, fmt::format("{}: {}", file, what), "A JSON array of strings is expected.");
    };
    const auto content = checkpoint::readText(file, kMaxTexts);
    if (!content)
        return std::unexpected(withContext(content.error(), fmt::format("file {}", file)));
    std::vector<std::string> texts;
    try {
        const Json json = Json::parse(*content);
        if (!json.is_array())
            return fault(fmt::format("it holds a {}", json.type_name()));
        for (const Json& text : json) {
            if (!text.is_string())
                return fault(fmt::format("element {} is a {}", texts.size(), text.type_name()));
            texts.push_back(text.get<std::string>());
        }
    } catch (const Json::exception& e) {
        return fault(e.what());
    }
    return texts;
}

Status printTokens(const TextRequest& request, const GlobalOptions& global)
{
    auto opened = bert::Tokenizer::open(request.model);
    if (!opened && !request.ids.empty()) // ids by hand are what the tokeniser's own advice would be
        return fail(opened.error().code, opened.error().message, "To name the ids, put the tokeniser files there.");
    PESCOPE_TRY(tokenizer, std::move(opened));
    if (global.verbose)
        printMessage(fmt::format("tokeniser of {}, {} tokens", tokenizer.file(), tokenizer.size()));
    for (const std::string& note : tokenizer.notes())
        printMessage("note: " + note);

    std::vector<bert::Encoded> all;
    const bool several = !request.textsFile.empty();
    if (several) {
        PESCOPE_TRY(texts, readTexts(request.textsFile));
        for (const std::string& text : texts) {
            auto encoded = tokenizer.encode(text, std::nullopt, optionsOf(request));
            if (!encoded)
                return std::unexpected(withContext(std::move(encoded).error(), fmt::format("text {}", all.size())));
            all.push_back(*std::move(encoded));
        }
    } else if (request.text) {
        PESCOPE_TRY(encoded, tokenizer.encode(*request.text, request.pair, optionsOf(request)));
        all.push_back(std::move(encoded));
    } else {
        PESCOPE_TRY(encoded, encodeIds(request, tokenizer));
        all.push_back(std::move(encoded));
    }

    const bool withTypes = request.pair.has_value() || !request.types.empty();
    std::string out;
    Json list = Json::array();
    for (std::size_t k = 0; k < all.size(); ++k) {
        printWarnings(all[k], several ? fmt::format("text {}", k) : "the text", tokenizer);
        if (request.json)
            list.push_back(jsonOf(all[k], withTypes));
        else
            out += (k > 0 ? "\n" : "") + linesOf(all[k], withTypes);
    }
    if (request.json)
        out = (several ? list : list.front()).dump() + "\n";
    std::fwrite(out.data(), 1, out.size(), stdout);
    return ok();
}

} // namespace pescope::app
