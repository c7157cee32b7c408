// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/end_labels.h"

#include "ui/charts/label_layout.h"
#include "ui/theme/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

double endLabelsWidth(const QList<WantedEndLabel>& labels)
{
    const QFontMetricsF plain(Theme::font(TextSize::Axis));
    const QFontMetricsF bold(Theme::font(TextSize::Axis, QFont::DemiBold));
    double width = 0;
    for (const WantedEndLabel& label : labels)
        for (const QString& text : label.lines) {
            const double letter = label.letter.isEmpty() ? 0 : bold.horizontalAdvance(label.letter) + 7;
            width = std::max(width, letter + (label.bold ? bold : plain).horizontalAdvance(text));
        }
    return std::ceil(width) + 2;
}

void layOutEndLabels(const QList<WantedEndLabel>& labels, const QRectF& room, EndLabelsItem& item,
                     const std::function<QString(int)>& more)
{
    const double line = std::ceil(QFontMetricsF(Theme::font(TextSize::Axis)).height());
    item.labels.clear();
    item.more.clear();
    const auto attempt = [&](qsizetype count, qsizetype mostLines, double bottom) {
        QList<WantedLabel> wanted;
        for (qsizetype i = 0; i < count; ++i) {
            const auto lines = static_cast<double>(std::min(mostLines, labels[i].lines.size()));
            // the first line stands at the curve's end
            wanted.append({labels[i].curveEnd.y() + line * (lines - 1) / 2, line * std::max(1.0, lines)});
        }
        const auto starts = spread(wanted, room.top(), bottom, 1);
        if (!starts)
            return false;
        for (qsizetype i = 0; i < count; ++i)
            item.labels.append({QRectF(room.left(), std::round((*starts)[i]), room.width(), wanted[i].size),
                                labels[i].letter, labels[i].lines.mid(0, mostLines), labels[i].colour,
                                labels[i].curveEnd, labels[i].bold});
        return true;
    };
    if (attempt(labels.size(), 3, room.bottom()) || attempt(labels.size(), 1, room.bottom())) {
        item.update();
        return;
    }
    const double bottom = room.bottom() - line - 1;
    for (qsizetype count = labels.size() - 1; count >= 0; --count)
        if (attempt(count, 1, bottom)) {
            item.more = more(static_cast<int>(labels.size() - count));
            item.moreRect = QRectF(room.left(), bottom + 1, room.width(), line);
            break;
        }
    item.update();
}

} // namespace pescope::ui::charts
