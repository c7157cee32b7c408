// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_components.h"

#include "core/raster/colormap.h"
#include "ui/theme/text_line.h"

#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {

constexpr double kNearDot = 14; // px within which the mouse takes a dot

QColor colourAt(double part)
{
    static const raster::Colormap* const map = raster::findColormap("viridis");
    const auto k = static_cast<std::size_t>(std::clamp(std::lround(part * 255), 0L, 255L));
    return QColor::fromRgba(map->colours[k]);
}

} // namespace

ComponentsScene::ComponentsScene(ChartView* view, const QWidget* themed)
    : SpectrumScene(view, themed)
    , m_plot(view->scene(), QStringLiteral("components"), themed)
    , m_second(view->scene(), QStringLiteral("components 2"), themed)
    , m_third(view->scene(), QStringLiteral("components 3"), themed)
    , m_colours(added<ColourScaleItem>(2))
    , m_names(added<EndLabelsItem>(2))
    , m_cross(added<CrosshairItem>(4))
{
    for (DotsItem*& dots : m_dots)
        dots = added<DotsItem>(3);
    for (int k = 0; k < 3; ++k)
        m_lines.append(strip(k).addLine(QStringLiteral("PC %1").arg(k + 1)));
}

Plot& ComponentsScene::strip(int component)
{
    return component == 0 ? m_plot : component == 1 ? m_second : m_third;
}

QString ComponentsScene::title(int component) const
{
    return tr("PC %1 (%2 %)").arg(component + 1).arg(plainText(100 * m_share[static_cast<std::size_t>(component)], 3));
}

void ComponentsScene::rebuild(const SpectrumChartState& state, int choice)
{
    const frame::VectorSpectrum& vectors = *state.spectrum->vectors;
    m_source = state.sourceIndex;
    m_byPosition = choice == kByPosition;
    m_offsets = vectors.rowsAreOffsets;
    m_firstRow = vectors.firstRow;
    m_scores = vectors.centred ? vectors.centred->scores : tables::MatrixD();
    m_share = vectors.centred ? vectors.centred->share : std::vector<double>();
    choosePairs(choice);
    const bool shown = m_scores.rows() > 0
        && (m_byPosition ? m_scores.cols() > 0
                         : std::ranges::all_of(m_pairs, [this](Pair pair) { return m_scores.cols() > pair.y; }));
    const auto plots = shown ? (m_byPosition ? static_cast<std::size_t>(m_scores.cols()) : m_pairs.size()) : 0;
    for (std::size_t k = 0; k < m_dots.size(); ++k) {
        strip(static_cast<int>(k)).setVisible(k < plots);
        m_dots[k]->setVisible(k < plots && !m_byPosition);
        m_dots[k]->dots.clear();
    }
    m_colours->setVisible(shown && !m_byPosition);
    m_names->setVisible(shown && m_byPosition);
    if (!shown) {
        say(vectors.centred ? tr("The table has no more than %1 principal components.").arg(m_scores.cols())
                            : QString::fromStdString(vectors.singularNote));
        m_scores.resize(0, 0);
        return;
    }
    double sum = 0;
    for (Index k = 0; k < m_scores.cols(); ++k)
        sum += m_share[static_cast<std::size_t>(k)];
    const QString carried = plainText(100 * sum, 3);
    const double top = layTop(
        {m_scores.cols() == 1 ? tr("PC 1 carries %1 % of the variance over rows").arg(carried)
                              : tr("PC 1–%1 carry %2 % of the variance over rows").arg(m_scores.cols()).arg(carried)},
        {});
    for (QLineSeries* line : m_lines)
        line->clear();
    if (m_byPosition)
        fillLines(top);
    else
        fillScatters(top);
    mark(std::nullopt, std::nullopt);
}

void ComponentsScene::choosePairs(int choice)
{
    constexpr Pair kOf[kPairs] = {{0, 1}, {0, 2}, {1, 2}};
    constexpr double kLeastWidth = 720; // three squares of a chart of usual height with their axes
    m_pairs.clear();
    if (choice > 0 && choice <= kPairs)
        m_pairs = {kOf[choice - 1]};
    else if (m_scores.cols() < kPairs || size().width() < kLeastWidth)
        m_pairs = {kOf[0]};
    else
        m_pairs = {std::begin(kOf), std::end(kOf)};
}

int ComponentsScene::colourWidth() const
{
    const QFont font = Theme::font(TextSize::Axis);
    const Index last = m_firstRow + m_scores.rows() - 1;
    return static_cast<int>(
        14 + 14 + 5 + std::max({textWidth(font, wholeText(last)), textWidth(font, wholeText(m_firstRow)), lineHeight()})
        + 10);
}

void ComponentsScene::fillScatters(double top)
{
    const int upper = static_cast<int>(top + 2);
    const int height = std::max(60, static_cast<int>(size().height() - upper - 2 * lineHeight() - 10));
    const int width = static_cast<int>(size().width()) - colourWidth();
    const auto count = static_cast<int>(m_pairs.size());
    for (int k = 0; k < count; ++k)
        fillScatter(static_cast<std::size_t>(k), QRect(k * width / count, upper, width / count, height));
    placeColours(strip(count - 1).place());
}

/// @param cell  for the plot with the figures at its left
void ComponentsScene::fillScatter(std::size_t at, const QRect& cell)
{
    const Pair pair = m_pairs[at];
    Plot& plot = strip(static_cast<int>(at));
    double low[2] = {1e300, 1e300};
    double high[2] = {-1e300, -1e300};
    for (Index r = 0; r < m_scores.rows(); ++r)
        for (const int axis : {0, 1}) {
            const double value = m_scores(r, axis == 0 ? pair.x : pair.y);
            if (std::isfinite(value)) {
                low[axis] = std::min(low[axis], value);
                high[axis] = std::max(high[axis], value);
            }
        }
    // first with a guess of the figures' width, then with their own
    int left = leftMargin({{{0, QStringLiteral("−0.00")}}});
    for (int pass = 0; pass < 2; ++pass) {
        const QRect place(cell.left() + left, cell.top(), std::max(80, cell.width() - left - 8), cell.height());
        double unit = 0; // of the scores, a pixel
        for (const int axis : {0, 1})
            unit = std::max(unit, (high[axis] - low[axis]) / ((axis == 0 ? place.width() : place.height()) - 20));
        if (!(unit > 0))
            unit = 1.0 / place.height();
        const double interval = niceInterval(unit * place.height(), std::max(2, place.height() / 26));
        const auto ends = [&](int axis, int pixels) {
            const double middle = (low[axis] + high[axis]) / 2;
            return std::pair(middle - unit * pixels / 2, middle + unit * pixels / 2);
        };
        const auto [x0, x1] = ends(0, place.width());
        const auto [y0, y1] = ends(1, place.height());
        const QList<Tick> yTicks = linearTicks(y0, y1, interval);
        left = leftMargin({yTicks});
        plot.setPlace(place, size());
        plot.setX(x0, x1,
                  linearTicks(x0, x1, std::max(interval, niceInterval(x1 - x0, std::max(2, place.width() / 40)))));
        plot.setY(y0, y1, yTicks);
    }
    plot.setLeft(cell.left());
    plot.setTitles(title(pair.x), title(pair.y));
    DotsItem& dots = *m_dots[at];
    dots.setArea(QRectF({}, size()));
    dots.plot = plot.place();
    const double span = std::max<double>(1, static_cast<double>(m_scores.rows() - 1));
    for (Index r = 0; r < m_scores.rows(); ++r) {
        const QPointF score(m_scores(r, pair.x), m_scores(r, pair.y));
        if (std::isfinite(score.x()) && std::isfinite(score.y()))
            dots.dots.append({plot.pixel(score), colourAt(static_cast<double>(r) / span), r});
    }
    const double spread =
        std::abs(plot.xPixel(high[0]) - plot.xPixel(low[0])) * std::abs(plot.yPixel(high[1]) - plot.yPixel(low[1]));
    dots.radius = std::clamp(0.35 * std::sqrt(spread / static_cast<double>(m_scores.rows())), 1.7, 4.0);
    dots.update();
    m_dotsRight = plot.xPixel(high[0]);
}

void ComponentsScene::placeColours(const QRect& place)
{
    m_colours->setArea(QRectF({}, size()));
    m_colours->bar = QRectF(place.left() + place.width() + 14, place.top() + 4, 12, place.height() - 8);
    m_colours->colours.clear();
    for (int k = 0; k < 256; ++k)
        m_colours->colours.append(colourAt(k / 255.0));
    m_colours->low = wholeText(m_firstRow);
    m_colours->high = wholeText(m_firstRow + m_scores.rows() - 1);
    m_colours->title = m_offsets ? tr("offset r") : tr("position");
    m_colours->update();
}

QString ComponentsScene::wordsOf(Index point) const
{
    QStringList scores;
    for (Index k = 0; k < m_scores.cols(); ++k)
        if (m_byPosition || m_pairs.size() > 1 || k == m_pairs.front().x || k == m_pairs.front().y)
            scores << numberText(m_scores(point, k), 3);
    const QString row = wholeText(m_firstRow + point);
    return (m_offsets ? tr("r = %1: %2") : tr("position %1: %2")).arg(row, scores.join(QStringLiteral(" · ")));
}

void ComponentsScene::mark(std::optional<Index> point, std::optional<Index> row)
{
    const auto atCrosshair = row ? pointOf(*row) : std::nullopt;
    const QRectF plot(m_plot.place());
    m_cross->setArea(QRectF({}, size()));
    m_cross->x.reset();
    m_cross->stretches.clear();
    m_cross->rings.clear();
    m_cross->chips.clear();
    for (DotsItem* dots : m_dots) {
        dots->crosshair.reset();
        dots->chosen.reset();
        dots->readOut.reset();
        dots->update();
    }
    m_cross->update();
    const auto shown = point ? point : atCrosshair;
    if (!shown || *shown >= points())
        return;
    if (m_byPosition) {
        const auto at = static_cast<double>(m_firstRow + *shown);
        if (at < axis().low() || at > axis().high())
            return;
        m_cross->x = m_plot.xPixel(at);
        for (int k = 0; k < m_scores.cols(); ++k) {
            const QRectF part(strip(k).place());
            m_cross->stretches.append({part.top(), part.bottom()});
            if (std::isfinite(m_scores(*shown, k)))
                m_cross->rings.append({strip(k).pixel({at, m_scores(*shown, k)}), theme().source(m_source)});
        }
        m_cross->chips = {readOut(wordsOf(*shown), *m_cross->x, plot)};
        return;
    }
    for (std::size_t k = 0; k < m_pairs.size(); ++k) {
        DotsItem& dots = *m_dots[k];
        const auto placeOf = [&](std::optional<Index> wanted) -> std::optional<QPointF> {
            const auto dot = std::ranges::find(dots.dots, wanted.value_or(-1), &DotsItem::Dot::point);
            return dot == dots.dots.end() ? std::nullopt : std::optional(dot->at);
        };
        dots.crosshair = placeOf(atCrosshair);
        dots.chosen = placeOf(point);
        if (const auto at = dots.chosen ? dots.chosen : dots.crosshair; at && k == 0)
            dots.readOut = scatterReadOut(*shown, *at);
    }
}

/// Beside all dots of a single scatter where there is room, as one unit is as long in x as in y; else beside the one.
Chip ComponentsScene::scatterReadOut(Index point, QPointF at) const
{
    const QRectF plot(m_plot.place());
    Chip chip = readOut(wordsOf(point), at.x(), plot);
    const double beside = m_dotsRight + 14;
    if (m_pairs.size() == 1 && beside + chip.rect.width() + 2 < plot.right()) {
        chip.rect.moveLeft(beside);
        chip.rect.moveTop(std::clamp(at.y() - chip.rect.height() / 2, plot.top() + 2,
                                     std::max(plot.top() + 2, plot.bottom() - chip.rect.height() - 2)));
    } else {
        const double above = at.y() - chip.rect.height() - 10;
        chip.rect.moveTop(above > plot.top() ? above : at.y() + 10);
    }
    return chip;
}

std::optional<Index> ComponentsScene::pointAt(QPointF at) const
{
    QRectF all(m_plot.place());
    for (const Plot* other : {&m_second, &m_third})
        if (other->isVisible())
            all |= QRectF(other->place());
    if (points() == 0 || !all.adjusted(-8, -8, 8, 8).contains(at))
        return std::nullopt;
    if (m_byPosition)
        return std::clamp<Index>(std::llround(m_plot.xValue(at.x())) - m_firstRow, 0, points() - 1);
    std::optional<Index> best;
    double least = kNearDot * kNearDot;
    for (const DotsItem* dots : m_dots)
        for (const DotsItem::Dot& dot : dots->dots) {
            const QPointF way = dot.at - at;
            const double squared = QPointF::dotProduct(way, way);
            if (squared < least) {
                least = squared;
                best = dot.point;
            }
        }
    return best;
}

std::optional<Index> ComponentsScene::pointOf(Index row) const
{
    const Index point = row - m_firstRow;
    return point >= 0 && point < points() ? std::optional(point) : std::nullopt;
}

} // namespace pescope::ui::charts
