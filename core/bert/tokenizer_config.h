// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/added_tokens.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace pescope::bert {

/// An added token as files write it; the id may be left to the vocabulary.
struct NamedToken {
    AddedToken token;
    std::optional<std::int64_t> id;
};

/// What the small files beside a vocabulary say; not given is not the same as false.
struct TokenizerConfig {
    bool present = false; ///< there is a tokenizer_config.json
    std::string tokenizerClass; ///< without "Fast" at its end
    std::optional<bool> lowerCase;
    std::optional<bool> spaceIdeographs;
    bool stripAccentsGiven = false; ///< null is a value: as lowerCase
    std::optional<bool> stripAccents;
    std::optional<bool> addPrefixSpace;
    std::optional<bool> trimOffsets;
    std::optional<std::int64_t> modelMaxLength; ///< not given where the file has a number without meaning (1e30)
    std::vector<std::string> neverSplit;
    std::map<std::string, NamedToken> roles; ///< "cls_token", "mask_token", …
    std::vector<NamedToken> additional; ///< additional_special_tokens
    std::vector<NamedToken> decoder; ///< added_tokens_decoder, else added_tokens.json; ascending ids
    std::string decoderFile; ///< where they stand

    /// The content of a role, or `otherwise`.
    [[nodiscard]] std::string role(const std::string& name, const std::string& otherwise) const;
};

/// tokenizer_config.json, special_tokens_map.json and added_tokens.json of a folder, each if it is there. As in the
/// reference, the last two count only where the first has no added_tokens_decoder.
/// Errors: Format for a file that is no JSON object and for a key of the wrong type; both are named.
[[nodiscard]] Result<TokenizerConfig> readTokenizerConfig(const std::filesystem::path& folder);

/// "[MASK]" or {"content": "[MASK]", "lstrip": true, …}; a bare text is special and sought as written.
/// Errors: Format when it is neither.
[[nodiscard]] Result<NamedToken> parseNamedToken(const nlohmann::json& value, bool special);

} // namespace pescope::bert
