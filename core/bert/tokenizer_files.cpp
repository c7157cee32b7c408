// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/tokenizer_config.h"
#include "core/bert/tokenizer_json.h"
#include "core/bert/tokenizer_parts.h"
#include "core/checkpoint/file_reader.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace pescope::bert {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMaxFile = 64'000'000;

using RoleDefaults = std::vector<std::pair<const char*, const char*>>;

const RoleDefaults& bertRoles()
{
    static const RoleDefaults kRoles{{"unk_token", "[UNK]"},
                                     {"sep_token", "[SEP]"},
                                     {"pad_token", "[PAD]"},
                                     {"cls_token", "[CLS]"},
                                     {"mask_token", "[MASK]"}};
    return kRoles;
}

const RoleDefaults& mpnetRoles()
{
    static const RoleDefaults kRoles{{"unk_token", "[UNK]"},
                                     {"sep_token", "</s>"},
                                     {"pad_token", "<pad>"},
                                     {"cls_token", "<s>"},
                                     {"mask_token", "<mask>"}};
    return kRoles;
}

const RoleDefaults& robertaRoles()
{
    static const RoleDefaults kRoles{{"unk_token", "<unk>"},  {"sep_token", "</s>"}, {"pad_token", "<pad>"},
                                     {"cls_token", "<s>"},    {"bos_token", "<s>"},  {"eos_token", "</s>"},
                                     {"mask_token", "<mask>"}};
    return kRoles;
}

bool isThere(const fs::path& file)
{
    std::error_code ignored;
    return fs::is_regular_file(file, ignored);
}

/// The text as lines without their ends (\n, \r\n or \r); a last empty one does not count.
std::vector<std::string_view> linesOf(std::string_view text)
{
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of("\r\n"), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end);
        if (!text.empty())
            text.remove_prefix(text.starts_with("\r\n") ? 2 : 1);
    }
    return lines;
}

Status readVocabularyLines(std::string_view text, TokenizerParts& parts)
{
    const auto lines = linesOf(text);
    if (lines.empty())
        return fail(ErrorCode::Format, "it is empty; one token a line is expected", kByHand);
    std::size_t repeated = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (const auto valid = decodeUtf8(lines[i]); !valid)
            return std::unexpected(withContext(valid.error(), fmt::format("line {}", i + 1)));
        repeated += parts.vocabulary.idOf(lines[i]) ? 1 : 0;
        if (Status added = parts.vocabulary.add(lines[i], static_cast<std::int64_t>(i)); !added)
            return added;
    }
    if (repeated > 0)
        parts.notes.push_back(fmt::format("{}: {} {} given again; the last line of each counts", parts.file, repeated,
                                          repeated == 1 ? "token is" : "tokens are"));
    return ok();
}

bool has(const TokenizerParts& parts, const std::string& content)
{
    return std::ranges::any_of(parts.added, [&](const AddedToken& token) { return token.content == content; });
}

/// An added token with an id of its own, or with the one that the vocabulary has for it.
Status addWithId(const NamedToken& named, TokenizerParts& parts)
{
    AddedToken token = named.token;
    if (token.content.empty())
        return ok();
    auto id = parts.vocabulary.idOf(token.content);
    if (!id) {
        if (!named.id) {
            parts.notes.push_back(
                fmt::format("special token “{}” has no id in the vocabulary and is left out", token.content));
            return ok();
        }
        if (Status added = parts.vocabulary.addExtra(token.content, *named.id); !added)
            return added;
        id = static_cast<std::int32_t>(*named.id);
    }
    token.id = *id;
    std::erase_if(parts.added, [&](const AddedToken& old) { return old.content == token.content; });
    parts.added.push_back(std::move(token));
    return ok();
}

/// Added tokens of the small files; then the special ones by role, where the vocabulary has them.
Status addTokens(const TokenizerConfig& config, const RoleDefaults& defaults, TokenizerParts& parts)
{
    for (const NamedToken& named : config.decoder)
        if (Status added = addWithId(named, parts); !added)
            return std::unexpected(withContext(std::move(added).error(), fmt::format("file {}", config.decoderFile)));
    for (const auto& [role, named] : config.roles)
        if (!has(parts, named.token.content))
            if (Status added = addWithId(named, parts); !added)
                return added;
    for (const NamedToken& named : config.additional)
        if (!has(parts, named.token.content))
            if (Status added = addWithId(named, parts); !added)
                return added;
    const bool byteLevel = std::holds_alternative<BpeParts>(parts.model);
    for (const auto& [role, content] : defaults) {
        if (config.roles.contains(role) || has(parts, content))
            continue;
        const bool mask = byteLevel && std::string_view(role) == "mask_token"; // RoBERTa's takes the space in front
        if (const auto id = parts.vocabulary.idOf(content))
            parts.added.push_back({.content = content, .id = *id, .special = true, .leftStrip = mask});
    }
    for (const auto& [role, content] : defaults)
        if (std::string_view(role) == "pad_token")
            parts.padId = parts.vocabulary.idOf(config.role(role, content));
    return ok();
}

/// The template needs both of its tokens. Errors: Format that names the missing one.
Result<std::pair<std::int32_t, std::int32_t>> ends(const TokenizerConfig& config, const RoleDefaults& defaults,
                                                   const TokenizerParts& parts)
{
    std::array<std::int32_t, 2> ids{};
    const std::array<const char*, 2> roles{"cls_token", "sep_token"};
    for (std::size_t k = 0; k < roles.size(); ++k) {
        const auto found =
            std::ranges::find_if(defaults, [&](const auto& one) { return one.first == std::string_view(roles[k]); });
        const std::string content = config.role(roles[k], found == defaults.end() ? "" : found->second);
        const auto id = parts.vocabulary.idOf(content);
        if (!id)
            return fail(ErrorCode::Format,
                        fmt::format("{} has no “{}” among its {} tokens, which begins or ends a text", parts.file,
                                    content.substr(0, 60), parts.vocabulary.size()),
                        "Is this vocabulary of a BERT kind? Else give the ids by hand with --ids.");
        ids[k] = *id;
    }
    return std::pair{ids[0], ids[1]};
}

/// Classes of the reference whose vocab.txt is BERT's WordPiece and nothing more.
bool isWordPieceClass(std::string_view name)
{
    constexpr std::array<std::string_view, 16> kClasses{"",
                                                        "BertTokenizer",
                                                        "DistilBertTokenizer",
                                                        "ElectraTokenizer",
                                                        "MobileBertTokenizer",
                                                        "ConvBertTokenizer",
                                                        "LayoutLMTokenizer",
                                                        "LxmertTokenizer",
                                                        "RetriBertTokenizer",
                                                        "RealmTokenizer",
                                                        "SqueezeBertTokenizer",
                                                        "MPNetTokenizer",
                                                        "DPRQuestionEncoderTokenizer",
                                                        "DPRContextEncoderTokenizer",
                                                        "DPRReaderTokenizer",
                                                        "SetFitTokenizer"};
    return std::ranges::find(kClasses, name) != kClasses.end();
}

bool isByteLevelClass(std::string_view name)
{
    constexpr std::array<std::string_view, 5> kClasses{"", "RobertaTokenizer", "LongformerTokenizer", "BartTokenizer",
                                                       "GPT2Tokenizer"};
    return std::ranges::find(kClasses, name) != kClasses.end();
}

std::unexpected<Error> otherClass(const std::string& file, const std::string& name)
{
    return fail(ErrorCode::Unsupported,
                fmt::format("{} belongs to a “{}”, which splits words in a way of its own", file, name.substr(0, 60)),
                "Save it once with transformers as tokenizer.json, or give the ids by hand with --ids.");
}

BertNormalizerSettings withConfig(BertNormalizerSettings settings, const TokenizerConfig& config)
{
    settings.lowerCase = config.lowerCase.value_or(settings.lowerCase);
    settings.spaceIdeographs = config.spaceIdeographs.value_or(settings.spaceIdeographs);
    if (config.stripAccentsGiven)
        settings.stripAccents = config.stripAccents;
    return settings;
}

Result<TokenizerParts> fromTokenizerJson(const std::string& text, const TokenizerConfig& config)
{
    PESCOPE_TRY(parts, parseTokenizerJson(text));
    parts.file = "tokenizer.json";
    auto* const bpe = std::get_if<BpeParts>(&parts.model);
    // A class of the reference brings its own settings, the general one takes the file as it is.
    const bool general = config.tokenizerClass == "PreTrainedTokenizer" || config.tokenizerClass == "TokenizersBackend";
    if (!general) {
        if (auto* const settings = std::get_if<BertNormalizerSettings>(&parts.normalizer))
            *settings = withConfig(*settings, config);
        if (bpe != nullptr) {
            bpe->settings.addPrefixSpace = config.addPrefixSpace.value_or(bpe->settings.addPrefixSpace);
            parts.trimKeepsPrefixSpace = config.addPrefixSpace.value_or(parts.trimKeepsPrefixSpace);
            parts.trimOffsets = config.trimOffsets.value_or(parts.trimOffsets);
        }
    }
    const bool mpnet = config.tokenizerClass == "MPNetTokenizer";
    if (Status added = addTokens(config,
                                 bpe != nullptr ? robertaRoles()
                                     : mpnet    ? mpnetRoles()
                                                : bertRoles(),
                                 parts);
        !added)
        return std::unexpected(std::move(added).error());
    return parts;
}

Result<TokenizerParts> fromVocabTxt(const std::string& text, const TokenizerConfig& config)
{
    TokenizerParts parts;
    parts.file = "vocab.txt";
    if (!isWordPieceClass(config.tokenizerClass))
        return otherClass(parts.file, config.tokenizerClass);
    if (Status read = readVocabularyLines(text, parts); !read)
        return std::unexpected(withContext(std::move(read).error(), "file vocab.txt"));
    const bool mpnet = config.tokenizerClass == "MPNetTokenizer";
    const RoleDefaults& defaults = mpnet ? mpnetRoles() : bertRoles();
    PESCOPE_TRY(around, ends(config, defaults, parts));
    parts.around = mpnet ? SpecialTemplate::roberta(around.first, around.second)
                         : SpecialTemplate::bert(around.first, around.second);
    parts.model = WordPieceSettings{.unknownToken = config.role("unk_token", "[UNK]")};
    parts.normalizer = withConfig({}, config);
    if (!config.lowerCase)
        parts.notes.push_back(fmt::format("{}: text is lower-cased, the reference's default",
                                          config.present ? "tokenizer_config.json does not say do_lower_case"
                                                         : "no tokenizer_config.json"));
    if (Status added = addTokens(config, defaults, parts); !added)
        return std::unexpected(std::move(added).error());
    return parts;
}

Result<TokenizerParts> fromVocabJson(const std::string& vocabulary, const std::string& merges,
                                     const TokenizerConfig& config)
{
    TokenizerParts parts;
    parts.file = "vocab.json";
    if (!isByteLevelClass(config.tokenizerClass))
        return otherClass(parts.file, config.tokenizerClass);
    const auto tokens = parseBoundedJson(vocabulary);
    if (!tokens)
        return std::unexpected(withContext(tokens.error(), "file vocab.json"));
    if (!tokens->is_object())
        return fail(ErrorCode::Format, fmt::format("vocab.json holds a {}, not an object", tokens->type_name()));
    for (const auto& [token, id] : tokens->items()) {
        if (!id.is_number_integer())
            return fail(ErrorCode::Format,
                        fmt::format("vocab.json: the id of “{}” is a {}", token.substr(0, 60), id.type_name()));
        if (Status added = parts.vocabulary.add(token, id.get<std::int64_t>()); !added)
            return std::unexpected(withContext(std::move(added).error(), "file vocab.json"));
    }
    BpeParts bpe;
    const auto lines = linesOf(merges);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].empty() || (i == 0 && lines[i].starts_with("#version")))
            continue;
        const auto space = lines[i].find(' ');
        if (space == std::string_view::npos)
            return fail(ErrorCode::Format, fmt::format("merges.txt line {} is not two parts and a space", i + 1));
        bpe.merges.push_back({std::string(lines[i].substr(0, space)), std::string(lines[i].substr(space + 1))});
    }
    const bool gpt2 =
        config.tokenizerClass == "GPT2Tokenizer" || !parts.vocabulary.idOf(config.role("cls_token", "<s>"));
    bpe.settings.addPrefixSpace = config.addPrefixSpace.value_or(false);
    parts.trimKeepsPrefixSpace = bpe.settings.addPrefixSpace;
    parts.trimOffsets = config.trimOffsets.value_or(!gpt2);
    parts.model = std::move(bpe);
    parts.normalizer = Normalizer{};
    if (!gpt2) {
        PESCOPE_TRY(around, ends(config, robertaRoles(), parts));
        parts.around = SpecialTemplate::roberta(around.first, around.second);
    }
    if (Status added = addTokens(config, robertaRoles(), parts); !added)
        return std::unexpected(std::move(added).error());
    return parts;
}

Status addNeverSplit(const TokenizerConfig& config, TokenizerParts& parts)
{
    for (const std::string& word : config.neverSplit) {
        const auto id = parts.vocabulary.idOf(word);
        if (!id)
            parts.notes.push_back(fmt::format("never_split “{}” is no token and has no effect", word.substr(0, 60)));
        else if (!word.empty() && !has(parts, word))
            parts.added.push_back({.content = word, .id = *id, .betweenSpaces = true});
    }
    return ok();
}

Result<TokenizerParts> noTokenizer(const fs::path& folder)
{
    for (const char* name : {"spiece.model", "sentencepiece.bpe.model", "spm.model", "tokenizer.model"})
        if (isThere(folder / name))
            return fail(ErrorCode::Unsupported,
                        fmt::format("{} holds {}, a SentencePiece tokeniser (ALBERT, XLM-R, CamemBERT), which is not "
                                    "supported",
                                    folder.string(), name),
                        kByHand);
    return fail(
        ErrorCode::Io,
        fmt::format("{} has no tokeniser: neither tokenizer.json, nor vocab.txt, nor vocab.json with merges.txt",
                    folder.string()),
        "Put the model's tokeniser files beside its weights, or give the ids by hand: --ids 101,2769,…");
}

Result<TokenizerParts> read(const fs::path& folder, const TokenizerConfig& config)
{
    const auto inFile = [](Result<TokenizerParts> parts, const char* name) -> Result<TokenizerParts> {
        if (!parts)
            return std::unexpected(withContext(std::move(parts).error(), fmt::format("file {}", name)));
        return parts;
    };
    if (isThere(folder / "tokenizer.json")) {
        PESCOPE_TRY(text, checkpoint::readText(folder / "tokenizer.json", kMaxFile));
        return inFile(fromTokenizerJson(text, config), "tokenizer.json");
    }
    if (isThere(folder / "vocab.txt")) {
        PESCOPE_TRY(text, checkpoint::readText(folder / "vocab.txt", kMaxFile));
        return fromVocabTxt(text, config);
    }
    if (isThere(folder / "vocab.json") && isThere(folder / "merges.txt")) {
        PESCOPE_TRY(vocabulary, checkpoint::readText(folder / "vocab.json", kMaxFile));
        PESCOPE_TRY(merges, checkpoint::readText(folder / "merges.txt", kMaxFile));
        return fromVocabJson(vocabulary, merges, config);
    }
    return noTokenizer(folder);
}

} // namespace

Result<TokenizerParts> readTokenizerParts(const fs::path& folder)
{
    std::error_code error;
    if (!fs::is_directory(folder, error))
        return fail(ErrorCode::Io,
                    fmt::format("{} is no folder{}", folder.string(),
                                error ? fmt::format(" ({})", error.message()) : std::string()),
                    "Check the path: the folder of the model is wanted, with its tokeniser files.");
    PESCOPE_TRY(config, readTokenizerConfig(folder));
    PESCOPE_TRY(parts, read(folder, config));
    parts.modelMaxLength = config.modelMaxLength;
    if (std::holds_alternative<WordPieceSettings>(parts.model))
        if (Status added = addNeverSplit(config, parts); !added)
            return std::unexpected(std::move(added).error());
    return parts;
}

} // namespace pescope::bert
