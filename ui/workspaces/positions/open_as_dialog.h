// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/container.h"
#include "core/encoding/open_as.h"
#include "ui/tasks/task_runner.h"

#include <QDialog>

class QComboBox;
class QCheckBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;
class QSpinBox;

namespace pescope::ui {

/// "Open as…": which tensor of a file, and how it is to be read, where no rule found it or the rule is wrong. What is
/// chosen becomes a SOURCE, so that sessions, figures and commands keep it. GUI thread.
class OpenAsDialog : public QDialog {
    Q_OBJECT
public:
    /// @param path    file or folder  @param tensor  chosen at first where it is there
    OpenAsDialog(const QString& path, const QString& tensor, QWidget* parent);

    [[nodiscard]] QString source() const; ///< "as:offset=2:FILE#candidate.NAME"
    [[nodiscard]] encoding::OpenAs choice() const;
    [[nodiscard]] bool ready() const; ///< the list is there, and what is chosen fits the tensor's shape
    [[nodiscard]] QListWidget* tensors() const { return m_tensors; }
    void choose(const encoding::OpenAs& as);

private:
    void build();
    void fill();
    void showMeaning();
    [[nodiscard]] const checkpoint::TensorInfo* tensor() const;
    [[nodiscard]] QString meaning(bool& fits) const;

    QString m_path, m_first;
    bool m_loose = false;
    std::vector<checkpoint::TensorInfo> m_all; ///< those with two axes
    QLineEdit* m_filter;
    QListWidget* m_tensors;
    QComboBox *m_family, *m_kind, *m_sign;
    QCheckBox *m_transpose, *m_ownOffset;
    QSpinBox *m_offset, *m_positions, *m_gridRows, *m_gridColumns, *m_prefix;
    QLabel* m_meaning;
    QPushButton* m_open;
    TaskRunner m_runner; // last: it joins before anything that its tasks use goes away
};

} // namespace pescope::ui
