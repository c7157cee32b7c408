// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/drop_overlay.h"

#include "ui/theme/theme.h"

#include <QFileInfo>
#include <QMimeData>
#include <QPainter>
#include <QUrl>

namespace pescope::ui {

QStringList droppedPaths(const QMimeData* data)
{
    QStringList paths;
    if (data)
        for (const QUrl& url : data->urls())
            if (url.isLocalFile())
                paths << url.toLocalFile();
    return paths;
}

DropOverlay::DropOverlay(QWidget* window)
    : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropOverlay::showFor(const QStringList& paths)
{
    m_text = paths.size() == 1 ? tr("Add %1").arg(QFileInfo(paths.front()).fileName())
                               : tr("Add %1 sources").arg(paths.size());
    setGeometry(parentWidget()->rect());
    raise();
    show();
    update();
}

void DropOverlay::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme theme = Theme::of(this);
    painter.setPen(QPen(theme.colour(Role::Accent), 6));
    painter.drawRect(rect().adjusted(3, 3, -3, -3));
    painter.setFont(Theme::font(TextSize::Title, QFont::DemiBold));
    const QRect box = painter.fontMetrics().boundingRect(m_text).adjusted(-24, -14, 24, 14);
    const QRect at(rect().center() - QPoint(box.width() / 2, box.height() / 2), box.size());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.colour(Role::Accent));
    painter.drawRoundedRect(at, 6, 6);
    painter.setPen(theme.colour(Role::OnAccent));
    painter.drawText(at, Qt::AlignCenter, m_text);
}

} // namespace pescope::ui
