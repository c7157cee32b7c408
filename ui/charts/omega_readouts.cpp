// SPDX-License-Identifier: GPL-3.0-or-later
// What stands inside the plots of the ω chart: magnifier, read-outs at the crosshair, names of the curves. Each looks
// for a place that the ones before it left free.
#include "ui/charts/chart_view.h"
#include "ui/charts/label_layout.h"
#include "ui/charts/omega_scene.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>
#include <QLineSeries>

#include <algorithm>
#include <array>
#include <cmath>

namespace pescope::ui::charts {

void OmegaScene::placeMagnifier()
{
    MagnifierItem& item = *m_magnifier;
    item.data.reset();
    item.frame = {};
    item.target = {};
    item.title.clear();
    item.update();
    const QRectF plot = QRectF(m_psi.place());
    if (!m_options.magnifier || !m_magnified)
        return;
    item.data = m_magnified;
    item.divisor = m_options.normalised && m_state.now.psi0 != 0 ? m_state.now.psi0 : 1;
    item.source = m_state.sourceIndex;
    item.title = tr("End of the range: ψ(%1) → ψ(%2) is %3 of %4")
                     .arg(wholeText(m_magnified->end), wholeText(m_magnified->end + 1),
                          signedText(m_magnified->rise, 3), plainText(m_state.now.psi0, 6));

    if (static_cast<double>(m_magnified->end) <= m_axis.high()
        && static_cast<double>(m_magnified->end) >= m_axis.low()) {
        double top = 1e9;
        double bottom = -1e9;
        for (const QPointF& p : m_magnified->smooth) {
            const double y = m_psi.yPixel(p.y() / item.divisor);
            top = std::min(top, y);
            bottom = std::max(bottom, y);
        }
        const double left = m_psi.xPixel(std::max<double>(static_cast<double>(m_magnified->first), m_axis.low()));
        const double right = m_psi.xPixel(std::min<double>(static_cast<double>(m_magnified->last), m_axis.high()));
        const double pad = std::max(3.0, (10 - (bottom - top)) / 2);
        item.target = QRectF(QPointF(left, top - pad), QPointF(right, bottom + pad)).intersected(plot);
    }

    const QFontMetricsF bold(Theme::font(TextSize::Axis, QFont::DemiBold));
    const double wanted = std::max(plot.width() * 0.37, bold.horizontalAdvance(item.title) + 24);
    const double width = std::min({wanted, plot.width() * 0.62, 420.0});
    const double inset = 8;
    const auto covers = [&](const QRectF& frame) {
        if (!item.target.isEmpty() && frame.intersects(item.target.adjusted(-6, -6, 6, 6)))
            return true;
        for (const QLineSeries* line : {m_nowLine, m_formerLine})
            for (const QPointF& p : line->points())
                if (frame.adjusted(-4, -4, 4, 4).contains(m_psi.pixel(p)))
                    return true;
        return false;
    };
    // the largest window that hides no curve; where there is none, the sentence alone (placeNames)
    for (const double height : {std::clamp(plot.height() * 0.55, 104.0, 190.0), 104.0, 88.0}) {
        const double left = plot.left() + inset;
        const double right = plot.right() - inset - width;
        const double middle = plot.center().x() - width / 2;
        const double top = plot.top() + inset;
        const double bottom = plot.bottom() - inset - height;
        for (const QPointF corner :
             std::array<QPointF, 6>{QPointF(right, top), QPointF(left, bottom), QPointF(right, bottom),
                                    QPointF(middle, top), QPointF(middle, bottom), QPointF(left, top)}) {
            const QRectF frame(corner, QSizeF(width, height));
            if (bottom < plot.top() || covers(frame))
                continue;
            item.frame = frame.toAlignedRect();
            return;
        }
    }
    item.data.reset();
    item.target = {};
}

void OmegaScene::placeCrosshair(std::optional<Index> m)
{
    CrosshairItem& item = *m_crosshair;
    item.x.reset();
    item.rings.clear();
    item.chips.clear();
    item.stretches.clear();
    item.update();
    const auto at = m ? static_cast<double>(*m) : -1.0;
    if (!m || at < m_axis.low() || at > m_axis.high()) {
        placeNames();
        return;
    }
    const Theme theme = Theme::of(m_themed);
    const QRectF plot = QRectF(m_psi.place());
    item.x = m_psi.xPixel(at);
    for (const Plot* part : {&m_psi, &m_prime, &m_steps})
        if (part->isVisible())
            item.stretches.append({part->place().top(), part->place().bottom()});

    struct ReadOut {
        double y;
        QString text;
        QColor colour;
    };
    QList<ReadOut> readOuts;
    const auto add = [&](const PsiCurve& curve, const QColor& colour) {
        const double value = psiAt(curve, at);
        if (!std::isfinite(value))
            return;
        const double y = m_psi.yPixel(value);
        item.rings.append({QPointF(*item.x, y), colour});
        const QString text = m_options.normalised ? tr("ψ(%1)/ψ(0) = %2") : tr("ψ(%1) = %2");
        readOuts.append({y, text.arg(wholeText(*m), numberText(value, 4)), colour});
    };
    add(m_state.now, theme.source(m_state.sourceIndex));
    if (former())
        add(*former(), theme.colour(Role::TextSecond));
    std::ranges::stable_sort(readOuts, {}, &ReadOut::y);

    // the upper read-out above its curve, the lower one below
    QList<WantedLabel> wanted;
    double width = 0;
    for (qsizetype i = 0; i < readOuts.size(); ++i) {
        const QSizeF size = chipSize(readOuts[i].text, true);
        wanted.append({readOuts[i].y + (i == 0 ? -1 : 1) * (size.height() / 2 + 5), size.height()});
        width = std::max(width, size.width());
    }
    const auto tops = spread(wanted, plot.top() + 2, plot.bottom() - 2, 3);
    if (tops) {
        const auto rects = [&](double x) {
            QList<QRectF> result;
            for (qsizetype i = 0; i < readOuts.size(); ++i) {
                const double own = chipSize(readOuts[i].text, true).width();
                result.append(QRectF(x < *item.x ? x + width - own : x, std::round((*tops)[i]), own, wanted[i].size));
            }
            return result;
        };
        const QList<double> sides{*item.x + 8, *item.x - 8 - width};
        QList<QRectF> chosen;
        double worst = 1e9;
        for (const double x : sides) {
            const QList<QRectF> tried = rects(x);
            double cost = x < plot.left() || x + width > plot.right() ? 10 : 0;
            for (const QRectF& rect : tried)
                cost += m_magnifier->data && m_magnifier->frame.intersects(rect) ? 1 : 0;
            if (cost < worst) {
                worst = cost;
                chosen = tried;
            }
        }
        for (qsizetype i = 0; i < readOuts.size(); ++i) {
            Chip chip;
            chip.rect = chosen[i];
            chip.text = readOuts[i].text;
            chip.colour = readOuts[i].colour;
            chip.bold = true;
            item.chips.append(chip);
        }
    }
    placeNames();
}

void OmegaScene::placeNames()
{
    const Theme theme = Theme::of(m_themed);
    const QRectF plot = QRectF(m_psi.place());
    m_names->chips.clear();
    m_names->update();
    QList<QRectF> taken;
    if (m_magnifier->data)
        taken.append(m_magnifier->frame);
    if (m_magnifier->data && !m_magnifier->target.isEmpty())
        taken.append(m_magnifier->target);
    for (const Chip& chip : m_crosshair->chips)
        taken.append(chip.rect);
    if (m_crosshair->x)
        taken.append(QRectF(*m_crosshair->x - 2, plot.top(), 4, plot.height()));
    for (const SpansItem::End& end : m_spans->ends)
        taken.append(QRectF(end.x - 2, plot.top(), 4, plot.height()));
    const auto isFree = [&](const QRectF& rect) {
        return plot.adjusted(2, 2, -2, -2).contains(rect)
            && std::ranges::none_of(taken, [&](const QRectF& t) { return t.intersects(rect); });
    };
    const auto put = [&](const QString& text, const QColor& colour, const QRectF& rect) {
        Chip chip;
        chip.rect = rect;
        chip.text = text;
        chip.colour = colour;
        chip.bold = true;
        chip.framed = false;
        chip.ground = false;
        m_names->chips.append(chip);
        taken.append(rect);
    };

    // what the magnifier would say, where there is nothing to enlarge or no room for it
    if (m_options.magnifier && !m_magnifier->data) {
        Chip chip;
        chip.text = m_state.now.ranges.integer
            ? m_magnifier->title
            : tr("ψ falls up to the end of the search, m = %1: nothing ends the range.")
                  .arg(wholeText(m_state.now.ranges.searchedTo));
        const QSizeF full = chipSize(chip.text, false);
        const QSizeF size(std::min(full.width(), plot.width() - 12), full.height());
        const double right = std::max(plot.left() + 4, plot.right() - size.width() - 8);
        const double left = plot.left() + 6;
        const double bottom = plot.bottom() - size.height() - 6;
        QList<QRectF> places{QRectF(QPointF(right, plot.top() + 6), size), QRectF(QPointF(right, bottom), size),
                             QRectF(QPointF(left, bottom), size), QRectF(QPointF(left, plot.top() + 6), size)};
        for (double y = plot.top() + 6; y < bottom; y += 6)
            places.append(QRectF(QPointF(right, y), size));
        const auto apart = [&](const QRectF& rect) {
            return std::ranges::none_of(m_crosshair->chips, [&](const Chip& c) { return c.rect.intersects(rect); });
        };
        const auto clear = [&](const QRectF& rect) {
            return apart(rect) && std::ranges::none_of(m_nowLine->points(), [&](const QPointF& p) {
                       return rect.adjusted(-2, -3, 2, 3).contains(m_psi.pixel(p));
                   });
        };
        auto place = std::ranges::find_if(places, clear);
        if (place == places.end())
            place = std::ranges::find_if(places, apart);
        if (place != places.end() && !chip.text.isEmpty()) {
            chip.rect = *place;
            m_names->chips.append(chip);
            taken.append(chip.rect);
        }
    }

    struct Edges {
        double top = 1e9;
        double bottom = -1e9;
    };
    const auto edges = [&](const QLineSeries* line, double from, double to) {
        Edges result;
        for (const QPointF& p : line->points()) {
            const QPointF at = m_psi.pixel(p);
            if (at.x() < from || at.x() > to)
                continue;
            result.top = std::min(result.top, at.y());
            result.bottom = std::max(result.bottom, at.y());
        }
        return result;
    };
    const auto name = [&](const QString& text, const QColor& colour, const QLineSeries* own, const QLineSeries* other) {
        if (text.isEmpty())
            return;
        const QSizeF size = chipSize(text, true, false);
        for (double share = 0.09; share < 0.92; share += 0.04) {
            const double x = std::round(plot.left() + share * plot.width());
            const Edges mine = edges(own, x - 6, x + size.width() + 6);
            const Edges theirs = edges(other, x - 6, x + size.width() + 6);
            if (mine.top > mine.bottom)
                continue;
            // on the side away from the other curve
            const bool above = theirs.top > theirs.bottom || mine.top + mine.bottom <= theirs.top + theirs.bottom;
            const double y = above ? mine.top - size.height() - 3 : mine.bottom + 3;
            const QRectF rect(QPointF(x, std::round(y)), size);
            if (isFree(rect)) {
                put(text, colour, rect);
                return;
            }
        }
    };
    name(m_state.now.label, theme.source(m_state.sourceIndex), m_nowLine, m_formerLine);
    if (former())
        name(former()->label, theme.colour(Role::TextSecond), m_formerLine, m_nowLine);

    if (m_steps.isVisible()) { // beside the legend, where there is room
        const QString note = tr("symmetric-log axis, linear within ±0.001");
        const QSizeF size = chipSize(note, false, false);
        const double right = m_steps.place().left() + m_steps.place().width();
        const double used = m_marks->legend.isEmpty() ? m_steps.place().left() : m_marks->legend.last().rect.right();
        if (right - size.width() > used + 8) {
            Chip chip;
            chip.rect = QRectF(QPointF(right - size.width(), m_steps.place().top() - size.height() - 2), size);
            chip.text = note;
            chip.framed = false;
            chip.ground = false;
            m_names->chips.append(chip);
        }
    }
}

std::optional<Index> OmegaScene::offsetAt(QPointF at) const
{
    for (const Plot* plot : {&m_psi, &m_prime, &m_steps})
        if (plot->isVisible() && QRectF(plot->place()).adjusted(-4, 0, 4, 0).contains(at))
            return heldOffset(static_cast<Index>(std::llround(m_psi.xValue(at.x()))));
    return std::nullopt;
}

Index OmegaScene::heldOffset(Index m) const
{
    return std::clamp<Index>(m, static_cast<Index>(std::ceil(m_axis.low())),
                             static_cast<Index>(std::floor(m_axis.high())));
}

void OmegaScene::wheel(QPointF at, double steps)
{
    m_axis.zoom(std::clamp(m_psi.xValue(at.x()), m_axis.low(), m_axis.high()), steps);
}

void OmegaScene::drag(double dx)
{
    m_axis.pan(-dx / m_psi.place().width() * (m_axis.high() - m_axis.low()));
}

void OmegaScene::reset()
{
    m_axis.reset();
}

} // namespace pescope::ui::charts
