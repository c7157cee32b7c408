// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/pane_card.h"

#include "ui/heatmap/pane_foot.h"
#include "ui/heatmap/pane_states.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/letter_chip.h"
#include "ui/widgets/segmented_control.h"

#include <QContextMenuEvent>
#include <QHBoxLayout>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace pescope::ui {

struct PaneCard::Private {
    explicit Private(PaneCard* card)
        : q(card)
    {
    }

    void build();
    QHBoxLayout* buildHead();
    QWidget* buildNotes();
    void refresh();
    void show(QWidget* page);

    PaneCard* q;
    PaneTexts texts;
    PaneReadout readout;
    bool selected = false;
    LetterChip* chip = nullptr;
    ElidedLabel *name = nullptr, *normCaption = nullptr, *normNote = nullptr;
    QLabel *shape = nullptr, *badge = nullptr, *scaleNote = nullptr, *unlinked = nullptr, *warningMark = nullptr;
    QAction *table = nullptr, *gridOfGrids = nullptr;
    QList<QAction*> columnOrders;
    QToolButton *lens = nullptr, *enlarge = nullptr, *more = nullptr;
    QSpinBox* head = nullptr;
    SegmentedControl* mirror = nullptr;
    QWidget* notes = nullptr;
    QStackedWidget* pages = nullptr;
    HeatmapView* view = nullptr;
    LoadingPage* loading = nullptr;
    ErrorPage* error = nullptr;
    EmptyPage* empty = nullptr;
    PaneFoot* foot = nullptr;
    QBoxLayout* body = nullptr; ///< map and foot
};

QHBoxLayout* PaneCard::Private::buildHead()
{
    chip = new LetterChip(0, q);
    name = new ElidedLabel({}, q);
    name->setProperty("look", QStringLiteral("heading"));
    shape = makeLabel({}, "second", q, TextSize::Small);
    badge = makeBadge({}, q);
    scaleNote = makeBadge({}, q);
    unlinked = new QLabel(q);
    lens = new QToolButton(q);
    lens->setPopupMode(QToolButton::InstantPopup);
    lens->setMenu(new QMenu(lens));
    for (const proximity::Lens which : proximity::kLenses) {
        QAction* action = lens->menu()->addAction(QString());
        action->setCheckable(true);
        QObject::connect(action, &QAction::triggered, q, [this, which] { Q_EMIT q->lensChosen(which); });
    }
    lens->menu()->addSeparator();
    gridOfGrids = lens->menu()->addAction(QString());
    gridOfGrids->setCheckable(true);
    QObject::connect(gridOfGrids, &QAction::triggered, q, &PaneCard::gridChosen);
    table = lens->menu()->addAction(QString());
    table->setCheckable(true);
    QObject::connect(table, &QAction::triggered, q, &PaneCard::tableChosen);
    for (int k = 0; k < PaneCard::columnOrderNames().size(); ++k) {
        columnOrders.append(lens->menu()->addAction(QString()));
        columnOrders.last()->setCheckable(true);
        QObject::connect(columnOrders.last(), &QAction::triggered, q, [this, k] { Q_EMIT q->columnsChosen(k); });
    }
    enlarge = makeIconButton(IconName::Enlarge, {}, q);
    more = makeIconButton(IconName::More, {}, q);
    auto* bar = new QHBoxLayout;
    bar->setSpacing(8);
    bar->addWidget(chip);
    bar->addWidget(name);
    bar->addWidget(shape);
    bar->addWidget(badge);
    bar->addWidget(scaleNote);
    bar->addStretch(1);
    bar->addWidget(unlinked);
    bar->addSpacing(2);
    bar->addWidget(lens);
    bar->addWidget(enlarge);
    bar->addWidget(more);
    connect(enlarge, &QToolButton::clicked, q, &PaneCard::enlargeRequested);
    connect(more, &QToolButton::clicked, q,
            [this] { Q_EMIT q->menuRequested(more->mapToGlobal(QPoint(0, more->height()))); });
    return bar;
}

QWidget* PaneCard::Private::buildNotes()
{
    notes = new QWidget(q);
    normCaption = new ElidedLabel({}, notes);
    normNote = new ElidedLabel({}, notes);
    for (ElidedLabel* label : {normCaption, normNote}) {
        label->setFont(Theme::font(TextSize::Small));
        label->setProperty("look", QStringLiteral("second"));
    }
    normNote->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    warningMark = new QLabel(notes);
    auto* row = new QHBoxLayout(notes);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(5);
    mirror = new SegmentedControl({}, {QStringLiteral("r′ = −m"), QStringLiteral("r′ = 0")}, notes);
    mirror->hide();
    QObject::connect(mirror, &SegmentedControl::chosen, q,
                     [this](int index) { Q_EMIT q->offsetsMirroredChosen(index == 0); });
    head = new QSpinBox(notes);
    head->setRange(1, 1);
    QObject::connect(head, &QSpinBox::valueChanged, q, [this](int value) {
        if (value - 1 != texts.head)
            Q_EMIT q->headChosen(value - 1);
    });
    row->addWidget(normCaption, 0);
    row->addWidget(mirror, 0);
    row->addWidget(head, 0);
    row->addStretch(1);
    row->addWidget(warningMark);
    row->addWidget(normNote, 0);
    return notes;
}

void PaneCard::Private::build()
{
    q->setProperty("look", QStringLiteral("card"));
    auto* layout = new QVBoxLayout(q);
    layout->setContentsMargins(11, 5, 9, 8);
    layout->setSpacing(4);
    layout->addLayout(buildHead());
    layout->addWidget(buildNotes());
    pages = new QStackedWidget(q);
    view = new HeatmapView(pages);
    loading = new LoadingPage(pages);
    error = new ErrorPage(pages);
    empty = new EmptyPage(pages);
    for (QWidget* page : {static_cast<QWidget*>(view), static_cast<QWidget*>(loading), static_cast<QWidget*>(error),
                          static_cast<QWidget*>(empty)})
        pages->addWidget(page);
    foot = new PaneFoot(q);
    body = new QBoxLayout(QBoxLayout::TopToBottom);
    body->setSpacing(4);
    body->addWidget(pages, 1);
    body->addWidget(foot);
    layout->addLayout(body, 1);

    connect(error, &ErrorPage::retryRequested, q, &PaneCard::retryRequested);
    connect(error, &ErrorPage::removeRequested, q, &PaneCard::removeRequested);
    connect(error, &ErrorPage::openAsRequested, q, &PaneCard::openAsRequested);
    connect(loading, &LoadingPage::cancelRequested, q, &PaneCard::cancelRequested);
    connect(empty, &EmptyPage::pressed, q, &PaneCard::emptyButtonPressed);
    connect(view, &HeatmapView::openAloneRequested, q, &PaneCard::enlargeRequested);
    // whatever inside is pressed or focused makes this the active pane
    for (QWidget* child : q->findChildren<QWidget*>())
        child->installEventFilter(q);
    q->setMinimumSize(300, 248);
    show(empty);
}

void PaneCard::Private::show(QWidget* page)
{
    pages->setCurrentWidget(page);
    const bool map = page == view;
    foot->setVisible(map);
    notes->setVisible(
        map
        && (texts.heads > 1 || !texts.lensNote.isEmpty() || !texts.normNote.isEmpty() || !texts.normWarning.isEmpty()));
}

void PaneCard::Private::refresh()
{
    chip->setSourceIndex(texts.sourceIndex);
    view->setSourceIndex(texts.sourceIndex);
    q->setAccessibleName(PaneCard::tr("Pane of source %1, %2").arg(sourceLetter(texts.sourceIndex), texts.name));
    name->setText(texts.name);
    shape->setText(texts.shape);
    badge->setText(texts.badge);
    badge->setVisible(!texts.badge.isEmpty());
    scaleNote->setText(texts.scaleNote);
    scaleNote->setVisible(!texts.scaleNote.isEmpty());
    unlinked->setVisible(!texts.linked);
    unlinked->setPixmap(icon(IconName::BrokenLink, q).pixmap(16, 16));
    unlinked->setToolTip(PaneCard::tr("This pane does not follow the zoom and crosshair of the others."));
    unlinked->setAccessibleName(unlinked->toolTip());
    setIconButtonText(enlarge, PaneCard::tr("Open this pane alone"), QKeySequence(Qt::Key_Return));
    setIconButtonText(more, PaneCard::tr("More actions for this pane"));

    const QList<QAction*> lenses = lens->menu()->actions();
    for (std::size_t k = 0; k < std::size(proximity::kLenses); ++k) {
        QAction* action = lenses.at(static_cast<qsizetype>(k));
        action->setText(PaneCard::lensName(proximity::kLenses[k]));
        action->setChecked(!texts.table && !texts.gridShown && proximity::kLenses[k] == texts.lens);
    }
    gridOfGrids->setText(PaneCard::tr("grid of grids: the map of each patch at its place"));
    gridOfGrids->setVisible(texts.grid.has_value() || texts.gridShown);
    gridOfGrids->setChecked(texts.gridShown);
    table->setText(PaneCard::tr("table: position × dimension"));
    table->setChecked(texts.table);
    for (qsizetype k = 0; k < columnOrders.size(); ++k) {
        columnOrders[k]->setText(PaneCard::tr("    columns %1").arg(PaneCard::columnOrderNames().at(k)));
        columnOrders[k]->setVisible(texts.table);
        columnOrders[k]->setChecked(k == texts.columns);
    }
    lens->setText(texts.table                                ? PaneCard::tr("table")
                      : texts.gridShown                      ? PaneCard::tr("grid of grids")
                      : texts.lens == proximity::Lens::Value ? PaneCard::tr("Lens")
                                                             : PaneCard::lensName(texts.lens));
    lens->setToolTip(PaneCard::tr("What the map shows: values, or where a property fails"));
    lens->setAccessibleName(PaneCard::tr("Lens: %1").arg(PaneCard::lensName(texts.lens)));
    head->setVisible(texts.heads > 1);
    head->setRange(1, std::max(1, texts.heads));
    head->setSuffix(PaneCard::tr(" of %1").arg(texts.heads));
    head->setValue(texts.head + 1);
    head->setAccessibleName(PaneCard::tr("Head of the bias"));

    const bool throughLens = !texts.lensNote.isEmpty();
    const bool warns = !texts.normWarning.isEmpty();
    const bool follows = texts.offsets && !texts.table;
    mirror->setVisible(follows && texts.linked);
    mirror->setAccessibleName(PaneCard::tr("How the crosshair follows a pane of positions"));
    const QString help = PaneCard::tr("The crosshair of a pane of positions, at m = i − j, stands here at r = m and at "
                                      "r′ = −m, its mirror, or at r′ = 0, the offset of a word to itself.");
    mirror->setSegmentToolTip(0, help);
    mirror->setSegmentToolTip(1, help);
    // the marks at the rows need words beside what the lens shows, where there is room for both
    const bool both = throughLens && warns && texts.heads <= 1 && !follows;
    const bool warning = warns && (both || !throughLens);
    normCaption->setText(texts.heads > 1 ? PaneCard::tr("head")
                             : follows   ? PaneCard::tr("follows at r = m,")
                             : both      ? texts.lensNote
                                         : PaneCard::tr("norm of each row"));
    // a warning and the lens need the room
    normCaption->setVisible(follows ? texts.linked : texts.heads > 1 || both || (!warns && !throughLens));
    normNote->setText(both              ? texts.normWarning.section(u';', 0, 0)
                          : throughLens ? texts.lensNote
                          : warns       ? texts.normWarning
                                        : texts.normNote);
    normNote->setToolTip(both ? texts.normWarning : QString());
    normNote->setFont(Theme::font(TextSize::Small, warning ? QFont::DemiBold : QFont::Normal));
    normNote->setRole(warning ? Role::Error : Role::TextSecond);
    warningMark->setVisible(warning);
    warningMark->setPixmap(icon(IconName::Warning, q, Role::Error).pixmap(14, 14));
    foot->setTexts(texts);
    foot->setReadout(readout);
    show(pages->currentWidget());
}

QString PaneCard::lensName(proximity::Lens lens)
{
    switch (lens) {
    case proximity::Lens::Value:
        return tr("value");
    case proximity::Lens::NonInvariance:
        return tr("departure");
    case proximity::Lens::Asymmetry:
        return tr("asymmetry");
    case proximity::Lens::Rising:
        return tr("where it rises");
    }
    return {};
}

QStringList PaneCard::columnOrderNames()
{
    return {tr("as stored"), tr("interleaved ⇄ halves"), tr("by variance"), tr("by frequency ω")};
}

PaneCard::PaneCard(QWidget* parent)
    : QFrame(parent)
    , d(std::make_unique<Private>(this))
{
    d->build();
    d->refresh();
}

PaneCard::~PaneCard() = default;

HeatmapView* PaneCard::view() const
{
    return d->view;
}

void PaneCard::setTexts(const PaneTexts& texts)
{
    PaneTexts rest = texts; // while ω is dragged only the shares change
    rest.shareBelow = d->texts.shareBelow;
    rest.shareAbove = d->texts.shareAbove;
    rest.shareNotFinite = d->texts.shareNotFinite;
    const bool onlyShares = rest == d->texts;
    d->texts = texts;
    if (onlyShares)
        d->foot->setTexts(texts);
    else
        d->refresh();
}

void PaneCard::setReadout(const PaneReadout& readout)
{
    d->readout = readout;
    d->foot->setReadout(readout);
    d->view->setReadout(readout.rowLabel, readout.columnLabel, readout.cell ? numberText(readout.value) : QString());
}

void PaneCard::setSelected(bool selected)
{
    if (selected == d->selected)
        return;
    d->selected = selected;
    update();
}

void PaneCard::setOffsetsMirrored(bool mirrored)
{
    d->mirror->setCurrentIndex(mirrored ? 0 : 1);
}

void PaneCard::showMap()
{
    d->show(d->view);
}

void PaneCard::showLoading(const QString& step, double fraction)
{
    d->loading->setStep(step, fraction);
    d->show(d->loading);
}

void PaneCard::showError(const QString& title, const QString& message, const QString& hint, const QString& details,
                         bool canBeRead)
{
    d->error->setError(title, message, hint, details, canBeRead);
    d->show(d->error);
}

void PaneCard::showEmpty(const QString& sentence, const QString& button)
{
    d->empty->setTexts(sentence, button);
    d->show(d->empty);
}

void PaneCard::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (!d)
        return;
    if (event->type() == QEvent::LanguageChange) {
        d->loading->retranslate();
        d->error->retranslate();
        d->refresh();
    } else if (event->type() == QEvent::PaletteChange) {
        d->refresh(); // the marks are pixmaps
        d->error->showMark();
    }
}

void PaneCard::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    if (!d->selected)
        return;
    // over the card's own line: a wider border of the style sheet would move everything inside
    constexpr qreal kLine = 1.5;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(Theme::of(this).colour(Role::Accent), kLine));
    painter.drawRoundedRect(QRectF(rect()).adjusted(kLine / 2, kLine / 2, -kLine / 2, -kLine / 2), 6, 6);
}

void PaneCard::resizeEvent(QResizeEvent* event)
{
    QFrame::resizeEvent(event);
    // a map is square: what is left at its side has room for the read-outs, and the map gets theirs
    constexpr double kWide = 1.7;
    const bool upright = width() > kWide * height();
    d->body->setDirection(upright ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    d->foot->setUpright(upright);
    constexpr int kRoomForShape = 420; // the sources panel has it as well
    d->shape->setVisible(width() >= kRoomForShape);
}

void PaneCard::mousePressEvent(QMouseEvent* event)
{
    Q_EMIT activated();
    QFrame::mousePressEvent(event);
}

void PaneCard::contextMenuEvent(QContextMenuEvent* event)
{
    Q_EMIT activated();
    Q_EMIT menuRequested(event->globalPos());
}

bool PaneCard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::FocusIn)
        Q_EMIT activated();
    return QFrame::eventFilter(watched, event);
}

} // namespace pescope::ui
