// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/source_store.h"

#include <fmt/format.h>

#include <QFileInfo>

namespace pescope::ui {

namespace {

bool opensByItself(const encoding::Encoding& encoding)
{
    return encoding.usedByModel && !encoding.id.starts_with("candidate.");
}

Result<encoding::Encoding> pick(const encoding::Source& source, const std::string& id)
{
    std::string ids;
    for (const encoding::Encoding& encoding : source.encodings) {
        if (id.empty() ? opensByItself(encoding) : encoding.id == id)
            return encoding;
        ids += (ids.empty() ? "" : ", ") + encoding.id;
    }
    if (ids.empty())
        return fail(ErrorCode::Format, "there is no position information in it");
    if (id.empty())
        return fail(ErrorCode::Format, "none of its tensors is known to be the position table",
                    fmt::format("Choose one of: {}", ids));
    return fail(ErrorCode::Format, fmt::format("there is no encoding \"{}\"", id), fmt::format("There are: {}", ids));
}

} // namespace

SourceStore::SourceStore(QObject* parent)
    : QObject(parent)
{
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, [this](const QString& file) {
        const auto at = m_watched.find(file.toStdString());
        if (at != m_watched.end())
            Q_EMIT changedOnDisk(QString::fromStdString(at->second), !QFileInfo::exists(file));
    });
}

SourceStore::Entry SourceStore::find(const std::string& spec) const
{
    const auto at = m_entries.find(spec);
    return at == m_entries.end() ? nullptr : at->second;
}

std::shared_ptr<const Result<encoding::Encoding>> SourceStore::encoding(const std::string& spec,
                                                                        const std::string& id) const
{
    const Entry entry = find(spec);
    if (!entry)
        return nullptr;
    auto& picked = m_picked[{spec, id}];
    if (!picked)
        picked = std::make_shared<const Result<encoding::Encoding>>(*entry ? pick(**entry, id)
                                                                           : std::unexpected(entry->error()));
    return picked;
}

void SourceStore::request(const std::string& spec)
{
    if (!m_entries.contains(spec) && !m_reading.contains(spec))
        reload(spec);
}

void SourceStore::reload(const std::string& spec)
{
    cancel(spec);
    const QString name = QString::fromStdString(spec);
    m_reading[spec] = m_runner.start(
        this, [spec](const JobContext& job) { return encoding::resolve(spec, job); },
        [this, spec](Result<encoding::Source> source) { finish(spec, std::move(source)); },
        [this, name](const Progress& step) {
            Q_EMIT progress(name, step.fraction, QString::fromStdString(step.step));
        });
}

void SourceStore::cancel(const std::string& spec)
{
    const auto at = m_reading.find(spec);
    if (at == m_reading.end())
        return;
    at->second.requestStop();
    m_reading.erase(at);
}

void SourceStore::finish(const std::string& spec, Result<encoding::Source> source)
{
    m_reading.erase(spec);
    std::erase_if(m_picked, [&](const auto& entry) { return entry.first.first == spec; });
    if (source)
        watch(spec, *source);
    m_entries[spec] = std::make_shared<const Result<encoding::Source>>(std::move(source));
    Q_EMIT arrived(QString::fromStdString(spec));
}

void SourceStore::watch(const std::string& spec, const encoding::Source& source)
{
    for (const encoding::Encoding& encoding : source.encodings)
        if (!encoding.file.empty() && m_watched.emplace(encoding.file, spec).second)
            m_watcher.addPath(QString::fromStdString(encoding.file));
}

} // namespace pescope::ui
