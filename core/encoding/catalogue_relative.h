// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/formula.h"
#include "core/encoding/relative.h"
#include "core/encoding/rotary.h"
#include "core/encoding/sinusoid.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

/// Families whose position information meets the attention logits: a new family is one entry in
/// catalogue_relative.cpp.
namespace pescope::encoding {

/// Vectors by offset, one table a layer, shared by its heads; 2P − 1 rows for i − j = −(P − 1) … P − 1.
struct RelativeTableRule {
    std::string_view tensor; ///< end of the name, matched at a dot
    std::string_view layer; ///< name component before the number of the layer
    std::string_view typeKey; ///< config key with the kind of positions
    std::string_view queryType; ///< its value for tables that meet the query …
    std::string_view bothType; ///< … and for tables that meet query and key
    std::string_view id; ///< "relative_key": the encoding is layerN.relative_key
    std::span<const std::string_view> lengthKeys; ///< config keys with P
};
[[nodiscard]] const RelativeTableRule* findRelativeTable(std::string_view tensor);

/// Learned numbers by bucket of the offset, buckets × heads.
struct BucketRule {
    std::string_view tensor; ///< end of the name, matched at a dot
    std::string_view layer; ///< name component before the number of the block; empty: one table for all layers
    std::string_view decoder; ///< name component of a stack that sees earlier keys only; empty: there is none
    std::string_view encoder; ///< name component of the other stack; empty: stacks have no name of their own
    std::optional<int> fixedDistance; ///< of families that do not read it from the config
    LogitScale scale = LogitScale::RootOfWidth;
    std::string_view unusedIn = {}; ///< name component of tables that old files hold and no model reads; empty: none
};
[[nodiscard]] const BucketRule* findBuckets(std::string_view tensor);

/// Vectors by offset, or by logarithmic bucket of it, that meet the query and the key through projections of their own
/// (disentangled attention: He et al. 2021); 2·span rows for the whole model, rows 0 … 2·span − 1 are i − j = −span …
/// span − 1.
struct DisentangledRule {
    std::string_view tensor; ///< end of the name, matched at a dot
    std::string_view norm; ///< end of the names of its layer norm, in the place of `tensor`
    std::string_view normKey, normValue; ///< the norm is used where the config key holds this text
    std::string_view bucketKey; ///< config key with half the number of rows that are buckets; below 1: no buckets
    std::string_view distanceKey; ///< config key with the largest offset; below 1: the first of lengthKeys()
    std::string_view typesKey; ///< config key with the terms that are added
};
[[nodiscard]] const DisentangledRule* findDisentangled(std::string_view tensor);

/// Learned numbers by the offset (rows, columns) between two patches of a window: (2·height − 1)·(2·width − 1) rows,
/// and three more where the window has a class token.
struct WindowRule {
    std::string_view tensor; ///< end of the name, matched at a dot
    std::string_view stage; ///< name component before the number of the stage; empty: there is one
    std::string_view layer; ///< name component before the number of the block; empty: one table for all layers
};
[[nodiscard]] const WindowRule* findWindow(std::string_view tensor);

/// A convolution over time whose output is added to its input (wav2vec 2.0 and its relatives).
struct ConvolutionRule {
    std::string_view direction; ///< end of the name of the weights, matched at a dot
    std::string_view gain; ///< end of the name of their lengths, in the place of `direction`; empty: stored as they are
};
[[nodiscard]] const ConvolutionRule* findConvolution(std::string_view tensor);

/// A table that turns queries and keys: sines, then cosines, of position · ω, stored as the model reads them.
struct StoredRotaryRule {
    std::string_view tensor; ///< end of the name, matched at a dot
    std::string_view modelType;
    std::string_view prefix; ///< name component that tells the family without a config
    Pairing pairing;
};
[[nodiscard]] const StoredRotaryRule* findStoredRotary(std::string_view tensor, std::string_view modelType);

/// A sinusoid added to the words that the model computes.
struct SinusoidRule {
    std::string_view family;
    std::span<const std::string_view> modelTypes;
    Layout layout = Layout::Halves;
    Spacing spacing = Spacing::Half;
    bool afterPadToken = false; ///< position 0 is row 2, and the row of the padding token is zero (fairseq)
    std::span<const std::string_view> widthKeys;
    /// Config keys with the number of positions: of the encoder or the whole model, and of the decoder where it has
    /// another one.
    std::span<const std::string_view> lengthKeys, decoderLengthKeys;
    std::string_view input = "word_i + p_i";
};
[[nodiscard]] const SinusoidRule* findSinusoid(std::string_view modelType);

/// Sinusoids of the offset that the model computes.
struct OffsetSinusoidRule {
    std::string_view modelType;
    std::string_view marker; ///< part of a tensor's name that tells the family without a config; empty: none does
    OffsetReach reach; ///< where attn_type does not say otherwise
    std::string_view formula; ///< of the logit
};
[[nodiscard]] std::span<const OffsetSinusoidRule> offsetSinusoidRules();

/// ALiBi, which is not stored: the config tells.
struct AlibiRule {
    std::string_view family;
    std::span<const std::string_view> modelTypes; ///< empty: any
    /// Config key that says whether it is used, below `section` where that is not empty, and the text it then has;
    /// an empty text means true. An empty key: always.
    std::string_view section, key, value;
    std::string_view biasMaxKey; ///< in `section`; empty: 8
    std::span<const std::string_view> headKeys, lengthKeys;
    bool causal = true;
    bool insideRoot = false; ///< the bias is divided by √d with the product, and the slopes are rounded to bfloat16
};
[[nodiscard]] std::span<const AlibiRule> alibiRules();

/// Rotary encodings, which are not stored: the config tells.
struct RotaryRule {
    std::string_view family;
    std::span<const std::string_view> modelTypes = {}; ///< empty: those that no other rule has
    Pairing pairing = Pairing::HalfSplit;
    double defaultShare = 1; ///< of a head's columns, where the config does not say
    /// Config key with the number of rotated columns, and the number where the config does not say; empty: a share.
    std::string_view dimKey = {};
    int defaultDim = 0;
    double defaultBase = 10000;
    /// Config key that must hold `value` (empty: be true); one that starts with '!' must not be true. Empty: always.
    std::string_view condition = {}, value = {};
    /// Keys of the base of layers that see all keys and of those that see a window; empty: all layers are alike.
    std::string_view globalBaseKey = {}, localBaseKey = {};
    double defaultGlobalBase = 0, defaultLocalBase = 0;
};

/// The rule for a model of this type; the one without types comes last, and asks its caller to look at the config.
[[nodiscard]] const RotaryRule* findRotary(std::string_view modelType);

/// The types of all rules here, in their order; some repeatedly.
[[nodiscard]] std::vector<std::string_view> relativeModelTypes();

/// Config keys that the rotary families share, first match counts.
[[nodiscard]] std::span<const std::string_view> rotaryBaseKeys();
[[nodiscard]] std::span<const std::string_view> rotaryShareKeys();
[[nodiscard]] std::span<const std::string_view> headKeys();
[[nodiscard]] std::span<const std::string_view> widthKeys();
[[nodiscard]] std::span<const std::string_view> lengthKeys();

} // namespace pescope::encoding
