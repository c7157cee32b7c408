// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/sources_panel.h"

#include "core/session/source_path.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/letter_chip.h"
#include "ui/workspaces/positions/frame_presenter.h"
#include "ui/workspaces/positions/open_as_dialog.h"
#include "ui/workspaces/positions/recipes.h"
#include "ui/workspaces/positions/source_details.h"
#include "ui/workspaces/positions/source_menu.h"
#include "ui/workspaces/positions/what_if.h"

#include <QAbstractButton>
#include <QEvent>
#include <QGuiApplication>
#include <QInputDialog>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

constexpr int kRowHeight = 44;

/// One line of the list: a button, so that it is reached by Tab and told by its name.
class SourceRow : public QAbstractButton {
public:
    SourceRow(bool selected, QWidget* parent)
        : QAbstractButton(parent)
    {
        setCheckable(true);
        setChecked(selected);
        setFixedHeight(kRowHeight);
        setFocusPolicy(Qt::StrongFocus);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme theme = Theme::of(this);
        painter.setPen(hasFocus() ? QPen(theme.colour(Role::Accent), 2) : QPen(Qt::NoPen));
        painter.setBrush(isChecked()        ? theme.colour(Role::AccentWash)
                             : underMouse() ? theme.colour(Role::Sunk)
                                            : QColor(Qt::transparent));
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
};

} // namespace

SourcesPanel::SourcesPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_full(new QWidget(this))
    , m_strip(new QWidget(this))
    , m_title(makeLabel({}, "heading", m_full))
    , m_fold(makeIconButton(IconName::ChevronLeft, {}, m_full))
    , m_unfold(makeIconButton(IconName::ChevronRight, {}, m_strip))
    , m_stripAdd(makeIconButton(IconName::Plus, {}, m_strip))
    , m_open(new QPushButton(m_full))
    , m_add(new QPushButton(m_full))
    , m_drop(makeLabel({}, "second", m_full, TextSize::Small))
    , m_details(new SourceDetails(document, m_full))
{
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 10, 10, 4);
    head->addWidget(m_title, 1);
    head->addWidget(m_fold);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(16, 0, 16, 8);
    buttons->setSpacing(8);
    buttons->addWidget(m_open);
    buttons->addWidget(m_add);
    auto* rows = new QWidget(m_full);
    rows->setProperty("look", QStringLiteral("panel"));
    m_rows = new QVBoxLayout(rows);
    m_rows->setContentsMargins(8, 8, 8, 8);
    m_rows->setSpacing(2);
    auto* drop = new QFrame(m_full);
    drop->setProperty("look", QStringLiteral("drop"));
    m_drop->setAlignment(Qt::AlignCenter);
    m_drop->setWordWrap(true);
    auto* dropLayout = new QVBoxLayout(drop);
    dropLayout->addWidget(m_drop);
    auto* scroll = new QScrollArea(m_full);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(rows);
    auto* full = new QVBoxLayout(m_full);
    full->setContentsMargins(0, 0, 0, 0);
    full->setSpacing(0);
    full->addLayout(head);
    full->addLayout(buttons);
    full->addWidget(makeLine(m_full));
    full->addWidget(scroll, 1);
    auto* dropRow = new QHBoxLayout;
    dropRow->setContentsMargins(16, 4, 16, 12);
    dropRow->addWidget(drop);
    full->addLayout(dropRow);
    full->addWidget(makeLine(m_full));
    full->addWidget(m_details);

    m_stripRows = new QVBoxLayout;
    m_stripRows->setSpacing(12);
    auto* strip = new QVBoxLayout(m_strip);
    strip->setContentsMargins(4, 10, 4, 8);
    strip->setSpacing(12);
    strip->addLayout(m_stripRows);
    strip->addWidget(m_stripAdd, 0, Qt::AlignHCenter);
    strip->addStretch();
    strip->addWidget(m_unfold, 0, Qt::AlignHCenter);

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_full);
    layout->addWidget(m_strip);
    setProperty("look", QStringLiteral("side-left"));
    setAttribute(Qt::WA_StyledBackground);
    setFolded(false);

    connect(m_open, &QPushButton::clicked, this, &SourcesPanel::openRequested);
    connect(m_add, &QPushButton::clicked, this, &SourcesPanel::addEncodingRequested);
    connect(m_stripAdd, &QToolButton::clicked, this, &SourcesPanel::addEncodingRequested);
    connect(m_fold, &QToolButton::clicked, this, [this] { Q_EMIT foldToggled(true); });
    connect(m_unfold, &QToolButton::clicked, this, [this] { Q_EMIT foldToggled(false); });
    connect(&m_document, &Document::sessionChanged, this, &SourcesPanel::showSession);
    connect(&m_document, &Document::sessionChanged, m_details, [this] {
        if (!m_document.inGesture()) // then the frame brings it, with the pictures
            m_details->showSource();
    });
    connect(&m_document, &Document::frameReady, this, [this] {
        if (!m_document.inGesture())
            showSession();
        m_details->showSource();
    });
    retranslate();
}

void SourcesPanel::setFolded(bool folded)
{
    m_folded = folded;
    m_full->setVisible(!folded);
    m_strip->setVisible(folded);
    setMinimumWidth(folded ? 40 : 240);
    setMaximumWidth(folded ? 40 : 420);
}

/// Everything that a row shows: rows are made anew only when this changes, and not on each frame of a drag.
QString SourcesPanel::rowsText() const
{
    QString text;
    static const frame::Frame kNone;
    const auto frame = m_document.currentFrame();
    for (const session::Source& source : m_document.session().sources) {
        const auto encoding = m_document.encoding(source.key);
        text += QStringLiteral("%1|%2|%3|%4|%5|%6|%7\n")
                    .arg(source.key)
                    .arg(source.letter)
                    .arg(QString::fromStdString(source.name),
                         present::shapeText(m_document, frame ? *frame : kNone, source.key),
                         present::badgeText(m_document, source.key))
                    .arg(source.visible)
                    .arg(!encoding       ? 0
                             : *encoding ? 1
                                         : 2);
    }
    return text + QString::number(m_document.session().active);
}

void SourcesPanel::showSession()
{
    const QString now = rowsText();
    if (now == m_shown)
        return;
    m_shown = now;
    for (QVBoxLayout* rows : {m_rows, m_stripRows})
        while (QLayoutItem* item = rows->takeAt(0)) {
            if (QWidget* widget = item->widget()) {
                widget->hide();
                widget->deleteLater(); // it may be the one whose signal is being handled
            }
            delete item;
        }
    for (const session::Source& source : m_document.session().sources) {
        m_rows->addWidget(makeRow(source));
        m_stripRows->addWidget(makeChipButton(source), 0, Qt::AlignHCenter);
    }
    m_rows->addStretch();
}

QWidget* SourcesPanel::makeRow(const session::Source& source)
{
    const session::SourceKey key = source.key;
    const bool selected = key == m_document.session().active;
    auto* row = new SourceRow(selected, this);
    const QString name = QString::fromStdString(source.name);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(8, 2, 4, 2);
    layout->setSpacing(8);
    layout->addWidget(new LetterChip(source.letter, row));
    auto* texts = new QVBoxLayout;
    texts->setSpacing(0);
    auto* title = new ElidedLabel(name, row);
    title->setProperty("look", selected ? QStringLiteral("heading") : QString());
    QString second;
    const auto encoding = m_document.encoding(key);
    bool failed = false;
    if (std::holds_alternative<session::OpenedOrigin>(source.origin) && !encoding) {
        second = tr("being read…");
    } else if (encoding && !*encoding) {
        second = tr("could not be opened");
        failed = true;
    } else {
        static const frame::Frame kNone;
        const auto frame = m_document.currentFrame();
        second = present::shapeText(m_document, frame ? *frame : kNone, key);
    }
    auto* detail = new ElidedLabel(second, row);
    detail->setProperty("look", failed ? QStringLiteral("error") : QStringLiteral("second"));
    detail->setFont(Theme::font(TextSize::Small));
    for (ElidedLabel* label : {title, detail}) {
        label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        texts->addWidget(label);
    }
    layout->addLayout(texts, 1);
    const QString badge = present::badgeText(m_document, key);
    if (!badge.isEmpty())
        layout->addWidget(makeBadge(badge, row));
    auto* eye = makeIconButton(source.visible ? IconName::Eye : IconName::EyeOff,
                               source.visible ? tr("Hide %1").arg(name) : tr("Show %1").arg(name), row);
    connect(eye, &QToolButton::clicked, this, [this, key] {
        m_document.edit(tr("Show or hide a source"), [key](session::Session& s) {
            if (session::Source* target = session::find(s, key))
                target->visible = !target->visible;
        });
    });
    layout->addWidget(eye);
    row->setAccessibleName(tr("Source %1, %2, %3").arg(sourceLetter(source.letter), name, second));
    row->setToolTip(name);
    connect(row, &QAbstractButton::clicked, this, [this, key] { m_document.select(key); });
    row->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(row, &QWidget::customContextMenuRequested, this,
            [this, key, row](const QPoint& at) { openMenu(key, row->mapToGlobal(at)); });
    return row;
}

QWidget* SourcesPanel::makeChipButton(const session::Source& source)
{
    const session::SourceKey key = source.key;
    auto* button = new QToolButton(m_strip);
    button->setCheckable(true);
    button->setChecked(key == m_document.session().active);
    button->setFixedSize(30, 30);
    auto* inner = new QHBoxLayout(button);
    inner->setContentsMargins(0, 0, 0, 0);
    auto* chip = new LetterChip(source.letter, button);
    chip->setAttribute(Qt::WA_TransparentForMouseEvents);
    chip->setEnabled(source.visible);
    inner->addWidget(chip, 0, Qt::AlignCenter);
    const QString name = QString::fromStdString(source.name);
    button->setToolTip(name);
    button->setAccessibleName(tr("Source %1, %2").arg(sourceLetter(source.letter), name));
    connect(button, &QToolButton::clicked, this, [this, key] { m_document.select(key); });
    button->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(button, &QWidget::customContextMenuRequested, this,
            [this, key, button](const QPoint& at) { openMenu(key, button->mapToGlobal(at)); });
    return button;
}

void SourcesPanel::openMenu(session::SourceKey key, const QPoint& globalPosition)
{
    const session::Source* source = session::find(m_document.session(), key);
    if (!source)
        return;
    auto* menu = new SourceMenu(m_document, key, this);
    connect(menu, &SourceMenu::renameRequested, this, [this, key] { rename(key); });
    connect(menu, &SourceMenu::numpyRequested, this,
            [this, key] { copyOrExplain(this, tr("Copy as NumPy"), paneCode(m_document, key)); });
    connect(menu, &SourceMenu::commandRequested, this,
            [this, key] { copyOrExplain(this, tr("Copy command"), paneCommand(m_document, key)); });
    connect(menu, &SourceMenu::headViewRequested, this, [this, key] { Q_EMIT headViewRequested(key); });
    connect(menu, &SourceMenu::fitRequested, this, [this, key] { Q_EMIT fitRequested(key); });
    connect(menu, &SourceMenu::whatIfRequested, this, [this, key] { askWhatIf(key); });
    connect(menu, &SourceMenu::openAsRequested, this, [this, key] { askOpenAs(key); });
    menu->popup(globalPosition);
}

void SourcesPanel::askWhatIf(session::SourceKey key)
{
    const session::Source* source = session::find(m_document.session(), key);
    if (!source || !canAskWhatIf(*source))
        return;
    tables::Index positions = 128;
    if (const auto* sinusoid = std::get_if<session::SinusoidOrigin>(&source->origin))
        positions = sinusoid->spec.length;
    else if (const auto encoding = m_document.encoding(key); encoding && *encoding && (*encoding)->positions)
        positions = *(*encoding)->positions;
    auto* dialog = new WhatIfDialog(positions, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, key, dialog] { addWhatIf(m_document, key, dialog->change()); });
    dialog->open();
}

void SourcesPanel::askOpenAs(session::SourceKey key)
{
    const session::Source* source = session::find(m_document.session(), key);
    const auto* opened = source ? std::get_if<session::OpenedOrigin>(&source->origin) : nullptr;
    const auto path = opened ? session::pathOf(opened->spec) : std::nullopt;
    if (!path)
        return;
    const auto encoding = m_document.encoding(key);
    const QString tensor = encoding && *encoding ? QString::fromStdString((*encoding)->tensor) : QString();
    auto* dialog = new OpenAsDialog(QString::fromStdString(path->path), tensor, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    const std::string_view spec = opened->spec;
    if (const auto text = encoding::parseWhatIfs(spec))
        if (const auto read = encoding::parseOpenAs(text->source); read && read->as)
            dialog->choose(*read->as);
    const bool failed = encoding && !*encoding; // then what is chosen takes its place
    connect(dialog, &QDialog::accepted, this, [this, dialog, key, failed] {
        if (failed)
            m_document.reopen(key, dialog->source());
        else
            m_document.open({dialog->source()});
    });
    dialog->open();
}

void SourcesPanel::rename(session::SourceKey key)
{
    const session::Source* source = session::find(m_document.session(), key);
    if (!source)
        return;
    bool accepted = false;
    const QString name =
        QInputDialog::getText(this, tr("Rename source %1").arg(sourceLetter(source->letter)), tr("Name"),
                              QLineEdit::Normal, QString::fromStdString(source->name), &accepted)
            .trimmed();
    if (accepted && !name.isEmpty())
        m_document.edit(tr("Rename to %1").arg(name), [&](session::Session& s) {
            if (session::Source* target = session::find(s, key))
                target->name = name.toStdString();
        });
}

void SourcesPanel::keyPressEvent(QKeyEvent* event)
{
    const session::SourceKey key = m_document.session().active;
    if (event->key() == Qt::Key_Delete && session::find(m_document.session(), key))
        m_document.edit(tr("Remove a source"), [key](session::Session& s) { session::remove(s, key); });
    else if (event->key() == Qt::Key_F2)
        rename(key);
    else
        QWidget::keyPressEvent(event);
}

void SourcesPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void SourcesPanel::retranslate()
{
    m_title->setText(tr("Sources"));
    m_open->setText(tr("Open…"));
    m_add->setText(tr("Add encoding…"));
    m_drop->setText(tr("Drop a model folder or file here") + QLatin1Char('\n')
                    + QStringLiteral("safetensors · npy · npz · csv"));
    setIconButtonText(m_fold, tr("Fold the sources"));
    setIconButtonText(m_unfold, tr("Unfold the sources"));
    setIconButtonText(m_stripAdd, tr("Add encoding…"));
    m_shown.clear();
    showSession();
}

} // namespace pescope::ui
