// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/plot_items.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr qreal kSmallestPrintedCell = 24;
constexpr int kSmallestFontPixels = 10;
constexpr qreal kSmallestTile = 8; ///< of a grid of grids, below which lines between them would hide the cells
constexpr qreal kValueMargin = 8; ///< between values of neighbours

/// Short forms of a value, longest first: "0.563", "0.56", ".56", ".6".
QString shortForm(double value, int form)
{
    QString text = numberText(value, form == 0 ? 3 : form == 3 ? 1 : 2);
    if (form >= 2) {
        const QString zero = QStringLiteral("0.");
        const qsizetype at = text.startsWith(QChar(0x2212)) ? 1 : 0;
        if (text.mid(at).startsWith(zero))
            text.remove(at, 1);
    }
    return text;
}

} // namespace

void HeatItem::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*)
{
    const HeatmapPicture& picture = m_state.picture;
    const QRect plot = m_state.geometry.plot;
    m_state.paintedRevision = picture.revision;
    if (picture.image.isNull() || m_state.size().empty()) {
        painter->fillRect(plot, m_state.theme().colour(Role::Sunk));
        return;
    }
    painter->save();
    painter->setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter->setRenderHint(QPainter::LosslessImageRendering);
    if (picture.view == m_state.view) {
        painter->drawImage(plot, picture.image);
    } else {
        // a newer view has been asked for: the picture stays where its own cells are
        painter->fillRect(plot, m_state.theme().colour(Role::Sunk));
        painter->setClipRect(plot);
        painter->drawImage(m_state.rectOf(picture.view), picture.image);
    }
    if (picture.grid)
        paintPartings(painter, *picture.grid);
    if (!picture.cellValues.empty())
        paintValues(painter);
    painter->restore();
}

void HeatItem::paintPartings(QPainter* painter, const proximity::PatchGrid& grid) const
{
    const QSizeF cell = m_state.cellPixels();
    const QRectF plot = m_state.geometry.plot;
    painter->setPen(QPen(m_state.theme().colour(Role::Panel), 1));
    const auto parts = [](Index side, double from, double to, const auto& draw) {
        for (Index edge = side; static_cast<double>(edge) < to; edge += side)
            if (static_cast<double>(edge) > from)
                draw(static_cast<double>(edge));
    };
    if (cell.height() * static_cast<double>(grid.height) >= kSmallestTile)
        parts(grid.height, m_state.view.row0, m_state.view.row1, [&](double row) {
            const qreal y = std::round(m_state.positionOf(row, 0).y()) - 0.5;
            painter->drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        });
    if (cell.width() * static_cast<double>(grid.width) >= kSmallestTile)
        parts(grid.width, m_state.view.col0, m_state.view.col1, [&](double column) {
            const qreal x = std::round(m_state.positionOf(0, column).x()) - 0.5;
            painter->drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        });
}

void HeatItem::paintValues(QPainter* painter) const
{
    const QSizeF cell = m_state.cellPixels();
    if (std::min(cell.width(), cell.height()) < kSmallestPrintedCell)
        return;
    const HeatmapPicture& picture = m_state.picture;
    const auto firstRow = static_cast<Index>(std::floor(picture.view.row0));
    const auto firstColumn = static_cast<Index>(std::floor(picture.view.col0));

    // one form for all cells, the longest that fits everywhere
    QFont font = m_state.axisFont();
    int form = 0;
    const auto fits = [&] {
        const QFontMetricsF metrics(font);
        return std::ranges::all_of(picture.cellValues, [&](const std::vector<double>& row) {
            return std::ranges::all_of(row, [&](double value) {
                return metrics.horizontalAdvance(shortForm(value, form)) <= cell.width() - kValueMargin;
            });
        });
    };
    while (!fits() && form < 3)
        ++form;
    int pixels = QFontInfo(font).pixelSize();
    while (!fits() && pixels > kSmallestFontPixels)
        font.setPixelSize(--pixels);
    painter->setFont(font);

    const QRectF shown = m_state.rectOf(picture.view);
    for (std::size_t r = 0; r < picture.cellValues.size(); ++r) {
        for (std::size_t c = 0; c < picture.cellValues[r].size(); ++c) {
            const double row = static_cast<double>(firstRow) + static_cast<double>(r);
            const double column = static_cast<double>(firstColumn) + static_cast<double>(c);
            const QRectF box(m_state.positionOf(row, column), cell);
            // the colour under the text, taken where cell and picture meet
            const QPointF middle = box.intersected(shown).center();
            const int x =
                std::clamp(static_cast<int>((middle.x() - shown.left()) / shown.width() * picture.image.width()), 0,
                           picture.image.width() - 1);
            const int y =
                std::clamp(static_cast<int>((middle.y() - shown.top()) / shown.height() * picture.image.height()), 0,
                           picture.image.height() - 1);
            painter->setPen(qGray(picture.image.pixel(x, y)) > 127 ? Qt::black : Qt::white);
            painter->drawText(box, Qt::AlignCenter, shortForm(picture.cellValues[r][c], form));
        }
    }
}

} // namespace pescope::ui
