// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

class QComboBox;
class QDialogButtonBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QSpinBox;
class QStackedWidget;

namespace pescope::ui {

/// "Add encoding": a fixed sinusoid or a random table, with the command-line spec that means the same.
class BuiltinDialog : public QDialog {
    Q_OBJECT
public:
    explicit BuiltinDialog(QWidget* parent = nullptr);
    [[nodiscard]] QString spec() const; ///< "sinusoid:dim=768,…" or "learned:length=…"

private:
    void showSpec();

    QComboBox* m_kind;
    QStackedWidget* m_pages;
    QSpinBox* m_dim;
    QDoubleSpinBox* m_base;
    QComboBox* m_first;
    QComboBox* m_spacing;
    QSpinBox* m_length;
    QSpinBox* m_randomLength;
    QSpinBox* m_randomDim;
    QDoubleSpinBox* m_randomSd;
    QSpinBox* m_randomSeed;
    QLabel* m_spec;
    QDialogButtonBox* m_buttons;
};

} // namespace pescope::ui
