// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/tokenizer_json.h"

#include "core/bert/tokenizer_config.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace pescope::bert {

namespace {

using Json = nlohmann::json;
using Item = SpecialTemplate::Item;

constexpr int kMaxDepth = 64;
constexpr std::size_t kMaxSteps = 64; // normalisers in a row, items of a template

const Json& at(const Json& object, const char* key)
{
    static const Json kNull;
    if (!object.is_object())
        return kNull;
    const auto found = object.find(key);
    return found == object.end() ? kNull : *found;
}

std::string typeOf(const Json& part)
{
    const Json& type = at(part, "type");
    return type.is_string() ? type.get<std::string>() : std::string();
}

std::unexpected<Error> unsupported(const char* what, const std::string& name)
{
    return fail(ErrorCode::Unsupported,
                fmt::format("the {} “{}” is not supported (WordPiece with BERT's words and byte-level BPE are)", what,
                            name.empty() ? "without a type" : name.substr(0, 60)),
                kByHand);
}

Result<bool> flag(const Json& part, const char* key, bool otherwise)
{
    const Json& value = at(part, key);
    if (value.is_null())
        return otherwise;
    if (!value.is_boolean())
        return fail(ErrorCode::Format, fmt::format("“{}” is a {}, not true or false", key, value.type_name()));
    return value.get<bool>();
}

Result<std::string> text(const Json& part, const char* key, std::string otherwise)
{
    const Json& value = at(part, key);
    if (value.is_null())
        return otherwise;
    if (!value.is_string())
        return fail(ErrorCode::Format, fmt::format("“{}” is a {}, not a text", key, value.type_name()));
    return value.get<std::string>();
}

Status readVocabulary(const Json& model, Vocabulary& vocabulary)
{
    const Json& tokens = at(model, "vocab");
    if (!tokens.is_object())
        return fail(ErrorCode::Format, fmt::format("model “vocab” is a {}, not an object", tokens.type_name()));
    for (const auto& [token, id] : tokens.items()) {
        if (!id.is_number_integer())
            return fail(ErrorCode::Format,
                        fmt::format("the id of token “{}” is a {}", token.substr(0, 60), id.type_name()));
        if (Status added = vocabulary.add(token, id.get<std::int64_t>()); !added)
            return added;
    }
    return ok();
}

Result<WordPieceSettings> wordPiece(const Json& model)
{
    WordPieceSettings settings;
    PESCOPE_TRY(unknown, text(model, "unk_token", settings.unknownToken));
    PESCOPE_TRY(prefix, text(model, "continuing_subword_prefix", settings.continuationPrefix));
    settings.unknownToken = unknown;
    settings.continuationPrefix = prefix;
    if (const Json& most = at(model, "max_input_chars_per_word"); most.is_number_integer())
        settings.maxWordCharacters = most.get<std::int64_t>();
    return settings;
}

/// "a b" or ["a", "b"]. The parts hold no space, as a byte-level token shows it as Ġ.
Result<BpeMerge> merge(const Json& value)
{
    if (value.is_string()) {
        const auto& line = value.get_ref<const std::string&>();
        if (const auto space = line.find(' '); space != std::string::npos)
            return BpeMerge{line.substr(0, space), line.substr(space + 1)};
    } else if (value.is_array() && value.size() == 2 && value[0].is_string() && value[1].is_string()) {
        return BpeMerge{value[0].get<std::string>(), value[1].get<std::string>()};
    }
    return fail(ErrorCode::Format, "it is neither “a b” nor a list of two texts");
}

Result<BpeParts> bpe(const Json& model)
{
    BpeParts parts;
    for (const char* key : {"continuing_subword_prefix", "end_of_word_suffix"}) {
        PESCOPE_TRY(mark, text(model, key, ""));
        if (!mark.empty())
            return fail(ErrorCode::Unsupported, fmt::format("BPE with “{}” “{}” is not supported", key, mark), kByHand);
    }
    PESCOPE_TRY(ignoreMerges, flag(model, "ignore_merges", false));
    parts.settings.ignoreMerges = ignoreMerges;
    if (const Json& unknown = at(model, "unk_token"); unknown.is_string())
        parts.settings.unknownToken = unknown.get<std::string>();
    const Json& merges = at(model, "merges");
    if (!merges.is_array())
        return fail(ErrorCode::Format, fmt::format("model “merges” is a {}, not a list", merges.type_name()));
    parts.merges.reserve(merges.size());
    for (const Json& value : merges) {
        auto one = merge(value);
        if (!one)
            return std::unexpected(
                withContext(std::move(one).error(), fmt::format("merge {}", parts.merges.size() + 1)));
        parts.merges.push_back(*std::move(one));
    }
    return parts;
}

Status readModel(const Json& model, TokenizerParts& parts)
{
    std::string type = typeOf(model);
    if (type.empty()) // files from before 2021 leave it out
        type = at(model, "merges").is_array()                    ? "BPE"
            : at(model, "continuing_subword_prefix").is_string() ? "WordPiece"
                                                                 : "";
    if (type == "Unigram" || (type.empty() && at(model, "vocab").is_array()))
        return fail(
            ErrorCode::Unsupported,
            "the model is “Unigram”, a SentencePiece tokeniser (ALBERT, XLM-R, CamemBERT), which is not supported",
            kByHand);
    if (type == "WordPiece") {
        PESCOPE_TRY(settings, wordPiece(model));
        parts.model = std::move(settings);
    } else if (type == "BPE") {
        PESCOPE_TRY(read, bpe(model));
        parts.model = std::move(read);
    } else {
        return unsupported("model", type);
    }
    return readVocabulary(model, parts.vocabulary);
}

Status appendNormalizer(const Json& part, Normalizer& made, int depth)
{
    const std::string type = typeOf(part);
    using enum NormalizerStep;
    static const std::map<std::string, NormalizerStep, std::less<>> kSteps = {
        {"Lowercase", LowerCase}, {"NFD", Decompose}, {"StripAccents", StripMarks}};
    if (made.steps.size() > kMaxSteps)
        return fail(ErrorCode::Unsupported, fmt::format("more than {} normalisers in a row", kMaxSteps));
    if (type == "Sequence" && at(part, "normalizers").is_array() && depth > 0) {
        for (const Json& one : at(part, "normalizers"))
            if (Status appended = appendNormalizer(one, made, depth - 1); !appended)
                return appended;
        return ok();
    }
    if (type == "BertNormalizer") {
        BertNormalizerSettings settings;
        PESCOPE_TRY(cleanText, flag(part, "clean_text", true));
        PESCOPE_TRY(ideographs, flag(part, "handle_chinese_chars", true));
        PESCOPE_TRY(lowerCase, flag(part, "lowercase", true));
        PESCOPE_TRY(accents, flag(part, "strip_accents", lowerCase));
        settings = {cleanText, ideographs, accents, lowerCase};
        const Normalizer bert = settings.normalizer();
        made.steps.insert(made.steps.end(), bert.steps.begin(), bert.steps.end());
        return ok();
    }
    const auto step = kSteps.find(type);
    if (step == kSteps.end())
        return unsupported("normaliser", type);
    made.steps.push_back(step->second);
    return ok();
}

Status readNormalizer(const Json& part, TokenizerParts& parts)
{
    if (typeOf(part) == "BertNormalizer") { // as settings, as tokenizer_config.json may change them
        PESCOPE_TRY(cleanText, flag(part, "clean_text", true));
        PESCOPE_TRY(ideographs, flag(part, "handle_chinese_chars", true));
        PESCOPE_TRY(lowerCase, flag(part, "lowercase", true));
        BertNormalizerSettings settings{cleanText, ideographs, std::nullopt, lowerCase};
        if (!at(part, "strip_accents").is_null()) {
            PESCOPE_TRY(accents, flag(part, "strip_accents", false));
            settings.stripAccents = accents;
        }
        parts.normalizer = settings;
        return ok();
    }
    Normalizer made;
    if (!part.is_null())
        if (Status appended = appendNormalizer(part, made, 4); !appended)
            return appended;
    parts.normalizer = std::move(made);
    return ok();
}

Status readPreTokenizer(const Json& part, TokenizerParts& parts)
{
    const std::string type = typeOf(part);
    auto* const bpeParts = std::get_if<BpeParts>(&parts.model);
    if (bpeParts == nullptr)
        return type == "BertPreTokenizer" ? ok() : Status(unsupported("pre-tokeniser", type));
    if (type != "ByteLevel")
        return unsupported("pre-tokeniser", type);
    PESCOPE_TRY(prefix, flag(part, "add_prefix_space", true));
    PESCOPE_TRY(pattern, flag(part, "use_regex", true));
    bpeParts->settings.addPrefixSpace = prefix;
    bpeParts->settings.splitWords = pattern;
    return ok();
}

/// ["[SEP]", 102]
Result<std::int32_t> tokenAndId(const Json& part, const char* key, const Vocabulary& vocabulary)
{
    const Json& value = at(part, key);
    if (!value.is_array() || value.size() != 2 || !value[1].is_number_integer())
        return fail(ErrorCode::Format, fmt::format("post-processor “{}” is no list of a token and its id", key));
    const auto id = value[1].get<std::int64_t>();
    if (id < 0 || id >= Vocabulary::kMaxSize || !vocabulary.contains(static_cast<std::int32_t>(id)))
        return fail(ErrorCode::Format, fmt::format("post-processor “{}” has the id {}, which is no token's", key, id));
    return static_cast<std::int32_t>(id);
}

Status appendTemplateItem(const Json& piece, const Json& specials, const Vocabulary& vocabulary,
                          std::vector<Item>& items)
{
    if (items.size() > kMaxSteps)
        return fail(ErrorCode::Unsupported, fmt::format("a template of more than {} parts", kMaxSteps));
    const bool isSequence = piece.is_object() && piece.contains("Sequence");
    const Json& part = at(piece, isSequence ? "Sequence" : "SpecialToken");
    PESCOPE_TRY(name, text(part, "id", ""));
    const Json& type = at(part, "type_id");
    const auto typeId = type.is_number_integer() ? type.get<std::int64_t>() : 0;
    if (typeId < 0 || typeId > 255)
        return fail(ErrorCode::Format, fmt::format("template part “{}” has the type {}", name.substr(0, 60), typeId));
    if (isSequence && (name == "A" || name == "B")) {
        items.push_back({name == "A" ? Item::What::First : Item::What::Second, 0, static_cast<std::int32_t>(typeId)});
        return ok();
    }
    const Json& ids = at(at(specials, name.c_str()), "ids");
    if (isSequence || !ids.is_array() || ids.empty())
        return fail(ErrorCode::Format,
                    fmt::format("template part “{}” is neither A, B nor a special token with ids", name.substr(0, 60)));
    for (const Json& id : ids) {
        if (!id.is_number_integer() || id.get<std::int64_t>() < 0 || id.get<std::int64_t>() >= Vocabulary::kMaxSize
            || !vocabulary.contains(id.get<std::int32_t>()))
            return fail(ErrorCode::Format,
                        fmt::format("template part “{}” has an id that is no token's", name.substr(0, 60)));
        items.push_back({Item::What::Special, id.get<std::int32_t>(), static_cast<std::int32_t>(typeId)});
    }
    return ok();
}

Result<std::vector<Item>> templateItems(const Json& part, const char* key, std::ptrdiff_t seconds,
                                        const Vocabulary& vocabulary)
{
    std::vector<Item> items;
    const Json& pieces = at(part, key);
    if (pieces.is_array())
        for (const Json& piece : pieces)
            if (Status appended = appendTemplateItem(piece, at(part, "special_tokens"), vocabulary, items); !appended)
                return std::unexpected(std::move(appended).error());
    const auto count = [&](Item::What what) { return std::ranges::count(items, what, &Item::what); };
    if (count(Item::What::First) != 1 || count(Item::What::Second) != seconds)
        return fail(ErrorCode::Format, fmt::format("template “{}” does not hold each text once", key));
    return items;
}

Status readPostProcessor(const Json& part, TokenizerParts& parts, int depth)
{
    const std::string type = typeOf(part);
    if (part.is_null())
        return ok();
    if (type == "Sequence" && at(part, "processors").is_array() && depth > 0) {
        for (const Json& one : at(part, "processors"))
            if (Status read = readPostProcessor(one, parts, depth - 1); !read)
                return read;
        return ok();
    }
    if (type == "TemplateProcessing") {
        PESCOPE_TRY(single, templateItems(part, "single", 0, parts.vocabulary));
        PESCOPE_TRY(pair, templateItems(part, "pair", 1, parts.vocabulary));
        parts.around = {std::move(single), std::move(pair)};
        return ok();
    }
    if (type == "BertProcessing" || type == "RobertaProcessing") {
        PESCOPE_TRY(cls, tokenAndId(part, "cls", parts.vocabulary));
        PESCOPE_TRY(sep, tokenAndId(part, "sep", parts.vocabulary));
        parts.around = type == "BertProcessing" ? SpecialTemplate::bert(cls, sep) : SpecialTemplate::roberta(cls, sep);
        if (type == "BertProcessing")
            return ok();
    } else if (type != "ByteLevel") {
        return unsupported("post-processor", type);
    }
    PESCOPE_TRY(trim, flag(part, "trim_offsets", true));
    PESCOPE_TRY(prefix, flag(part, "add_prefix_space", true));
    parts.trimOffsets = trim;
    parts.trimKeepsPrefixSpace = prefix;
    return ok();
}

Status readAddedTokens(const Json& tokens, TokenizerParts& parts)
{
    if (!tokens.is_array())
        return ok();
    for (const Json& value : tokens) {
        PESCOPE_TRY(named, parseNamedToken(value, false));
        if (named.token.content.empty())
            continue;
        auto id = parts.vocabulary.idOf(named.token.content);
        if (!id) { // the model's own id wins
            if (!named.id)
                return fail(ErrorCode::Format,
                            fmt::format("added token “{}” has no id", named.token.content.substr(0, 60)));
            if (Status added = parts.vocabulary.addExtra(named.token.content, *named.id); !added)
                return added;
            id = static_cast<std::int32_t>(*named.id);
        }
        named.token.id = *id;
        parts.added.push_back(std::move(named.token));
    }
    return ok();
}

} // namespace

Result<Json> parseBoundedJson(std::string_view text)
{
    struct TooDeep { };
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    const Json::parser_callback_t bounded = [](int depth, Json::parse_event_t, Json&) {
        if (depth > kMaxDepth)
            throw TooDeep{};
        return true;
    };
    try {
        return Json::parse(text.begin(), text.end(), bounded);
    } catch (const TooDeep&) {
        return fail(ErrorCode::Format, fmt::format("JSON is nested more than {} deep", kMaxDepth));
    } catch (const Json::exception& e) {
        std::string_view what = e.what();
        if (const auto bracket = what.find("] "); bracket != std::string_view::npos)
            what.remove_prefix(bracket + 2);
        return fail(ErrorCode::Format, fmt::format("is not valid JSON: {}", what.substr(0, 300)));
    }
}

Result<TokenizerParts> parseTokenizerJson(std::string_view content)
{
    PESCOPE_TRY(root, parseBoundedJson(content));
    if (!root.is_object() || !at(root, "model").is_object())
        return fail(ErrorCode::Format, "it holds no tokeniser: there is no object “model”");
    TokenizerParts parts;
    const auto steps = {readModel(at(root, "model"), parts), readAddedTokens(at(root, "added_tokens"), parts),
                        readNormalizer(at(root, "normalizer"), parts),
                        readPreTokenizer(at(root, "pre_tokenizer"), parts),
                        readPostProcessor(at(root, "post_processor"), parts, 4)};
    for (const Status& step : steps)
        if (!step)
            return std::unexpected(step.error());
    return parts;
}

} // namespace pescope::bert
