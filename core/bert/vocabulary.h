// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pescope::bert {

/// Tokens and their ids, one to one; ids may have gaps. Move only, as it holds references into itself.
class Vocabulary {
public:
    Vocabulary() = default;
    Vocabulary(const Vocabulary&) = delete;
    Vocabulary(Vocabulary&&) = default;
    Vocabulary& operator=(const Vocabulary&) = delete;
    Vocabulary& operator=(Vocabulary&&) = default;
    ~Vocabulary() = default;

    /// Largest id + 1 that is taken: more rows than any published embedding has.
    static constexpr std::int64_t kMaxSize = std::int64_t{1} << 22;

    /// A token given again moves to the new id, and the old id is left without one, as in the reference.
    /// Errors: Shape for an id outside [0, kMaxSize), Format when another token has it; both name the token.
    [[nodiscard]] Status add(std::string_view token, std::int64_t id);
    /// The same for a token that was added to the model's: it is found in a text as a whole, but no word is made of it.
    [[nodiscard]] Status addExtra(std::string_view token, std::int64_t id);

    [[nodiscard]] std::optional<std::int32_t> idOf(std::string_view token) const;
    /// Of the model's own tokens, without the extra ones.
    [[nodiscard]] std::optional<std::int32_t> modelIdOf(std::string_view token) const;
    /// Empty for an id without a token. Valid as long as the vocabulary.
    [[nodiscard]] std::string_view tokenOf(std::int32_t id) const;
    [[nodiscard]] bool contains(std::int32_t id) const;
    /// Largest id + 1.
    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(m_tokens.size()); }
    /// Bytes of the longest token of the model's own.
    [[nodiscard]] std::size_t longestToken() const { return m_longest; }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    struct Entry {
        std::int32_t id = 0;
        bool extra = false;
    };
    [[nodiscard]] Status put(std::string_view token, std::int64_t id, bool extra);

    std::unordered_map<std::string, Entry, Hash, std::equal_to<>> m_entries;
    std::vector<const std::string*> m_tokens; ///< by id, keys of m_entries, which stay where they are; null in gaps
    std::size_t m_longest = 0;
};

} // namespace pescope::bert
