// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/autosave.h"

#include "core/session/session_file.h"

#include <QDir>
#include <QFile>
#include <QUuid>

#include <algorithm>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace pescope::ui {

namespace {

const QString kLockEnding = QStringLiteral(".lock");

/// Below 0: somebody holds it, or it cannot be opened.
int lockFile(const QString& file, bool create)
{
    const int handle =
        ::open(QFile::encodeName(file + kLockEnding).constData(), O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0), 0600);
    if (handle >= 0 && ::flock(handle, LOCK_EX | LOCK_NB) != 0) {
        ::close(handle);
        return -1;
    }
    return handle;
}

/// The copy first: without it the lock means nothing, while a copy without a lock would be nobody's.
void removeBoth(const QString& file, int lock)
{
    QFile::remove(file);
    QFile::remove(file + kLockEnding);
    ::close(lock);
}

} // namespace

Autosave::Autosave(QString folder)
    : m_folder(std::move(folder))
{
}

Autosave::~Autosave()
{
    if (m_ending)
        remove();
    if (m_lock >= 0)
        ::close(m_lock);
    for (const Claim& claim : m_claims)
        ::close(claim.lock);
}

QString Autosave::begin(const QString& sessionPath)
{
    if (m_lock < 0) {
        if (!QDir().mkpath(m_folder))
            return {};
        m_file = m_folder + QLatin1Char('/') + QUuid::createUuid().toString(QUuid::WithoutBraces)
            + QString::fromLatin1(session::kExtension.data(), static_cast<qsizetype>(session::kExtension.size()));
        m_lock = lockFile(m_file, true);
        if (m_lock < 0)
            return {};
    }
    const QByteArray path = sessionPath.toUtf8();
    if (::ftruncate(m_lock, 0) != 0 || ::pwrite(m_lock, path.constData(), static_cast<std::size_t>(path.size()), 0) < 0)
        return {};
    return m_file;
}

void Autosave::remove()
{
    if (m_lock < 0)
        return;
    removeBoth(m_file, m_lock);
    m_lock = -1;
}

std::vector<Leftover> Autosave::leftovers()
{
    std::vector<Leftover> found;
    const QDir folder(m_folder);
    const QString pattern = QStringLiteral("*.pescope");
    for (const QFileInfo& info : folder.entryInfoList({pattern}, QDir::Files, QDir::Time)) {
        const QString file = info.absoluteFilePath();
        const auto claimed = std::ranges::any_of(m_claims, [&](const Claim& claim) { return claim.file == file; });
        const int lock = claimed || file == m_file ? -1 : lockFile(file, true);
        if (lock < 0)
            continue;
        const auto loaded = session::load(file.toStdString());
        if (!loaded || loaded->session.sources.empty()) {
            if (loaded)
                QFile::remove(file); // nothing is in it
            ::close(lock);
            continue;
        }
        Leftover leftover{.file = file, .path = {}, .time = info.lastModified(), .sources = {}};
        QFile text(file + kLockEnding);
        if (text.open(QIODevice::ReadOnly))
            leftover.path = QString::fromUtf8(text.readAll());
        for (const session::Source& source : loaded->session.sources)
            leftover.sources << QString::fromStdString(source.name);
        found.push_back(std::move(leftover));
        m_claims.push_back({file, lock});
    }
    return found;
}

void Autosave::discard(const Leftover& leftover)
{
    const auto at = std::ranges::find(m_claims, leftover.file, &Claim::file);
    if (at == m_claims.end())
        return;
    removeBoth(at->file, at->lock);
    m_claims.erase(at);
}

} // namespace pescope::ui
