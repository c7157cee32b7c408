// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/encoding.h"

#include <optional>
#include <string>
#include <string_view>

namespace pescope::encoding {

/// How a stored tensor is to be read where the rules of its family are wrong or there are none, written in front of
/// a source: "as:tensor=NAME,offset=2,grid=14x14,prefix=1:FILE" or "as:family=roberta:FILE". Without a tensor, what the
/// rules find, or the #ID says, is read so. What a person says wins over what a rule guessed; it is no what-if, for it
/// changes no value.
struct OpenAs {
    enum class Kind { AsFound, Absolute, Relative };
    std::string tensor; ///< its stored name; empty: what the rules find, or the #ID says
    std::string family; ///< a `model_type` in place of the config's; empty: what it says, or what the names tell
    Kind kind = Kind::AsFound;
    bool transpose = false; ///< the stored rows are the dimensions
    bool keyMinusQuery = false; ///< of a relative table: its rows run with key − query
    std::optional<tables::Index> offset; ///< absolute: row of position 0; relative: m of row 0
    std::optional<tables::Index> positions; ///< absolute: usable rows from there; none: all that are left
    std::optional<std::pair<tables::Index, tables::Index>> grid; ///< absolute: rows × columns of patches
    tables::Index prefix = 0; ///< positions in front of the grid: class, distillation, register tokens

    bool operator==(const OpenAs&) const = default;
};

struct OpenAsText {
    std::optional<OpenAs> as; ///< nothing: the text has no "as:" in front
    std::string source; ///< the SOURCE behind it, without #ID
};

/// Characters of the "as:…:" in front of `text`, 0 where there is none. An existing file whose own name begins so
/// is a file.
[[nodiscard]] std::size_t openAsPrefix(std::string_view text);

/// "as:transpose=yes,offset=2:", to be put in front of a source; empty where nothing is said.
[[nodiscard]] std::string specText(const OpenAs& as);

/// Keys: tensor=NAME, family=MODEL_TYPE, kind=absolute|relative, transpose=yes|no, sign=query-key|key-query, offset=K,
/// positions=N, grid=HxW, prefix=P. Errors: Format for an unknown key or family, for a value out of its range, for a
/// key that the kind does not have, or a missing source.
[[nodiscard]] Result<OpenAsText> parseOpenAs(std::string_view spec);

/// The encoding read so; the family has been used before, when it was found. Its notes say what was said by hand.
/// Recognised sinusoids are recognised anew. Errors: Unsupported for an encoding that is no stored table; Shape, with
/// the numbers, for an offset, positions or a grid that the tensor does not have. O(rows · columns).
[[nodiscard]] Result<Encoding> opened(const OpenAs& as, const Encoding& found);

} // namespace pescope::encoding
