// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/positions_workspace.h"

#include "ui/heatmap/colour_bar.h"
#include "ui/heatmap/pane_card.h"
#include "ui/widgets/job_note.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/positions/frame_presenter.h"
#include "ui/workspaces/positions/head_view_dialog.h"
#include "ui/workspaces/positions/omega_handle_row.h"
#include "ui/workspaces/positions/omega_inspector.h"
#include "ui/workspaces/positions/pane_grid.h"
#include "ui/workspaces/positions/properties_panel.h"
#include "ui/workspaces/positions/ranges_table.h"
#include "ui/workspaces/positions/reach_row.h"
#include "ui/workspaces/positions/sources_panel.h"
#include "ui/workspaces/positions/tour_banner.h"

#include <QEvent>
#include <QGridLayout>
#include <QResizeEvent>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace pescope::ui {

using session::SourceKey;

namespace {

constexpr int kMargin = 12, kGap = 8;
constexpr int kLeftWidth = 264, kFoldedWidth = 40, kRightWidth = 378;
/// Heights of the chart: most need a line a source; ψ has a magnifier and the steps below it.
constexpr int kDistanceHeight = 300, kSmallDistanceHeight = 236;
constexpr double kOmegaShare = 0.54;
constexpr int kLeastPaneHeight = 240;
/// Below this width of the workspace the sources panel folds: ω and a map stay.
constexpr int kFoldWidth = 1400;

} // namespace

PositionsWorkspace::PositionsWorkspace(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_splitter(new QSplitter(Qt::Horizontal, this))
    , m_sources(new SourcesPanel(document, m_splitter))
    , m_tour(new TourBanner)
    , m_centre(new QWidget(m_splitter))
    , m_panes(new PaneGrid(document, m_centre))
    , m_barRows(new QGridLayout)
    , m_charts(new ChartArea(document, m_centre))
    , m_chartKind(new SegmentedControl({}, QStringList(kChartKinds)))
    , m_chartLabel(makeLabel({}, "second"))
    , m_right(new QStackedWidget)
    , m_inspector(new OmegaInspector(document, m_right))
    , m_ranges(new RangesTable)
    , m_properties(new PropertiesPanel(document))
    , m_jobs(document)
    , m_headViews(document)
    , m_jobNote(new JobNote)
    , m_rightPages(new SegmentedControl({}, {QString(), QString()}))
{
    m_barRows->setSpacing(kGap);
    setProperty("help", QStringLiteral("heatmap"));
    m_sources->setProperty("help", QStringLiteral("sources"));
    m_chartKind->setProperty("help", QStringLiteral("distance"));
    m_rightPages->setProperty("help", QStringLiteral("omega"));
    m_inspector->setProperty("help", QStringLiteral("omega"));
    m_ranges->setProperty("help", QStringLiteral("ranges"));
    m_properties->setProperty("help", QStringLiteral("properties"));

    m_vertical = new QSplitter(Qt::Vertical, m_centre);
    QSplitter* vertical = m_vertical;
    auto* upper = new QWidget(vertical);
    auto* upperLayout = new QVBoxLayout(upper);
    upperLayout->setContentsMargins(0, 0, 0, 0);
    upperLayout->setSpacing(kGap);
    // four panes on a small screen scroll, they are never cut off
    auto* scroll = new QScrollArea(upper);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(m_panes);
    scroll->setMinimumHeight(kLeastPaneHeight);
    upperLayout->addWidget(scroll, 1);
    upperLayout->addLayout(m_barRows);
    vertical->addWidget(upper);
    vertical->addWidget(m_charts);
    vertical->setStretchFactor(0, 1);
    vertical->setStretchFactor(1, 0);
    vertical->setChildrenCollapsible(false);
    vertical->setHandleWidth(kGap);
    auto* centre = new QVBoxLayout(m_centre);
    centre->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    centre->setSpacing(kGap);
    centre->addWidget(m_tour);
    centre->addWidget(vertical, 1);

    auto* side = new QWidget(m_splitter);
    fillRightSide(side);
    m_splitter->addWidget(m_sources);
    m_splitter->addWidget(m_centre);
    m_splitter->addWidget(side);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(1);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_splitter);

    connect(m_charts, &ChartArea::kindChanged, this, [this](ChartKind kind) {
        m_chartKind->setCurrentIndex(static_cast<int>(kind));
        setChartHeight();
        Q_EMIT chartKindChanged(kind);
    });
    connect(m_chartKind, &SegmentedControl::chosen, this,
            [this](int index) { setChartKind(static_cast<ChartKind>(index)); });
    connect(m_panes, &PaneGrid::addEncodingRequested, this, &PositionsWorkspace::addEncodingRequested);
    connect(m_panes, &PaneGrid::menuRequested, m_sources, &SourcesPanel::openMenu);
    connect(m_panes, &PaneGrid::openAsRequested, m_sources, &SourcesPanel::askOpenAs);
    connect(m_sources, &SourcesPanel::openRequested, this, &PositionsWorkspace::openRequested);
    connect(m_sources, &SourcesPanel::addEncodingRequested, this, &PositionsWorkspace::addEncodingRequested);
    connect(m_sources, &SourcesPanel::foldToggled, this, [this](bool folded) {
        m_userFolded = folded;
        adaptToWidth();
    });
    connect(m_ranges, &RangesTable::epsilonChanged, this, [this](double epsilon) {
        m_document.edit(tr("Tolerance ε"), [epsilon](session::Session& s) { s.options.epsilon = epsilon; });
    });
    connect(&m_document, &Document::sessionChanged, this, &PositionsWorkspace::showSession);
    connect(&m_document, &Document::viewChanged, this, &PositionsWorkspace::showView);
    connect(&m_document, &Document::frameReady, this, &PositionsWorkspace::showFrame);
    connect(&m_document, &Document::sourceProgress, this,
            [this](int key, double fraction, const QString& step) { m_panes->showProgress(key, fraction, step); });
    connect(m_properties, &PropertiesPanel::lensRequested, this, [this](proximity::Lens lens) {
        const session::Source* active = session::find(m_document.session(), m_document.session().active);
        if (active) // pressed again: back to the values
            m_panes->setLens(active->key, active->lens == lens ? proximity::Lens::Value : lens);
    });
    connect(m_rightPages, &SegmentedControl::chosen, this, [this](int index) { showProperties(index == 1); });
    connectJobs();
    m_document.setPaneProvider([this] { return m_panes->geometry(); });
    retranslate();
    showSession();
}

PositionsWorkspace::~PositionsWorkspace()
{
    m_document.setPaneProvider({});
}

void PositionsWorkspace::connectJobs()
{
    connect(m_sources, &SourcesPanel::fitRequested, &m_jobs, &OmegaJobs::fit);
    ReachRow* reach = m_inspector->reach();
    connect(reach, &ReachRow::requested, this,
            [this](int target, Means means) { m_jobs.adapt({.target = static_cast<double>(target)}, means); });
    connect(m_charts, &ChartArea::rangeWanted, this,
            [this, reach](RangeSense sense, double m) { m_jobs.adapt({.sense = sense, .target = m}, reach->means()); });
    connect(&m_jobs, &OmegaJobs::progressed, m_jobNote, &JobNote::showProgress);
    connect(&m_jobs, &OmegaJobs::finished, m_jobNote, &JobNote::showResult);
    connect(&m_jobs, &OmegaJobs::failed, m_jobNote, [this](const QString& title, const Error& error) {
        m_jobNote->showError(title, QString::fromStdString(describe(error)));
    });
    connect(m_jobNote, &JobNote::cancelRequested, &m_jobs, &OmegaJobs::cancel);
    connect(m_sources, &SourcesPanel::headViewRequested, this, &PositionsWorkspace::askForHead);
    connect(&m_headViews, &HeadViewJob::finished, m_jobNote, &JobNote::showResult);
    connect(&m_headViews, &HeadViewJob::failed, m_jobNote, [this](const QString& title, const Error& error) {
        m_jobNote->showError(title, QString::fromStdString(describe(error)));
    });
}

void PositionsWorkspace::askForHead(session::SourceKey key)
{
    const auto model = m_headViews.modelOf(key);
    if (!model) {
        m_jobNote->showError(tr("No head can be asked"), QString::fromStdString(describe(model.error())));
        return;
    }
    HeadViewDialog dialog(model->layers, model->heads, this);
    if (dialog.exec() == QDialog::Accepted)
        m_headViews.add(key, dialog.choice());
}

void PositionsWorkspace::showSession()
{
    m_panes->arrange();
    m_charts->showSession();
    for (int k = 0; k < kChartKinds; ++k)
        m_chartKind->setSegmentEnabled(k, m_charts->available(static_cast<ChartKind>(k)));
    const bool sinusoid = m_document.activeSinusoid() != nullptr;
    m_rightPages->setTexts({sinusoid ? tr("ω and ranges") : tr("Ranges"), tr("Properties")});
    if (m_rightPages->currentIndex() == 0)
        m_right->setCurrentIndex(sinusoid ? 0 : 1);
    if (sinusoid && !m_document.inGesture())
        m_inspector->showSession();
}

void PositionsWorkspace::showFrame()
{
    const auto frame = m_document.currentFrame();
    if (!frame)
        return;
    // everything at once: the next paint of the window shows one revision throughout
    m_panes->showFrame(*frame);
    showScales(*frame);
    m_charts->showFrame(*frame);
    m_inspector->showFrame(*frame);
    if (!m_document.activeSinusoid())
        showRanges(*frame);
    showView();
}

/// Of a selected source that is no sinusoid; those have the inspector.
void PositionsWorkspace::showRanges(const frame::Frame& frame)
{
    const session::Session& session = m_document.session();
    const session::Source* active = session::find(session, session.active);
    if (!active) {
        m_ranges->showNothing(RangesTable::Absent::NoSource);
        return;
    }
    if (std::holds_alternative<session::DifferenceOrigin>(active->origin)) {
        m_ranges->showNothing(RangesTable::Absent::Difference);
        return;
    }
    const auto curve = std::ranges::find(frame.curves, active->key, &frame::Curve::source);
    if (curve != frame.curves.end()) {
        m_ranges->showCurve(*curve, active->letter, session.options.epsilon, frame.revision);
        return;
    }
    const auto encoding = m_document.encoding(active->key);
    m_ranges->showNothing(!encoding       ? RangesTable::Absent::Loading
                              : *encoding ? RangesTable::Absent::Hidden
                                          : RangesTable::Absent::Failed);
}

void PositionsWorkspace::showScales(const frame::Frame& frame)
{
    while (m_bars.size() < frame.scales.size()) {
        auto* bar = new ColourBar(m_centre);
        bar->setProperty("help", QStringLiteral("colours"));
        const std::size_t index = m_bars.size();
        connect(bar, &ColourBar::limitsChanged, this, [this, index](double low, double high, bool finished) {
            const auto change = [key = m_barKeys[index], low, high](session::Session& s) {
                s.options.limits[key] = {low, high};
            };
            m_document.gesture(change);
            if (finished)
                m_document.endGesture(tr("Colour limits"));
        });
        connect(bar, &ColourBar::automaticRequested, this, [this, index] {
            m_document.edit(tr("Automatic colour limits"),
                            [key = m_barKeys[index]](session::Session& s) { s.options.limits.erase(key); });
        });
        m_barRows->addWidget(bar, static_cast<int>(index / 2), static_cast<int>(index % 2));
        m_bars.push_back(bar);
        m_barKeys.push_back(0);
    }
    for (std::size_t k = 0; k < m_bars.size(); ++k) {
        m_bars[k]->setVisible(k < frame.scales.size());
        if (k >= frame.scales.size())
            continue;
        m_barKeys[k] = frame.scales[k].key;
        m_bars[k]->setState(present::colourBar(m_document.session(), frame.scales[k]));
    }
}

void PositionsWorkspace::showView()
{
    m_panes->showView();
    m_charts->showView();
}

void PositionsWorkspace::setChartKind(ChartKind kind)
{
    m_charts->setKind(kind);
}

void PositionsWorkspace::setEnlarged(SourceKey key)
{
    m_panes->setEnlarged(key);
}

const std::vector<PaneCard*>& PositionsWorkspace::panes() const
{
    return m_panes->panes();
}

bool PositionsWorkspace::computing() const
{
    return m_inspector->computing() || m_properties->computing() || m_jobs.running() || m_headViews.running()
        || m_charts->computing();
}

void PositionsWorkspace::adaptToWidth()
{
    const bool fold = m_userFolded.value_or(width() < kFoldWidth);
    if (fold != m_sources->folded() || m_splitter->sizes().value(0) == 0 || !m_arranged) {
        m_sources->setFolded(fold);
        const int left = fold ? kFoldedWidth : kLeftWidth;
        m_splitter->setSizes({left, std::max(1, width() - left - kRightWidth), kRightWidth});
    }
    if (!m_arranged)
        setChartHeight();
    m_arranged = isVisible(); // from then on the user's own sizes stay
}

void PositionsWorkspace::fillRightSide(QWidget* side)
{
    m_right->addWidget(m_inspector);
    auto* tablePage = new QWidget(m_right);
    auto* tableLayout = new QVBoxLayout(tablePage);
    tableLayout->setContentsMargins(0, 0, 0, 8);
    tableLayout->addWidget(m_ranges);
    tableLayout->addStretch();
    m_right->addWidget(tablePage);
    m_right->addWidget(m_properties);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 8, 16, 0);
    head->addWidget(m_rightPages);
    head->addStretch();
    auto* charts = new QHBoxLayout;
    charts->setContentsMargins(16, 8, 16, 0);
    charts->setSpacing(8);
    charts->addWidget(m_chartLabel);
    charts->addWidget(m_chartKind);
    charts->addStretch();
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(1, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(charts);
    column->addLayout(head);
    column->addWidget(m_jobNote);
    column->addWidget(m_right, 1);
    side->setProperty("look", QStringLiteral("side-right"));
    side->setAttribute(Qt::WA_StyledBackground);
    side->setMinimumWidth(kRightWidth);
}

void PositionsWorkspace::showProperties(bool show)
{
    m_rightPages->setCurrentIndex(show ? 1 : 0);
    m_right->setCurrentIndex(show ? 2 : m_document.activeSinusoid() ? 0 : 1);
    Q_EMIT propertiesShown(show);
}

void PositionsWorkspace::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void PositionsWorkspace::retranslate()
{
    m_chartLabel->setText(tr("Chart"));
    m_chartKind->setAccessibleName(tr("Chart"));
    m_chartKind->setTexts({tr("by distance"), tr("ψ"), tr("ω"), tr("spectrum")});
    m_chartKind->setSegmentToolTip(0, tr("Mean proximity by distance (Ctrl+1)"));
    m_chartKind->setSegmentToolTip(1, tr("ψ(m) = Σ cos ωᵢ m of the selected sinusoid, and its steps (Ctrl+2)"));
    m_chartKind->setSegmentToolTip(2, tr("The frequencies ωᵢ; drag them to change them (Ctrl+3)"));
    m_chartKind->setSegmentToolTip(3,
                                   tr("What the vectors of the selected source consist of: singular values, "
                                      "components, waves; decay and biases by distance (Ctrl+4)"));
    m_rightPages->setAccessibleName(tr("What the right side shows"));
    m_rightPages->setTexts({m_document.activeSinusoid() ? tr("ω and ranges") : tr("Ranges"), tr("Properties")});
}

void PositionsWorkspace::setChartHeight()
{
    // the panes come first: they keep what a pane needs to show its read-outs without scrolling
    const int above = m_panes->panes().front()->minimumHeight() + kGap + m_barRows->sizeHint().height() + kGap;
    const int most = std::max(kSmallDistanceHeight, height() - 2 * kMargin - above);
    const int chart = m_charts->kind() == ChartKind::Psi ? std::min(most, static_cast<int>(kOmegaShare * height()))
        : height() < 760 || m_document.session().options.layout == session::Layout::Grid ? kSmallDistanceHeight
                                                                                         : kDistanceHeight;
    m_vertical->setSizes({std::max(1, height() - chart), chart});
}

void PositionsWorkspace::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    adaptToWidth();
}

QVector<QPair<QString, quint64>> PositionsWorkspace::paintedRevisions() const
{
    QVector<QPair<QString, quint64>> painted;
    for (const PaneCard* pane : panes())
        if (pane->isVisible())
            painted.push_back({QStringLiteral("pane %1").arg(painted.size()), pane->view()->paintedRevision()});
    if (m_charts->isVisible())
        painted.push_back({QStringLiteral("chart"), m_charts->paintedRevision()});
    if (m_inspector->isVisible()) {
        painted.push_back({QStringLiteral("ranges"), m_inspector->ranges()->paintedRevision()});
        for (const OmegaHandleRow* row : m_inspector->handles())
            if (row->strip()->isVisible())
                painted.push_back({QStringLiteral("strip"), row->strip()->paintedRevision()});
    }
    return painted;
}

} // namespace pescope::ui
