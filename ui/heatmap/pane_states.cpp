// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/pane_states.h"

#include "ui/widgets/labels.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr int kMargin = 16;

QLabel* wrappedLabel(const char* look, QWidget* parent)
{
    QLabel* label = makeLabel({}, look, parent);
    label->setWordWrap(true);
    label->setTextFormat(Qt::PlainText);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

} // namespace

LoadingPage::LoadingPage(QWidget* parent)
    : QWidget(parent)
    , m_step(makeLabel({}, "second", this))
    , m_bar(new QProgressBar(this))
    , m_cancel(new QPushButton(this))
{
    m_step->setWordWrap(true);
    m_step->setAlignment(Qt::AlignCenter);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(4);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * kMargin, kMargin, 2 * kMargin, kMargin);
    layout->setSpacing(10);
    layout->addStretch();
    layout->addWidget(m_step);
    layout->addWidget(m_bar);
    layout->addWidget(m_cancel, 0, Qt::AlignCenter);
    layout->addStretch();
    connect(m_cancel, &QPushButton::clicked, this, &LoadingPage::cancelRequested);
    retranslate();
}

void LoadingPage::setStep(const QString& step, double fraction)
{
    m_step->setText(step);
    const bool known = fraction >= 0;
    m_bar->setRange(0, known ? 1000 : 0);
    if (known)
        m_bar->setValue(static_cast<int>(std::lround(1000 * std::min(fraction, 1.0))));
    m_bar->setAccessibleName(step);
}

void LoadingPage::retranslate()
{
    m_cancel->setText(tr("Cancel"));
}

ErrorPage::ErrorPage(QWidget* parent)
    : QScrollArea(parent)
{
    auto* page = new QWidget(this);
    page->setProperty("look", QStringLiteral("panel"));
    m_mark = new QLabel(page);
    m_title = wrappedLabel("heading", page); // the mark beside it is red
    m_message = wrappedLabel("", page);
    m_hint = wrappedLabel("second", page);
    m_details = wrappedLabel("third", page);
    m_details->setFont(Theme::font(TextSize::Small));
    m_openAs = new QPushButton(page);
    m_retry = new QPushButton(page);
    m_remove = new QPushButton(page);
    m_showDetails = new QPushButton(page);
    m_copy = new QPushButton(page);

    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_mark, 0, Qt::AlignTop);
    head->addWidget(m_title, 1);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_openAs, m_retry, m_remove, m_showDetails, m_copy})
        buttons->addWidget(button);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_message);
    layout->addWidget(m_hint);
    layout->addLayout(buttons);
    layout->addWidget(m_details);
    layout->addStretch();
    setWidget(page);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    connect(m_openAs, &QPushButton::clicked, this, &ErrorPage::openAsRequested);
    connect(m_retry, &QPushButton::clicked, this, &ErrorPage::retryRequested);
    connect(m_remove, &QPushButton::clicked, this, &ErrorPage::removeRequested);
    m_showDetails->setCheckable(true);
    connect(m_showDetails, &QPushButton::toggled, m_details, &QWidget::setVisible);
    connect(m_copy, &QPushButton::clicked, this, [this] {
        QStringList parts{m_title->text(), m_message->text(), m_hint->text(), m_details->text()};
        parts.removeAll(QString());
        QGuiApplication::clipboard()->setText(parts.join(u'\n'));
    });
    retranslate();
}

void ErrorPage::setError(const QString& title, const QString& message, const QString& hint, const QString& details,
                         bool canBeRead)
{
    showMark();
    m_openAs->setVisible(canBeRead);
    m_title->setText(title);
    m_message->setText(message);
    m_hint->setText(hint);
    m_hint->setVisible(!hint.isEmpty());
    m_details->setText(details);
    m_showDetails->setVisible(!details.isEmpty());
    m_showDetails->setChecked(false);
    m_details->hide();
}

void ErrorPage::showMark()
{
    // the page has a ground of its own; that of the scroll area is transparent and tells no theme
    m_mark->setPixmap(icon(IconName::Warning, widget(), Role::Error).pixmap(18, 18));
}

void ErrorPage::retranslate()
{
    m_openAs->setText(tr("Open as…"));
    m_openAs->setToolTip(tr("Choose a tensor and say how it is to be read"));
    m_retry->setText(tr("Try again"));
    m_remove->setText(tr("Remove"));
    m_showDetails->setText(tr("Details"));
    m_copy->setText(tr("Copy"));
    m_copy->setToolTip(tr("Copy the whole message"));
}

EmptyPage::EmptyPage(QWidget* parent)
    : QWidget(parent)
    , m_sentence(makeLabel({}, "second", this))
    , m_button(new QPushButton(this))
{
    m_sentence->setWordWrap(true);
    m_sentence->setAlignment(Qt::AlignCenter);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(2 * kMargin, kMargin, 2 * kMargin, kMargin);
    layout->setSpacing(12);
    layout->addStretch();
    layout->addWidget(m_sentence);
    layout->addWidget(m_button, 0, Qt::AlignCenter);
    layout->addStretch();
    connect(m_button, &QPushButton::clicked, this, &EmptyPage::pressed);
}

void EmptyPage::setTexts(const QString& sentence, const QString& button)
{
    m_sentence->setText(sentence);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
}

} // namespace pescope::ui
