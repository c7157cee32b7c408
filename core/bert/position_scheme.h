// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/weights.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pescope::bert {

/// As the checkpoint has it.
struct AsTrained {
    bool operator==(const AsTrained&) const = default;
};

/// No position information: of an absolute model a table of zeros.
struct NoPositions {
    bool operator==(const NoPositions&) const = default;
};

/// The same positions in another order (encoding::shuffledOrder of `seed`).
struct Shuffled {
    enum class Among {
        Tokens, ///< the k-th token that is not masked stands where the order[k]-th stood
        InnerTokens, ///< the same of all but the first and the last of them, [CLS] and [SEP], which stay
        Table, ///< row r of the table becomes its row order[r], over all usable rows (of offsets: over all offsets)
    };
    std::uint64_t seed = 0;
    Among among = Among::Tokens;
    bool operator==(const Shuffled&) const = default;
};

/// Where each of so many tokens stands after the shuffle: element k is the place of the k-th. Among::Table is about
/// rows of a table and not of tokens: it leaves them where they are. O(tokens).
[[nodiscard]] std::vector<tables::Index> shuffledPlaces(tables::Index tokens, const Shuffled& shuffled);

/// Another table in place of the trained one; row p is position p.
struct GivenTable {
    std::shared_ptr<const tables::MatrixF> rows; ///< positions × embedding; at least as many as the text has
    /// Scaled so that the mean norm of its rows is that of the trained positions; false: as it is.
    bool matchNorm = true;
    std::string name; ///< for messages and notes
    bool operator==(const GivenTable&) const = default;
};

/// Only the first `count` positions are known.
struct FirstRows {
    enum class Beyond {
        Clip, ///< later tokens get the last known one
        Zero, ///< later tokens get none
    };
    tables::Index count = 1; ///< 1 … usable rows
    Beyond beyond = Beyond::Clip;
    bool operator==(const FirstRows&) const = default;
};

/// Another table of offsets, the same in every layer; row r is the offset m = i − j = r − (rows − 1)/2.
struct GivenOffsets {
    std::shared_ptr<const tables::MatrixF> rows; ///< an odd number × head dimension; offsets beyond get the outermost
    bool matchNorm = true; ///< to the mean norm over all layers' trained offsets
    std::string name;
    bool operator==(const GivenOffsets&) const = default;
};

using AbsolutePositions = std::variant<AsTrained, NoPositions, Shuffled, GivenTable, FirstRows>;
using RelativePositions = std::variant<AsTrained, NoPositions, Shuffled, GivenOffsets>;

/// What a model is told about position, in place of what it was trained with. A value.
///
/// Each part acts on what the model has: a model that adds no absolute table is left as it is by any `absolute`, one
/// without relative positions by any `relative`, and the result notes it.
struct PositionScheme {
    AbsolutePositions absolute;
    RelativePositions relative;

    [[nodiscard]] static PositionScheme none() { return {NoPositions{}, NoPositions{}}; }
    [[nodiscard]] static PositionScheme shuffled(std::uint64_t seed, Shuffled::Among among = Shuffled::Among::Tokens)
    {
        return {Shuffled{seed, among}, Shuffled{seed, among}};
    }
    [[nodiscard]] bool isTrained() const { return *this == PositionScheme{}; }
    bool operator==(const PositionScheme&) const = default;
};

/// Position of each token, as the model counts them.
struct TokenPositions {
    static constexpr tables::Index kPadding = -1; ///< RoBERTa gives padding a row of its own instead of a position
    tables::Index sequences = 0;
    tables::Index tokens = 0; ///< of each sequence
    std::vector<tables::Index> position; ///< sequences × tokens, from 0
    std::vector<bool> real; ///< not masked
};

/// What the encoder adds and looks up: a scheme applied to the tokens of one text.
struct ResolvedPositions {
    std::optional<tables::MatrixF> added; ///< (sequences · tokens) × embedding; nothing: nothing is added
    std::vector<WeightTensor> offsets; ///< by layer, 2M − 1 × head dimension, row i − j + M − 1; empty: none
    std::vector<tables::Index> place; ///< sequences × tokens: what i and j are in i − j
    std::optional<double> factor; ///< what a given table was multiplied by to match the norm
    std::vector<std::string> notes; ///< one sentence each
};

/// Applies a scheme.
///
/// Errors: Shape with the numbers for a text with more positions than there are rows, a given table of another width,
/// or a FirstRows::count outside the table; Numeric for a given table of zeros whose norm is to be matched, or with
/// values that are not finite. O(tokens · embedding + rows of the tables).
[[nodiscard]] Result<ResolvedPositions> resolvePositions(const PositionScheme& scheme, const EncoderConfig& config,
                                                         const EmbeddingWeights& embedding,
                                                         const std::vector<LayerWeights>& layers,
                                                         const TokenPositions& tokens);

} // namespace pescope::bert
