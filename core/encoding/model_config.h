// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/config_name.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pescope::encoding {

/// What config.json says that matters for position. Every question is answered for a missing or odd config too.
class ModelConfig {
public:
    /// @param json  an object or null; must outlive this  @param name  what messages call it and its keys
    explicit ModelConfig(const nlohmann::json& json, ConfigName name = {});

    [[nodiscard]] const std::string& place() const { return m_name.place; } ///< "config.json"
    [[nodiscard]] std::string called(std::string_view key) const { return m_name.keyOf(key); } ///< in its place

    [[nodiscard]] bool present() const;
    [[nodiscard]] std::string modelType() const; ///< empty: not given
    [[nodiscard]] std::string text(std::string_view key) const; ///< empty: not given, or no text
    [[nodiscard]] bool isTrue(std::string_view key) const;
    [[nodiscard]] bool isFalse(std::string_view key) const; ///< given, and false

    struct Number {
        std::string key; ///< as it is called in its place
        std::int64_t value;
    };
    /// The first of `keys` that holds a whole number fitting 63 bits.
    [[nodiscard]] std::optional<Number> number(std::span<const std::string_view> keys) const;

    /// The first of `keys` that holds a finite number.
    [[nodiscard]] std::optional<double> real(std::span<const std::string_view> keys) const;

    /// The numbers of a list; empty: not given, or not all of them are finite numbers.
    [[nodiscard]] std::vector<double> reals(std::string_view key) const;

    /// The object below a key, as a config of its own; one that is not present where there is none.
    [[nodiscard]] ModelConfig section(std::string_view key) const;
    [[nodiscard]] bool hasSection(std::string_view key) const;
    [[nodiscard]] bool holdsSections() const; ///< some value is an object itself
    [[nodiscard]] std::vector<std::string> sectionNames() const; ///< keys of the values that are objects, sorted
    [[nodiscard]] std::vector<std::string> texts(std::string_view key) const; ///< of a list; empty: not all are texts

    /// A pair of sizes (height, width): a list of two numbers, or one number for both; nothing for anything else, or
    /// for numbers below 1 or beyond 2^20.
    [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> extent(std::string_view key) const;

    /// True where a key speaks of rotary encodings, whatever the type of the model is.
    [[nodiscard]] bool impliesRotary() const;

    /// Why the absolute table is not added to the words (“position_embedding_type is relative_key”); empty: it is.
    [[nodiscard]] std::string tableUnusedBecause() const;

    /// What the model does instead of storing a table, by the keys alone ("ALiBi biases, which are …"); empty: nothing
    /// is known.
    [[nodiscard]] std::string computedPosition() const;

private:
    const nlohmann::json* m_json;
    ConfigName m_name;
};

} // namespace pescope::encoding
