// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QHBoxLayout;

namespace pescope::ui {
class ElidedLabel;
}

namespace pescope::ui::charts {

/// Head of a chart's card: title at the left, which gives way first where it is narrow, controls at the right.
class CardHead final : public QWidget {
    Q_OBJECT
public:
    explicit CardHead(QWidget* parent);
    void setTitle(const QString& title);
    void add(QWidget* control);

private:
    ElidedLabel* m_title;
    QHBoxLayout* m_row;
    QList<QWidget*> m_controls;
};

} // namespace pescope::ui::charts
