// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QScrollArea>
#include <QWidget>

class QLabel;
class QProgressBar;
class QPushButton;

namespace pescope::ui {

/// In place of a map that is not there yet: what is being done, a thin bar, Cancel.
class LoadingPage : public QWidget {
    Q_OBJECT
public:
    explicit LoadingPage(QWidget* parent = nullptr);
    void setStep(const QString& step, double fraction); ///< fraction < 0: unknown
    void retranslate();

Q_SIGNALS:
    void cancelRequested();

private:
    QLabel* m_step;
    QProgressBar* m_bar;
    QPushButton* m_cancel;
};

/// In place of a map that failed: what, why with names, what to do; the raw message on demand, and all of it to copy.
class ErrorPage : public QScrollArea {
    Q_OBJECT
public:
    explicit ErrorPage(QWidget* parent = nullptr);
    void setError(const QString& title, const QString& message, const QString& hint, const QString& details,
                  bool canBeRead);
    void retranslate();
    void showMark(); ///< in the theme's colour

Q_SIGNALS:
    void retryRequested();
    void removeRequested();
    void openAsRequested(); ///< of a file that can be read, but not by the rules

private:
    QLabel *m_mark, *m_title, *m_message, *m_hint, *m_details;
    QPushButton *m_openAs, *m_retry, *m_remove, *m_showDetails, *m_copy;
};

/// In place of a map that nobody has chosen yet: one sentence, one button.
class EmptyPage : public QWidget {
    Q_OBJECT
public:
    explicit EmptyPage(QWidget* parent = nullptr);
    void setTexts(const QString& sentence, const QString& button);

Q_SIGNALS:
    void pressed();

private:
    QLabel* m_sentence;
    QPushButton* m_button;
};

} // namespace pescope::ui
