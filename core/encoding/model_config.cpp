// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/model_config.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::encoding {

ModelConfig::ModelConfig(const nlohmann::json& json, ConfigName name)
    : m_json(&json)
    , m_name(std::move(name))
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
        return Number{called(key), found->get<std::int64_t>()};
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
    return ModelConfig(hasSection(key) ? *m_json->find(key) : none, m_name);
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
    if (isTrue("alibi"))
        return "alibi is true";
    if (isFalse("use_absolute_embeddings"))
        return "use_absolute_embeddings is false";
    if (isFalse("position_biased_input"))
        return "position_biased_input is false";
    return {};
}

std::vector<std::string> ModelConfig::sectionNames() const
{
    std::vector<std::string> names;
    if (present())
        for (const auto& [key, value] : m_json->items())
            if (value.is_object())
                names.push_back(key);
    return names;
}

std::vector<std::string> ModelConfig::texts(std::string_view key) const
{
    const auto found = present() ? m_json->find(key) : m_json->end();
    if (!present() || found == m_json->end() || !found->is_array())
        return {};
    std::vector<std::string> texts;
    for (const nlohmann::json& item : *found)
        if (item.is_string())
            texts.push_back(item.get<std::string>());
    return texts.size() == found->size() ? texts : std::vector<std::string>{};
}

std::optional<std::pair<std::int64_t, std::int64_t>> ModelConfig::extent(std::string_view key) const
{
    constexpr std::int64_t kLargest = 1 << 20;
    const auto inside = [](std::int64_t size) { return size >= 1 && size <= kLargest; };
    const std::string_view keys[] = {key};
    if (const auto both = number(keys))
        return inside(both->value) ? std::optional(std::pair(both->value, both->value)) : std::nullopt;
    const std::vector<double> sizes = reals(key);
    if (sizes.size() != 2 || !(sizes[0] >= 1) || !(sizes[1] >= 1) || sizes[0] > kLargest || sizes[1] > kLargest)
        return std::nullopt;
    return std::pair(static_cast<std::int64_t>(sizes[0]), static_cast<std::int64_t>(sizes[1]));
}

bool ModelConfig::impliesRotary() const
{
    if (!present())
        return false;
    constexpr std::string_view kRotaryKeys[] = {"rope_theta", "rope_parameters",     "rope_scaling", "rotary_emb_base",
                                                "rotary_pct", "rotary_emb_fraction", "rotary_dim"};
    const std::string type = text("position_embedding_type");
    return type == "rotary" || type == "rope" || std::ranges::any_of(kRotaryKeys, [&](std::string_view key) {
               return m_json->contains(key) && !m_json->at(std::string(key)).is_null();
           });
}

std::string ModelConfig::computedPosition() const
{
    if (present()
        && (text("position_embedding_type") == "alibi" || isTrue("alibi") || section("attn_config").isTrue("alibi")))
        return "ALiBi biases, which are computed and not stored";
    return impliesRotary() ? "a rotary encoding, which is computed and not stored" : std::string();
}

} // namespace pescope::encoding
