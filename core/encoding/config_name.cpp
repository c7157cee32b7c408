// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/config_name.h"

#include "core/checkpoint/gguf_config.h"

#include <fmt/format.h>

namespace pescope::encoding {

std::string ConfigName::keyOf(std::string_view configKey) const
{
    const auto key = isGguf ? checkpoint::ggufKey(configKey) : std::nullopt;
    return std::string(key.value_or(configKey));
}

ConfigName configName(const checkpoint::Checkpoint& checkpoint)
{
    if (checkpoint.format() != "gguf")
        return {};
    return {.place = fmt::format("the metadata of {}", checkpoint.weightFile().filename().string()), .isGguf = true};
}

} // namespace pescope::encoding
