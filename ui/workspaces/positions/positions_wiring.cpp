// SPDX-License-Identifier: GPL-3.0-or-later
// What the user does to panes and charts, turned into changes of the document.
#include "ui/charts/distance_chart.h"
#include "ui/charts/omega_chart.h"
#include "ui/heatmap/pane_card.h"
#include "ui/workspaces/positions/positions_workspace.h"
#include "ui/workspaces/positions/sources_panel.h"

namespace pescope::ui {

void PositionsWorkspace::connectPane(std::size_t index)
{
    PaneCard* card = m_panes[index];
    HeatmapView* view = card->view();
    const auto key = [this, index] { return m_paneKeys[index]; };
    connect(card, &PaneCard::activated, this, [this, key] { m_document.select(key()); });
    connect(card, &PaneCard::enlargeRequested, this, [this, key] { setEnlarged(m_enlarged ? 0 : key()); });
    connect(card, &PaneCard::menuRequested, this, [this, key](const QPoint& at) { m_sources->openMenu(key(), at); });
    connect(card, &PaneCard::emptyButtonPressed, this, &PositionsWorkspace::addEncodingRequested);
    connect(card, &PaneCard::cancelRequested, this, [this, key] {
        const session::Source* source = session::find(m_document.session(), key());
        const auto* origin = source ? std::get_if<session::OpenedOrigin>(&source->origin) : nullptr;
        if (!origin)
            return;
        m_document.store().cancel(origin->spec);
        m_document.edit(tr("Cancel opening"), [k = key()](session::Session& s) { session::remove(s, k); });
    });
    connect(view, &HeatmapView::viewportRequested, this,
            [this, key](const proximity::Viewport& viewport) { m_document.setViewport(key(), viewport); });
    connect(view, &HeatmapView::viewportReset, this, [this, key] { m_document.setViewport(key(), std::nullopt); });
    connect(view, &HeatmapView::hovered, this, [this, key](std::optional<Cell> cell) {
        if (m_document.view(key()).pinned)
            return;
        m_document.setCrosshair(key(), cell ? std::optional(cell->row) : std::nullopt,
                                cell ? std::optional(cell->column) : std::nullopt, false);
    });
    connect(view, &HeatmapView::pinRequested, this, [this, key](std::optional<Cell> cell) {
        if (cell)
            m_document.setCrosshair(key(), cell->row, cell->column, true);
        else
            m_document.setCrosshair(key(), std::nullopt, std::nullopt, false);
    });
    connect(view, &HeatmapView::openAloneRequested, this, [this, key] { setEnlarged(m_enlarged ? 0 : key()); });
    connect(view, &HeatmapView::plotResized, &m_document, &Document::requestFrame);
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

} // namespace pescope::ui
