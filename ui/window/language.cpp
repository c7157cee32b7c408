// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>

namespace pescope::ui {

Language::Language(QObject* parent)
    : QObject(parent)
{
}

void Language::use(const QString& language)
{
    QString wanted = language;
    if (wanted != u"en" && wanted != u"zh")
        wanted = QLocale::system().language() == QLocale::Chinese ? QStringLiteral("zh") : QStringLiteral("en");
    if (wanted == m_current)
        return;
    m_current = wanted;
    QCoreApplication::removeTranslator(&m_program);
    QCoreApplication::removeTranslator(&m_qt);
    if (wanted == u"en")
        return;
    if (m_qt.load(QStringLiteral("qtbase_zh_CN"), QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
        QCoreApplication::installTranslator(&m_qt);
    if (m_program.load(QStringLiteral(":/i18n/pescope_zh_CN.qm")))
        QCoreApplication::installTranslator(&m_program);
}

} // namespace pescope::ui
