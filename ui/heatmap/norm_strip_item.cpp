// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/plot_items.h"
#include "ui/heatmap/ticks.h"
#include "ui/theme/text_line.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

double largestOf(const std::vector<double>& norms)
{
    double largest = 0;
    for (const double norm : norms)
        if (std::isfinite(norm))
            largest = std::max(largest, norm);
    return largest;
}

} // namespace

void NormStripItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const QRect strip = m_state.geometry.strip;
    if (!m_state.strip.norms || strip.isEmpty() || m_state.size().empty())
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    painter->fillRect(strip, m_state.theme().colour(Role::Sunk));
    const double largest = largestOf(*m_state.strip.norms);
    if (largest > 0) {
        const double scale = 1.08 * largest; // the longest bar ends inside
        paintBars(painter, scale);
        paintOutlying(painter, scale);
        paintAxis(painter, scale);
    }
    painter->restore();
}

void NormStripItem::paintBars(QPainter* painter, double largest) const
{
    const QRect strip = m_state.geometry.strip;
    const std::vector<double>& norms = *m_state.strip.norms;
    const QColor certain = m_state.theme().source(m_state.sourceIndex);
    QColor spread = certain;
    spread.setAlphaF(0.55F);
    const auto count = static_cast<Index>(norms.size());
    for (int y = 0; y < strip.height(); ++y) {
        // the rows of this line of pixels; a row taller than a pixel fills several lines
        const auto first = static_cast<Index>(std::floor(m_state.rowAt(strip.y() + y)));
        const auto end = std::max(first + 1, static_cast<Index>(std::ceil(m_state.rowAt(strip.y() + y + 1))));
        double low = INFINITY, high = -INFINITY;
        for (Index row = std::max<Index>(first, 0); row < std::min(end, count); ++row) {
            const double norm = norms[static_cast<std::size_t>(row)];
            if (std::isfinite(norm)) {
                low = std::min(low, norm);
                high = std::max(high, norm);
            }
        }
        if (high < low)
            continue;
        const int lowEnd = static_cast<int>(std::lround(low / largest * strip.width()));
        const int highEnd = static_cast<int>(std::lround(high / largest * strip.width()));
        painter->fillRect(QRect(strip.x(), strip.y() + y, lowEnd, 1), certain);
        painter->fillRect(QRect(strip.x() + lowEnd, strip.y() + y, highEnd - lowEnd, 1), spread);
    }
}

void NormStripItem::paintOutlying(QPainter* painter, double largest) const
{
    const QRect strip = m_state.geometry.strip;
    const QColor red = m_state.theme().colour(Role::Error);
    for (const Index row : m_state.strip.outlying) {
        const auto from = static_cast<double>(row);
        if (row < 0 || row >= static_cast<Index>(m_state.strip.norms->size()) || from + 1 <= m_state.view.row0
            || from >= m_state.view.row1)
            continue;
        const double norm = (*m_state.strip.norms)[static_cast<std::size_t>(row)];
        const qreal top = std::max<qreal>(strip.top(), m_state.positionOf(from, 0).y());
        const qreal bottom = std::min<qreal>(strip.bottom() + 1, m_state.positionOf(from + 1, 0).y());
        const qreal height = std::max(2.0, bottom - top);
        if (std::isfinite(norm))
            painter->fillRect(QRectF(strip.x(), std::floor(top), norm / largest * strip.width(), height), red);
        const qreal middle = std::max((top + bottom) / 2, strip.top() + 1.0);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(red);
        const qreal tip = strip.right() + 2;
        painter->drawPolygon(
            QPolygonF{QPointF(tip, middle), QPointF(tip + 8, middle - 4.5), QPointF(tip + 8, middle + 4.5)});
        painter->setRenderHint(QPainter::Antialiasing, false);
    }
}

void NormStripItem::paintAxis(QPainter* painter, double largest) const
{
    const Theme theme = m_state.theme();
    const QRectF strip(m_state.geometry.strip);
    const QFont font = m_state.axisFont();
    const QFontMetricsF metrics(font);
    painter->setFont(font);
    // 0 is the edge and goes without saying
    std::vector<double> ticks = valueTicks(0, largest, 2);
    std::erase(ticks, 0.0);
    const int decimals = ticks.size() > 1 ? tickDecimals(ticks[1] - ticks[0])
        : ticks.empty()                   ? 0
                                          : tickDecimals(ticks[0]);
    qreal free = strip.left() + 1; // the last label of the columns may end here
    for (const double tick : ticks) {
        const qreal x = strip.left() + tick / largest * strip.width();
        const QString text = tickText(tick, decimals);
        const qreal width = textWidth(font, text);
        painter->setPen(theme.colour(Role::Axis));
        painter->drawLine(QPointF(x, strip.bottom()), QPointF(x, strip.bottom() + 4));
        if (x - width / 2 < free)
            continue;
        painter->setPen(theme.colour(Role::TextSecond));
        drawTextLine(*painter, QRectF(x, strip.bottom() + 4, 0, 0), Qt::AlignHCenter, text);
        free = x + width / 2 + 4;
    }
    painter->setPen(theme.colour(Role::Text));
    drawTextLine(*painter,
                 QRectF(strip.left() - 12, m_state.geometry.columnTitleY, strip.width() + 24, metrics.height()),
                 Qt::AlignHCenter | Qt::AlignTop, QStringLiteral("‖p‖"));
}

} // namespace pescope::ui
