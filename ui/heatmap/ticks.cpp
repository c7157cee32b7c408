// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/ticks.h"

#include <algorithm>
#include <cmath>

namespace pescope::ui {

using tables::Index;

namespace {

constexpr QChar kMinus(0x2212);
constexpr QChar kThinSpace(0x2009);

bool likesPowersOfTwo(Index cells)
{
    constexpr Index kBlock = 64;
    return cells >= kBlock && (cells % kBlock == 0 || (cells + 1) % kBlock == 0);
}

Index nextInterval(Index interval, bool powersOfTwo)
{
    if (powersOfTwo && interval >= 10)
        return interval == 10 ? 16 : 2 * interval;
    Index decade = 1;
    while (decade * 10 <= interval)
        decade *= 10;
    return interval == decade ? 2 * decade : interval == 2 * decade ? 5 * decade : 10 * decade;
}

Index floorTo(Index value, Index interval)
{
    const Index rest = value % interval;
    return value - (rest < 0 ? rest + interval : rest);
}

} // namespace

QString positionText(Index position)
{
    QString text = QString::number(std::abs(position));
    if (text.size() > 4)
        for (qsizetype at = text.size() - 3; at > 0; at -= 3)
            text.insert(at, kThinSpace);
    return position < 0 ? QString(kMinus % text) : text;
}

std::vector<Tick> cellTicks(double from, double to, Index cells, Index firstLabel, double pixels,
                            const std::function<double(const QString&)>& room)
{
    const auto first = std::max<Index>(0, static_cast<Index>(std::ceil(from - 0.5)));
    const auto last = std::min<Index>(cells - 1, static_cast<Index>(std::floor(to - 0.5)));
    std::vector<Tick> ticks;
    if (first > last || !(to > from) || !(pixels > 0))
        return ticks;
    const auto tickOf = [firstLabel](Index cell) {
        return Tick{.at = static_cast<double>(cell) + 0.5, .text = positionText(cell + firstLabel)};
    };
    const Tick firstTick = tickOf(first);
    const Tick lastTick = tickOf(last);
    const double pixelsPerCell = pixels / (to - from);
    const double widest = std::max(room(firstTick.text), room(lastTick.text));

    ticks.push_back(firstTick);
    Index interval = 1;
    while (static_cast<double>(interval) * pixelsPerCell < widest && interval < cells)
        interval = nextInterval(interval, likesPowersOfTwo(cells));
    for (Index label = floorTo(first + firstLabel, interval) + interval; label - firstLabel < last; label += interval) {
        const Tick tick = tickOf(label - firstLabel);
        const auto apart = [&](const Tick& other) {
            return std::abs(tick.at - other.at) * pixelsPerCell >= (room(tick.text) + room(other.text)) / 2;
        };
        if (apart(firstTick) && apart(lastTick))
            ticks.push_back(tick);
    }
    if (last > first && (lastTick.at - firstTick.at) * pixelsPerCell >= widest)
        ticks.push_back(lastTick);
    return ticks;
}

std::vector<Tick> tileTicks(double from, double to, Index cells, Index side, double pixels,
                            const std::function<double(const QString&)>& room)
{
    const auto each = static_cast<double>(side);
    std::vector<Tick> ticks = cellTicks(from / each, to / each, cells / side, 0, pixels, room);
    for (Tick& tick : ticks)
        tick.at *= each;
    return ticks;
}

std::vector<double> valueTicks(double from, double to, int most)
{
    std::vector<double> ticks;
    if (!(to > from) || most < 1 || !std::isfinite(to - from))
        return ticks;
    const double least = (to - from) / most;
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    double interval = 10 * decade;
    for (const double step : {5.0, 2.0, 1.0})
        if (step * decade >= least)
            interval = step * decade;
    const double slack = 1e-9 * interval;
    for (double k = std::ceil((from - slack) / interval); k * interval <= to + slack; ++k)
        ticks.push_back(k == 0 ? 0.0 : k * interval);
    return ticks;
}

int tickDecimals(double interval)
{
    if (!(interval > 0))
        return 0;
    return std::clamp(static_cast<int>(-std::floor(std::log10(interval) + 1e-9)), 0, 9);
}

QString tickText(double value, int decimals)
{
    return QString::number(value, 'f', decimals).replace(u'-', kMinus);
}

} // namespace pescope::ui
