// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/letter_chip.h"

#include "ui/theme/theme.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>

namespace pescope::ui {

LetterChip::LetterChip(int sourceIndex, QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setSourceIndex(sourceIndex);
}

void LetterChip::setSourceIndex(int index)
{
    m_index = index;
    setAccessibleName(tr("Source %1").arg(sourceLetter(index)));
    updateGeometry();
    update();
}

QSize LetterChip::sizeHint() const
{
    const QFontMetrics metrics(Theme::font(TextSize::Small, QFont::DemiBold));
    const int height = metrics.height() + 3;
    return {std::max(height, metrics.horizontalAdvance(sourceLetter(m_index)) + 8), height};
}

void LetterChip::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    const QColor ground = theme.source(m_index);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ground);
    painter.drawRoundedRect(rect(), 4, 4);
    painter.setFont(Theme::font(TextSize::Small, QFont::DemiBold));
    painter.setPen(ground.lightnessF() > 0.55 ? QColor(0x14, 0x17, 0x1C) : QColor(Qt::white));
    painter.drawText(rect(), Qt::AlignCenter, sourceLetter(m_index));
}

} // namespace pescope::ui
