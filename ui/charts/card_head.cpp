// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/card_head.h"

#include "ui/widgets/labels.h"

#include <QHBoxLayout>

namespace pescope::ui::charts {

CardHead::CardHead(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel({}, this))
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
    m_title->setText(title);
}

void CardHead::add(QWidget* control)
{
    m_controls.append(control);
    m_row->addWidget(control, 0, Qt::AlignVCenter);
}

} // namespace pescope::ui::charts
