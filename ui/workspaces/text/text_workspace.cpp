// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/text_workspace.h"

#include "ui/charts/layer_chart.h"
#include "ui/theme/theme.h"
#include "ui/widgets/job_note.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/text/head_panel.h"
#include "ui/workspaces/text/layer_strip.h"
#include "ui/workspaces/text/map_row.h"
#include "ui/workspaces/text/probe_panel.h"
#include "ui/workspaces/text/span_panel.h"
#include "ui/workspaces/text/text_controls.h"
#include "ui/workspaces/text/text_inspector.h"
#include "ui/workspaces/text/text_presenter.h"
#include "ui/workspaces/text/token_strip.h"

#include <QClipboard>
#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace pescope::ui {

namespace {

constexpr int kMargin = 12, kGap = 8;

} // namespace

TextWorkspace::TextWorkspace(Document& positions, QWidget* parent)
    : QWidget(parent)
    , m_positions(positions)
    , m_probes(m_text)
    , m_controls(new TextControls(positions))
    , m_inspector(new TextInspector)
    , m_tokens(new TokenStrip)
    , m_tokensTitle(makeLabel({}, "heading"))
    , m_spanNames(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_banner(makeLabel({}, "value"))
    , m_factor(makeLabel({}, "second"))
    , m_title(makeLabel({}, "heading"))
    , m_change(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_what(new SegmentedControl({}, {QString(), QString()}))
    , m_head(new QComboBox)
    , m_strip(new LayerStrip)
    , m_more(makeIconButton(IconName::More, {}))
    , m_beside(new QAction(this))
    , m_saveMaps(new QAction(this))
    , m_sendMap(new QAction(this))
    , m_sendStates(new QAction(this))
    , m_copyCode(new QAction(this))
    , m_copyCommands(new QAction(this))
    , m_similarity(new LayerChart)
    , m_divergence(new LayerChart)
{
    for (TokenMap*& map : m_maps)
        map = new TokenMap;
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_controls);
    layout->addWidget(buildCentre(), 1);
    layout->addWidget(m_inspector);
    connectAll();
    connectInspector();
    retranslate();
    follow();
    setAttention(false);
    setFocusProxy(m_controls);
}

QWidget* TextWorkspace::buildCentre()
{
    auto* centre = new QWidget(this);
    auto* column = new QVBoxLayout(centre);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->setSpacing(kGap);
    QFrame* chips = makeCard(centre);
    auto* chipRow = new QVBoxLayout(chips);
    chipRow->setContentsMargins(12, 8, 12, 8);
    chipRow->setSpacing(4);
    auto* names = new QHBoxLayout;
    names->addWidget(m_tokensTitle);
    names->addWidget(m_spanNames, 1);
    m_spanNames->setTextFormat(Qt::RichText);
    chipRow->addLayout(names);
    chipRow->addWidget(m_tokens);
    column->addWidget(chips);

    QFrame* card = makeCard(centre);
    auto* inner = new QVBoxLayout(card);
    inner->setContentsMargins(12, 8, 12, 8);
    inner->setSpacing(6);
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(m_what);
    head->addWidget(m_head);
    auto* menu = new QMenu(m_more);
    m_beside->setCheckable(true);
    menu->addActions({m_beside, m_saveMaps, m_sendMap, m_sendStates});
    menu->addSeparator();
    menu->addActions({m_copyCode, m_copyCommands});
    m_more->setMenu(menu);
    m_more->setPopupMode(QToolButton::InstantPopup);
    head->addWidget(m_more);
    inner->addLayout(head);
    auto* banner = new QHBoxLayout;
    banner->addWidget(m_banner, 1);
    banner->addWidget(m_factor);
    m_banner->setWordWrap(true);
    inner->addLayout(banner);
    inner->addWidget(new MapRow({m_maps[0], m_maps[1], m_maps[2]}), 4);
    inner->addWidget(m_change);
    inner->addWidget(m_strip, 1);
    column->addWidget(card, 3);

    auto* curves = new QHBoxLayout;
    curves->setSpacing(kGap);
    curves->addWidget(m_similarity);
    curves->addWidget(m_divergence);
    for (LayerChart* chart : {m_similarity, m_divergence})
        chart->setProperty("help", QStringLiteral("layers"));
    column->addLayout(curves, 1);
    return centre;
}

void TextWorkspace::connectAll()
{
    connect(m_controls, &TextControls::openRequested, this, &TextWorkspace::openRequested);
    connect(m_controls, &TextControls::runRequested, this, [this] {
        m_text.setText(m_controls->sentence());
        follow();
        m_text.run();
    });
    connect(m_controls, &TextControls::choiceChanged, this, &TextWorkspace::follow);
    connect(m_strip, &LayerStrip::picked, this, &TextWorkspace::setLayer);
    connect(m_beside, &QAction::toggled, this, &TextWorkspace::besideToggled);
    connect(m_saveMaps, &QAction::triggered, this, &TextWorkspace::saveRequested);
    connect(m_sendMap, &QAction::triggered, this, [this] { sendToPositions(false); });
    connect(m_sendStates, &QAction::triggered, this, [this] { sendToPositions(true); });
    connect(m_copyCode, &QAction::triggered, this, [this] { QGuiApplication::clipboard()->setText(recipe(true)); });
    connect(m_copyCommands, &QAction::triggered, this,
            [this] { QGuiApplication::clipboard()->setText(recipe(false)); });
    connect(m_what, &SegmentedControl::chosen, this,
            [this](int index) { setAttention(index == 1, m_head->currentIndex()); });
    connect(m_head, &QComboBox::activated, this, [this](int index) { setAttention(true, index); });
    for (TokenMap* map : m_maps) {
        connect(map, &TokenMap::hovered, this,
                [this](std::optional<TokenPair> pair) { pair ? showPair(pair) : showSettled(); });
        connect(map, &TokenMap::picked, this, [this](TokenPair pair) {
            m_pinned = pair;
            showPair(pair);
        });
    }
    connect(m_tokens, &TokenStrip::hovered, this, [this](std::optional<int> token) {
        token ? showPair(TokenPair{*token, m_pinned ? m_pinned->column : *token}) : showSettled();
    });
    connect(m_tokens, &TokenStrip::spanMarked, this, &TextWorkspace::markSpan);
    connect(m_tokens, &TokenStrip::clicked, this, [this](int token) {
        for (auto& span : m_spans)
            if (span && token >= span->begin && token < span->end)
                span.reset();
        showSpans();
    });
    for (LayerChart* chart : {m_similarity, m_divergence})
        connect(chart, &LayerChart::chosen, this, &TextWorkspace::setLayer);
    connect(&m_text, &TextDocument::modelChanged, this, &TextWorkspace::showModel);
    JobNote* note = m_controls->note();
    connect(&m_text, &TextDocument::runFinished, this, [this, note] {
        note->showResult({});
        showRun();
    });
    connect(&m_text, &TextDocument::attentionReady, this, [this] {
        showMaps();
        showHeads();
    });
    connect(&m_text, &TextDocument::similarityReady, this, &TextWorkspace::showMaps);
    connect(&m_text, &TextDocument::progressed, note, [note](const QString& step, double fraction) {
        step.isEmpty() ? note->showResult({}) : note->showProgress(step, fraction);
    });
    connect(&m_text, &TextDocument::failed, this, [note](const QString& title, const Error& error) {
        note->showError(title, QString::fromStdString(describe(error)));
    });
    connect(note, &JobNote::cancelRequested, &m_text, &TextDocument::cancel);
    // ω that move in Positions move here
    connect(&m_positions, &Document::sessionChanged, this, [this] {
        if (!isVisible())
            return;
        m_controls->showSources();
        follow();
    });
}

void TextWorkspace::connectInspector()
{
    connect(m_inspector, &TextInspector::pageChanged, this, &TextWorkspace::showHeads);
    connect(m_inspector->spans(), &SpanPanel::layerChosen, this, &TextWorkspace::setLayer);
    connect(m_inspector->heads(), &HeadPanel::headChosen, this, [this](int layer, int head) {
        setLayer(layer);
        setAttention(true, head + 1);
    });
    connect(&m_probes, &TextProbes::spansReady, this, &TextWorkspace::showCurves);
    connect(&m_probes, &TextProbes::othersReady, this, &TextWorkspace::showCurves);
    connect(&m_probes, &TextProbes::headsReady, this, &TextWorkspace::showHeads);
    ProbePanel* probes = m_inspector->probes();
    connect(probes, &ProbePanel::layerChosen, this, &TextWorkspace::setLayer);
    connect(probes, &ProbePanel::wordsRequested, &m_probes, &TextProbes::measureWords);
    connect(probes, &ProbePanel::decodabilityRequested, &m_probes, &TextProbes::measureDecodability);
    connect(probes->note(), &JobNote::cancelRequested, &m_probes, &TextProbes::cancelProbe);
    connect(&m_probes, &TextProbes::progressed, probes->note(), &JobNote::showProgress);
    connect(&m_probes, &TextProbes::failed, probes->note(), [probes](const QString& title, const Error& error) {
        probes->note()->showError(title, QString::fromStdString(describe(error)));
    });
    connect(&m_probes, &TextProbes::probeReady, this, [this, probes] {
        probes->note()->showResult({});
        const auto& words = m_probes.words();
        probes->showWords(words, words ? present::exchangeText(words->choice) : QString());
        const auto& decoded = m_probes.decodability();
        probes->showDecodability(decoded, decoded ? present::exchangeText(decoded->choice) : QString());
    });
}

void TextWorkspace::openModel(const QString& folder)
{
    m_text.setText(m_controls->sentence());
    m_text.openModel(folder, m_positions.device());
}

void TextWorkspace::setSentence(const QString& sentence)
{
    m_controls->setSentence(sentence);
    m_text.setText(sentence);
}

void TextWorkspace::follow()
{
    m_text.setChoice(m_controls->choice());
    m_probes.setOthersWanted(m_controls->allChoices());
}

int TextWorkspace::layers() const
{
    const auto& encoder = m_text.encoder();
    return encoder ? encoder->info().config.layers : 0;
}

int TextWorkspace::head() const
{
    return m_head->currentIndex() - 1;
}

void TextWorkspace::setLayer(int axisIndex)
{
    m_layer = std::clamp(axisIndex, 0, layers());
    m_strip->setChosen(m_layer);
    if (m_layer == 0)
        m_what->setCurrentIndex(0);
    m_head->setVisible(showsAttention());
    showMaps();
    showCurves();
    showHeads();
    Q_EMIT looked();
}

bool TextWorkspace::showsAttention() const
{
    return m_what->currentIndex() == 1;
}

int TextWorkspace::headChoice() const
{
    return std::max(0, m_head->currentIndex());
}

void TextWorkspace::showBeside(bool beside)
{
    m_beside->setChecked(beside);
}

void TextWorkspace::hideBeside()
{
    m_beside->setVisible(false);
}

void TextWorkspace::setAttention(bool attention, int head)
{
    m_what->setCurrentIndex(attention ? 1 : 0);
    m_head->setVisible(attention);
    m_head->setCurrentIndex(std::clamp(head, 0, std::max(0, m_head->count() - 1)));
    if (attention && m_layer == 0) {
        m_layer = 1; // the embedding has no attention
        m_strip->setChosen(m_layer);
        showCurves();
    }
    showMaps();
    showHeads();
    Q_EMIT looked();
}

void TextWorkspace::markSpan(int begin, int end)
{
    const bert::TokenSpan marked{.begin = begin, .end = end};
    for (auto& span : m_spans)
        if (span && span->begin < end && begin < span->end)
            span.reset();
    if (m_spans[0] && m_spans[1])
        m_spans[0] = std::exchange(m_spans[1], std::nullopt);
    m_spans[m_spans[0] ? 1 : 0] = marked;
    showSpans();
}

QString TextWorkspace::layerName(int axisIndex) const
{
    return axisIndex == 0 ? tr("embedding output") : tr("layer %1").arg(axisIndex);
}

void TextWorkspace::showModel()
{
    const auto& encoder = m_text.encoder();
    m_controls->setModel(encoder ? present::modelText(m_text.modelFolder(), encoder->info()) : QString(),
                         encoder != nullptr);
    m_controls->setModelNotes(m_text.modelNotes().join(u'\n'));
    m_inspector->probes()->setReady(encoder != nullptr);
    m_inspector->probes()->showWords(nullptr, {});
    m_inspector->probes()->showDecodability(nullptr, {});
    const int heads = encoder ? encoder->info().config.heads : 0;
    m_head->clear();
    m_head->addItem(tr("mean of %1 heads").arg(heads));
    for (int head = 1; head <= heads; ++head)
        m_head->addItem(tr("head %1").arg(head));
    setLayer(layers());
}

void TextWorkspace::showRun()
{
    const auto& run = m_text.current();
    if (!run)
        return;
    const QStringList tokens = tokenTexts(run->encoded);
    m_tokens->setTokens(tokens, present::placeTexts(*run));
    showStrip();
    m_controls->setShape(present::shapeText(*run));
    m_factor->setText(present::factorText(*run));
    m_controls->setNotes(present::schemeNotes(*run));
    if (m_shownIds != run->original->input.ids) { // another text: nothing of the former one is marked in it
        m_shownIds = run->original->input.ids;
        m_pinned.reset();
        m_spans = {};
        showSpans();
    }
    showMaps();
    showCurves();
    showHeads();
    Q_EMIT statusChanged();
}

QString TextWorkspace::status() const
{
    const auto& encoder = m_text.encoder();
    if (!encoder)
        return tr("no model open");
    const bert::EncoderConfig& config = encoder->info().config;
    QString text = tr("%1 layers, %2 heads, D = %3").arg(config.layers).arg(config.heads).arg(config.hidden);
    if (const auto& run = m_text.current())
        text += QStringLiteral(" · ") + tr("forward pass %1 ms").arg(numberText(run->milliseconds, 2));
    return text;
}

void TextWorkspace::showPair(std::optional<TokenPair> pair)
{
    for (TokenMap* map : m_maps)
        map->setPair(pair);
    m_tokens->setMarked(pair ? std::optional(pair->row) : std::nullopt,
                        pair ? std::optional(pair->column) : std::nullopt);
}

void TextWorkspace::showSettled()
{
    showPair(m_pinned);
}

void TextWorkspace::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_BracketLeft:
        setLayer(m_layer - 1);
        break;
    case Qt::Key_BracketRight:
        setLayer(m_layer + 1);
        break;
    case Qt::Key_BraceLeft:
        setAttention(true, std::max(0, m_head->currentIndex() - 1));
        break;
    case Qt::Key_BraceRight:
        setAttention(true, std::min(m_head->count() - 1, m_head->currentIndex() + 1));
        break;
    case Qt::Key_Escape:
        m_pinned.reset();
        showPair(std::nullopt);
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void TextWorkspace::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    if (event->type() == QEvent::PaletteChange)
        showSpans();
    QWidget::changeEvent(event);
}

void TextWorkspace::retranslate()
{
    m_tokensTitle->setText(tr("Tokens"));
    m_banner->setText(tr("The model was not trained with these positions: this shows dependence, not quality."));
    m_what->setTexts({tr("Similarity (cosine)"), tr("Attention")});
    m_what->setAccessibleName(tr("What the maps show"));
    m_head->setAccessibleName(tr("Head"));
    setIconButtonText(m_more, tr("More"));
    m_beside->setText(tr("Second text or model beside it"));
    m_saveMaps->setText(tr("Export figure…"));
    m_sendMap->setText(tr("Exchanged map as a source of Positions"));
    m_sendStates->setText(tr("Exchanged hidden states as a source of Positions"));
    m_copyCode->setText(tr("Copy as NumPy"));
    m_copyCommands->setText(tr("Copy commands"));
    m_strip->setAccessibleName(tr("Similarity by layer"));
    m_strip->setToolTip(tr("Layer, with the keys [ and ]; heads with { and }"));
    showModel();
    showRun();
    showSpans();
}

} // namespace pescope::ui
