// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/properties_panel.h"

#include "ui/theme/core_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/workspaces/positions/frame_presenter.h"

#include <QCheckBox>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace pescope::ui {

using analysis::NullValue;
using analysis::PermutationNull;
using analysis::Properties;
using analysis::Property;
using proximity::Lens;

namespace {

/// What the rows of the panel show, in order.
struct Shown {
    Property Properties::* property;
    std::optional<NullValue> PermutationNull::* null;
    Lens lens;
};
constexpr Shown kShown[] = {
    {&Properties::translationInvariance, &PermutationNull::translationInvariance, Lens::NonInvariance},
    {&Properties::symmetry, &PermutationNull::symmetry, Lens::Asymmetry},
    {&Properties::monotonicity, &PermutationNull::monotonicity, Lens::Rising},
    {&Properties::monotonicityLocal, &PermutationNull::monotonicityLocal, Lens::Rising},
    {&Properties::step, &PermutationNull::step, Lens::Rising}};

struct ShownRange {
    std::optional<tables::Index> analysis::TableRanges::* range;
    std::optional<NullValue> PermutationNull::* null;
};
constexpr ShownRange kRanges[] = {{&analysis::TableRanges::integer, &PermutationNull::integerRange},
                                  {&analysis::TableRanges::tolerance, &PermutationNull::toleranceRange}};

} // namespace

PropertiesPanel::PropertiesPanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_table(document)
    , m_title(makeLabel({}, "heading", this))
    , m_measured(makeLabel({}, "second", this, TextSize::Small))
    , m_copy(makeIconButton(IconName::Copy, {}, this))
    , m_common(new QCheckBox(this))
    , m_beside(new QCheckBox(this))
    , m_shuffle(new QPushButton(this))
    , m_progress(new QProgressBar(this))
    , m_cancel(new QPushButton(this))
    , m_nullNote(makeLabel({}, "third", this, TextSize::Small))
    , m_exactTitle(makeLabel({}, "heading", this))
    , m_notes(makeLabel({}, "third", this, TextSize::Small))
{
    constexpr int kSide = 16;
    for (QLabel* label : {m_measured, m_nullNote, m_notes})
        label->setWordWrap(true);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(kSide, 10, 10, 0);
    head->addWidget(m_title, 1);
    head->addWidget(m_copy);
    auto* below = new QVBoxLayout;
    below->setContentsMargins(kSide, 0, kSide, 4);
    below->setSpacing(4);
    below->addWidget(m_measured);
    below->addWidget(m_common);
    below->addWidget(m_beside);
    auto* content = new QWidget;
    content->setProperty("look", QStringLiteral("panel"));
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(below);
    for (std::size_t k = 0; k < m_rows.size(); ++k) {
        m_rows[k] = new PropertyRow(content);
        column->addWidget(m_rows[k]);
        connect(m_rows[k], &PropertyRow::clicked, this,
                [this, k] { Q_EMIT lensRequested(k < std::size(kShown) ? kShown[k].lens : Lens::Rising); });
    }
    auto* shuffled = new QHBoxLayout;
    shuffled->setContentsMargins(kSide, 8, kSide, 4);
    shuffled->addWidget(m_shuffle);
    shuffled->addWidget(m_progress, 1);
    shuffled->addWidget(m_cancel);
    shuffled->addStretch();
    column->addLayout(shuffled);
    auto* notes = new QVBoxLayout;
    notes->setContentsMargins(kSide, 0, kSide, 8);
    notes->setSpacing(6);
    notes->addWidget(m_nullNote);
    notes->addWidget(makeLine(content));
    notes->addWidget(m_exactTitle);
    for (Exact& exact : m_exact) {
        exact.name = makeLabel({}, "value", content);
        exact.example = new QPushButton(content);
        exact.example->setProperty("look", QStringLiteral("link"));
        notes->addWidget(exact.name);
        notes->addWidget(exact.example, 0, Qt::AlignLeft);
        connect(exact.example, &QPushButton::clicked, this, [this, &exact] {
            m_document.setCrosshair(m_document.session().active, exact.cell.i, exact.cell.j, true);
        });
    }
    notes->addWidget(m_notes);
    column->addLayout(notes);
    column->addStretch();
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(content);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);

    auto* menu = new QMenu(m_copy);
    for (int format = 0; format < 3; ++format)
        menu->addAction(QString(), this, [this, format] { copy(format); });
    m_copy->setMenu(menu);
    m_copy->setPopupMode(QToolButton::InstantPopup);
    connect(m_common, &QCheckBox::clicked, this, [this](bool on) {
        m_document.edit(on ? tr("Properties on the common positions") : tr("Properties on all positions"),
                        [on](session::Session& s) { s.options.commonPositions = on; });
    });
    connect(m_beside, &QCheckBox::clicked, this, [this](bool on) {
        m_document.edit(on ? tr("Properties beside a sinusoid") : tr("Properties without a sinusoid"),
                        [on](session::Session& s) { s.options.sinusoidBeside = on; });
    });
    connect(m_shuffle, &QPushButton::clicked, &m_table, &PropertyTable::startNulls);
    connect(m_cancel, &QPushButton::clicked, &m_table, &PropertyTable::cancelNulls);
    connect(&m_table, &PropertyTable::nullProgress, this, &PropertiesPanel::showNulls);
    connect(&m_table, &PropertyTable::changed, this, &PropertiesPanel::showTable);
    connect(&m_document, &Document::sessionChanged, this, [this] {
        if (isVisible() && !m_document.inGesture())
            showExact();
    });
    retranslate();
}

void PropertiesPanel::showTable()
{
    QStringList counts;
    for (const MeasuredSource& source : m_table.sources()) {
        const auto positions = QString::number(source.row.properties.positions);
        if (!source.error && !counts.contains(positions))
            counts << positions;
    }
    m_measured->setText(counts.isEmpty() ? tr("Nothing to measure: no visible source has values.")
                                         : tr("1 = holds · N = %1, W = %2, ε = %3, %4")
                                               .arg(counts.join(QStringLiteral(", ")))
                                               .arg(m_document.session().options.localWindow)
                                               .arg(present::powerText(m_document.session().options.epsilon))
                                               .arg(present::metricTitle(m_document.session().options.metric)));
    m_common->setChecked(m_document.session().options.commonPositions);
    m_beside->setChecked(m_document.session().options.sinusoidBeside);
    m_compared = false;
    for (std::size_t k = 0; k < std::size(kShown); ++k)
        m_rows[k]->setBars(propertyBars(k));
    for (std::size_t k = 0; k < std::size(kRanges); ++k)
        m_rows[std::size(kShown) + k]->setBars(rangeBars(k));
    const bool running = m_table.nullsRunning();
    const bool known = std::ranges::all_of(m_table.sources(), [](const MeasuredSource& source) {
        return source.error.has_value() || source.row.null.has_value();
    });
    m_shuffle->setVisible(!running && !known);
    m_progress->setVisible(running);
    m_cancel->setVisible(running);
    m_nullNote->setText(m_compared
                            ? tr("Tick and grey number: the mean of %1 random orders of the rows, between their 5 and "
                                 "95 %. A value is worth what it exceeds that.")
                                  .arg(PropertyTable::kPermutations)
                            : tr("A table without any order scores above 0 too: compare before a value means much."));
    showExact();
}

/// One bar of each source of the table, empty where it cannot be measured.
QList<PropertyRow::Bar> PropertiesPanel::bars(const std::function<void(const MeasuredSource&, PropertyRow::Bar&)>& fill)
{
    QList<PropertyRow::Bar> bars;
    for (const MeasuredSource& source : m_table.sources()) {
        const session::Source* named = session::find(m_document.session(), source.asked.source);
        const bool beside = source.asked.source == frame::kSinusoidBeside;
        if (!named && !beside)
            continue;
        PropertyRow::Bar bar{.sourceIndex = beside ? -1 : named->letter,
                             .value = {},
                             .text = QStringLiteral("—"),
                             .remark = {},
                             .null = {}};
        if (source.error)
            bar.remark = tr("not measurable");
        else
            fill(source, bar);
        m_compared = m_compared || bar.null.has_value();
        bars << bar;
    }
    return bars;
}

QList<PropertyRow::Bar> PropertiesPanel::propertyBars(std::size_t row)
{
    return bars([row](const MeasuredSource& source, PropertyRow::Bar& bar) {
        const Property& property = source.row.properties.*kShown[row].property;
        bar.value = property.value;
        bar.text = property.value ? numberText(*property.value, 3) : QStringLiteral("—");
        if (source.row.null)
            bar.null = *source.row.null.*kShown[row].null;
        bar.remark = property.theorem ? tr("theorem") : bar.null ? numberText(bar.null->mean, 2) : QString();
    });
}

/// Bars of ranges are drawn against the longest one of the row.
QList<PropertyRow::Bar> PropertiesPanel::rangeBars(std::size_t row)
{
    const ShownRange& shown = kRanges[row];
    tables::Index longest = 1;
    for (const MeasuredSource& source : m_table.sources())
        if (!source.error && source.row.ranges)
            longest = std::max(longest, ((*source.row.ranges).*shown.range).value_or(source.row.ranges->searchedTo));
    const auto share = [longest](double m) { return m / static_cast<double>(longest); };
    return bars([&](const MeasuredSource& source, PropertyRow::Bar& bar) {
        if (!source.row.ranges)
            return;
        const std::optional<tables::Index> m = (*source.row.ranges).*shown.range;
        const tables::Index last = m.value_or(source.row.ranges->searchedTo);
        bar.value = share(static_cast<double>(last));
        bar.text = m ? rangeText(last) : QStringLiteral("≥ ") + rangeText(last);
        if (const auto null = source.row.null ? *source.row.null.*shown.null : std::nullopt) {
            bar.null = {.mean = share(null->mean), .p05 = share(null->p05), .p95 = share(null->p95)};
            bar.remark = numberText(null->mean, 2);
        }
    });
}

void PropertiesPanel::showExact()
{
    const session::SourceKey active = m_document.session().active;
    const auto at =
        std::ranges::find(m_table.sources(), active, [](const MeasuredSource& source) { return source.asked.source; });
    const session::Source* named = session::find(m_document.session(), active);
    const bool known = at != m_table.sources().end() && named != nullptr;
    m_exactTitle->setText(known ? tr("Does it hold exactly for %1?").arg(sourceLetter(named->letter)) : QString());
    const QString names[] = {tr("Translation invariance"), tr("Symmetry"), tr("Monotonicity")};
    for (std::size_t k = 0; k < m_exact.size(); ++k) {
        Exact& exact = m_exact[k];
        exact.name->setVisible(known);
        exact.example->hide();
        if (!known)
            continue;
        if (at->error) {
            exact.name->setText(names[k] + QStringLiteral(" —"));
            continue;
        }
        const Property& property = at->row.properties.*kShown[k].property;
        if (property.counterExample) {
            exact.name->setText(tr("%1: no, first at").arg(names[k]));
            exact.example->setText(qt(analysis::counterExampleText(*property.counterExample, k == 2)));
            exact.example->setToolTip(tr("Pins this cell in the map"));
            exact.example->show();
            exact.cell = property.counterExample->first;
        } else {
            exact.name->setText(!property.value        ? names[k] + QStringLiteral(" —")
                                    : property.theorem ? tr("%1: yes, a theorem").arg(names[k])
                                                       : tr("%1: yes").arg(names[k]));
        }
    }
    QStringList notes;
    if (known && at->error)
        notes << qt(describe(*at->error));
    if (known && at->mirrorCosine)
        notes << tr("Measured is the map Pᵣ·Pᵣ′. The encoding (i, j) ↦ P at i − j is translation invariant by "
                    "construction; its symmetry, the mean of cos(P at k, P at −k), is %1.")
                     .arg(numberText(*at->mirrorCosine, 3));
    if (known)
        for (const std::string& note : at->row.properties.notes)
            notes << qt(note);
    m_notes->setText(notes.join(u'\n'));
}

void PropertiesPanel::showNulls(double fraction)
{
    m_shuffle->hide();
    m_progress->show();
    m_cancel->show();
    constexpr int kWhole = 1000;
    m_progress->setRange(0, kWhole);
    m_progress->setValue(static_cast<int>(fraction * kWhole));
}

void PropertiesPanel::copy(int format)
{
    std::vector<analysis::PropertyRow> rows;
    for (const MeasuredSource& source : m_table.sources())
        if (!source.error)
            rows.push_back(source.row);
    const std::string text = format == 0 ? analysis::propertyTableText(rows)
        : format == 1                    ? analysis::propertyTableCsv(rows)
                                         : analysis::propertyTableLatex(rows);
    QGuiApplication::clipboard()->setText(qt(text));
}

void PropertiesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_table.setWanted(true);
    showTable();
}

void PropertiesPanel::hideEvent(QHideEvent* event)
{
    m_table.setWanted(false);
    QWidget::hideEvent(event);
}

void PropertiesPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void PropertiesPanel::retranslate()
{
    m_title->setText(tr("Properties"));
    setIconButtonText(m_copy, tr("Copy the table"));
    const QString formats[] = {tr("as text"), tr("as CSV"), tr("as LaTeX")};
    for (qsizetype k = 0; k < m_copy->menu()->actions().size(); ++k)
        m_copy->menu()->actions()[k]->setText(formats[k]);
    m_common->setText(tr("on the common positions"));
    m_common->setToolTip(tr("Measures sources of different length on the positions that all of them have."));
    m_beside->setText(tr("~ beside a sinusoid of the same size"));
    m_beside->setToolTip(tr("Adds a fixed sinusoid with the D and the N of the selected source."));
    const QString names[] = {tr("TI"), tr("SYM"), tr("MON"), tr("MON local"), tr("STEP"), tr("Range"), tr("ε range")};
    const QString meanings[] = {tr("distance only"), tr("symmetry"),
                                tr("all distances"), tr("within W = %1").arg(m_document.session().options.localWindow),
                                tr("falling steps"), tr("integer m"),
                                tr("tolerance ε")};
    const QString help[] = {tr("Translation invariance: how much of the map depends on m = i − j alone."),
                            tr("Symmetry: correlation of φ(i, j) with φ(j, i)."),
                            tr("Monotonicity: falling minus rising pairs along each row, away from the diagonal."),
                            tr("Monotonicity over distances up to W."),
                            tr("Share of single steps away from the diagonal on which φ falls."),
                            tr("The last m up to which ψ(m), or the mean of φ over |m|, falls at every integer."),
                            tr("The same with a tolerance of ε·ψ(0).")};
    for (std::size_t k = 0; k < m_rows.size(); ++k) {
        m_rows[k]->setTexts(names[k], meanings[k]);
        m_rows[k]->setToolTip(help[k] + u'\n' + tr("Press to see where it fails."));
    }
    m_shuffle->setText(tr("Compare with shuffled rows"));
    m_cancel->setText(tr("Cancel"));
    m_progress->setAccessibleName(tr("Measuring shuffled rows"));
    showTable();
}

} // namespace pescope::ui
