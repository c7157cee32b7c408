// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTranslator>

namespace pescope::ui {

/// The language of the window, switched without a restart: widgets get a LanguageChange event.
class Language : public QObject {
    Q_OBJECT
public:
    explicit Language(QObject* parent = nullptr);
    /// "en", "zh", or empty: the system's, English when it is neither.
    void use(const QString& language);
    [[nodiscard]] QString current() const { return m_current; } ///< "en" or "zh"

private:
    QTranslator m_program;
    QTranslator m_qt; ///< texts of Qt's own dialogs
    QString m_current = QStringLiteral("en");
};

} // namespace pescope::ui
