// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/magnifier_item.h"

#include "core/analysis/psi.h"
#include "ui/theme/text_line.h"
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

MagnifierItem::Scale MagnifierItem::scale() const
{
    Scale scale;
    if (!data->smooth.isEmpty()) {
        const auto [least, most] =
            std::ranges::minmax_element(data->smooth, {}, [](const QPointF& p) { return p.y(); });
        scale.low = least->y() / divisor;
        scale.high = most->y() / divisor;
    }
    if (!(scale.high > scale.low)) {
        scale.low -= 0.5;
        scale.high = scale.low + 1;
    }
    scale.first = static_cast<double>(data->first);
    scale.last = static_cast<double>(data->last);
    scale.decimals = std::clamp(2 - static_cast<int>(std::floor(std::log10(scale.high - scale.low))), 0, 9);
    const QFont font = Theme::font(TextSize::Axis);
    const double line = QFontMetricsF(font).height();
    const double labels = std::max(textWidth(font, fixedText(scale.low, scale.decimals)),
                                   textWidth(font, fixedText(scale.high, scale.decimals)));
    const double head = title.isEmpty() ? 4 : line + 10;
    scale.box = frame.adjusted(labels + 18, head + 6, -16, -(line + 9));
    return scale;
}

QPointF MagnifierItem::Scale::place(double m, double value) const
{
    return {box.left() + (m - first) / (last - first) * box.width(),
            box.bottom() - (value - low) / (high - low) * box.height()};
}

/// The part that is enlarged, and lines from it to the window.
void MagnifierItem::drawConnection(QPainter& painter, const Theme& theme) const
{
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

void MagnifierItem::draw(QPainter& painter, const Theme& theme) const
{
    if (!data || frame.isEmpty())
        return;
    if (!target.isEmpty())
        drawConnection(painter, theme);
    painter.setPen(cosmetic(theme.colour(Role::Outline), 1.2));
    painter.setBrush(theme.colour(Role::Panel));
    painter.drawRoundedRect(frame, 4, 4);

    const Scale scale = this->scale();
    const QRectF& box = scale.box;
    const QFontMetricsF metrics(painter.font());
    if (!title.isEmpty()) {
        painter.setFont(Theme::font(TextSize::Axis, QFont::DemiBold));
        painter.setPen(theme.colour(Role::Text));
        const QRectF head(frame.left() + 10, frame.top() + 5, frame.width() - 20, metrics.height() + 2);
        drawTextLine(painter, head, Qt::AlignLeft | Qt::AlignVCenter, elidedLine(painter.font(), title, head.width()));
    }
    painter.setFont(Theme::font(TextSize::Axis));
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(cosmetic(theme.colour(Role::Axis), 1));
    painter.drawLine(box.bottomLeft() + QPointF(-8, 5), box.bottomRight() + QPointF(8, 5));
    for (const double value : {scale.low, scale.high}) {
        const double y = scale.place(0, value).y();
        painter.setPen(cosmetic(theme.colour(Role::ChartGrid), 1));
        painter.drawLine(QPointF(box.left(), y), QPointF(box.right(), y));
        painter.setPen(theme.colour(Role::TextSecond));
        drawTextLine(painter,
                     QRectF(frame.left(), y - metrics.height() / 2, box.left() - frame.left() - 9, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter, fixedText(value, scale.decimals));
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor colour = theme.source(source);
    QPolygonF line;
    for (const QPointF& p : data->smooth)
        line.append(scale.place(p.x(), p.y() / divisor));
    painter.setPen(cosmetic(colour, 1.6));
    painter.drawPolyline(line);
    double labelsEnd = -1e9;
    for (const QPointF& p : data->points) {
        const QPointF at = scale.place(p.x(), p.y() / divisor);
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
        const double width = textWidth(painter.font(), label) + 2;
        // the end and the rise are what it is about: their figures stand in any case
        if (!isEnd && at.x() - width / 2 < labelsEnd + 3)
            continue;
        painter.setFont(Theme::font(TextSize::Axis, isEnd ? QFont::Bold : QFont::Normal));
        painter.setPen(isEnd ? colour : theme.colour(Role::TextSecond));
        drawTextLine(painter, QRectF(at.x() - width / 2 - 4, box.bottom() + 7, width + 8, metrics.height()),
                     Qt::AlignCenter, label);
        labelsEnd = at.x() + width / 2;
    }
}

} // namespace pescope::ui::charts
