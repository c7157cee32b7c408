// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/ticks.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pescope::figure {

namespace {

constexpr std::size_t kMostPositions = 9; ///< a large map is no ruler

QString superscript(int exponent)
{
    static constexpr char16_t kDigits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    QString text = exponent < 0 ? QStringLiteral("⁻") : QString();
    for (const QChar digit : QString::number(std::abs(exponent)))
        text += QChar(kDigits[digit.digitValue()]);
    return text;
}

bool anyTooClose(const std::vector<PlacedValue>& ticks, const TooClose& tooClose)
{
    for (std::size_t k = 1; k < ticks.size(); ++k)
        if (tooClose(ticks[k - 1], ticks[k]))
            return true;
    return false;
}

/// 1, 2, 5, 10, 20, … or 1, 2, 4, 8, …
double nextStep(double step, bool powersOfTwo)
{
    if (powersOfTwo)
        return 2 * step;
    const double decade = std::pow(10.0, std::floor(std::log10(step) + 1e-9));
    const double lead = std::round(step / decade);
    return lead < 1.5 ? 2 * decade : lead < 3 ? 5 * decade : 10 * decade;
}

} // namespace

QString tickText(double value, int decimals)
{
    const double size = std::abs(value);
    QString text;
    if (size != 0 && (size >= 1e7 || decimals > 5)) {
        int exponent = static_cast<int>(std::floor(std::log10(size) + 1e-9));
        const QString lead = QString::number(size / std::pow(10.0, exponent), 'g', 3);
        text = (lead == u"1" ? QString() : lead + QStringLiteral("·")) + QStringLiteral("10") + superscript(exponent);
    } else {
        text = QString::number(size, 'f', std::max(0, decimals));
        const qsizetype point = text.indexOf(u'.') < 0 ? text.size() : text.indexOf(u'.');
        if (point > 4)
            for (qsizetype at = point - 3; at > 0; at -= 3)
                text.insert(at, QChar(0x2009));
    }
    return value < 0 ? QChar(0x2212) + text : text;
}

std::vector<PlacedValue> positionTicks(tables::Index first, tables::Index last, const TooClose& tooClose)
{
    const auto placed = [](tables::Index value) {
        return PlacedValue{static_cast<double>(value), tickText(static_cast<double>(value), 0)};
    };
    if (last <= first)
        return {placed(first)};
    const auto count = static_cast<std::uint64_t>(last - first + 1);
    const bool powersOfTwo = first == 0 && count >= 16 && std::popcount(count) == 1;
    for (double step = 1; step < 2.0 * static_cast<double>(count); step = nextStep(step, powersOfTwo)) {
        const auto whole = static_cast<tables::Index>(step);
        std::vector<PlacedValue> ticks{placed(first)};
        tables::Index value = first - ((first % whole) + whole) % whole + whole;
        for (; value < last && ticks.size() <= kMostPositions; value += whole)
            ticks.push_back(placed(value));
        if (value < last)
            continue;
        const PlacedValue end = placed(last);
        // Both ends stay; their neighbours give way to them.
        while (ticks.size() > 1 && tooClose(ticks.back(), end))
            ticks.pop_back();
        while (ticks.size() > 1 && tooClose(ticks[0], ticks[1]) && step > 1)
            ticks.erase(ticks.begin() + 1);
        if (tooClose(ticks.back(), end) && step < static_cast<double>(count))
            continue;
        if (!tooClose(ticks.back(), end))
            ticks.push_back(end);
        if (ticks.size() <= kMostPositions && !anyTooClose(ticks, tooClose))
            return ticks;
    }
    return {placed(first)};
}

std::vector<PlacedValue> valueTicks(double low, double high, int most, const TooClose& tooClose)
{
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high))
        return {};
    const double span = high - low;
    double step = std::pow(10.0, std::floor(std::log10(span / std::max(2, most))));
    std::vector<PlacedValue> ticks;
    for (int tries = 0; tries < 12; ++tries, step = nextStep(step, false)) {
        ticks.clear();
        const int decimals = std::max(0, -static_cast<int>(std::floor(std::log10(step) + 1e-9)));
        for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * span && ticks.size() < 100; ++k)
            ticks.push_back({k == 0 ? 0.0 : k * step, tickText(k == 0 ? 0.0 : k * step, decimals)});
        if (static_cast<int>(ticks.size()) <= most && !anyTooClose(ticks, tooClose))
            return ticks;
    }
    return ticks;
}

std::vector<PlacedValue> decadeTicks(double logLow, double logHigh, const TooClose& tooClose)
{
    const int first = static_cast<int>(std::ceil(logLow - 1e-9));
    const int last = static_cast<int>(std::floor(logHigh + 1e-9));
    std::vector<PlacedValue> ticks;
    if (last - first >= 1) {
        for (int step = 1; step <= std::max(1, last - first + 1); ++step) {
            ticks.clear();
            for (int k = first; k <= last; ++k)
                if (k % step == 0)
                    ticks.push_back({static_cast<double>(k),
                                     k == 0       ? QStringLiteral("1")
                                         : k == 1 ? QStringLiteral("10")
                                                  : QStringLiteral("10") + superscript(k)});
            if (!anyTooClose(ticks, tooClose))
                return ticks;
        }
        return ticks;
    }
    for (int decade = static_cast<int>(std::floor(logLow)); decade <= last + 1; ++decade)
        for (const int lead : {1, 2, 5}) {
            const double at = decade + std::log10(lead);
            if (at < logLow - 1e-9 || at > logHigh + 1e-9)
                continue;
            const PlacedValue tick{at, tickText(lead * std::pow(10.0, decade), std::max(0, -decade))};
            if (ticks.empty() || !tooClose(ticks.back(), tick))
                ticks.push_back(tick);
        }
    return ticks;
}

std::vector<PlacedValue> symmetricTicks(double linearWithin, double low, double high, const TooClose& tooClose)
{
    const int most = static_cast<int>(std::floor(std::max(std::abs(low), std::abs(high)) + 1e-9));
    std::vector<PlacedValue> ticks;
    for (int step = 1; step <= most + 1; ++step) {
        ticks.clear();
        for (int k = -most; k <= most; ++k) {
            if (k % step != 0 || k < low - 1e-9 || k > high + 1e-9)
                continue;
            const double value = linearWithin * std::pow(10.0, std::abs(k) - 1);
            const int exponent = static_cast<int>(std::lround(std::log10(value)));
            const QString size = value >= 0.01 && value < 1e4 ? tickText(value, std::max(0, -exponent))
                                                              : QStringLiteral("10") + superscript(exponent);
            ticks.push_back({static_cast<double>(k),
                             k == 0      ? QStringLiteral("0")
                                 : k < 0 ? QChar(0x2212) + size
                                         : size});
        }
        if (!anyTooClose(ticks, tooClose))
            break;
    }
    return ticks;
}

} // namespace pescope::figure
