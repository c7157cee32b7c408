// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/settings.h"

namespace pescope::ui {

namespace {
constexpr int kRecent = 8;
}

Settings::Settings(QObject* parent)
    : QObject(parent)
    , m_settings(QStringLiteral("PEScope"), QStringLiteral("PEScope"))
{
}

ThemeChoice Settings::theme() const
{
    const QString text = m_settings.value(QStringLiteral("theme")).toString();
    return text == u"light" ? ThemeChoice::Light : text == u"dark" ? ThemeChoice::Dark : ThemeChoice::System;
}

void Settings::setTheme(ThemeChoice theme)
{
    m_settings.setValue(QStringLiteral("theme"),
                        theme == ThemeChoice::Light      ? QStringLiteral("light")
                            : theme == ThemeChoice::Dark ? QStringLiteral("dark")
                                                         : QStringLiteral("system"));
    Q_EMIT themeChanged();
}

QString Settings::language() const
{
    return m_settings.value(QStringLiteral("language")).toString();
}

void Settings::setLanguage(const QString& language)
{
    m_settings.setValue(QStringLiteral("language"), language);
    Q_EMIT languageChanged();
}

QString Settings::device() const
{
    return m_settings.value(QStringLiteral("device"), QStringLiteral("cpu")).toString();
}

void Settings::setDevice(const QString& device)
{
    m_settings.setValue(QStringLiteral("device"), device);
    Q_EMIT deviceChanged();
}

bool Settings::tourWanted() const
{
    return m_settings.value(QStringLiteral("tour"), true).toBool();
}

void Settings::setTourWanted(bool wanted)
{
    m_settings.setValue(QStringLiteral("tour"), wanted);
}

QStringList Settings::recent() const
{
    return m_settings.value(QStringLiteral("recent")).toStringList();
}

void Settings::addRecent(const QString& source)
{
    prepend(QStringLiteral("recent"), source);
}

QStringList Settings::recentSessions() const
{
    return m_settings.value(QStringLiteral("recent_sessions")).toStringList();
}

void Settings::addRecentSession(const QString& file)
{
    prepend(QStringLiteral("recent_sessions"), file);
}

void Settings::prepend(const QString& key, const QString& entry)
{
    QStringList list = m_settings.value(key).toStringList();
    list.removeAll(entry);
    list.prepend(entry);
    m_settings.setValue(key, QStringList(list.mid(0, kRecent)));
    Q_EMIT recentChanged();
}

void Settings::clearRecent()
{
    m_settings.remove(QStringLiteral("recent"));
    m_settings.remove(QStringLiteral("recent_sessions"));
    Q_EMIT recentChanged();
}

QString Settings::lastFolder() const
{
    return m_settings.value(QStringLiteral("last_folder")).toString();
}

void Settings::setLastFolder(const QString& folder)
{
    m_settings.setValue(QStringLiteral("last_folder"), folder);
}

QByteArray Settings::bytes(const QString& key) const
{
    return m_settings.value(QStringLiteral("window/") + key).toByteArray();
}

void Settings::setBytes(const QString& key, const QByteArray& bytes)
{
    m_settings.setValue(QStringLiteral("window/") + key, bytes);
}

} // namespace pescope::ui
