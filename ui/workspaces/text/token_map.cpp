// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/token_map.h"

#include "ui/theme/text_line.h"
#include "ui/theme/theme.h"
#include "ui/workspaces/text/map_image.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr int kHead = 22, kFoot = 54, kPartGap = 6;
constexpr double kTight = 0.8; ///< of a line's height: labels that touch can still be read
constexpr double kMostLabel = 84; ///< px; a longer token ends in "…" and is whole in the read-out

QFont labelFont()
{
    return Theme::font(TextSize::Axis);
}

/// Every n-th token has a label, so that they do not touch.
int labelStep(double cell, double need)
{
    return std::max(1, static_cast<int>(std::ceil(need / std::max(cell, 0.01))));
}

} // namespace

TokenMap::TokenMap(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setProperty("help", QStringLiteral("maps"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void TokenMap::setState(const TokenMapState& state)
{
    m_state = state;
    m_image = {};
    m_means = {};
    if (m_state.values && m_state.map && m_state.values->size() > 0)
        m_image = mapImage(m_state.values->cast<float>(), m_state.scale, *m_state.map);
    if (m_pair && (m_pair->row >= count() || m_pair->column >= count()))
        m_pair.reset();
    describe();
    update();
}

void TokenMap::setPair(std::optional<TokenPair> pair)
{
    if (pair && (pair->row >= count() || pair->column >= count()))
        pair.reset();
    if (pair == m_pair)
        return;
    m_pair = pair;
    describe();
    update();
}

void TokenMap::setSpans(QList<TokenRange> spans)
{
    m_spans = std::move(spans);
    update();
}

void TokenMap::describe()
{
    setAccessibleName(tr("Map of %1, %2 tokens").arg(m_state.title).arg(m_state.tokens.size()));
    setAccessibleDescription(m_pair && m_state.values
                                 ? tr("%1, %2: %3")
                                       .arg(m_state.tokens.value(m_pair->row), m_state.tokens.value(m_pair->column),
                                            numberText((*m_state.values)(m_pair->row, m_pair->column)))
                                 : QString());
}

int TokenMap::labelRoom() const
{
    double widest = 24;
    for (const QString& token : m_state.tokens)
        widest = std::max(widest, textWidth(labelFont(), token));
    // about as many labels as have room, and the number of each where tokens are left out
    const double need = count() * kTight * QFontMetricsF(labelFont()).height();
    if (need > std::min<double>(width(), height()) - kHead - kFoot - 2 * widest)
        widest += textWidth(labelFont(), QStringLiteral(" %1").arg(count()));
    return static_cast<int>(std::ceil(std::min(widest, kMostLabel))) + kPartGap + 3;
}

QRect TokenMap::mapRect() const
{
    const int left = labelRoom();
    const int above = kHead + labelRoom();
    const int side = std::max(40, std::min(width() - left - kPartGap, height() - above - kFoot));
    const int x = left + std::max(0, width() - left - kPartGap - side) / 2;
    return {x, above, side, side};
}

std::optional<TokenPair> TokenMap::pairAt(QPoint at) const
{
    const QRect map = mapRect();
    if (m_image.isNull() || !map.contains(at))
        return std::nullopt;
    return TokenPair{.row = std::min(count() - 1, (at.y() - map.top()) * count() / map.height()),
                     .column = std::min(count() - 1, (at.x() - map.left()) * count() / map.width())};
}

void TokenMap::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter);
}

void TokenMap::paint(QPainter& painter) const
{
    paintHead(painter);
    const QRect map = mapRect();
    if (m_image.isNull()) {
        painter.setPen(Theme::of(this).colour(Role::Hairline));
        painter.drawRect(map);
        return;
    }
    painter.drawImage(map, imageFor(painter, map.width()));
    paintLabels(painter);
    paintSpans(painter);
    paintPair(painter);
    paintFoot(painter);
}

int TokenMap::count() const
{
    return m_image.height();
}

/// Vector files have the cells themselves; on pixels every cell must count, also where they are smaller.
const QImage& TokenMap::imageFor(const QPainter& painter, int side) const
{
    const auto pixels = static_cast<int>(std::lround(side * painter.device()->devicePixelRatioF()));
    if (painter.paintEngine()->type() != QPaintEngine::Raster || m_image.width() <= pixels)
        return m_image;
    if (m_means.isNull() || m_meansSide != pixels) {
        m_means = meanImage(m_state.values, pixels, m_state.scale, *m_state.map);
        m_meansSide = pixels;
    }
    return m_means;
}

void TokenMap::paintHead(QPainter& painter) const
{
    const Theme theme = Theme::of(this);
    const QFont bold = Theme::font(TextSize::Body, QFont::DemiBold);
    painter.setFont(bold);
    painter.setPen(theme.colour(Role::Text));
    drawTextLine(painter, QRectF(0, 0, width(), kHead), Qt::AlignVCenter, m_state.title);
    const double from = textWidth(bold, m_state.title) + 8;
    painter.setFont(Theme::font(TextSize::Small));
    painter.setPen(theme.colour(Role::TextSecond));
    drawTextLine(painter, QRectF(from, 0, width() - from, kHead), Qt::AlignVCenter,
                 elidedLine(painter.font(), m_state.subtitle, width() - from));
}

void TokenMap::paintLabels(QPainter& painter) const
{
    const Theme theme = Theme::of(this);
    const QRect map = mapRect();
    const double cell = static_cast<double>(map.height()) / count();
    const double line = QFontMetricsF(labelFont()).height();
    const int step = labelStep(cell, kTight * line);
    const bool chosenRow = m_pair.has_value();
    // where tokens are left out, each tells which one it is
    const auto label = [&](int k) {
        const QString token = m_state.tokens.value(k);
        return elidedLine(painter.font(), step > 1 ? QStringLiteral("%1 %2").arg(token).arg(k) : token, kMostLabel);
    };
    const auto wanted = [&](int k, int chosen) {
        return k == chosen || (k % step == 0 && (!chosenRow || std::abs(k - chosen) * cell >= line));
    };
    for (int k = 0; k < count(); ++k) {
        const int chosen = m_pair ? m_pair->row : -1;
        if (!wanted(k, chosen))
            continue;
        painter.setFont(k == chosen ? Theme::font(TextSize::Axis, QFont::Bold) : labelFont());
        painter.setPen(theme.colour(k == chosen ? Role::Text : Role::TextSecond));
        drawTextLine(painter, QRectF(0, map.top() + k * cell, map.left() - kPartGap, cell),
                     Qt::AlignRight | Qt::AlignVCenter, label(k));
    }
    if (m_state.directed) {
        painter.setFont(labelFont());
        painter.setPen(theme.colour(Role::TextThird));
        const QRectF corner(0, kHead, map.left() - kPartGap, map.top() - kHead - kPartGap);
        drawTextLine(painter, corner, Qt::AlignRight | Qt::AlignTop, tr("key →"));
        drawTextLine(painter, corner, Qt::AlignRight | Qt::AlignBottom, tr("query ↓"));
    }
    double widest = 0;
    for (int k = 0; k < count(); ++k)
        widest = std::max(widest, textWidth(labelFont(), label(k)));
    const bool upright = step == 1 && widest <= cell + 4; // all of them or none
    for (int k = 0; k < count(); ++k) {
        const int chosen = m_pair ? m_pair->column : -1;
        if (!wanted(k, chosen))
            continue;
        painter.setFont(k == chosen ? Theme::font(TextSize::Axis, QFont::Bold) : labelFont());
        painter.setPen(theme.colour(k == chosen ? Role::Text : Role::TextSecond));
        const QString text = label(k);
        const double x = map.left() + (k + 0.5) * cell;
        if (upright) {
            drawTextLine(painter, QRectF(x - cell, map.top() - line - 2, 2 * cell, line), Qt::AlignCenter, text);
            continue;
        }
        painter.save();
        painter.translate(x, map.top() - kPartGap / 2.0);
        painter.rotate(-90);
        drawTextLine(painter, QRectF(0, -line / 2, kMostLabel, line), Qt::AlignVCenter, text);
        painter.restore();
    }
}

void TokenMap::paintSpans(QPainter& painter) const
{
    const Theme theme = Theme::of(this);
    const QRectF map = mapRect();
    const double cell = static_cast<double>(map.height()) / count();
    constexpr double kLine = 3;
    for (const TokenRange& span : m_spans) {
        if (span.end > count())
            continue;
        const double from = span.begin * cell, length = (span.end - span.begin) * cell;
        const QColor colour = theme.source(span.sourceIndex);
        painter.fillRect(QRectF(map.left() - kLine - 1, map.top() + from, kLine, length), colour);
        painter.fillRect(QRectF(map.left() + from, map.top() - kLine - 1, length, kLine), colour);
        for (const TokenRange& other : m_spans) {
            if (&other == &span || other.end > count())
                continue;
            const QRectF block(map.left() + other.begin * cell, map.top() + from, (other.end - other.begin) * cell,
                               length);
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(Qt::white, 3));
            painter.drawRect(block);
            painter.setPen(QPen(Qt::black, 1.2));
            painter.drawRect(block);
        }
    }
}

void TokenMap::paintPair(QPainter& painter) const
{
    if (!m_pair)
        return;
    const QRect map = mapRect();
    const double cell = static_cast<double>(map.height()) / count();
    const QRectF at(map.left() + m_pair->column * cell, map.top() + m_pair->row * cell, cell, cell);
    // two tones: seen on every colour
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Qt::white, 3));
    painter.drawRect(at);
    painter.setPen(QPen(Qt::black, 1.4));
    painter.drawRect(at);
}

void TokenMap::paintFoot(QPainter& painter) const
{
    const Theme theme = Theme::of(this);
    const QRect map = mapRect();
    double y = map.bottom() + 6;
    const QFont small = Theme::font(TextSize::Small), bold = Theme::font(TextSize::Small, QFont::DemiBold);
    const double line = QFontMetricsF(small).height();
    if (m_pair) {
        const QString value = numberText((*m_state.values)(m_pair->row, m_pair->column));
        painter.setFont(bold);
        painter.setPen(theme.colour(Role::Text));
        drawTextLine(painter, QRectF(map.left(), y, map.width(), line), Qt::AlignRight, value);
        painter.setFont(small);
        painter.setPen(theme.colour(Role::TextSecond));
        const double room = map.width() - textWidth(bold, value) - 8;
        const QString pair =
            (m_state.directed ? QStringLiteral("%1 (%2) → %3 (%4)") : QStringLiteral("%1 (%2) · %3 (%4)"))
                .arg(m_state.tokens.value(m_pair->row))
                .arg(m_pair->row)
                .arg(m_state.tokens.value(m_pair->column))
                .arg(m_pair->column);
        drawTextLine(painter, QRectF(map.left(), y, room, line), Qt::AlignLeft, elidedLine(small, pair, room));
    }
    if (const double cells = static_cast<double>(count()) / map.width(); !m_pair && cells > 1) {
        painter.setFont(small);
        painter.setPen(theme.colour(Role::TextSecond));
        drawTextLine(painter, QRectF(map.left(), y, map.width(), line), Qt::AlignRight,
                     tr("mean of %1 × %1 cells").arg(numberText(cells, 2)));
    }
    y += line + 3;
    for (int x = 0; x < map.width(); ++x) {
        const double value = m_state.scale.low + (m_state.scale.high - m_state.scale.low) * (x + 0.5) / map.width();
        painter.fillRect(QRectF(map.left() + x, y, 1, 8),
                         QColor::fromRgb(raster::colourOf(value, m_state.scale, *m_state.map)));
    }
    painter.setFont(labelFont());
    painter.setPen(theme.colour(Role::TextSecond));
    const QRectF ticks(map.left(), y + 9, map.width(), line);
    const QString low = (m_state.clipped ? QStringLiteral("≤ ") : QString()) + numberText(m_state.scale.low);
    const QString high = (m_state.clipped ? QStringLiteral("≥ ") : QString()) + numberText(m_state.scale.high);
    drawTextLine(painter, ticks, Qt::AlignLeft, low);
    const double ends = 2 * std::max(textWidth(painter.font(), low), textWidth(painter.font(), high));
    if (ends + textWidth(painter.font(), m_state.name) + 12 < map.width())
        drawTextLine(painter, ticks, Qt::AlignHCenter, m_state.name);
    drawTextLine(painter, ticks, Qt::AlignRight, high);
}

void TokenMap::mouseMoveEvent(QMouseEvent* event)
{
    Q_EMIT hovered(pairAt(event->position().toPoint()));
}

void TokenMap::mousePressEvent(QMouseEvent* event)
{
    if (const auto pair = pairAt(event->position().toPoint()))
        Q_EMIT picked(*pair);
}

void TokenMap::leaveEvent(QEvent* event)
{
    Q_EMIT hovered(std::nullopt);
    QWidget::leaveEvent(event);
}

void TokenMap::keyPressEvent(QKeyEvent* event)
{
    if (m_image.isNull()) {
        QWidget::keyPressEvent(event);
        return;
    }
    TokenPair pair = m_pair.value_or(TokenPair{});
    switch (event->key()) {
    case Qt::Key_Left:
        --pair.column;
        break;
    case Qt::Key_Right:
        ++pair.column;
        break;
    case Qt::Key_Up:
        --pair.row;
        break;
    case Qt::Key_Down:
        ++pair.row;
        break;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    pair.row = std::clamp(pair.row, 0, count() - 1);
    pair.column = std::clamp(pair.column, 0, count() - 1);
    Q_EMIT picked(pair);
}

void TokenMap::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        describe();
    QWidget::changeEvent(event);
}

} // namespace pescope::ui
