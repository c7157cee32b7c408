// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/travel_strip.h"

#include "ui/charts/chart_view.h"
#include "ui/charts/end_labels.h"
#include "ui/charts/plot.h"
#include "ui/charts/travel_item.h"
#include "ui/theme/theme.h"

#include <QChart>
#include <QEvent>
#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::ui {

using namespace charts;

namespace {

struct Bounds {
    double low = std::numeric_limits<double>::infinity();
    double high = 0;
};

using Values = std::vector<std::optional<double>>;

} // namespace

struct TravelStrip::Private {
    const TravelStrip* strip = nullptr;
    ChartView* view = nullptr;
    std::unique_ptr<Plot> plot;
    TravelItem* item = nullptr;
    EndLabelsItem* labels = nullptr;
    TravelState state;
    Scale xScale = Scale::linear();
    Scale yScale = Scale::linear();

    [[nodiscard]] QStringList names() const
    {
        return {tr("ε = %1").arg(powerText(state.epsilon)), tr("integer"), tr("continuous")};
    }

    /// Fixed by the font and the words alone, so that the slider above need not move with the data.
    [[nodiscard]] QMargins margins() const
    {
        const QFontMetricsF metrics(Theme::font(TextSize::Axis));
        const QFontMetricsF bold(Theme::font(TextSize::Axis, QFont::DemiBold));
        double right = metrics.horizontalAdvance(tr("ε = %1").arg(QStringLiteral("10⁻⁴")));
        right = std::max({right, bold.horizontalAdvance(tr("integer")), metrics.horizontalAdvance(tr("continuous"))});
        return {static_cast<int>(std::ceil(metrics.horizontalAdvance(QStringLiteral("10 000")))) + 10, 8,
                static_cast<int>(std::ceil(right)) + 14, static_cast<int>(std::ceil(metrics.height())) + 6};
    }

    [[nodiscard]] Bounds bounds() const
    {
        Bounds result;
        for (const Values* values : {&state.integer, &state.tolerance, &state.continuous})
            for (const auto& value : *values)
                if (value && std::isfinite(*value)) {
                    if (*value > 0)
                        result.low = std::min(result.low, *value);
                    result.high = std::max(result.high, *value);
                }
        if (!(result.high > 0))
            return {1, 1};
        return result;
    }

    /// y in axis units; a range of 0 has no logarithm and lies on the floor.
    [[nodiscard]] double axisY(double value) const
    {
        if (yScale.kind() == Scale::Kind::Log)
            return value > 0 ? std::max(yScale.toAxis(value), plot->yLow()) : plot->yLow();
        return value;
    }

    [[nodiscard]] QList<QPolygonF> pieces(const Values& values) const
    {
        QList<QPolygonF> result;
        QList<QPointF> run;
        const auto close = [&] {
            const auto points = thinned(run, plot->xLow(), plot->xHigh(), plot->place().width());
            QPolygonF piece;
            for (const QPointF& p : points)
                piece.append(plot->pixel(p));
            if (piece.size() > 1)
                result.append(piece);
            run.clear();
        };
        for (std::size_t i = 0; i < std::min(values.size(), state.x.size()); ++i) {
            if (values[i])
                run.append({xScale.toAxis(state.x[i]), axisY(*values[i])});
            else
                close();
        }
        close();
        return result;
    }

    void placePlot()
    {
        const QMargins edge = margins();
        const QSizeF scene = view->sceneRect().size();
        const QRect place(edge.left(), edge.top(),
                          std::max(20, static_cast<int>(scene.width()) - edge.left() - edge.right()),
                          std::max(20, static_cast<int>(scene.height()) - edge.top() - edge.bottom()));
        plot->setPlace(place, scene);
        item->setArea(QRectF({}, scene));
        labels->setArea(QRectF({}, scene));

        xScale = state.logX ? Scale::log() : Scale::linear();
        const auto [first, last] = std::ranges::minmax_element(state.x);
        double low = state.x.empty() ? 0 : xScale.toAxis(*first);
        double high = state.x.empty() ? 1 : xScale.toAxis(*last);
        if (!(high > low))
            high = low + 1;
        const int most = std::max(2, place.width() / 34);
        plot->setX(low, high,
                   state.logX ? logTicks(low, high, most, high - low >= 3)
                              : linearTicks(low, high, niceInterval(high - low, std::max(2, place.width() / 48))));

        const Bounds range = bounds();
        const bool log = range.high > 10 * range.low;
        yScale = log ? Scale::log() : Scale::linear();
        if (log) {
            const double floor = std::floor(std::log10(range.low));
            const double top = std::log10(range.high) + 0.1;
            plot->setY(floor, top, logTicks(floor, top, std::max(2, place.height() / 18), range.high >= 1e5));
        } else {
            const double top = range.high * 1.1;
            plot->setY(0, top, linearTicks(0, top, niceInterval(top, std::max(2, place.height() / 30))));
        }
    }

    void fillCurves()
    {
        item->plot = plot->place();
        item->source = state.sourceIndex;
        std::vector<double> x;
        x.reserve(state.x.size());
        for (const double value : state.x)
            x.push_back(xScale.toAxis(value));
        Values integer;
        Values open; // 1 where nothing ends the integer range
        for (const auto& value : state.integer) {
            integer.push_back(value ? std::optional(axisY(*value)) : std::nullopt);
            open.push_back(value ? std::nullopt : std::optional(1.0));
        }
        const int columns = plot->place().width();
        item->integer = columnsOf(x, integer, plot->xLow(), plot->xHigh(), columns);
        for (auto& column : item->integer)
            if (column)
                column = Column{plot->yPixel(column->high), plot->yPixel(column->low)};
        item->beyond.clear();
        const auto openColumns = columnsOf(x, open, plot->xLow(), plot->xHigh(), columns);
        for (std::size_t c = 0; c < openColumns.size(); ++c)
            if (openColumns[c])
                item->beyond.append(plot->place().left() + static_cast<double>(c));
        item->tolerance = pieces(state.tolerance);
        item->continuous = pieces(state.continuous);
    }

    void placeLabels()
    {
        const Theme theme = Theme::of(strip);
        const QRectF place = plot->place();
        const QStringList texts = names();
        QList<WantedEndLabel> wanted;
        const auto add = [&](const QString& text, const Values& values, const QColor& colour, bool bold) {
            const auto last =
                std::ranges::find_if(values.rbegin(), values.rend(), [](const auto& v) { return v.has_value(); });
            if (values.empty())
                return;
            const double y = last == values.rend() ? place.top() : plot->yPixel(axisY(**last));
            wanted.append({{}, {text}, colour, {place.right(), y}, bold});
        };
        add(texts[0], state.tolerance, theme.colour(Role::Text), false);
        add(texts[1], state.integer, theme.source(state.sourceIndex), true);
        add(texts[2], state.continuous, theme.colour(Role::TextSecond), false);
        const QRectF room(place.right() + 9, 0, margins().right() - 10, view->sceneRect().height());
        layOutEndLabels(wanted, room, *labels, [](int) { return QString(); });
    }

    void placeNow()
    {
        const Theme theme = Theme::of(strip);
        const QRectF place = plot->place();
        item->rings.clear();
        item->now.reset();
        item->before.reset();
        item->update();
        const auto pixelOf = [&](double value) -> std::optional<double> {
            const double axis = xScale.toAxis(value);
            if (!std::isfinite(axis))
                return std::nullopt;
            return plot->xPixel(std::clamp(axis, plot->xLow(), plot->xHigh()));
        };
        item->now = pixelOf(state.now);
        if (state.before && *state.before != state.now)
            item->before = pixelOf(*state.before);
        if (!item->now || state.x.empty())
            return;
        for (const auto* reached : {&state.reached.tolerance, &state.reached.integer, &state.reached.continuous})
            if (*reached)
                item->rings.append({{*item->now, std::max(place.top(), plot->yPixel(axisY(**reached)))},
                                    reached == &state.reached.integer});
        Chip& chip = item->nowChip;
        chip.text = tr("now");
        chip.colour = theme.colour(Role::Text);
        const QSizeF size = chipSize(chip.text, false);
        const bool fits = *item->now + 6 + size.width() <= place.right();
        const double x = fits ? *item->now + 6 : *item->now - 6 - size.width();
        // at the top or the foot of the plot, whichever is further from the rings
        double highest = place.bottom();
        double lowest = place.top();
        for (const TravelItem::Ring& ring : item->rings) {
            highest = std::min(highest, ring.at.y());
            lowest = std::max(lowest, ring.at.y());
        }
        const bool atTop = highest - place.top() >= place.bottom() - lowest;
        chip.rect = QRectF(QPointF(x, atTop ? place.top() + 2 : place.bottom() - 2 - size.height()), size);
    }

    void rebuild()
    {
        placePlot();
        fillCurves();
        placeLabels();
        placeNow();
        view->setRevision(state.revision);
    }
};

TravelStrip::TravelStrip(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>())
{
    d->strip = this;
    d->view = new ChartView(this);
    d->plot = std::make_unique<Plot>(d->view->scene(), QStringLiteral("travel"), this);
    d->plot->setZeroLine(false);
    d->item = new TravelItem(this);
    d->item->setZValue(2);
    d->view->scene()->addItem(d->item);
    d->labels = new EndLabelsItem(this);
    d->labels->setZValue(3);
    d->view->scene()->addItem(d->labels);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(d->view);
    setMinimumSize(180, 76);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    d->view->setFocusPolicy(Qt::NoFocus); // the slider above has the keys
    d->view->setAccessibleName(tr("Ranges over the handle's travel"));
    connect(d->view, &ChartView::resized, this, [this] { d->rebuild(); });
    connect(d->view, &ChartView::clicked, this, [this](QPointF at) {
        if (d->state.x.empty() || !QRectF(d->plot->place()).adjusted(-6, -6, 6, 6).contains(at))
            return;
        const double axis = std::clamp(d->plot->xValue(at.x()), d->plot->xLow(), d->plot->xHigh());
        Q_EMIT valueClicked(d->xScale.toValue(axis));
    });
}

TravelStrip::~TravelStrip() = default;

void TravelStrip::setState(const TravelState& state)
{
    d->state = state;
    d->rebuild();
}

void TravelStrip::setNow(double value, const TravelRanges& reached, std::uint64_t revision)
{
    d->state.now = value;
    d->state.reached = reached;
    d->state.revision = revision;
    d->placeNow();
    d->view->setRevision(revision);
}

QMargins TravelStrip::plotMargins() const
{
    return d->margins();
}

std::uint64_t TravelStrip::paintedRevision() const
{
    return d->view->paintedRevision();
}

QSize TravelStrip::sizeHint() const
{
    const double line = QFontMetricsF(Theme::font(TextSize::Axis)).height();
    return {280, static_cast<int>(line * 8)};
}

void TravelStrip::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (!d->view)
        return;
    if (event->type() == QEvent::LanguageChange)
        d->view->setAccessibleName(tr("Ranges over the handle's travel"));
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        d->rebuild();
}

} // namespace pescope::ui
