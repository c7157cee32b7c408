// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/resolve.h"
#include "ui/tasks/task_runner.h"

#include <QFileSystemWatcher>
#include <QObject>

#include <map>
#include <memory>
#include <string>

namespace pescope::ui {

/// What has been read from files and built-in specs, by spec; read once, shared by all sources that name it, and
/// watched for changes on disk. GUI thread; reading happens on its worker.
class SourceStore : public QObject {
    Q_OBJECT
public:
    explicit SourceStore(QObject* parent = nullptr);

    using Entry = std::shared_ptr<const Result<encoding::Source>>;

    /// Null while it is being read or was never asked for.
    [[nodiscard]] Entry find(const std::string& spec) const;
    /// One encoding of it; an empty id is the first that opens by itself. Errors name the ids that exist.
    /// The same object until it is read again, so that what is derived of it can be kept by its address.
    [[nodiscard]] std::shared_ptr<const Result<encoding::Encoding>> encoding(const std::string& spec,
                                                                             const std::string& id) const;

    void request(const std::string& spec); ///< reads it unless it is there or on its way
    void reload(const std::string& spec); ///< reads it again
    void cancel(const std::string& spec);
    [[nodiscard]] bool reading() const { return !m_reading.empty(); }

Q_SIGNALS:
    void arrived(const QString& spec);
    void progress(const QString& spec, double fraction, const QString& step);
    void changedOnDisk(const QString& spec, bool gone);

private:
    void finish(const std::string& spec, Result<encoding::Source> source);
    void watch(const std::string& spec, const encoding::Source& source);

    std::map<std::string, Entry> m_entries;
    mutable std::map<std::pair<std::string, std::string>, std::shared_ptr<const Result<encoding::Encoding>>> m_picked;
    std::map<std::string, TaskHandle> m_reading;
    std::map<std::string, std::string> m_watched; ///< file → spec
    QFileSystemWatcher m_watcher;
    TaskRunner m_runner;
};

} // namespace pescope::ui
