// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help/command_search.h"

#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace pescope::ui {

namespace {

constexpr int kWidth = 620, kHeight = 420;
constexpr int kPage = 10;
constexpr int kPlace = Qt::UserRole;

} // namespace

CommandSearch::CommandSearch(QWidget* window)
    : QDialog(window)
    , m_field(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
    , m_none(makeLabel({}, "second", this))
{
    setModal(true);
    m_field->installEventFilter(this);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setRootIsDecorated(false);
    m_list->setStyleSheet(QStringLiteral("QTreeView::item { padding: 3px 8px; }"));
    m_list->setUniformRowHeights(true);
    m_list->setHeaderHidden(true);
    m_list->setColumnCount(3);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    m_list->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
    m_none->setAlignment(Qt::AlignCenter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 12, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(m_field);
    layout->addWidget(m_none);
    layout->addWidget(m_list, 1);
    connect(m_field, &QLineEdit::textChanged, this, &CommandSearch::filter);
    connect(m_list, &QTreeWidget::itemClicked, this, &CommandSearch::runChosen);
    resize(kWidth, kHeight);
}

void CommandSearch::ask(std::vector<Command> commands)
{
    m_commands = std::move(commands);
    setWindowTitle(tr("Find a command"));
    m_field->setPlaceholderText(tr("Words of a name, in any order"));
    m_field->setAccessibleName(tr("Find a command"));
    m_list->setAccessibleName(tr("Commands"));
    m_none->setText(tr("No command has all these words."));
    m_field->clear();
    filter();
    open();
    m_field->setFocus();
}

void CommandSearch::filter()
{
    m_list->clear();
    const Theme theme = Theme::of(this);
    for (const std::size_t place : found(m_commands, m_field->text())) {
        const Command& command = m_commands[place];
        const QString name = command.checked ? command.name + QStringLiteral("  ✓") : command.name;
        auto* item = new QTreeWidgetItem(m_list, {name, command.path, command.shortcut});
        item->setData(0, kPlace, static_cast<qulonglong>(place));
        item->setForeground(0, theme.colour(command.enabled ? Role::Text : Role::TextThird));
        for (int column = 1; column < 3; ++column)
            item->setForeground(column, theme.colour(command.enabled ? Role::TextSecond : Role::TextThird));
        item->setToolTip(0, command.enabled ? QString() : tr("Not possible now"));
    }
    const bool any = m_list->topLevelItemCount() > 0;
    m_none->setVisible(!any);
    if (any)
        m_list->setCurrentItem(m_list->topLevelItem(0));
}

void CommandSearch::move(int by)
{
    const int count = m_list->topLevelItemCount();
    if (count == 0)
        return;
    const int now = m_list->indexOfTopLevelItem(m_list->currentItem());
    m_list->setCurrentItem(m_list->topLevelItem(std::clamp(now + by, 0, count - 1)));
}

void CommandSearch::runChosen()
{
    const QTreeWidgetItem* item = m_list->currentItem();
    if (item == nullptr)
        return;
    const Command& command = m_commands[static_cast<std::size_t>(item->data(0, kPlace).toULongLong())];
    if (!command.enabled)
        return;
    accept();
    // after this window is gone: what runs may open one of its own
    QTimer::singleShot(0, parent(), command.run);
}

bool CommandSearch::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_field || event->type() != QEvent::KeyPress)
        return QDialog::eventFilter(watched, event);
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Up:
        move(-1);
        return true;
    case Qt::Key_Down:
        move(1);
        return true;
    case Qt::Key_PageUp:
        move(-kPage);
        return true;
    case Qt::Key_PageDown:
        move(kPage);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        runChosen();
        return true;
    default:
        return QDialog::eventFilter(watched, event);
    }
}

QStringList CommandSearch::shown() const
{
    QStringList names;
    for (int k = 0; k < m_list->topLevelItemCount(); ++k)
        names << m_commands[m_list->topLevelItem(k)->data(0, kPlace).toULongLong()].name;
    return names;
}

QString CommandSearch::chosen() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item == nullptr ? QString() : m_commands[item->data(0, kPlace).toULongLong()].name;
}

} // namespace pescope::ui
