// SPDX-License-Identifier: GPL-3.0-or-later
// The window's part in the Text workspace: showing it, its model, its figures.
#include "ui/window/actions.h"
#include "ui/window/figure_saver.h"
#include "ui/window/main_window.h"
#include "ui/window/session_window.h"
#include "ui/window/settings.h"
#include "ui/workspaces/text/text_page.h"
#include "ui/workspaces/text/text_workspace.h"

#include <QActionGroup>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QToolButton>

namespace pescope::ui {

TextWorkspace& MainWindow::textWorkspace()
{
    return m_text->first();
}

bool MainWindow::showsText() const
{
    return m_textButton->isChecked();
}

void MainWindow::showText(bool text)
{
    m_positions->setChecked(!text);
    m_textButton->setChecked(text);
    m_actions->workspaces->actions().at(text ? 1 : 0)->setChecked(true);
    showSession();
    if (text)
        m_text->setFocus();
    TextWorkspace& workspace = textWorkspace();
    if (!text || m_sessions->fillText() || workspace.text().encoder() || workspace.busy())
        return;
    workspace.setSentence(tr("Machine learning has changed the world."));
    // the model whose positions are on the table
    for (const session::Source& source : m_document.session().sources)
        if (const auto* opened = std::get_if<session::OpenedOrigin>(&source.origin))
            if (const QString folder = QString::fromStdString(opened->spec); QFileInfo(folder).isDir()) {
                workspace.openModel(folder);
                return;
            }
}

/// A model folder is the one to run, a text file the text. False: it is for Positions.
bool MainWindow::dropOnText(const QString& path)
{
    constexpr qint64 kMost = 1 << 20; // bytes
    TextWorkspace& workspace = textWorkspace();
    if (QFileInfo(path).isDir()) {
        workspace.openModel(path);
        return true;
    }
    QFile file(path);
    if (QFileInfo(path).suffix().toLower() != u"txt" || !file.open(QIODevice::ReadOnly))
        return false;
    workspace.setSentence(QString::fromUtf8(file.read(kMost)));
    workspace.text().run();
    return true;
}

void MainWindow::askForTextFigure(TextWorkspace* workspace)
{
    askForFigure(workspace == m_text->second() ? 2 : 1);
}

void MainWindow::askForTextModel(TextWorkspace* workspace)
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open model folder"), m_settings.lastFolder());
    if (folder.isEmpty())
        return;
    m_settings.setLastFolder(QFileInfo(folder).absolutePath());
    workspace->openModel(folder);
}

void MainWindow::connectText()
{
    connect(m_text, &TextPage::openRequested, this, &MainWindow::askForTextModel);
    connect(m_text, &TextPage::saveRequested, this, &MainWindow::askForTextFigure);
    m_saver->setText([this](int side) -> std::shared_ptr<const figure::ShownText> {
        TextWorkspace* workspace = side == 2 ? m_text->second() : &m_text->first();
        return workspace ? workspace->shown() : nullptr;
    });
    connect(m_text, &TextPage::statusChanged, this, &MainWindow::showSession);
    connect(m_text, &TextPage::sourceWanted, this, [this](const QString& spec) {
        open({spec});
        showText(false);
    });
}

} // namespace pescope::ui
