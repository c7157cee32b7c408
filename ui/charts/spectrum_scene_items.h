// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/items.h"

namespace pescope::ui::charts {

/// Strokes with their names.
class LegendItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    struct Entry {
        QPen pen;
        QString text;
        QRectF rect; ///< of stroke and text
    };
    QList<Entry> entries;
    [[nodiscard]] static double width(const QString& text);

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// One or more lines of text in the middle of the area.
class MessageItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QString text;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// Figures of a second axis at the right of a plot, and of one above it.
class SideAxesItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QRectF plot;
    QList<Tick> right, top; ///< `at` in scene pixels
    QString rightTitle, topTitle;
    double titleRight = 0; ///< x where the right title ends
    bool topTitleBeside = false; ///< left of its figures, where there is no row for it

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// Vertical lines through a plot with a name each above it.
class NamedLinesItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    struct Line {
        double x = 0;
        QString text;
        QRectF rect; ///< of the text
    };
    QRectF plot;
    QList<Line> lines;
    /// Sets the lines with their names in a row above the plot, none on another; those that do not fit lose theirs.
    void layOut(QList<Line> wanted);

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// Rows as points coloured by a colour map, joined in their order; two of them ringed.
class DotsItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    struct Dot {
        QPointF at;
        QColor colour;
        qint64 point = 0;
    };
    QRectF plot;
    QList<Dot> dots;
    double radius = 3;
    bool joined = true;
    std::optional<QPointF> crosshair, chosen;
    std::optional<Chip> readOut;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// The colours of the dots from first (below) to last.
class ColourScaleItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QRectF bar;
    QList<QColor> colours; ///< from below
    QString low, high, title;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// Bars from the bottom of a plot, and short strokes at the edge of another one.
class BarsItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QList<QRectF> bars;
    QColor colour;
    QList<QLineF> strokes;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

} // namespace pescope::ui::charts
