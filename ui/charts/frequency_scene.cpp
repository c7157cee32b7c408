// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/frequency_scene.h"

#include "ui/charts/chart_view.h"
#include "ui/charts/label_layout.h"
#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QGraphicsScene>
#include <QLineSeries>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace pescope::ui::charts {

namespace {

constexpr double kNearHandle = 12; // pixels within which a press takes a handle

} // namespace

void HandlesItem::draw(QPainter& painter, const Theme& theme) const
{
    const QColor colour = theme.source(source);
    painter.setPen(cosmetic(theme.colour(Role::TextThird), 1));
    for (const Guide& guide : guides) {
        QPen pen = cosmetic(theme.colour(Role::Axis), 1);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(plot.left(), guide.y), QPointF(plot.right(), guide.y));
        drawChip(painter, theme, guide.chip);
    }
    painter.setFont(Theme::font(TextSize::Axis));
    for (const Tick& tick : wavelengths) {
        painter.setPen(cosmetic(theme.colour(Role::Axis), 1));
        painter.drawLine(QPointF(plot.right(), tick.at), QPointF(plot.right() + 4, tick.at));
        painter.setPen(theme.colour(Role::TextSecond));
        drawTextLine(painter, QRectF(plot.right() + 8, tick.at - 10, 70, 20), Qt::AlignLeft | Qt::AlignVCenter,
                     tick.label);
    }
    painter.setPen(theme.colour(Role::TextSecond));
    painter.save();
    painter.translate(boundingRect().right() - 9, plot.center().y());
    painter.rotate(90);
    drawTextLine(painter, QRectF(-plot.height() / 2, -9, plot.height(), 18), Qt::AlignCenter, wavelengthTitle);
    painter.restore();

    painter.save();
    painter.setClipRect(plot.adjusted(-6, -6, 6, 6));
    painter.setPen(cosmetic(theme.colour(Role::Panel), 1));
    painter.setBrush(colour);
    for (const QPointF& at : handles)
        painter.drawEllipse(at, radius, radius);
    painter.setPen(cosmetic(colour, 1.4));
    painter.setBrush(theme.colour(Role::Panel));
    for (const QPointF& at : moving)
        painter.drawEllipse(at, radius + 0.6, radius + 0.6);
    if (chosen) {
        painter.setPen(cosmetic(colour, 2));
        painter.drawEllipse(*chosen, 6, 6);
    }
    painter.restore();
    if (readOut)
        drawChip(painter, theme, *readOut);
}

FrequencyScene::FrequencyScene(ChartView* view, const QWidget* themed)
    : m_view(view)
    , m_themed(themed)
    , m_plot(view->scene(), QStringLiteral("omega"), themed)
    , m_now(m_plot.addLine(QStringLiteral("now")))
    , m_former(m_plot.addLine(QStringLiteral("former")))
    , m_handles(new HandlesItem(themed))
    , m_names(new ChipsItem(themed))
{
    m_plot.setZeroLine(false);
    m_handles->setZValue(3);
    m_names->setZValue(2.5);
    view->scene()->addItem(m_handles);
    view->scene()->addItem(m_names);
}

/// 0 has no place on a log axis: it lies on the lower edge.
double FrequencyScene::axisOf(double omega) const
{
    return omega == 0 ? m_low : std::clamp(std::log10(std::abs(omega)), m_low, m_high);
}

void FrequencyScene::rebuild(const FrequencyChartState& state, std::optional<std::size_t> chosen, double fallOff,
                             bool hold)
{
    m_first = state.firstIndex;
    setAxes(state, hold);
    fillLines(state);
    placeGuides(state);
    placeHandles(state, chosen, fallOff);
    placeNames(state);
}

void FrequencyScene::setAxes(const FrequencyChartState& state, bool hold)
{
    double low = 1e9, high = -1e9;
    std::size_t longest = 2;
    const auto include = [&](const std::vector<double>& omega) {
        longest = std::max(longest, omega.size());
        for (const double w : omega)
            if (w != 0 && std::isfinite(w)) {
                low = std::min(low, std::log10(std::abs(w)));
                high = std::max(high, std::log10(std::abs(w)));
            }
    };
    if (state.active)
        include(state.active->omega);
    include(state.former);
    for (const FrequencyCurve& other : state.others)
        include(other.omega);
    if (low > high) {
        low = -4;
        high = 0;
    }
    if (!hold) {
        // a wave that never turns within any table would press all others together: it lies on the lower edge
        constexpr double kDecades = 7;
        m_low = std::max(low, high - kDecades) - 0.35;
        m_high = high + 0.35;
    }

    const QFontMetricsF metrics(Theme::font(TextSize::Axis));
    const QSizeF scene = m_view->sceneRect().size();
    const int left = static_cast<int>(metrics.height() + 8 + metrics.horizontalAdvance(QStringLiteral("0.000")) + 14);
    const int right = static_cast<int>(metrics.horizontalAdvance(QStringLiteral("000 000")) + metrics.height() + 18);
    const int bottom = static_cast<int>(2 * metrics.height() + 10);
    const QRect place(left, 10, std::max(60, static_cast<int>(scene.width()) - left - right),
                      std::max(60, static_cast<int>(scene.height()) - bottom - 10));
    m_plot.setPlace(place, scene);
    const double last = m_first + static_cast<double>(longest) - 1;
    const double margin = 0.02 * (last - m_first) + 0.2;
    m_plot.setX(
        m_first - margin, last + margin,
        linearTicks(m_first, last, std::max(1.0, niceInterval(last - m_first, std::max(2, place.width() / 70)))));
    m_plot.setY(m_low, m_high, logTicks(m_low, m_high, std::max(2, place.height() / 36), true));
    m_plot.setTitles(tr("index i"), tr("ωᵢ (rad per position)"));

    m_handles->setArea(QRectF({}, scene));
    m_names->setArea(QRectF({}, scene));
    m_handles->plot = place;
    m_handles->wavelengthTitle = tr("wave length 2π/ωᵢ (positions)");
    m_handles->wavelengths.clear();
    const double top = std::log10(kTwoPi) - m_low, least = std::log10(kTwoPi) - m_high;
    constexpr double kPlainDecades = 5;
    for (const Tick& tick : logTicks(least, top, std::max(2, place.height() / 36), top > kPlainDecades))
        m_handles->wavelengths.append({m_plot.yPixel(std::log10(kTwoPi) - tick.at), tick.label});
}

void FrequencyScene::fillLines(const FrequencyChartState& state)
{
    const Theme theme = Theme::of(m_themed);
    const auto points = [&](const std::vector<double>& omega) {
        QList<QPointF> line;
        for (std::size_t k = 0; k < omega.size(); ++k)
            line.append({m_first + static_cast<double>(k), axisOf(omega[k])});
        return thinned(line, m_plot.xLow(), m_plot.xHigh(), std::max(1, m_plot.place().width()));
    };
    m_now->setVisible(state.active.has_value());
    if (state.active) {
        m_now->setPen(theme.sourcePen(state.active->sourceIndex, 1.4));
        m_now->replace(points(state.active->omega));
    }
    QPen ghost(theme.colour(Role::Ghost), 1.6);
    ghost.setDashPattern({5, 4});
    ghost.setCosmetic(true);
    m_former->setPen(ghost);
    m_former->replace(points(state.former));
    while (m_others.size() < static_cast<qsizetype>(state.others.size()))
        m_others.append(m_plot.addLine(QStringLiteral("other")));
    for (qsizetype k = 0; k < m_others.size(); ++k) {
        const bool used = k < static_cast<qsizetype>(state.others.size());
        m_others[k]->setVisible(used);
        if (!used)
            continue;
        const FrequencyCurve& other = state.others[static_cast<std::size_t>(k)];
        m_others[k]->setPen(theme.sourcePen(other.sourceIndex, 1.6));
        m_others[k]->replace(points(other.omega));
    }
}

void FrequencyScene::placeHandles(const FrequencyChartState& state, std::optional<std::size_t> chosen, double fallOff)
{
    HandlesItem& item = *m_handles;
    item.handles.clear();
    item.moving.clear();
    item.chosen.reset();
    item.readOut.reset();
    item.update();
    if (!state.active)
        return;
    const std::vector<double>& omega = state.active->omega;
    item.source = state.active->sourceIndex;
    const double apart = omega.size() > 1 ? m_plot.xPixel(1) - m_plot.xPixel(0) : 100;
    item.radius = std::clamp(apart * 0.32, 1.6, 4.0);
    for (std::size_t k = 0; k < omega.size(); ++k)
        item.handles.append(m_plot.pixel({m_first + static_cast<double>(k), axisOf(omega[k])}));
    if (!chosen || *chosen >= omega.size())
        return;
    const QPointF at = item.handles[static_cast<qsizetype>(*chosen)];
    item.chosen = at;
    // what moves along by more than a tenth of the way
    const auto reach = static_cast<std::ptrdiff_t>(fallOff * 2.15);
    for (std::ptrdiff_t j = -reach; j <= reach; ++j) {
        const auto k = static_cast<std::ptrdiff_t>(*chosen) + j;
        if (state.editable && j != 0 && k >= 0 && k < item.handles.size())
            item.moving.append(item.handles[k]);
    }
    const double w = omega[*chosen];
    QString text = w == 0
        ? tr("ω%1 = 0: a constant").arg(wholeText(m_first + static_cast<qint64>(*chosen)))
        : tr("i = %1: ω = %2, a wave of %3 positions")
              .arg(wholeText(m_first + static_cast<qint64>(*chosen)), plainText(w, 4), plainText(kTwoPi / w, 4));
    if (*chosen < state.former.size() && state.former[*chosen] != w)
        text += tr("; before %1").arg(plainText(state.former[*chosen], 4));
    const QSizeF size = chipSize(text, false);
    const QRectF plot = QRectF(m_plot.place());
    const double x = std::clamp(at.x() + 12, plot.left() + 4, plot.right() - size.width() - 4);
    const double y = at.y() - size.height() - 10 > plot.top() ? at.y() - size.height() - 10 : at.y() + 12;
    item.readOut = Chip{.rect = QRectF({x, y}, size), .text = text, .colour = {}, .letter = {}};
}

void FrequencyScene::placeGuides(const FrequencyChartState& state)
{
    m_handles->guides.clear();
    const QRectF plot = QRectF(m_plot.place());
    const auto add = [&](double omega, const QString& text) {
        const double axis = std::log10(omega);
        if (!(axis > m_low + 0.05 && axis < m_high - 0.05))
            return;
        const QSizeF size = chipSize(text, false, false);
        const double y = m_plot.yPixel(axis);
        m_handles->guides.append(
            {y,
             Chip{.rect = QRectF(QPointF(plot.right() - size.width() - 4, y - size.height() - 1), size),
                  .text = text,
                  .colour = Theme::of(m_themed).colour(Role::TextThird),
                  .framed = false,
                  .letter = {}}});
    };
    add(std::numbers::pi, tr("two positions a wave: faster ones look like slower ones"));
    if (state.positions > 1)
        add(kTwoPi / static_cast<double>(state.positions),
            tr("one wave over all %1 positions").arg(wholeText(state.positions)));
}

void FrequencyScene::placeNames(const FrequencyChartState& state)
{
    const Theme theme = Theme::of(m_themed);
    m_names->chips.clear();
    const QRectF plot = QRectF(m_plot.place());
    double y = plot.bottom() - 6;
    const auto add = [&](const QString& letter, const QString& name, const QColor& colour) {
        const QString text = letter.isEmpty() ? name : letter + QStringLiteral("  ") + name;
        const QSizeF size = chipSize(text, !letter.isEmpty(), false);
        y -= size.height() + 1;
        if (y < plot.top())
            return;
        m_names->chips.append(Chip{.rect = QRectF({plot.left() + 8, y}, size),
                                   .text = name,
                                   .colour = colour,
                                   .framed = false,
                                   .letter = letter});
    };
    if (!state.former.empty() && state.active)
        add({}, tr("before the last edit"), theme.colour(Role::TextSecond));
    for (const FrequencyCurve& other : state.others)
        add(sourceLetter(other.sourceIndex), other.name, theme.source(other.sourceIndex));
    if (state.active)
        add(sourceLetter(state.active->sourceIndex), state.active->name, theme.source(state.active->sourceIndex));
    m_names->update();
}

std::optional<std::size_t> FrequencyScene::handleAt(QPointF at) const
{
    std::optional<std::size_t> best;
    double least = kNearHandle * kNearHandle;
    for (qsizetype k = 0; k < m_handles->handles.size(); ++k) {
        const QPointF way = m_handles->handles[k] - at;
        const double squared = QPointF::dotProduct(way, way);
        if (squared < least) {
            least = squared;
            best = static_cast<std::size_t>(k);
        }
    }
    return best;
}

QPointF FrequencyScene::handlePlace(std::size_t k) const
{
    return m_handles->handles.value(static_cast<qsizetype>(k));
}

double FrequencyScene::factorOf(double pixels) const
{
    return std::pow(10.0, pixels / m_plot.place().height() * (m_high - m_low));
}

} // namespace pescope::ui::charts
