// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/head_view_job.h"

#include <QDialog>

class QCheckBox;
class QSpinBox;

namespace pescope::ui {

/// Which head is to look at the positions.
class HeadViewDialog : public QDialog {
    Q_OBJECT
public:
    HeadViewDialog(int layers, int heads, QWidget* parent = nullptr);
    [[nodiscard]] HeadViewChoice choice() const;

private:
    QSpinBox *m_layer, *m_head;
    QCheckBox *m_layerNorm, *m_biases;
};

} // namespace pescope::ui
