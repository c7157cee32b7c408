// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/model_config.h"

#include "core/encoding/catalogue.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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
    const auto attention = m_json->find("attn_config");
    const bool alibi = type == "alibi" || isTrue("alibi")
        || (attention != m_json->end() && attention->is_object()
            && attention->value("alibi", nlohmann::json()) == true);
    if (alibi)
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
