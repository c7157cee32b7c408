// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/layout_parts.h"

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

constexpr double kTableLeast = 10; ///< mm of a table's first column
constexpr double kMapLeast = 9; ///< mm below which the columns of a grid go on below
constexpr double kMapGap = 0.8;

} // namespace

TextBlock textBlock(const Type& type, TypeRole role, const QString& text, double left, double top, double width,
                    bool centred)
{
    return {role, type.wrapped(role, text, width), left, top, width, centred};
}

double heightOf(const Type& type, const TextBlock& text)
{
    return static_cast<double>(text.lines.size()) * type.lineMm(text.role);
}

double layTable(const Type& type, const TablePanel& panel, double top, PanelPlace& place)
{
    constexpr double kGap = 2.5;
    qsizetype columns = 0;
    for (const QStringList& line : panel.lines)
        columns = std::max(columns, line.size());
    std::vector<double> widths(static_cast<std::size_t>(columns), 0);
    for (const QStringList& line : panel.lines)
        for (qsizetype c = 0; c < line.size(); ++c) {
            auto& width = widths[static_cast<std::size_t>(c)];
            width = std::max(width, type.widthMm(TypeRole::Tick, line[c]) + 0.2);
        }
    double others = 0;
    for (std::size_t c = 1; c < widths.size(); ++c)
        others += widths[c] + kGap;
    if (!widths.empty())
        widths[0] = std::min(widths[0], std::max(kTableLeast, place.area.width() - others));
    const double total = widths.empty() ? 0 : widths[0] + others;
    place.plot = QRectF(place.area.left(), top, total, 0);
    double y = top;
    for (std::size_t row = 0; row < panel.lines.size(); ++row) {
        if (row < 2)
            place.rules.push_back(y);
        y += 0.5;
        double left = place.area.left();
        double lowest = y;
        for (qsizetype c = 0; c < panel.lines[row].size(); ++c) {
            const double width = widths[static_cast<std::size_t>(c)];
            TextBlock cell = textBlock(type, TypeRole::Tick, panel.lines[row][c], left, y, width, false);
            cell.right = c > 0;
            lowest = std::max(lowest, y + heightOf(type, cell));
            place.cells.push_back(std::move(cell));
            left += width + kGap;
        }
        y = lowest + 0.5;
    }
    place.rules.push_back(y);
    place.plot.setBottom(y);
    return y;
}

double layGrid(const Type& type, const GridPanel& panel, double top, double most, PanelPlace& place)
{
    const int columns = std::max(panel.columns, 1);
    const int rows = (static_cast<int>(panel.cells.size()) + columns - 1) / columns;
    double labels = panel.columnLabels.isEmpty() ? 0 : type.widthMm(TypeRole::Tick, panel.columnTitle);
    for (const QString& label : panel.rowLabels)
        labels = std::max(labels, type.widthMm(TypeRole::Tick, label));
    labels += labels > 0 ? 1.2 : 0;
    const double room = place.area.width() - labels;
    const int fitting = std::clamp(static_cast<int>((room + kMapGap) / (kMapLeast + kMapGap)), 1, columns);
    const int bands = (columns + fitting - 1) / fitting;
    const int perBand = (columns + bands - 1) / bands;
    const double side = std::max(1.0, std::min((room + kMapGap) / perBand - kMapGap, most));
    const double line = type.lineMm(TypeRole::Tick);
    const double left = place.area.left() + labels;
    place.maps.resize(panel.cells.size());
    const auto label = [&](const QString& text, double x, double y, double width, bool right) {
        TextBlock block = textBlock(type, TypeRole::Tick, text, x, y, width, !right);
        block.right = right;
        place.cells.push_back(std::move(block));
    };
    double y = top;
    for (int band = 0; band < bands; ++band) {
        const int first = band * perBand;
        const int end = std::min(columns, first + perBand);
        if (!panel.columnLabels.isEmpty()) {
            label(panel.columnTitle, place.area.left(), y, labels - 1, true);
            for (int c = first; c < end; ++c)
                label(panel.columnLabels.value(c), left + (c - first) * (side + kMapGap), y, side, false);
            y += line + 0.3;
        }
        for (int r = 0; r < rows; ++r) {
            label(panel.rowLabels.value(r), place.area.left(), y + (side - line) / 2, std::max(labels - 1, 0.1), true);
            for (int c = first; c < end; ++c)
                if (const auto cell = static_cast<std::size_t>(r * columns + c); cell < place.maps.size())
                    place.maps[cell] = QRectF(left + (c - first) * (side + kMapGap), y, side, side);
            y += side + kMapGap;
        }
        y += band + 1 < bands ? 1.2 : 0;
    }
    place.plot = QRectF(left, top, perBand * (side + kMapGap) - kMapGap, y - kMapGap - top);
    return y - kMapGap;
}

} // namespace pescope::figure
