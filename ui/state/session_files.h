// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/open_session.h"
#include "ui/state/autosave.h"
#include "ui/state/document.h"

#include <QTimer>

#include <functional>

namespace pescope::ui {

/// What a session file holds beside the document: given and taken by the window.
struct SessionExtras {
    std::string chart;
    session::OpaqueObject text;
    session::OpaqueObject figure;
};

/// The file of the document: opening, saving, whether it differs from the file, and the copy that is written every few
/// seconds in case the program dies. Files are read, written and hashed on a worker. GUI thread.
class SessionFiles : public QObject {
    Q_OBJECT
public:
    /// @param autosaveFolder  where copies of unsaved work go
    SessionFiles(Document& document, const QString& autosaveFolder, QObject* parent = nullptr);
    ~SessionFiles() override;

    void setExtras(std::function<SessionExtras()> give) { m_giveExtras = std::move(give); }
    /// Folders in which a missing file is looked for by its name.
    void setFolders(std::vector<std::filesystem::path> folders) { m_folders = std::move(folders); }

    [[nodiscard]] QString path() const { return m_path; } ///< empty: it has no file
    /// The document differs from its file; an empty one without a file has nothing to lose.
    [[nodiscard]] bool changed() const;
    [[nodiscard]] bool busy() const { return m_writing > 0 || m_opening; }

    void startNew();
    void open(const QString& path);
    void save(const QString& path);
    /// What a dead window left; it becomes the document without a name of its own, or with that of its file.
    void restore(const Leftover& leftover);
    [[nodiscard]] Autosave& autosave() { return m_autosave; }
    /// Where the file or folder lies that was at `oldPath`: a step of the history. Others that were beside it and are
    /// missing come along where they moved with it.
    void moveSources(const QString& oldPath, const QString& newPath);
    /// A clean end: nothing is left to be offered at the next start.
    void finish();

    static constexpr int kAutosaveMs = 3000;
    void setAutosaveInterval(int milliseconds) { m_autosaveTimer.setInterval(milliseconds); }

Q_SIGNALS:
    void opened(const QString& path, const std::vector<pescope::session::Finding>& findings,
                const pescope::ui::SessionExtras& extras);
    void openFailed(const QString& path, const pescope::Error& error);
    void saved(const QString& path);
    void saveFailed(const QString& path, const pescope::Error& error);
    void stateChanged(); ///< path() or changed()

private:
    struct Known {
        std::shared_ptr<const Result<encoding::Encoding>> encoding;
        session::Fingerprint fingerprint;
    };
    using Knowns = std::map<session::SourceKey, Known>;
    struct Writing {
        session::SessionFile file;
        Knowns known; ///< with what is hashed already
    };
    [[nodiscard]] Writing snapshot() const;
    static Result<Knowns> write(Writing writing, const QString& path);
    void take(session::OpenedSession opened, const QString& path, bool changed);
    void openFrom(const QString& file, const QString& path, bool changed, std::function<void()> done);
    void noteChange();
    void writeAutosave();

    Document& m_document;
    std::function<SessionExtras()> m_giveExtras;
    std::vector<std::filesystem::path> m_folders;
    session::SessionFile m_file; ///< records and unknown keys of the file that was opened last
    Knowns m_known;
    QString m_path; ///< of the file; empty: none
    session::Session m_savedSession; ///< as it is in the file
    bool m_opening = false;
    int m_writing = 0;
    bool m_finished = false;
    bool m_autosaveStale = false;
    QTimer m_autosaveTimer;
    Autosave m_autosave;
    TaskRunner m_runner; // last: it joins before anything that its tasks use goes away
};

} // namespace pescope::ui
