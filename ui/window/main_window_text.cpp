// SPDX-License-Identifier: GPL-3.0-or-later
// The window's part in the Text workspace: showing it, its model, its figures.
#include "ui/window/actions.h"
#include "ui/window/main_window.h"
#include "ui/window/message_bar.h"
#include "ui/window/settings.h"
#include "ui/workspaces/text/text_workspace.h"

#include <QActionGroup>
#include <QFileDialog>
#include <QFileInfo>
#include <QStatusBar>
#include <QToolButton>

namespace pescope::ui {

void MainWindow::showText(bool text)
{
    m_positions->setChecked(!text);
    m_textButton->setChecked(text);
    m_actions->workspaces->actions().at(text ? 1 : 0)->setChecked(true);
    showSession();
    if (text)
        m_text->setFocus();
    if (!text || m_text->text().encoder() || m_text->text().busy())
        return;
    m_text->setSentence(tr("Machine learning has changed the world."));
    // the model whose positions are on the table
    for (const session::Source& source : m_document.session().sources)
        if (const auto* opened = std::get_if<session::OpenedOrigin>(&source.origin))
            if (const QString folder = QString::fromStdString(opened->spec); QFileInfo(folder).isDir()) {
                m_text->openModel(folder);
                return;
            }
}

void MainWindow::askForTextFigure()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save the maps"), m_settings.lastFolder() + QStringLiteral("/text.pdf"),
                                     tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"));
    if (path.isEmpty())
        return;
    const Status saved = m_text->saveMaps(path);
    if (saved)
        statusBar()->showMessage(tr("Saved %1").arg(path), 5000);
    else
        m_messages->raise(MessageBar::Kind::Error, tr("%1 was not saved.").arg(path),
                          QString::fromStdString(describe(saved.error())));
}

void MainWindow::askForTextModel()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open model folder"), m_settings.lastFolder());
    if (folder.isEmpty())
        return;
    m_settings.setLastFolder(QFileInfo(folder).absolutePath());
    m_text->openModel(folder);
}

} // namespace pescope::ui
