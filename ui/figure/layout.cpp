// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/layout.h"

#include "ui/figure/ticks.h"

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

constexpr double kMargin = 1.5; ///< around the page
constexpr double kColumnGap = 3;
constexpr double kRowGap = 4;
constexpr double kBarHeight = 2.4;
constexpr double kLegendSample = 7;
constexpr double kHeatmapLeast = 36; ///< width below which a further column is not opened
constexpr double kCurveLeast = 66;
constexpr double kPlotMost = 110; ///< a single map on a wide page stays readable as a map
constexpr double kPageMost = 250; ///< height that still fits a page with its caption
constexpr double kPlotLeast = 10;

const HeatmapPanel* heatmap(const Figure& figure, std::size_t index)
{
    return std::get_if<HeatmapPanel>(&figure.panels[index]);
}

int columnsOf(const Figure& figure)
{
    const int count = static_cast<int>(figure.panels.size());
    if (figure.columns > 0)
        return std::clamp(figure.columns, 1, std::max(1, count));
    bool onlyMaps = true;
    for (std::size_t k = 0; k < figure.panels.size(); ++k)
        onlyMaps = onlyMaps && heatmap(figure, k);
    const double least = onlyMaps ? kHeatmapLeast : kCurveLeast;
    const double room = figure.widthMm - 2 * kMargin + kColumnGap;
    const int most = std::clamp(static_cast<int>(room / (least + kColumnGap)), 1, std::max(1, count));
    const int rows = (count + most - 1) / most;
    return rows > 0 ? (count + rows - 1) / rows : 1; // rows of equal length as far as possible
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
        , m_type(figure.fontPt)
        , m_columns(columnsOf(figure))
    {
        m_columnWidth = (figure.widthMm - 2 * kMargin - (m_columns - 1) * kColumnGap) / m_columns;
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
    using Ticks = std::vector<PlacedValue>;

    TooClose alongX(double mmPerUnit) const
    {
        return [this, mmPerUnit](const PlacedValue& a, const PlacedValue& b) {
            const double halves =
                (m_type.widthMm(TypeRole::Tick, a.label) + m_type.widthMm(TypeRole::Tick, b.label)) / 2;
            return std::abs(b.value - a.value) * mmPerUnit < halves + 1.2;
        };
    }
    TooClose alongY(double mmPerUnit) const
    {
        const double least = m_type.lineMm(TypeRole::Tick) * 1.05;
        return [mmPerUnit, least](const PlacedValue& a, const PlacedValue& b) {
            return std::abs(b.value - a.value) * mmPerUnit < least;
        };
    }

    /// Ticks of one heatmap axis: cells whose middle is in view, labelled from `firstLabel`.
    static Ticks cellTicks(double from, double to, tables::Index firstLabel, const TooClose& tooClose)
    {
        const auto first = static_cast<tables::Index>(std::ceil(from - 0.5));
        const auto last = static_cast<tables::Index>(std::floor(to - 0.5));
        return last < first ? Ticks{} : positionTicks(firstLabel + first, firstLabel + last, tooClose);
    }

    struct Axes {
        Ticks x, y;
        double x0 = 0, x1 = 1, y0 = 0, y1 = 1;
    };

    Axes mapAxes(const HeatmapPanel& map, double width, double height) const
    {
        Axes axes;
        axes.x0 = map.view.col0 + static_cast<double>(map.firstColumnLabel) - 0.5;
        axes.x1 = map.view.col1 + static_cast<double>(map.firstColumnLabel) - 0.5;
        axes.y0 = map.view.row0 + static_cast<double>(map.firstRowLabel) - 0.5;
        axes.y1 = map.view.row1 + static_cast<double>(map.firstRowLabel) - 0.5;
        axes.x = cellTicks(map.view.col0, map.view.col1, map.firstColumnLabel, alongX(width / (axes.x1 - axes.x0)));
        const TooClose tooCloseY = alongY(height / (axes.y1 - axes.y0));
        axes.y = axes.x; // the same steps on both axes where they show the same positions
        const bool same = axes.x0 == axes.y0 && axes.x1 == axes.y1;
        for (std::size_t k = 1; same && k < axes.y.size(); ++k)
            if (tooCloseY(axes.y[k - 1], axes.y[k]))
                axes.y.clear();
        if (!same || axes.y.empty())
            axes.y = cellTicks(map.view.row0, map.view.row1, map.firstRowLabel, tooCloseY);
        return axes;
    }

    Axes curveAxes(const CurvePanel& panel, double width, double height) const
    {
        Axes axes;
        double low[2] = {INFINITY, INFINITY};
        double high[2] = {-INFINITY, -INFINITY};
        const auto take = [&](int axis, const std::vector<double>& values) {
            for (double value : values) {
                if (axis == 1 && panel.logY)
                    value = value > 0 ? std::log10(value) : NAN;
                if (!std::isfinite(value))
                    continue;
                low[axis] = std::min(low[axis], value);
                high[axis] = std::max(high[axis], value);
            }
        };
        for (const CurvePanel::Curve& curve : panel.curves) {
            take(0, curve.x);
            for (const auto* values : {&curve.y, &curve.low, &curve.high})
                take(1, *values);
        }
        for (int axis = 0; axis < 2; ++axis) {
            if (!(low[axis] <= high[axis]))
                low[axis] = 0, high[axis] = 1;
            if (high[axis] == low[axis]) {
                const double around = high[axis] == 0 ? 1 : 0.5 * std::abs(high[axis]);
                low[axis] -= around;
                high[axis] += around;
            }
        }
        const double pad = 0.05 * (high[1] - low[1]);
        axes.x0 = low[0], axes.x1 = high[0];
        axes.y0 = low[1] - pad, axes.y1 = high[1] + pad;
        const double xScale = width / (axes.x1 - axes.x0);
        const double yScale = height / (axes.y1 - axes.y0);
        axes.x = valueTicks(axes.x0, axes.x1, 9, alongX(xScale));
        axes.y = panel.logY ? decadeTicks(axes.y0, axes.y1, alongY(yScale))
                            : valueTicks(axes.y0, axes.y1, 6, alongY(1.4 * yScale / 2));
        return axes;
    }

    Axes axesOf(std::size_t index, double width, double height) const
    {
        const HeatmapPanel* map = heatmap(m_figure, index);
        return map ? mapAxes(*map, width, height)
                   : curveAxes(std::get<CurvePanel>(m_figure.panels[index]), width, height);
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
        return {role, m_type.wrapped(role, text, width), left, top, width, centred};
    }

    /// Height of a block as the page sees it.
    double heightOf(const TextBlock& text) const
    {
        return static_cast<double>(text.lines.size()) * m_type.lineMm(text.role);
    }

    BarPlace bar(int index, double left, double top, double width) const
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
            const TooClose apart = alongX(mmPerUnit);
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
            if (const HeatmapPanel* map = heatmap(m_figure, k); map && barOf(*map) >= 0)
                ++uses[static_cast<std::size_t>(map->colourBar)];
        return uses;
    }
    int barOf(const HeatmapPanel& map) const
    {
        return map.colourBar >= 0 && map.colourBar < static_cast<int>(m_figure.colourBars.size()) ? map.colourBar : -1;
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
        const double indent = place.letter.isEmpty() ? 0 : m_type.widthMm(TypeRole::Letter, place.letter) + 1.4;
        place.title = block(TypeRole::Title, rest, place.area.left() + indent, place.area.top(),
                            place.area.width() - indent, false);
        if (place.title.lines.isEmpty() && !place.letter.isEmpty())
            place.title.lines.append(QString());
        place.subtitle = block(TypeRole::Note, subtitle, place.area.left() + indent,
                               place.area.top() + heightOf(place.title), place.area.width() - indent, false);
    }

    Layout attempt(double plotMost) const
    {
        Layout layout;
        layout.panels.resize(m_figure.panels.size());
        const std::vector<int> uses = barUses();
        double top = kMargin;
        for (std::size_t first = 0; first < layout.panels.size(); first += static_cast<std::size_t>(m_columns)) {
            const std::size_t end = std::min(layout.panels.size(), first + static_cast<std::size_t>(m_columns));
            top = row(layout, first, end, top, plotMost, uses) + kRowGap;
        }
        top -= kRowGap;
        for (std::size_t k = 0; k < uses.size(); ++k) {
            if (uses[k] < 2)
                continue;
            const double inner = m_figure.widthMm - 2 * kMargin;
            const double width = std::min(inner, 90.0);
            layout.bars.push_back(bar(static_cast<int>(k), kMargin + (inner - width) / 2, top + kColumnGap, width));
            top = bottomOf(layout.bars.back());
        }
        layout.size = QSizeF(m_figure.widthMm, top + kMargin);
        return layout;
    }

    /// Panels [first, end) side by side; returns the lower edge.
    double row(Layout& layout, std::size_t first, std::size_t end, double top, double plotMost,
               const std::vector<int>& uses) const
    {
        double headBottom = top;
        for (std::size_t k = first; k < end; ++k) {
            PanelPlace& place = layout.panels[k];
            const auto column = static_cast<double>(k - first);
            place.area = QRectF(kMargin + column * (m_columnWidth + kColumnGap), top, m_columnWidth, 0);
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
            rowBottom = std::max(rowBottom, body(layout, k, plotTop, plotMost, uses));
        for (std::size_t k = first; k < end; ++k)
            layout.panels[k].area.setBottom(rowBottom);
        return rowBottom;
    }

    /// Plot, axes and own colour bar of one panel; returns the lower edge.
    double body(Layout& layout, std::size_t index, double plotTop, double plotMost, const std::vector<int>& uses) const
    {
        PanelPlace& place = layout.panels[index];
        const HeatmapPanel* map = heatmap(m_figure, index);
        const auto* curve = std::get_if<CurvePanel>(&m_figure.panels[index]);
        const QString xTitle = map ? map->columnTitle : curve->xTitle;
        const QString yTitle = map ? map->rowTitle : curve->yTitle;
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
            for (const PlacedValue& tick : axes.x) {
                const double at = (tick.value - axes.x0) / (axes.x1 - axes.x0) * width;
                right = std::max(right, at + m_type.widthMm(TypeRole::Tick, tick.label) / 2 - width);
            }
            place.yTitle = m_type.wrapped(TypeRole::Axis, yTitle, std::max(height, kPlotLeast));
            titleWidth = static_cast<double>(place.yTitle.size()) * turned;
        }
        const double left = titleWidth + (turned > 0 ? 0.6 : 0) + labels + kLabelGap + kTickLength;
        // A map smaller than its column stands in the middle of a figure of one column, else at the column's left.
        const double spare = std::max(0.0, place.area.width() - left - width - right);
        const double shift = m_columns == 1 && m_figure.panels.size() == 1 ? spare / 2 : 0;
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
        const double under = place.plot.bottom() + kTickLength + kLabelGap + m_type.lineMm(TypeRole::Tick);
        place.xTitle = block(TypeRole::Axis, xTitle, place.plot.left() - labels / 2, under, width + labels, true);
        double bottom = under + heightOf(place.xTitle);
        if (map && barOf(*map) >= 0 && uses[static_cast<std::size_t>(map->colourBar)] == 1) {
            const double from = place.plot.left() - kArrowLength;
            layout.bars.push_back(
                bar(map->colourBar, from, bottom + 1.6, std::min(width + 2 * kArrowLength, place.area.right() - from)));
            bottom = bottomOf(layout.bars.back());
        }
        return bottom;
    }

    const Figure& m_figure;
    Type m_type;
    int m_columns;
    double m_columnWidth = 0;
};

} // namespace

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
