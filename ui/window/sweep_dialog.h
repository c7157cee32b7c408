// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/sweep/write.h"
#include "ui/tasks/task_runner.h"

#include <QDialog>
#include <QImage>

#include <array>

class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace pescope::ui {

class Document;
class MainWindow;
class Settings;

/// Asks what goes from where to where, shows the first and the last frame, and writes the film or the pictures on a
/// worker. It closes when they are there; while they are made it can be cancelled, and then nothing is left behind.
class SweepDialog : public QDialog {
    Q_OBJECT
public:
    /// @param request  the sinusoid with its look; `what` and the values are chosen here
    SweepDialog(sweep::Request request, QWidget* window);

    [[nodiscard]] sweep::Request request() const; ///< as it is chosen now
    void choose(sweep::What what, double from, double to, int frames);
    void write(const QString& path);
    [[nodiscard]] bool writing() const { return m_writing; }
    [[nodiscard]] bool previewed() const; ///< both frames are those of the values
    [[nodiscard]] QString note() const; ///< what is wrong with the values, or the ranges at both ends

Q_SIGNALS:
    void saved(const QString& path);
    void failed(const QString& path, const QString& reason);
    void saveRequested();

protected:
    void done(int result) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void build();
    void offerValues();
    void preview();
    void showPictures();
    void setWriting(bool writing);

    sweep::Request m_request;
    QComboBox* m_what;
    QDoubleSpinBox *m_from, *m_to;
    QSpinBox *m_frames, *m_dpi;
    QDoubleSpinBox* m_framesPerSecond;
    QLabel *m_first, *m_last, *m_note;
    std::array<QImage, 2> m_ends; ///< first and last frame
    QProgressBar* m_progress;
    QPushButton *m_save, *m_cancel;
    bool m_writing = false;
    bool m_previewed = false;
    TaskHandle m_previewTask, m_writeTask;
    TaskRunner m_previewRunner;
    TaskRunner m_writeRunner;
};

/// The dialog for the selected sinusoid of the window; what it says goes to the window's bars.
SweepDialog* showSweep(MainWindow& window, Document& document, Settings& settings);

} // namespace pescope::ui
