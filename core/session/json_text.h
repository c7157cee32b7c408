// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <nlohmann/json_fwd.hpp>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::session {

/// JSON whose bytes depend on its values alone: keys sorted, two blanks a level, lists of plain values on one line,
/// shortest numbers that read back the same, a line end at the end. Numbers that are not finite become null.
/// Errors: Format for text that is no UTF-8 (it is shown with question marks).
[[nodiscard]] Result<std::string> canonicalText(const nlohmann::json& value);

/// Reads one JSON value. Errors: Format with the place of the first fault, or for more than 64 levels.
[[nodiscard]] Result<nlohmann::json> parseJson(std::string_view text);

/// What a program knows of one kind of object in a file.
struct KnownKeys {
    std::vector<std::string_view> plain; ///< values that are written anew
    std::map<std::string_view, KnownKeys> objects;
    struct List {
        std::string_view identity; ///< the key by which an object of the list is found again
        std::vector<KnownKeys> element; ///< one; a vector, since the type is not complete here
    };
    std::map<std::string_view, List> lists;
};

/// The keys of `object` that are not known, at every level. Objects of a list are kept by their identity.
[[nodiscard]] nlohmann::json unknownKeys(const nlohmann::json& object, const KnownKeys& known);

/// `object` with what `unknownKeys` found, where its objects and list elements still exist.
void addUnknownKeys(nlohmann::json& object, const nlohmann::json& unknown, const KnownKeys& known);

} // namespace pescope::session
