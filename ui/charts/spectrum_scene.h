// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_view.h"
#include "ui/charts/offset_axis.h"
#include "ui/charts/plot.h"
#include "ui/charts/spectrum_chart.h"
#include "ui/charts/spectrum_scene_items.h"
#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QGraphicsScene>

#include <memory>
#include <vector>

namespace pescope::ui::charts {

/// One view of a SpectrumChart: works out the places and fills plots and items. What can be read out are its points,
/// numbered from 0 in the order of the x axis (in a scatter: of the rows). Made when its view is chosen. Owned by the
/// chart; GUI thread.
class SpectrumScene {
public:
    SpectrumScene(ChartView* view, const QWidget* themed);
    virtual ~SpectrumScene();
    SpectrumScene(const SpectrumScene&) = delete;
    SpectrumScene& operator=(const SpectrumScene&) = delete;

    /// @param choice  of the view's own control
    virtual void rebuild(const SpectrumChartState& state, int choice) = 0;
    /// The point that is read out, and the row that the crosshair is at.
    virtual void mark(std::optional<Index> point, std::optional<Index> row) = 0;
    [[nodiscard]] virtual Index points() const = 0;
    [[nodiscard]] virtual std::optional<Index> pointAt(QPointF at) const = 0;
    [[nodiscard]] virtual std::optional<Index> rowOf(Index /*point*/) const { return std::nullopt; }
    [[nodiscard]] virtual std::optional<Index> pointOf(Index /*row*/) const { return std::nullopt; }
    /// The main numbers in words, for those who do not see the picture.
    [[nodiscard]] QString sentence() const { return m_sentence; }
    /// Where the keys begin without a crosshair.
    [[nodiscard]] virtual Index firstPoint() const { return 0; }
    /// Moves a zoomed x axis so that the point is in sight; true: a rebuild has to follow.
    [[nodiscard]] bool reveal(Index point);
    /// Zoom of the x axis, where it is one of positions or offsets; a rebuild has to follow.
    void wheel(QPointF at, double steps);
    void drag(double dx);
    void home();

protected:
    template<typename Item>
    Item* added(double z)
    {
        auto item = std::make_unique<Item>(m_themed);
        Item* raw = item.get();
        raw->setZValue(z);
        m_view->scene()->addItem(raw);
        m_items.push_back(std::move(item));
        return raw;
    }
    [[nodiscard]] ChartView* view() const { return m_view; }
    [[nodiscard]] const QWidget* themed() const { return m_themed; }
    [[nodiscard]] Theme theme() const { return Theme::of(m_themed); }
    [[nodiscard]] QSizeF size() const { return m_view->sceneRect().size(); }
    [[nodiscard]] OffsetAxis& axis() { return m_axis; }
    [[nodiscard]] const OffsetAxis& axis() const { return m_axis; }
    /// The plot whose x axis is zoomed; null: none is.
    [[nodiscard]] virtual const Plot* zoomed() const { return nullptr; }
    /// Where a point is on that axis.
    [[nodiscard]] virtual double axisOf(Index point) const { return static_cast<double>(point); }

    /// Words at the left and a legend at the right of the rows above the plots, below each other where one row is too
    /// short for both; parts that do not fit are left out from the last. All of it is the sentence.
    /// @return height taken
    double layTop(const QStringList& words, const QList<LegendItem::Entry>& legend);
    /// In place of the plots.
    void say(const QString& message);
    /// Stretch of an axis with round ticks that holds the values; `least` keeps it from being empty.
    struct ValueAxis {
        double low = 0, high = 1;
        QList<Tick> ticks;
    };
    [[nodiscard]] static ValueAxis valueAxis(double low, double high, int height, double least = 1e-12);
    /// Width left of a plot for these figures and a title.
    [[nodiscard]] static int leftMargin(const QList<QList<Tick>>& ticks);
    [[nodiscard]] QList<Tick> offsetTicks(int width) const;
    /// logTicks() without the ends of the axis, where there are two others at least.
    [[nodiscard]] static QList<Tick> roundLogTicks(double low, double high, int maxTicks, bool asPowers);
    /// The first of these titles of a y axis that is not longer than its plot is high; else the last.
    [[nodiscard]] static QString fittingTitle(const QStringList& titles, int height);
    /// A framed read-out beside x, at the top of the plot.
    [[nodiscard]] static Chip readOut(const QString& text, double x, const QRectF& plot);
    [[nodiscard]] QPen ghostPen(double width) const;
    [[nodiscard]] QPen sourcePen(int source, double width) const;
    /// Of the first, second or third principal component: they share the source's colour.
    [[nodiscard]] QPen componentPen(int source, int component) const;

private:
    ChartView* m_view;
    const QWidget* m_themed;
    std::vector<std::unique_ptr<QGraphicsItem>> m_items;
    OffsetAxis m_axis;
    ChipsItem* m_words;
    LegendItem* m_legend;
    MessageItem* m_message;
    QString m_sentence;
};

/// The scene of a view; the state must have a spectrum with its part.
[[nodiscard]] std::unique_ptr<SpectrumScene> makeSpectrumScene(SpectrumView which, ChartView* view,
                                                               const QWidget* themed);
/// A sentence over the whole card.
[[nodiscard]] std::unique_ptr<SpectrumScene> makeMessageScene(ChartView* view, const QWidget* themed, QString message);

} // namespace pescope::ui::charts
