// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/settings.h"

#include "core/base/number_text.h"
#include "core/session/quoting.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

constexpr std::pair<std::string_view, Letters> kLetters[] = {{"sources", Letters::OfSources},
                                                             {"(a)", Letters::Parentheses},
                                                             {"a", Letters::Lower},
                                                             {"A", Letters::Upper},
                                                             {"none", Letters::None}};
constexpr std::pair<std::string_view, Bars> kBars[] = {
    {"shared", Bars::Shared}, {"each", Bars::Each}, {"none", Bars::None}};

template<typename Table>
auto valueOf(const Table& table, std::string_view name) -> std::optional<std::decay_t<decltype(table[0].second)>>
{
    for (const auto& [known, value] : table)
        if (known == name)
            return value;
    return std::nullopt;
}

template<typename Table, typename Value>
std::string_view nameIn(const Table& table, Value value)
{
    return std::ranges::find(table, value, [](const auto& entry) { return entry.second; })->first;
}

/// Takes values out of an object and remembers the first that is of the wrong kind.
class Reader {
public:
    explicit Reader(const nlohmann::json& object)
        : m_object(object)
    {
    }
    template<typename T>
    void take(const char* key, T& into)
    {
        const auto at = m_object.find(key);
        if (at == m_object.end())
            return;
        try {
            into = at->template get<T>();
        } catch (const nlohmann::json::exception&) {
            refuse(key);
        }
    }
    template<typename Table, typename Value>
    void takeNamed(const char* key, const Table& table, Value& into)
    {
        std::string text;
        take(key, text);
        if (const auto value = valueOf(table, text))
            into = *value;
        else if (m_object.contains(key))
            refuse(key);
    }
    void takeSize(const char* key, double& into, double low, double high)
    {
        take(key, into);
        if (!(into >= low && into <= high))
            refuse(key);
    }
    void refuse(const char* key)
    {
        if (m_wrong.empty())
            m_wrong = key;
    }
    [[nodiscard]] const std::string& wrong() const { return m_wrong; }

private:
    const nlohmann::json& m_object;
    std::string m_wrong;
};

} // namespace

std::vector<Preset> presets()
{
    return {{84, 0}, {174, 0}, {89, 0}, {183, 0}, {82.55, 0}, {171.45, 0}, {254, 142.9}, {80, 80}};
}

std::string_view name(Letters letters)
{
    return nameIn(kLetters, letters);
}

std::optional<Letters> lettersFromName(std::string_view name)
{
    return valueOf(kLetters, name);
}

std::string_view name(Bars bars)
{
    return nameIn(kBars, bars);
}

std::optional<Bars> barsFromName(std::string_view name)
{
    return valueOf(kBars, name);
}

const std::vector<std::string_view>& chartPanels()
{
    static const std::vector<std::string_view> names{"distance", "psi", "slope", "steps", "omega", "properties"};
    return names;
}

nlohmann::json toJson(const Settings& settings)
{
    return {{"panels", settings.panels},
            {"text_side", settings.textSide},
            {"width_mm", settings.widthMm},
            {"height_mm", settings.heightMm},
            {"dpi", settings.dpi},
            {"font_pt", settings.fontPt},
            {"font", settings.family},
            {"per_row", settings.perRow},
            {"letters", name(settings.letters)},
            {"bars", name(settings.bars)},
            {"titles", settings.titles},
            {"axes", settings.axes},
            {"transparent", settings.transparent},
            {"language", settings.language == Language::Chinese ? "zh" : "en"},
            {"data", settings.withData},
            {"caption_file", settings.withCaption},
            {"caption", settings.caption}};
}

Result<Settings> settingsFromJson(const nlohmann::json& object)
{
    if (!object.is_object())
        return fail(ErrorCode::Format, "the figure of the session is no object", "Save the session anew.");
    constexpr double kMostMm = 5000;
    Settings settings;
    Reader reader(object);
    reader.take("panels", settings.panels);
    reader.take("text_side", settings.textSide);
    reader.takeSize("width_mm", settings.widthMm, 20, kMostMm);
    reader.takeSize("height_mm", settings.heightMm, 0, kMostMm);
    reader.takeSize("dpi", settings.dpi, 30, 4800);
    reader.takeSize("font_pt", settings.fontPt, 6, 72);
    reader.take("font", settings.family);
    reader.take("per_row", settings.perRow);
    reader.takeNamed("letters", kLetters, settings.letters);
    reader.takeNamed("bars", kBars, settings.bars);
    reader.take("titles", settings.titles);
    reader.take("axes", settings.axes);
    reader.take("transparent", settings.transparent);
    std::string language = "en";
    reader.take("language", language);
    settings.language = language == "zh" ? Language::Chinese : Language::English;
    reader.take("data", settings.withData);
    reader.take("caption_file", settings.withCaption);
    reader.take("caption", settings.caption);
    if (!reader.wrong().empty())
        return fail(ErrorCode::Format,
                    fmt::format("the figure of the session: {} is not as it must be", reader.wrong()),
                    "Take it out of the file, or save the session anew.");
    return settings;
}

std::string optionsText(const Settings& settings)
{
    std::string text;
    const auto add = [&](bool wanted, const std::string& option) {
        if (wanted)
            text += (text.empty() ? "" : " ") + option;
    };
    add(!settings.panels.empty(), fmt::format("--panels {}", fmt::join(settings.panels, ",")));
    add(settings.textSide != 1, fmt::format("--text-side {}", settings.textSide));
    add(true, fmt::format("--width {}mm", shortestText(settings.widthMm)));
    add(settings.heightMm > 0, fmt::format("--height {}mm", shortestText(settings.heightMm)));
    add(settings.dpi != 300, fmt::format("--dpi {}", shortestText(settings.dpi)));
    add(settings.fontPt != 8, fmt::format("--font-size {}", shortestText(settings.fontPt)));
    add(!settings.family.empty(), fmt::format("--font {}", session::shellText(settings.family)));
    add(settings.perRow > 0, fmt::format("--per-row {}", settings.perRow));
    add(settings.letters != Letters::OfSources,
        fmt::format("--letters {}", session::shellText(std::string(name(settings.letters)))));
    add(settings.bars != Bars::Shared, fmt::format("--bars {}", name(settings.bars)));
    add(!settings.titles, "--no-titles");
    add(!settings.axes, "--no-axes");
    add(settings.transparent, "--background transparent");
    add(settings.language == Language::Chinese, "--language zh");
    add(settings.withData, "--csv");
    add(settings.withCaption, "--caption");
    return text;
}

} // namespace pescope::figure
