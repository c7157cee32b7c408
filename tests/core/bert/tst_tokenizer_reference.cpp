// SPDX-License-Identifier: GPL-3.0-or-later
// The tokeniser against what the reference says: every string of the published sets, classes of every code point,
// random texts with every setting, and byte-level BPE.
#include "core/bert/characters.h"
#include "core/bert/tokenizer.h"
#include "core/bert/tokenizer_json.h"
#include "core/bert/tokenizer_parts.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <set>

using namespace pescope;
using namespace pescope::bert;
using Json = nlohmann::json;

namespace {

QString dataFile(const char* name)
{
    return QStringLiteral(PESCOPE_TEST_DATA "/tokenizer/") + QString::fromLatin1(name);
}

Json readJson(const QString& path)
{
    std::ifstream file(path.toStdString());
    return Json::parse(file);
}

void writeFile(const QString& path, const std::string& content)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(content.data(), static_cast<qint64>(content.size())), static_cast<qint64>(content.size()));
}

/// A model folder with one of the vocabularies and these settings, as people have it.
Result<Tokenizer> openWith(const QTemporaryDir& folder, const std::string& vocabulary, const Json& settings)
{
    QFile::copy(dataFile(vocabulary.c_str()), folder.filePath(QStringLiteral("vocab.txt")));
    writeFile(folder.filePath(QStringLiteral("tokenizer_config.json")), settings.dump());
    return Tokenizer::open(folder.path().toStdString());
}

Json offsetsOf(const Encoded& encoded)
{
    Json offsets = Json::array();
    for (const Token& token : encoded.tokens)
        offsets.push_back({token.begin, token.end});
    return offsets;
}

Json wordsOf(const Encoded& encoded)
{
    Json words = Json::array();
    for (const Token& token : encoded.tokens)
        words.push_back(token.word);
    return words;
}

/// "" when ids, offsets and words are those of `answer`; else what differs.
std::string difference(const Encoded& got, const Json& ids, const Json& offsets, const Json& words)
{
    const auto one = [](const char* what, const Json& is, const Json& should) {
        return is == should ? std::string()
                            : std::string(what) + " " + is.dump() + ", expected " + should.dump() + "; ";
    };
    return one("ids", got.ids(), ids) + one("offsets", offsetsOf(got), offsets) + one("words", wordsOf(got), words);
}

} // namespace

class TestTokenizerReference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCodePoint();
    void publishedSets_data();
    void publishedSets();
    void publishedPairs_data() { publishedSets_data(); }
    void publishedPairs();
    void sameFromTokenizerJson();
    void randomTexts();
    void byteLevel();
};

void TestTokenizerReference::everyCodePoint()
{
    const Json expected = readJson(dataFile("characters.json"));
    // Scripts that this ICU does not know yet (Unicode 16 and later) have no case and no class here.
    const auto unknown = [](char32_t c) { return !isLetter(c) && !isNumber(c) && !isMark(c) && !isPunctuation(c); };
    struct Class {
        const char* name;
        bool (*holds)(char32_t);
        bool newest;
    };
    const Class classes[] = {{"removed", isRemovedByCleaning, false},
                             {"space", isWhiteSpace, false},
                             {"punctuation", isPunctuation, false},
                             {"ideograph", isIdeograph, false},
                             {"non_spacing_mark", isNonSpacingMark, false},
                             {"mark", isMark, false},
                             {"letter", isLetter, true},
                             {"number", isNumber, true}};
    for (const Class& one : classes) {
        std::vector<bool> wanted(0x110000, false);
        for (const Json& range : expected.at(one.name))
            for (auto c = range[0].get<std::uint32_t>(); c <= range[1].get<std::uint32_t>(); ++c)
                wanted[c] = true;
        int differing = 0;
        for (char32_t c = 0; c < 0x110000; ++c) {
            if (c >= 0xD800 && c < 0xE000)
                continue;
            if (one.holds(c) != wanted[c] && !(one.newest && wanted[c] && unknown(c)) && differing++ < 5)
                qWarning("%s: U+%04X is %d", one.name, static_cast<unsigned>(c), int{one.holds(c)});
        }
        QVERIFY2(differing == 0, one.name);
    }

    std::map<char32_t, std::vector<char32_t>> lower, decomposed;
    for (const auto& [key, map] : {std::pair{"lower", &lower}, std::pair{"decomposed", &decomposed}})
        for (const Json& line : expected.at(key)) {
            auto& target = (*map)[line[0].get<std::uint32_t>()];
            for (std::size_t i = 1; i < line.size(); ++i)
                target.push_back(line[i].get<std::uint32_t>());
        }
    std::vector<char32_t> parts;
    for (char32_t c = 0; c < 0x110000; ++c) {
        if (c >= 0xD800 && c < 0xE000)
            continue;
        const LowerCase low = lowerCase(c);
        std::vector<char32_t> got{low.first};
        if (low.second != 0)
            got.push_back(low.second);
        const auto wanted = lower.find(c);
        if (wanted == lower.end() || !unknown(c))
            QVERIFY2(got == (wanted == lower.end() ? std::vector{c} : wanted->second),
                     qPrintable(QString::number(c, 16)));
        parts.clear();
        appendDecomposition(c, parts);
        if (c >= 0xAC00 && c < 0xD7A4) {
            QVERIFY(parts.size() == (((c - 0xAC00) % 28) != 0 ? 3U : 2U)); // Hangul syllables, left out of the file
            continue;
        }
        const auto split = decomposed.find(c);
        QVERIFY2(parts == (split == decomposed.end() ? std::vector{c} : split->second),
                 qPrintable(QString::number(c, 16)));
    }
}

void TestTokenizerReference::publishedSets_data()
{
    QTest::addColumn<QString>("set");
    for (const char* name : {"en-uncased", "en-uncased-keep-accents", "en-vocab-not-lowercased", "cased-synthetic",
                             "cased-synthetic-strip-accents", "zh-synthetic", "zh-synthetic-no-chinese-split"})
        QTest::newRow(name) << dataFile(name) + QStringLiteral(".json");
}

void TestTokenizerReference::publishedSets()
{
    QFETCH(QString, set);
    const Json expected = readJson(set);
    const QTemporaryDir folder;
    const auto tokenizer = openWith(folder, expected.at("vocab"), expected.at("options"));
    QVERIFY2(tokenizer.has_value(), tokenizer ? "" : describe(tokenizer.error()).c_str());
    QCOMPARE(tokenizer->size(), expected.at("vocab_size").get<int>());
    QVERIFY(expected.at("cases").size() > 70);
    for (const Json& one : expected.at("cases")) {
        const auto text = one.at("text").get<std::string>();
        const auto got = tokenizer->encode(text, std::nullopt, {});
        QVERIFY2(got.has_value(), text.c_str());
        Json tokens = Json::array();
        for (const Token& token : got->tokens)
            tokens.push_back(token.text);
        QVERIFY2(got->ids() == one.at("fast_ids") && tokens == one.at("fast_tokens")
                     && offsetsOf(*got) == one.at("offsets"),
                 (text + ": " + Json(got->ids()).dump() + " " + tokens.dump() + " " + offsetsOf(*got).dump()).c_str());
    }
}

void TestTokenizerReference::publishedPairs()
{
    QFETCH(QString, set);
    const Json expected = readJson(set);
    const QTemporaryDir folder;
    const auto tokenizer = openWith(folder, expected.at("vocab"), expected.at("options"));
    QVERIFY(tokenizer.has_value());
    QCOMPARE(expected.at("pairs").size(), std::size_t{20});
    for (const Json& one : expected.at("pairs")) {
        const auto text = one.at("text").get<std::string>();
        const auto pair = one.at("pair").get<std::string>();
        const Json& wanted = one.at("options");
        EncodeOptions options;
        const bool cuts = wanted.contains("truncation");
        if (cuts)
            options.maxLength = wanted.at("max_length").get<std::int64_t>();
        if (cuts && wanted.at("truncation") == "only_first")
            options.truncation = Truncation::OnlyFirst;
        if (wanted.contains("padding"))
            options.padTo = wanted.at("max_length").get<std::int64_t>();
        const auto got = tokenizer->encode(text, pair, options);
        const std::string what = text + " | " + pair + " " + wanted.dump();
        if (one.contains("error")) {
            QVERIFY2(!got.has_value(), what.c_str());
            continue;
        }
        QVERIFY2(got.has_value(), what.c_str());
        QVERIFY2(got->ids() == one.at("ids"), (what + ": " + Json(got->ids()).dump()).c_str());
        QVERIFY2(got->typeIds() == one.at("token_type_ids"), what.c_str());
        QVERIFY2(got->attentionMask() == one.at("attention_mask"), what.c_str());
    }
}

/// The same vocabulary and settings as tokenizer.json give the same answers.
void TestTokenizerReference::sameFromTokenizerJson()
{
    const Json expected = readJson(dataFile("zh-synthetic.json"));
    Json vocabulary = Json::object();
    std::ifstream lines(dataFile("vocab-zh-synthetic.txt").toStdString());
    int count = 0;
    for (std::string line; std::getline(lines, line);)
        vocabulary[line] = count++;
    const auto id = [&](const char* token) { return vocabulary.at(token).get<int>(); };
    Json added = Json::array();
    for (const char* token : {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"})
        added.push_back({{"id", id(token)}, {"content", token}, {"special", true}, {"normalized", false}});
    const Json file = {{"added_tokens", added},
                       {"normalizer",
                        {{"type", "BertNormalizer"},
                         {"clean_text", true},
                         {"handle_chinese_chars", true},
                         {"strip_accents", nullptr},
                         {"lowercase", true}}},
                       {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
                       {"post_processor",
                        {{"type", "BertProcessing"}, {"cls", {"[CLS]", id("[CLS]")}}, {"sep", {"[SEP]", id("[SEP]")}}}},
                       {"model",
                        {{"type", "WordPiece"},
                         {"unk_token", "[UNK]"},
                         {"continuing_subword_prefix", "##"},
                         {"max_input_chars_per_word", 100},
                         {"vocab", vocabulary}}}};
    const QTemporaryDir folder;
    writeFile(folder.filePath(QStringLiteral("tokenizer.json")), file.dump());
    const auto tokenizer = Tokenizer::open(folder.path().toStdString());
    QVERIFY2(tokenizer.has_value(), tokenizer ? "" : describe(tokenizer.error()).c_str());
    for (const Json& one : expected.at("cases")) {
        const auto got = tokenizer->encode(one.at("text").get<std::string>(), std::nullopt, {});
        QVERIFY(got.has_value());
        QVERIFY2(got->ids() == one.at("fast_ids"), one.at("text").get<std::string>().c_str());
        QVERIFY(offsetsOf(*got) == one.at("offsets"));
    }
    for (const Json& one : expected.at("pairs")) {
        if (one.at("options") != Json::object() || one.contains("error"))
            continue;
        const auto got = tokenizer->encode(one.at("text").get<std::string>(), one.at("pair").get<std::string>(), {});
        QVERIFY(got.has_value());
        QVERIFY(got->ids() == one.at("ids") && got->typeIds() == one.at("token_type_ids"));
    }
}

void TestTokenizerReference::randomTexts()
{
    const Json expected = readJson(dataFile("random-texts.json"));
    int cases = 0;
    for (const Json& set : expected.at("sets")) {
        Json decoder = Json::object();
        for (const Json& token : set.at("added")) {
            Json entry = token;
            entry["special"] = false;
            decoder[std::to_string(token.at("id").get<int>())] = entry;
        }
        const QTemporaryDir folder;
        QFile::copy(dataFile("vocab-cased-synthetic.txt"), folder.filePath(QStringLiteral("vocab.txt")));
        Json settings = set;
        settings.erase("cases");
        settings.erase("added");
        settings["added_tokens_decoder"] = decoder;
        writeFile(folder.filePath(QStringLiteral("tokenizer_config.json")), settings.dump());
        auto parts = readTokenizerParts(folder.path().toStdString());
        QVERIFY2(parts.has_value(), parts ? "" : describe(parts.error()).c_str());
        std::get<BertNormalizerSettings>(parts->normalizer).cleanText = set.at("clean_text").get<bool>();
        const auto tokenizer = Tokenizer::fromParts(*std::move(parts));
        QVERIFY(tokenizer.has_value());
        for (const Json& one : set.at("cases")) {
            const auto text = one[0].get<std::string>();
            const auto got = tokenizer->encode(text, std::nullopt, {});
            QVERIFY(got.has_value());
            const std::string differs = difference(*got, one[1], one[2], one[3]);
            QVERIFY2(differs.empty(), (settings.dump() + "\n" + one[0].dump() + ": " + differs).c_str());
            ++cases;
        }
    }
    QVERIFY(cases >= 700);
}

void TestTokenizerReference::byteLevel()
{
    const Json expected = readJson(dataFile("byte-level.json"));
    for (const Json& set : expected.at("sets")) {
        Json file = expected.at("tokenizer");
        file["pre_tokenizer"]["add_prefix_space"] = set.at("add_prefix_space");
        file["post_processor"] = set.at("post_processor");
        auto parts = parseTokenizerJson(file.dump());
        QVERIFY2(parts.has_value(), parts ? "" : describe(parts.error()).c_str());
        const auto tokenizer = Tokenizer::fromParts(*std::move(parts));
        QVERIFY2(tokenizer.has_value(), tokenizer ? "" : describe(tokenizer.error()).c_str());
        QVERIFY(tokenizer->kind() == TokenizerKind::ByteLevelBpe);
        for (const Json& one : set.at("cases")) {
            EncodeOptions options;
            if (one[2].is_number())
                options.maxLength = one[2].get<std::int64_t>();
            std::optional<std::string> pair;
            if (one[1].is_string())
                pair = one[1].get<std::string>();
            const auto got = tokenizer->encode(one[0].get<std::string>(), pair, options);
            QVERIFY(got.has_value());
            const std::string differs = difference(*got, one[3], one[4], one[5]);
            QVERIFY2(differs.empty(),
                     (one[0].dump() + " " + one[1].dump() + " " + one[2].dump() + ": " + differs).c_str());
        }
    }
}

QTEST_APPLESS_MAIN(TestTokenizerReference)
#include "tst_tokenizer_reference.moc"
