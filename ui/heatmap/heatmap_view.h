// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"

#include <QChartView>
#include <QImage>

#include <memory>
#include <optional>
#include <vector>

namespace pescope::ui {

using tables::Index;

/// A cell under the crosshair: row i (query), column j (key), counted from 0 in the shown matrix.
struct Cell {
    Index row = 0;
    Index column = 0;
    bool operator==(const Cell&) const = default;
};

/// One finished heatmap as the frame gives it: the picture and what it shows, never one without the other.
struct HeatmapPicture {
    QImage image; ///< exactly the plot area, device pixels
    proximity::Viewport view; ///< the cells that `image` shows
    Index rows = 0, columns = 0; ///< size of the whole matrix
    Index firstRowLabel = 0; ///< axis value of row 0 (positions: 0; relative tables: −max)
    Index firstColumnLabel = 0;
    std::optional<proximity::PatchGrid> grid; ///< of a grid of grids: axes count its patches, lines part the small maps
    std::uint64_t revision = 0; ///< of the frame that it belongs to
    std::vector<std::vector<double>> cellValues; ///< printed when cells are at least 24 px; empty otherwise
};

/// Norms of the rows beside the map, sharing its vertical axis.
struct NormStrip {
    std::shared_ptr<const std::vector<double>> norms; ///< one per row; null: no strip
    std::vector<Index> outlying; ///< marked with a red triangle
};

/// A square heatmap on Qt Charts axes with crosshair, pin and norm strip. Knows no session: it shows what it is given
/// and tells what the user did. GUI thread.
///
/// Mouse: wheel zooms at the cursor, drag pans, double click resets, Shift+drag selects a region, click pins the
/// crosshair. Keys: arrows move it by 1 (Shift: 10), Esc unpins, + and − zoom, Home resets, C copies, Enter opens
/// alone.
class HeatmapView : public QChartView {
    Q_OBJECT
public:
    explicit HeatmapView(QWidget* parent = nullptr);
    ~HeatmapView() override;

    void setPicture(const HeatmapPicture& picture);
    void clearPicture(); ///< before the first picture, or when the source failed
    void setNormStrip(const NormStrip& strip);
    void setSourceIndex(int index); ///< colour of the norm strip
    void setAxisTitles(const QString& row, const QString& column);
    void setCrosshair(std::optional<Cell> cell, bool pinned);
    /// The axes go to this view at once (a linked pane was zoomed); until its picture comes, the old one is drawn where
    /// its own cells are. Zoom and pan by the user do the same by themselves.
    void setViewport(const proximity::Viewport& view);
    /// What a screen reader says beside the size: labels of the crosshair's cell and the value there.
    void setReadout(Index rowLabel, Index columnLabel, const QString& value);

    [[nodiscard]] QSize plotPixels() const; ///< device pixels that the next picture must have
    [[nodiscard]] const HeatmapPicture& picture() const;
    [[nodiscard]] proximity::Viewport shownViewport() const;
    [[nodiscard]] QRect plotRect() const; ///< logical pixels of the view; whole device pixels
    [[nodiscard]] std::optional<Cell> cellAt(QPointF position) const; ///< nothing outside the matrix
    [[nodiscard]] QPointF positionOf(Cell cell) const; ///< of the cell's centre
    void zoomBy(double factor); ///< about the crosshair, else the middle
    [[nodiscard]] std::uint64_t paintedRevision() const; ///< of the picture in the last paint; for the tearing test

Q_SIGNALS:
    void viewportRequested(const pescope::proximity::Viewport& view); ///< zoom or pan; clamped to sensible bounds
    void viewportReset();
    void hovered(std::optional<pescope::ui::Cell> cell);
    void pinRequested(std::optional<pescope::ui::Cell> cell); ///< nothing: unpin
    void copyRequested();
    void openAloneRequested();
    void plotResized();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pescope::ui

Q_DECLARE_METATYPE(pescope::proximity::Viewport)
