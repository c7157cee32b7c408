// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/tokenizer.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

/// Folders of tokeniser files for the tests.
namespace tokenizer_folder {

using pescope::describe;
using pescope::ErrorCode;
using pescope::Result;
using pescope::bert::EncodeOptions;
using pescope::bert::Token;
using pescope::bert::Tokenizer;
using Json = nlohmann::json;

inline constexpr const char* kVocabulary =
    "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nworld\nlearn\n##ing\n##ed\nThe\n机\n器\n!\nNo\nMore\n"
    "a\n[unused1]\nnomore\n";

/// A folder that is filled file by file.
struct Folder {
    QTemporaryDir dir;
    void write(const char* name, const std::string& content)
    {
        QFile file(dir.filePath(QString::fromLatin1(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content.data(), static_cast<qint64>(content.size()));
    }
    [[nodiscard]] Result<Tokenizer> open() const { return Tokenizer::open(dir.path().toStdString()); }
};

inline std::vector<std::string> tokensOf(const Result<Tokenizer>& tokenizer, std::string_view text,
                                         EncodeOptions options = {})
{
    if (!tokenizer)
        return {describe(tokenizer.error())};
    const auto encoded = tokenizer->encode(text, std::nullopt, options);
    if (!encoded)
        return {describe(encoded.error())};
    std::vector<std::string> tokens;
    for (const Token& token : encoded->tokens)
        tokens.push_back(token.text);
    return tokens;
}

using Words = std::vector<std::string>;

inline bool refuses(const Result<Tokenizer>& tokenizer, ErrorCode code, const char* part)
{
    if (tokenizer)
        return false;
    const std::string said = describe(tokenizer.error());
    if (tokenizer.error().code == code && said.find(part) != std::string::npos)
        return true;
    qWarning("%s", said.c_str());
    return false;
}

inline Json wordPieceFile()
{
    return {{"model",
             {{"type", "WordPiece"}, {"vocab", {{"[UNK]", 0}, {"[CLS]", 1}, {"[SEP]", 2}, {"the", 3}, {"##n", 4}}}}},
            {"normalizer", {{"type", "BertNormalizer"}, {"lowercase", false}, {"strip_accents", nullptr}}},
            {"pre_tokenizer", {{"type", "BertPreTokenizer"}}},
            {"post_processor",
             {{"type", "TemplateProcessing"},
              {"single",
               {{{"SpecialToken", {{"id", "[CLS]"}, {"type_id", 0}}}}, {{"Sequence", {{"id", "A"}, {"type_id", 0}}}}}},
              {"pair", {{{"Sequence", {{"id", "B"}, {"type_id", 3}}}}, {{"Sequence", {{"id", "A"}, {"type_id", 0}}}}}},
              {"special_tokens", {{"[CLS]", {{"id", "[CLS]"}, {"ids", {1, 2}}}}}}}}};
}

} // namespace tokenizer_folder
