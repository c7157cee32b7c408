// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/colour_bar.h"

#include "core/base/number_text.h"
#include "ui/heatmap/colour_track.h"
#include "ui/theme/text_line.h"
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace pescope::ui {

namespace {

/// A number as people write it or copy it from the window: true minus, thin spaces, a decimal comma.
std::optional<double> numberFrom(QString text)
{
    text.replace(QChar(0x2212), u'-').remove(QChar(0x2009)).remove(u' ').replace(u',', u'.');
    return parseDouble(text.toStdString());
}

constexpr int kSpacing = 10, kTightSpacing = 6;

} // namespace

struct ColourBar::Private {
    explicit Private(ColourBar* bar)
        : q(bar)
    {
    }

    void build();
    void refresh();
    void typed(bool low);
    void fit();
    void showData();

    ColourBar* q;
    bool roomy = true;
    ColourBarState state;
    ElidedLabel *formula = nullptr, *sources = nullptr;
    QLineEdit *low = nullptr, *high = nullptr;
    ColourTrack* track = nullptr;
    QHBoxLayout* row = nullptr;
    QLabel *limits = nullptr, *rank = nullptr;
    QPushButton* automatic = nullptr;
};

void ColourBar::Private::build()
{
    auto* outer = new QVBoxLayout(q);
    outer->setContentsMargins(0, 0, 0, 0);
    QFrame* card = makeCard(q);
    outer->addWidget(card);
    row = new QHBoxLayout(card);
    row->setContentsMargins(12, 8, 12, 6);
    row->setSpacing(kSpacing);

    auto* names = new QVBoxLayout;
    names->setSpacing(0);
    formula = new ElidedLabel({}, card);
    formula->setProperty("look", QStringLiteral("heading"));
    sources = new ElidedLabel({}, card);
    sources->setProperty("look", QStringLiteral("second"));
    sources->setFont(Theme::font(TextSize::Small));
    sources->setSteady(true);
    names->addWidget(formula);
    names->addWidget(sources);
    row->addLayout(names, 3);
    rank = makeBadge({}, card);
    row->addWidget(rank);

    low = new QLineEdit(card);
    high = new QLineEdit(card);
    for (QLineEdit* field : {low, high}) {
        field->setFixedWidth(field->fontMetrics().horizontalAdvance(QStringLiteral("−0.00000")) + 16);
        connect(field, &QLineEdit::editingFinished, q, [this, field] { typed(field == low); });
        connect(field, &QLineEdit::textEdited, q, [field] { setLook(field, "invalid", false); });
    }
    track = new ColourTrack(card);
    row->addWidget(low);
    row->addWidget(track, 3);
    row->addWidget(high);
    connect(track, &ColourTrack::limitsChanged, q, [this](double from, double to, bool finished) {
        state.scale.low = from;
        state.scale.high = to;
        state.automatic = false;
        refresh();
        Q_EMIT q->limitsChanged(from, to, finished);
    });

    limits = makeLabel({}, "second", card, TextSize::Small);
    limits->setWordWrap(true);
    limits->setMinimumWidth(limits->fontMetrics().horizontalAdvance(QStringLiteral("0.5…99.5 percentile")) + 4);
    row->addWidget(limits, 1);
    automatic = new QPushButton(card);
    automatic->setCheckable(true);
    row->addWidget(automatic);
    connect(automatic, &QPushButton::clicked, q, [this] {
        automatic->setChecked(state.automatic); // the state says when it is
        Q_EMIT q->automaticRequested();
    });
    QWidget::setTabOrder(low, track->lowHandle());
    QWidget::setTabOrder(track->lowHandle(), track->highHandle());
    QWidget::setTabOrder(track->highHandle(), high);
    QWidget::setTabOrder(high, automatic);
    q->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ColourBar::Private::refresh()
{
    formula->setText(state.formula);
    showData();
    limits->setText(state.automatic ? state.limits : ColourBar::tr("limits set by hand"));
    rank->setText(ColourBar::tr("rank"));
    rank->setVisible(state.scale.ranks != nullptr);
    rank->setToolTip(ColourBar::tr("Every colour covers an equal share of the cells."));
    automatic->setText(ColourBar::tr("Auto"));
    automatic->setToolTip(ColourBar::tr("Take the limits from the data") + u'\n' + limits->text());
    automatic->setChecked(state.automatic);
    low->setAccessibleName(ColourBar::tr("Lower limit of the colours"));
    high->setAccessibleName(ColourBar::tr("Upper limit of the colours"));
    for (const auto& [field, value] : {std::pair(low, state.scale.low), {high, state.scale.high}}) {
        if (field->hasFocus() && field->isModified())
            continue; // being typed
        const QString text = numberText(value);
        field->setText(text.contains(u'e') ? numberText(value, 2) : text); // with its sign it must fit
        setLook(field, "invalid", false);
    }
    track->setState(state);
}

/// Beside another bar there is no room for everything: the colours come first, the tooltip says where limits come from.
void ColourBar::Private::fit()
{
    constexpr int kRoomy = 720, kFormula = 64, kWide = 190, kOthers = 370; // limits, the least of the track, the button
    roomy = q->width() >= kRoomy;
    limits->setVisible(roomy);
    row->setSpacing(roomy ? kSpacing : kTightSpacing);
    const int wanted = static_cast<int>(textWidth(formula->font(), state.formula)) + 2;
    formula->setMinimumWidth(roomy ? wanted : std::min(wanted, std::clamp(q->width() - kOthers, kFormula, kWide)));
    showData();
}

/// Beside another bar the extent of the data is left to the tool tip.
void ColourBar::Private::showData()
{
    const QString data =
        ColourBar::tr("%1; all data %2…%3").arg(state.sources, numberText(state.dataMin), numberText(state.dataMax));
    sources->setText(roomy ? data : state.sources);
    sources->setToolTip(roomy ? QString() : data);
}

void ColourBar::Private::typed(bool isLow)
{
    QLineEdit* field = isLow ? low : high;
    if (!field->isModified())
        return;
    field->setModified(false);
    const std::optional<double> value = numberFrom(field->text());
    double from = state.scale.low, to = state.scale.high;
    if (value) {
        (isLow ? from : to) = *value;
        if (state.map && state.map->diverging) {
            to = std::abs(*value);
            from = -to;
        }
    }
    if (!value || !(from < to)) {
        setLook(field, "invalid", true);
        field->setToolTip(value ? ColourBar::tr("The lower limit must be below the upper one.")
                                : ColourBar::tr("This is not a number."));
        return;
    }
    field->setToolTip({});
    state.scale.low = from;
    state.scale.high = to;
    state.automatic = false;
    refresh();
    Q_EMIT q->limitsChanged(from, to, true);
}

ColourBar::ColourBar(QWidget* parent)
    : QWidget(parent)
    , d(std::make_unique<Private>(this))
{
    d->build();
    d->refresh();
}

ColourBar::~ColourBar() = default;

void ColourBar::setState(const ColourBarState& state)
{
    const bool otherFormula = state.formula != d->state.formula;
    d->state = state;
    d->refresh();
    if (otherFormula)
        d->fit();
}

const ColourBarState& ColourBar::state() const
{
    return d->state;
}

void ColourBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    d->fit();
}

void ColourBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::LanguageChange) {
        d->track->retranslate();
        d->refresh();
    }
}

} // namespace pescope::ui
