// SPDX-License-Identifier: GPL-3.0-or-later
// What the Text workspace shows of a run: maps, curves, spans, heads.
#include "ui/charts/layer_chart.h"
#include "ui/theme/theme.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/text/head_panel.h"
#include "ui/workspaces/text/layer_strip.h"
#include "ui/workspaces/text/probe_panel.h"
#include "ui/workspaces/text/span_panel.h"
#include "ui/workspaces/text/text_inspector.h"
#include "ui/workspaces/text/text_presenter.h"
#include "ui/workspaces/text/text_workspace.h"
#include "ui/workspaces/text/token_strip.h"

#include <QLabel>

#include <algorithm>
#include <functional>

namespace pescope::ui {

namespace {

constexpr int kSpanColours[] = {0, 2};

} // namespace

void TextWorkspace::showMaps()
{
    const auto& run = m_text.current();
    const bool attention = m_what->currentIndex() == 1 && m_layer > 0;
    // the layer first: it must not be cut where there is little room
    m_title->setText(attention          ? tr("Layer %1: attention").arg(m_layer)
                         : m_layer == 0 ? tr("Embedding output: similarity of states")
                                        : tr("After layer %1: similarity of states").arg(m_layer));
    if (!run)
        return;
    if (m_layer > 0)
        m_text.wantAttention(bert::Layer{m_layer});
    if (!attention)
        m_text.wantSimilarity(m_layer);
    const auto& weights = m_text.attention();
    const auto& similarity = m_text.similarity();
    if (attention ? !weights || weights->layer.number != m_layer : !similarity || similarity->axisIndex != m_layer)
        return; // it comes when it is ready
    const auto states =
        attention ? present::attentionMaps(*run, *weights, head()) : present::similarityMaps(*run, *similarity);
    for (std::size_t k = 0; k < m_maps.size(); ++k)
        m_maps[k]->setState(states[k]);
    const auto pair = present::mostChanged(states);
    m_change->setText(pair ? (attention ? tr("Most changed: %1 (%2) → %3 (%4), from %5 to %6")
                                        : tr("Most changed: %1 (%2) and %3 (%4), from %5 to %6"))
                                 .arg(states[0].tokens.value(pair->row))
                                 .arg(pair->row)
                                 .arg(states[0].tokens.value(pair->column))
                                 .arg(pair->column)
                                 .arg(numberText((*states[0].values)(pair->row, pair->column)),
                                      numberText((*states[1].values)(pair->row, pair->column)))
                           : QString());
    showSettled();
}

void TextWorkspace::showCurves()
{
    const auto& run = m_text.current();
    if (!run || layers() == 0)
        return;
    std::vector<LayerCurve> similarity, divergence;
    std::vector<ExchangeBars::Bar> bars;
    const auto add = [&](const ExchangeChoice& choice, const bert::ExchangeCurves& curves, bool current) {
        // a source as it is drowns the words: its curve would flatten all others
        const bool apart = choice.kind == Exchange::Source && !choice.matchNorm && !current;
        const QString name = present::exchangeText(choice);
        const int colour = current ? 0 : 1 + static_cast<int>(choice.kind);
        if (!apart) {
            similarity.push_back({name, colour, 0, curves.cosine, false, current});
            divergence.push_back({name, colour, 1, curves.divergence, false, current});
        }
        if (static_cast<std::size_t>(m_layer) < curves.cosine.size())
            bars.push_back({name, curves.cosine[static_cast<std::size_t>(m_layer)], current});
    };
    for (const OtherExchange& other : m_probes.others())
        if (other.choice != run->choice)
            add(other.choice, other.curves, false);
    add(run->choice, run->curves, true);
    std::ranges::stable_sort(bars, std::greater{}, &ExchangeBars::Bar::value);
    const auto state = [&](const QString& title, const QString& note, const QString& unit,
                           std::vector<LayerCurve> curves) {
        LayerChartState chart;
        chart.title = title;
        chart.note = note;
        chart.yTitle = unit;
        chart.layers = layers();
        chart.chosen = m_layer;
        chart.curves = std::move(curves);
        return chart;
    };
    m_similarity->setState(state(tr("Change of similarity by layer"), tr("pairs of two tokens"), tr("mean |Δ cosine|"),
                                 std::move(similarity)));
    m_divergence->setState(
        state(tr("Attention divergence by layer"), tr("Jensen–Shannon"), tr("bit"), std::move(divergence)));
    SpanPanel* panel = m_inspector->spans();
    panel->showExchanges(std::move(bars), layerName(m_layer));
    panel->showNorms(present::normCurves(*run), layers(), m_layer);
    const auto& spans = m_probes.spans();
    panel->showSpans(spans.get(), spans ? present::spanText(run->encoded, spans->a) : QString(),
                     spans ? present::spanText(run->encoded, spans->b) : QString(), layers(), m_layer);
}

void TextWorkspace::showStrip()
{
    const auto& run = m_text.current();
    QList<LayerStrip::Row> rows;
    if (run) {
        const double low = present::leastOf(run->small);
        rows = {{tr("original, cosine"), present::smallImages(run->small.original, low)},
                {tr("exchanged, cosine"), present::smallImages(run->small.exchanged, low)}};
    }
    m_strip->setRows(rows);
    m_strip->setChosen(m_layer);
}

void TextWorkspace::showSpans()
{
    const auto& run = m_text.current();
    const Theme theme = Theme::of(this);
    QList<TokenRange> ranges;
    QStringList names;
    for (std::size_t k = 0; k < m_spans.size(); ++k) {
        if (!m_spans[k] || !run)
            continue;
        ranges.append({static_cast<int>(m_spans[k]->begin), static_cast<int>(m_spans[k]->end), kSpanColours[k]});
        names << QStringLiteral("<b style='color:%1'>%2</b> %3")
                     .arg(theme.source(kSpanColours[k]).name(), tr("span %1").arg(k + 1),
                          present::spanText(run->encoded, *m_spans[k]).toHtmlEscaped());
    }
    m_tokens->setSpans(ranges);
    m_spanNames->setText(names.isEmpty() ? tr("drag over tokens to mark two spans")
                                         : names.join(QStringLiteral("&nbsp;&nbsp; ")));
    for (TokenMap* map : m_maps)
        map->setSpans(ranges);
    m_probes.setSpans(m_spans[0] && m_spans[1] ? std::optional(std::pair(*m_spans[0], *m_spans[1])) : std::nullopt);
}

void TextWorkspace::showHeads()
{
    const bool shown = m_inspector->page() == TextInspector::Page::Heads;
    m_probes.setHeadsWanted(shown);
    const int chosen = m_what->currentIndex() == 1 ? head() : -1;
    m_inspector->probes()->showLayer(layers(), m_layer, chosen);
    if (!shown)
        return;
    m_inspector->heads()->showHeads(m_probes.heads());
    m_inspector->heads()->showLayer(m_text.current(), m_text.attention(), m_layer, chosen);
}

} // namespace pescope::ui
