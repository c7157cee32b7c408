// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/omega_chart.h"

#include "ui/charts/card_head.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/omega_scene.h"
#include "ui/widgets/segmented_control.h"

#include <QCheckBox>
#include <QEvent>
#include <QVBoxLayout>

namespace pescope::ui {

using namespace charts;

struct OmegaChart::Private {
    CardHead* head = nullptr;
    QCheckBox *magnifier = nullptr, *steps = nullptr, *prime = nullptr, *former = nullptr;
    SegmentedControl* unit = nullptr;
    ChartView* view = nullptr;
    std::unique_ptr<OmegaScene> scene;
    std::uint64_t revision = 0;
    std::optional<Index> crosshair;
    OmegaOptions options;
    std::optional<RangeSense> held; ///< the end of a bar under the mouse's button
    bool moved = false;

    void rebuild()
    {
        scene->rebuild(options, crosshair);
        view->setRevision(revision);
    }

    void retranslate()
    {
        head->setTitle(tr("Monotone range of ψ(m) = Σ cos(ωᵢ m)"));
        magnifier->setText(tr("Magnifier"));
        magnifier->setToolTip(tr("Enlarge the end of the integer range"));
        steps->setText(tr("Steps"));
        steps->setToolTip(tr("Show ψ(m + 1) − ψ(m) below: the first rise ends the integer range"));
        prime->setText(tr("ψ′(m)"));
        prime->setToolTip(tr("Show the slope of ψ at real m: its first zero ends the continuous range, often long "
                             "before a rise from one integer to the next"));
        former->setText(tr("Former curve"));
        former->setToolTip(tr("Keep the curve before the last edit, grey and dashed"));
        unit->setTexts({tr("ψ"), tr("ψ / ψ(0)")});
        unit->setAccessibleName(tr("Unit of ψ"));
        view->setAccessibleName(tr("Chart of ψ and its monotone range"));
    }
};

OmegaChart::OmegaChart(QWidget* parent)
    : QFrame(parent)
    , d(std::make_unique<Private>())
{
    setProperty("look", QStringLiteral("card"));
    d->head = new CardHead(this);
    const auto check = [this](const QString& name, bool OmegaOptions::* option) {
        auto* box = new QCheckBox(d->head);
        box->setObjectName(name);
        box->setChecked(d->options.*option);
        d->head->add(box);
        connect(box, &QCheckBox::toggled, this, [this, option](bool on) {
            d->options.*option = on;
            d->view->setMinimumHeight(OmegaScene::leastHeight(d->options));
            d->rebuild();
        });
        return box;
    };
    d->magnifier = check(QStringLiteral("magnifier"), &OmegaOptions::magnifier);
    d->steps = check(QStringLiteral("steps"), &OmegaOptions::steps);
    d->prime = check(QStringLiteral("prime"), &OmegaOptions::prime);
    d->former = check(QStringLiteral("former"), &OmegaOptions::former);
    d->unit = new SegmentedControl(tr("Unit of ψ"), {tr("ψ"), tr("ψ / ψ(0)")}, d->head);
    d->unit->setObjectName(QStringLiteral("unit"));
    d->head->add(d->unit);
    connect(d->unit, &SegmentedControl::chosen, this, [this](int index) {
        d->options.normalised = index == 1;
        d->rebuild();
    });

    d->view = new ChartView(this);
    d->scene = std::make_unique<OmegaScene>(d->view, this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 6);
    column->setSpacing(0);
    column->addWidget(d->head);
    column->addWidget(d->view, 1);
    d->view->setMinimumSize(280, OmegaScene::leastHeight(d->options));
    d->retranslate();

    ChartView* view = d->view;
    view->setGrip([this](QPointF at) -> std::optional<Qt::CursorShape> {
        return d->scene->rangeEndAt(at) ? std::optional(Qt::SizeHorCursor) : std::nullopt;
    });
    connect(view, &ChartView::gripped, this, [this](QPointF at) {
        d->held = d->scene->rangeEndAt(at);
        d->moved = false;
    });
    connect(view, &ChartView::gripMoved, this, [this](QPointF at) {
        if (!d->held)
            return;
        d->moved = true;
        d->scene->showTarget(*d->held, d->scene->targetAt(*d->held, at));
        d->view->repaintScene();
    });
    const auto letGo = [this] {
        d->held.reset();
        d->scene->hideTarget();
        d->view->repaintScene();
    };
    connect(view, &ChartView::gripReleased, this, [this, letGo](QPointF at) {
        const auto sense = d->held;
        letGo();
        if (sense && d->moved)
            Q_EMIT rangeWanted(*sense, d->scene->targetAt(*sense, at));
    });
    connect(view, &ChartView::gripCancelled, this, letGo);
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

OmegaChart::~OmegaChart() = default;

void OmegaChart::setState(const OmegaChartState& state)
{
    d->revision = state.revision;
    d->scene->setState(state);
    d->former->setEnabled(state.before.has_value());
    const auto& ranges = state.now.ranges;
    d->view->setAccessibleDescription(
        ranges.integer ? tr("ψ falls over %1 at integer m; ψ(0) = %2")
                             .arg(tr("0…%1").arg(wholeText(*ranges.integer)), plainText(state.now.psi0, 6))
                       : tr("ψ falls up to the end of the search, m = %1; ψ(0) = %2")
                             .arg(wholeText(ranges.searchedTo), plainText(state.now.psi0, 6)));
    d->rebuild();
}

void OmegaChart::setCrosshair(std::optional<Index> m)
{
    if (d->crosshair == m)
        return;
    d->crosshair = m;
    d->scene->placeCrosshair(m);
    d->view->repaintScene();
}

std::uint64_t OmegaChart::paintedRevision() const
{
    return d->view->paintedRevision();
}

QPointF OmegaChart::rangeEnd(RangeSense sense) const
{
    return d->view->mapTo(this, QPoint()) + d->scene->rangeEnd(sense);
}

void OmegaChart::changeEvent(QEvent* event)
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
