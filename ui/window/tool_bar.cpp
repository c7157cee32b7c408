// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/tool_bar.h"

#include "core/raster/colormap.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"

#include <QAction>
#include <QActionGroup>
#include <QComboBox>
#include <QPushButton>

namespace pescope::ui {

ToolBar::ToolBar(Document& document, Actions& actions, QWidget* parent)
    : QToolBar(parent)
    , m_document(document)
    , m_actions(actions)
    , m_open(new QToolButton(this))
    , m_undo(makeIconButton(IconName::Undo, {}, this))
    , m_redo(makeIconButton(IconName::Redo, {}, this))
    , m_metricLabel(makeLabel({}, "second", this))
    , m_metric(new QComboBox(this))
    , m_mapLabel(makeLabel({}, "second", this))
    , m_map(new QComboBox(this))
    , m_scaleLabel(makeLabel({}, "second", this))
    , m_scale(new SegmentedControl({}, Actions::scaleNames(), this))
    , m_link(new QPushButton(this))
    , m_layoutLabel(makeLabel({}, "second", this))
    , m_layout(new QComboBox(this))
    , m_figure(new QPushButton(this))
{
    setObjectName(QStringLiteral("toolbar"));
    setMovable(false);
    setFloatable(false);
    setContextMenuPolicy(Qt::PreventContextMenu);
    m_open->setIcon(icon(IconName::Open, m_open));
    m_open->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    setIconSize(QSize(16, 16));
    for (QToolButton* button : {m_open, m_undo, m_redo})
        button->setIconSize(QSize(16, 16));
    m_link->setCheckable(true);
    m_link->setIcon(icon(IconName::Link, m_link));
    m_figure->setProperty("look", QStringLiteral("primary"));
    m_figure->setIcon(icon(IconName::Export, m_figure));
    for (QComboBox* box : {m_metric, m_map, m_layout})
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_open, m_undo, m_redo, m_metricLabel, m_metric, m_mapLabel,
                                                           m_map, m_scaleLabel, m_scale, m_link})
        addWidget(widget);
    auto* spacer = new QWidget(this);
    spacer->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    addWidget(spacer);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_layoutLabel, m_layout, m_figure})
        addWidget(widget);

    connect(m_open, &QToolButton::clicked, actions.open, &QAction::trigger);
    connect(m_undo, &QToolButton::clicked, actions.undo, &QAction::trigger);
    connect(m_redo, &QToolButton::clicked, actions.redo, &QAction::trigger);
    connect(m_link, &QPushButton::clicked, actions.link, &QAction::trigger);
    connect(m_figure, &QPushButton::clicked, actions.saveFigure, &QAction::trigger);
    const auto trigger = [](const QActionGroup* group) {
        return [group](int index) {
            if (index >= 0)
                group->actions().at(index)->trigger();
        };
    };
    connect(m_metric, &QComboBox::activated, this, trigger(actions.metrics));
    connect(m_map, &QComboBox::activated, this, trigger(actions.colormaps));
    connect(m_layout, &QComboBox::activated, this, trigger(actions.layouts));
    connect(m_scale, &SegmentedControl::chosen, this, trigger(actions.scales));
    connect(&document, &Document::sessionChanged, this, &ToolBar::showSession);
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, &ToolBar::showSession);
    retranslate();
}

void ToolBar::showSession()
{
    if (m_document.inGesture())
        return;
    const session::Options& options = m_document.session().options;
    showMetric();
    for (std::size_t k = 0; k < raster::colormaps().size(); ++k)
        if (raster::colormaps()[k].name == options.colormap)
            m_map->setCurrentIndex(static_cast<int>(k));
    m_scale->setCurrentIndex(static_cast<int>(options.scale));
    m_layout->setCurrentIndex(static_cast<int>(options.layout));
    m_link->setChecked(options.linked);
    m_link->setIcon(icon(options.linked ? IconName::Link : IconName::BrokenLink, m_link));
    m_undo->setEnabled(m_document.undoStack().canUndo());
    m_redo->setEnabled(m_document.undoStack().canRedo());
    const auto plain = [](const QAction* action) { return action->text().remove(u'&'); };
    setIconButtonText(m_undo, plain(m_actions.undo), m_actions.undo->shortcut());
    setIconButtonText(m_redo, plain(m_actions.redo), m_actions.redo->shortcut());
    m_figure->setEnabled(!m_document.session().sources.empty());
}

/// The metric of all panes; where none of them follows it, the field says so instead of naming one that is not seen.
void ToolBar::showMetric()
{
    const session::Session& session = m_document.session();
    bool follows = session.sources.empty();
    bool maps = follows;
    for (const session::SourceKey key : session::paneSources(session)) {
        const session::Source* source = session::find(session, key);
        const bool map = source->shown != session::Shown::Table;
        maps = maps || map;
        follows = follows || (map && session::metricOf(session, *source) == session.options.metric);
    }
    m_metric->setEnabled(maps);
    m_metric->setPlaceholderText(maps ? tr("by pane") : tr("tables"));
    m_metric->setCurrentIndex(follows ? static_cast<int>(session.options.metric) : -1);
}

void ToolBar::retranslate()
{
    m_open->setText(tr("Open model…"));
    m_metricLabel->setText(tr("Proximity φ"));
    m_mapLabel->setText(tr("Colours"));
    m_scaleLabel->setText(tr("Scale"));
    m_layoutLabel->setText(tr("Layout"));
    m_link->setText(tr("Link views"));
    m_link->setToolTip(tr("Linked views share zoom, pan, crosshair and pin (L)"));
    m_figure->setText(tr("Save figure…"));
    const auto refill = [](QComboBox* box, const QStringList& texts) {
        box->clear();
        box->addItems(texts);
    };
    refill(m_metric, Actions::metricNames());
    refill(m_layout, Actions::layoutNames());
    QStringList maps;
    for (const QAction* action : m_actions.colormaps->actions())
        maps << action->text();
    refill(m_map, maps);
    m_scale->setTexts(Actions::scaleNames());
    m_metric->setAccessibleName(tr("Proximity φ"));
    m_map->setAccessibleName(tr("Colour map"));
    m_scale->setAccessibleName(tr("Colour scale"));
    m_layout->setAccessibleName(tr("Layout of the panes"));
    m_metric->setToolTip(tr("How two positions are compared; the formula stands at the colour bar"));
    m_scale->setSegmentToolTip(0, tr("One colour scale for all panes: colours can be compared"));
    m_scale->setSegmentToolTip(1, tr("A colour scale for each pane: colours cannot be compared"));
    m_scale->setSegmentToolTip(2, tr("Colours by rank: each covers an equal area"));
    showSession();
}

} // namespace pescope::ui
