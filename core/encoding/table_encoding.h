// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/encoding/encoding.h"

#include <span>
#include <string>
#include <vector>

namespace pescope::encoding {

/// "[512, 768]"
[[nodiscard]] std::string shapeText(std::span<const std::int64_t> shape);

/// The shape as people count it: axes of length 1 in front dropped while more than two are left.
[[nodiscard]] std::vector<std::int64_t> withoutLeadingOnes(std::span<const std::int64_t> shape);

/// True for two axes (leading 1s dropped) of a type that can hold an embedding: floating, or one that is only listed.
[[nodiscard]] bool couldBeTable(const checkpoint::TensorInfo& tensor);

/// The sentence that a table with one position gets.
[[nodiscard]] std::string onePositionNote();

/// What is known of a tensor before its values are read.
struct TableFacts {
    std::string id;
    std::string family; ///< empty: a loose array
    tables::Index firstPositionRow = 0; ///< below the number of rows
    std::vector<std::string> notes;
    bool mayBeSinusoid = true; ///< false: it is not looked at whether the rows are a stored sinusoid
};

/// What is said of positions on a grid.
inline constexpr std::string_view kGridNote =
    "profiles, ranges and MON by i − j mix rows and columns of the grid: read the map or the grid of grids";

/// The values of a tensor with two axes (leading 1s dropped), widened to double.
/// Errors: Shape for any other number of axes, an empty one, or more than 2^28 values; those of reading. The tensor and
/// its file are named.
[[nodiscard]] Result<tables::MatrixD> readMatrix(const checkpoint::Checkpoint& source, std::size_t tensor);

/// The sentence that rows get whose dot products overflow: largest² · D above the largest float64 (nothing of them can
/// be computed) or above that of float32, which pictures are made in. Nothing for others. Values that are not finite
/// are passed over.
[[nodiscard]] std::optional<std::string> overflowNote(const Eigen::Ref<const tables::MatrixD>& rows);

/// Notes on rows by offset that hold values that are not finite, or too large.
void noteFaultyOffsets(Encoding& encoding, const tables::MatrixD& rows);

/// The encoding of a table that is read: positions, notes on values that are not finite or too large and on single
/// rows, and what it is recognised as when it is a sinusoid (the tolerance follows the stored type).
[[nodiscard]] Encoding tableEncoding(const checkpoint::TensorInfo& tensor, tables::MatrixD values, TableFacts facts);

/// Both steps.
[[nodiscard]] Result<Encoding> readTable(const checkpoint::Checkpoint& source, std::size_t tensor, TableFacts facts);

/// Two encodings that share an id get .2, .3, … in their order.
void makeIdsUnique(std::vector<Encoding>& encodings);

/// The list of tensors that every source carries.
[[nodiscard]] std::vector<Source::Tensor> tensorList(const checkpoint::Checkpoint& source);

} // namespace pescope::encoding
