// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/segmented_control.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QToolButton>

namespace pescope::ui {

SegmentedControl::SegmentedControl(const QString& name, const QStringList& texts, QWidget* parent)
    : QFrame(parent)
    , m_group(new QButtonGroup(this))
{
    setProperty("look", QStringLiteral("segments"));
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(2, 2, 2, 2);
    layout->setSpacing(0);
    m_group->setExclusive(true);
    connect(m_group, &QButtonGroup::idClicked, this, [this](int index) {
        updateFocusPolicies();
        Q_EMIT chosen(index);
    });
    setTexts(texts);
}

QToolButton* SegmentedControl::segment(int index) const
{
    return qobject_cast<QToolButton*>(m_group->button(index));
}

void SegmentedControl::setTexts(const QStringList& texts)
{
    if (texts.size() != count()) {
        qDeleteAll(m_group->buttons());
        for (int index = 0; index < texts.size(); ++index) {
            auto* button = new QToolButton(this);
            button->setProperty("look", QStringLiteral("segment"));
            button->setCheckable(true);
            button->installEventFilter(this);
            m_group->addButton(button, index);
            layout()->addWidget(button);
        }
        setCurrentIndex(0);
    }
    for (int index = 0; index < texts.size(); ++index)
        segment(index)->setText(texts[index]);
}

void SegmentedControl::setSegmentToolTip(int index, const QString& text)
{
    if (QToolButton* button = segment(index))
        button->setToolTip(text);
}

void SegmentedControl::setSegmentEnabled(int index, bool enabled)
{
    if (QToolButton* button = segment(index))
        button->setEnabled(enabled);
}

void SegmentedControl::setCurrentIndex(int index)
{
    if (QToolButton* button = segment(index))
        button->setChecked(true);
    updateFocusPolicies();
}

int SegmentedControl::currentIndex() const
{
    return m_group->checkedId();
}

int SegmentedControl::count() const
{
    return static_cast<int>(m_group->buttons().size());
}

void SegmentedControl::choose(int index)
{
    QToolButton* button = segment(index);
    if (!button || !button->isEnabled())
        return;
    const bool changed = index != currentIndex();
    setCurrentIndex(index);
    button->setFocus(Qt::TabFocusReason);
    if (changed)
        Q_EMIT chosen(index);
}

void SegmentedControl::updateFocusPolicies()
{
    for (QAbstractButton* button : m_group->buttons())
        button->setFocusPolicy(button->isChecked() ? Qt::StrongFocus : Qt::ClickFocus);
}

bool SegmentedControl::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const int step = isRightToLeft() ? -1 : 1;
    int index = currentIndex();
    const int last = count() - 1;
    int direction = 0;
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up:
        direction = -step;
        break;
    case Qt::Key_Right:
    case Qt::Key_Down:
        direction = step;
        break;
    case Qt::Key_Home:
        index = -1;
        direction = 1;
        break;
    case Qt::Key_End:
        index = last + 1;
        direction = -1;
        break;
    default:
        return QFrame::eventFilter(watched, event);
    }
    do {
        index += direction;
    } while (segment(index) && !segment(index)->isEnabled());
    choose(index);
    return true;
}

} // namespace pescope::ui
