// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/session_files.h"

#include "core/encoding/resolve.h"
#include "core/encoding/what_if.h"
#include "core/session/source_path.h"

#include <QFileInfo>

#include <algorithm>

namespace pescope::ui {

using session::OpenedOrigin;
using session::SessionFile;

SessionFiles::SessionFiles(Document& document, const QString& autosaveFolder, QObject* parent)
    : QObject(parent)
    , m_document(document)
    , m_autosave(autosaveFolder)
{
    m_autosaveTimer.setSingleShot(true);
    m_autosaveTimer.setInterval(kAutosaveMs);
    connect(&m_autosaveTimer, &QTimer::timeout, this, &SessionFiles::writeAutosave);
    connect(&m_document, &Document::sessionChanged, this, &SessionFiles::noteChange);
    connect(&m_document.undoStack(), &QUndoStack::cleanChanged, this, [this] {
        noteChange();
        Q_EMIT stateChanged();
    });
    connect(&m_document.undoStack(), &QUndoStack::indexChanged, this, &SessionFiles::stateChanged);
    // where one looks goes into the copy of unsaved work, but is no such work by itself
    connect(&m_document, &Document::viewChanged, this, [this] {
        if (changed())
            noteChange();
    });
}

SessionFiles::~SessionFiles() = default;

bool SessionFiles::changed() const
{
    if (m_path.isEmpty() && m_document.session().sources.empty())
        return false;
    return !m_document.undoStack().isClean();
}

/// A copy is due some seconds after the first change since the last one, also while a drag goes on.
void SessionFiles::noteChange()
{
    m_autosaveStale = true;
    if (!m_autosaveTimer.isActive() && !m_finished)
        m_autosaveTimer.start();
}

SessionFiles::Writing SessionFiles::snapshot() const
{
    Writing writing{.file = m_file, .known = {}};
    SessionFile& file = writing.file;
    file.session = m_document.session();
    file.view = m_document.viewOfAll();
    if (m_giveExtras) {
        SessionExtras extras = m_giveExtras();
        file.chart = std::move(extras.chart);
        file.text = std::move(extras.text);
        file.figure = extras.figure ? std::move(extras.figure) : m_file.figure;
    }
    for (const session::Source& source : file.session.sources) {
        const auto encoding = m_document.encoding(source.key);
        if (!encoding || !*encoding)
            continue; // not read (yet): what was recorded of it stays
        const auto at = m_known.find(source.key);
        const bool hashed = at != m_known.end() && at->second.encoding == encoding;
        writing.known.emplace(source.key, hashed ? at->second : Known{encoding, {}});
    }
    return writing;
}

/// On the worker: hashes what was not hashed yet, and writes.
Result<SessionFiles::Knowns> SessionFiles::write(Writing writing, const QString& path)
{
    for (auto& [key, known] : writing.known) {
        if (known.fingerprint.kind.empty()) {
            const auto& origin = std::get<OpenedOrigin>(session::find(writing.file.session, key)->origin);
            known.fingerprint = session::fingerprintOf(**known.encoding);
            if (encoding::whatIfPrefix(origin.spec) > 0) // what lies in the file is behind the what-if
                if (const auto source = encoding::resolve(session::withoutWhatIfs(origin.spec)))
                    known.fingerprint =
                        session::fingerprintOf(*source, origin.id).value_or(std::move(known.fingerprint));
        }
        writing.file.records[key] = {.fingerprint = known.fingerprint, .relative = {}};
    }
    if (Status saved = session::save(writing.file, std::filesystem::path(path.toStdString())); !saved)
        return std::unexpected(std::move(saved).error());
    return std::move(writing.known);
}

void SessionFiles::save(const QString& path)
{
    ++m_writing;
    const int step = m_document.undoStack().index();
    const session::Session written = m_document.session();
    m_runner.start(
        this, [writing = snapshot(), path](const JobContext&) { return write(writing, path); },
        [this, path, step, written](Result<Knowns> known) {
            --m_writing;
            if (!known) {
                Q_EMIT saveFailed(path, known.error());
                return;
            }
            m_known = std::move(*known);
            for (const auto& [key, one] : m_known)
                m_file.records[key] = {.fingerprint = one.fingerprint, .relative = {}};
            m_path = path;
            m_savedSession = written;
            if (m_document.undoStack().index() == step && !m_document.inGesture())
                m_document.undoStack().setClean();
            noteChange();
            Q_EMIT stateChanged();
            Q_EMIT saved(path);
        });
}

void SessionFiles::startNew()
{
    m_file = {};
    m_known.clear();
    m_path.clear();
    m_savedSession = {};
    m_document.restart({}, {});
    Q_EMIT stateChanged();
}

void SessionFiles::take(session::OpenedSession opened, const QString& path, bool changed)
{
    m_file = opened.file;
    m_known.clear();
    m_path = path;
    m_savedSession = opened.file.session;
    m_document.restart(std::move(opened.file.session), std::move(opened.file.view));
    if (changed)
        m_document.undoStack().resetClean();
    noteChange();
    Q_EMIT stateChanged();
    Q_EMIT this->opened(path, opened.findings, {.chart = m_file.chart, .text = m_file.text, .figure = m_file.figure});
}

void SessionFiles::openFrom(const QString& file, const QString& path, bool changed, std::function<void()> done)
{
    m_opening = true;
    m_runner.start(
        this,
        [file, folders = m_folders](const JobContext& job) {
            return session::open(std::filesystem::path(file.toStdString()), folders, job);
        },
        [this, file, path, changed, done = std::move(done)](Result<session::OpenedSession> opened) {
            m_opening = false;
            if (!opened) {
                Q_EMIT openFailed(file, opened.error());
                return;
            }
            const bool moved = std::ranges::find(opened->findings, session::Found::Elsewhere, &session::Finding::found)
                != opened->findings.end();
            take(std::move(*opened), path, changed || moved);
            if (done)
                done();
        });
}

void SessionFiles::open(const QString& path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    openFrom(absolute, absolute, false, {});
}

void SessionFiles::restore(const Leftover& leftover)
{
    openFrom(leftover.file, leftover.path, true, [this, leftover] {
        writeAutosave(); // this window's own copy, before the other one goes
        m_runner.start(
            this, [](const JobContext&) -> Status { return ok(); },
            [this, leftover](const Status&) { m_autosave.discard(leftover); });
    });
}

void SessionFiles::moveSources(const QString& oldPath, const QString& newPath)
{
    const std::filesystem::path from(oldPath.toStdString());
    const std::filesystem::path to(newPath.toStdString());
    m_document.edit(tr("Find %1").arg(QFileInfo(oldPath).fileName()), [&](session::Session& s) {
        session::relocate(s, from, to);
        for (session::Source& other : s.sources) {
            auto* opened = std::get_if<OpenedOrigin>(&other.origin);
            const auto parts = opened ? session::pathOf(opened->spec) : std::nullopt;
            if (!parts)
                continue;
            const std::filesystem::path old(parts->path);
            const std::filesystem::path moved = to.parent_path() / old.filename();
            std::error_code ignored;
            if (old.parent_path() == from.parent_path() && !std::filesystem::exists(old, ignored)
                && std::filesystem::exists(moved, ignored))
                opened->spec = parts->with(moved.string());
        }
    });
}

void SessionFiles::writeAutosave()
{
    if (m_finished || !m_autosaveStale)
        return;
    m_autosaveStale = false;
    const bool unsaved = changed() || (m_document.inGesture() && m_document.session() != m_savedSession);
    if (!unsaved) {
        if (m_writing > 0) // a copy is on its way
            noteChange();
        else
            m_autosave.remove();
        return;
    }
    const QString file = m_autosave.begin(m_path);
    if (file.isEmpty())
        return;
    ++m_writing;
    m_runner.start(
        this, [writing = snapshot(), file](const JobContext&) { return write(writing, file); },
        [this](Result<Knowns> known) {
            --m_writing;
            if (known)
                m_known = std::move(*known);
            if (m_finished)
                m_autosave.remove();
        });
}

void SessionFiles::finish()
{
    m_finished = true;
    m_autosaveTimer.stop();
    m_autosave.end();
    if (m_writing == 0)
        m_autosave.remove();
}

} // namespace pescope::ui
