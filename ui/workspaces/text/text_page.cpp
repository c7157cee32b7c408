// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/text_page.h"

#include "ui/workspaces/text/text_controls.h"
#include "ui/workspaces/text/text_inspector.h"
#include "ui/workspaces/text/text_workspace.h"

#include <QHBoxLayout>
#include <QScopedValueRollback>
#include <QSplitter>

namespace pescope::ui {

TextPage::TextPage(Document& positions, QWidget* parent)
    : QWidget(parent)
    , m_positions(positions)
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_first(new TextWorkspace(positions))
{
    m_splitter->setChildrenCollapsible(false);
    m_splitter->addWidget(m_first);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);
    setFocusProxy(m_first);
    setProperty("help", QStringLiteral("text"));
    listenTo(m_first);
    connect(m_first, &TextWorkspace::besideToggled, this, &TextPage::setBeside);
}

void TextPage::listenTo(TextWorkspace* workspace)
{
    connect(workspace, &TextWorkspace::openRequested, this, [this, workspace] { Q_EMIT openRequested(workspace); });
    connect(workspace, &TextWorkspace::saveRequested, this, [this, workspace] { Q_EMIT saveRequested(workspace); });
    connect(workspace, &TextWorkspace::sourceWanted, this, &TextPage::sourceWanted);
    connect(workspace, &TextWorkspace::statusChanged, this, &TextPage::statusChanged);
    connect(workspace, &TextWorkspace::looked, this, [this, workspace] {
        if (m_second)
            follow(workspace, workspace == m_first ? m_second : m_first);
    });
}

/// Another number of layers or heads: the nearest there is.
void TextPage::follow(TextWorkspace* leader, TextWorkspace* follower)
{
    if (m_following || !follower->text().encoder())
        return;
    const QScopedValueRollback following(m_following, true);
    follower->setLayer(leader->layer());
    follower->setAttention(leader->showsAttention(), leader->headChoice());
}

void TextPage::setBeside(bool beside)
{
    m_first->showBeside(beside);
    if (beside == (m_second != nullptr))
        return;
    m_first->inspector().setFolded(beside); // the room is for the second
    if (!beside) {
        m_second->deleteLater();
        m_second = nullptr;
        return;
    }
    m_second = new TextWorkspace(m_positions);
    m_second->inspector().setFolded(true);
    m_second->hideBeside();
    m_splitter->addWidget(m_second);
    m_splitter->setSizes({1000, 1000});
    listenTo(m_second);
    m_second->setSentence(m_first->controls().sentence());
    if (m_first->text().encoder())
        m_second->openModel(m_first->text().modelFolder());
}

bool TextPage::busy() const
{
    return m_first->busy() || (m_second && m_second->busy());
}

} // namespace pescope::ui
