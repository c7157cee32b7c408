// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/omega_scene.h"

#include "core/analysis/psi.h"
#include "ui/charts/chart_view.h"
#include "ui/charts/distance_curves.h"
#include "ui/theme/theme.h"

#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsScene>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::ui::charts {

namespace {

constexpr double kPerPosition = 8; // samples of ψ a position

QPen formerPen(const Theme& theme, double width)
{
    QPen pen(theme.colour(Role::Ghost), width);
    pen.setDashPattern({5, 4});
    pen.setCapStyle(Qt::FlatCap);
    pen.setCosmetic(true);
    return pen;
}

QPen nowPen(const Theme& theme, int source, double width)
{
    QPen pen = theme.sourcePen(source, width);
    pen.setCapStyle(Qt::FlatCap);
    pen.setJoinStyle(Qt::RoundJoin);
    return pen;
}

} // namespace

int OmegaScene::leastHeight(const OmegaOptions& options)
{
    const double line = lineHeight();
    const double bars = 2 * (line + 6) + 8;
    const double below = 4 + line;
    const double part = kLeastSteps + line + 6;
    return static_cast<int>(bars + kLeastPlot + below + (options.steps ? part : 0) + (options.prime ? part : 0));
}

OmegaScene::OmegaScene(ChartView* view, const QWidget* themed)
    : m_view(view)
    , m_themed(themed)
    , m_psi(view->scene(), QStringLiteral("psi"), themed)
    , m_prime(view->scene(), QStringLiteral("prime"), themed)
    , m_steps(view->scene(), QStringLiteral("steps"), themed)
    , m_nowLine(m_psi.addLine(QStringLiteral("now")))
    , m_formerLine(m_psi.addLine(QStringLiteral("former")))
    , m_nowPrime(m_prime.addLine(QStringLiteral("now")))
    , m_formerPrime(m_prime.addLine(QStringLiteral("former")))
    , m_spans(added<SpansItem>(view, themed, -1))
    , m_bars(added<RangeBarsItem>(view, themed, 3))
    , m_marks(added<StepsItem>(view, themed, 2))
    , m_names(added<ChipsItem>(view, themed, 2.5))
    , m_magnifier(added<MagnifierItem>(view, themed, 3))
    , m_crosshair(added<CrosshairItem>(view, themed, 4))
    , m_target(added<TargetItem>(view, themed, 5))
{
}

OmegaScene::~OmegaScene() = default;

void OmegaScene::setState(const OmegaChartState& state)
{
    m_state = state;
    m_magnified = magnify(state.now);
    m_axis.setFull(0, std::max(1.0, state.maxOffset), 0, std::max(1.0, state.maxOffset));
}

const PsiCurve* OmegaScene::former() const
{
    return m_state.before && m_options.former ? &*m_state.before : nullptr;
}

QString OmegaScene::nameOf(const PsiCurve& curve) const
{
    const QString letter = curve.label.section(u' ', 0, 0, QString::SectionSkipEmpty);
    return letter.isEmpty() ? sourceLetter(m_state.sourceIndex) : letter;
}

double OmegaScene::scaled(const PsiCurve& curve, double psi) const
{
    return m_options.normalised && curve.psi0 != 0 ? psi / curve.psi0 : psi;
}

double OmegaScene::psiAt(const PsiCurve& curve, double m) const
{
    const double at = m * kPerPosition;
    const auto below = static_cast<qsizetype>(std::floor(at));
    const auto count = static_cast<qsizetype>(curve.samples.size());
    if (below < 0 || below >= count)
        return std::numeric_limits<double>::quiet_NaN();
    const double a = curve.samples[static_cast<std::size_t>(below)];
    const double part = at - static_cast<double>(below);
    if (part == 0 || below + 1 >= count)
        return scaled(curve, a);
    return scaled(curve, a + part * (curve.samples[static_cast<std::size_t>(below) + 1] - a));
}

QList<QPointF> OmegaScene::line(const PsiCurve& curve) const
{
    QList<QPointF> points;
    const auto count = static_cast<qsizetype>(curve.samples.size());
    const auto first = std::max<qsizetype>(0, static_cast<qsizetype>(m_axis.low() * kPerPosition) - 1);
    const auto last = std::min(count - 1, static_cast<qsizetype>(std::ceil(m_axis.high() * kPerPosition)) + 1);
    for (qsizetype k = first; k <= last; ++k)
        points.append(
            {static_cast<double>(k) / kPerPosition, scaled(curve, curve.samples[static_cast<std::size_t>(k)])});
    return thinned(points, m_axis.low(), m_axis.high(), std::max(1, m_psi.place().width()));
}

void OmegaScene::rebuild(const OmegaOptions& options, std::optional<Index> crosshair)
{
    m_options = options;
    placePlots();
    fillLines();
    fillPrime();
    fillSteps();
    placeBars();
    placeSpans();
    placeMagnifier();
    placeCrosshair(crosshair);
}

void OmegaScene::placePlots()
{
    const QSizeF scene = m_view->sceneRect().size();
    const double line = lineHeight();
    const QFontMetricsF metrics(Theme::font(TextSize::Axis));
    const int left = static_cast<int>(metrics.height() + 8 + metrics.horizontalAdvance(QStringLiteral("−0.000")) + 10);
    const int width = std::max(80, static_cast<int>(scene.width()) - left - 20);
    const double bars = (m_state.before ? 2 : 1) * (line + 6) + 8;
    const bool roomy = scene.height() > 420; // then each plot has its own figures and the axis its title
    const double labels = 4 + line;
    const double bottom = labels + (roomy ? line + 4 : 0);
    const double gap = roomy ? labels + 6 : 6;
    const double strip = m_options.steps ? line + 4 : 0; // legend above the steps
    const int lower = (m_options.steps ? 1 : 0) + (m_options.prime ? 1 : 0);
    const double room = scene.height() - bars - bottom - lower * gap - strip;
    const double share = lower == 0 ? 1 : lower == 1 ? 0.58 : 0.44;
    const int psiHeight = std::max(kLeastPlot, static_cast<int>(room * share));
    const int partHeight = lower ? std::max(36, static_cast<int>((room - psiHeight) / lower)) : 0;

    const auto ticks = linearTicks(m_axis.low(), m_axis.high(),
                                   offsetInterval(m_axis.high() - m_axis.low(), std::clamp(width / 56, 2, 10)));
    int top = static_cast<int>(bars);
    int last = 0; // number of the plots that are placed
    const QString distance = tr("distance m = i − j (positions)");
    const auto put = [&](Plot& plot, int height, const QString& title) {
        plot.setPlace(QRect(left, top, width, height), scene);
        plot.setX(m_axis.low(), m_axis.high(), ticks);
        const bool isLast = last == lower;
        plot.setTitles(isLast && roomy ? distance : QString(), title, isLast || roomy);
        top += height + static_cast<int>(gap);
        ++last;
    };
    put(m_psi, psiHeight, m_options.normalised ? tr("ψ(m) / ψ(0)") : tr("ψ(m)"));
    m_prime.setVisible(m_options.prime);
    m_steps.setVisible(m_options.steps);
    m_marks->setVisible(m_options.steps);
    if (m_options.prime)
        put(m_prime, partHeight, tr("ψ′(m)"));
    top += static_cast<int>(strip);
    if (m_options.steps)
        put(m_steps, partHeight, tr("ψ(m + 1) − ψ(m)"));
    for (PaintedItem* item :
         std::initializer_list<PaintedItem*>{m_spans, m_bars, m_marks, m_names, m_magnifier, m_crosshair, m_target})
        item->setArea(QRectF({}, scene));
}

void OmegaScene::placeBars()
{
    const Theme theme = Theme::of(m_themed);
    const QRect place = m_psi.place();
    const double right = place.left() + place.width();
    const double step = lineHeight() + 6;
    m_bars->rows.clear();
    m_bars->chips.clear();
    QStringList sentences;
    double y = 4 + step / 2;
    const auto add = [&](const PsiCurve& curve, bool isFormer) {
        BarRow row;
        row.source = m_state.sourceIndex;
        row.former = isFormer;
        row.y = std::round(y);
        row.origin = m_psi.xPixel(0);
        row.left = place.left();
        row.right = right;
        const auto& ranges = curve.ranges;
        const auto end = [&](std::optional<Index> m) { // nothing ends it: it goes on
            return m ? barEnd(m_psi.xPixel(static_cast<double>(*m)), row.left, right) : BarEnd{right, true};
        };
        row.integer = end(ranges.integer);
        row.tolerance = end(ranges.tolerance);
        if (ranges.continuous.m)
            row.continuous = barEnd(m_psi.xPixel(*ranges.continuous.m), row.left, right);
        BarTexts texts;
        const QString name = nameOf(curve);
        const QString searched = wholeText(ranges.searchedTo);
        if (ranges.integer)
            texts.integer = (isFormer ? tr("%1 before: %2") : tr("%1 now: %2"))
                                .arg(name, tr("0…%1").arg(wholeText(*ranges.integer)));
        else
            texts.integer = (isFormer ? tr("%1 before: falls to the end of the search, m = %2")
                                      : tr("%1 now: falls to the end of the search, m = %2"))
                                .arg(name, searched);
        texts.tolerance = ranges.tolerance ? tr("ε: %1").arg(tr("0…%1").arg(wholeText(*ranges.tolerance)))
                                           : tr("ε: to the end of the search");
        if (row.continuous && !row.continuous->beyond)
            texts.continuous = fixedText(*ranges.continuous.m, *ranges.continuous.m < 100 ? 2 : 1);
        m_bars->rows.append(row);
        m_bars->chips +=
            placeBarTexts(row, texts, isFormer ? theme.colour(Role::TextSecond) : theme.source(m_state.sourceIndex));
        sentences << texts.integer << texts.tolerance;
        if (ranges.continuous.m)
            sentences << tr("continuous: ψ′ = 0 first at m = %1").arg(plainText(*ranges.continuous.m, 6));
        y += step;
    };
    if (const PsiCurve* before = former())
        add(*before, true);
    add(m_state.now, false);
    m_bars->setToolTip(sentences.join(u'\n'));
    m_bars->update();
}

void OmegaScene::placeSpans()
{
    const Theme theme = Theme::of(m_themed);
    const QColor grey = theme.colour(Role::Ghost);
    const QColor colour = theme.source(m_state.sourceIndex);
    const auto pixelOf = [&](const PsiCurve& curve) {
        const double m = curve.ranges.integer ? static_cast<double>(*curve.ranges.integer) : m_axis.high();
        return m_psi.xPixel(std::clamp(m, m_axis.low(), m_axis.high()));
    };
    const double origin = m_psi.xPixel(std::max(0.0, m_axis.low()));
    const double now = pixelOf(m_state.now);
    m_spans->spans.clear();
    m_spans->ends.clear();
    QList<QRect> places{m_psi.place()};
    if (m_prime.isVisible())
        places.append(m_prime.place());
    if (m_steps.isVisible())
        places.append(m_steps.place());
    const auto shade = [&](double from, double to, const QColor& with) {
        if (to > from)
            for (const QRect& place : places)
                m_spans->spans.append({QRectF(from, place.top(), to - from, place.height()), with});
    };
    const double bottom = places.last().top() + places.last().height();
    const auto endLine = [&](const PsiCurve& curve, double x, bool isFormer) {
        const auto row = std::ranges::find(m_bars->rows, isFormer, &BarRow::former);
        const auto m = curve.ranges.integer;
        if (m && row != m_bars->rows.end() && static_cast<double>(*m) >= m_axis.low()
            && static_cast<double>(*m) <= m_axis.high())
            m_spans->ends.append({x, row->y, bottom, isFormer ? grey : colour, isFormer ? -1 : m_state.sourceIndex});
    };
    if (const PsiCurve* before = former()) {
        const double was = pixelOf(*before);
        shade(origin, std::min(was, now), now >= was ? grey : colour);
        shade(std::min(was, now), std::max(was, now), now >= was ? colour : grey);
        endLine(*before, was, true);
    } else {
        shade(origin, now, colour);
    }
    endLine(m_state.now, now, false);
    m_spans->update();
}

void OmegaScene::fillLines()
{
    const Theme theme = Theme::of(m_themed);
    Extent extent;
    const QList<QPointF> now = line(m_state.now);
    const QList<QPointF> before = former() ? line(*former()) : QList<QPointF>();
    for (const auto* points : {&now, &before})
        for (const QPointF& p : *points)
            extent.include(p.y());
    if (extent.isEmpty()) {
        extent.include(0);
        extent.include(1);
    }
    double span = extent.high - extent.low;
    if (!(span > 0))
        span = std::max(1.0, std::abs(extent.high));
    const double nice = niceInterval(span, 25);
    const double low = std::floor((extent.low - span * 0.12) / nice) * nice;
    const double high = extent.high + span * 0.04;
    const int most = std::max(2, m_psi.place().height() / 32);
    // quarters of ψ(0) say more than round numbers: ψ(0) itself is a tick then
    const double whole = m_options.normalised ? 1 : m_state.now.psi0;
    double interval = whole / 4;
    while (interval > 0 && (high - low) / interval > most)
        interval *= 2;
    if (!(interval > 0) || (high - low) / interval < 2 || (!m_options.normalised && std::floor(interval) != interval))
        interval = niceInterval(high - low, most);
    m_psi.setY(low, high, linearTicks(low, high, interval));
    m_formerLine->setPen(formerPen(theme, 1.6));
    m_formerLine->replace(before);
    m_nowLine->setPen(nowPen(theme, m_state.sourceIndex, 2.2));
    m_nowLine->replace(now);
}

void OmegaScene::fillPrime()
{
    if (!m_options.prime) {
        m_nowPrime->clear();
        m_formerPrime->clear();
        return;
    }
    const Theme theme = Theme::of(m_themed);
    Extent extent;
    extent.include(0);
    const auto derivative = [&](const PsiCurve& curve) {
        QList<QPointF> points;
        const int count = std::clamp(m_psi.place().width() / 2, 2, 600);
        for (int k = 0; k <= count; ++k) {
            const double m = m_axis.low() + (m_axis.high() - m_axis.low()) * k / count;
            points.append({m, scaled(curve, analysis::psiPrime(curve.omega, m))});
            extent.include(points.last().y());
        }
        return points;
    };
    const QList<QPointF> now = derivative(m_state.now);
    const QList<QPointF> before = former() ? derivative(*former()) : QList<QPointF>();
    const double span = extent.high > extent.low ? extent.high - extent.low : 1;
    const double low = extent.low - span * 0.06;
    const double high = extent.high + span * 0.06;
    m_prime.setY(low, high, linearTicks(low, high, niceInterval(span, std::max(2, m_prime.place().height() / 30))));
    m_nowPrime->setPen(nowPen(theme, m_state.sourceIndex, 1.8));
    m_nowPrime->replace(now);
    m_formerPrime->setPen(formerPen(theme, 1.4));
    m_formerPrime->replace(before);
}

void OmegaScene::fillSteps()
{
    StepsItem& item = *m_marks;
    item.now.clear();
    item.former.clear();
    item.legend.clear();
    item.source = m_state.sourceIndex;
    item.update();
    if (!m_options.steps)
        return;
    double low = -2;
    double high = 2;
    const auto first = static_cast<std::size_t>(std::max(0.0, std::floor(m_axis.low())));
    const auto last = static_cast<std::size_t>(std::ceil(m_axis.high())); // steps of m < last
    const auto each = [&](const PsiCurve& curve, const auto& use) {
        for (std::size_t m = first; m < std::min(last, curve.steps.size()); ++m)
            use(static_cast<double>(m) + 0.5, curve.steps[m]);
    };
    const auto widen = [&](double /*m*/, double step) {
        low = std::min(low, m_symLog.toAxis(step));
        high = std::max(high, m_symLog.toAxis(step));
    };
    each(m_state.now, widen);
    if (former())
        each(*former(), widen);
    low -= 0.35;
    high += 0.7;
    m_steps.setY(low, high, symLogTicks(m_symLog, low, high, std::max(3, m_steps.place().height() / 14)));
    item.plot = m_steps.place();
    item.zero = m_steps.yPixel(0);
    const auto collect = [&](QList<StepsItem::Mark>& marks) {
        return [&](double m, double step) { marks.append({m_steps.pixel({m, m_symLog.toAxis(step)}), step > 0}); };
    };
    each(m_state.now, collect(item.now));
    if (former())
        each(*former(), collect(item.former));

    const double line = lineHeight();
    const QFontMetricsF metrics(Theme::font(TextSize::Axis, QFont::DemiBold));
    double x = m_steps.place().left() + 2;
    const double right = m_steps.place().left() + m_steps.place().width();
    const auto entry = [&](const QString& text, bool rises, bool isFormer) {
        const double width = 22 + std::ceil(metrics.horizontalAdvance(text));
        if (x + width > right)
            return;
        item.legend.append({QRectF(x, m_steps.place().top() - line - 3, width, line), text, rises, isFormer});
        x += width + 10;
    };
    const QString now = nameOf(m_state.now);
    const QString was = former() ? nameOf(*former()) : QString();
    entry(was == now ? tr("rises now") : tr("rises (%1)").arg(now), true, false);
    if (former())
        entry(was == now ? tr("rises before") : tr("rises (%1)").arg(was), true, true);
    entry(tr("falls"), false, false);
    if (former())
        entry(was == now ? tr("falls before") : tr("falls (%1)").arg(was), false, true);
}

} // namespace pescope::ui::charts
