// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QString>
#include <QStringList>

namespace pescope::figure {

/// Figures are laid out and painted in hundredths of a point: every type size is a whole number of units, so that text
/// measures the same on screen, in PNG, SVG and PDF.
inline constexpr double kUnitsPerPoint = 100;
inline constexpr double kUnitsPerMm = kUnitsPerPoint * 72 / 25.4;

/// What a text is for; sizes follow Figure::fontPt, none is below 6 pt.
enum class TypeRole { Letter, Title, Axis, Tick, Note };

inline constexpr double kSmallestPt = 6;

/// Measures and makes the fonts of one figure.
class Type {
public:
    explicit Type(double fontPt, QString family = {})
        : m_fontPt(fontPt)
        , m_family(std::move(family))
    {
    }

    /// The family asked for, else Inter, then a face with Chinese, then DejaVu Sans; size in units (see
    /// kUnitsPerPoint).
    [[nodiscard]] QFont font(TypeRole role) const;
    [[nodiscard]] double widthMm(TypeRole role, const QString& text) const;
    [[nodiscard]] double lineMm(TypeRole role) const; ///< from one baseline to the next
    [[nodiscard]] double ascentMm(TypeRole role) const;
    /// Broken at words where possible, else anywhere: a line is never wider than `widthMm`, nothing is left out.
    [[nodiscard]] QStringList wrapped(TypeRole role, const QString& text, double widthMm) const;
    [[nodiscard]] double pointSize(TypeRole role) const;

private:
    double m_fontPt;
    QString m_family;
};

} // namespace pescope::figure
