// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/omega_jobs.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace pescope::ui {

/// "Reach 0…[100] by [the least change of ω] [Adapt]": the range as a wish. Dragging the end of a range bar says the
/// same with the mouse, by the means that are chosen here.
class ReachRow : public QWidget {
    Q_OBJECT
public:
    explicit ReachRow(QWidget* parent = nullptr);

    [[nodiscard]] Means means() const;
    void setTarget(int m); ///< what the field proposes; no signal
    void setRunning(bool running);

Q_SIGNALS:
    void requested(int target, pescope::ui::Means means); ///< of the integer range

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_label;
    QSpinBox* m_target;
    QComboBox* m_means;
    QPushButton* m_adapt;
};

} // namespace pescope::ui
