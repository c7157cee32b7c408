// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/settings.h"

#include <QWidget>

#include <array>

class QFrame;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace pescope::ui {

/// What there is to start with: built-in encodings first, then the drop area and what was open lately.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(Settings& settings, QWidget* parent = nullptr);

    /// The cards: two panes (fixed sinusoid beside the learned MiniLM table), a sinusoid with its ψ, A − B, a sinusoid
    /// of 768 columns beside a relative one of a head's 64.
    enum class Start { TwoPanes, Omega, Difference, Relative };

Q_SIGNALS:
    void started(pescope::ui::StartPage::Start start);
    void openRequested();
    void openFileRequested();
    void sourceChosen(const QString& source);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Card {
        QFrame* frame;
        QLabel* picture;
        QLabel* title;
        QLabel* text;
        QPushButton* button;
    };
    Card makeCard(Start start);
    void retranslate();
    void showRecent();
    void fillRecent(QVBoxLayout* list, const QStringList& entries);
    void showArrow();

    Settings& m_settings;
    QLabel* m_title;
    QLabel* m_subtitle;
    QLabel* m_builtIn;
    std::array<Card, 4> m_cards;
    QLabel* m_arrow = nullptr;
    QLabel* m_dropTitle;
    QLabel* m_dropText;
    QPushButton* m_open;
    QPushButton* m_openFile;
    QFrame* m_recentCard;
    QLabel* m_recentTitle;
    QPushButton* m_clear;
    QLabel* m_sessionsTitle;
    QVBoxLayout* m_recent;
    QVBoxLayout* m_sessions; ///< beside the models
};

} // namespace pescope::ui
