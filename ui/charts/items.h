// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/scale.h"

#include <QColor>
#include <QGraphicsItem>
#include <QPen>
#include <QPolygonF>

#include <optional>

class QWidget;

namespace pescope::ui {
class Theme;
}

namespace pescope::ui::charts {

/// Base of what is painted beside the series: knows the widget whose theme it follows, and its area of the scene.
/// Geometry is public and in scene pixels: the chart widget works it out, the item only draws it.
class PaintedItem : public QGraphicsItem {
public:
    explicit PaintedItem(const QWidget* themed);
    void setArea(const QRectF& area);
    [[nodiscard]] QRectF boundingRect() const override { return m_area; }
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) final;

protected:
    virtual void draw(QPainter& painter, const Theme& theme) const = 0;

private:
    const QWidget* m_themed;
    QRectF m_area;
};

/// Height of a line of the axes' type, whole pixels.
[[nodiscard]] double lineHeight();

/// A pen of that many pixels whatever the scale.
[[nodiscard]] QPen cosmetic(const QColor& colour, double width, Qt::PenStyle style = Qt::SolidLine);

/// A short text on a pill of the panel's colour, so that it reads over lines. `rect` holds all of it.
struct Chip {
    QRectF rect;
    QString text;
    QColor colour; ///< of the text; invalid: the theme's
    bool bold = false;
    bool framed = true;
    bool ground = true; ///< covers what is below it
    QString letter; ///< a bold first part in `colour`, the rest in the theme's second text colour
};

[[nodiscard]] QSizeF chipSize(const QString& text, bool bold, bool framed = true);
void drawChip(QPainter& painter, const Theme& theme, const Chip& chip);
void drawTriangle(QPainter& painter, QPointF centre, double size);

/// Grid, frame, zero line, ticks and titles of one plot.
class AxesItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QRectF plot;
    QList<Tick> xTicks, yTicks; ///< `at` in scene pixels
    std::optional<double> zero;
    QString xTitle, yTitle;
    bool xLabels = true;
    double left = 0; ///< where the title of y begins

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// Spread of a source's rows: outlined and hatched, never filled, as several of them overlap.
class BandItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QRectF plot;
    QList<QPointF> upper, lower; ///< scene pixels, ascending in x
    int source = 0;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// Shaded spans and vertical lines at the ends of ranges.
class SpansItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    struct Span {
        QRectF rect;
        QColor colour; ///< painted thin; spans lie side by side, never one on another
    };
    struct End {
        double x = 0;
        double top = 0;
        double bottom = 0;
        QColor colour;
        int source = -1; ///< −1: the former curve
    };
    QList<Span> spans;
    QList<End> ends;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// The linked m: a line through all plots, rings on the curves, read-outs beside it.
class CrosshairItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    struct Ring {
        QPointF at;
        QColor colour;
    };
    std::optional<double> x;
    QList<std::pair<double, double>> stretches; ///< top and bottom in each plot
    QList<Ring> rings;
    QList<Chip> chips;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// Names of the curves at the right edge, each joined to its curve's end when it had to move away.
class EndLabelsItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    struct Label {
        QRectF rect;
        QString letter;
        QStringList lines;
        QColor colour;
        QPointF curveEnd;
        bool bold = false;
    };
    QList<Label> labels;
    QString more; ///< "and 3 more", where not all fit
    QRectF moreRect;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

/// Texts placed by the chart: curve names, notes.
class ChipsItem final : public PaintedItem {
public:
    using PaintedItem::PaintedItem;
    QList<Chip> chips;

protected:
    void draw(QPainter& painter, const Theme& theme) const override;
};

} // namespace pescope::ui::charts
