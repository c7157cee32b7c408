// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/help/commands.h"

#include <QDialog>

class QLineEdit;
class QLabel;
class QTreeWidget;

namespace pescope::ui {

/// A field with the commands below it that hold what is typed. Up and Down choose, Enter runs, Esc closes; all of it
/// without leaving the field. A command that is not possible now is grey and does nothing.
class CommandSearch : public QDialog {
    Q_OBJECT
public:
    explicit CommandSearch(QWidget* window);

    void ask(std::vector<Command> commands); ///< with an empty field
    [[nodiscard]] QLineEdit* field() const { return m_field; }
    [[nodiscard]] QStringList shown() const; ///< names in their order
    [[nodiscard]] QString chosen() const; ///< name; empty: none

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter();
    void move(int by);
    void runChosen();

    std::vector<Command> m_commands;
    QLineEdit* m_field;
    QTreeWidget* m_list;
    QLabel* m_none;
};

} // namespace pescope::ui
