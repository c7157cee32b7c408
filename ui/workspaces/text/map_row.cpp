// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/map_row.h"

#include <algorithm>

namespace pescope::ui {

namespace {

constexpr int kMapGap = 14;
constexpr int kBeside = 70, kAbove = 130; // about what labels and foot take of a map's place

QSize placeOf(QSize all, int columns, int rows)
{
    return {(all.width() - (columns - 1) * kMapGap) / columns, (all.height() - (rows - 1) * kMapGap) / rows};
}

int sideOf(QSize place)
{
    return std::min(place.width() - kBeside, place.height() - kAbove);
}

} // namespace

MapRow::MapRow(const QList<QWidget*>& maps, QWidget* parent)
    : QWidget(parent)
    , m_maps(maps)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    for (QWidget* map : m_maps)
        map->setParent(this);
}

QSize MapRow::minimumSizeHint() const
{
    QSize least(0, 0);
    for (const QWidget* map : m_maps) {
        least.rwidth() += map->minimumSizeHint().width() * 3 / 4;
        least.setHeight(std::max(least.height(), map->minimumSizeHint().height()));
    }
    return least;
}

void MapRow::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    const auto count = static_cast<int>(m_maps.size());
    const bool stacked = sideOf(placeOf(size(), 2, (count + 1) / 2)) > sideOf(placeOf(size(), count, 1));
    const int columns = stacked ? 2 : count;
    const QSize place = placeOf(size(), columns, stacked ? (count + 1) / 2 : 1);
    for (int k = 0; k < count; ++k)
        m_maps[k]->setGeometry(
            {QPoint(k % columns * (place.width() + kMapGap), k / columns * (place.height() + kMapGap)), place});
}

} // namespace pescope::ui
