// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <vector>

namespace pescope::ui {

/// Unsaved work of a window that is no more.
struct Leftover {
    QString file; ///< the copy
    QString path; ///< of the session that it is a copy of; empty: it had no file
    QDateTime time; ///< of the copy
    QStringList sources; ///< their names
};

/// The copy of one window's unsaved work, and those that dead windows left behind.
///
/// Each window has a file of its own, and beside it one that it holds locked: the system lets go of the lock when the
/// process ends, however it ends. GUI thread, but for the file itself, which is the caller's to write.
class Autosave {
public:
    explicit Autosave(QString folder);
    Autosave(const Autosave&) = delete;
    Autosave& operator=(const Autosave&) = delete;
    ~Autosave();

    /// Where to write, ready to be written; empty: the folder cannot be used.
    [[nodiscard]] QString begin(const QString& sessionPath);
    void remove(); ///< there is nothing unsaved
    void end() { m_ending = true; } ///< removed at the latest when this goes: a copy may still be on its way

    /// The copies of dead windows, the latest first. They are this window's from then on: no other one offers them.
    [[nodiscard]] std::vector<Leftover> leftovers();
    void discard(const Leftover& leftover);

private:
    struct Claim {
        QString file;
        int lock;
    };
    QString m_folder;
    QString m_file;
    int m_lock = -1;
    bool m_ending = false;
    std::vector<Claim> m_claims;
};

} // namespace pescope::ui
