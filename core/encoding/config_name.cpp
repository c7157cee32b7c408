// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/config_name.h"

#include "core/checkpoint/gguf_config.h"

#include <fmt/format.h>

#include <cctype>

namespace pescope::encoding {

namespace {

constexpr std::string_view kConfig = "config.json";

bool isWordCharacter(char c)
{
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

} // namespace

std::string ConfigName::keyOf(std::string_view configKey) const
{
    const auto key = isGguf ? checkpoint::ggufKey(configKey) : std::nullopt;
    return std::string(key.value_or(configKey));
}

std::string ConfigName::translated(std::string_view sentence) const
{
    if (!isGguf || !sentence.contains(kConfig))
        return std::string(sentence);
    std::string text;
    for (std::size_t at = 0; at < sentence.size();) {
        if (sentence.substr(at).starts_with(kConfig)) {
            text += place;
            at += kConfig.size();
        } else if (isWordCharacter(sentence[at])) {
            std::size_t end = at;
            while (end < sentence.size() && isWordCharacter(sentence[end])
                   && !sentence.substr(end).starts_with(kConfig))
                ++end;
            text += keyOf(sentence.substr(at, end - at));
            at = end;
        } else {
            text += sentence[at++];
        }
    }
    return text;
}

ConfigName configName(const checkpoint::Checkpoint& checkpoint)
{
    if (checkpoint.format() != "gguf")
        return {};
    return {.place = fmt::format("the metadata of {}", checkpoint.weightFile().filename().string()), .isGguf = true};
}

void nameConfig(Source& source, const ConfigName& name)
{
    if (!name.isGguf)
        return;
    for (std::string& warning : source.warnings)
        warning = name.translated(warning);
    for (Encoding& encoding : source.encodings)
        for (std::string& note : encoding.notes)
            note = name.translated(note);
}

} // namespace pescope::encoding
