// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/positions_workspace.h"

#include "ui/charts/distance_chart.h"
#include "ui/charts/omega_chart.h"
#include "ui/heatmap/colour_bar.h"
#include "ui/heatmap/pane_card.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/positions/frame_presenter.h"
#include "ui/workspaces/positions/omega_handle_row.h"
#include "ui/workspaces/positions/omega_inspector.h"
#include "ui/workspaces/positions/pane_grid.h"
#include "ui/workspaces/positions/properties_panel.h"
#include "ui/workspaces/positions/ranges_table.h"
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
constexpr int kLeftWidth = 264, kFoldedWidth = 40, kRightWidth = 360;
/// Heights of the chart: by distance it needs a line a source; ψ has a magnifier and the steps below it.
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
    , m_charts(new QStackedWidget(m_centre))
    , m_distance(new DistanceChart(m_charts))
    , m_omega(new OmegaChart(m_charts))
    , m_right(new QStackedWidget)
    , m_inspector(new OmegaInspector(document, m_right))
    , m_ranges(new RangesTable)
    , m_properties(new PropertiesPanel(document))
    , m_rightPages(new SegmentedControl({}, {QString(), QString()}))
{
    m_barRows->setSpacing(kGap);
    m_charts->addWidget(m_distance);
    m_charts->addWidget(m_omega);

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

    fitCharts();
    connectChart();
    connect(m_panes, &PaneGrid::addEncodingRequested, this, &PositionsWorkspace::addEncodingRequested);
    connect(m_panes, &PaneGrid::menuRequested, m_sources, &SourcesPanel::openMenu);
    connect(m_sources, &SourcesPanel::openRequested, this, &PositionsWorkspace::openRequested);
    connect(m_sources, &SourcesPanel::addEncodingRequested, this, &PositionsWorkspace::addEncodingRequested);
    connect(m_sources, &SourcesPanel::foldToggled, this, [this](bool folded) {
        m_userFolded = folded;
        adaptToWidth();
    });
    connect(m_inspector, &OmegaInspector::chartChosen, this,
            [this](int index) { setChartKind(index == 0 ? ChartKind::Distance : ChartKind::Omega); });
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
    m_document.setPaneProvider([this] { return m_panes->geometry(); });
    retranslate();
    showSession();
}

PositionsWorkspace::~PositionsWorkspace()
{
    m_document.setPaneProvider({});
}

void PositionsWorkspace::connectChart()
{
    const auto edit = [this](const QString& name, auto change) {
        m_document.edit(name, [change](session::Session& s) { change(s.options); });
    };
    connect(m_distance, &DistanceChart::hoveredOffset, &m_document, &Document::setCrosshairOffset);
    connect(m_omega, &OmegaChart::hoveredOffset, &m_document, &Document::setCrosshairOffset);
    connect(m_distance, &DistanceChart::bandKindChanged, this, [edit](BandKind kind) {
        edit(tr("Band of the rows"), [kind](session::Options& o) { o.band = static_cast<session::Band>(kind); });
    });
    connect(m_distance, &DistanceChart::showPrimeChanged, this,
            [edit](bool on) { edit(tr("Show ψ′"), [on](session::Options& o) { o.psiPrime = on; }); });
    connect(m_distance, &DistanceChart::signedChanged, this,
            [edit](bool on) { edit(tr("Signed distances"), [on](session::Options& o) { o.signedOffsets = on; }); });
    connect(m_distance, &DistanceChart::withoutMarkedRowsChanged, this,
            [edit](bool on) { edit(tr("Without marked rows"), [on](session::Options& o) { o.withoutMarked = on; }); });
}

void PositionsWorkspace::showSession()
{
    m_panes->arrange();
    const session::Options& options = m_document.session().options;
    m_distance->setBandKind(static_cast<BandKind>(options.band));
    m_distance->setShowPrime(options.psiPrime);
    m_distance->setSigned(options.signedOffsets);
    const bool sinusoid = m_document.activeSinusoid() != nullptr;
    m_rightPages->setTexts({sinusoid ? tr("ω and ranges") : tr("Ranges"), tr("Properties")});
    if (m_rightPages->currentIndex() == 0)
        m_right->setCurrentIndex(sinusoid ? 0 : 1);
    if (sinusoid && !m_document.inGesture())
        m_inspector->showSession();
    if (!sinusoid && m_charts->currentIndex() == 1)
        setChartKind(ChartKind::Distance);
}

void PositionsWorkspace::showFrame()
{
    const auto frame = m_document.currentFrame();
    if (!frame)
        return;
    // everything at once: the next paint of the window shows one revision throughout
    m_panes->showFrame(*frame);
    showScales(*frame);
    showChart(*frame);
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

/// The one on top alone: the other is filled when it comes up.
void PositionsWorkspace::showChart(const frame::Frame& frame)
{
    const session::Session& session = m_document.session();
    if (m_charts->currentIndex() == 1) {
        if (const auto state = present::omegaChart(session, frame))
            m_omega->setState(*state);
        return;
    }
    const bool marked = session.options.withoutMarked
        || std::ranges::any_of(frame.panes, [](const frame::Pane& pane) { return !pane.outlying.empty(); });
    m_distance->setWithoutMarkedRows(session.options.withoutMarked, marked);
    m_distance->setState(present::distanceChart(session, frame));
}

void PositionsWorkspace::showScales(const frame::Frame& frame)
{
    while (m_bars.size() < frame.scales.size()) {
        auto* bar = new ColourBar(m_centre);
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
    const auto offset = m_document.view(m_document.session().active).offset();
    m_distance->setCrosshair(offset);
    m_omega->setCrosshair(offset);
}

void PositionsWorkspace::setChartKind(ChartKind kind)
{
    if (kind == ChartKind::Omega && !m_document.activeSinusoid())
        kind = ChartKind::Distance;
    const bool changed = m_charts->currentIndex() != (kind == ChartKind::Distance ? 0 : 1);
    m_charts->setCurrentIndex(kind == ChartKind::Distance ? 0 : 1);
    fitCharts();
    if (changed) {
        setChartHeight();
        if (const auto frame = m_document.currentFrame())
            showChart(*frame);
    }
    m_inspector->setChart(m_charts->currentIndex());
    Q_EMIT chartKindChanged(kind);
}

ChartKind PositionsWorkspace::chartKind() const
{
    return m_charts->currentIndex() == 0 ? ChartKind::Distance : ChartKind::Omega;
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
    return m_inspector->computing() || m_properties->computing();
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
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(1, 0, 0, 0);
    column->setSpacing(0);
    column->addLayout(head);
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
    m_rightPages->setAccessibleName(tr("What the right side shows"));
    m_rightPages->setTexts({m_document.activeSinusoid() ? tr("ω and ranges") : tr("Ranges"), tr("Properties")});
}

/// The chart that is hidden must not ask for height.
void PositionsWorkspace::fitCharts()
{
    for (int k = 0; k < m_charts->count(); ++k) {
        const auto policy = k == m_charts->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        m_charts->widget(k)->setSizePolicy(policy, policy);
    }
    m_charts->updateGeometry();
}

void PositionsWorkspace::setChartHeight()
{
    // the panes come first: they keep what a pane needs to show its read-outs without scrolling
    const int above = m_panes->panes().front()->minimumHeight() + kGap + m_barRows->sizeHint().height() + kGap;
    const int most = std::max(kSmallDistanceHeight, height() - 2 * kMargin - above);
    const int chart = m_charts->currentIndex() == 1 ? std::min(most, static_cast<int>(kOmegaShare * height()))
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
    if (m_distance->isVisible())
        painted.push_back({QStringLiteral("distance"), m_distance->paintedRevision()});
    if (m_omega->isVisible())
        painted.push_back({QStringLiteral("psi"), m_omega->paintedRevision()});
    if (m_inspector->isVisible()) {
        painted.push_back({QStringLiteral("ranges"), m_inspector->ranges()->paintedRevision()});
        for (const OmegaHandleRow* row : m_inspector->handles())
            if (row->strip()->isVisible())
                painted.push_back({QStringLiteral("strip"), row->strip()->paintedRevision()});
    }
    return painted;
}

} // namespace pescope::ui
