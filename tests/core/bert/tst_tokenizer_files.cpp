// SPDX-License-Identifier: GPL-3.0-or-later
// What a tokeniser makes of its files: settings, added tokens, cuts.
#include "core/bert/tokenizer_json.h"
#include "core/bert/truncation.h"
#include "core/bert/vocabulary.h"
#include "tests/core/bert/tokenizer_folder.h"

#include <QElapsedTimer>
#include <QTest>

using namespace pescope;
using namespace pescope::bert;
using namespace tokenizer_folder;

class TestTokenizerFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void settings();
    void neverSplit();
    void addedTokens();
    void template_();
    void configOverTokenizerJson();
    void vocabularyLines();
    void emptyAndUnknown();
    void notUtf8_data();
    void notUtf8();
    void longText();
    void truncation();
    void classesOfTokens();
    void plainByteLevel();
};

void TestTokenizerFiles::settings()
{
    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    const auto plain = folder.open();
    QCOMPARE(tokensOf(plain, "The world"), (Words{"[CLS]", "the", "world", "[SEP]"}));
    QVERIFY(plain->notes().size() == 1 && plain->notes().front().find("lower-cased") != std::string::npos);
    QVERIFY(!plain->modelMaxLength());
    QCOMPARE(plain->file(), std::string("vocab.txt"));

    folder.write("tokenizer_config.json", R"({"do_lower_case": false, "model_max_length": 512, "cls_token": "the"})");
    const auto cased = folder.open();
    QCOMPARE(tokensOf(cased, "The"), (Words{"the", "The", "[SEP]"}));
    QCOMPARE(cased->modelMaxLength(), std::optional<std::int64_t>(512));
    QVERIFY(cased->notes().empty());

    folder.write("tokenizer_config.json",
                 R"({"do_lower_case": true, "tokenize_chinese_chars": false, "model_max_length": 1e30})");
    const auto joined = folder.open();
    QCOMPARE(tokensOf(joined, "机器"), (Words{"[CLS]", "[UNK]", "[SEP]"}));
    QVERIFY(!joined->modelMaxLength());

    // a file of the model stands for its folder
    QVERIFY(Tokenizer::open(folder.dir.filePath(QStringLiteral("vocab.txt")).toStdString()).has_value());
}

void TestTokenizerFiles::neverSplit()
{
    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    folder.write("tokenizer_config.json", R"({"do_lower_case": true, "never_split": ["No", "More", "absent"]})");
    const auto tokenizer = folder.open();
    QCOMPARE(tokensOf(tokenizer, "No More"), (Words{"[CLS]", "No", "More", "[SEP]"}));
    QCOMPARE(tokensOf(tokenizer, "NoMore No!"), (Words{"[CLS]", "nomore", "[UNK]", "!", "[SEP]"}));
    QCOMPARE(tokenizer->notes().size(), std::size_t{1});
}

void TestTokenizerFiles::addedTokens()
{
    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    folder.write("tokenizer_config.json", R"({"do_lower_case": true, "added_tokens_decoder": {
        "19": {"content": "<x>", "lstrip": true, "special": true}, "4": {"content": "[MASK]", "special": true}}})");
    const auto tokenizer = folder.open();
    QCOMPARE(tokensOf(tokenizer, "the  <x>world [MASK]ed [CLS]"),
             (Words{"[CLS]", "the", "<x>", "world", "[MASK]", "[UNK]", "[CLS]", "[SEP]"}));
    const auto encoded = tokenizer->encode("the  <x>[unused1]", std::nullopt, {});
    QCOMPARE(encoded->tokens[2].id, 19);
    QVERIFY(encoded->tokens[2].special && !encoded->tokens[2].inserted);
    QCOMPARE(encoded->tokens[2].begin, 3U); // the spaces in front belong to it
    QCOMPARE(encoded->tokens[2].end, 8U);
    QCOMPARE(tokenizer->size(), 20);
    // "unused" tokens are nothing special unless a file says so
    QCOMPARE(tokensOf(tokenizer, "[unused1]"), (Words{"[CLS]", "[UNK]", "[UNK]", "[UNK]", "[SEP]"}));

    folder.write("tokenizer_config.json", "{}");
    folder.write(
        "special_tokens_map.json",
        R"({"mask_token": {"content": "[MASK]", "rstrip": true}, "additional_special_tokens": ["[unused1]", "[none]"]})");
    folder.write("added_tokens.json", R"({"<y>": 19})");
    const auto old = folder.open();
    QCOMPARE(tokensOf(old, "[MASK] [unused1]<Y>"), (Words{"[CLS]", "[MASK]", "[unused1]", "<y>", "[SEP]"}));
    QCOMPARE(old->encode("[MASK] a", std::nullopt, {})->tokens[1].end, 7U);
    QVERIFY(old->isSpecial(17) && !old->isSpecial(19));
}

void TestTokenizerFiles::template_()
{
    Folder folder;
    folder.write("tokenizer.json", wordPieceFile().dump());
    const auto tokenizer = folder.open();
    QCOMPARE(tokensOf(tokenizer, "then"), (Words{"[CLS]", "[SEP]", "the", "##n"}));
    QCOMPARE(tokenizer->addedCount(false), std::size_t{2});
    const auto pair = tokenizer->encode("the", "then", {});
    QCOMPARE(pair->ids(), (std::vector<std::int32_t>{3, 4, 3}));
    QCOMPARE(pair->typeIds(), (std::vector<std::int32_t>{3, 3, 0}));
    QCOMPARE(pair->tokens[0].sequence, 1);
    QCOMPARE(tokensOf(tokenizer, "then", {.addSpecial = false}), (Words{"the", "##n"}));
}

void TestTokenizerFiles::configOverTokenizerJson()
{
    Folder folder;
    folder.write("tokenizer.json", wordPieceFile().dump());
    QCOMPARE(tokensOf(folder.open(), "THE", {.addSpecial = false}), (Words{"[UNK]"}));
    folder.write("tokenizer_config.json", R"({"do_lower_case": true, "tokenizer_class": "BertTokenizer"})");
    QCOMPARE(tokensOf(folder.open(), "THE", {.addSpecial = false}), (Words{"the"}));
    folder.write("tokenizer_config.json", R"({"do_lower_case": true, "tokenizer_class": "PreTrainedTokenizerFast"})");
    QCOMPARE(tokensOf(folder.open(), "THE", {.addSpecial = false}), (Words{"[UNK]"}));
    folder.write("tokenizer_config.json", R"({"strip_accents": true, "tokenizer_class": "BertTokenizer"})");
    QCOMPARE(tokensOf(folder.open(), "thé", {.addSpecial = false}), (Words{"the"}));
}

void TestTokenizerFiles::vocabularyLines()
{
    Folder folder;
    folder.write("vocab.txt", "\xEF\xBB\xBF[UNK]\r\n[CLS]\r\n\r\n[SEP]\r\nthe\r\na\r\nthe");
    const auto tokenizer = folder.open();
    QVERIFY2(tokenizer.has_value(), tokenizer ? "" : describe(tokenizer.error()).c_str());
    QCOMPARE(tokenizer->size(), 7);
    QCOMPARE(tokenizer->idOf("the"), std::optional<std::int32_t>(6)); // the last one counts
    QVERIFY(tokenizer->tokenOf(4).empty());
    QCOMPARE(tokenizer->idOf("a"), std::optional<std::int32_t>(5));
    QVERIFY(tokenizer->notes().front().find("given again") != std::string::npos);
}

void TestTokenizerFiles::emptyAndUnknown()
{
    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    const auto tokenizer = folder.open();
    QCOMPARE(tokensOf(tokenizer, ""), (Words{"[CLS]", "[SEP]"}));
    QCOMPARE(tokensOf(tokenizer, " \t\n"), (Words{"[CLS]", "[SEP]"}));
    QCOMPARE(tokensOf(tokenizer, "", {.addSpecial = false}), Words{});
    QCOMPARE(tokensOf(tokenizer, "ქართული zzz"), (Words{"[CLS]", "[UNK]", "[UNK]", "[SEP]"}));
    QCOMPARE(tokensOf(tokenizer, std::string_view("the\0world", 9)), (Words{"[CLS]", "[UNK]", "[SEP]"}));
    const auto pair = tokenizer->encode("the", "", {}); // as in the reference no second text
    QCOMPARE(pair->tokens.size(), std::size_t{3});
}

void TestTokenizerFiles::notUtf8_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("high surrogate") << QByteArray("ab\xED\xA0\xBD") << QStringLiteral("byte 2 is 0xED");
    QTest::newRow("low surrogate") << QByteArray("\xED\xB8\x80") << QStringLiteral("unpaired surrogate");
    QTest::newRow("CESU-8 pair") << QByteArray("\xED\xA0\xBD\xED\xB8\x80") << QStringLiteral("byte 0");
    QTest::newRow("Latin-1") << QByteArray("caf\xE9 au") << QStringLiteral("byte 3 is 0xE9");
    QTest::newRow("overlong") << QByteArray("\xC0\xAF") << QStringLiteral("byte 0 is 0xC0");
    QTest::newRow("overlong of three") << QByteArray("\xE0\x80\xAF") << QStringLiteral("byte 0");
    QTest::newRow("beyond the last") << QByteArray("\xF4\x90\x80\x80") << QStringLiteral("byte 0");
    QTest::newRow("cut off") << QByteArray("the \xF0\x9F\x98") << QStringLiteral("byte 4 is 0xF0");
    QTest::newRow("continuation alone") << QByteArray("\x80") << QStringLiteral("byte 0 is 0x80");
}

void TestTokenizerFiles::notUtf8()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    const auto got = folder.open()->encode(text.toStdString(), std::nullopt, {});
    QVERIFY(!got.has_value());
    QVERIFY2(describe(got.error()).find(part.toStdString()) != std::string::npos, describe(got.error()).c_str());
}

/// Time is bounded for text that gives the search the most to do.
void TestTokenizerFiles::longText()
{
    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    const auto tokenizer = folder.open();
    constexpr std::size_t kLength = 100'000;
    std::string ideographs, marks = "a";
    for (std::size_t i = 0; i < kLength; ++i) {
        ideographs += "机";
        marks += i % 2 == 0 ? "\u0301" : "\u0323"; // one run of marks out of order
    }
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(tokenizer->encode(ideographs, std::nullopt, {})->tokens.size(), kLength + 2);
    QCOMPARE(tokenizer->encode(std::string(kLength, 'a'), std::nullopt, {})->tokens.size(), std::size_t{3});
    QCOMPARE(tokenizer->encode(marks, std::nullopt, {})->tokens.size(), std::size_t{3});
    QCOMPARE(tokenizer->encode(std::string(kLength, '['), std::nullopt, {})->tokens.size(), kLength + 2);
    qInfo("four texts of 100,000 characters: %lld ms", static_cast<long long>(timer.elapsed()));
    QVERIFY(timer.elapsed() < 2000);
}

void TestTokenizerFiles::truncation()
{
    using Pair = std::pair<std::size_t, std::size_t>;
    constexpr auto kLongest = Truncation::LongestFirst;
    QCOMPARE(*lengthsWithin(10, std::nullopt, 2, 8, kLongest), (Pair{6, 0}));
    QCOMPARE(*lengthsWithin(10, std::nullopt, 2, 2, kLongest), (Pair{0, 0}));
    QCOMPARE(*lengthsWithin(10, 3, 3, 12, kLongest), (Pair{6, 3}));
    QCOMPARE(*lengthsWithin(3, 10, 3, 12, kLongest), (Pair{3, 6}));
    QCOMPARE(*lengthsWithin(10, 12, 3, 12, kLongest), (Pair{4, 5}));
    QCOMPARE(*lengthsWithin(12, 10, 3, 12, kLongest), (Pair{5, 4})); // the odd one to the longer
    QCOMPARE(*lengthsWithin(5, 5, 3, 12, kLongest), (Pair{4, 5}));
    QCOMPARE(*lengthsWithin(5, 6, 3, 12, Truncation::OnlyFirst), (Pair{3, 6}));
    QCOMPARE(*lengthsWithin(5, 6, 3, 12, Truncation::OnlySecond), (Pair{5, 4}));
    QVERIFY(!lengthsWithin(2, 9, 3, 11, Truncation::OnlyFirst));
    QVERIFY(!lengthsWithin(20, std::nullopt, 2, 11, Truncation::OnlySecond));
    QVERIFY(!lengthsWithin(20, std::nullopt, 2, 1, kLongest));

    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    const auto cut = folder.open()->encode("the world the world", std::nullopt, {.maxLength = 4});
    QCOMPARE(cut->tokens.size(), std::size_t{4});
    QCOMPARE(cut->cutFirst, std::size_t{2});
    const auto none = folder.open()->encode("the", std::nullopt, {.maxLength = 1});
    QVERIFY(!none && none.error().message.find("2 special") != std::string::npos);
}

void TestTokenizerFiles::classesOfTokens()
{
    Folder folder;
    folder.write("vocab.txt", kVocabulary);
    const auto tokenizer = folder.open();
    const auto got = tokenizer->encode("learning! 机器", std::nullopt, {});
    std::vector<int> words;
    std::vector<bool> continues;
    for (const Token& token : got->tokens) {
        words.push_back(token.word);
        continues.push_back(token.continuesWord);
    }
    QCOMPARE(words, (std::vector<int>{-1, 0, 0, 1, 2, 3, -1}));
    QCOMPARE(continues, (std::vector<bool>{false, false, true, false, false, false, false}));
    QVERIFY(got->tokens.front().special && got->tokens.front().inserted && !got->tokens[1].special);
    QCOMPARE(tokenizer->readable(*tokenizer->idOf("##ing")), std::string("ing"));

    Words whole;
    for (const std::int32_t id : tokenizer->wholeWords())
        whole.emplace_back(tokenizer->tokenOf(id));
    QCOMPARE(whole, (Words{"the", "world", "learn", "The", "机", "器", "No", "More", "nomore"}));
}

void TestTokenizerFiles::plainByteLevel()
{
    Folder folder;
    folder.write(
        "vocab.json",
        R"({"<s>":0,"<pad>":1,"</s>":2,"<unk>":3,"a":4,"b":5,"Ġ":6,"ab":7,"Ġab":8,"<mask>":9,"Ã":10,"©":11,"Ã©":12})");
    folder.write("merges.txt", "#version: 0.2\na b\nĠ ab\nÃ ©\n");
    const auto tokenizer = folder.open();
    QCOMPARE(tokensOf(tokenizer, "ab ab é <mask>"), (Words{"<s>", "ab", "Ġab", "Ġ", "Ã©", "<mask>", "</s>"}));
    const auto got = tokenizer->encode("ab ab", "ab", {});
    QCOMPARE(got->ids(), (std::vector<std::int32_t>{0, 7, 8, 2, 2, 7, 2}));
    QCOMPARE(got->typeIds(), std::vector<std::int32_t>(7, 0));
    QCOMPARE(got->tokens[2].begin, 3U); // the space is not part of its place
    QCOMPARE(tokenizer->padId(), std::optional<std::int32_t>(1));
    QCOMPARE(tokenizer->readable(12), std::string("é"));
    QCOMPARE(tokenizer->readable(8), std::string(" ab"));
    QCOMPARE(tokenizer->wholeWords(), (std::vector<std::int32_t>{8}));

    folder.write("tokenizer_config.json", R"({"add_prefix_space": true})");
    QCOMPARE(tokensOf(folder.open(), "ab"), (Words{"<s>", "Ġab", "</s>"}));
    folder.write("merges.txt", "a b\na c\n");
    QVERIFY(refuses(folder.open(), ErrorCode::Format, "merge 2 joins “a” and “c”"));
    folder.write("merges.txt", "ab\n");
    QVERIFY(refuses(folder.open(), ErrorCode::Format, "merges.txt line 1"));
}

QTEST_APPLESS_MAIN(TestTokenizerFiles)
#include "tst_tokenizer_files.moc"
