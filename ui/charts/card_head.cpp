// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/card_head.h"

#include <QFontMetrics>
#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace pescope::ui::charts {

CardHead::CardHead(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_row(new QHBoxLayout(this))
{
    m_title->setProperty("look", QStringLiteral("heading"));
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_row->setContentsMargins(12, 3, 8, 3);
    m_row->setSpacing(12);
    m_row->addWidget(m_title, 1);
}

void CardHead::setTitle(const QString& title)
{
    m_text = title;
    m_title->setToolTip(title);
    fitTitle();
}

void CardHead::add(QWidget* control)
{
    m_controls.append(control);
    m_row->addWidget(control, 0, Qt::AlignVCenter);
}

void CardHead::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fitTitle();
}

void CardHead::fitTitle()
{
    // a few letters and an ellipsis say nothing: then better no title
    const int whole = m_title->fontMetrics().horizontalAdvance(m_text);
    m_title->setText(m_title->width() * 2 < whole
                         ? QString()
                         : m_title->fontMetrics().elidedText(m_text, Qt::ElideRight, m_title->width()));
}

} // namespace pescope::ui::charts
