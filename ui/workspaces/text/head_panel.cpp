// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/head_panel.h"

#include "ui/charts/layer_chart.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/text/head_grid.h"
#include "ui/workspaces/text/text_presenter.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QScopedValueRollback>
#include <QTableWidget>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

constexpr int kPlace = Qt::UserRole; // of a row: layer · 1000 + head
constexpr int kLayerStride = 1000;
constexpr int kRowHeight = 24, kRowsShown = 6;

/// What is said of the chosen head in words, in this order.
constexpr bert::HeadMeasure kTold[] = {bert::HeadMeasure::MeanDistance,   bert::HeadMeasure::Entropy,
                                       bert::HeadMeasure::FirstSpecial,   bert::HeadMeasure::LastSpecial,
                                       bert::HeadMeasure::StrongestShare, bert::HeadMeasure::Locality,
                                       bert::HeadMeasure::MirrorSymmetry, bert::HeadMeasure::TranslationInvariance,
                                       bert::HeadMeasure::Monotonicity};

} // namespace

HeadPanel::HeadPanel(QWidget* parent)
    : QWidget(parent)
    , m_sortLabel(makeLabel({}, "heading"))
    , m_sortNote(makeLabel({}, "second", nullptr, TextSize::Small))
    , m_gridTitle(makeLabel({}, "heading"))
    , m_chosenTitle(makeLabel({}, "heading"))
    , m_chosenText(makeLabel({}, "", nullptr, TextSize::Small))
    , m_distanceTitle(makeLabel({}, "heading"))
    , m_measure(new QComboBox)
    , m_table(new QTableWidget(0, 3))
    , m_which(new SegmentedControl({}, {QString(), QString()}))
    , m_grid(new HeadGrid)
    , m_distance(new LayerChart)
{
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->setShowGrid(false);
    m_table->setFixedHeight(kRowHeight * kRowsShown + 30);
    m_table->setTabKeyNavigation(false);
    m_sortNote->setWordWrap(true);
    m_chosenText->setTextFormat(Qt::RichText);
    m_chosenText->setWordWrap(true);
    m_measure->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_measure->setMinimumContentsLength(12);
    m_distance->setCompact();
    m_distance->setMinimumHeight(140);

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 12);
    column->setSpacing(6);
    column->addWidget(m_sortLabel);
    column->addWidget(m_measure);
    column->addWidget(m_table);
    column->addWidget(m_sortNote);
    column->addWidget(makeLine(this));
    auto* gridHead = new QHBoxLayout;
    gridHead->addWidget(m_gridTitle, 1);
    gridHead->addWidget(m_which);
    column->addLayout(gridHead);
    column->addWidget(m_grid);
    column->addWidget(makeLine(this));
    column->addWidget(m_chosenTitle);
    column->addWidget(m_chosenText);
    column->addWidget(m_distanceTitle);
    column->addWidget(m_distance);
    column->addStretch();

    connect(m_measure, &QComboBox::activated, this, [this] {
        fillTable();
        fillGrid();
    });
    connect(m_which, &SegmentedControl::chosen, this, [this] { fillGrid(); });
    connect(m_grid, &HeadGrid::picked, this, [this](int head) { Q_EMIT headChosen(m_layer, head); });
    connect(m_table, &QTableWidget::currentCellChanged, this, [this](int row) {
        const QTableWidgetItem* item = m_filling ? nullptr : m_table->item(row, 0);
        if (item)
            Q_EMIT headChosen(item->data(kPlace).toInt() / kLayerStride, item->data(kPlace).toInt() % kLayerStride);
    });
    retranslate();
}

bert::HeadMeasure HeadPanel::measure() const
{
    return static_cast<bert::HeadMeasure>(m_measure->currentData().toInt());
}

const bert::MeasuredHead* HeadPanel::measured(bool exchanged) const
{
    if (!m_heads)
        return nullptr;
    const auto& list = exchanged ? m_heads->exchanged : m_heads->original;
    const auto found = std::ranges::find_if(
        list, [&](const bert::MeasuredHead& one) { return one.layer.number == m_layer && one.head == m_head; });
    return found == list.end() ? nullptr : &*found;
}

void HeadPanel::showLayer(const std::shared_ptr<const TextRun>& run,
                          const std::shared_ptr<const TextAttention>& attention, int layer, int head)
{
    m_run = run;
    m_attention = attention;
    m_layer = layer;
    m_head = head;
    fillTable();
    fillGrid();
    fillChosen();
    fillDistance();
}

void HeadPanel::showHeads(const std::shared_ptr<const HeadTables>& heads)
{
    m_heads = heads;
    fillTable();
    fillGrid();
    fillChosen();
}

/// Only when it is another list: with 144 heads it takes longer than a frame.
void HeadPanel::fillTable()
{
    m_sortNote->setText(m_heads ? present::measureNote(measure()) + QLatin1Char(' ')
                                + tr("Measured among the words alone: what a head gives to special tokens counts in "
                                     "the two weights below.")
                                : tr("The heads are being measured…"));
    const bool filled = m_heads != m_tableOf || measure() != m_tableMeasure;
    if (filled) {
        const QScopedValueRollback filling(m_filling, true);
        m_tableOf = m_heads;
        m_tableMeasure = measure();
        m_table->setRowCount(m_heads ? static_cast<int>(m_heads->original.size()) : 0);
        int row = 0;
        for (const std::size_t k :
             m_heads ? bert::rankHeads(m_heads->original, measure()) : std::vector<std::size_t>()) {
            const bert::MeasuredHead& before = m_heads->original[k];
            const bert::MeasuredHead& now = m_heads->exchanged[k];
            const QString texts[] = {tr("layer %1, head %2").arg(before.layer.number).arg(before.head + 1),
                                     numberText(bert::value(before.measures, measure())),
                                     numberText(bert::value(now.measures, measure()))};
            for (int column = 0; column < 3; ++column) {
                auto* item = new QTableWidgetItem(texts[column]);
                item->setData(kPlace, before.layer.number * kLayerStride + static_cast<int>(before.head));
                if (column > 0)
                    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
                m_table->setItem(row, column, item);
            }
            ++row;
        }
    }
    selectRow(!filled);
    if (filled)
        m_table->scrollToTop(); // which head is first is what was asked
}

void HeadPanel::selectRow(bool scroll)
{
    const QScopedValueRollback filling(m_filling, true);
    int current = -1;
    for (int row = 0; row < m_table->rowCount(); ++row)
        if (m_table->item(row, 0)->data(kPlace).toInt() == m_layer * kLayerStride + m_head)
            current = row;
    if (current == m_table->currentRow())
        return;
    m_table->setCurrentCell(current, 0);
    if (current >= 0 && scroll)
        m_table->scrollToItem(m_table->item(current, 0));
}

void HeadPanel::fillGrid()
{
    m_gridTitle->setText(m_layer > 0 ? tr("Heads of layer %1").arg(m_layer) : tr("The embedding has no heads"));
    QList<HeadGrid::Cell> cells;
    if (m_attention && m_attention->layer.number == m_layer) {
        const bool exchanged = m_which->currentIndex() == 1;
        if (m_imagesOf != m_attention || m_imagesExchanged != exchanged) {
            m_imagesOf = m_attention;
            m_imagesExchanged = exchanged;
            m_images = present::headImages(*m_attention, exchanged);
        }
        for (int head = 0; head < m_images.size(); ++head) {
            QString value;
            if (m_heads)
                for (const bert::MeasuredHead& one :
                     m_which->currentIndex() == 1 ? m_heads->exchanged : m_heads->original)
                    if (one.layer.number == m_layer && one.head == head)
                        value = numberText(bert::value(one.measures, measure()), 2);
            cells.append({m_images[head], QString::number(head + 1), value});
        }
    }
    m_grid->setCells(cells);
    m_grid->setChosen(m_head);
}

void HeadPanel::fillChosen()
{
    const bool one = m_layer > 0 && m_head >= 0;
    m_chosenTitle->setText(one ? tr("Layer %1, head %2").arg(m_layer).arg(m_head + 1) : tr("Choose a head"));
    const bert::MeasuredHead* before = measured(false);
    const bert::MeasuredHead* now = measured(true);
    m_chosenText->setVisible(before && now);
    if (!before || !now)
        return;
    const QString row = QStringLiteral("<tr><td>%1</td><td align='right'>&nbsp;&nbsp;%2</td>"
                                       "<td align='right'>&nbsp;&nbsp;&nbsp;%3</td></tr>");
    QString text = QStringLiteral("<table width='100%'>")
        + row.arg(QString(), tr("original").toHtmlEscaped(), tr("exchanged").toHtmlEscaped());
    for (const bert::HeadMeasure measure : kTold)
        text +=
            row.arg(present::measureName(measure).toHtmlEscaped(), numberText(bert::value(before->measures, measure)),
                    numberText(bert::value(now->measures, measure)));
    text += row.arg(tr("strongest key at m"), QString::number(before->measures.strongestDistance),
                    QString::number(now->measures.strongestDistance));
    m_chosenText->setText(text + QStringLiteral("</table>"));
}

void HeadPanel::fillDistance()
{
    const bool ready = m_run && m_attention && m_attention->layer.number == m_layer;
    m_distance->setVisible(ready);
    m_distanceTitle->setVisible(ready);
    if (!ready)
        return;
    m_distanceTitle->setText(m_head >= 0 ? tr("Attention by distance, head %1").arg(m_head + 1)
                                         : tr("Attention by distance, mean of the heads"));
    const auto curves = present::distanceCurves(*m_run, *m_attention, m_head);
    const int reach = curves.empty() ? 1 : -curves.front().first;
    m_distance->setState({.title = {},
                          .note = {},
                          .yTitle = {},
                          .xTitle = tr("m = i − j (query − key)"),
                          .first = -reach,
                          .layers = reach,
                          .plainIndex = true,
                          .chosen = {},
                          .curves = curves,
                          .details = present::pairCounts(*m_run, reach),
                          .revision = 0});
    m_distance->setToolTip(tr("Mean weight over the pairs of words at each distance; point at one for their number."));
}

void HeadPanel::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void HeadPanel::retranslate()
{
    m_sortLabel->setText(tr("Which heads look by position?"));
    // on a text with a meaning, logits follow the words too: the strongest key tells more than TI
    const int chosen =
        m_measure->count() > 0 ? m_measure->currentData().toInt() : static_cast<int>(bert::HeadMeasure::StrongestShare);
    m_measure->clear();
    for (const bert::HeadMeasure measure : bert::allHeadMeasures())
        m_measure->addItem(present::measureName(measure), static_cast<int>(measure));
    m_measure->setCurrentIndex(m_measure->findData(chosen));
    m_measure->setAccessibleName(tr("Measure that sorts the heads"));
    m_table->setHorizontalHeaderLabels({tr("head"), tr("original"), tr("exchanged")});
    m_table->setAccessibleName(tr("Heads by the measure"));
    m_which->setTexts({tr("original"), tr("exchanged")});
    m_which->setAccessibleName(tr("Which run the small maps show"));
    m_grid->setAccessibleName(tr("Heads of the layer"));
    m_tableOf = nullptr;
    fillTable();
    fillGrid();
    fillChosen();
    fillDistance();
}

} // namespace pescope::ui
