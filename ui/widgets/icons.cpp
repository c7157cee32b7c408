// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icons.h"

#include "ui/widgets/icon_paths.h"

#include <QIconEngine>
#include <QPainter>
#include <QPixmap>
#include <QPointer>
#include <QVariant>
#include <QWidget>

#include <algorithm>
#include <optional>

namespace pescope::ui {

namespace {

class LineIconEngine : public QIconEngine {
public:
    LineIconEngine(IconName name, const QWidget* widget, std::optional<Role> role)
        : m_name(name)
        , m_widget(widget)
        , m_role(role)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override
    {
        paintIcon(painter, m_name, rect, themeBehind(m_widget).colour(role(mode, state)));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override
    {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new LineIconEngine(m_name, m_widget, m_role); }

private:
    [[nodiscard]] Role role(QIcon::Mode mode, QIcon::State state) const
    {
        if (mode == QIcon::Disabled)
            return Role::TextThird;
        if (m_role)
            return *m_role;
        if (m_widget && m_widget->property("look").toString() == QLatin1String("primary"))
            return Role::OnAccent;
        return state == QIcon::On ? Role::AccentText : Role::TextSecond;
    }

    IconName m_name;
    QPointer<const QWidget> m_widget;
    std::optional<Role> m_role;
};

} // namespace

Theme themeBehind(const QWidget* widget)
{
    while (widget && widget->palette().color(QPalette::Window).alpha() < 255)
        widget = widget->parentWidget();
    return Theme::of(widget);
}

QIcon icon(IconName name, const QWidget* widget)
{
    return QIcon(new LineIconEngine(name, widget, std::nullopt));
}

QIcon icon(IconName name, const QWidget* widget, Role role)
{
    return QIcon(new LineIconEngine(name, widget, role));
}

void paintIcon(QPainter* painter, IconName name, const QRectF& box, const QColor& colour)
{
    const qreal side = std::min(box.width(), box.height());
    const IconPaths paths = iconPaths(name);
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->translate(box.center().x() - side / 2, box.center().y() - side / 2);
    painter->scale(side / kIconBox, side / kIconBox);
    painter->setBrush(Qt::NoBrush);
    painter->setPen(QPen(colour, 1.4, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter->drawPath(paths.lines);
    painter->fillPath(paths.filled, colour);
    painter->restore();
}

} // namespace pescope::ui
