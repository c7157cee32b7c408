// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/dialogs.h"

#include "ui/widgets/labels.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>
#include <QUndoView>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

/// The context of this file's texts; lupdate finds no free functions.
struct Dialogs {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::dialogs)
};

QDialog* makeDialog(QWidget* window, const QString& title)
{
    auto* dialog = new QDialog(window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    return dialog;
}

QDialogButtonBox* closeButton(QDialog* dialog)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    buttons->button(QDialogButtonBox::Close)->setText(Dialogs::tr("Close"));
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    return buttons;
}

QString diagnosticsText(const Document& document)
{
    QStringList lines;
    const auto add = [&](const QString& name, const QString& value) { lines << name + QStringLiteral(": ") + value; };
    add(Dialogs::tr("Pictures are computed on"), document.backendName());
    add(Dialogs::tr("Threads"), QString::number(compute::workerThreads()));
    if (const auto& info = document.torchInfo()) {
        add(Dialogs::tr("LibTorch"), QString::fromStdString(info->version));
        add(Dialogs::tr("Matrix products"), QString::fromStdString(info->blas));
        add(Dialogs::tr("Speed of a 192³ product"), Dialogs::tr("%1 GFLOP/s").arg(info->gflops, 0, 'f', 1));
        QStringList devices;
        for (const std::string& device : info->devices)
            devices << QString::fromStdString(device);
        add(Dialogs::tr("Devices"), devices.join(QStringLiteral(", ")));
        if (!info->advice.empty())
            lines << QString::fromStdString(info->advice);
    } else if (const auto& error = document.torchError()) {
        add(Dialogs::tr("LibTorch"), QString::fromStdString(describe(*error)));
    } else {
        add(Dialogs::tr("LibTorch"), Dialogs::tr("being loaded"));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace

void showSettings(QWidget* window, Settings& settings, Document& document)
{
    QDialog* dialog = makeDialog(window, Dialogs::tr("Settings"));
    auto* theme = new QComboBox(dialog);
    theme->addItems({Dialogs::tr("As the system"), Dialogs::tr("Light"), Dialogs::tr("Dark")});
    theme->setCurrentIndex(static_cast<int>(settings.theme()));
    auto* language = new QComboBox(dialog);
    language->addItem(Dialogs::tr("As the system"), QString());
    language->addItem(QStringLiteral("English"), QStringLiteral("en"));
    language->addItem(QStringLiteral("中文"), QStringLiteral("zh"));
    language->setCurrentIndex(std::max(0, language->findData(settings.language())));
    auto* device = new QComboBox(dialog);
    device->addItem(QStringLiteral("cpu"));
    if (const auto& info = document.torchInfo())
        for (const std::string& name : info->devices)
            if (const QString text = QString::fromStdString(name).section(u' ', 0, 0); device->findText(text) < 0)
                device->addItem(text);
    if (device->findText(settings.device()) < 0)
        device->addItem(settings.device());
    device->setCurrentText(settings.device());
    auto* tour = new QCheckBox(Dialogs::tr("Show the tour with the first start card"), dialog);
    tour->setChecked(settings.tourWanted());
    auto* form = new QFormLayout;
    form->addRow(Dialogs::tr("Theme"), theme);
    form->addRow(Dialogs::tr("Language"), language);
    form->addRow(Dialogs::tr("Device for tables and pictures"), device);
    form->addRow(tour);
    auto* layout = new QVBoxLayout(dialog);
    layout->addLayout(form);
    layout->addWidget(closeButton(dialog));
    QObject::connect(theme, &QComboBox::activated, &settings,
                     [&](int k) { settings.setTheme(static_cast<ThemeChoice>(k)); });
    QObject::connect(language, &QComboBox::activated, &settings,
                     [&settings, language](int k) { settings.setLanguage(language->itemData(k).toString()); });
    QObject::connect(device, &QComboBox::activated, &settings,
                     [&settings, device](int k) { settings.setDevice(device->itemText(k)); });
    QObject::connect(tour, &QCheckBox::toggled, &settings, &Settings::setTourWanted);
    dialog->open();
}

void showDiagnostics(QWidget* window, Document& document)
{
    QDialog* dialog = makeDialog(window, Dialogs::tr("Diagnostics"));
    auto* text = makeLabel(diagnosticsText(document), "", dialog);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    text->setWordWrap(true);
    text->setMinimumWidth(420);
    auto* buttons = closeButton(dialog);
    auto* copy = buttons->addButton(Dialogs::tr("Copy"), QDialogButtonBox::ActionRole);
    QObject::connect(copy, &QPushButton::clicked, text,
                     [text] { QGuiApplication::clipboard()->setText(text->text()); });
    QObject::connect(&document, &Document::backendChanged, text,
                     [text, &document] { text->setText(diagnosticsText(document)); });
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(text);
    layout->addWidget(buttons);
    dialog->open();
}

void showAbout(QWidget* window)
{
    QMessageBox box(window);
    box.setWindowTitle(Dialogs::tr("About PEScope"));
    box.setText(QStringLiteral("<h3>PEScope %1</h3>").arg(QCoreApplication::applicationVersion()));
    box.setInformativeText(
        Dialogs::tr("Position embeddings, seen: absolute and relative encodings as heatmaps, ω moved by "
                    "hand, monotone ranges that are proved. "
                    "Free software under the GNU General Public License, version 3 or later. The MiniLM "
                    "position table that comes with it is "
                    "from sentence-transformers/all-MiniLM-L6-v2, Apache License 2.0."));
    box.exec();
}

void showHistory(QWidget* window, Document& document)
{
    QDialog* dialog = makeDialog(window, Dialogs::tr("History"));
    auto* view = new QUndoView(&document.undoStack(), dialog);
    view->setEmptyLabel(Dialogs::tr("At the start"));
    auto* layout = new QVBoxLayout(dialog);
    layout->addWidget(view);
    layout->addWidget(closeButton(dialog));
    dialog->resize(360, 420);
    dialog->show();
}

} // namespace pescope::ui
