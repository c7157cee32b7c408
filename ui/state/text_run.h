// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/comparison.h"
#include "core/bert/encoder_module.h"
#include "core/bert/token_roles.h"
#include "core/bert/tokenizer.h"
#include "ui/state/text_exchange.h"

namespace pescope::ui {

/// What reads a text.
struct TextModel {
    std::shared_ptr<const bert::Encoder> encoder;
    std::shared_ptr<const bert::Tokenizer> tokenizer;
};

/// Something of the run with the trained positions, and of the one with exchanged ones.
template<typename T>
struct BothRuns {
    T original, exchanged;
};

/// A text after its run with the trained positions and with exchanged ones.
struct TextRun {
    std::string text;
    bert::Encoded encoded;
    std::shared_ptr<const bert::EncodedText> original, exchanged;
    bert::ExchangeCurves curves;
    ExchangeChoice choice;
    bert::TokenRoles roles;
    BothRuns<std::vector<tables::MatrixD>> small; ///< cosine maps by state, of at most 64 tokens evenly chosen
    double milliseconds = 0; ///< of the exchanged forward pass
};

/// Attention of one layer in both runs.
struct TextAttention {
    bert::Layer layer;
    bert::AttentionMaps original, exchanged;
};

/// Cosines of the states of both runs, all tokens with all.
struct TextSimilarity {
    int axisIndex = 0; ///< 0: the embedding output
    BothRuns<tables::MatrixD> maps;
};

/// Errors: those of Tokenizer::open, Checkpoint::open and openEncoder.
[[nodiscard]] Result<TextModel> openTextModel(const std::string& folder, const compute::DeviceChoice& device,
                                              const JobContext& job);

/// The text with the trained positions and with those of the choice; more tokens than the model takes are cut off.
/// @param former  a run whose original is taken over where the tokens are the same; null: none
/// Errors: those of Tokenizer::encode, `schemeOf` and Encoder::run; Cancelled.
[[nodiscard]] Result<TextRun> runText(const TextModel& model, const std::string& text, const ExchangeChoice& choice,
                                      const TextRun* former, const JobContext& job);

/// Errors: those of Encoder::attention; Cancelled.
[[nodiscard]] Result<TextAttention> attentionOf(const TextModel& model, const TextRun& run, bert::Layer layer,
                                                const JobContext& job);
/// One head's weights, tokens (query) × tokens (key). @param head  from 0; below 0: the mean of all
[[nodiscard]] tables::MatrixD headMap(const bert::AttentionMaps& attention, int head);

/// The tokens as one reads them: "CLS", "machine", "␣world".
[[nodiscard]] QStringList tokenTexts(const bert::Encoded& encoded);
[[nodiscard]] QString modelName(const QString& folder); ///< for people: "all-MiniLM-L6-v2"

/// @param axisIndex  0: the embedding output
[[nodiscard]] TextSimilarity similarityOf(const TextRun& run, int axisIndex);

} // namespace pescope::ui
