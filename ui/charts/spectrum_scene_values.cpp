// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_values.h"

#include "ui/theme/text_line.h"

#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {

constexpr double kDecades = 8; // below σ₁; what is lower is rounding or as good as nothing
constexpr double kUnderPlot = 10; // beside two lines of text

QPen sharePen(const Theme& theme)
{
    QPen pen(theme.colour(Role::TextThird), 1.6);
    pen.setDashPattern({1, 2});
    pen.setCosmetic(true);
    return pen;
}

} // namespace

ValuesScene::ValuesScene(ChartView* view, const QWidget* themed)
    : SpectrumScene(view, themed)
    , m_plot(view->scene(), QStringLiteral("singular"), themed)
    , m_centred(m_plot.addLine(QStringLiteral("centred")))
    , m_plain(m_plot.addLine(QStringLiteral("as stored")))
    , m_share(m_plot.addLine(QStringLiteral("share")))
    , m_side(added<SideAxesItem>(2))
    , m_lines(added<NamedLinesItem>(2))
    , m_cross(added<CrosshairItem>(4))
{
    m_plot.setZeroLine(false);
}

void ValuesScene::rebuild(const SpectrumChartState& state, int /*choice*/)
{
    const frame::VectorSpectrum& vectors = *state.spectrum->vectors;
    const bool shown = vectors.centred && !vectors.centred->values.empty() && vectors.centred->values.front() > 0;
    m_plot.setVisible(shown);
    m_side->setVisible(shown);
    m_lines->setVisible(shown);
    m_values = {};
    m_shown = 0;
    m_source = state.sourceIndex;
    if (!shown) {
        say(vectors.centred ? tr("All rows are equal: beside their mean they have no singular values.")
                            : QString::fromStdString(vectors.singularNote));
        return;
    }
    const analysis::SingularSpectrum& all = *vectors.centred;
    m_values.values = all.values;
    m_values.share = all.share;
    m_values.cumulative = all.cumulative;
    m_needed = all.components99;
    QStringList words{
        tr("effective rank %1 of %2, 90 % in %3")
            .arg(plainText(all.effectiveRank, 3), wholeText(std::ssize(all.values)), wholeText(all.components90)),
        tr("99 % in %1").arg(wholeText(all.components99)),
        tr("participation ratio %1").arg(plainText(all.participationRatio, 3))};
    if (all.rowsUsed < all.rows - all.rowsNotFinite)
        words.insert(1, tr("of %1 rows out of %2").arg(wholeText(all.rowsUsed), wholeText(all.rows)));
    const double top = layTop(words,
                              {{sourcePen(m_source, 2), tr("minus the mean row"), {}},
                               {ghostPen(1.6), tr("as stored"), {}},
                               {sharePen(theme()), tr("share"), {}}});
    fill(state, top);
    mark(std::nullopt, std::nullopt);
}

void ValuesScene::fill(const SpectrumChartState& state, double top)
{
    const frame::VectorSpectrum& vectors = *state.spectrum->vectors;
    double high = std::log10(m_values.values.front());
    double low = high;
    const auto include = [&](const std::vector<double>& values) {
        high = std::max(high, std::log10(values.front()));
        for (const double value : values)
            if (value > 0)
                low = std::min(low, std::log10(value));
    };
    include(m_values.values);
    if (vectors.plain && vectors.plain->values.front() > 0)
        include(vectors.plain->values);
    m_low = std::max(low, high - kDecades);
    m_drawn = std::ranges::count_if(m_values.values, [&](double value) { return isDrawn(value); });
    const double margin = std::max(0.06 * (high - m_low), 0.05);
    const double axisLow = m_low - margin;
    const double axisHigh = high + margin;
    const double line = lineHeight();
    const int upper = static_cast<int>(top + line + 6); // names of the lines
    const int height = std::max(50, static_cast<int>(size().height() - upper - 2 * line - kUnderPlot));
    const QList<Tick> yTicks = roundLogTicks(axisLow, axisHigh, std::max(2, height / 24), true);
    const int left = leftMargin({yTicks});
    const int right =
        static_cast<int>(textWidth(Theme::font(TextSize::Axis), QStringLiteral("100 %")) + 8 + 6 + line + 6);
    const QRect place(left, upper, std::max(80, static_cast<int>(size().width()) - left - right), height);
    // where most of them are as good as nothing, the others have the room
    const auto count = static_cast<double>(m_values.values.size());
    const double last = std::min(count, std::ceil(1.25 * static_cast<double>(std::max(m_drawn, m_needed))));
    m_plot.setPlace(place, size());
    const double sideways = std::max(0.4, 0.015 * last);
    m_plot.setX(1 - sideways, last + sideways,
                linearTicks(1, last, std::max(1.0, niceInterval(last, std::max(2, place.width() / 70)))));
    m_plot.setY(axisLow, axisHigh, yTicks);
    m_plot.setTitles(tr("number k"), tr("σₖ"));

    const auto points = [&](const std::vector<double>& values) {
        QList<QPointF> list;
        for (std::size_t k = 0; k < values.size(); ++k)
            if (isDrawn(values[k]))
                list.append({static_cast<double>(k + 1), std::log10(values[k])});
        return list;
    };
    m_centred->setPen(sourcePen(m_source, 2.2));
    m_centred->replace(points(m_values.values));
    m_plain->setPen(ghostPen(1.6));
    m_plain->replace(vectors.plain ? points(vectors.plain->values) : QList<QPointF>());
    QList<QPointF> share;
    const auto shareAt = [&](double part) { return axisLow + margin / 2 + part * (axisHigh - axisLow - margin); };
    for (std::size_t k = 0; k < m_values.cumulative.size() && static_cast<double>(k + 1) <= last; ++k)
        share.append({static_cast<double>(k + 1), shareAt(m_values.cumulative[k])});
    m_share->setPen(sharePen(theme()));
    m_share->replace(share);
    m_shown = share.size();

    m_side->setArea(QRectF({}, size()));
    m_side->plot = place;
    m_side->titleRight = size().width() - 2;
    m_side->rightTitle = tr("share of Σσ² up to k");
    m_side->right.clear();
    for (const int percent : height > 110 ? std::vector<int>{0, 25, 50, 75, 100} : std::vector<int>{0, 50, 100})
        m_side->right.append({m_plot.yPixel(shareAt(percent / 100.0)), tr("%1 %").arg(percent)});
    m_side->update();
    m_lines->setArea(QRectF({}, size()));
    m_lines->plot = place;
    const analysis::SingularSpectrum& all = *vectors.centred;
    m_lines->layOut({{m_plot.xPixel(all.effectiveRank), tr("effective rank"), {}},
                     {m_plot.xPixel(static_cast<double>(all.components90)), tr("90 %"), {}},
                     {m_plot.xPixel(static_cast<double>(all.components99)), tr("99 %"), {}}});
}

bool ValuesScene::isDrawn(double value) const
{
    return value > 0 && std::log10(value) >= m_low - 1e-9;
}

void ValuesScene::mark(std::optional<Index> point, std::optional<Index> /*row*/)
{
    m_cross->setArea(QRectF({}, size()));
    m_cross->x.reset();
    m_cross->rings.clear();
    m_cross->chips.clear();
    m_cross->stretches.clear();
    m_cross->update();
    if (!point || *point >= points())
        return;
    const auto k = static_cast<std::size_t>(*point);
    const QRectF plot(m_plot.place());
    const double x = m_plot.xPixel(static_cast<double>(k + 1));
    m_cross->x = x;
    m_cross->stretches = {{plot.top(), plot.bottom()}};
    if (isDrawn(m_values.values[k]))
        m_cross->rings.append(
            {m_plot.pixel({static_cast<double>(k + 1), std::log10(m_values.values[k])}), theme().source(m_source)});
    m_cross->rings.append({QPointF(x, m_plot.yPixel(m_share->points()[*point].y())), theme().colour(Role::TextThird)});
    m_cross->chips = {
        readOut(tr("k = %1: σ = %2, %3 % of Σσ²; %4 % up to here")
                    .arg(wholeText(*point + 1), plainText(m_values.values[k], 4), plainText(100 * m_values.share[k], 3),
                         plainText(100 * m_values.cumulative[k], 4)),
                x, plot)};
}

std::optional<Index> ValuesScene::pointAt(QPointF at) const
{
    const QRectF plot(m_plot.place());
    if (points() == 0 || !plot.adjusted(-8, -4, 8, 4).contains(at))
        return std::nullopt;
    return std::clamp<Index>(std::llround(m_plot.xValue(at.x())) - 1, 0, points() - 1);
}

} // namespace pescope::ui::charts
