// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure_arguments.h"

#include "core/base/number_text.h"
#include "core/proximity/metric.h"
#include "core/raster/colormap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>

namespace pescope::app {

namespace {

std::optional<std::pair<std::string, std::string>> splitRange(const std::string& text)
{
    const auto colon = text.find(':');
    if (colon == std::string::npos)
        return std::nullopt;
    return std::pair(text.substr(0, colon), text.substr(colon + 1));
}

} // namespace

std::vector<std::string> metricNames()
{
    std::vector<std::string> names;
    for (const proximity::Metric metric : proximity::kMetrics)
        names.emplace_back(proximity::name(metric));
    return names;
}

std::vector<std::string> colormapNames()
{
    std::vector<std::string> names;
    for (const raster::Colormap& map : raster::colormaps())
        names.emplace_back(map.name);
    return names;
}

std::optional<double> parseMillimetres(const std::string& text)
{
    const std::size_t unit = text.find_last_of("0123456789.") + 1;
    const auto number = parseDouble(text.substr(0, unit));
    const std::string name = text.substr(unit);
    const double factor = name.empty() || name == "mm" ? 1
        : name == "cm"                                 ? 10
        : name == "in"                                 ? 25.4
        : name == "pt"                                 ? 25.4 / 72
                                                       : 0;
    if (!number || factor == 0 || !std::isfinite(*number) || *number <= 0)
        return std::nullopt;
    return *number * factor;
}

std::optional<std::pair<double, double>> parseLimits(const std::string& text)
{
    const auto parts = splitRange(text);
    const auto low = parts ? parseDouble(parts->first) : std::nullopt;
    const auto high = parts ? parseDouble(parts->second) : std::nullopt;
    if (!low || !high || !std::isfinite(*low) || !std::isfinite(*high) || *low >= *high)
        return std::nullopt;
    return std::pair(*low, *high);
}

std::optional<Span> parseSpan(const std::string& text)
{
    const auto parts = splitRange(text);
    if (!parts)
        return std::nullopt;
    Span span;
    for (const auto& [part, value] : {std::pair(parts->first, &span.begin), std::pair(parts->second, &span.end)}) {
        if (part.empty())
            continue;
        const auto number = parseInteger(part);
        if (!number || *number < 0)
            return std::nullopt;
        *value = number;
    }
    return span;
}

std::string extensionOf(const std::string& path)
{
    std::string extension = std::filesystem::path(path).extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

std::string checkOutput(const std::string& path)
{
    const std::string extension = extensionOf(path);
    return extension == ".pdf" || extension == ".svg" || extension == ".png"
        ? std::string()
        : fmt::format("“{}” must end in .pdf, .svg or .png", path);
}

std::string checkLength(const std::string& text)
{
    return parseMillimetres(text) ? std::string() : fmt::format("“{}” is no length: write 84mm, 8.4cm or 3.3in", text);
}

std::string checkSpan(const std::string& text)
{
    return parseSpan(text) ? std::string()
                           : fmt::format("“{}” is no range: write A:B, half open, counted from 0", text);
}

std::string checkLimits(const std::string& text)
{
    return parseLimits(text) ? std::string() : fmt::format("“{}” are no limits: write LOW:HIGH with LOW < HIGH", text);
}

} // namespace pescope::app
