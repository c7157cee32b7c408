// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/actions.h"

#include <QToolBar>

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace pescope::ui {

class SegmentedControl;

/// The choices one makes all the time: open, undo, proximity, colour map, scale, linking, layout, figure. Fits into
/// 1120 px; its menus and keys are those of Actions.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    ToolBar(Document& document, Actions& actions, QWidget* parent = nullptr);
    void retranslate();

private:
    void showSession();
    void showMetric();

    Document& m_document;
    Actions& m_actions;
    QToolButton* m_open;
    QToolButton* m_undo;
    QToolButton* m_redo;
    QLabel* m_metricLabel;
    QComboBox* m_metric;
    QLabel* m_mapLabel;
    QComboBox* m_map;
    QLabel* m_scaleLabel;
    SegmentedControl* m_scale;
    QPushButton* m_link;
    QLabel* m_layoutLabel;
    QComboBox* m_layout;
    QPushButton* m_figure;
};

} // namespace pescope::ui
