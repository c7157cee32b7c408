// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QLabel;
class QProgressBar;
class QPushButton;
class QTimer;

namespace pescope::ui {

/// Work that goes on, with its progress and a way to stop it; then what came of it, until it is closed.
class JobNote : public QFrame {
    Q_OBJECT
public:
    explicit JobNote(QWidget* parent = nullptr);

    void showProgress(const QString& step, double fraction); ///< fraction < 0: unknown; appears after 150 ms
    void showResult(const QString& text); ///< empty: hides
    void showError(const QString& title, const QString& text);

Q_SIGNALS:
    void cancelRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel* m_text;
    QProgressBar* m_bar;
    QPushButton* m_button;
    QTimer* m_delay;
    bool m_working = false;
};

} // namespace pescope::ui
