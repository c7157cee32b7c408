// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/text_controls.h"

#include "ui/theme/theme.h"
#include "ui/widgets/job_note.h"
#include "ui/widgets/labels.h"

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
#include <QSpinBox>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

constexpr int kControlsWidth = 280;

std::size_t place(Exchange kind)
{
    return static_cast<std::size_t>(kind);
}

/// Sources that can stand in for a model's positions: vectors by position or offset.
bool canStandIn(const Document& document, const session::Source& source)
{
    if (std::holds_alternative<session::SinusoidOrigin>(source.origin))
        return true;
    const auto encoding = document.encoding(source.key);
    return encoding && *encoding
        && (std::holds_alternative<encoding::StoredTable>((*encoding)->content)
            || std::holds_alternative<encoding::RelativeTable>((*encoding)->content)
            || std::holds_alternative<encoding::RelativeSinusoid>((*encoding)->content)
            || std::holds_alternative<encoding::SinusoidSpec>((*encoding)->content));
}

} // namespace

TextControls::TextControls(Document& positions, QWidget* parent)
    : QWidget(parent)
    , m_positions(positions)
    , m_model(new ElidedLabel)
    , m_open(new QPushButton)
    , m_edit(new QPlainTextEdit)
    , m_modelLabel(makeLabel({}, "heading"))
    , m_modelNotes(makeLabel({}, "error", nullptr, TextSize::Small))
    , m_textLabel(makeLabel({}, "heading"))
    , m_shape(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_exchangeLabel(makeLabel({}, "heading"))
    , m_notes(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_run(new QPushButton)
    , m_exchanges(new QButtonGroup(this))
    , m_seed(new QSpinBox)
    , m_rows(new QSpinBox)
    , m_source(new QComboBox)
    , m_match(new QCheckBox)
    , m_endsStay(new QCheckBox)
    , m_note(new JobNote)
{
    build();
    setProperty("help", QStringLiteral("exchange"));
    connect(m_open, &QPushButton::clicked, this, &TextControls::openRequested);
    connect(m_run, &QPushButton::clicked, this, &TextControls::runRequested);
    connect(m_exchanges, &QButtonGroup::idClicked, this, &TextControls::choose);
    for (QSpinBox* field : {m_seed, m_rows})
        connect(field, &QSpinBox::valueChanged, this, &TextControls::choose);
    connect(m_source, &QComboBox::activated, this, [this] {
        m_sourceChosen = true;
        choose();
    });
    for (QCheckBox* box : {m_match, m_endsStay})
        connect(box, &QCheckBox::clicked, this, &TextControls::choose);
    m_edit->installEventFilter(this);
    setFocusProxy(m_edit);
    retranslate();
    showSources();
}

void TextControls::build()
{
    setProperty("look", QStringLiteral("side-left"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedWidth(kControlsWidth);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 12, 16, 12);
    column->setSpacing(6);
    auto* modelRow = new QHBoxLayout;
    modelRow->addWidget(m_modelLabel, 1);
    modelRow->addWidget(m_open);
    column->addLayout(modelRow);
    column->addWidget(m_model);
    m_modelNotes->setWordWrap(true);
    m_modelNotes->hide();
    column->addWidget(m_modelNotes);
    column->addSpacing(6);
    column->addWidget(m_textLabel);
    m_edit->setFixedHeight(88);
    m_edit->setTabChangesFocus(true);
    column->addWidget(m_edit);
    m_shape->setWordWrap(true);
    column->addWidget(m_shape);
    m_run->setProperty("look", QStringLiteral("primary"));
    column->addWidget(m_run);
    column->addWidget(m_note);
    column->addSpacing(6);
    column->addWidget(makeLine(this));
    column->addWidget(m_exchangeLabel);
    for (std::size_t k = 0; k < m_exchange.size(); ++k) {
        m_exchange[k] = new QRadioButton(this);
        m_exchanges->addButton(m_exchange[k], static_cast<int>(k));
    }
    m_exchange[place(Exchange::Shuffled)]->setChecked(true);
    m_seed->setRange(0, 9999);
    m_rows->setRange(1, 512);
    m_rows->setValue(4);
    const auto add = [&](Exchange exchange, QWidget* field) {
        auto* row = new QHBoxLayout;
        row->addWidget(m_exchange[place(exchange)], 1);
        if (field)
            row->addWidget(field);
        column->addLayout(row);
    };
    add(Exchange::None, nullptr);
    add(Exchange::Shuffled, m_seed);
    m_endsStay->setChecked(true);
    column->addWidget(m_endsStay);
    add(Exchange::FirstRows, m_rows);
    add(Exchange::Source, nullptr);
    column->addWidget(m_source);
    m_match->setChecked(true);
    column->addWidget(m_match);
    m_notes->setWordWrap(true);
    column->addWidget(m_notes);
    column->addStretch();
}

QString TextControls::sentence() const
{
    return m_edit->toPlainText();
}

void TextControls::setSentence(const QString& sentence)
{
    m_edit->setPlainText(sentence);
}

void TextControls::setModel(const QString& name, bool ready)
{
    m_model->setText(name.isEmpty() ? tr("Open a model of the BERT kind.") : name);
    m_run->setEnabled(ready);
}

void TextControls::setModelNotes(const QString& text)
{
    m_modelNotes->setText(text);
    m_modelNotes->setVisible(!text.isEmpty());
}

void TextControls::setShape(const QString& text)
{
    m_shape->setText(text);
}

void TextControls::setNotes(const QString& text)
{
    m_notes->setText(text);
    m_notes->setVisible(!text.isEmpty());
}

void TextControls::setExchange(Exchange kind)
{
    m_exchange[place(kind)]->setChecked(true);
    choose();
}

void TextControls::setExchange(const session::TextSide& side)
{
    {
        const QScopedValueRollback showing(m_showing, true);
        m_exchange[place(side.exchange)]->setChecked(true);
        m_seed->setValue(static_cast<int>(side.seed));
        m_endsStay->setChecked(side.endsStay);
        m_rows->setValue(side.firstRows);
        m_match->setChecked(side.matchNorm);
    }
    showSources();
    const int source = m_source->findText(QString::fromStdString(side.sourceName));
    if (side.exchange == Exchange::Source && source >= 0) {
        m_sourceChosen = true;
        m_source->setCurrentIndex(source);
    }
    Q_EMIT choiceChanged();
}

void TextControls::showSources()
{
    const QScopedValueRollback showing(m_showing, true);
    const QVariant before = m_source->currentData();
    m_source->clear();
    for (const session::Source& source : m_positions.session().sources)
        if (canStandIn(m_positions, source))
            m_source->addItem(sourceLetter(source.letter) + QStringLiteral("  ") + QString::fromStdString(source.name),
                              source.key);
    m_source->addItem(tr("fixed sinusoid, base 10 000"), 0);
    // as long as none was chosen by hand: the first one on the table
    m_source->setCurrentIndex(m_sourceChosen ? std::max(0, m_source->findData(before)) : 0);
    const bool source = m_exchanges->checkedId() == static_cast<int>(Exchange::Source);
    m_source->setEnabled(source);
    m_match->setEnabled(source);
    m_endsStay->setEnabled(m_exchanges->checkedId() == static_cast<int>(Exchange::Shuffled));
}

ExchangeChoice TextControls::choice() const
{
    const auto kind = static_cast<Exchange>(m_exchanges->checkedId());
    for (const ExchangeChoice& choice : allChoices())
        if (choice.kind == kind && (kind != Exchange::Source || choice.matchNorm == m_match->isChecked()))
            return choice;
    return {};
}

std::vector<ExchangeChoice> TextControls::allChoices() const
{
    ExchangeChoice source;
    source.kind = Exchange::Source;
    if (const session::Source* chosen = session::find(m_positions.session(), m_source->currentData().toInt())) {
        source.sourceName = m_source->currentText();
        if (const auto* origin = std::get_if<session::SinusoidOrigin>(&chosen->origin))
            source.sinusoid = origin->spec;
        else if (const auto encoding = m_positions.encoding(chosen->key); encoding && *encoding)
            source.table = std::shared_ptr<const encoding::Encoding>(encoding, &**encoding);
        if (const auto* origin = std::get_if<session::OpenedOrigin>(&chosen->origin))
            source.sourceSpec = origin->id.empty() ? origin->spec : origin->spec + '#' + origin->id;
    }
    ExchangeChoice asItIs = source;
    asItIs.matchNorm = false;
    ExchangeChoice none, shuffled, firstRows;
    none.kind = Exchange::None;
    shuffled.kind = Exchange::Shuffled;
    shuffled.seed = static_cast<std::uint64_t>(m_seed->value());
    shuffled.endsStay = m_endsStay->isChecked();
    firstRows.kind = Exchange::FirstRows;
    firstRows.firstRows = m_rows->value();
    return {none, shuffled, firstRows, source, asItIs};
}

void TextControls::choose()
{
    if (m_showing)
        return;
    showSources();
    Q_EMIT choiceChanged();
}

bool TextControls::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_edit && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && key->modifiers() & Qt::ControlModifier) {
            m_run->click();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void TextControls::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void TextControls::retranslate()
{
    m_modelLabel->setText(tr("Model"));
    m_open->setText(tr("Open…"));
    m_textLabel->setText(tr("Text"));
    m_edit->setAccessibleName(tr("Text"));
    m_run->setText(tr("Run"));
    m_run->setToolTip(tr("Runs the text through the model (Ctrl+Return)"));
    m_exchangeLabel->setText(tr("Exchange the positions for"));
    const QString names[] = {tr("none: zero for every position"), tr("shuffled, seed"),
                             tr("a source of Positions, live:"), tr("the first rows only, k =")};
    for (std::size_t k = 0; k < m_exchange.size(); ++k)
        m_exchange[k]->setText(names[k]);
    m_seed->setAccessibleName(tr("Seed of the order"));
    m_rows->setAccessibleName(tr("Rows that are kept"));
    m_source->setAccessibleName(tr("Source of Positions"));
    m_source->setToolTip(
        tr("A sinusoid follows its ω while they move; another checkpoint's table needs the same width"));
    m_endsStay->setText(tr("[CLS] and [SEP] stay"));
    m_endsStay->setToolTip(
        tr("The first row is unlike all others in many models: a word that gets it looks like [CLS] to the rest."));
    m_match->setText(tr("match the mean norm"));
    m_match->setToolTip(
        tr("Scales the source to the mean norm of the model's own positions. As it is, a sinusoid would drown the "
           "words."));
    showSources();
}

} // namespace pescope::ui
