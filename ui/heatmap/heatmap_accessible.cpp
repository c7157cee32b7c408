// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/heatmap_accessible.h"

#include "ui/heatmap/heatmap_view.h"

#include <QAccessibleWidget>

namespace pescope::ui {

namespace {

class HeatmapAccessible : public QAccessibleWidget {
public:
    explicit HeatmapAccessible(HeatmapView* view)
        : QAccessibleWidget(view, QAccessible::Chart)
    {
    }

    [[nodiscard]] QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? view()->property("readoutValue").toString() : QAccessibleWidget::text(kind);
    }
    [[nodiscard]] int childCount() const override { return 0; } // the graphics view's parts say nothing by themselves

    [[nodiscard]] QStringList actionNames() const override
    {
        return QAccessibleWidget::actionNames() << HeatmapView::tr("Zoom in") << HeatmapView::tr("Zoom out")
                                                << HeatmapView::tr("Show all") << HeatmapView::tr("Copy value");
    }
    void doAction(const QString& name) override
    {
        if (name == HeatmapView::tr("Zoom in"))
            view()->zoomBy(2);
        else if (name == HeatmapView::tr("Zoom out"))
            view()->zoomBy(0.5);
        else if (name == HeatmapView::tr("Show all"))
            Q_EMIT view()->viewportReset();
        else if (name == HeatmapView::tr("Copy value"))
            Q_EMIT view()->copyRequested();
        else
            QAccessibleWidget::doAction(name);
    }

private:
    [[nodiscard]] HeatmapView* view() const { return static_cast<HeatmapView*>(widget()); }
};

QAccessibleInterface* makeInterface(const QString&, QObject* object)
{
    auto* view = qobject_cast<HeatmapView*>(object);
    return view ? new HeatmapAccessible(view) : nullptr;
}

} // namespace

void installHeatmapAccessibility()
{
    static const bool installed = [] {
        QAccessible::installFactory(makeInterface);
        return true;
    }();
    Q_UNUSED(installed);
}

} // namespace pescope::ui
