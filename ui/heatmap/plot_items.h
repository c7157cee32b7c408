// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/heatmap/plot_state.h"

#include <QGraphicsItem>

namespace pescope::ui {

/// Base of the items that paint one part of a heatmap over the chart. `state` outlives the item.
class PlotItem : public QGraphicsItem {
public:
    PlotItem(PlotState& state, QGraphicsItem* parent, qreal z)
        : QGraphicsItem(parent)
        , m_state(state)
    {
        setZValue(z);
        setAcceptedMouseButtons(Qt::NoButton);
    }

    [[nodiscard]] QRectF boundingRect() const override { return m_area; }
    void setArea(const QRectF& area)
    {
        prepareGeometryChange();
        m_area = area;
    }

protected:
    PlotState& m_state;

private:
    QRectF m_area;
};

/// The picture in the plot area, and the values of the cells where they are large enough.
class HeatItem : public PlotItem {
public:
    using PlotItem::PlotItem;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintPartings(QPainter* painter, const proximity::PatchGrid& grid) const;
    void paintValues(QPainter* painter) const;
};

/// Ticks, labels and titles of both axes, and the frame around the plot.
class AxesItem : public PlotItem {
public:
    using PlotItem::PlotItem;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintColumns(QPainter* painter) const;
    void paintRows(QPainter* painter) const;
};

/// Norms of the rows beside the plot, on its vertical axis.
class NormStripItem : public PlotItem {
public:
    using PlotItem::PlotItem;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;

private:
    void paintBars(QPainter* painter, double largest) const;
    void paintOutlying(QPainter* painter, double largest) const;
    void paintAxis(QPainter* painter, double largest) const;
};

/// Crosshair in two tones, ring where it is pinned, region being selected, focus ring.
class CrosshairItem : public PlotItem {
public:
    using PlotItem::PlotItem;
    void paint(QPainter* painter, const QStyleOptionGraphicsItem* option, QWidget* widget) override;
};

} // namespace pescope::ui
