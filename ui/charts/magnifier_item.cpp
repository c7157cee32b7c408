// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/magnifier_item.h"

#include "core/analysis/psi.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {
constexpr Index kBefore = 3;
constexpr Index kAfter = 4;
constexpr Index kParts = 8; // samples a position

QPen cosmetic(const QColor& colour, double width)
{
    QPen pen(colour, width);
    pen.setCosmetic(true);
    return pen;
}
} // namespace

std::optional<MagnifierData> magnify(const PsiCurve& curve)
{
    if (!curve.ranges.integer || curve.omega.empty())
        return std::nullopt;
    MagnifierData data;
    data.end = *curve.ranges.integer;
    data.first = std::max<Index>(0, data.end - kBefore);
    data.last = data.end + kAfter;
    for (Index k = data.first * kParts; k <= data.last * kParts; ++k) {
        const double m = static_cast<double>(k) / static_cast<double>(kParts);
        data.smooth.append({m, analysis::psi(curve.omega, m)});
        if (k % kParts == 0)
            data.points.append(data.smooth.last());
    }
    data.rise = analysis::psiStep(curve.omega, data.end);
    return data;
}

QRectF MagnifierItem::inner() const
{
    const QFontMetricsF metrics(Theme::font(TextSize::Axis));
    const auto [low, high] = valueSpan();
    const double labels = std::max(metrics.horizontalAdvance(fixedText(low, decimals())),
                                   metrics.horizontalAdvance(fixedText(high, decimals())));
    const double head = title.isEmpty() ? 4 : metrics.height() + 10;
    return frame.adjusted(labels + 18, head + 6, -16, -(metrics.height() + 9));
}

std::pair<double, double> MagnifierItem::valueSpan() const
{
    double low = 0;
    double high = 1;
    if (data && !data->smooth.isEmpty()) {
        const auto [least, most] =
            std::ranges::minmax_element(data->smooth, {}, [](const QPointF& p) { return p.y(); });
        low = least->y() / divisor;
        high = most->y() / divisor;
    }
    return high > low ? std::pair(low, high) : std::pair(low - 0.5, low + 0.5);
}

int MagnifierItem::decimals() const
{
    const auto [low, high] = valueSpan();
    return std::clamp(2 - static_cast<int>(std::floor(std::log10(high - low))), 0, 9);
}

QPointF MagnifierItem::place(QPointF value) const
{
    const QRectF box = inner();
    const auto [low, high] = valueSpan();
    const auto first = static_cast<double>(data->first);
    const auto last = static_cast<double>(data->last);
    return {box.left() + (value.x() - first) / (last - first) * box.width(),
            box.bottom() - (value.y() / divisor - low) / (high - low) * box.height()};
}

void MagnifierItem::draw(QPainter& painter, const Theme& theme) const
{
    if (!data || frame.isEmpty())
        return;
    if (!target.isEmpty()) {
        painter.setPen(cosmetic(theme.colour(Role::TextThird), 1));
        painter.setBrush(Qt::NoBrush);
        const bool isLeft = target.center().x() < frame.center().x();
        const bool above = frame.center().y() < target.center().y();
        // from the near edge of the small box to the near edge of the window
        const double from = above ? target.top() : target.bottom();
        if (target.right() < frame.left() || target.left() > frame.right()) {
            const double edge = isLeft ? frame.left() : frame.right();
            painter.drawLine(QPointF(target.left(), from), QPointF(edge, frame.top() + 3));
            painter.drawLine(QPointF(target.right(), from), QPointF(edge, frame.bottom() - 3));
        } else {
            const double edge = above ? frame.bottom() : frame.top();
            painter.drawLine(QPointF(target.left(), from), QPointF(std::max(target.left(), frame.left() + 3), edge));
            painter.drawLine(QPointF(target.right(), from), QPointF(std::min(target.right(), frame.right() - 3), edge));
        }
        painter.setPen(cosmetic(theme.colour(Role::Text), 1.4));
        painter.drawRect(target);
    }
    painter.setPen(cosmetic(theme.colour(Role::Outline), 1.2));
    painter.setBrush(theme.colour(Role::Panel));
    painter.drawRoundedRect(frame, 4, 4);

    const QRectF box = inner();
    const QFontMetricsF metrics(painter.font());
    if (!title.isEmpty()) {
        painter.setFont(Theme::font(TextSize::Axis, QFont::DemiBold));
        painter.setPen(theme.colour(Role::Text));
        const QRectF head(frame.left() + 10, frame.top() + 5, frame.width() - 20, metrics.height() + 2);
        painter.drawText(head, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(painter.font()).elidedText(title, Qt::ElideRight, head.width()));
    }
    painter.setFont(Theme::font(TextSize::Axis));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(cosmetic(theme.colour(Role::Axis), 1));
    painter.drawLine(box.bottomLeft() + QPointF(-8, 5), box.bottomRight() + QPointF(8, 5));
    const auto [low, high] = valueSpan();
    for (const double value : {low, high}) {
        const double y = place({0, value * divisor}).y();
        painter.setPen(cosmetic(theme.colour(Role::ChartGrid), 1));
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
        painter.setPen(theme.colour(Role::TextSecond));
        painter.drawText(
            QRectF(frame.left(), y - metrics.height() / 2, box.left() - frame.left() - 9, metrics.height()),
            Qt::AlignRight | Qt::AlignVCenter, fixedText(value, decimals()));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = theme.source(source);
    QPolygonF line;
    for (const QPointF& p : data->smooth)
        line.append(place(p));
    painter.setPen(cosmetic(colour, 1.6));
    painter.drawPolyline(line);
    double labelsEnd = -1e9;
    for (const QPointF& p : data->points) {
        const QPointF at = place(p);
        const auto m = static_cast<Index>(std::llround(p.x()));
        if (m == data->end + 1) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.colour(Role::Error));
            drawTriangle(painter, at, 6);
        } else {
            painter.setPen(cosmetic(colour, 1.5));
            painter.setBrush(theme.colour(Role::Panel));
            painter.drawEllipse(at, 3.6, 3.6);
        }
        const QString label = wholeText(m);
        const bool isEnd = m == data->end;
        const double width = metrics.horizontalAdvance(label) + 2;
        // the end and the rise are what it is about: their figures stand in any case
        if (!isEnd && at.x() - width / 2 < labelsEnd + 3)
            continue;
        painter.setFont(Theme::font(TextSize::Axis, isEnd ? QFont::Bold : QFont::Normal));
        painter.setPen(isEnd ? colour : theme.colour(Role::TextSecond));
        painter.drawText(QRectF(at.x() - width / 2 - 4, box.bottom() + 7, width + 8, metrics.height()), Qt::AlignCenter,
                         label);
        labelsEnd = at.x() + width / 2;
    }
}

} // namespace pescope::ui::charts
