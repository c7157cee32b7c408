// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/colour_vision.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pescope::figure {

namespace {

using Triple = std::array<double, 3>;

double linear(double s)
{
    return s <= 0.04045 ? s / 12.92 : std::pow((s + 0.055) / 1.055, 2.4);
}

double encoded(double l)
{
    return l <= 0.0031308 ? 12.92 * l : 1.055 * std::pow(l, 1 / 2.4) - 0.055;
}

Triple linearOf(const QColor& colour)
{
    return {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())};
}

Triple times(const double (&matrix)[3][3], const Triple& v)
{
    Triple result{};
    for (std::size_t r = 0; r < 3; ++r)
        result[r] = matrix[r][0] * v[0] + matrix[r][1] * v[1] + matrix[r][2] * v[2];
    return result;
}

Triple labOf(const QColor& colour)
{
    constexpr double kToXyz[3][3] = {
        {0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}};
    constexpr Triple kWhite{0.95047, 1.0, 1.08883}; // D65
    const Triple xyz = times(kToXyz, linearOf(colour));
    Triple f{};
    for (std::size_t k = 0; k < 3; ++k) {
        const double t = xyz[k] / kWhite[k];
        constexpr double kDelta = 6.0 / 29;
        f[k] = t > kDelta * kDelta * kDelta ? std::cbrt(t) : t / (3 * kDelta * kDelta) + 4.0 / 29;
    }
    return {116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])};
}

} // namespace

QColor seenBy(Vision vision, const QColor& colour)
{
    constexpr double kProtanopia[3][3] = {
        {0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}};
    constexpr double kDeuteranopia[3][3] = {
        {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}};
    constexpr double kTritanopia[3][3] = {
        {1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}};
    if (vision == Vision::Normal)
        return colour;
    const Triple seen = times(vision == Vision::Protanopia         ? kProtanopia
                                  : vision == Vision::Deuteranopia ? kDeuteranopia
                                                                   : kTritanopia,
                              linearOf(colour));
    const auto channel = [](double value) { return static_cast<float>(encoded(std::clamp(value, 0.0, 1.0))); };
    return QColor::fromRgbF(channel(seen[0]), channel(seen[1]), channel(seen[2]));
}

double colourDifference(const QColor& a, const QColor& b)
{
    const Triple x = labOf(a);
    const Triple y = labOf(b);
    return std::hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

std::optional<Closest> closestColours(const Figure& figure)
{
    std::vector<std::pair<QColor, QColor>> pairs;
    for (const Panel& panel : figure.panels)
        if (const auto* curves = std::get_if<CurvePanel>(&panel))
            for (std::size_t i = 0; i < curves->curves.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    if (curves->curves[i].colour != curves->curves[j].colour)
                        pairs.emplace_back(curves->curves[i].colour, curves->curves[j].colour);
    for (const FigureColourBar& bar : figure.colourBars) {
        const raster::Colormap& map = bar.map ? *bar.map : raster::defaultColormap();
        const std::size_t apart = map.colours.size() / 8;
        for (std::size_t k = apart; k < map.colours.size(); k += apart)
            pairs.emplace_back(QColor::fromRgb(map.colours[k - apart]), QColor::fromRgb(map.colours[k]));
    }
    std::optional<Closest> closest;
    for (const auto& [a, b] : pairs)
        for (const Vision vision : kVisions) {
            const double difference = colourDifference(seenBy(vision, a), seenBy(vision, b));
            if (!closest || difference < closest->difference)
                closest = {difference, vision};
        }
    return closest;
}

} // namespace pescope::figure
