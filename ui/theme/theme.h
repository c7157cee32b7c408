// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QPalette>
#include <QPen>
#include <QString>

class QApplication;
class QWidget;

namespace pescope::ui {

/// What a colour is for. Accent means selected, focused, primary, progress and is never data.
enum class Role {
    Window,
    Panel,
    Sunk,
    Hairline,
    Axis,
    Outline,
    Text,
    TextSecond,
    TextThird,
    Accent,
    OnAccent,
    AccentWash,
    AccentText,
    Ok,
    Warning,
    Error,
    ChartGrid,
    Ghost, ///< a former curve
};

/// Text sizes, as points at the system's scale (13, 12, 12, 15, 28 px at 96 dpi).
enum class TextSize { Body, Small, Axis, Title, Page };

/// The look, light or dark: a pure function of that one bit, so every widget asks `Theme::of(this)` when it paints and
/// nothing has to be told when the theme changes.
class Theme {
public:
    explicit Theme(bool dark)
        : m_dark(dark)
    {
    }
    /// By the lightness of the widget's palette.
    [[nodiscard]] static Theme of(const QWidget* widget);

    [[nodiscard]] bool dark() const { return m_dark; }
    [[nodiscard]] QColor colour(Role role) const;

    /// Colours and line styles of sources A … F (index 0 … 5, repeating): they mean data, never state, and differ by
    /// letter, colour and dash so that prints in grey and colour-blind eyes tell them apart.
    [[nodiscard]] QColor source(int index) const;
    [[nodiscard]] QPen sourcePen(int index, qreal width = 2.0) const;

    /// End colours of clipped cells, as in raster::Colormap.
    [[nodiscard]] QColor clippedBelow(bool diverging) const;
    [[nodiscard]] QColor clippedAbove(bool diverging) const;

    [[nodiscard]] QPalette palette() const;
    [[nodiscard]] QString styleSheet() const;

    /// Inter (tabular digits where Qt can ask for them), then what the system has.
    [[nodiscard]] static QFont font(TextSize size, QFont::Weight weight = QFont::Normal);

private:
    bool m_dark;
};

/// "A", "B", …, "Z", "A1", …
[[nodiscard]] QString sourceLetter(int index);

/// "−0.46": true minus sign, thin spaces in thousands, at most `digits` significant digits; "—" for NaN.
[[nodiscard]] QString numberText(double value, int digits = 3);
/// "0…43"
[[nodiscard]] QString rangeText(qint64 m);

} // namespace pescope::ui
