// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/scale.h"

#include "ui/theme/theme.h"

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {

QString superscript(int exponent)
{
    static constexpr char16_t kDigits[] = u"⁰¹²³⁴⁵⁶⁷⁸⁹";
    QString text = QString::number(std::abs(exponent));
    for (QChar& c : text)
        c = QChar(kDigits[c.digitValue()]);
    return exponent < 0 ? QChar(0x207B) + text : text;
}

int decimalsOf(double interval)
{
    for (int decimals = 0; decimals < 12; ++decimals) {
        const double scaled = interval * std::pow(10.0, decimals);
        if (std::abs(scaled - std::round(scaled)) < 1e-6 * scaled)
            return decimals;
    }
    return 12;
}

} // namespace

double Scale::toAxis(double value) const
{
    switch (m_kind) {
    case Kind::Linear:
        return value;
    case Kind::Log:
        return std::log10(value);
    case Kind::SymLog:
        break;
    }
    const double size = std::abs(value) / m_linearWithin;
    return size <= 1 ? value / m_linearWithin : std::copysign(1 + std::log10(size), value);
}

double Scale::toValue(double axis) const
{
    switch (m_kind) {
    case Kind::Linear:
        return axis;
    case Kind::Log:
        return std::pow(10.0, axis);
    case Kind::SymLog:
        break;
    }
    const double size = std::abs(axis);
    return size <= 1 ? axis * m_linearWithin : std::copysign(m_linearWithin * std::pow(10.0, size - 1), axis);
}

double niceInterval(double span, int maxTicks)
{
    const double least = span / std::max(1, maxTicks);
    if (!(least > 0) || !std::isfinite(least))
        return 1;
    const double decade = std::pow(10.0, std::floor(std::log10(least)));
    for (const double step : {1.0, 2.0, 5.0})
        if (step * decade >= least * (1 - 1e-9))
            return step * decade;
    return 10 * decade;
}

double offsetInterval(double span, int maxTicks)
{
    double interval = 1;
    while (span / interval > std::max(1, maxTicks))
        interval *= 2;
    return interval;
}

QList<Tick> linearTicks(double low, double high, double interval)
{
    QList<Tick> ticks;
    const int decimals = decimalsOf(interval);
    const double slack = interval * 1e-6;
    for (double k = std::ceil((low - slack) / interval); k * interval <= high + slack; ++k) {
        const double at = k == 0 ? 0 : k * interval; // not −0
        ticks.append({at, fixedText(at, decimals)});
    }
    return ticks;
}

QList<Tick> logTicks(double low, double high, int maxTicks, bool asPowers)
{
    QList<Tick> ticks;
    const auto label = [&](double value) { return asPowers ? powerText(value) : plainText(value); };
    const double decades = high - low;
    const int first = static_cast<int>(std::floor(low + 1e-9));
    const int last = static_cast<int>(std::ceil(high - 1e-9));
    if (decades * 3 + 1 <= maxTicks) {
        for (int k = first; k <= last; ++k)
            for (const double step : {1.0, 2.0, 5.0}) {
                const double at = std::log10(step) + k;
                if (at >= low - 1e-9 && at <= high + 1e-9)
                    ticks.append({at, label(step * std::pow(10.0, k))});
            }
        // the ends of a slider's travel are worth their figure where they are not a tick anyway
        const double least = decades / std::max(2, maxTicks);
        if (!ticks.isEmpty() && ticks.first().at - low > least * 0.9)
            ticks.prepend({low, label(std::pow(10.0, low))});
        if (!ticks.isEmpty() && high - ticks.last().at > least * 0.9)
            ticks.append({high, label(std::pow(10.0, high))});
        return ticks;
    }
    const int every = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, maxTicks))));
    for (int k = first; k <= last; ++k)
        if (k % every == 0 && k >= low - 1e-9 && k <= high + 1e-9)
            ticks.append({static_cast<double>(k), label(std::pow(10.0, k))});
    return ticks;
}

QList<Tick> symLogTicks(const Scale& scale, double low, double high, int maxTicks)
{
    QList<Tick> ticks;
    const int every = std::max(1, static_cast<int>(std::ceil((high - low) / std::max(1, maxTicks))));
    // ±0.001 would crowd the zero: the linear part is one unit high, as a decade is
    for (int k = -16; k <= 16; ++k) {
        const bool shown = k == 0 || (std::abs(k) >= 2 && (std::abs(k) - 2) % every == 0 && std::abs(k) >= every);
        if (!shown || k < low - 1e-9 || k > high + 1e-9)
            continue;
        const double value = scale.toValue(k);
        ticks.append({static_cast<double>(k), k == 0 ? QStringLiteral("0") : signedText(value, 1)});
    }
    return ticks;
}

QString powerText(double value)
{
    const double exponent = value > 0 ? std::log10(value) : 0;
    const bool power = value > 0 && std::abs(exponent - std::round(exponent)) < 1e-9;
    if (power && (exponent > 1.5 || exponent < -1.5))
        return QStringLiteral("10") + superscript(static_cast<int>(std::lround(exponent)));
    if (value > 0 && (value < 1e-3 || value >= 1e7)) {
        const int floorExponent = static_cast<int>(std::floor(exponent + 1e-9));
        return plainText(value / std::pow(10.0, floorExponent), 2) + QStringLiteral("·10") + superscript(floorExponent);
    }
    return plainText(value);
}

QString plainText(double value, int digits)
{
    QString text = numberText(value, digits);
    if (!text.contains(u'.') || text.contains(u'e'))
        return text;
    while (text.endsWith(u'0'))
        text.chop(1);
    if (text.endsWith(u'.'))
        text.chop(1);
    return text;
}

QString wholeText(qint64 value)
{
    QString text = QString::number(std::abs(value));
    if (text.size() > 4)
        for (qsizetype at = text.size() - 3; at > 0; at -= 3)
            text.insert(at, QChar(0x2009)); // thin space
    return value < 0 ? QChar(0x2212) + text : text;
}

QString fixedText(double value, int decimals)
{
    QString text = QString::number(value, 'f', decimals);
    if (text.startsWith(u'-') && text.toDouble() == 0)
        text.remove(0, 1);
    return text.replace(u'-', QChar(0x2212));
}

QString signedText(double value, int digits)
{
    const QString text = numberText(value, digits);
    return value > 0 ? QChar(u'+') + text : text;
}

QList<QPointF> thinned(const QList<QPointF>& points, double low, double high, int columns)
{
    QList<QPointF> result;
    if (!(high > low) || columns < 1)
        return result;
    const auto column = [&](double x) {
        return std::clamp(static_cast<int>((x - low) / (high - low) * columns), -1, columns);
    };
    qsizetype i = 0;
    while (i < points.size()) {
        if (!std::isfinite(points[i].x()) || !std::isfinite(points[i].y())) {
            ++i;
            continue;
        }
        const int here = points[i].x() < low ? -1 : column(points[i].x());
        if (here < 0) { // only the last one before the left end
            if (!result.isEmpty() && result.last().x() < low)
                result.last() = points[i];
            else
                result.append(points[i]);
            ++i;
            continue;
        }
        if (points[i].x() > high) {
            result.append(points[i]);
            break;
        }
        qsizetype lowest = i;
        qsizetype highest = i;
        for (; i < points.size() && points[i].x() <= high && column(points[i].x()) == here; ++i) {
            if (points[i].y() < points[lowest].y())
                lowest = i;
            if (points[i].y() > points[highest].y())
                highest = i;
        }
        result.append(points[std::min(lowest, highest)]);
        if (lowest != highest)
            result.append(points[std::max(lowest, highest)]);
    }
    return result;
}

} // namespace pescope::ui::charts
