// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/exchange_bars.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace pescope::ui {

namespace {

constexpr int kBarLine = 34, kBar = 6;

} // namespace

ExchangeBars::ExchangeBars(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ExchangeBars::setBars(std::vector<Bar> bars)
{
    const bool taller = bars.size() != m_bars.size();
    m_bars = std::move(bars);
    QStringList words;
    for (const Bar& bar : m_bars)
        words << bar.name + QStringLiteral(": ") + numberText(bar.value);
    setAccessibleDescription(words.join(QStringLiteral("; ")));
    if (taller)
        updateGeometry();
    update();
}

QSize ExchangeBars::sizeHint() const
{
    return {200, static_cast<int>(m_bars.size()) * kBarLine};
}

void ExchangeBars::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    QPainter painter(this);
    double most = 0;
    for (const Bar& bar : m_bars)
        most = std::max(most, bar.value);
    for (std::size_t k = 0; k < m_bars.size(); ++k) {
        const Bar& bar = m_bars[k];
        const double y = static_cast<double>(k) * kBarLine;
        painter.setFont(Theme::font(TextSize::Body, bar.emphasised ? QFont::DemiBold : QFont::Normal));
        painter.setPen(theme.colour(Role::Text));
        const QString value = numberText(bar.value);
        const double room = width() - textWidth(painter.font(), value) - 8;
        drawTextLine(painter, QRectF(0, y, room, 20), Qt::AlignVCenter, elidedLine(painter.font(), bar.name, room));
        drawTextLine(painter, QRectF(0, y, width(), 20), Qt::AlignRight | Qt::AlignVCenter, value);
        painter.fillRect(QRectF(0, y + 22, width(), kBar), theme.colour(Role::Sunk));
        if (most > 0)
            painter.fillRect(QRectF(0, y + 22, width() * bar.value / most, kBar),
                             bar.emphasised ? theme.source(0) : theme.colour(Role::Ghost));
    }
}

} // namespace pescope::ui
