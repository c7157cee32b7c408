// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace pescope::ui {

/// A tour of three steps in place, above the panes. It can be skipped for good.
class TourBanner : public QFrame {
    Q_OBJECT
public:
    explicit TourBanner(QWidget* parent = nullptr);
    void begin();
    [[nodiscard]] int step() const { return m_step; }

Q_SIGNALS:
    void stepShown(int step); ///< 0, 1, 2
    void finished(bool forGood);

protected:
    void changeEvent(QEvent* event) override;

private:
    void showStep();

    int m_step = 0;
    QLabel* m_mark;
    QLabel* m_text;
    QPushButton* m_next;
    QPushButton* m_skip;
};

} // namespace pescope::ui
