// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <array>
#include <functional>
#include <vector>

class QLabel;
class QPushButton;
class QToolButton;

namespace pescope::ui {

/// A message above the workspace: what happened, what to do, at most two actions. It stays until it is closed; the same
/// message twice is one message.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    enum class Kind { Warning, Error };
    void raise(Kind kind, const QString& text, const QString& details = {}, const QString& action = {},
               std::function<void()> onAction = {});
    struct Choice {
        QString text;
        std::function<void()> chosen;
    };
    void ask(Kind kind, const QString& text, const QString& details, std::vector<Choice> choices);
    [[nodiscard]] QString text() const;
    [[nodiscard]] const QString& details() const { return m_details; }
    void choose(std::size_t choice); ///< as its button does

Q_SIGNALS:
    void closed(); ///< by its cross or after a choice

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    Kind m_kind = Kind::Warning;
    QString m_plain, m_details;
    std::vector<Choice> m_choices;
    QLabel* m_icon;
    QLabel* m_text;
    std::array<QPushButton*, 2> m_actions;
    QPushButton* m_showDetails;
    QPushButton* m_copy;
    QToolButton* m_close;
    QLabel* m_detailText;
};

} // namespace pescope::ui
