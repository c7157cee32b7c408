// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/pane_grid.h"

#include "core/session/source_path.h"
#include "ui/heatmap/pane_card.h"
#include "ui/workspaces/positions/frame_presenter.h"

#include <QGridLayout>

#include <algorithm>
#include <ranges>
#include <string>

namespace pescope::ui {

using session::SourceKey;

PaneGrid::PaneGrid(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_grid(new QGridLayout(this))
{
    constexpr int kMost = 4, kGap = 8;
    m_keys.resize(kMost);
    for (std::size_t k = 0; k < kMost; ++k) {
        m_panes.push_back(new PaneCard(this));
        connectPane(k);
    }
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(kGap);
}

std::vector<SourceKey> PaneGrid::shownSources() const
{
    if (m_enlarged && session::find(m_document.session(), m_enlarged))
        return {m_enlarged};
    return session::paneSources(m_document.session());
}

std::vector<frame::PaneGeometry> PaneGrid::geometry() const
{
    std::vector<frame::PaneGeometry> panes;
    for (std::size_t k = 0; k < m_panes.size(); ++k) {
        const SourceKey key = m_keys[k];
        if (key == 0 || m_panes[k]->isHidden())
            continue;
        const QSize size = m_panes[k]->view()->plotPixels();
        panes.push_back({key, size.width(), size.height(), m_document.view(key).viewport});
    }
    return panes;
}

void PaneGrid::setEnlarged(SourceKey key)
{
    m_enlarged = key;
    arrange();
    m_document.requestFrame();
}

void PaneGrid::arrange()
{
    const std::vector<SourceKey> keys = shownSources();
    const session::Layout layout = m_document.session().options.layout;
    session::Grid grid = m_enlarged ? session::Grid{1, 1} : session::grid(layout);
    // no empty places beside a single source
    if (keys.size() <= 1)
        grid = {1, 1};
    for (std::size_t k = 0; k < keys.size(); ++k)
        m_panes[k]->setSelected(keys[k] == m_document.session().active && keys.size() > 1);
    // a drag changes the session with each step; taking the layout apart each time would cost more than the picture
    if (keys == m_arrangedKeys && grid.rows == m_arrangedGrid.rows && grid.columns == m_arrangedGrid.columns)
        return;
    m_arrangedKeys = keys;
    m_arrangedGrid = grid;
    const auto shown = std::max<std::size_t>(1, keys.size());
    for (std::size_t k = 0; k < m_panes.size(); ++k) {
        PaneCard* card = m_panes[k];
        m_grid->removeWidget(card);
        const bool used = k < shown;
        m_keys[k] = used && k < keys.size() ? keys[k] : 0;
        card->setVisible(used);
        if (!used)
            continue;
        // two rows of panes are low and wide: their read-outs stand beside the map
        constexpr int kLeastHeight = 248, kLeastHeightOfTwo = 196;
        card->setMinimumHeight(grid.rows > 1 ? kLeastHeightOfTwo : kLeastHeight);
        const int at = static_cast<int>(k);
        m_grid->addWidget(card, at / grid.columns, at % grid.columns);
        if (!session::find(m_document.session(), m_keys[k]))
            card->showEmpty(tr("No source is shown."), tr("Add encoding…"));
    }
    for (int k = 0; k < 2; ++k) {
        m_grid->setColumnStretch(k, k < grid.columns ? 1 : 0);
        m_grid->setRowStretch(k, k < grid.rows ? 1 : 0);
    }
}

void PaneGrid::showFrame(const frame::Frame& frame)
{
    for (std::size_t k = 0; k < m_panes.size(); ++k)
        if (m_keys[k] != 0)
            showPane(k, frame);
}

void PaneGrid::showPane(std::size_t index, const frame::Frame& frame)
{
    PaneCard& card = *m_panes[index];
    const SourceKey key = m_keys[index];
    const auto at = std::ranges::find(frame.panes, key, &frame::Pane::source);
    const session::Source* source = session::find(m_document.session(), key);
    if (at == frame.panes.end() || !source)
        return;
    card.setTexts(present::paneTexts(m_document, frame, *at));
    if (at->loading) {
        card.showLoading(tr("reading the header"), -1);
        return;
    }
    if (at->error) {
        showError(card, key, *at->error);
        return;
    }
    if (!at->proximity || at->raster.pixels.empty())
        return;
    card.showMap();
    card.view()->setSourceIndex(source->letter);
    if (at->proximity->grid())
        card.view()->setAxisTitles(tr("y of patch i; in each map y of patch j"),
                                   tr("x of patch i; in each map x of j"));
    else if (at->proximity->isTable())
        card.view()->setAxisTitles(at->proximity->rowsAreOffsets() ? tr("offset r") : tr("position i"),
                                   source->columns == session::Columns::Stored
                                       ? tr("dimension k")
                                       : tr("place of dimension k, %1")
                                             .arg(PaneCard::columnOrderNames().at(static_cast<int>(source->columns))));
    else if (at->proximity->rowsAreOffsets())
        card.view()->setAxisTitles(tr("offset r"), tr("offset r′"));
    else
        card.view()->setAxisTitles(tr("position i"), tr("position j"));
    card.view()->setNormStrip(present::normStrip(*at));
    card.view()->setPicture(present::picture(frame, *at));
    // a scene tells its view of changes one turn of the event loop late, which would tear: paint it in this one
    card.view()->viewport()->update();
}

void PaneGrid::showError(PaneCard& card, SourceKey key, const Error& error)
{
    const session::Source* source = session::find(m_document.session(), key);
    const QString name = source ? QString::fromStdString(source->name) : QString();
    QStringList places;
    for (const std::string& place : std::views::reverse(error.context))
        places << QString::fromStdString(place);
    QString message = QString::fromStdString(error.message);
    if (!places.isEmpty())
        message = places.join(QStringLiteral(": ")) + QStringLiteral(": ") + message;
    const auto* opened = source ? std::get_if<session::OpenedOrigin>(&source->origin) : nullptr;
    const bool canBeRead = opened && error.code != ErrorCode::Io && session::pathOf(opened->spec);
    card.showError(tr("%1 cannot be shown").arg(name), message, QString::fromStdString(error.hint),
                   QString::fromStdString(describe(error)), canBeRead);
}

void PaneGrid::showView()
{
    const auto frame = m_document.currentFrame();
    for (std::size_t k = 0; k < m_panes.size(); ++k) {
        if (m_keys[k] == 0)
            continue;
        PaneReadout readout;
        const auto crosshair = m_document.crosshair(m_keys[k]);
        if (crosshair && frame) {
            const auto at = std::ranges::find(frame->panes, m_keys[k], &frame::Pane::source);
            const proximity::Proximity& map = *at->proximity; // it has a crosshair
            readout.cell = Cell{crosshair->row, crosshair->column};
            readout.value = map.value(crosshair->row, crosshair->column);
            readout.rowLabel = map.positionOf(crosshair->row);
            readout.table = map.isTable();
            readout.place = crosshair->column;
            readout.columnLabel = readout.table ? map.columnOf(crosshair->column) : map.positionOf(crosshair->column);
            readout.offsets = map.rowsAreOffsets();
            if (const auto grid = map.grid()) {
                readout.patches = proximity::patchesOf(*grid, crosshair->row, crosshair->column);
                readout.rowLabel = grid->position(readout.patches->i);
                readout.columnLabel = grid->position(readout.patches->j);
            }
            readout.valueName = readout.table ? tr("p", "value of a table") : present::valueName(at->lens);
        }
        m_panes[k]->setReadout(readout);
        m_panes[k]->view()->setCrosshair(readout.cell, crosshair && crosshair->pinned);
        m_panes[k]->setOffsetsMirrored(m_document.offsetsMirrored());
    }
}

void PaneGrid::setLens(SourceKey key, proximity::Lens lens)
{
    m_document.edit(tr("Lens: %1").arg(PaneCard::lensName(lens)), [key, lens](session::Session& s) {
        if (session::Source* source = session::find(s, key)) {
            source->lens = lens;
            source->shown = session::Shown::Map;
        }
    });
}

void PaneGrid::showGrid(SourceKey key)
{
    m_document.edit(tr("Grid of grids"), [key](session::Session& s) {
        if (session::Source* source = session::find(s, key))
            source->shown = session::Shown::Grid;
    });
}

void PaneGrid::showTable(SourceKey key, session::Columns columns)
{
    m_document.edit(tr("Table, columns %1").arg(PaneCard::columnOrderNames().at(static_cast<int>(columns))),
                    [key, columns](session::Session& s) {
                        if (session::Source* source = session::find(s, key)) {
                            source->shown = session::Shown::Table;
                            source->columns = columns;
                        }
                    });
}

void PaneGrid::showProgress(SourceKey key, double fraction, const QString& step)
{
    for (std::size_t k = 0; k < m_panes.size(); ++k)
        if (m_keys[k] == key)
            m_panes[k]->showLoading(step, fraction);
}

void PaneGrid::connectPane(std::size_t index)
{
    PaneCard* card = m_panes[index];
    HeatmapView* view = card->view();
    const auto key = [this, index] { return m_keys[index]; };
    connect(card, &PaneCard::activated, this, [this, key] { m_document.select(key()); });
    connect(card, &PaneCard::enlargeRequested, this, [this, key] { setEnlarged(m_enlarged ? 0 : key()); });
    connect(card, &PaneCard::menuRequested, this, [this, key](const QPoint& at) { Q_EMIT menuRequested(key(), at); });
    connect(card, &PaneCard::emptyButtonPressed, this, &PaneGrid::addEncodingRequested);
    connect(card, &PaneCard::retryRequested, this, [this, key] { m_document.retry(key()); });
    connect(card, &PaneCard::openAsRequested, this, [this, key] { Q_EMIT openAsRequested(key()); });
    connect(card, &PaneCard::removeRequested, this, [this, key] {
        m_document.edit(tr("Remove a source"), [k = key()](session::Session& s) { session::remove(s, k); });
    });
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
        if (m_document.crosshairView(key()).pinned)
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
    connect(card, &PaneCard::lensChosen, this, [this, key](proximity::Lens lens) { setLens(key(), lens); });
    connect(card, &PaneCard::tableChosen, this, [this, key] {
        const session::Source* source = session::find(m_document.session(), key());
        if (source && source->shown == session::Shown::Table) // pressed again: back to the map
            setLens(source->key, source->lens);
        else if (source)
            showTable(source->key, source->columns);
    });
    connect(card, &PaneCard::gridChosen, this, [this, key] {
        const session::Source* source = session::find(m_document.session(), key());
        if (source && source->shown == session::Shown::Grid)
            setLens(source->key, source->lens);
        else
            showGrid(key());
    });
    connect(card, &PaneCard::columnsChosen, this,
            [this, key](int order) { showTable(key(), static_cast<session::Columns>(order)); });
    connect(card, &PaneCard::headChosen, this, [this, key](int head) {
        m_document.edit(tr("Head %1").arg(head + 1), [k = key(), head](session::Session& s) {
            if (session::Source* source = session::find(s, k))
                source->head = head;
        });
    });
    connect(card, &PaneCard::offsetsMirroredChosen, &m_document, &Document::setOffsetsMirrored);
    connect(view, &HeatmapView::openAloneRequested, this, [this, key] { setEnlarged(m_enlarged ? 0 : key()); });
    connect(view, &HeatmapView::plotResized, &m_document, &Document::requestFrame);
}

} // namespace pescope::ui
