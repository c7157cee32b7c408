// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/distance_chart.h"

#include "ui/charts/card_head.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/distance_scene.h"
#include "ui/widgets/segmented_control.h"

#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QVBoxLayout>

#include <cmath>

namespace pescope::ui {

using namespace charts;

struct DistanceChart::Private {
    CardHead* head = nullptr;
    QComboBox* band = nullptr;
    SegmentedControl* sign = nullptr;
    QCheckBox* without = nullptr;
    QCheckBox* prime = nullptr;
    QCheckBox* rows = nullptr;
    ChartView* view = nullptr;
    std::unique_ptr<DistanceScene> scene;
    DistanceChartState state;
    std::optional<Index> crosshair;
    DistanceOptions options;

    void rebuild()
    {
        scene->rebuild(state, options, crosshair);
        view->setRevision(state.revision);
    }

    void retranslate()
    {
        head->setTitle(tr("Proximity by distance"));
        const QString kinds[] = {tr("mean of rows"), tr("with 10–90 %"), tr("with min–max"), tr("with a fan of rows")};
        for (int k = 0; k < band->count(); ++k)
            band->setItemText(k, kinds[k]);
        band->setToolTip(tr("How the rows are spread about their mean: hatched where 80 % or all of them lie, or some "
                            "rows as thin lines"));
        band->setAccessibleName(tr("Spread of the rows"));
        rows->setText(tr("row ranges"));
        rows->setToolTip(tr("Histogram of how far each row falls, in both directions from the diagonal"));
        without->setText(tr("without marked rows"));
        without->setToolTip(tr("Leave out the rows whose norm stands apart"));
        prime->setText(tr("ψ′(m)"));
        prime->setToolTip(tr("Show the slope of ψ below; its first zero ends the continuous range"));
        sign->setTexts({tr("m ≥ 0"), tr("signed m")});
        sign->setAccessibleName(tr("Sign of the distance"));
        view->setAccessibleName(tr("Chart of proximity by distance"));
    }
};

DistanceChart::DistanceChart(QWidget* parent)
    : QFrame(parent)
    , d(std::make_unique<Private>())
{
    setProperty("look", QStringLiteral("card"));
    d->head = new CardHead(this);
    d->band = new QComboBox(d->head);
    for (int k = 0; k < 4; ++k)
        d->band->addItem(QString());
    d->rows = new QCheckBox(d->head);
    d->without = new QCheckBox(d->head);
    d->prime = new QCheckBox(d->head);
    d->sign = new SegmentedControl(tr("Sign of the distance"), {tr("m ≥ 0"), tr("signed m")}, d->head);
    for (QWidget* control : std::initializer_list<QWidget*>{d->band, d->rows, d->without, d->prime, d->sign})
        d->head->add(control);
    d->band->setObjectName(QStringLiteral("band"));
    d->without->setObjectName(QStringLiteral("without"));
    d->prime->setObjectName(QStringLiteral("prime"));
    d->rows->setObjectName(QStringLiteral("rowRanges"));
    d->sign->setObjectName(QStringLiteral("sign"));
    d->without->hide();
    d->band->setCurrentIndex(static_cast<int>(d->options.band));
    d->view = new ChartView(this);
    d->scene = std::make_unique<DistanceScene>(d->view, this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 6);
    column->setSpacing(0);
    column->addWidget(d->head);
    column->addWidget(d->view, 1);
    d->view->setMinimumSize(280, DistanceScene::leastHeight());
    d->retranslate();

    connect(d->rows, &QCheckBox::clicked, this, [this](bool on) {
        setShowRowRanges(on);
        Q_EMIT showRowRangesChanged(on);
    });
    connect(d->band, &QComboBox::activated, this, [this](int index) {
        setBandKind(static_cast<BandKind>(index));
        Q_EMIT bandKindChanged(d->options.band);
    });
    connect(d->without, &QCheckBox::clicked, this, &DistanceChart::withoutMarkedRowsChanged);
    connect(d->prime, &QCheckBox::clicked, this, [this](bool on) {
        setShowPrime(on);
        Q_EMIT showPrimeChanged(on);
    });
    connect(d->sign, &SegmentedControl::chosen, this, [this](int index) {
        setSigned(index == 1);
        Q_EMIT signedChanged(index == 1);
    });

    ChartView* view = d->view;
    connect(view, &ChartView::resized, this, [this] { d->rebuild(); });
    connect(view, &ChartView::hovered, this, [this](QPointF at) { Q_EMIT hoveredOffset(d->scene->offsetAt(at)); });
    connect(view, &ChartView::left, this, [this] { Q_EMIT hoveredOffset(std::nullopt); });
    connect(view, &ChartView::cancelled, this, [this] { Q_EMIT hoveredOffset(std::nullopt); });
    connect(view, &ChartView::stepped, this,
            [this](int by) { Q_EMIT hoveredOffset(d->scene->heldOffset(d->crosshair ? *d->crosshair + by : 0)); });
    connect(view, &ChartView::wheeled, this, [this](QPointF at, double steps) {
        d->scene->wheel(at, steps);
        d->rebuild();
    });
    connect(view, &ChartView::dragged, this, [this](double dx) {
        d->scene->drag(dx);
        d->rebuild();
    });
    connect(view, &ChartView::doubleClicked, this, [this] {
        d->scene->reset();
        d->rebuild();
    });
}

DistanceChart::~DistanceChart() = default;

void DistanceChart::setState(const DistanceChartState& state)
{
    d->state = state;
    d->rebuild();
}

void DistanceChart::setCrosshair(std::optional<Index> m)
{
    if (d->crosshair == m)
        return;
    d->crosshair = m;
    d->scene->placeCrosshair(d->state, m);
    d->view->repaintScene();
}

void DistanceChart::setBandKind(BandKind kind)
{
    if (kind == d->options.band)
        return;
    d->band->setCurrentIndex(static_cast<int>(kind));
    d->options.band = kind;
    d->rebuild();
}

void DistanceChart::setShowPrime(bool show)
{
    d->prime->setChecked(show);
    if (show == d->options.prime)
        return;
    d->options.prime = show;
    d->view->setMinimumHeight(DistanceScene::leastHeight() + (show ? DistanceScene::kLeastPrime : 0));
    d->rebuild();
}

void DistanceChart::setShowRowRanges(bool show)
{
    d->rows->setChecked(show);
    if (show == d->options.rowRanges)
        return;
    d->options.rowRanges = show;
    d->rebuild();
}

void DistanceChart::setSigned(bool signedOffsets)
{
    d->sign->setCurrentIndex(signedOffsets ? 1 : 0);
    if (signedOffsets == d->options.isSigned)
        return;
    d->options.isSigned = signedOffsets;
    d->scene->reset();
    d->rebuild();
}

void DistanceChart::setWithoutMarkedRows(bool without, bool available)
{
    d->without->setVisible(available);
    d->without->setChecked(without);
}

std::uint64_t DistanceChart::paintedRevision() const
{
    return d->view->paintedRevision();
}

void DistanceChart::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (!d->view)
        return;
    if (event->type() == QEvent::LanguageChange)
        d->retranslate();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        d->rebuild();
}

} // namespace pescope::ui
