// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::encoding {

/// The `key=value,key=value` part of a built-in spec. Every error names the key, the value and what is allowed.
class KeyValues {
public:
    struct Allowed {
        std::string_view key;
        std::string_view values; ///< for people: "a whole number from 1"
    };

    /// Splits at the commas; a piece without one of the known keys in front belongs to the value before it, so that a
    /// file name may hold commas. Errors: Format for an unknown key, one given twice, or a piece before any key.
    [[nodiscard]] static Result<KeyValues> parse(std::string_view kind, std::string_view text,
                                                 std::span<const Allowed> allowed);

    [[nodiscard]] const std::string* find(std::string_view key) const;

    /// The value of `key`, or `fallback` where the key is not given. Errors: Format.
    [[nodiscard]] Result<long long> integer(std::string_view key, long long fallback, long long lowest,
                                            long long highest) const;
    [[nodiscard]] Result<double> number(std::string_view key, double fallback) const;
    /// Index into `choices`.
    [[nodiscard]] Result<std::size_t> choice(std::string_view key, std::size_t fallback,
                                             std::span<const std::string_view> choices) const;

private:
    struct Entry {
        std::string key, value;
    };
    [[nodiscard]] std::unexpected<Error> refused(std::string_view key) const;

    std::string m_kind;
    std::span<const Allowed> m_allowed;
    std::vector<Entry> m_entries;
};

} // namespace pescope::encoding
