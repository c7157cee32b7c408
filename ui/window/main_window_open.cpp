// SPDX-License-Identifier: GPL-3.0-or-later
// The ways of the window to a new source: files, folders, the hub cache, encodings made by a formula.
#include "ui/window/hub_dialog.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"
#include "ui/workspaces/positions/builtin_dialog.h"

#include <QFileDialog>
#include <QFileInfo>

namespace pescope::ui {

void MainWindow::askForFolder()
{
    const QString folder = QFileDialog::getExistingDirectory(this, tr("Open model folder"), m_settings.lastFolder());
    if (folder.isEmpty())
        return;
    m_settings.setLastFolder(QFileInfo(folder).absolutePath());
    open({folder});
}

void MainWindow::askForFile()
{
    const QStringList files = QFileDialog::getOpenFileNames(
        this, tr("Open file"), m_settings.lastFolder(),
        tr("Sessions, tables and checkpoints (*.pescope *.safetensors *.bin *.pt *.pth *.ckpt *.gguf *.npy *.npz *.csv "
           "*.tsv *.index.json);;All files (*)"));
    if (files.isEmpty())
        return;
    m_settings.setLastFolder(QFileInfo(files.front()).absolutePath());
    open(files);
}

void MainWindow::addEncoding()
{
    BuiltinDialog dialog(this);
    if (dialog.exec() == QDialog::Accepted)
        m_document.open({dialog.spec()});
}

void MainWindow::askForHub()
{
    auto* dialog = new HubDialog(checkpoint::hubCacheRoot(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (const QString source = dialog->source(); !source.isEmpty())
            open({source});
    });
    dialog->open();
}

} // namespace pescope::ui
