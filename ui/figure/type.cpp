// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/type.h"

#include <QFontMetricsF>
#include <QTextLayout>

#include <algorithm>

namespace pescope::figure {

double Type::pointSize(TypeRole role) const
{
    const bool small = role == TypeRole::Tick || role == TypeRole::Note;
    return std::max(kSmallestPt, small ? m_fontPt - 1 : m_fontPt);
}

QFont Type::font(TypeRole role) const
{
    QFont font;
    font.setFamilies({m_family.isEmpty() ? QStringLiteral("Inter") : m_family, QStringLiteral("Noto Sans CJK SC"),
                      QStringLiteral("WenQuanYi Micro Hei"), QStringLiteral("DejaVu Sans")});
    font.setPixelSize(qRound(pointSize(role) * kUnitsPerPoint));
    font.setWeight(role == TypeRole::Letter ? QFont::Bold : QFont::Normal);
    font.setHintingPreference(QFont::PreferNoHinting);
    font.setStyleStrategy(QFont::StyleStrategy(QFont::PreferAntialias | QFont::NoSubpixelAntialias));
    return font;
}

double Type::widthMm(TypeRole role, const QString& text) const
{
    return QFontMetricsF(font(role)).horizontalAdvance(text) / kUnitsPerMm;
}

double Type::lineMm(TypeRole role) const
{
    return pointSize(role) * 1.25 * kUnitsPerPoint / kUnitsPerMm;
}

double Type::ascentMm(TypeRole role) const
{
    // Of the first font alone: a fallback face with taller ascenders must not move the baseline.
    return pointSize(role) * 0.96 * kUnitsPerPoint / kUnitsPerMm;
}

QStringList Type::wrapped(TypeRole role, const QString& text, double widthMm) const
{
    QStringList lines;
    if (text.isEmpty())
        return lines;
    // A size stays on one line; what is shown keeps its plain blanks, so that it can be searched for.
    QString bound = text;
    bound.replace(QStringLiteral(" × "), QStringLiteral("\u00A0×\u00A0"));
    QTextLayout layout(bound, font(role));
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    option.setUseDesignMetrics(true);
    layout.setTextOption(option);
    layout.beginLayout();
    for (;;) {
        QTextLine line = layout.createLine();
        if (!line.isValid())
            break;
        line.setLineWidth(std::max(1.0, widthMm * kUnitsPerMm));
        lines.append(text.mid(line.textStart(), line.textLength()).trimmed());
    }
    layout.endLayout();
    return lines;
}

} // namespace pescope::figure
