// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace pescope::ui::charts {

/// Head of a chart's card: title at the left, which gives way first where it is narrow, controls at the right.
class CardHead final : public QWidget {
    Q_OBJECT
public:
    explicit CardHead(QWidget* parent);
    void setTitle(const QString& title);
    void add(QWidget* control);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitTitle();

    QLabel* m_title;
    QHBoxLayout* m_row;
    QString m_text;
    QList<QWidget*> m_controls;
};

} // namespace pescope::ui::charts
