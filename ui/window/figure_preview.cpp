// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_preview.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr int kRuler = 22, kEdge = 10;
constexpr double kMmPerInch = 25.4;

} // namespace

FigurePreview::FigurePreview(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Preview of the figure"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void FigurePreview::setFigure(std::shared_ptr<const figure::Figure> figure)
{
    m_figure = std::move(figure);
    m_mm = m_figure ? figure::sizeMm(*m_figure) : QSizeF();
    m_pictureScale = 0;
    fit();
    update();
}

void FigurePreview::setPrintSize(bool print)
{
    m_print = print;
    fit();
    update();
}

/// At print size the widget takes the room of the paper, for the scroll area around it.
void FigurePreview::fit()
{
    setMinimumSize(m_print && !m_mm.isEmpty() ? sizeHint() : QSize(320, 240));
}

QSize FigurePreview::sizeHint() const
{
    const double scale = screen()->logicalDotsPerInch() / kMmPerInch;
    return {static_cast<int>(m_mm.width() * scale) + 2 * kEdge,
            static_cast<int>(m_mm.height() * scale) + kRuler + kEdge};
}

double FigurePreview::pixelsPerMm() const
{
    if (m_mm.isEmpty())
        return 1;
    if (m_print)
        return screen()->logicalDotsPerInch() / kMmPerInch;
    return std::min((width() - 2 * kEdge) / m_mm.width(), (height() - kRuler - kEdge) / m_mm.height());
}

void FigurePreview::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    QPainter painter(this);
    if (!m_figure || m_mm.isEmpty())
        return;
    const double scale = pixelsPerMm();
    const double left = std::max<double>(kEdge, (width() - m_mm.width() * scale) / 2);
    painter.setFont(Theme::font(TextSize::Axis));
    painter.setPen(theme.colour(Role::TextSecond));
    const int step = scale * 10 > 34 ? 10 : scale * 20 > 34 ? 20 : 50;
    for (int mm = 0; mm <= m_mm.width(); mm += step) {
        const double x = left + mm * scale;
        painter.drawLine(QPointF(x, kRuler - 5), QPointF(x, kRuler - 1));
        drawTextLine(painter, QRectF(x - 30, 0, 60, kRuler - 6), Qt::AlignCenter,
                     mm == 0 ? tr("0 mm") : QString::number(mm));
    }
    const double ratio = devicePixelRatioF();
    if (m_pictureScale != scale * ratio) {
        m_picture = QPixmap(QSize(std::max(1, static_cast<int>(std::ceil(m_mm.width() * scale * ratio))),
                                  std::max(1, static_cast<int>(std::ceil(m_mm.height() * scale * ratio)))));
        m_picture.fill(m_figure->transparent ? theme.colour(Role::Panel) : Qt::white);
        QPainter onto(&m_picture);
        figure::paint(onto, *m_figure, scale * ratio);
        onto.end();
        m_picture.setDevicePixelRatio(ratio);
        m_pictureScale = scale * ratio;
    }
    painter.drawPixmap(QPointF(left, kRuler), m_picture);
    painter.setPen(theme.colour(Role::Hairline));
    painter.drawRect(QRectF(left - 0.5, kRuler - 0.5, m_mm.width() * scale + 1, m_mm.height() * scale + 1));
}

void FigurePreview::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    update();
}

} // namespace pescope::ui
