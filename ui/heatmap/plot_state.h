// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/heatmap/heatmap_view.h"
#include "ui/heatmap/viewport_math.h"
#include "ui/theme/theme.h"

#include <QFont>
#include <QRect>

#include <optional>

namespace pescope::ui {

inline constexpr int kTick = 4; ///< length of a tick, px

/// Places of the parts, whole pixels of the view.
struct PlotGeometry {
    QRect plot; ///< square
    QRect strip; ///< norm strip; empty: none
    int rowTitleX = 0; ///< centre line of the turned title
    int columnTitleY = 0; ///< top of the title below
};

/// What the items of a heatmap paint; owned by the view, read by the items. Texts, colours and fonts are asked for at
/// each paint.
struct PlotState {
    const QWidget* widget = nullptr; ///< for theme, font and focus
    HeatmapPicture picture;
    proximity::Viewport view; ///< of the axes: the newest that was asked for
    NormStrip strip;
    int sourceIndex = 0;
    QString rowTitle, columnTitle;
    std::optional<Cell> crosshair;
    bool pinned = false;
    QRectF selection; ///< region being selected; empty: none
    PlotGeometry geometry;
    std::uint64_t paintedRevision = 0;

    [[nodiscard]] MatrixSize size() const { return {.rows = picture.rows, .columns = picture.columns}; }
    [[nodiscard]] Theme theme() const { return Theme::of(widget); }
    /// 1, or more where the widget's font is larger than the usual one (projector).
    [[nodiscard]] qreal textScale() const;
    [[nodiscard]] QFont axisFont() const;

    [[nodiscard]] QSizeF cellPixels() const;
    [[nodiscard]] QPointF positionOf(double row, double column) const;
    [[nodiscard]] double rowAt(qreal y) const;
    [[nodiscard]] double columnAt(qreal x) const;
    /// The cell under a position, nothing outside plot or matrix.
    [[nodiscard]] std::optional<Cell> cellAt(QPointF position) const;
    [[nodiscard]] QRectF rectOf(const proximity::Viewport& cells) const;
};

/// Places everything in `size`; plot and strip do not move while zooming, as labels of the whole matrix are measured.
[[nodiscard]] PlotGeometry plotGeometry(const PlotState& state, QSize size, qreal devicePixelRatio);

} // namespace pescope::ui
