// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/probe_panel.h"

#include "ui/charts/layer_chart.h"
#include "ui/theme/theme.h"
#include "ui/widgets/job_note.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"

#include <QCheckBox>
#include <QEvent>
#include <QGridLayout>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include <array>

namespace pescope::ui {

namespace {

using Property = bert::OverWords bert::MapProperties::*;

constexpr std::array<Property, 4> kProperties{&bert::MapProperties::translationInvariance,
                                              &bert::MapProperties::symmetry, &bert::MapProperties::monotonicity,
                                              &bert::MapProperties::monotonicityLocal};

QString withSpread(const bert::OverWords& value)
{
    return value.deviation == value.deviation
        ? QStringLiteral("%1 ± %2").arg(numberText(value.mean, 2), numberText(value.deviation, 2))
        : numberText(value.mean, 2);
}

} // namespace

ProbePanel::ProbePanel(QWidget* parent)
    : QWidget(parent)
    , m_title(makeLabel({}, "heading"))
    , m_help(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_countLabel(makeLabel({}, "second"))
    , m_seedLabel(makeLabel({}, "second"))
    , m_tokensLabel(makeLabel({}, "second"))
    , m_table(makeLabel({}, "", nullptr, TextSize::Small))
    , m_decodeTitle(makeLabel({}, "heading"))
    , m_decodeHelp(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_decodeNote(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_count(new QSpinBox)
    , m_seed(new QSpinBox)
    , m_tokens(new QSpinBox)
    , m_special(new QCheckBox)
    , m_measure(new QPushButton)
    , m_decode(new QPushButton)
    , m_note(new JobNote)
    , m_property(new SegmentedControl({}, {QStringLiteral("TI"), QStringLiteral("SYM"), QStringLiteral("MON"), {}}))
    , m_chart(new LayerChart)
    , m_decodeChart(new LayerChart)
{
    m_count->setRange(1, 300);
    m_count->setValue(50);
    m_seed->setRange(0, 9999);
    m_tokens->setRange(4, 512);
    m_tokens->setValue(16);
    m_special->setChecked(true);
    m_property->setCurrentIndex(2);
    m_table->setTextFormat(Qt::RichText);
    for (QLabel* label : {m_help, m_decodeHelp, m_decodeNote})
        label->setWordWrap(true);
    for (LayerChart* chart : {m_chart, m_decodeChart}) {
        chart->setCompact();
        chart->setMinimumHeight(140);
        connect(chart, &LayerChart::chosen, this, &ProbePanel::layerChosen);
    }

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 12);
    column->setSpacing(6);
    column->addWidget(m_title);
    column->addWidget(m_help);
    auto* form = new QGridLayout;
    form->setHorizontalSpacing(8);
    form->addWidget(m_countLabel, 0, 0);
    form->addWidget(m_count, 0, 1);
    form->addWidget(m_seedLabel, 0, 2);
    form->addWidget(m_seed, 0, 3);
    form->addWidget(m_tokensLabel, 1, 0);
    form->addWidget(m_tokens, 1, 1);
    form->addWidget(m_special, 1, 2, 1, 2);
    column->addLayout(form);
    column->addWidget(m_measure);
    column->addWidget(m_note);
    column->addWidget(m_table);
    column->addWidget(m_property, 0, Qt::AlignLeft);
    column->addWidget(m_chart);
    column->addWidget(makeLine(this));
    column->addWidget(m_decodeTitle);
    column->addWidget(m_decodeHelp);
    column->addWidget(m_decode);
    column->addWidget(m_decodeChart);
    column->addWidget(m_decodeNote);
    column->addStretch();
    connect(m_measure, &QPushButton::clicked, this, [this] { Q_EMIT wordsRequested(request()); });
    connect(m_decode, &QPushButton::clicked, this, [this] { Q_EMIT decodabilityRequested(request()); });
    connect(m_property, &SegmentedControl::chosen, this, [this] { fillWords(); });
    retranslate();
    setReady(false);
}

ProbeRequest ProbePanel::request() const
{
    return {.words = m_count->value(),
            .seed = static_cast<std::uint64_t>(m_seed->value()),
            .tokens = m_tokens->value(),
            .special = m_special->isChecked()};
}

void ProbePanel::setReady(bool ready)
{
    m_measure->setEnabled(ready);
    m_decode->setEnabled(ready);
}

void ProbePanel::showLayer(int layers, int layer, int head)
{
    m_layers = layers;
    m_layer = layer;
    m_head = head;
    fillWords();
    fillDecodability();
}

void ProbePanel::showWords(const std::shared_ptr<const WordRun>& run, const QString& exchange)
{
    m_words = run;
    m_wordsExchange = exchange;
    fillWords();
}

void ProbePanel::showDecodability(const std::shared_ptr<const DecodeRun>& run, const QString& exchange)
{
    m_decodability = run;
    m_decodeExchange = exchange;
    fillDecodability();
}

void ProbePanel::fillWords()
{
    const bool shown = m_words != nullptr;
    m_table->setVisible(shown);
    m_property->setVisible(shown);
    m_chart->setVisible(shown);
    if (!shown)
        return;
    const auto& both = m_words->properties;
    const auto of = [&](const bert::WordProperties& words, int layer) -> const bert::MapProperties& {
        return m_head >= 0 && m_head < static_cast<int>(words.heads)
            ? words.head(bert::Layer{layer}, m_head)
            : words.ofMeanOverHeads[static_cast<std::size_t>(layer - 1)];
    };
    const int layer = std::clamp(m_layer, 1, both.original.layers);
    const QString row = QStringLiteral("<tr><td>%1</td><td align='right'>&nbsp; %2</td><td align='right'>&nbsp; %3</td>"
                                       "</tr>");
    const QString names[] = {tr("TI of logits"), tr("SYM"), tr("MON"), tr("MON local")};
    QString text = QStringLiteral("<table width='100%'>")
        + row.arg(
            tr("<b>layer %1</b>, %2").arg(layer).arg(m_head >= 0 ? tr("head %1").arg(m_head + 1) : tr("mean of heads")),
            tr("original").toHtmlEscaped(), m_wordsExchange.toHtmlEscaped());
    for (std::size_t k = 0; k < kProperties.size(); ++k)
        text += row.arg(names[k], withSpread(of(both.original, layer).*kProperties[k]),
                        withSpread(of(both.exchanged, layer).*kProperties[k]));
    m_table->setText(text + QStringLiteral("</table>")
                     + tr("mean ± sd over %1 words, %2 tokens each are measured, without [CLS] and [SEP]")
                           .arg(both.original.words)
                           .arg(both.original.tokens));
    m_table->setWordWrap(true);
    const Property property = kProperties[static_cast<std::size_t>(m_property->currentIndex())];
    std::vector<double> before, now;
    for (int n = 1; n <= both.original.layers; ++n) {
        before.push_back((of(both.original, n).*property).mean);
        now.push_back((of(both.exchanged, n).*property).mean);
    }
    m_chart->setState(
        {.title = {},
         .note = {},
         .yTitle = {},
         .xTitle = {},
         .first = 1,
         .layers = both.original.layers,
         .plainIndex = false,
         .chosen = layer,
         .curves = {{tr("original"), 0, 1, before, true, false}, {m_wordsExchange, 0, 1, now, false, true}},
         .details = {},
         .revision = 0});
}

void ProbePanel::fillDecodability()
{
    const bool shown = m_decodability != nullptr;
    m_decodeChart->setVisible(shown);
    m_decodeNote->setVisible(shown);
    if (!shown)
        return;
    const auto& both = m_decodability->byState;
    const auto scores = [](const std::vector<bert::Decodability>& list) {
        std::vector<double> values;
        values.reserve(list.size());
        for (const bert::Decodability& one : list)
            values.push_back(one.r2);
        return values;
    };
    m_decodeChart->setState({.title = {},
                             .note = {},
                             .yTitle = QStringLiteral("R²"),
                             .xTitle = {},
                             .first = 0,
                             .layers = static_cast<int>(both.original.size()) - 1,
                             .plainIndex = false,
                             .chosen = m_layer,
                             .curves = {{tr("original"), 0, 0, scores(both.original), true, false},
                                        {m_decodeExchange, 0, 0, scores(both.exchanged), false, true}},
                             .details = {},
                             .revision = 0});
    const auto at = std::min(static_cast<std::size_t>(m_layer), both.original.size() - 1);
    m_decodeNote->setText(
        tr("%4 texts of %5 tokens; after layer %6 the mean error is %1 tokens, with exchanged positions (read by a "
           "regression of their own) %2; guessing the middle is off by %3.")
            .arg(numberText(both.original[at].meanAbsoluteError, 2),
                 numberText(both.exchanged[at].meanAbsoluteError, 2), numberText(both.original[at].baselineError, 2))
            .arg(m_decodability->request.words)
            .arg(m_decodability->request.tokens)
            .arg(at));
}

void ProbePanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void ProbePanel::retranslate()
{
    m_title->setText(tr("Identical words"));
    m_help->setText(tr("Texts that repeat one random word: only position can make a difference between their tokens."));
    m_countLabel->setText(tr("Words"));
    m_seedLabel->setText(tr("Seed"));
    m_tokensLabel->setText(tr("Tokens"));
    m_count->setAccessibleName(tr("Number of words"));
    m_seed->setAccessibleName(tr("Seed of the words"));
    m_tokens->setAccessibleName(tr("Tokens of each text"));
    m_special->setText(tr("[CLS], [SEP]"));
    m_special->setToolTip(tr("Put them around each text; they are never measured"));
    m_measure->setText(tr("Measure"));
    m_property->setTexts({QStringLiteral("TI"), QStringLiteral("SYM"), QStringLiteral("MON"), tr("MON local")});
    m_property->setAccessibleName(tr("Property over the layers"));
    m_decodeTitle->setText(tr("Position read from hidden states"));
    m_decodeHelp->setText(
        tr("Linear regression from a state to its position, on as many texts of random words, tested on "
           "texts it has not seen. R² of 1: exact, 0: no better than the middle."));
    m_decode->setText(tr("Read positions"));
    fillWords();
    fillDecodability();
}

} // namespace pescope::ui
