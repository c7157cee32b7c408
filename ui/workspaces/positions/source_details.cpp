// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/source_details.h"

#include "ui/theme/core_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/workspaces/positions/formula_text.h"
#include "ui/workspaces/positions/frame_presenter.h"

#include <QClipboard>
#include <QEvent>
#include <QFileInfo>
#include <QGridLayout>
#include <QGuiApplication>
#include <QToolButton>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

QString shapeOf(const std::vector<std::int64_t>& shape)
{
    QStringList extents;
    for (const std::int64_t extent : shape)
        extents << QString::number(extent);
    return extents.join(QStringLiteral(" × "));
}

} // namespace

SourceDetails::SourceDetails(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_numbers(new SourceNumbers(this))
    , m_title(makeLabel({}, "heading", this))
    , m_body(new QWidget(this))
    , m_grid(new QGridLayout(m_body))
    , m_formula(makeLabel({}, "", this))
    , m_notes(makeLabel({}, "third", this, TextSize::Small))
{
    m_notes->setWordWrap(true);
    m_notes->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_formula->setTextFormat(Qt::RichText);
    m_formula->setWordWrap(true);
    m_formula->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(10);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    connect(m_numbers, &SourceNumbers::changed, this, &SourceDetails::showSource);
    auto* copy = makeIconButton(IconName::Copy, tr("Copy the details"), this);
    connect(copy, &QToolButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(plainText()); });
    auto* head = new QHBoxLayout;
    head->addWidget(m_title, 1);
    head->addWidget(copy);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 10, 16, 10);
    layout->setSpacing(6);
    layout->addLayout(head);
    layout->addWidget(m_body);
    layout->addWidget(m_formula);
    layout->addWidget(m_notes);
    showSource();
}

QVector<SourceDetails::Line> SourceDetails::lines() const
{
    QVector<Line> out;
    const session::Session& session = m_document.session();
    const session::Source* source = session::find(session, session.active);
    if (!source)
        return out;
    const auto add = [&](const QString& name, const QString& value) {
        if (!value.isEmpty())
            out.push_back({name, value});
    };
    if (const auto* sinusoid = std::get_if<session::SinusoidOrigin>(&source->origin)) {
        // while ω is dragged the session is a frame ahead of the pictures
        const auto frame = m_document.currentFrame();
        const encoding::SinusoidSpec& spec =
            m_document.inGesture() && frame && frame->psi ? frame->psi->spec : sinusoid->spec;
        add(tr("Kind"), tr("sinusoidal, absolute"));
        add(tr("Table"), tr("N = %1, D = %2").arg(spec.length).arg(spec.columns()));
        add(tr("Type"), tr("float64, computed"));
        add(tr("ω"), present::sinusoidText(spec));
        add(tr("Source"), qt(encoding::specText(spec)));
        return out;
    }
    if (const auto* difference = std::get_if<session::DifferenceOrigin>(&source->origin)) {
        const session::Source* a = session::find(session, difference->a);
        const session::Source* b = session::find(session, difference->b);
        add(tr("Kind"), tr("difference of two maps"));
        if (a && b) {
            add(sourceLetter(a->letter), QString::fromStdString(a->name));
            add(sourceLetter(b->letter), QString::fromStdString(b->name));
        }
        add(tr("Metric"), present::metricTitle(session.options.metric));
        add(tr("Positions"), tr("those that both have"));
        return out;
    }
    const auto& origin = std::get<session::OpenedOrigin>(source->origin);
    const auto encoding = m_document.encoding(source->key);
    if (!encoding) {
        add(tr("File"), QString::fromStdString(origin.spec));
        add(tr("State"), tr("being read"));
        return out;
    }
    if (!*encoding) {
        add(tr("File"), QString::fromStdString(origin.spec));
        add(tr("State"), tr("could not be opened"));
        return out;
    }
    const encoding::Encoding& e = **encoding;
    add(tr("Kind"),
        e.family.empty() ? qt(encoding::name(e.kind))
                         : tr("%1 (%2)").arg(qt(encoding::name(e.kind)), QString::fromStdString(e.family)));
    add(tr("Tensor"), QString::fromStdString(e.tensor));
    add(tr("File"),
        e.file.empty() ? QString::fromStdString(origin.spec) : QFileInfo(QString::fromStdString(e.file)).fileName());
    add(tr("Stored"), QStringLiteral("%1, %2").arg(shapeOf(e.shape), qt(tables::name(e.dtype))));
    if (e.positions && e.dim)
        add(tr("Table"), tr("N = %1, D = %2").arg(*e.positions).arg(*e.dim));
    if (e.firstPositionRow && e.positions)
        add(tr("Positions"), tr("rows %1…%2").arg(*e.firstPositionRow).arg(*e.firstPositionRow + *e.positions - 1));
    if (const auto* counted = numbers(*source))
        for (const auto& [name, value] : numberLines(*counted))
            add(name, value);
    if (const auto frame = m_document.currentFrame())
        for (const frame::Curve& curve : frame->curves)
            if (curve.source == source->key && curve.proximity) {
                double sum = 0;
                const std::vector<double> norms = curve.proximity->rowNorms();
                for (const double norm : norms)
                    sum += norm * norm;
                if (!norms.empty() && std::holds_alternative<encoding::StoredTable>(e.content))
                    add(tr("mean ‖p‖²"), numberText(sum / static_cast<double>(norms.size()), 4));
            }
    return out;
}

const encoding::EncodingDetails* SourceDetails::numbers(const session::Source& source) const
{
    const auto* origin = std::get_if<session::OpenedOrigin>(&source.origin);
    const auto encoding = origin ? m_document.encoding(source.key) : nullptr;
    if (!encoding || !*encoding)
        return nullptr;
    return m_numbers->find(m_document.store().find(origin->spec), (*encoding)->id);
}

void SourceDetails::showSource()
{
    const session::Session& session = m_document.session();
    const session::Source* source = session::find(session, session.active);
    m_title->setText(source ? tr("Source %1").arg(sourceLetter(source->letter)) : tr("No source selected"));
    showFormula();
    const QVector<Line> now = lines();
    QStringList notes;
    if (const auto encoding = m_document.encoding(session.active); encoding && *encoding) {
        if (const auto* counted = numbers(*source); counted && counted->config)
            notes << QString::fromStdString(counted->config->sentence);
        for (const std::string& note : (*encoding)->notes)
            notes << QString::fromStdString(note);
        if (const auto* origin = std::get_if<session::OpenedOrigin>(&source->origin))
            if (const auto entry = m_document.store().find(origin->spec); entry && *entry)
                for (const std::string& warning : (*entry)->warnings)
                    notes << QStringLiteral("⚠ ") + QString::fromStdString(warning);
    } else if (encoding && !*encoding) {
        notes << QString::fromStdString(describe(encoding->error()));
    }
    m_noteTexts = notes;
    // a tensor's name may be cut behind its dots and underscores
    m_notes->setText(notes.join(QLatin1Char('\n'))
                         .replace(u'.', QStringLiteral(".\u200B"))
                         .replace(u'_', QStringLiteral("_\u200B")));
    m_notes->setVisible(!notes.isEmpty());
    const auto same = [](const Line& a, const Line& b) { return a.name == b.name && a.value == b.value; };
    if (std::equal(now.begin(), now.end(), m_lines.begin(), m_lines.end(), same))
        return;
    const auto sameName = [](const Line& a, const Line& b) { return a.name == b.name; };
    const bool sameRows = std::equal(now.begin(), now.end(), m_lines.begin(), m_lines.end(), sameName);
    m_lines = now;
    if (sameRows) { // a drag changes values alone
        for (qsizetype row = 0; row < now.size(); ++row)
            m_values[row]->setText(now[row].value);
        return;
    }
    m_values.clear();
    while (QLayoutItem* item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    for (int row = 0; row < now.size(); ++row) {
        m_grid->addWidget(makeLabel(now[row].name, "second", m_body, TextSize::Small), row, 0, Qt::AlignTop);
        auto* value = new ElidedLabel(now[row].value, m_body, Qt::ElideMiddle);
        value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
        value->setFont(Theme::font(TextSize::Small));
        value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        m_grid->addWidget(value, row, 1);
        m_values.push_back(value);
    }
}

void SourceDetails::showFormula()
{
    const session::Source* source = session::find(m_document.session(), m_document.session().active);
    encoding::AttentionFormula formula;
    if (source && std::holds_alternative<session::SinusoidOrigin>(source->origin))
        formula = encoding::absoluteFormula();
    else if (const auto encoding = source ? m_document.encoding(source->key) : nullptr; encoding && *encoding)
        formula = (*encoding)->formula;
    m_formula->setVisible(!formula.lines.empty());
    m_formula->setText(present::formulaHtml(formula, Theme::of(this).colour(Role::AccentWash)));
    m_formula->setToolTip(
        tr("How it enters attention; the marked term is what the map shows.")
        + (formula.shows.empty() ? QString() : QStringLiteral("<br>") + present::marksToHtml(formula.shows)));
    m_formulaText = QString::fromStdString(formula.text());
}

QString SourceDetails::plainText() const
{
    QStringList text{m_title->text()};
    for (const Line& line : m_lines)
        text << line.name + QStringLiteral(": ") + line.value;
    if (!m_formulaText.isEmpty())
        text << m_formulaText;
    return (text + m_noteTexts).join(QLatin1Char('\n'));
}

void SourceDetails::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        showSource();
    QWidget::changeEvent(event);
}

} // namespace pescope::ui
