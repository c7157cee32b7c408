// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/reach_row.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

namespace pescope::ui {

ReachRow::ReachRow(QWidget* parent)
    : QWidget(parent)
    , m_label(new QLabel(this))
    , m_target(new QSpinBox(this))
    , m_means(new QComboBox(this))
    , m_adapt(new QPushButton(this))
{
    constexpr int kFarthest = 100000;
    m_label->setProperty("look", QStringLiteral("heading"));
    m_target->setRange(1, kFarthest);
    m_target->setValue(100);
    m_target->setPrefix(QStringLiteral("0…"));
    for (int k = 0; k < 3; ++k)
        m_means->addItem(QString());
    m_means->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_means->setMinimumContentsLength(8);
    auto* first = new QHBoxLayout;
    first->setSpacing(8);
    first->addWidget(m_label, 1);
    first->addWidget(m_target);
    auto* second = new QHBoxLayout;
    second->setSpacing(8);
    second->addWidget(m_means, 1);
    second->addWidget(m_adapt);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 6, 16, 6);
    layout->setSpacing(4);
    layout->addLayout(first);
    layout->addLayout(second);
    connect(m_adapt, &QPushButton::clicked, this, [this] { Q_EMIT requested(m_target->value(), means()); });
    retranslate();
}

Means ReachRow::means() const
{
    return static_cast<Means>(m_means->currentIndex());
}

void ReachRow::setTarget(int m)
{
    if (!m_target->hasFocus())
        m_target->setValue(m);
}

void ReachRow::setRunning(bool running)
{
    m_adapt->setEnabled(!running);
}

void ReachRow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ReachRow::retranslate()
{
    m_label->setText(tr("Reach a range"));
    m_label->setToolTip(
        tr("Adapts ω to an integer range. Dragging the end of a range bar in the ψ chart does the same."));
    m_target->setAccessibleName(tr("Range to reach"));
    const QString means[] = {tr("by the least change of ω"), tr("by the scale c"), tr("by leaving out fast ω")};
    for (int k = 0; k < m_means->count(); ++k)
        m_means->setItemText(k, means[k]);
    m_means->setAccessibleName(tr("What gives way"));
    m_adapt->setText(tr("Adapt"));
}

} // namespace pescope::ui
