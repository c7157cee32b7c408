// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icon_paths.h"

#include <QPolygonF>

#include <cmath>
#include <initializer_list>
#include <numbers>

namespace pescope::ui {

namespace {

using Points = std::initializer_list<QPointF>;

void line(QPainterPath& path, Points points)
{
    bool first = true;
    for (const QPointF& point : points) {
        first ? path.moveTo(point) : path.lineTo(point);
        first = false;
    }
}

void polygon(QPainterPath& path, Points points)
{
    line(path, points);
    path.closeSubpath();
}

void circle(QPainterPath& path, qreal x, qreal y, qreal radius)
{
    path.addEllipse(QPointF(x, y), radius, radius);
}

/// Part of a circle from angle `from` over `sweep` degrees, counter-clockwise, 0 at three o'clock.
void arc(QPainterPath& path, QPointF centre, qreal radius, qreal from, qreal sweep)
{
    const QRectF box(centre.x() - radius, centre.y() - radius, 2 * radius, 2 * radius);
    path.arcMoveTo(box, from);
    path.arcTo(box, from, sweep);
}

void eye(QPainterPath& path)
{
    path.moveTo(1.5, 8);
    path.cubicTo(3.6, 4.6, 5.6, 3.4, 8, 3.4);
    path.cubicTo(10.4, 3.4, 12.4, 4.6, 14.5, 8);
    path.cubicTo(12.4, 11.4, 10.4, 12.6, 8, 12.6);
    path.cubicTo(5.6, 12.6, 3.6, 11.4, 1.5, 8);
    circle(path, 8, 8, 2.2);
}

/// Two halves of a chain, each an open loop along the diagonal.
void chain(QPainterPath& path, qreal apart)
{
    const qreal d = apart;
    path.moveTo(7 + d, 4.6 - d);
    path.lineTo(8.6 + d, 3 - d);
    path.cubicTo(10.2 + d, 1.4 - d, 14.6 + d, 5.8 - d, 13 + d, 7.4 - d);
    path.lineTo(11.4 + d, 9 - d);
    path.moveTo(9 - d, 11.4 + d);
    path.lineTo(7.4 - d, 13 + d);
    path.cubicTo(5.8 - d, 14.6 + d, 1.4 - d, 10.2 + d, 3 - d, 8.6 + d);
    path.lineTo(4.6 - d, 7 + d);
}

void curvedArrow(QPainterPath& path, bool mirrored)
{
    const auto x = [mirrored](qreal value) { return mirrored ? 16 - value : value; };
    line(path, {{x(5.5), 2.5}, {x(2.5), 5.5}, {x(5.5), 8.5}});
    path.moveTo(x(2.5), 5.5);
    path.lineTo(x(9.5), 5.5);
    path.cubicTo(x(15), 5.5, x(15), 13, x(9.5), 13);
    path.lineTo(x(6), 13);
}

/// Short strokes around a circle.
void rays(QPainterPath& path, int count, qreal inner, qreal outer)
{
    for (int k = 0; k < count; ++k) {
        const double angle = 2 * std::numbers::pi * k / count;
        const QPointF along(std::cos(angle), std::sin(angle));
        line(path, {QPointF(8, 8) + inner * along, QPointF(8, 8) + outer * along});
    }
}

void corners(QPainterPath& path)
{
    line(path, {{2.5, 6}, {2.5, 2.5}, {6, 2.5}});
    line(path, {{10, 2.5}, {13.5, 2.5}, {13.5, 6}});
    line(path, {{13.5, 10}, {13.5, 13.5}, {10, 13.5}});
    line(path, {{6, 13.5}, {2.5, 13.5}, {2.5, 10}});
}

void pages(QPainterPath& path)
{
    path.addRoundedRect(QRectF(5.5, 5.5, 8, 8), 1.5, 1.5);
    line(path, {{10.5, 2.5}, {4, 2.5}, {2.5, 4}, {2.5, 10.5}});
}

IconPaths actionPaths(IconName name)
{
    IconPaths p;
    QPainterPath& l = p.lines;
    switch (name) {
    case IconName::Open:
        line(l, {{2, 12.5}, {2, 3.5}, {6, 3.5}, {7.5, 5.5}, {12.5, 5.5}, {12.5, 7.5}});
        polygon(l, {{2, 12.8}, {4.2, 7.5}, {14.6, 7.5}, {12.5, 12.8}});
        break;
    case IconName::Undo:
        curvedArrow(l, false);
        break;
    case IconName::Redo:
        curvedArrow(l, true);
        break;
    case IconName::Link:
        chain(l, 0);
        line(l, {{6, 10}, {10, 6}});
        break;
    case IconName::BrokenLink:
        chain(l, 0.6);
        line(l, {{3, 3}, {4.6, 4.6}});
        line(l, {{13, 13}, {11.4, 11.4}});
        break;
    case IconName::Enlarge:
        line(l, {{9.5, 2.5}, {13.5, 2.5}, {13.5, 6.5}});
        line(l, {{13.5, 2.5}, {9, 7}});
        line(l, {{6.5, 13.5}, {2.5, 13.5}, {2.5, 9.5}});
        line(l, {{2.5, 13.5}, {7, 9}});
        break;
    case IconName::FullScreen:
        corners(l);
        break;
    case IconName::More:
        for (const qreal x : {3.0, 8.0, 13.0})
            circle(p.filled, x, 8, 1.15);
        break;
    case IconName::Eye:
        eye(l);
        break;
    case IconName::EyeOff:
        eye(l);
        line(l, {{2.5, 2.5}, {13.5, 13.5}});
        break;
    case IconName::Export:
        line(l, {{8, 10}, {8, 2}});
        line(l, {{5, 5}, {8, 2}, {11, 5}});
        line(l, {{2.5, 9.5}, {2.5, 13.5}, {13.5, 13.5}, {13.5, 9.5}});
        break;
    case IconName::Copy:
    case IconName::Duplicate:
        pages(l);
        if (name == IconName::Duplicate)
            line(l, {{9.5, 7.5}, {9.5, 11.5}});
        if (name == IconName::Duplicate)
            line(l, {{7.5, 9.5}, {11.5, 9.5}});
        break;
    case IconName::Close:
        line(l, {{3.5, 3.5}, {12.5, 12.5}});
        line(l, {{12.5, 3.5}, {3.5, 12.5}});
        break;
    case IconName::Plus:
        line(l, {{8, 3}, {8, 13}});
        line(l, {{3, 8}, {13, 8}});
        break;
    case IconName::Check:
        line(l, {{3, 8.5}, {6.5, 12}, {13, 4.5}});
        break;
    case IconName::Trash:
        line(l, {{2.5, 4.5}, {13.5, 4.5}});
        line(l, {{6, 4.5}, {6, 2.5}, {10, 2.5}, {10, 4.5}});
        line(l, {{3.8, 4.5}, {4.5, 13.5}, {11.5, 13.5}, {12.2, 4.5}});
        line(l, {{6.7, 7}, {6.9, 11}});
        line(l, {{9.3, 7}, {9.1, 11}});
        break;
    case IconName::Rename:
        polygon(l, {{2.5, 13.5}, {3.2, 10.2}, {10.8, 2.6}, {13.4, 5.2}, {5.8, 12.8}});
        line(l, {{9, 4.4}, {11.6, 7}});
        break;
    case IconName::Reset:
        arc(l, {8, 8.5}, 5.2, 60, -290);
        line(l, {{2.9, 2.2}, {3.3, 5.6}, {6.7, 5.2}});
        break;
    case IconName::DropArrow:
        line(l, {{8, 2}, {8, 10.5}});
        line(l, {{4.5, 7}, {8, 10.5}, {11.5, 7}});
        line(l, {{2.5, 13.5}, {13.5, 13.5}});
        break;
    default:
        break;
    }
    return p;
}

IconPaths signPaths(IconName name)
{
    IconPaths p;
    QPainterPath& l = p.lines;
    switch (name) {
    case IconName::Warning:
        polygon(l, {{8, 2}, {14.5, 13.5}, {1.5, 13.5}});
        line(l, {{8, 6.2}, {8, 9.4}});
        circle(p.filled, 8, 11.5, 0.9);
        break;
    case IconName::PositionGrid:
        l.addRoundedRect(QRectF(2.5, 2.5, 11, 11), 1, 1);
        line(l, {{2.5, 2.5}, {13.5, 13.5}});
        line(l, {{2.5, 8}, {5.5, 8}});
        line(l, {{8, 2.5}, {8, 5.5}});
        line(l, {{10.5, 8}, {13.5, 8}});
        line(l, {{8, 10.5}, {8, 13.5}});
        break;
    case IconName::TextLines:
        line(l, {{2.5, 3.5}, {13.5, 3.5}});
        line(l, {{2.5, 6.5}, {13.5, 6.5}});
        line(l, {{2.5, 9.5}, {13.5, 9.5}});
        line(l, {{2.5, 12.5}, {8.5, 12.5}});
        break;
    case IconName::Flask:
        line(l, {{5.5, 2}, {10.5, 2}});
        polygon(l, {{6.3, 2}, {6.3, 6.5}, {2.8, 13.8}, {13.2, 13.8}, {9.7, 6.5}, {9.7, 2}});
        line(l, {{4.8, 10}, {11.2, 10}});
        break;
    case IconName::Book:
        polygon(l,
                {{1.5, 3},
                 {6, 3},
                 {8, 4.2},
                 {10, 3},
                 {14.5, 3},
                 {14.5, 12.5},
                 {10, 12.5},
                 {8, 13.8},
                 {6, 12.5},
                 {1.5, 12.5}});
        line(l, {{8, 4.2}, {8, 13.8}});
        break;
    case IconName::Settings:
        circle(l, 8, 8, 2.1);
        circle(l, 8, 8, 4.6);
        rays(l, 8, 4.8, 6.6);
        break;
    case IconName::Search:
        circle(l, 7, 7, 4.3);
        line(l, {{10.2, 10.2}, {13.8, 13.8}});
        break;
    case IconName::Sun:
        circle(l, 8, 8, 3);
        rays(l, 8, 5.2, 6.8);
        break;
    case IconName::Moon:
        l.moveTo(13.2, 9.8);
        l.cubicTo(8.5, 11.8, 4.2, 7.5, 6.2, 2.8);
        l.cubicTo(-0.5, 5.5, 2, 13.8, 8, 13.8);
        l.cubicTo(10.4, 13.8, 12.4, 12.2, 13.2, 9.8);
        break;
    case IconName::Help:
        circle(l, 8, 8, 6.2);
        l.moveTo(6, 6.4);
        l.cubicTo(6, 3.6, 10.2, 3.8, 10, 6.4);
        l.cubicTo(9.9, 7.8, 8, 7.7, 8, 9.4);
        circle(p.filled, 8, 11.5, 0.9);
        break;
    case IconName::ChevronLeft:
        line(l, {{10, 3.5}, {5.5, 8}, {10, 12.5}});
        break;
    case IconName::ChevronRight:
        line(l, {{6, 3.5}, {10.5, 8}, {6, 12.5}});
        break;
    case IconName::ChevronDown:
        line(l, {{3.5, 6}, {8, 10.5}, {12.5, 6}});
        break;
    default:
        break;
    }
    return p;
}

} // namespace

IconPaths iconPaths(IconName name)
{
    IconPaths action = actionPaths(name);
    return action.lines.isEmpty() && action.filled.isEmpty() ? signPaths(name) : action;
}

} // namespace pescope::ui
