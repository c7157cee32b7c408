// SPDX-License-Identifier: GPL-3.0-or-later
// Tokeniser files that are missing, broken, hostile or of another kind.
#include "core/bert/tokenizer_json.h"
#include "core/bert/truncation.h"
#include "core/bert/vocabulary.h"
#include "tests/core/bert/tokenizer_folder.h"

#include <QElapsedTimer>
#include <QTest>

using namespace pescope;
using namespace pescope::bert;
using namespace tokenizer_folder;

class TestTokenizerBroken : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void nothingThere();
    void otherKinds();
    void brokenFiles_data();
    void brokenFiles();
    void truncatedAnywhere();
    void truncatedVocabulary();
    void truncatedSettings_data();
    void truncatedSettings();
    void hostileNormalizer();
};

void TestTokenizerBroken::nothingThere()
{
    const Folder folder;
    for (const char* part : {"tokenizer.json", "vocab.txt", "merges.txt", "--ids"})
        QVERIFY(refuses(folder.open(), ErrorCode::Io, part));
    QVERIFY(refuses(Tokenizer::open("/no/such/folder"), ErrorCode::Io, "/no/such/folder"));
}

void TestTokenizerBroken::otherKinds()
{
    Folder sentencePiece;
    sentencePiece.write("spiece.model", "x");
    QVERIFY(refuses(sentencePiece.open(), ErrorCode::Unsupported, "SentencePiece"));
    QVERIFY(refuses(sentencePiece.open(), ErrorCode::Unsupported, "--ids"));
    sentencePiece.write("tokenizer.json", R"({"model": {"type": "Unigram", "vocab": [["a", 0.5]]}})");
    QVERIFY(refuses(sentencePiece.open(), ErrorCode::Unsupported, "Unigram"));

    Folder japanese;
    japanese.write("vocab.txt", kVocabulary);
    japanese.write("tokenizer_config.json", R"({"tokenizer_class": "BertJapaneseTokenizer"})");
    QVERIFY(refuses(japanese.open(), ErrorCode::Unsupported, "BertJapaneseTokenizer"));
}

void TestTokenizerBroken::brokenFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("part");
    const auto row = [](const char* what, const char* name, const std::string& content, const char* part) {
        QTest::newRow(what) << QString::fromLatin1(name)
                            << QByteArray(content.data(), static_cast<qsizetype>(content.size()))
                            << QString::fromUtf8(part);
    };
    const auto changed = [](const char* pointer, const Json& value) {
        Json file = wordPieceFile();
        file[Json::json_pointer(pointer)] = value;
        return file.dump();
    };
    row("empty vocab.txt", "vocab.txt", "", "is empty");
    row("no [CLS]", "vocab.txt", "[UNK]\n[SEP]\n", "no “[CLS]”");
    row("no [UNK]", "vocab.txt", "[CLS]\n[SEP]\n", "no “[UNK]”");
    row("no UTF-8", "vocab.txt", "[UNK]\n[CLS]\n[SEP]\n\xFF\n", "line 4");
    row("no JSON", "tokenizer.json", "{\"model\"", "not valid JSON");
    row("an array", "tokenizer.json", "[]", "no object “model”");
    row("no model", "tokenizer.json", "{}", "no object “model”");
    row("deep", "tokenizer.json", std::string(100'000, '['), "nested more than");
    row("unknown model", "tokenizer.json", changed("/model/type", "WordLevel"), "WordLevel");
    row("unknown normaliser", "tokenizer.json", changed("/normalizer/type", "Precompiled"), "Precompiled");
    row("unknown pre-tokeniser", "tokenizer.json", changed("/pre_tokenizer/type", "Metaspace"), "Metaspace");
    row("unknown post-processor", "tokenizer.json", changed("/post_processor/type", "Other"), "Other");
    row("negative id", "tokenizer.json", changed("/model/vocab/the", -1), "“the” has the id -1");
    row("huge id", "tokenizer.json", changed("/model/vocab/the", 4'000'000'000), "4000000000");
    row("id as text", "tokenizer.json", changed("/model/vocab/the", "3"), "“the” is a string");
    row("same id twice", "tokenizer.json", changed("/model/vocab/the", 4), "both have the id 4");
    row("long words", "tokenizer.json", changed("/model/max_input_chars_per_word", 1'000'000), "1000000");
    row("template without text", "tokenizer.json", changed("/post_processor/single", Json::array()), "each text once");
    row("template of a stranger", "tokenizer.json", changed("/post_processor/special_tokens/[CLS]/ids", {99}),
        "no token's");
    row("long added token", "tokenizer.json",
        changed("/added_tokens", {{{"id", 9}, {"content", std::string(1000, 'x')}, {"special", true}}}),
        "1000 characters");
    row("added token without id", "tokenizer.json", changed("/added_tokens", {{{"content", "new"}}}), "has no id");
    row("lowercase as text", "tokenizer.json", changed("/normalizer/lowercase", "yes"), "“lowercase” is a string");
    row("merges as object", "tokenizer.json",
        changed("/model", {{"type", "BPE"}, {"vocab", Json::object()}, {"merges", Json::object()}}), "merges");
    row("broken config", "tokenizer_config.json", "{", "tokenizer_config.json");
    row("wrong type in config", "tokenizer_config.json", R"({"do_lower_case": "true"})", "“do_lower_case” is a string");
    row("decoder key", "tokenizer_config.json", R"({"added_tokens_decoder": {"x": {"content": "y"}}})",
        "which is no id");
    row("decoder id", "tokenizer_config.json", R"({"added_tokens_decoder": {"99999999": {"content": "y"}}})",
        "99999999");
    row("role as number", "tokenizer_config.json", R"({"cls_token": 3})", "cls_token");
    row("broken map", "special_tokens_map.json", "[", "special_tokens_map.json");
    row("added id as text", "added_tokens.json", R"({"<y>": "19"})", "<y>");
}

void TestTokenizerBroken::brokenFiles()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, content);
    QFETCH(QString, part);
    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    folder.write(name.toLatin1().constData(), content.toStdString());
    const auto got = folder.open();
    QVERIFY(!got.has_value());
    const std::string said = describe(got.error());
    QVERIFY2(said.find(part.toStdString()) != std::string::npos, said.c_str());
    if (name != QStringLiteral("vocab.txt"))
        QVERIFY2(said.find(name.toStdString()) != std::string::npos, said.c_str());
}

void TestTokenizerBroken::truncatedAnywhere()
{
    const std::string whole = wordPieceFile().dump();
    for (std::size_t length = 0; length < whole.size(); ++length)
        QVERIFY(!parseTokenizerJson(std::string_view(whole).substr(0, length)).has_value());
    QVERIFY(parseTokenizerJson(whole).has_value());
    for (std::size_t at = 0; at < whole.size(); ++at) { // any one byte exchanged: an answer or an error, never more
        std::string other = whole;
        other[at] = '7';
        auto parts = parseTokenizerJson(other);
        if (parts)
            static_cast<void>(Tokenizer::fromParts(*std::move(parts)));
    }
}

/// A list of tokens that ends too early is a shorter list, and its last token may have lost its end: that cannot be
/// told from a whole file. All other tokens are those of the whole list under their own ids, and a list without the
/// tokens that begin and end a text is refused.
void TestTokenizerBroken::truncatedVocabulary()
{
    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    const auto whole = folder.open();
    QVERIFY(whole.has_value());
    const std::string text = kVocabulary;
    const std::size_t needed = text.find("[SEP]") + 5;
    for (std::size_t length = 0; length < text.size(); ++length) {
        folder.write("vocab.txt", text.substr(0, length));
        const auto cut = folder.open();
        const bool inCharacter = (static_cast<unsigned char>(text[length]) & 0xC0U) == 0x80; // not UTF-8 any more
        QCOMPARE(cut.has_value(), length >= needed && !inCharacter);
        if (!cut) {
            QVERIFY(refuses(cut, ErrorCode::Format, "vocab.txt"));
            QVERIFY(!cut.error().hint.empty());
            continue;
        }
        QVERIFY(cut->size() <= whole->size());
        for (std::int32_t id = 0; id + 1 < cut->size(); ++id)
            QCOMPARE(cut->tokenOf(id), whole->tokenOf(id));
        QVERIFY(whole->tokenOf(cut->size() - 1).starts_with(cut->tokenOf(cut->size() - 1)));
    }
}

void TestTokenizerBroken::truncatedSettings_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"tokenizer_config.json", "special_tokens_map.json", "added_tokens.json", "vocab.json", "tokenizer.json"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

/// Each is refused by its name: without it, a text would be split in another way and nothing would show it.
void TestTokenizerBroken::truncatedSettings()
{
    QFETCH(QString, name);
    const std::string file = name.toStdString();
    Json content = {{"do_lower_case", false}, {"tokenizer_class", "BertTokenizer"}};
    Folder folder;
    if (file == "vocab.json") {
        content = {{"<s>", 0}, {"</s>", 1}, {"a", 2}, {"b", 3}, {"ab", 4}};
        folder.write("merges.txt", "#version: 0.2\na b\n");
    } else if (file == "tokenizer.json") {
        content = wordPieceFile();
    } else {
        folder.write("vocab.txt", kVocabulary);
        if (file == "special_tokens_map.json")
            content = {{"unk_token", "[UNK]"}, {"cls_token", {{"content", "[CLS]"}}}};
        else if (file == "added_tokens.json")
            content = {{"new", 19}};
    }
    const std::string whole = content.dump();
    folder.write(file.c_str(), whole);
    const auto sound = folder.open();
    QVERIFY2(sound.has_value(), sound ? "" : describe(sound.error()).c_str());
    for (std::size_t length = 0; length < whole.size(); ++length) {
        folder.write(file.c_str(), whole.substr(0, length));
        QVERIFY2(refuses(folder.open(), ErrorCode::Format, file.c_str()), std::to_string(length).c_str());
    }
}

void TestTokenizerBroken::hostileNormalizer()
{
    Json file = wordPieceFile();
    Json steps = Json::array();
    for (int i = 0; i < 1000; ++i)
        steps.push_back({{"type", "NFD"}});
    file["normalizer"] = {{"type", "Sequence"}, {"normalizers", steps}};
    const auto many = parseTokenizerJson(file.dump());
    QVERIFY(!many && many.error().message.find("normalisers in a row") != std::string::npos);
    file["normalizer"] = {{"type", "Sequence"},
                          {"normalizers", {{{"type", "NFD"}}, {{"type", "Lowercase"}}, {{"type", "StripAccents"}}}}};
    auto parts = parseTokenizerJson(file.dump());
    QVERIFY(parts.has_value());
    QCOMPARE(tokensOf(Tokenizer::fromParts(*std::move(parts)), "THÉ", {.addSpecial = false}), (Words{"the"}));
}

QTEST_APPLESS_MAIN(TestTokenizerBroken)
#include "tst_tokenizer_broken.moc"
