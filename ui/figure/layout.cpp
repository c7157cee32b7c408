// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/layout.h"

#include "ui/figure/axes.h"
#include "ui/figure/layout_parts.h"
#include "ui/figure/panel_rows.h"

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

constexpr double kRowGap = 4;
constexpr double kBarHeight = 2.4;
constexpr double kLegendSample = 7;
constexpr double kPlotMost = 110; ///< a single map on a wide page stays readable as a map
constexpr double kPageMost = 250; ///< height that still fits a page with its caption
constexpr double kPlotLeast = 10;
constexpr double kBarMost = 90;

const HeatmapPanel* heatmap(const Figure& figure, std::size_t index)
{
    return std::get_if<HeatmapPanel>(&figure.panels[index]);
}

/// Height ÷ width of a panel's plot.
double aspectOf(const Figure& figure, std::size_t index)
{
    if (const HeatmapPanel* map = heatmap(figure, index)) {
        const double rows = map->view.row1 - map->view.row0;
        const double columns = map->view.col1 - map->view.col0;
        return rows > 0 && columns > 0 ? std::clamp(rows / columns, 0.25, 4.0) : 1.0;
    }
    return 0.55;
}

class Composer {
public:
    explicit Composer(const Figure& figure)
        : m_figure(figure)
        , m_type(figure.fontPt, figure.family)
        , m_rows(rowsOf(figure))
    {
    }

    Layout run()
    {
        Layout layout = attempt(kPlotMost);
        const double wanted = m_figure.heightMm > 0 ? m_figure.heightMm : kPageMost;
        if (layout.size.height() > wanted) {
            double small = kPlotLeast;
            double large = kPlotMost;
            for (int step = 0; step < 24; ++step) {
                const double middle = (small + large) / 2;
                (attempt(middle).size.height() > wanted ? large : small) = middle;
            }
            layout = attempt(small);
        }
        layout.contentHeight = layout.size.height();
        if (m_figure.heightMm > 0)
            layout.size.setHeight(m_figure.heightMm);
        return layout;
    }

private:
    Axes axesOf(std::size_t index, double width, double height) const
    {
        const HeatmapPanel* map = heatmap(m_figure, index);
        Axes axes = map ? mapAxes(m_type, *map, width, height)
                        : curveAxes(m_type, std::get<CurvePanel>(m_figure.panels[index]), width, height);
        if (!m_figure.axes) {
            axes.x.clear();
            axes.y.clear();
        }
        return axes;
    }

    double widest(const Ticks& ticks) const
    {
        double width = 0;
        for (const PlacedValue& tick : ticks)
            width = std::max(width, m_type.widthMm(TypeRole::Tick, tick.label));
        return width;
    }

    TextBlock block(TypeRole role, const QString& text, double left, double top, double width, bool centred) const
    {
        return textBlock(m_type, role, text, left, top, width, centred);
    }
    double heightOf(const TextBlock& text) const { return figure::heightOf(m_type, text); }

    BarPlace barAt(int index, double left, double top, double width) const
    {
        const FigureColourBar& source = m_figure.colourBars[static_cast<std::size_t>(index)];
        BarPlace place;
        place.index = index;
        // Room for the arrows on both sides always: bars of different panels line up.
        place.bar = QRectF(left + kArrowLength, top, width - 2 * kArrowLength, kBarHeight);
        const bool ranks = source.scale.ranks != nullptr;
        const double low = ranks ? 0 : source.scale.low;
        const double high = ranks ? 100 : source.scale.high;
        if (high > low) {
            const double mmPerUnit = place.bar.width() / (high - low);
            const QString unit = ranks ? QStringLiteral(" %") : QString();
            const TooClose apart = alongX(m_type, mmPerUnit);
            const TooClose tooClose = [&](const PlacedValue& one, const PlacedValue& next) {
                return apart({one.value, one.label + unit}, {next.value, next.label + unit});
            };
            for (const PlacedValue& tick : valueTicks(low, high, 7, tooClose))
                place.ticks.push_back({place.bar.left() + (tick.value - low) * mmPerUnit, tick.label + unit});
        } else {
            // One value only: the bar is one colour and says which.
            place.ticks.push_back({place.bar.center().x(), tickText(low, low == std::round(low) ? 0 : 3)});
        }
        const double under = top + kBarHeight + kTickLength + kLabelGap + m_type.lineMm(TypeRole::Tick) + 0.3;
        place.title = block(TypeRole::Axis, source.title, left, under, width, true);
        return place;
    }

    double bottomOf(const BarPlace& place) const { return place.title.top + heightOf(place.title); }

    std::vector<LegendEntry> legend(const CurvePanel& panel, double left, double top, double width,
                                    double& bottom) const
    {
        std::vector<LegendEntry> entries;
        const double line = m_type.lineMm(TypeRole::Tick);
        double x = left;
        double y = top;
        for (std::size_t k = 0; k < panel.curves.size(); ++k) {
            if (panel.curves[k].label.isEmpty())
                continue;
            const double text = m_type.widthMm(TypeRole::Tick, panel.curves[k].label) + 0.2;
            if (x > left && x + kLegendSample + 1 + text > left + width) {
                x = left;
                y = bottom;
            }
            LegendEntry entry;
            entry.curve = k;
            entry.sample = QRectF(x, y, kLegendSample, line);
            const double room = left + width - (x + kLegendSample + 1);
            entry.label = block(TypeRole::Tick, panel.curves[k].label, x + kLegendSample + 1, y, room, false);
            bottom = std::max(bottom, y + heightOf(entry.label));
            x += kLegendSample + 1 + text + 3;
            entries.push_back(std::move(entry));
        }
        return entries;
    }

    /// How often each colour bar is used decides where it stands: under its one panel, or at the foot of the figure.
    std::vector<int> barUses() const
    {
        std::vector<int> uses(m_figure.colourBars.size(), 0);
        for (std::size_t k = 0; k < m_figure.panels.size(); ++k)
            if (const int bar = barOf(k); bar >= 0)
                ++uses[static_cast<std::size_t>(bar)];
        return uses;
    }
    int barOf(std::size_t index) const
    {
        const auto* grid = std::get_if<GridPanel>(&m_figure.panels[index]);
        const HeatmapPanel* map = heatmap(m_figure, index);
        const int bar = map ? map->colourBar : grid ? grid->colourBar : -1;
        return bar < static_cast<int>(m_figure.colourBars.size()) ? bar : -1;
    }

    void headOf(std::size_t index, PanelPlace& place) const
    {
        const auto [title, subtitle] = std::visit(
            [](const auto& panel) { return std::pair(panel.title, panel.subtitle); }, m_figure.panels[index]);
        // "A  Fixed sinusoid": a letter before two spaces hangs in front of the lines of the title.
        const qsizetype blank = title.indexOf(QStringLiteral("  "));
        QString rest = title;
        if (blank > 0 && blank <= 2 && title[0].isUpper()) {
            place.letter = title.left(blank);
            rest = title.mid(blank).trimmed();
        }
        if (m_figure.letters != Letters::OfSources)
            place.letter = panelLetter(m_figure.letters, index);
        if (!m_figure.titles)
            rest.clear();
        const double indent = place.letter.isEmpty() ? 0 : m_type.widthMm(TypeRole::Letter, place.letter) + 1.4;
        place.title = block(TypeRole::Title, rest, place.area.left() + indent, place.area.top(),
                            place.area.width() - indent, false);
        if (place.title.lines.isEmpty() && !place.letter.isEmpty())
            place.title.lines.append(QString());
        place.subtitle = block(TypeRole::Note, m_figure.titles ? subtitle : QString(), place.area.left() + indent,
                               place.area.top() + heightOf(place.title), place.area.width() - indent, false);
    }

    /// Returns the lower edge.
    double sharedBars(Layout& layout, double top, const std::vector<int>& uses) const
    {
        for (std::size_t k = 0; k < uses.size(); ++k) {
            if (uses[k] < 2 || m_figure.bars != Bars::Shared)
                continue;
            const double inner = m_figure.widthMm - 2 * kMargin;
            const double width = std::min(inner, kBarMost);
            layout.bars.push_back(barAt(static_cast<int>(k), kMargin + (inner - width) / 2, top + kColumnGap, width));
            top = bottomOf(layout.bars.back());
        }
        return top;
    }

    Layout attempt(double plotMost) const
    {
        Layout layout;
        layout.panels.resize(m_figure.panels.size());
        const std::vector<int> uses = barUses();
        double top = kMargin;
        std::size_t lastMaps = 0; // bars that maps share stand below the last of them
        for (std::size_t r = 0; r < m_rows.size(); ++r)
            if (heatmap(m_figure, m_rows[r].first))
                lastMaps = r;
        for (std::size_t r = 0; r < m_rows.size(); ++r) {
            top = row(layout, m_rows[r], top, plotMost, uses);
            if (r == lastMaps)
                top = sharedBars(layout, top, uses);
            top += r + 1 < m_rows.size() ? kRowGap : 0;
        }
        layout.size = QSizeF(m_figure.widthMm, top + kMargin);
        return layout;
    }

    /// Panels [first, end) side by side; returns the lower edge.
    double row(Layout& layout, const RowOfPanels& panels, double top, double plotMost,
               const std::vector<int>& uses) const
    {
        const auto [first, end, columns] = panels;
        const double columnWidth = (m_figure.widthMm - 2 * kMargin - (columns - 1) * kColumnGap) / columns;
        double headBottom = top;
        for (std::size_t k = first; k < end; ++k) {
            PanelPlace& place = layout.panels[k];
            const auto column = static_cast<double>(k - first);
            place.area = QRectF(kMargin + column * (columnWidth + kColumnGap), top, columnWidth, 0);
            headOf(k, place);
            double bottom = place.subtitle.top + heightOf(place.subtitle);
            if (const auto* panel = std::get_if<CurvePanel>(&m_figure.panels[k])) {
                bottom += 0.6;
                place.legend = legend(*panel, place.area.left(), bottom, place.area.width(), bottom);
            }
            headBottom = std::max(headBottom, bottom);
        }
        const double plotTop = headBottom + std::max(1.0, m_type.lineMm(TypeRole::Tick) / 2);
        double rowBottom = plotTop;
        for (std::size_t k = first; k < end; ++k)
            rowBottom = std::max(rowBottom, partOf(layout, k, plotTop, plotMost, uses));
        for (std::size_t k = first; k < end; ++k)
            layout.panels[k].area.setBottom(rowBottom);
        return rowBottom;
    }

    /// What stands under the head of a panel; returns the lower edge.
    double partOf(Layout& layout, std::size_t index, double top, double plotMost, const std::vector<int>& uses) const
    {
        PanelPlace& place = layout.panels[index];
        if (const auto* panel = std::get_if<TablePanel>(&m_figure.panels[index]))
            return layTable(m_type, *panel, top, place);
        if (const auto* panel = std::get_if<GridPanel>(&m_figure.panels[index]))
            return ownBar(layout, index, layGrid(m_type, *panel, top, plotMost / 4, place), uses);
        return body(layout, index, top, plotMost, uses);
    }

    /// Under its panel, where the panel does not share it; returns the lower edge.
    double ownBar(Layout& layout, std::size_t index, double bottom, const std::vector<int>& uses) const
    {
        const PanelPlace& place = layout.panels[index];
        const int bar = barOf(index);
        if (bar < 0 || m_figure.bars == Bars::None
            || (m_figure.bars == Bars::Shared && uses[static_cast<std::size_t>(bar)] > 1))
            return bottom;
        const double from = place.plot.left() - kArrowLength;
        const double most = place.maps.empty() ? place.plot.width() : std::min(place.plot.width(), kBarMost);
        layout.bars.push_back(
            barAt(bar, from, bottom + 1.6, std::min(most + 2 * kArrowLength, place.area.right() - from)));
        return bottomOf(layout.bars.back());
    }

    /// Plot, axes and own colour bar of one panel; returns the lower edge.
    double body(Layout& layout, std::size_t index, double plotTop, double plotMost, const std::vector<int>& uses) const
    {
        PanelPlace& place = layout.panels[index];
        const HeatmapPanel* map = heatmap(m_figure, index);
        place.xTurned = map && !map->columnLabels.isEmpty();
        const auto* curve = std::get_if<CurvePanel>(&m_figure.panels[index]);
        const QString xTitle = !m_figure.axes ? QString() : map ? map->columnTitle : curve->xTitle;
        const QString yTitle = !m_figure.axes ? QString() : map ? map->rowTitle : curve->yTitle;
        const double aspect = aspectOf(m_figure, index);
        const double turned = yTitle.isEmpty() ? 0 : m_type.lineMm(TypeRole::Axis);

        // The labels' width depends on which ticks fit, and these on the plot's size: two rounds settle it.
        double labels = m_type.widthMm(TypeRole::Tick, QStringLiteral("000"));
        double right = labels / 2;
        Axes axes;
        double width = 0;
        double height = 0;
        double titleWidth = turned;
        for (int round = 0; round < 3; ++round) {
            const double left = titleWidth + (turned > 0 ? 0.6 : 0) + labels + kLabelGap + kTickLength;
            width = std::max(kPlotLeast, place.area.width() - left - right);
            height = width * aspect;
            const double most = map ? plotMost : 0.62 * plotMost;
            if (height > most) {
                width = map ? width * most / height : width;
                height = most;
            }
            axes = axesOf(index, width, height);
            labels = widest(axes.y);
            right = 0;
            for (const PlacedValue& tick : place.xTurned ? Ticks{} : axes.x) {
                const double at = (tick.value - axes.x0) / (axes.x1 - axes.x0) * width;
                right = std::max(right, at + m_type.widthMm(TypeRole::Tick, tick.label) / 2 - width);
            }
            place.yTitle = m_type.wrapped(TypeRole::Axis, yTitle, std::max(height, kPlotLeast));
            titleWidth = static_cast<double>(place.yTitle.size()) * turned;
        }
        const double left = titleWidth + (turned > 0 ? 0.6 : 0) + labels + kLabelGap + kTickLength;
        // A map smaller than its column stands in the middle of a figure of one column, else at the column's left.
        const double spare = std::max(0.0, place.area.width() - left - width - right);
        const double shift = m_figure.panels.size() == 1 ? spare / 2 : 0;
        place.plot = QRectF(place.area.left() + shift + left, plotTop, width, height);
        if (shift > 0) {
            place.title.left += shift;
            place.subtitle.left += shift;
            place.area.setLeft(place.area.left() + shift);
        }
        place.yTitleLeft = place.plot.left() - left;
        place.yLabelWidth = labels;
        place.x0 = axes.x0, place.x1 = axes.x1, place.y0 = axes.y0, place.y1 = axes.y1;
        for (const PlacedValue& tick : axes.x)
            place.xTicks.push_back(
                {place.plot.left() + (tick.value - axes.x0) / (axes.x1 - axes.x0) * width, tick.label});
        for (const PlacedValue& tick : axes.y) {
            const double share = (tick.value - axes.y0) / (axes.y1 - axes.y0);
            place.yTicks.push_back({place.plot.top() + (map ? share : 1 - share) * height, tick.label});
        }
        const double under = place.plot.bottom() + kTickLength + kLabelGap
            + (place.xTurned ? widest(axes.x) + 0.6 : m_type.lineMm(TypeRole::Tick));
        place.xTitle = block(TypeRole::Axis, xTitle, place.plot.left() - labels / 2, under, width + labels, true);
        double bottom = under + heightOf(place.xTitle);
        return ownBar(layout, index, bottom, uses);
    }

    const Figure& m_figure;
    Type m_type;
    std::vector<RowOfPanels> m_rows;
};

} // namespace

QString panelLetter(Letters letters, std::size_t index)
{
    const QChar small(u'a' + static_cast<char16_t>(index % 26));
    switch (letters) {
    case Letters::Parentheses:
        return QStringLiteral("(%1)").arg(small);
    case Letters::Lower:
        return small;
    case Letters::Upper:
        return small.toUpper();
    case Letters::OfSources:
    case Letters::None:
        break;
    }
    return {};
}

Layout layOut(const Figure& figure)
{
    return Composer(figure).run();
}

bool fitsWidth(const Layout& layout)
{
    return std::ranges::all_of(layout.panels,
                               [](const PanelPlace& place) { return place.plot.right() <= place.area.right() + 0.05; });
}

QSizeF sizeMm(const Figure& figure)
{
    return layOut(figure).size;
}

} // namespace pescope::figure
