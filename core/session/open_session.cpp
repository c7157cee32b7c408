// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/open_session.h"

#include "core/checkpoint/hub_cache.h"
#include "core/encoding/resolve.h"
#include "core/session/source_path.h"
#include "core/session/text_view.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::session {

namespace fs = std::filesystem;

namespace {

/// Sources that were read, by what is behind their what-ifs; layers of one model read it once.
class Fingerprinter {
public:
    explicit Fingerprinter(const JobContext& job)
        : m_job(job)
    {
    }

    Result<Fingerprint> fingerprint(const std::string& spec, const std::string& id)
    {
        const std::string inner = withoutWhatIfs(spec);
        auto at = m_read.find(inner);
        if (at == m_read.end())
            at = m_read.emplace(inner, encoding::resolve(inner, m_job)).first;
        if (!at->second)
            return std::unexpected(at->second.error());
        return fingerprintOf(*at->second, id);
    }

private:
    const JobContext& m_job;
    std::map<std::string, Result<encoding::Source>> m_read;
};

/// Where the file may be, the recorded place first, each once.
std::vector<fs::path> placesOf(const fs::path& recorded, const std::string& relative, const fs::path& folder,
                               const std::vector<fs::path>& folders)
{
    std::vector<fs::path> places{recorded};
    const auto add = [&](const fs::path& place) {
        if (std::ranges::find(places, place) == places.end())
            places.push_back(place);
    };
    if (!relative.empty())
        add((folder / relative).lexically_normal());
    add(folder / recorded.filename());
    for (const fs::path& other : folders)
        add((other / recorded.filename()).lexically_normal());
    return places;
}

/// Decides where the source is opened from; what there is to say about it, if anything.
std::optional<Finding> locate(OpenedOrigin& origin, const SessionFile::Record& record,
                              const std::vector<fs::path>& places, const SpecPath& parts, Fingerprinter& reader)
{
    Finding finding;
    finding.recordedPath = parts.path;
    finding.recordedHash = record.fingerprint.sha256;
    bool exists = false;
    for (const fs::path& place : places) {
        std::error_code ignored;
        if (!fs::exists(place, ignored))
            continue;
        const std::string spec = parts.with(place.string());
        const bool elsewhere = place != places.front();
        std::string hash;
        std::optional<Error> error;
        if (!finding.recordedHash.empty()) {
            auto known = reader.fingerprint(spec, origin.id);
            if (known)
                hash = known->sha256;
            else
                error = std::move(known).error();
        }
        if (!error && hash == finding.recordedHash) {
            origin.spec = spec;
            finding.found = Found::Elsewhere;
            finding.path = place.string();
            return elsewhere ? std::optional(finding) : std::nullopt;
        }
        if (exists && (finding.found == Found::Changed || error))
            continue; // the first that opens is the one to say something about
        exists = true;
        finding.found = error ? Found::Unreadable : Found::Changed;
        finding.path = place.string();
        finding.foundHash = hash;
        finding.error = std::move(error);
    }
    if (exists)
        origin.spec = parts.with(finding.path);
    else
        finding.path = places.back().string();
    return finding;
}

/// What there is to say about a model of the hub cache: it is not there, or its revision is another by now.
std::optional<Finding> lookUp(const OpenedOrigin& origin, const SessionFile::Record& record, Fingerprinter& reader)
{
    const std::string name = withoutWhatIfs(origin.spec);
    Finding finding;
    finding.recordedPath = finding.path = name;
    finding.recordedHash = record.fingerprint.sha256;
    finding.found = Found::Unreadable;
    if (auto folder = checkpoint::localPath(name); !folder) {
        finding.error = std::move(folder).error();
        return finding;
    }
    if (finding.recordedHash.empty())
        return std::nullopt;
    auto known = reader.fingerprint(origin.spec, origin.id);
    if (!known) {
        finding.error = std::move(known).error();
        return finding;
    }
    finding.found = Found::Changed;
    finding.foundHash = known->sha256;
    return finding.foundHash == finding.recordedHash ? std::nullopt : std::optional(finding);
}

bool isBelow(const fs::path& path, const fs::path& folder)
{
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

} // namespace

Result<OpenedSession> open(const fs::path& path, const std::vector<fs::path>& folders, const JobContext& job)
{
    PESCOPE_TRY(file, load(path));
    return runGuarded([&]() -> Result<OpenedSession> {
        OpenedSession opened{.file = std::move(file), .findings = {}};
        opened.file.text = withFoundModels(opened.file.text, path);
        const fs::path folder = fs::absolute(path).lexically_normal().parent_path();
        Fingerprinter reader(job);
        double done = 0;
        for (Source& source : opened.file.session.sources) {
            job.report(done++ / static_cast<double>(opened.file.session.sources.size()), source.name);
            if (job.stopRequested())
                return cancelled();
            auto* origin = std::get_if<OpenedOrigin>(&source.origin);
            if (!origin)
                continue;
            origin->spec = absoluteSource(origin->spec, folder);
            const auto parts = pathOf(origin->spec);
            if (!parts && !checkpoint::isHubName(withoutWhatIfs(origin->spec)))
                continue;
            const SessionFile::Record& record = opened.file.records[source.key];
            if (auto finding = parts
                    ? locate(*origin, record, placesOf(parts->path, record.relative, folder, folders), *parts, reader)
                    : lookUp(*origin, record, reader)) {
                finding->source = source.key;
                opened.findings.push_back(*std::move(finding));
            }
        }
        return opened;
    });
}

std::string describe(const Finding& finding, const Session& session)
{
    const Source* source = find(session, finding.source);
    const std::string name =
        fmt::format("{}, {}", source ? letterText(*source) : "?", source ? source->name : std::string());
    switch (finding.found) {
    case Found::Elsewhere:
        return fmt::format("{}: {} is taken from {}", name, finding.recordedPath, finding.path);
    case Found::Changed:
        return fmt::format("{}: {} is not what it was: SHA-256 {} recorded, {} found", name, finding.path,
                           finding.recordedHash.substr(0, 12),
                           finding.foundHash.empty() ? "none" : finding.foundHash.substr(0, 12));
    case Found::Missing:
        return fmt::format("{}: {} is not there", name, finding.recordedPath);
    case Found::Unreadable:
        return fmt::format("{}: {} does not open: {}", name, finding.path,
                           finding.error ? pescope::describe(*finding.error) : std::string());
    }
    return name;
}

std::size_t relocate(Session& session, const fs::path& oldPath, const fs::path& newPath)
{
    const fs::path from = oldPath.lexically_normal();
    std::size_t moved = 0;
    for (Source& source : session.sources) {
        auto* origin = std::get_if<OpenedOrigin>(&source.origin);
        const auto parts = origin ? pathOf(origin->spec) : std::nullopt;
        if (!parts)
            continue;
        const fs::path path = fs::path(parts->path).lexically_normal();
        if (path != from && !isBelow(path, from))
            continue;
        origin->spec =
            parts->with(path == from ? newPath.string() : (newPath / path.lexically_relative(from)).string());
        ++moved;
    }
    return moved;
}

} // namespace pescope::session
