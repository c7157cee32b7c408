// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/session_figure.h"
#include "ui/tasks/task_runner.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace pescope::ui {

class FigureForm;
class FigurePreview;

/// What a figure of the session looks like: panels, size, type, letters, colour bars, caption, with a preview of the
/// very figure that is written, and the command that makes it again.
class FigureDialog : public QDialog {
    Q_OBJECT
public:
    /// @param sessionFile  of the session, for the command; empty: it has none yet
    FigureDialog(figure::ShownSession shown, figure::Settings settings, const QString& sessionFile,
                 const QString& target, QWidget* parent);

    [[nodiscard]] const figure::Settings& settings() const { return m_settings; }
    [[nodiscard]] QString target() const; ///< the file to write
    [[nodiscard]] QString command() const;
    [[nodiscard]] FigureForm& form() { return *m_form; }
    [[nodiscard]] bool composing() const { return m_running; }
    [[nodiscard]] const std::shared_ptr<const figure::SessionFigure>& figure() const { return m_figure; }

private:
    QWidget* buildPreview();
    QWidget* buildFoot(const QString& target);
    void showFormat();
    void compose();
    void showFigure();
    void browse();
    void copyPicture();
    void copyNumbers();
    void setFormat(int index);

    figure::ShownSession m_shown;
    figure::Settings m_settings;
    QString m_sessionFile;
    std::shared_ptr<const figure::SessionFigure> m_figure;
    QString m_error; ///< in place of a figure
    bool m_filling = false, m_running = false, m_wanted = false;

    FigurePreview* m_preview;
    QLabel* m_facts;
    QLabel* m_checks;
    QPlainTextEdit* m_caption;
    FigureForm* m_form;
    QLabel* m_command;
    QLineEdit* m_target;
    QPushButton* m_export;
    // runners last: they join before anything that their tasks use goes away
    TaskRunner m_runner;
    TaskRunner m_numbers;
};

} // namespace pescope::ui
