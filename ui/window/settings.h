// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QSettings>
#include <QStringList>

namespace pescope::ui {

enum class ThemeChoice { System, Light, Dark };

/// What the program remembers between two starts. Saved as soon as it is set.
class Settings : public QObject {
    Q_OBJECT
public:
    explicit Settings(QObject* parent = nullptr);

    [[nodiscard]] ThemeChoice theme() const;
    void setTheme(ThemeChoice theme);
    [[nodiscard]] QString language() const; ///< "en", "zh", or empty for the system's
    void setLanguage(const QString& language);
    [[nodiscard]] QString device() const; ///< "cpu", "cuda", "cuda:N"
    void setDevice(const QString& device);
    [[nodiscard]] bool tourWanted() const;
    void setTourWanted(bool wanted);
    [[nodiscard]] QStringList recent() const;
    void addRecent(const QString& source);
    [[nodiscard]] QStringList recentSessions() const; ///< files
    void addRecentSession(const QString& file);
    void clearRecent(); ///< both lists
    [[nodiscard]] QString lastFolder() const;
    void setLastFolder(const QString& folder);
    [[nodiscard]] QByteArray bytes(const QString& key) const; ///< window geometry and state
    void setBytes(const QString& key, const QByteArray& bytes);

Q_SIGNALS:
    void themeChanged();
    void languageChanged();
    void deviceChanged();
    void recentChanged();

private:
    void prepend(const QString& key, const QString& entry);

    QSettings m_settings;
};

} // namespace pescope::ui
