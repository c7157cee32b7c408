// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <functional>

class QLabel;
class QPushButton;
class QToolButton;

namespace pescope::ui {

/// A message above the workspace: what happened, what to do, one action. It stays until it is closed; the same message
/// twice is one message.
class MessageBar : public QFrame {
    Q_OBJECT
public:
    explicit MessageBar(QWidget* parent = nullptr);

    enum class Kind { Warning, Error };
    void raise(Kind kind, const QString& text, const QString& details = {}, const QString& action = {},
               std::function<void()> onAction = {});
    [[nodiscard]] QString text() const;

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    Kind m_kind = Kind::Warning;
    QString m_plain, m_details;
    std::function<void()> m_onAction;
    QLabel* m_icon;
    QLabel* m_text;
    QPushButton* m_action;
    QPushButton* m_showDetails;
    QPushButton* m_copy;
    QToolButton* m_close;
    QLabel* m_detailText;
};

} // namespace pescope::ui
