// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/theme.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QGuiApplication>
#include <QLocale>
#include <QWidget>

#include <array>
#include <cmath>

namespace pescope::ui {

namespace {

struct Pair {
    QRgb light, dark;
};

Pair pairOf(Role role)
{
    switch (role) {
    case Role::Window:
        return {0xFFF4F5F7, 0xFF15181D};
    case Role::Panel:
        return {0xFFFFFFFF, 0xFF1C2026};
    case Role::Sunk:
        return {0xFFEEF0F3, 0xFF252A32};
    case Role::Hairline:
        return {0xFFDDE1E6, 0xFF313741};
    case Role::Axis:
        return {0xFFC3C9D1, 0xFF4A5361};
    case Role::Outline:
        return {0xFF8A94A2, 0xFF727D8C};
    case Role::Text:
        return {0xFF1A212B, 0xFFE7EAEE};
    case Role::TextSecond:
        return {0xFF4D5866, 0xFFB3BBC6};
    case Role::TextThird:
        return {0xFF5F6A78, 0xFF929CA9};
    case Role::Accent:
        return {0xFF4453C4, 0xFF98A4FF};
    case Role::OnAccent:
        return {0xFFFFFFFF, 0xFF14171C};
    case Role::AccentWash:
        return {0xFFECEEFB, 0xFF2A2F52};
    case Role::AccentText:
        return {0xFF3442A8, 0xFFB4BDFF};
    case Role::Ok:
        return {0xFF1B7F4B, 0xFF5FCB95};
    // not the hue of source B: warnings always carry a triangle and words as well
    case Role::Warning:
        return {0xFF8A6100, 0xFFF2C94C};
    case Role::Error:
        return {0xFFB3261E, 0xFFFF8A80};
    case Role::ChartGrid:
        return {0xFFEDF0F3, 0xFF272C34};
    case Role::Ghost:
        return {0xFF7A8594, 0xFF8B95A3};
    }
    return {0xFF000000, 0xFFFFFFFF};
}

constexpr std::array<Pair, 6> kSources = {{{0xFF0067A8, 0xFF5DB7F0},
                                           {0xFFC04A00, 0xFFF49A5A},
                                           {0xFF007A5A, 0xFF45CFA4},
                                           {0xFFA0457F, 0xFFE79BCB},
                                           {0xFF5A4300, 0xFFF2E35A},
                                           {0xFF3A4450, 0xFF8B95A3}}};

} // namespace

Theme Theme::of(const QWidget* widget)
{
    // a style sheet's "transparent" ground says nothing: the first ground behind it does
    for (; widget; widget = widget->parentWidget())
        if (const QColor ground = widget->palette().color(QPalette::Window); ground.alpha() > 0)
            return Theme(ground.lightness() < 128);
    return Theme(QGuiApplication::palette().color(QPalette::Window).lightness() < 128);
}

QColor Theme::colour(Role role) const
{
    const Pair pair = pairOf(role);
    return QColor::fromRgb(m_dark ? pair.dark : pair.light);
}

QColor Theme::source(int index) const
{
    const Pair pair = kSources[static_cast<std::size_t>(index) % kSources.size()];
    return QColor::fromRgb(m_dark ? pair.dark : pair.light);
}

QPen Theme::sourcePen(int index, qreal width) const
{
    QPen pen(source(index), width);
    pen.setCosmetic(true);
    switch (index % 6) {
    case 1:
        pen.setDashPattern({6, 3});
        break;
    case 2:
        pen.setStyle(Qt::DashDotLine);
        break;
    case 4:
        pen.setStyle(Qt::DashLine);
        break;
    case 5:
        pen.setStyle(Qt::DashDotLine);
        break;
    default:
        break;
    }
    return pen;
}

QColor Theme::clippedBelow(bool diverging) const
{
    return diverging ? QColor(0x00, 0xB3, 0xA4) : QColor(0x8F, 0xD3, 0xFF);
}

QColor Theme::clippedAbove(bool diverging) const
{
    return diverging ? QColor(0xF2, 0xB2, 0x00) : QColor(0xFF, 0x5D, 0x3A);
}

QPalette Theme::palette() const
{
    QPalette p;
    p.setColor(QPalette::Window, colour(Role::Window));
    p.setColor(QPalette::WindowText, colour(Role::Text));
    p.setColor(QPalette::Base, colour(Role::Panel));
    p.setColor(QPalette::AlternateBase, colour(Role::Sunk));
    p.setColor(QPalette::Text, colour(Role::Text));
    p.setColor(QPalette::Button, colour(Role::Panel));
    p.setColor(QPalette::ButtonText, colour(Role::Text));
    p.setColor(QPalette::BrightText, colour(Role::Error));
    p.setColor(QPalette::ToolTipBase, colour(Role::Panel));
    p.setColor(QPalette::ToolTipText, colour(Role::Text));
    p.setColor(QPalette::PlaceholderText, colour(Role::TextThird));
    p.setColor(QPalette::Highlight, colour(Role::Accent));
    p.setColor(QPalette::HighlightedText, colour(Role::OnAccent));
    p.setColor(QPalette::Link, colour(Role::AccentText));
    p.setColor(QPalette::Light, colour(Role::Panel));
    p.setColor(QPalette::Midlight, colour(Role::Sunk));
    p.setColor(QPalette::Mid, colour(Role::Axis));
    p.setColor(QPalette::Dark, colour(Role::Outline));
    p.setColor(QPalette::Shadow, colour(Role::Hairline));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, colour(Role::TextThird));
    return p;
}

QFont Theme::font(TextSize size, QFont::Weight weight)
{
    QFont font(QStringList{QStringLiteral("Inter"), QStringLiteral("Noto Sans"), QStringLiteral("Noto Sans CJK SC"),
                           QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("DejaVu Sans")});
    constexpr qreal kPointsPerPixel = 72.0 / 96.0;
    qreal pixels = 13;
    switch (size) {
    case TextSize::Body:
        pixels = 13;
        break;
    case TextSize::Small:
    case TextSize::Axis:
        pixels = 12;
        break;
    case TextSize::Title:
        pixels = 15;
        break;
    case TextSize::Page:
        pixels = 28;
        break;
    }
    font.setPointSizeF(pixels * kPointsPerPixel);
    font.setWeight(weight);
    return font;
}

QString sourceLetter(int index)
{
    const QChar letter = QChar(u'A' + index % 26);
    return index < 26 ? QString(letter) : letter + QString::number(index / 26);
}

QString numberText(double value, int digits)
{
    if (std::isnan(value))
        return QStringLiteral("—");
    if (std::isinf(value))
        return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    const double size = std::abs(value);
    QString text;
    if (size != 0 && (size < 1e-4 || size >= 1e7)) {
        text = QLocale::c().toString(value, 'e', digits - 1);
    } else {
        const int whole = size >= 1 ? static_cast<int>(std::floor(std::log10(size))) + 1 : 1;
        const int decimals = size >= 1 || size == 0 ? std::max(0, digits - whole)
                                                    : digits - 1 - static_cast<int>(std::floor(std::log10(size)));
        text = QString::number(value, 'f', std::min(decimals, 12));
        if (text.contains(u'.')) { // at most so many digits, none for show
            while (text.endsWith(u'0'))
                text.chop(1);
            if (text.endsWith(u'.'))
                text.chop(1);
        }
        const qsizetype point = text.indexOf(u'.');
        for (qsizetype at = (point < 0 ? text.size() : point) - 3; at > (value < 0 ? 1 : 0); at -= 3)
            if (whole > 4)
                text.insert(at, QChar(0x2009)); // thin space
    }
    return text.replace(u'-', QChar(0x2212));
}

QString rangeText(qint64 m)
{
    return QStringLiteral("0…") + numberText(static_cast<double>(m), 8);
}

} // namespace pescope::ui
