// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/layer_chart.h"

#include "ui/charts/card_head.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/end_labels.h"
#include "ui/charts/items.h"
#include "ui/charts/plot.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

using namespace charts;

struct LayerChart::Private {
    LayerChart* q = nullptr;
    CardHead* head = nullptr;
    QLabel* note = nullptr;
    ChartView* view = nullptr;
    std::unique_ptr<Plot> plot;
    QList<QLineSeries*> lines;
    EndLabelsItem* labels = nullptr;
    CrosshairItem* crosshair = nullptr;
    LayerChartState state;

    void rebuild();
    void setAxes(double right);
    void placeChosen(std::optional<int> pointed = {});
    void placeReadOut(int index);
};

LayerChart::LayerChart(QWidget* parent)
    : QFrame(parent)
    , d(std::make_unique<Private>())
{
    d->q = this;
    setProperty("look", QStringLiteral("card"));
    d->head = new CardHead(this);
    d->note = makeLabel({}, "second", d->head, TextSize::Small);
    d->head->add(d->note);
    d->view = new ChartView(this);
    d->plot = std::make_unique<Plot>(d->view->scene(), QStringLiteral("layers"), this);
    d->labels = new EndLabelsItem(this);
    d->crosshair = new CrosshairItem(this);
    d->labels->setZValue(3);
    d->crosshair->setZValue(2);
    d->view->scene()->addItem(d->labels);
    d->view->scene()->addItem(d->crosshair);
    d->view->setMinimumSize(220, 130);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 6);
    column->setSpacing(0);
    column->addWidget(d->head);
    column->addWidget(d->view, 1);
    const auto at = [this](double x) {
        return std::clamp(static_cast<int>(std::lround(d->plot->xValue(x))), d->state.first, d->state.layers);
    };
    connect(d->view, &ChartView::resized, this, [this] { d->rebuild(); });
    connect(d->view, &ChartView::hovered, this, [this, at](QPointF point) { d->placeChosen(at(point.x())); });
    connect(d->view, &ChartView::left, this, [this] { d->placeChosen(); });
    connect(d->view, &ChartView::clicked, this, [this, at](QPointF point) { Q_EMIT chosen(at(point.x())); });
    connect(d->view, &ChartView::stepped, this, [this](int by) {
        Q_EMIT chosen(
            std::clamp(d->state.chosen.value_or(d->state.first) + (by > 0 ? 1 : -1), d->state.first, d->state.layers));
    });
}

LayerChart::~LayerChart() = default;

void LayerChart::setCompact()
{
    setProperty("look", QString());
    d->head->hide();
    d->view->setMinimumSize(160, 96);
}

void LayerChart::setState(const LayerChartState& state)
{
    d->state = state;
    d->head->setTitle(state.title);
    d->note->setText(state.note);
    d->view->setAccessibleName(state.title);
    d->rebuild();
}

void LayerChart::Private::setAxes(double right)
{
    const QSizeF scene = view->sceneRect().size();
    const QFontMetricsF metrics(Theme::font(TextSize::Axis));
    const int left = static_cast<int>(metrics.height() + 8 + metrics.horizontalAdvance(QStringLiteral("0.000")) + 10);
    const int bottom = static_cast<int>(metrics.height() * (state.xTitle.isEmpty() ? 1 : 2) + 10);
    plot->setPlace(QRect(left, 10, std::max(60, static_cast<int>(scene.width() - right) - left),
                         std::max(40, static_cast<int>(scene.height()) - bottom - 12)),
                   scene);
    double high = 0, low = 0;
    for (const LayerCurve& curve : state.curves)
        for (const double value : curve.values)
            if (std::isfinite(value)) {
                high = std::max(high, value);
                low = std::min(low, value);
            }
    if (!(high > low))
        high = low + 1;
    QList<Tick> ticks;
    const int span = state.layers - state.first;
    const double room = state.plainIndex ? 34 : 24;
    int step = std::max(1, static_cast<int>(std::ceil(room * (span + 1) / plot->place().width())));
    if (state.plainIndex)
        step = std::max(1, static_cast<int>(niceInterval(span + 1, std::max(2, plot->place().width() / 34))));
    for (int k = (state.first - step + 1) / step * step; k <= state.layers; k += step)
        if (k >= state.first)
            ticks.append({static_cast<double>(k),
                          k == 0 && !state.plainIndex ? LayerChart::tr("emb.")
                                                      : QString::number(k).replace(u'-', QChar(0x2212))});
    plot->setX(state.first - 0.15, state.layers + 0.15, ticks);
    const double interval = niceInterval(high - low, std::max(2, plot->place().height() / 22));
    plot->setY(low, high + 0.06 * (high - low), linearTicks(low, high, interval));
    plot->setTitles(state.xTitle, state.yTitle);
    labels->setArea(QRectF({}, scene));
    crosshair->setArea(QRectF({}, scene));
}

void LayerChart::Private::rebuild()
{
    const Theme theme = Theme::of(q);
    QList<WantedEndLabel> wanted;
    for (const LayerCurve& curve : state.curves) {
        WantedEndLabel label;
        label.lines = {curve.name};
        label.colour = curve.former ? theme.colour(Role::TextSecond) : theme.source(curve.sourceIndex);
        label.bold = curve.emphasised;
        wanted.append(label);
    }
    const double width = wanted.isEmpty() ? 16 : endLabelsWidth(wanted) + 20;
    setAxes(std::min(width, view->sceneRect().width() * 0.4));
    while (lines.size() < static_cast<qsizetype>(state.curves.size()))
        lines.append(plot->addLine({}));
    for (qsizetype k = 0; k < lines.size(); ++k) {
        const bool used = k < static_cast<qsizetype>(state.curves.size());
        lines[k]->setVisible(used);
        if (!used)
            continue;
        const LayerCurve& curve = state.curves[static_cast<std::size_t>(k)];
        QList<QPointF> points;
        for (std::size_t n = 0; n < curve.values.size(); ++n)
            points.append({static_cast<double>(curve.first) + static_cast<double>(n), curve.values[n]});
        QPen pen = theme.sourcePen(curve.sourceIndex, curve.emphasised ? 2.6 : 1.6);
        if (curve.former) {
            pen = QPen(theme.colour(Role::TextThird), 1.6);
            pen.setDashPattern({4, 3});
        }
        lines[k]->setPen(pen);
        lines[k]->replace(points);
        wanted[k].curveEnd = points.isEmpty() ? QPointF(plot->place().topRight()) : plot->pixel(points.last());
    }
    const double left = plot->place().right() + 12;
    layOutEndLabels(wanted,
                    QRectF(left, 0, std::max(1.0, view->sceneRect().width() - left - 4), view->sceneRect().height()),
                    *labels, [](int count) { return LayerChart::tr("and %n more", nullptr, count); });
    placeChosen();
    view->setRevision(state.revision);
}

/// At the axis index that is pointed at, else at the chosen one.
void LayerChart::Private::placeChosen(std::optional<int> pointed)
{
    CrosshairItem& item = *crosshair;
    item.rings.clear();
    item.chips.clear();
    item.stretches.clear();
    item.x.reset();
    item.update();
    const std::optional<int> shown = pointed ? pointed : state.chosen;
    if (!shown || state.curves.empty())
        return;
    item.x = plot->xPixel(*shown);
    item.stretches.append({plot->place().top(), plot->place().bottom()});
    const Theme theme = Theme::of(q);
    for (const LayerCurve& curve : state.curves) {
        const int n = *shown - curve.first;
        if (n >= 0 && n < static_cast<int>(curve.values.size()))
            item.rings.append({plot->pixel({static_cast<double>(*shown), curve.values[static_cast<std::size_t>(n)]}),
                               curve.former ? theme.colour(Role::TextThird) : theme.source(curve.sourceIndex)});
    }
    if (pointed)
        placeReadOut(*pointed);
}

void LayerChart::Private::placeReadOut(int index)
{
    QStringList words;
    for (const LayerCurve& curve : state.curves) {
        const int n = index - curve.first;
        if (n >= 0 && n < static_cast<int>(curve.values.size()))
            words << curve.name + QLatin1Char(' ') + numberText(curve.values[static_cast<std::size_t>(n)]);
    }
    if (const QString detail = state.details.value(index - state.first); !detail.isEmpty())
        words << detail;
    if (words.isEmpty())
        return;
    const QString place = state.plainIndex ? QString::number(index).replace(u'-', QChar(0x2212))
        : index == 0                       ? LayerChart::tr("emb.")
                                           : LayerChart::tr("layer %1").arg(index);
    // a line each where they would not fit side by side
    double y = plot->place().top();
    const QSizeF scene = view->sceneRect().size();
    QStringList rows{place + QStringLiteral(": ") + words.join(QStringLiteral(" · "))};
    if (chipSize(rows.front(), false).width() > scene.width() - 8) {
        rows = words;
        rows.front().prepend(place + QStringLiteral(": "));
    }
    for (const QString& line : rows) {
        const QSizeF size = chipSize(line, false);
        const double x = std::clamp(plot->xPixel(index) + 8, 2.0, std::max(2.0, scene.width() - size.width() - 2));
        crosshair->chips.append(Chip{.rect = QRectF({x, y}, size), .text = line, .colour = {}, .letter = {}});
        y += size.height() + 1;
    }
}

void LayerChart::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (!d->view)
        return;
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange
        || event->type() == QEvent::FontChange || event->type() == QEvent::LanguageChange)
        d->rebuild();
}

} // namespace pescope::ui
