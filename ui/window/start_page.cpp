// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start_page.h"

#include "core/raster/colormap.h"
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QImage>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr int kPictureSize = 88;
constexpr int kContentWidth = 1080;

/// A real picture of what the card opens: ψ(i − j) of a sinusoid, its difference to one of half the frequencies, or
/// one of 768 columns left of one of 64.
QImage cardPicture(StartPage::Start start)
{
    using Start = StartPage::Start;
    constexpr int kPairs = 32, kWide = 384;
    const bool difference = start == Start::Difference;
    const double scale = start == Start::Omega ? 0.3 : 1.0;
    const raster::Colormap& map = difference ? raster::defaultDiverging() : raster::defaultColormap();
    const auto curve = [](int pairs, double c) {
        std::array<double, 2 * kPictureSize> psi{};
        for (int m = 0; m < 2 * kPictureSize; ++m)
            for (int k = 0; k < pairs; ++k)
                psi[static_cast<std::size_t>(m)] +=
                    std::cos(c * std::pow(1e4, -static_cast<double>(k) / pairs) * m) / pairs;
        return psi;
    };
    const auto narrow = curve(kPairs, scale), half = curve(kPairs, 0.5), wide = curve(kWide, 1);
    QImage image(kPictureSize, kPictureSize, QImage::Format_RGB32);
    for (int i = 0; i < kPictureSize; ++i)
        for (int j = 0; j < kPictureSize; ++j) {
            const auto m = static_cast<std::size_t>(std::abs(i - j));
            const bool left = start == Start::Relative && j < kPictureSize / 2;
            const double value =
                difference ? 0.5 + 1.6 * (half[m] - narrow[m]) : (left ? wide[m] : narrow[m]) * 1.1 - 0.1;
            const auto at = static_cast<std::size_t>(std::clamp(value * 255, 0.0, 255.0));
            image.setPixel(j, i, map.colours[at]);
        }
    return image;
}

} // namespace

StartPage::StartPage(Settings& settings, QWidget* parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_title(makeLabel({}, "", this, TextSize::Page))
    , m_subtitle(makeLabel({}, "second", this, TextSize::Title))
    , m_builtIn(makeLabel({}, "heading", this))
    , m_cards{makeCard(Start::TwoPanes), makeCard(Start::Omega), makeCard(Start::Difference), makeCard(Start::Relative)}
    , m_dropTitle(makeLabel({}, "heading", this, TextSize::Title))
    , m_dropText(makeLabel({}, "second", this))
    , m_open(new QPushButton(this))
    , m_openFile(new QPushButton(this))
    , m_recentCard(ui::makeCard(this))
    , m_recentTitle(makeLabel({}, "heading", this))
    , m_clear(new QPushButton(this))
    , m_sessionsTitle(makeLabel({}, "heading", this))
{
    m_title->setFont(Theme::font(TextSize::Page, QFont::DemiBold));
    m_subtitle->setWordWrap(true);
    auto* cards = new QGridLayout;
    cards->setSpacing(16);
    for (int k = 0; k < static_cast<int>(std::size(m_cards)); ++k)
        cards->addWidget(m_cards[k].frame, k / 2, k % 2);

    auto* drop = new QFrame(this);
    drop->setProperty("look", QStringLiteral("drop"));
    m_arrow = new QLabel(drop);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_open);
    buttons->addWidget(m_openFile);
    buttons->addStretch();
    auto* dropLayout = new QVBoxLayout(drop);
    dropLayout->setContentsMargins(16, 20, 16, 20);
    dropLayout->setSpacing(10);
    for (QLabel* label : {m_arrow, m_dropTitle, m_dropText}) {
        label->setAlignment(Qt::AlignCenter);
        dropLayout->addWidget(label);
    }
    dropLayout->addLayout(buttons);
    m_open->setProperty("look", QStringLiteral("primary"));

    m_clear->setProperty("look", QStringLiteral("link"));
    auto* recentHead = new QHBoxLayout;
    recentHead->addWidget(m_recentTitle, 1);
    recentHead->addWidget(m_clear);
    auto* recentLayout = new QVBoxLayout(m_recentCard);
    recentLayout->setContentsMargins(16, 10, 16, 10);
    recentLayout->addLayout(recentHead);
    auto* lists = new QHBoxLayout;
    lists->setSpacing(24);
    for (QVBoxLayout** list : {&m_recent, &m_sessions}) {
        *list = new QVBoxLayout;
        (*list)->setSpacing(2);
        auto* column = new QVBoxLayout;
        if (list == &m_sessions)
            column->addWidget(m_sessionsTitle);
        column->addLayout(*list);
        column->addStretch();
        lists->addLayout(column, 1);
    }
    recentLayout->addLayout(lists);

    auto* content = new QWidget;
    content->setMaximumWidth(kContentWidth);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(24, 32, 24, 24);
    column->setSpacing(12);
    column->addWidget(m_title);
    column->addWidget(m_subtitle);
    column->addSpacing(12);
    column->addWidget(m_builtIn);
    column->addLayout(cards);
    column->addSpacing(12);
    column->addWidget(drop);
    column->addSpacing(4);
    column->addWidget(m_recentCard);
    column->addStretch();
    auto* middle = new QWidget;
    auto* middleLayout = new QHBoxLayout(middle);
    middleLayout->setContentsMargins(0, 0, 0, 0);
    middleLayout->addStretch(1);
    middleLayout->addWidget(content, 1000);
    middleLayout->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(middle);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);

    connect(m_open, &QPushButton::clicked, this, &StartPage::openRequested);
    connect(m_openFile, &QPushButton::clicked, this, &StartPage::openFileRequested);
    connect(m_clear, &QPushButton::clicked, &m_settings, &Settings::clearRecent);
    connect(&m_settings, &Settings::recentChanged, this, &StartPage::showRecent);
    showArrow();
    retranslate();
}

StartPage::Card StartPage::makeCard(Start start)
{
    Card card{ui::makeCard(this), new QLabel(this), makeLabel({}, "heading", this), makeLabel({}, "second", this),
              new QPushButton(this)};
    card.picture->setPixmap(QPixmap::fromImage(cardPicture(start)));
    card.text->setWordWrap(true);
    card.text->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    card.frame->setMaximumHeight(160);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(6);
    texts->addWidget(card.title);
    texts->addWidget(card.text);
    texts->addStretch();
    texts->addWidget(card.button, 0, Qt::AlignLeft);
    auto* layout = new QHBoxLayout(card.frame);
    layout->setContentsMargins(14, 14, 14, 14);
    layout->setSpacing(14);
    layout->addWidget(card.picture, 0, Qt::AlignTop);
    layout->addLayout(texts, 1);
    connect(card.button, &QPushButton::clicked, this, [this, start] { Q_EMIT started(start); });
    return card;
}

void StartPage::showRecent()
{
    const QStringList recent = m_settings.recent();
    const QStringList sessions = m_settings.recentSessions();
    m_recentCard->setVisible(!recent.isEmpty() || !sessions.isEmpty());
    m_sessionsTitle->setVisible(!sessions.isEmpty());
    fillRecent(m_recent, recent);
    fillRecent(m_sessions, sessions);
}

void StartPage::fillRecent(QVBoxLayout* list, const QStringList& entries)
{
    while (QLayoutItem* item = list->takeAt(0)) {
        if (QWidget* widget = item->widget())
            widget->deleteLater();
        delete item;
    }
    for (const QString& source : entries) {
        auto* button = new QPushButton(source, m_recentCard);
        button->setProperty("look", QStringLiteral("link"));
        button->setToolTip(source);
        button->setEnabled(QFileInfo::exists(source.section(u'#', 0, 0)) || source.contains(u':'));
        list->addWidget(button, 0, Qt::AlignLeft);
        connect(button, &QPushButton::clicked, this, [this, source] { Q_EMIT sourceChosen(source); });
    }
}

void StartPage::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        showArrow();
    QWidget::changeEvent(event);
}

/// A pixmap, in the theme's colour.
void StartPage::showArrow()
{
    m_arrow->setPixmap(icon(IconName::DropArrow, this, Role::AccentText).pixmap(36, 36));
}

void StartPage::retranslate()
{
    m_title->setText(tr("Look at what a model knows about position"));
    m_subtitle->setText(
        tr("Begin with an encoding that comes with PEScope, or open a checkpoint. Nothing is downloaded."));
    m_builtIn->setText(tr("Start with built-in encodings"));
    m_cards[0].title->setText(tr("Fixed beside learned"));
    m_cards[0].text->setText(tr("A sinusoid and the table that MiniLM learned, linked, with a short tour."));
    m_cards[1].title->setText(tr("Move ω"));
    m_cards[1].text->setText(tr("512 × 768, base 10 000. Move ω and watch where ψ(m) stops falling."));
    m_cards[2].title->setText(tr("A − B"));
    m_cards[2].text->setText(tr("Two sinusoids and their difference: what half the frequencies change."));
    m_cards[3].title->setText(tr("Absolute beside relative"));
    m_cards[3].text->setText(
        tr("The same base over 768 columns (APE) and over a head's 64 (RPE): ψ falls over 0…43 and over 0…5."));
    for (const Card& card : m_cards) {
        card.button->setText(tr("Open"));
        card.button->setAccessibleName(tr("Open: %1").arg(card.title->text()));
        card.picture->setAccessibleName(card.title->text());
    }
    m_dropTitle->setText(tr("Drop a model here"));
    m_dropText->setText(
        tr("a folder, .safetensors, .bin, .gguf, .npz, .npy or .csv with an N × D table, or a session"));
    m_open->setText(tr("Open model folder…"));
    m_openFile->setText(tr("Open file…"));
    m_sessionsTitle->setText(tr("Sessions"));
    m_recentTitle->setText(tr("Opened lately"));
    m_clear->setText(tr("Clear list"));
    showRecent();
}

} // namespace pescope::ui
