// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/tokenizer_config.h"

#include "core/base/number_text.h"
#include "core/checkpoint/config.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::bert {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t kMeaninglessLength = 1'000'000'000;
constexpr const char* kRoles[] = {"unk_token",  "sep_token", "pad_token", "cls_token",
                                  "mask_token", "bos_token", "eos_token"};

std::unexpected<Error> wrongType(const std::string& key, const char* wanted, const Json& value)
{
    return fail(ErrorCode::Format, fmt::format("“{}” is a {}, not {}", key, value.type_name(), wanted));
}

/// The value of a key; null where it is missing.
const Json& at(const Json& object, const std::string& key)
{
    static const Json kNull;
    const auto found = object.find(key);
    return found == object.end() ? kNull : *found;
}

Result<std::optional<bool>> flag(const Json& object, const std::string& key)
{
    const Json& value = at(object, key);
    if (value.is_null())
        return std::optional<bool>();
    if (!value.is_boolean())
        return wrongType(key, "true or false", value);
    return std::optional(value.get<bool>());
}

Result<Json> readObject(const std::filesystem::path& folder, const char* name)
{
    checkpoint::Config config = checkpoint::readConfig(folder / name);
    if (!config.warnings.empty())
        return fail(ErrorCode::Format, config.warnings.front(), "Repair or remove the file.");
    return std::move(config.value);
}

Status readRoles(const Json& object, TokenizerConfig& config)
{
    for (const char* role : kRoles) {
        const Json& value = at(object, role);
        if (value.is_null())
            continue;
        auto token = parseNamedToken(value, true);
        if (!token)
            return std::unexpected(withContext(std::move(token).error(), fmt::format("key {}", role)));
        token->token.special = true;
        config.roles[role] = *std::move(token);
    }
    const Json& additional = at(object, "additional_special_tokens");
    if (!additional.is_array())
        return ok();
    config.additional.clear();
    for (const Json& value : additional) {
        PESCOPE_TRY(token, parseNamedToken(value, true));
        token.token.special = true;
        config.additional.push_back(std::move(token));
    }
    return ok();
}

Status readDecoder(const Json& decoder, TokenizerConfig& config)
{
    for (const auto& [key, value] : decoder.items()) {
        const auto id = parseInteger(key);
        if (!id)
            return fail(ErrorCode::Format,
                        fmt::format("“added_tokens_decoder” has the key “{}”, which is no id", key.substr(0, 60)));
        auto token = parseNamedToken(value, false);
        if (!token)
            return std::unexpected(withContext(std::move(token).error(), fmt::format("added token {}", *id)));
        token->id = *id;
        config.decoder.push_back(*std::move(token));
    }
    config.decoderFile = "tokenizer_config.json";
    return ok();
}

Status readAddedTokensFile(const Json& file, TokenizerConfig& config)
{
    if (!file.is_object())
        return ok();
    for (const auto& [content, id] : file.items()) {
        if (!id.is_number_integer())
            return wrongType(content.substr(0, 60), "an id", id);
        const bool special =
            std::ranges::any_of(config.roles, [&](const auto& role) { return role.second.token.content == content; });
        NamedToken named;
        named.token.content = content;
        named.token.special = special;
        named.token.normalized = !special;
        named.id = id.get<std::int64_t>();
        config.decoder.push_back(std::move(named));
    }
    config.decoderFile = "added_tokens.json";
    return ok();
}

Status readMain(const Json& object, TokenizerConfig& config)
{
    if (!object.is_object())
        return ok();
    config.present = true;
    if (const Json& name = at(object, "tokenizer_class"); name.is_string()) {
        config.tokenizerClass = name.get<std::string>();
        if (config.tokenizerClass.ends_with("Fast"))
            config.tokenizerClass.resize(config.tokenizerClass.size() - 4);
    }
    PESCOPE_TRY(lowerCase, flag(object, "do_lower_case"));
    PESCOPE_TRY(spaceIdeographs, flag(object, "tokenize_chinese_chars"));
    PESCOPE_TRY(stripAccents, flag(object, "strip_accents"));
    PESCOPE_TRY(addPrefixSpace, flag(object, "add_prefix_space"));
    PESCOPE_TRY(trimOffsets, flag(object, "trim_offsets"));
    config.lowerCase = lowerCase;
    config.spaceIdeographs = spaceIdeographs;
    config.stripAccents = stripAccents;
    config.stripAccentsGiven = object.contains("strip_accents");
    config.addPrefixSpace = addPrefixSpace;
    config.trimOffsets = trimOffsets;
    if (const Json& length = at(object, "model_max_length"); length.is_number()) {
        const auto number = length.get<double>();
        if (number >= 1 && number < kMeaninglessLength)
            config.modelMaxLength = static_cast<std::int64_t>(number);
    }
    if (const Json& words = at(object, "never_split"); words.is_array()) {
        for (const Json& word : words) {
            if (!word.is_string())
                return wrongType("never_split", "a list of texts", word);
            config.neverSplit.push_back(word.get<std::string>());
        }
    }
    return readRoles(object, config);
}

} // namespace

std::string TokenizerConfig::role(const std::string& name, const std::string& otherwise) const
{
    const auto found = roles.find(name);
    return found == roles.end() ? otherwise : found->second.token.content;
}

Result<NamedToken> parseNamedToken(const Json& value, bool special)
{
    NamedToken named;
    named.token.special = special;
    if (value.is_string()) {
        named.token.content = value.get<std::string>();
        return named;
    }
    if (!value.is_object() || !at(value, "content").is_string())
        return fail(ErrorCode::Format, "a token is neither a text nor an object with “content”");
    named.token.content = at(value, "content").get<std::string>();
    PESCOPE_TRY(isSpecial, flag(value, "special"));
    PESCOPE_TRY(normalized, flag(value, "normalized"));
    PESCOPE_TRY(singleWord, flag(value, "single_word"));
    PESCOPE_TRY(leftStrip, flag(value, "lstrip"));
    PESCOPE_TRY(rightStrip, flag(value, "rstrip"));
    named.token.special = isSpecial.value_or(special);
    named.token.normalized = normalized.value_or(!named.token.special);
    named.token.singleWord = singleWord.value_or(false);
    named.token.leftStrip = leftStrip.value_or(false);
    named.token.rightStrip = rightStrip.value_or(false);
    if (const Json& id = at(value, "id"); id.is_number_integer())
        named.id = id.get<std::int64_t>();
    return named;
}

Result<TokenizerConfig> readTokenizerConfig(const std::filesystem::path& folder)
{
    TokenizerConfig config;
    const auto within = [](Status status, const char* file) -> Status {
        return status ? ok()
                      : Status(std::unexpected(withContext(std::move(status).error(), fmt::format("file {}", file))));
    };
    PESCOPE_TRY(main, readObject(folder, "tokenizer_config.json"));
    if (Status read = within(readMain(main, config), "tokenizer_config.json"); !read)
        return std::unexpected(std::move(read).error());
    if (main.is_object() && at(main, "added_tokens_decoder").is_object()) {
        if (Status read = within(readDecoder(at(main, "added_tokens_decoder"), config), "tokenizer_config.json"); !read)
            return std::unexpected(std::move(read).error());
    } else {
        PESCOPE_TRY(map, readObject(folder, "special_tokens_map.json"));
        if (map.is_object())
            if (Status read = within(readRoles(map, config), "special_tokens_map.json"); !read)
                return std::unexpected(std::move(read).error());
        PESCOPE_TRY(added, readObject(folder, "added_tokens.json"));
        if (Status read = within(readAddedTokensFile(added, config), "added_tokens.json"); !read)
            return std::unexpected(std::move(read).error());
    }
    std::ranges::stable_sort(config.decoder, {}, [](const NamedToken& named) { return named.id.value_or(0); });
    return config;
}

} // namespace pescope::bert
