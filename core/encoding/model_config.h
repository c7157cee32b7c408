// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::encoding {

/// What config.json says that matters for position. Every question is answered for a missing or odd config too.
class ModelConfig {
public:
    /// @param json  an object or null; must outlive this
    explicit ModelConfig(const nlohmann::json& json);

    [[nodiscard]] bool present() const;
    [[nodiscard]] std::string modelType() const; ///< empty: not given
    [[nodiscard]] std::string text(std::string_view key) const; ///< empty: not given, or no text
    [[nodiscard]] bool isTrue(std::string_view key) const;
    [[nodiscard]] bool isFalse(std::string_view key) const; ///< given, and false

    struct Number {
        std::string key;
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

    /// Why the absolute table is not added to the words (“position_embedding_type is relative_key”); empty: it is.
    [[nodiscard]] std::string tableUnusedBecause() const;

    /// What the model does instead of storing a table ("a rotary encoding, which is …"); empty: nothing is known.
    [[nodiscard]] std::string computedPosition() const;

private:
    const nlohmann::json* m_json;
};

} // namespace pescope::encoding
