// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/formula.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pescope::encoding {

/// Which stored row is position 0.
enum class RowRule {
    First, ///< row 0
    AfterPadToken, ///< row pad_token_id + 1 (the fairseq family; pad_token_id 1 where the config does not say)
    Third, ///< row 2, whatever the padding token is (BART, OPT and their relatives have the 2 in their code)
};

/// What the rows of a table are positions of.
enum class RowMeaning {
    Tokens,
    Patches, ///< tokens of their own (class, distillation) first, then the patches of a picture row by row
};

/// One family of models with an absolute table: a new family is one entry in catalogue.cpp.
struct FamilyRule {
    std::string_view family;
    std::span<const std::string_view> modelTypes; ///< `model_type` of config.json
    std::string_view tensor; ///< name of the table below any prefix, matched at a dot
    std::string_view prefix; ///< part of the name that tells the family without a config; empty: none does
    RowRule rows = RowRule::First;
    std::span<const std::string_view> lengthKeys; ///< config keys with the number of stored rows, first match counts
    std::span<const std::string_view> widthKeys; ///< config keys with the number of columns
    std::string_view input = "word_i + p_i"; ///< what enters the first layer
    LogitScale scale = LogitScale::RootOfWidth;
    RowMeaning meaning = RowMeaning::Tokens;
    int prefixTokens = 0; ///< of Patches: rows before the grid in the published models
    std::string_view part =
        {}; ///< end of the id where a family has several tables ("x" of LayoutLM); empty: by the name
};

[[nodiscard]] std::span<const FamilyRule> familyRules();

/// Why a rule was taken for a tensor.
enum class Certainty { ByConfig, ByPrefix, ByName };

struct FamilyMatch {
    const FamilyRule* rule = nullptr;
    Certainty certainty = Certainty::ByName;
};

/// The rule for a tensor, or nothing when its name is not that of a position table. The config decides, then the prefix
/// in the name, then the name alone. @param modelType  empty without a config
[[nodiscard]] std::optional<FamilyMatch> findFamily(std::string_view tensor, std::string_view modelType);

/// Position information other than an absolute table that is not read yet, found by a part of the tensor's name.
struct LaterRule {
    std::string_view fragment;
    std::string_view what; ///< "relative tables (relative_key)"
};
inline constexpr std::string_view kRotaryLater = "rotary encodings"; ///< `what` of stored inverse frequencies
inline constexpr std::string_view kRelativeLater = "relative sinusoids"; ///< `what` of what meets computed ones
inline constexpr std::string_view kConvolutionLater = "convolutional positions"; ///< `what` of a convolution's parts
[[nodiscard]] const LaterRule* findLater(std::string_view tensor);

/// The part of a model that a tensor belongs to: "encoder", "decoder", "text", "vision"; empty: none is named.
[[nodiscard]] std::string_view modelPart(std::string_view tensor);

/// Keys of config.json below which the part has a config of its own.
[[nodiscard]] std::span<const std::string_view> partSections(std::string_view part);

/// Every `model_type` that a rule names, also those of catalogue_relative.h, sorted.
[[nodiscard]] std::vector<std::string_view> knownModelTypes();

/// True for a name that speaks of position without being known: worth to be offered as a candidate.
[[nodiscard]] bool namesPosition(std::string_view tensor);

} // namespace pescope::encoding
