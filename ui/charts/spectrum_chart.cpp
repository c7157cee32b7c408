// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_chart.h"

#include "ui/charts/card_head.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/spectrum_scene.h"
#include "ui/charts/spectrum_scene_names.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"

#include <QComboBox>
#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace pescope::ui {

using namespace charts;

struct SpectrumChart::Private {
    SpectrumChart* q = nullptr;
    CardHead* head = nullptr;
    QLabel* computing = nullptr;
    SegmentedControl* segments = nullptr;
    QComboBox* choice = nullptr;
    ChartView* view = nullptr;
    std::unique_ptr<SpectrumScene> scene;
    std::optional<SpectrumView> made; ///< what the scene is of; nothing: a message
    QString message;
    SpectrumChartState state;
    SpectrumView wanted = SpectrumView::SingularValues;
    int componentsChoice = 0, frequenciesChoice = 0;
    std::optional<Index> point; ///< under the mouse or the keys
    std::optional<Index> crosshair;

    [[nodiscard]] QList<SpectrumView> views() const
    {
        if (!state.spectrum || !state.error.isEmpty())
            return {};
        QList<SpectrumView> list;
        if (state.spectrum->vectors)
            list << SpectrumView::SingularValues << SpectrumView::Components << SpectrumView::Frequencies
                 << SpectrumView::Neighbours;
        if (state.spectrum->rotary)
            list << SpectrumView::Decay;
        if (state.spectrum->bias)
            list << SpectrumView::ByHead;
        return list;
    }

    [[nodiscard]] std::optional<SpectrumView> shown() const
    {
        const QList<SpectrumView> list = views();
        if (list.isEmpty())
            return std::nullopt;
        return list.contains(wanted) ? wanted : list.first();
    }

    [[nodiscard]] int* choiceOf(SpectrumView which)
    {
        return which == SpectrumView::Components ? &componentsChoice
            : which == SpectrumView::Frequencies ? &frequenciesChoice
                                                 : nullptr;
    }

    void updateHead()
    {
        const QString name = sourceLetter(state.sourceIndex) + QStringLiteral("  ") + state.name;
        head->setTitle(state.name.isEmpty() ? tr("Spectrum") : tr("Spectrum of %1").arg(name));
        computing->setText(tr("computing…"));
        computing->setVisible(state.computing);
        segments->setAccessibleName(tr("View of the spectrum"));
        choice->setAccessibleName(tr("What the view shows"));
        const QList<SpectrumView> list = views();
        const auto now = shown();
        segments->setVisible(!list.isEmpty());
        QStringList texts;
        for (const SpectrumView which : list)
            texts << SpectrumNames::view(which);
        segments->setTexts(texts);
        for (int k = 0; k < list.size(); ++k)
            segments->setSegmentToolTip(k, SpectrumNames::tip(list[k]));
        const QSignalBlocker quiet(choice);
        choice->clear();
        if (now) {
            segments->setCurrentIndex(static_cast<int>(list.indexOf(*now)));
            choice->addItems(SpectrumNames::choices(*now));
            if (const int* at = choiceOf(*now))
                choice->setCurrentIndex(*at);
        }
        choice->setVisible(choice->count() > 0);
    }

    [[nodiscard]] QString messageNow() const
    {
        if (!state.error.isEmpty())
            return state.error;
        return state.computing ? tr("computing…") : tr("Nothing to look at yet: choose a source.");
    }

    void rebuild()
    {
        const auto now = shown();
        const QString text = now ? QString() : messageNow();
        if (!scene || made != now || message != text) {
            scene.reset(); // first, so that no two scenes are in the view
            scene = now ? makeSpectrumScene(*now, view, q) : makeMessageScene(view, q, text);
            made = now;
            message = text;
        }
        const int* at = now ? choiceOf(*now) : nullptr;
        scene->rebuild(state, at ? *at : 0);
        if (point && *point >= scene->points())
            point.reset();
        scene->mark(point, crosshair);
        describe();
        view->setRevision(state.revision);
    }

    void describe()
    {
        view->setAccessibleName(made ? tr("Chart: %1 of %2").arg(SpectrumNames::view(*made), state.name)
                                     : tr("Spectrum"));
        view->setAccessibleDescription(
            made ? tr("%1. Left and right move the point that is read out.").arg(scene->sentence())
                 : scene->sentence());
    }

    void show(SpectrumView which)
    {
        wanted = which;
        point.reset();
        updateHead();
        rebuild();
    }

    void setPoint(std::optional<Index> next)
    {
        if (next == point)
            return;
        point = next;
        scene->mark(point, crosshair);
        view->repaintScene();
        Q_EMIT q->hoveredRow(point ? scene->rowOf(*point) : std::nullopt);
    }

    void step(int by)
    {
        if (scene->points() == 0)
            return;
        const auto start = point ? point : crosshair ? scene->pointOf(*crosshair) : std::nullopt;
        const Index next = start ? std::clamp<Index>(*start + by, 0, scene->points() - 1) : scene->firstPoint();
        if (scene->reveal(next))
            rebuild();
        setPoint(next);
    }
};

SpectrumChart::SpectrumChart(QWidget* parent)
    : QFrame(parent)
    , d(std::make_unique<Private>())
{
    setProperty("look", QStringLiteral("card"));
    d->q = this;
    d->head = new CardHead(this);
    d->computing = makeBadge({}, d->head);
    d->segments = new SegmentedControl(tr("View of the spectrum"), {}, d->head);
    d->segments->setObjectName(QStringLiteral("views"));
    d->choice = new QComboBox(d->head);
    d->choice->setObjectName(QStringLiteral("choice"));
    d->choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (QWidget* control : std::initializer_list<QWidget*>{d->computing, d->segments, d->choice})
        d->head->add(control);
    d->view = new ChartView(this);
    d->view->setMinimumSize(280, 150);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 6);
    column->setSpacing(0);
    column->addWidget(d->head);
    column->addWidget(d->view, 1);
    d->updateHead();
    d->rebuild();

    connect(d->segments, &SegmentedControl::chosen, this, [this](int index) {
        const SpectrumView which = d->views().value(index, d->wanted);
        d->show(which);
        Q_EMIT viewChanged(which);
    });
    connect(d->choice, &QComboBox::currentIndexChanged, this, [this](int index) {
        if (int* at = d->made ? d->choiceOf(*d->made) : nullptr; at && index >= 0) {
            *at = index;
            d->point.reset();
            d->rebuild();
        }
    });
    ChartView* view = d->view;
    connect(view, &ChartView::resized, this, [this] { d->rebuild(); });
    connect(view, &ChartView::hovered, this, [this](QPointF at) { d->setPoint(d->scene->pointAt(at)); });
    connect(view, &ChartView::left, this, [this] { d->setPoint(std::nullopt); });
    connect(view, &ChartView::cancelled, this, [this] { d->setPoint(std::nullopt); });
    connect(view, &ChartView::stepped, this, [this](int by) { d->step(by); });
    connect(view, &ChartView::wheeled, this, [this](QPointF at, double steps) {
        d->scene->wheel(at, steps);
        d->rebuild();
    });
    connect(view, &ChartView::dragged, this, [this](double dx) {
        d->scene->drag(dx);
        d->rebuild();
    });
    connect(view, &ChartView::doubleClicked, this, [this] {
        d->scene->home();
        d->rebuild();
    });
}

SpectrumChart::~SpectrumChart() = default;

void SpectrumChart::setState(const SpectrumChartState& state)
{
    const bool other = state.spectrum != d->state.spectrum || state.sourceIndex != d->state.sourceIndex;
    d->state = state;
    if (other)
        d->point.reset();
    d->updateHead();
    d->rebuild();
}

void SpectrumChart::setCrosshairRow(std::optional<Index> row)
{
    if (row == d->crosshair)
        return;
    d->crosshair = row;
    d->scene->mark(d->point, row);
    d->view->repaintScene();
}

void SpectrumChart::setView(SpectrumView which)
{
    if (which != d->wanted)
        d->show(which);
}

std::optional<SpectrumView> SpectrumChart::view() const
{
    return d->shown();
}

QList<SpectrumView> SpectrumChart::views() const
{
    return d->views();
}

std::uint64_t SpectrumChart::paintedRevision() const
{
    return d->view->paintedRevision();
}

void SpectrumChart::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (!d->view)
        return;
    if (event->type() == QEvent::LanguageChange)
        d->updateHead();
    if (event->type() == QEvent::LanguageChange || event->type() == QEvent::PaletteChange
        || event->type() == QEvent::StyleChange || event->type() == QEvent::FontChange)
        d->rebuild();
}

} // namespace pescope::ui
