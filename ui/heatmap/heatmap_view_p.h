// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/heatmap/plot_items.h"
#include "ui/heatmap/plot_state.h"

#include <array>
#include <deque>
#include <optional>

class QValueAxis;

namespace pescope::ui {

struct HeatmapView::Private {
    explicit Private(HeatmapView* view)
        : q(view)
    {
        state.widget = view;
    }

    void build();
    void relayout();
    void setView(const proximity::Viewport& view);
    void request(const proximity::Viewport& view);
    void requestReset();
    void moveCrosshair(Index rows, Index columns);
    void describe();
    void repaint() { q->scene()->update(); }

    enum class Drag { None, Undecided, Pan, Select };

    HeatmapView* q;
    PlotState state;
    QValueAxis* columnAxis = nullptr;
    QValueAxis* rowAxis = nullptr;
    std::array<PlotItem*, 4> items{};
    QSize lastPlotPixels;
    std::deque<proximity::Viewport> requested; ///< by the user, their pictures not here yet

    Drag drag = Drag::None;
    QPointF pressedAt;
    proximity::Viewport pressedView;
    std::optional<std::optional<Cell>> pinBeforeClick; ///< a double click takes the pin of its first click back
    std::optional<Cell> hoveredCell;
    QString valueText;
    Index rowLabel = 0, columnLabel = 0;
};

} // namespace pescope::ui
