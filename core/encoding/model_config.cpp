// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/model_config.h"

#include "core/encoding/catalogue.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::encoding {

ModelConfig::ModelConfig(const nlohmann::json& json)
    : m_json(&json)
{
}

bool ModelConfig::present() const
{
    return m_json->is_object();
}

std::string ModelConfig::text(std::string_view key) const
{
    if (!present())
        return {};
    const auto found = m_json->find(key);
    return found != m_json->end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::string ModelConfig::modelType() const
{
    return text("model_type");
}

bool ModelConfig::isTrue(std::string_view key) const
{
    return present() && m_json->contains(key) && m_json->at(std::string(key)) == true;
}

bool ModelConfig::isFalse(std::string_view key) const
{
    return present() && m_json->contains(key) && m_json->at(std::string(key)) == false;
}

std::optional<ModelConfig::Number> ModelConfig::number(std::span<const std::string_view> keys) const
{
    if (!present())
        return std::nullopt;
    for (const std::string_view key : keys) {
        const auto found = m_json->find(key);
        if (found == m_json->end() || !found->is_number_integer())
            continue;
        if (found->is_number_unsigned()
            && found->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            continue;
        return Number{std::string(key), found->get<std::int64_t>()};
    }
    return std::nullopt;
}

std::optional<double> ModelConfig::real(std::span<const std::string_view> keys) const
{
    if (!present())
        return std::nullopt;
    for (const std::string_view key : keys)
        if (const auto found = m_json->find(key); found != m_json->end() && found->is_number())
            if (const auto value = found->get<double>(); std::isfinite(value))
                return value;
    return std::nullopt;
}

std::vector<double> ModelConfig::reals(std::string_view key) const
{
    const auto found = present() ? m_json->find(key) : m_json->end();
    if (!present() || found == m_json->end() || !found->is_array())
        return {};
    std::vector<double> numbers;
    for (const nlohmann::json& item : *found)
        if (item.is_number() && std::isfinite(item.get<double>()))
            numbers.push_back(item.get<double>());
    return numbers.size() == found->size() ? numbers : std::vector<double>{};
}

ModelConfig ModelConfig::section(std::string_view key) const
{
    static const nlohmann::json none;
    return ModelConfig(hasSection(key) ? *m_json->find(key) : none);
}

bool ModelConfig::hasSection(std::string_view key) const
{
    if (!present())
        return false;
    const auto found = m_json->find(key);
    return found != m_json->end() && found->is_object();
}

bool ModelConfig::holdsSections() const
{
    return present() && std::ranges::any_of(*m_json, [](const nlohmann::json& value) { return value.is_object(); });
}

std::string ModelConfig::tableUnusedBecause() const
{
    const std::string type = text("position_embedding_type");
    if (!type.empty() && type != "absolute" && type != "learned")
        return fmt::format("position_embedding_type is {}", type);
    if (isFalse("position_biased_input"))
        return "position_biased_input is false";
    return {};
}

std::string ModelConfig::computedPosition() const
{
    if (!present())
        return {};
    const std::string type = text("position_embedding_type");
    if (type == "alibi" || isTrue("alibi") || section("attn_config").isTrue("alibi"))
        return "ALiBi biases, which are computed and not stored";
    constexpr std::string_view kRotaryKeys[] = {"rope_theta", "rope_parameters",     "rope_scaling", "rotary_emb_base",
                                                "rotary_pct", "rotary_emb_fraction", "rotary_dim"};
    bool rotary = type == "rotary" || type == "rope";
    for (const std::string_view key : kRotaryKeys)
        rotary = rotary || (m_json->contains(key) && !m_json->at(std::string(key)).is_null());
    if (rotary)
        return "a rotary encoding, which is computed and not stored";
    return std::string(encoding::computedPosition(modelType()));
}

} // namespace pescope::encoding
