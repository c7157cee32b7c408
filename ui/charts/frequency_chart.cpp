// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/frequency_chart.h"

#include "ui/charts/card_head.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/frequency_scene.h"

#include <QEvent>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <cmath>

namespace pescope::ui {

using namespace charts;

struct FrequencyChart::Private {
    CardHead* head = nullptr;
    QLabel* fallOffLabel = nullptr;
    QSpinBox* fallOff = nullptr;
    QPushButton* formula = nullptr;
    ChartView* view = nullptr;
    std::unique_ptr<FrequencyScene> scene;
    FrequencyChartState state;
    std::optional<std::size_t> chosen;
    QPointF pressed;
    bool alone = false; ///< Alt is held

    void rebuild()
    {
        scene->rebuild(state, chosen, alone ? 0.0 : fallOff->value(), view->gripping());
        view->setRevision(state.revision);
    }

    void retranslate()
    {
        head->setTitle(tr("Frequencies ωᵢ"));
        fallOffLabel->setText(tr("Fall-off"));
        fallOff->setToolTip(tr("A dragged ω takes its neighbours along: by 61 % at this many indices, by 14 % at twice "
                               "as many. Alt moves one ω alone."));
        fallOff->setAccessibleName(tr("Fall-off, in indices"));
        fallOff->setSuffix(tr(" indices"));
        formula->setText(tr("ω from base"));
        formula->setToolTip(tr("Drop the free values and make ω from the base again"));
        view->setAccessibleName(tr("Chart of the frequencies ω by index"));
        view->setAccessibleDescription(
            tr("Left and right choose an ω, up and down move it by 1 %, with Shift by 10 %. Dragging does the same."));
    }
};

FrequencyChart::FrequencyChart(QWidget* parent)
    : QFrame(parent)
    , d(std::make_unique<Private>())
{
    setProperty("look", QStringLiteral("card"));
    d->head = new CardHead(this);
    auto* fallOff = new QWidget(d->head);
    auto* row = new QHBoxLayout(fallOff);
    row->setContentsMargins(0, 0, 0, 0);
    d->fallOffLabel = new QLabel(fallOff);
    d->fallOffLabel->setProperty("look", QStringLiteral("second"));
    d->fallOff = new QSpinBox(fallOff);
    d->fallOff->setObjectName(QStringLiteral("fallOff"));
    d->fallOff->setRange(0, 999);
    d->fallOff->setValue(12);
    row->addWidget(d->fallOffLabel);
    row->addWidget(d->fallOff);
    d->head->add(fallOff);
    d->formula = new QPushButton(d->head);
    d->formula->setObjectName(QStringLiteral("formula"));
    d->head->add(d->formula);
    d->view = new ChartView(this);
    d->view->setVerticalKeys(true);
    d->scene = std::make_unique<FrequencyScene>(d->view, this);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 6);
    column->setSpacing(0);
    column->addWidget(d->head);
    column->addWidget(d->view, 1);
    d->view->setMinimumSize(280, FrequencyScene::kLeastHeight);
    d->retranslate();

    ChartView* view = d->view;
    const auto width = [this] { return d->alone ? 0.0 : static_cast<double>(d->fallOff->value()); };
    view->setGrip([this](QPointF at) -> std::optional<Qt::CursorShape> {
        return d->state.editable && d->scene->handleAt(at) ? std::optional(Qt::SizeVerCursor) : std::nullopt;
    });
    connect(d->fallOff, &QSpinBox::valueChanged, this, [this] { d->rebuild(); });
    connect(d->formula, &QPushButton::clicked, this, &FrequencyChart::formulaRequested);
    connect(view, &ChartView::resized, this, [this] { d->rebuild(); });
    connect(view, &ChartView::hovered, this, [this](QPointF at) {
        if (const auto handle = d->scene->handleAt(at); handle && handle != d->chosen) {
            d->chosen = handle;
            d->rebuild();
        }
    });
    connect(view, &ChartView::gripped, this, [this](QPointF at) {
        d->chosen = d->scene->handleAt(at);
        d->pressed = at;
        d->rebuild();
    });
    connect(view, &ChartView::gripMoved, this, [this, width](QPointF at, Qt::KeyboardModifiers modifiers) {
        d->alone = modifiers.testFlag(Qt::AltModifier);
        if (d->chosen)
            Q_EMIT dragged(*d->chosen, d->scene->factorOf(d->pressed.y() - at.y()), width());
    });
    connect(view, &ChartView::gripReleased, this, [this] {
        d->alone = false;
        if (d->chosen)
            Q_EMIT dragFinished(*d->chosen);
        d->rebuild(); // the axis may take up new ends now
    });
    connect(view, &ChartView::gripCancelled, this, [this] {
        d->alone = false;
        Q_EMIT dragCancelled();
    });
    connect(view, &ChartView::stepped, this, [this](int by) {
        if (!d->state.active || d->state.active->omega.empty())
            return;
        const auto last = static_cast<std::ptrdiff_t>(d->state.active->omega.size()) - 1;
        const auto now = static_cast<std::ptrdiff_t>(d->chosen.value_or(0)) + (d->chosen ? by : 0);
        d->chosen = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now, 0, last));
        d->rebuild();
    });
    connect(view, &ChartView::raised, this, [this, width](int by) {
        if (d->chosen && d->state.editable)
            Q_EMIT stepped(*d->chosen, std::pow(1.01, by), width());
    });
}

FrequencyChart::~FrequencyChart() = default;

void FrequencyChart::setState(const FrequencyChartState& state)
{
    const bool other = !state.active || !d->state.active || state.active->sourceIndex != d->state.active->sourceIndex
        || state.active->omega.size() != d->state.active->omega.size();
    d->state = state;
    if (other && !d->view->gripping())
        d->chosen.reset();
    d->fallOff->setEnabled(state.editable);
    d->formula->setVisible(state.free);
    d->rebuild();
}

std::uint64_t FrequencyChart::paintedRevision() const
{
    return d->view->paintedRevision();
}

QPointF FrequencyChart::handlePlace(std::size_t k) const
{
    return d->view->mapTo(this, QPoint()) + d->scene->handlePlace(k);
}

void FrequencyChart::changeEvent(QEvent* event)
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
