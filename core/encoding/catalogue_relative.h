// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/formula.h"
#include "core/encoding/rotary.h"

#include <optional>
#include <span>
#include <string_view>

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
};
[[nodiscard]] const BucketRule* findBuckets(std::string_view tensor);

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
};
[[nodiscard]] std::span<const AlibiRule> alibiRules();

/// Rotary encodings, which are not stored: the config tells.
struct RotaryRule {
    std::string_view family;
    std::span<const std::string_view> modelTypes;
    Pairing pairing = Pairing::HalfSplit;
    double defaultShare = 1; ///< of a head's columns, where the config does not say
    /// Config key with the number of rotated columns, and the number where the config does not say; empty: a share.
    std::string_view dimKey;
    int defaultDim = 0;
};
[[nodiscard]] const RotaryRule* findRotary(std::string_view modelType);

/// Config keys that the rotary families share, first match counts.
[[nodiscard]] std::span<const std::string_view> rotaryBaseKeys();
[[nodiscard]] std::span<const std::string_view> rotaryShareKeys();
[[nodiscard]] std::span<const std::string_view> headKeys();
[[nodiscard]] std::span<const std::string_view> widthKeys();
[[nodiscard]] std::span<const std::string_view> lengthKeys();

} // namespace pescope::encoding
