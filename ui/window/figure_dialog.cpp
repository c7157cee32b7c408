// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_dialog.h"

#include "core/session/quoting.h"
#include "ui/figure/colour_vision.h"
#include "ui/figure/type.h"
#include "ui/theme/core_text.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"
#include "ui/window/figure_form.h"
#include "ui/window/figure_preview.h"

#include <QBuffer>
#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPainter>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr const char* kFormats[] = {"pdf", "svg", "png"};

} // namespace

FigureDialog::FigureDialog(figure::ShownSession shown, figure::Settings settings, const QString& sessionFile,
                           const QString& target, QWidget* parent)
    : QDialog(parent)
    , m_shown(std::move(shown))
    , m_settings(std::move(settings))
    , m_sessionFile(sessionFile)
{
    setWindowTitle(tr("Export figure"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* middle = new QHBoxLayout;
    middle->addWidget(buildPreview(), 1);
    m_form = new FigureForm(m_shown.session, figure::possiblePanels(m_shown));
    middle->addWidget(m_form);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(middle, 1);
    layout->addWidget(buildFoot(target));
    resize(1180, 760);
    m_form->setSettings(m_settings);
    m_settings = m_form->settings(); // panels that are not there any more are gone
    showFormat();
    connect(m_form, &FigureForm::changed, this, [this] {
        const std::string caption = m_settings.caption;
        m_settings = m_form->settings();
        m_settings.caption = caption;
        compose();
    });
    connect(m_form, &FigureForm::formatChosen, this, &FigureDialog::setFormat);
    compose();
}

void FigureDialog::showFormat()
{
    for (int k = 0; k < 3; ++k)
        if (target().endsWith(QLatin1Char('.') + QLatin1String(kFormats[k]), Qt::CaseInsensitive))
            m_form->setFormat(k);
}

QWidget* FigureDialog::buildPreview()
{
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 0, 0, 0);
    auto* head = new QHBoxLayout;
    head->addWidget(makeLabel(tr("Preview"), "heading", side), 1);
    auto* size = new SegmentedControl(tr("Size of the preview"), {tr("Fit"), tr("Print size")}, side);
    head->addWidget(size);
    column->addLayout(head);
    m_preview = new FigurePreview;
    auto* scroll = new QScrollArea(side);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(m_preview);
    column->addWidget(scroll, 1);
    connect(size, &SegmentedControl::chosen, m_preview, [this](int index) { m_preview->setPrintSize(index == 1); });
    auto* facts = new QHBoxLayout;
    m_facts = makeLabel({}, "value", side);
    m_checks = makeLabel({}, "second", side);
    facts->addWidget(m_facts, 1);
    facts->addWidget(m_checks);
    column->addLayout(facts);
    auto* captionHead = new QHBoxLayout;
    captionHead->addWidget(makeLabel(tr("Caption"), "heading", side));
    captionHead->addWidget(makeLabel(tr("written from the data, editable"), "second", side), 1);
    auto* again = new QPushButton(tr("Write anew"), side);
    auto* copy = new QPushButton(tr("Copy"), side);
    auto* latex = new QPushButton(tr("Copy as LaTeX"), side);
    for (QPushButton* button : {again, copy, latex}) {
        button->setAutoDefault(false);
        captionHead->addWidget(button);
    }
    column->addLayout(captionHead);
    m_caption = new QPlainTextEdit(side);
    m_caption->setFixedHeight(84);
    m_caption->setAccessibleName(tr("Caption"));
    m_caption->setTabChangesFocus(true);
    column->addWidget(m_caption);
    connect(m_caption, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_filling)
            m_settings.caption = m_caption->toPlainText().toStdString();
    });
    connect(again, &QPushButton::clicked, this, [this] {
        m_settings.caption.clear();
        compose();
    });
    connect(copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(m_caption->toPlainText()); });
    connect(latex, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(qt(figure::latexCaption(m_caption->toPlainText()))); });
    return side;
}

QWidget* FigureDialog::buildFoot(const QString& target)
{
    auto* foot = new QWidget;
    auto* column = new QVBoxLayout(foot);
    column->setContentsMargins(0, 0, 0, 0);
    auto* commandRow = new QHBoxLayout;
    m_command = makeLabel({}, "second", foot, TextSize::Small);
    m_command->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_command->setWordWrap(true);
    auto* copyCommand = new QPushButton(tr("Copy command"), foot);
    commandRow->addWidget(m_command, 1);
    commandRow->addWidget(copyCommand);
    column->addLayout(commandRow);
    auto* row = new QHBoxLayout;
    m_target = new QLineEdit(target, foot);
    m_target->setAccessibleName(tr("File"));
    auto* browse = new QPushButton(tr("Browse…"), foot);
    auto* copy = new QPushButton(tr("Copy to clipboard"), foot);
    auto* numbers = new QPushButton(tr("Copy numbers"), foot);
    numbers->setToolTip(tr("The numbers of each panel as a table, for a spreadsheet"));
    auto* cancel = new QPushButton(tr("Cancel"), foot);
    m_export = new QPushButton(tr("Export"), foot);
    m_export->setDefault(true);
    m_export->setProperty("look", QStringLiteral("primary"));
    for (QPushButton* button : {copyCommand, browse, copy, numbers, cancel})
        button->setAutoDefault(false);
    row->addWidget(makeLabel(tr("Save to"), "second", foot));
    row->addWidget(m_target, 1);
    row->addWidget(browse);
    row->addSpacing(24);
    row->addWidget(copy);
    row->addWidget(numbers);
    row->addWidget(cancel);
    row->addWidget(m_export);
    column->addLayout(row);
    connect(copyCommand, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(command()); });
    connect(browse, &QPushButton::clicked, this, &FigureDialog::browse);
    connect(copy, &QPushButton::clicked, this, &FigureDialog::copyPicture);
    connect(numbers, &QPushButton::clicked, this, &FigureDialog::copyNumbers);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_export, &QPushButton::clicked, this, &QDialog::accept);
    connect(m_target, &QLineEdit::textChanged, this, [this] { showFigure(); });
    return foot;
}

/// At most one is being composed; the newest settings follow it.
void FigureDialog::compose()
{
    m_wanted = true;
    if (m_running)
        return;
    m_running = true;
    m_wanted = false;
    figure::Settings settings = m_settings;
    if (settings.panels.empty()) {
        m_running = false;
        m_figure = nullptr;
        m_error = tr("Tick a panel: the figure is empty.");
        showFigure();
        return;
    }
    settings.withData = false; // the numbers are made when they are written
    const bool pixels = target().endsWith(u".png", Qt::CaseInsensitive);
    m_runner.start(
        this,
        [shown = m_shown, settings, pixels, file = m_sessionFile.toStdString()](const JobContext& job) {
            return figure::composeSession(shown, settings, {}, pixels, file, job);
        },
        [this](Result<figure::SessionFigure> made) {
            m_running = false;
            if (made)
                m_figure = std::make_shared<const figure::SessionFigure>(std::move(*made));
            m_error = made ? QString() : qt(describe(made.error()));
            if (m_wanted)
                compose();
            showFigure();
        });
}

void FigureDialog::showFigure()
{
    const figure::Figure* shown = m_figure && m_error.isEmpty() ? &m_figure->composed.figure : nullptr;
    m_preview->setFigure(shown ? std::shared_ptr<const figure::Figure>(m_figure, shown) : nullptr);
    m_export->setEnabled(shown && !target().isEmpty());
    m_command->setText(command());
    if (!shown) {
        m_facts->setText(m_error);
        m_checks->clear();
        return;
    }
    const QSizeF mm = figure::sizeMm(*shown);
    const double pixels = m_settings.dpi / 25.4;
    m_facts->setText(tr("%1 × %2 mm, at %3 dpi %4 × %5 px")
                         .arg(mm.width(), 0, 'f', 1)
                         .arg(mm.height(), 0, 'f', 1)
                         .arg(m_settings.dpi, 0, 'f', 0)
                         .arg(std::lround(mm.width() * pixels))
                         .arg(std::lround(mm.height() * pixels)));
    const double smallest = figure::Type(m_settings.fontPt).pointSize(figure::TypeRole::Tick);
    QString checks = tr("smallest type %1 pt").arg(smallest, 0, 'g', 3);
    if (const auto closest = figure::closestColours(*shown)) {
        const QString visions[] = {tr("normal vision"), tr("protanopia"), tr("deuteranopia"), tr("tritanopia")};
        checks += QStringLiteral(" · ")
            + tr("closest colours ΔE = %1 (%2)")
                  .arg(closest->difference, 0, 'f', 0)
                  .arg(visions[static_cast<int>(closest->vision)]);
    }
    m_checks->setText(checks);
    if (m_settings.caption.empty()) {
        m_filling = true;
        m_caption->setPlainText(qt(m_figure->caption).trimmed());
        m_filling = false;
    }
}

QString FigureDialog::target() const
{
    return m_target ? m_target->text().trimmed() : QString();
}

QString FigureDialog::command() const
{
    if (m_sessionFile.isEmpty())
        return tr("Save the session (Ctrl+S) for the command that makes this figure again.");
    return QStringLiteral("pescope figure %1 %2 -o %3")
        .arg(qt(session::shellText(m_sessionFile.toStdString())), qt(figure::optionsText(m_settings)),
             qt(session::shellText(target().toStdString())));
}

void FigureDialog::setFormat(int index)
{
    QString path = target();
    const qsizetype dot = path.lastIndexOf(u'.');
    if (dot > path.lastIndexOf(u'/'))
        path.truncate(dot);
    m_target->setText(path + QLatin1Char('.') + QLatin1String(kFormats[index]));
    compose();
}

void FigureDialog::browse()
{
    const QString path =
        QFileDialog::getSaveFileName(this, tr("Save figure"), target(), tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"));
    if (path.isEmpty())
        return;
    m_target->setText(path);
    showFormat();
    compose();
}

/// As a picture and as SVG: who pastes takes what it can.
void FigureDialog::copyPicture()
{
    if (!m_figure)
        return;
    const figure::Figure& figure = m_figure->composed.figure;
    auto* copied = new QMimeData;
    const double pixels = m_settings.dpi / 25.4;
    const QSizeF mm = figure::sizeMm(figure);
    QImage image(
        QSize(static_cast<int>(std::lround(mm.width() * pixels)), static_cast<int>(std::lround(mm.height() * pixels))),
        QImage::Format_ARGB32_Premultiplied);
    image.fill(figure.transparent ? Qt::transparent : Qt::white);
    QPainter painter(&image);
    figure::paint(painter, figure, pixels);
    painter.end();
    copied->setImageData(image);
    copied->setData(QStringLiteral("image/svg+xml"), figure::svg(figure));
    copied->setText(qt(m_figure->caption).trimmed());
    QGuiApplication::clipboard()->setMimeData(copied);
}

void FigureDialog::copyNumbers()
{
    figure::Settings settings = m_settings;
    settings.withData = true;
    m_numbers.start(
        this,
        [shown = m_shown, settings](const JobContext& job) {
            return figure::composeSession(shown, settings, {}, false, {}, job);
        },
        [](const Result<figure::SessionFigure>& made) {
            if (!made)
                return; // the preview says why
            QString text;
            for (const figure::PanelData& panel : made->data) {
                QString table = qt(panel.csv);
                if (!table.contains(u'"')) // no comma within a field
                    table.replace(u',', u'\t');
                text += qt(panel.name) + u'\n' + table + u'\n';
            }
            QGuiApplication::clipboard()->setText(text);
        });
}

} // namespace pescope::ui
