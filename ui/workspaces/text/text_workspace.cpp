// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/text_workspace.h"

#include "ui/charts/layer_chart.h"
#include "ui/theme/theme.h"
#include "ui/widgets/job_note.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/text/text_presenter.h"
#include "ui/workspaces/text/token_strip.h"

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScopedValueRollback>
#include <QShortcut>
#include <QSlider>
#include <QSpinBox>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

constexpr int kLeftWidth = 280, kMargin = 12, kGap = 8;

} // namespace

TextWorkspace::TextWorkspace(Document& positions, QWidget* parent)
    : QWidget(parent)
    , m_positions(positions)
    , m_model(new ElidedLabel)
    , m_open(new QPushButton)
    , m_edit(new QPlainTextEdit)
    , m_modelLabel(makeLabel({}, "heading"))
    , m_textLabel(makeLabel({}, "heading"))
    , m_shape(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_exchangeLabel(makeLabel({}, "heading"))
    , m_normNote(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_banner(makeLabel({}, "value"))
    , m_factor(makeLabel({}, "second"))
    , m_title(makeLabel({}, "heading"))
    , m_run(new QPushButton)
    , m_exchanges(new QButtonGroup(this))
    , m_seed(new QSpinBox)
    , m_rows(new QSpinBox)
    , m_sinusoid(new QComboBox)
    , m_match(new QCheckBox)
    , m_note(new JobNote)
    , m_tokens(new TokenStrip)
    , m_what(new SegmentedControl({}, {QString(), QString()}))
    , m_head(new QComboBox)
    , m_layerSlider(new QSlider(Qt::Horizontal))
    , m_layerLabel(makeLabel({}, "value"))
    , m_similarity(new LayerChart)
    , m_divergence(new LayerChart)
{
    for (TokenMap*& map : m_maps)
        map = new TokenMap;
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(buildLeft());
    layout->addWidget(buildCentre(), 1);
    connectAll();
    retranslate();
    readChoice();
    setAttention(false);
    setFocusProxy(m_edit);
}

QWidget* TextWorkspace::buildLeft()
{
    auto* left = new QWidget(this);
    left->setProperty("look", QStringLiteral("side-left"));
    left->setAttribute(Qt::WA_StyledBackground);
    left->setFixedWidth(kLeftWidth);
    auto* column = new QVBoxLayout(left);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(6);
    auto* modelRow = new QHBoxLayout;
    modelRow->addWidget(m_modelLabel, 1);
    modelRow->addWidget(m_open);
    column->addLayout(modelRow);
    column->addWidget(m_model);
    column->addSpacing(6);
    column->addWidget(m_textLabel);
    m_edit->setFixedHeight(88);
    m_edit->setTabChangesFocus(true);
    column->addWidget(m_edit);
    column->addWidget(m_shape);
    m_run->setProperty("look", QStringLiteral("primary"));
    column->addWidget(m_run);
    column->addWidget(m_note);
    column->addSpacing(6);
    column->addWidget(makeLine(left));
    column->addWidget(m_exchangeLabel);
    for (std::size_t k = 0; k < m_exchange.size(); ++k) {
        m_exchange[k] = new QRadioButton(left);
        m_exchanges->addButton(m_exchange[k], static_cast<int>(k));
    }
    m_exchange[static_cast<std::size_t>(Exchange::Shuffled)]->setChecked(true);
    m_seed->setRange(0, 9999);
    m_rows->setRange(1, 512);
    m_rows->setValue(4);
    const auto add = [&](Exchange exchange, QWidget* field) {
        auto* row = new QHBoxLayout;
        row->addWidget(m_exchange[static_cast<std::size_t>(exchange)], 1);
        if (field)
            row->addWidget(field);
        column->addLayout(row);
    };
    add(Exchange::None, nullptr);
    add(Exchange::Shuffled, m_seed);
    add(Exchange::FirstRows, m_rows);
    add(Exchange::Sinusoid, nullptr);
    column->addWidget(m_sinusoid);
    m_match->setChecked(true);
    column->addWidget(m_match);
    m_normNote->setWordWrap(true);
    column->addWidget(m_normNote);
    column->addStretch();
    return left;
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
    inner->addLayout(head);
    auto* banner = new QHBoxLayout;
    banner->addWidget(m_banner, 1);
    banner->addWidget(m_factor);
    inner->addLayout(banner);
    auto* maps = new QHBoxLayout;
    maps->setSpacing(14);
    for (TokenMap* map : m_maps)
        maps->addWidget(map, 1);
    inner->addLayout(maps, 1);
    auto* layers = new QHBoxLayout;
    layers->addWidget(m_layerLabel);
    layers->addWidget(m_layerSlider, 1);
    inner->addLayout(layers);
    column->addWidget(card, 3);

    auto* curves = new QHBoxLayout;
    curves->setSpacing(kGap);
    curves->addWidget(m_similarity);
    curves->addWidget(m_divergence);
    column->addLayout(curves, 1);
    return centre;
}

void TextWorkspace::connectAll()
{
    connect(m_open, &QPushButton::clicked, this, &TextWorkspace::openRequested);
    connect(m_run, &QPushButton::clicked, this, [this] {
        m_text.setText(m_edit->toPlainText());
        readChoice();
        m_text.run();
    });
    auto* shortcut = new QShortcut(QKeySequence(Qt::CTRL | Qt::Key_Return), this);
    connect(shortcut, &QShortcut::activated, m_run, &QPushButton::click);
    connect(m_exchanges, &QButtonGroup::idClicked, this, &TextWorkspace::readChoice);
    for (QSpinBox* field : {m_seed, m_rows})
        connect(field, &QSpinBox::valueChanged, this, &TextWorkspace::readChoice);
    connect(m_sinusoid, &QComboBox::activated, this, &TextWorkspace::readChoice);
    connect(m_match, &QCheckBox::clicked, this, &TextWorkspace::readChoice);
    connect(m_layerSlider, &QSlider::valueChanged, this, &TextWorkspace::setLayer);
    connect(m_what, &SegmentedControl::chosen, this,
            [this](int index) { setAttention(index == 1, m_head->currentIndex()); });
    connect(m_head, &QComboBox::activated, this, [this](int index) { setAttention(true, index); });
    for (TokenMap* map : m_maps) {
        connect(map, &TokenMap::hovered, this,
                [this](std::optional<TokenPair> pair) { showPair(pair ? pair : m_pinned); });
        connect(map, &TokenMap::picked, this, [this](TokenPair pair) {
            m_pinned = pair;
            showPair(pair);
        });
    }
    connect(m_tokens, &TokenStrip::hovered, this, [this](std::optional<int> token) {
        showPair(token ? std::optional(TokenPair{*token, m_pinned ? m_pinned->column : *token}) : m_pinned);
    });
    for (LayerChart* chart : {m_similarity, m_divergence})
        connect(chart, &LayerChart::chosen, this, &TextWorkspace::setLayer);
    connect(&m_text, &TextDocument::modelChanged, this, &TextWorkspace::showModel);
    connect(&m_text, &TextDocument::runFinished, this, [this] {
        m_note->showResult({});
        showRun();
    });
    connect(&m_text, &TextDocument::attentionReady, this, &TextWorkspace::showMaps);
    connect(&m_text, &TextDocument::progressed, m_note, [this](const QString& step, double fraction) {
        step.isEmpty() ? m_note->showResult({}) : m_note->showProgress(step, fraction);
    });
    connect(&m_text, &TextDocument::failed, this, [this](const QString& title, const Error& error) {
        m_note->showError(title, QString::fromStdString(describe(error)));
    });
    connect(m_note, &JobNote::cancelRequested, &m_text, &TextDocument::cancel);
    // ω that move in Positions move here
    connect(&m_positions, &Document::sessionChanged, this, [this] {
        if (isVisible())
            readChoice();
    });
}

void TextWorkspace::openModel(const QString& folder)
{
    m_text.setText(m_edit->toPlainText());
    m_text.openModel(folder, m_positions.device());
}

void TextWorkspace::setSentence(const QString& sentence)
{
    m_edit->setPlainText(sentence);
    m_text.setText(sentence);
}

void TextWorkspace::readChoice()
{
    if (m_showing)
        return;
    const QScopedValueRollback showing(m_showing, true);
    const QVariant before = m_sinusoid->currentData();
    m_sinusoid->clear();
    for (const session::Source& source : m_positions.session().sources)
        if (std::holds_alternative<session::SinusoidOrigin>(source.origin))
            m_sinusoid->addItem(
                sourceLetter(source.letter) + QStringLiteral("  ") + QString::fromStdString(source.name), source.key);
    if (m_sinusoid->count() == 0)
        m_sinusoid->addItem(tr("fixed, base 10 000"), 0);
    m_sinusoid->setCurrentIndex(std::max(0, m_sinusoid->findData(before)));
    ExchangeChoice choice;
    choice.kind = static_cast<Exchange>(m_exchanges->checkedId());
    choice.seed = static_cast<std::uint64_t>(m_seed->value());
    choice.firstRows = m_rows->value();
    choice.matchNorm = m_match->isChecked();
    const session::Source* source = session::find(m_positions.session(), m_sinusoid->currentData().toInt());
    if (const auto* origin = source ? std::get_if<session::SinusoidOrigin>(&source->origin) : nullptr)
        choice.sinusoid = origin->spec;
    const bool sinusoid = choice.kind == Exchange::Sinusoid;
    if (!sinusoid)
        choice.sinusoid = {}; // a change of it is no change then
    m_sinusoid->setEnabled(sinusoid);
    m_match->setEnabled(sinusoid);
    m_text.setChoice(choice);
}

void TextWorkspace::setLayer(int axisIndex)
{
    const auto& encoder = m_text.encoder();
    m_layer = std::clamp(axisIndex, 0, encoder ? encoder->info().config.layers : 0);
    m_layerSlider->setValue(m_layer);
    m_layerLabel->setText(layerName(m_layer));
    showMaps();
    showCurves();
}

void TextWorkspace::setAttention(bool attention, int head)
{
    m_what->setCurrentIndex(attention ? 1 : 0);
    m_head->setVisible(attention);
    m_head->setCurrentIndex(std::max(0, head));
    if (attention && m_layer == 0)
        setLayer(1); // the embedding has no attention
    else
        showMaps();
}

QString TextWorkspace::layerName(int axisIndex) const
{
    return axisIndex == 0 ? tr("embedding output") : tr("layer %1").arg(axisIndex);
}

QString TextWorkspace::exchangeName() const
{
    const auto& run = m_text.current();
    return run ? present::exchangeText(*run) : QString();
}

void TextWorkspace::showModel()
{
    const auto& encoder = m_text.encoder();
    m_model->setText(encoder ? present::modelText(m_text.modelFolder(), encoder->info())
                             : tr("Open a model of the BERT kind."));
    const QScopedValueRollback showing(m_showing, true);
    const int layers = encoder ? encoder->info().config.layers : 0;
    m_layerSlider->setRange(0, std::max(1, layers));
    m_layerSlider->setEnabled(layers > 0);
    m_run->setEnabled(encoder != nullptr);
    m_head->clear();
    const int heads = encoder ? encoder->info().config.heads : 0;
    m_head->addItem(tr("mean of %1 heads").arg(heads));
    for (int head = 1; head <= heads; ++head)
        m_head->addItem(tr("head %1").arg(head));
    m_layer = layers;
    m_layerSlider->setValue(m_layer);
    m_layerLabel->setText(layerName(m_layer));
}

void TextWorkspace::showRun()
{
    const auto& run = m_text.current();
    if (!run)
        return;
    m_tokens->setTokens(present::tokenTexts(run->encoded));
    m_shape->setText(present::shapeText(*run));
    m_factor->setText(present::factorText(*run));
    m_normNote->setText(present::schemeNotes(*run));
    m_pinned.reset();
    showMaps();
    showCurves();
}

void TextWorkspace::showMaps()
{
    const auto& run = m_text.current();
    const bool attention = m_what->currentIndex() == 1 && m_layer > 0;
    m_title->setText(attention ? tr("Positions exchanged: attention in %1").arg(layerName(m_layer))
                               : tr("Positions exchanged: hidden states after %1").arg(layerName(m_layer)));
    if (!run)
        return;
    if (attention) {
        m_text.wantAttention(bert::Layer{m_layer});
        if (!m_text.attention())
            return; // it comes with attentionReady
    }
    const auto maps = attention ? present::attentionMaps(*run, *m_text.attention(), m_head->currentIndex() - 1)
                                : present::similarityMaps(*run, m_layer);
    for (std::size_t k = 0; k < m_maps.size(); ++k)
        m_maps[k]->setState(maps[k]);
}

void TextWorkspace::showCurves()
{
    const auto& run = m_text.current();
    const auto& encoder = m_text.encoder();
    if (!run || !encoder)
        return;
    const int layers = encoder->info().config.layers;
    m_similarity->setState({.title = tr("Change of similarity by layer"),
                            .note = tr("pairs of two tokens"),
                            .yTitle = tr("mean |Δ cosine|"),
                            .layers = layers,
                            .chosen = m_layer,
                            .curves = {{exchangeName(), 0, 0, run->curves.cosine}}});
    m_divergence->setState({.title = tr("Attention divergence by layer"),
                            .note = tr("Jensen–Shannon, mean of heads and rows"),
                            .yTitle = tr("bit"),
                            .layers = layers,
                            .chosen = m_layer,
                            .curves = {{exchangeName(), 0, 1, run->curves.divergence}}});
}

void TextWorkspace::showPair(std::optional<TokenPair> pair)
{
    for (TokenMap* map : m_maps)
        map->setPair(pair);
    m_tokens->setMarked(pair ? std::optional(pair->row) : std::nullopt,
                        pair ? std::optional(pair->column) : std::nullopt);
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
    QWidget::changeEvent(event);
}

void TextWorkspace::retranslate()
{
    m_modelLabel->setText(tr("Model"));
    m_open->setText(tr("Open…"));
    m_textLabel->setText(tr("Text"));
    m_edit->setAccessibleName(tr("Text"));
    m_run->setText(tr("Run"));
    m_run->setToolTip(tr("Runs the text through the model (Ctrl+Return)"));
    m_exchangeLabel->setText(tr("Exchange the positions for"));
    const QString names[] = {tr("none: zero for every position"), tr("shuffled, seed"), tr("a sinusoid, ω live:"),
                             tr("the first rows only, k =")};
    for (std::size_t k = 0; k < m_exchange.size(); ++k)
        m_exchange[k]->setText(names[k]);
    m_seed->setAccessibleName(tr("Seed of the order"));
    m_rows->setAccessibleName(tr("Rows that are kept"));
    m_sinusoid->setAccessibleName(tr("Sinusoid"));
    m_match->setText(tr("match the mean norm"));
    m_match->setToolTip(
        tr("Scales the sinusoid to the mean norm of the model's own positions. As it is, it would drown the "
           "words."));
    m_banner->setText(tr("The model was not trained with these positions: this shows dependence, not quality."));
    m_what->setTexts({tr("Similarity (cosine)"), tr("Attention")});
    m_what->setAccessibleName(tr("What the maps show"));
    m_head->setAccessibleName(tr("Head"));
    m_layerSlider->setAccessibleName(tr("Layer"));
    m_layerSlider->setToolTip(tr("Layer, with the keys [ and ]; heads with { and }"));
    showModel();
    showRun();
}

} // namespace pescope::ui
