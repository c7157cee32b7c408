// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/text_line.h"

#include <QCache>
#include <QFontMetricsF>
#include <QPainter>
#include <QStaticText>

namespace pescope::ui {

namespace {

struct Key {
    QFont font;
    QString text;
    bool operator==(const Key&) const = default;
};

size_t qHash(const Key& key, size_t seed = 0)
{
    return qHashMulti(seed, key.font, key.text);
}

struct Line {
    QStaticText glyphs;
    qreal width = 0;
    bool drawn = false; ///< else the glyphs are not laid out yet
};

Line& lineOf(const QFont& font, const QString& text)
{
    constexpr int kMost = 2048; // the figures of every chart and map on screen, several times over
    static QCache<Key, Line> cache(kMost);
    const Key key{font, text};
    if (Line* known = cache.object(key))
        return *known;
    auto* line = new Line;
    line->width = QFontMetricsF(font).horizontalAdvance(text);
    cache.insert(key, line);
    return *line;
}

} // namespace

qreal textWidth(const QFont& font, const QString& text)
{
    return lineOf(font, text).width;
}

QString elidedLine(const QFont& font, const QString& text, qreal width)
{
    return textWidth(font, text) <= width ? text : QFontMetricsF(font).elidedText(text, Qt::ElideRight, width);
}

void drawTextLine(QPainter& painter, const QRectF& box, Qt::Alignment alignment, const QString& text)
{
    if (text.isEmpty())
        return;
    Line& line = lineOf(painter.font(), text);
    if (!line.drawn) {
        line.glyphs.setTextFormat(Qt::PlainText);
        line.glyphs.setText(text);
        line.drawn = true;
    }
    const qreal height = QFontMetricsF(painter.font()).height();
    const qreal x = alignment.testFlag(Qt::AlignRight) ? box.right() - line.width
        : alignment.testFlag(Qt::AlignHCenter)         ? box.center().x() - line.width / 2
                                                       : box.left();
    const qreal y = alignment.testFlag(Qt::AlignBottom) ? box.bottom() - height
        : alignment.testFlag(Qt::AlignVCenter)          ? box.center().y() - height / 2
                                                        : box.top();
    painter.drawStaticText(QPointF(x, y), line.glyphs);
}

} // namespace pescope::ui
