// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/span_panel.h"

#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace pescope::ui {

SpanPanel::SpanPanel(QWidget* parent)
    : QWidget(parent)
    , m_heading(makeLabel({}, "heading"))
    , m_help(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_exchanges(makeLabel({}, "heading"))
    , m_unit(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_bars(new ExchangeBars)
    , m_normTitle(makeLabel({}, "heading"))
    , m_norms(new LayerChart)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 12);
    column->setSpacing(4);
    column->addWidget(m_heading);
    m_help->setWordWrap(true);
    column->addWidget(m_help);
    for (std::size_t k = 0; k < m_charts.size(); ++k) {
        m_titles[k] = new ElidedLabel({}, nullptr, Qt::ElideMiddle);
        m_values[k] = makeLabel({}, "second", nullptr, TextSize::Small);
        m_charts[k] = new LayerChart;
        m_charts[k]->setCompact();
        column->addWidget(m_titles[k]);
        column->addWidget(m_values[k]);
        column->addWidget(m_charts[k], 1);
        connect(m_charts[k], &LayerChart::chosen, this, &SpanPanel::layerChosen);
    }
    column->addWidget(makeLine(this));
    auto* head = new QHBoxLayout;
    head->addWidget(m_exchanges, 1);
    head->addWidget(m_unit);
    column->addLayout(head);
    column->addWidget(m_bars);
    column->addWidget(makeLine(this));
    column->addWidget(m_normTitle);
    m_norms->setCompact();
    m_norms->setMinimumHeight(120);
    column->addWidget(m_norms);
    column->addStretch();
    connect(m_norms, &LayerChart::chosen, this, &SpanPanel::layerChosen);
    retranslate();
    showSpans(nullptr, {}, {}, 0, 0);
}

void SpanPanel::showSpans(const SpanRun* spans, const QString& a, const QString& b, int layers, int layer)
{
    for (std::size_t k = 0; k < m_charts.size(); ++k) {
        m_titles[k]->setVisible(spans);
        m_values[k]->setVisible(spans);
        m_charts[k]->setVisible(spans);
    }
    if (!spans) {
        m_help->setText(
            tr("Drag over the tokens to mark a span, then over others for the second one. A click on a token "
               "takes it away."));
        return;
    }
    const auto& original = spans->curves.original;
    const auto& exchanged = spans->curves.exchanged;
    struct Shown {
        QString title;
        const std::vector<double>*original, *exchanged;
        int first; // axis index of element 0
    };
    m_help->setText(
        tr("Span 1: %1. Span 2: %2. Attention: what a token of the one gives to all of the other, mean over "
           "tokens and heads; spread evenly it would be %3 and %4.")
            .arg(a, b, numberText(original.alikeAToB, 2), numberText(original.alikeBToA, 2)));
    const Shown shown[] = {{tr("Attention, span 1 → span 2"), &original.fromAToB, &exchanged.fromAToB, 1},
                           {tr("Attention, span 2 → span 1"), &original.fromBToA, &exchanged.fromBToA, 1},
                           {tr("Similarity (mean cosine)"), &original.meanCosine, &exchanged.meanCosine, 0}};
    for (std::size_t k = 0; k < m_charts.size(); ++k) {
        m_titles[k]->setText(shown[k].title);
        const auto at = static_cast<std::size_t>(std::max(0, layer - shown[k].first));
        const bool known = layer >= shown[k].first && at < shown[k].original->size();
        const double before = known ? (*shown[k].original)[at] : 0, now = known ? (*shown[k].exchanged)[at] : 0;
        m_values[k]->setText(known
                                 ? tr("original %1, exchanged %2 (%3)")
                                       .arg(numberText(before), numberText(now),
                                            (now < before ? QString() : QStringLiteral("+")) + numberText(now - before))
                                 : tr("the embedding has no attention"));
        m_charts[k]->setState({.title = {},
                               .note = {},
                               .yTitle = {},
                               .xTitle = {},
                               .first = 0,
                               .layers = layers,
                               .plainIndex = false,
                               .chosen = layer,
                               .curves = {{tr("original"), 0, shown[k].first, *shown[k].original, true, false},
                                          {tr("exchanged"), 0, shown[k].first, *shown[k].exchanged, false, true}},
                               .details = {},
                               .revision = 0});
    }
}

void SpanPanel::showNorms(const std::vector<LayerCurve>& curves, int layers, int layer)
{
    LayerChartState state;
    state.layers = layers;
    state.chosen = layer;
    state.curves = curves;
    m_norms->setState(state);
}

void SpanPanel::showExchanges(std::vector<ExchangeBars::Bar> bars, const QString& layerName)
{
    m_exchanges->setText(tr("All exchanges, %1").arg(layerName));
    m_bars->setBars(std::move(bars));
}

void SpanPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void SpanPanel::retranslate()
{
    m_heading->setText(tr("Between the two spans"));
    m_normTitle->setText(tr("Mean norm ‖h‖ of the words"));
    m_unit->setText(tr("mean |Δ cosine|"));
}

} // namespace pescope::ui
