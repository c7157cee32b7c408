// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session_file.h"

#include "core/base/atomic_file.h"
#include "core/session/json_text.h"
#include "core/session/source_path.h"
#include "core/session/text_view.h"
#include "core/session/view_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace pescope::session {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t kLargest = 64 << 20; // bytes

/// All keys that this version writes. What is not among them is kept as it was read.
const KnownKeys& knownKeys()
{
    static const KnownKeys kSinusoid{
        {"dim", "base", "first", "spacing", "layout", "scale", "skip_fast", "skip_slow", "length", "omega"}, {}, {}};
    static const KnownKeys kOpened{{"source", "id", "relative", "sha256", "kind", "shape"}, {}, {}};
    static const KnownKeys kSource{
        {"key", "letter", "name", "visible", "lens", "head", "shown", "columns", "metric", "difference"},
        {{"open", kOpened}, {"sinusoid", kSinusoid}},
        {}};
    static const KnownKeys kLimits{{"scale", "low", "high"}, {}, {}};
    static const KnownKeys kOptions{{"metric", "colormap", "scale", "linked", "include_unused", "without_marked",
                                     "epsilon", "band", "row_ranges", "psi_prime", "signed", "layout",
                                     "common_positions", "sinusoid_beside", "local_window"},
                                    {},
                                    {{"limits", {"scale", {kLimits}}}}};
    static const KnownKeys kPane{{"key", "viewport", "row", "column"}, {}, {}};
    static const KnownKeys kView{{"mirrored", "chart"},
                                 {{"positions", kPane}, {"offsets", kPane}, {"table", kPane}},
                                 {{"panes", {"key", {kPane}}}}};
    static const KnownKeys kFile{{"format", "version", "active", "next_key", "handle", "figure", "text"},
                                 {{"options", kOptions}, {"view", kView}},
                                 {{"sources", {"key", {kSource}}}}};
    return kFile;
}

void describeOpened(json& opened, const SessionFile& file, SourceKey key, const fs::path& folder)
{
    const std::string source = absoluteSource(opened["source"].get<std::string>(), fs::current_path());
    opened["source"] = source;
    if (const auto path = pathOf(source))
        opened["relative"] = fs::path(path->path).lexically_relative(folder).string();
    const auto record = file.records.find(key);
    if (record == file.records.end())
        return;
    const Fingerprint& known = record->second.fingerprint;
    if (!known.sha256.empty())
        opened["sha256"] = known.sha256;
    if (!known.kind.empty()) {
        opened["kind"] = known.kind;
        opened["shape"] = known.shape;
    }
}

Result<SessionFile::Record> readRecord(const json& opened, std::size_t number)
{
    SessionFile::Record record;
    try {
        record.relative = opened.value("relative", std::string());
        record.fingerprint.sha256 = opened.value("sha256", std::string());
        record.fingerprint.kind = opened.value("kind", std::string());
        record.fingerprint.shape = opened.value("shape", std::vector<std::int64_t>());
    } catch (const json::exception&) {
        return fail(
            ErrorCode::Format,
            fmt::format(R"(source {} "open": "relative", "sha256", "kind" or "shape" has the wrong type)", number));
    }
    return record;
}

OpaqueObject opaque(const json& object, const char* key)
{
    const auto at = object.find(key);
    return at == object.end() ? nullptr : std::make_shared<const json>(*at);
}

} // namespace

bool isSessionName(std::string_view path)
{
    return path.size() > kExtension.size()
        && std::ranges::equal(path.substr(path.size() - kExtension.size()), kExtension,
                              [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; });
}

Result<std::string> textOf(const SessionFile& file, const fs::path& target)
{
    return runGuarded([&]() -> Result<std::string> {
        const fs::path folder = fs::absolute(target).lexically_normal().parent_path();
        json object = toJson(file.session);
        for (json& source : object["sources"])
            if (const auto opened = source.find("open"); opened != source.end())
                describeOpened(*opened, file, source["key"].get<SourceKey>(), folder);
        object["view"] = viewJson(file.view);
        if (!file.chart.empty())
            object["view"]["chart"] = file.chart;
        if (file.figure)
            object["figure"] = *file.figure;
        if (file.text)
            object["text"] = *withRelativeModels(file.text, target);
        if (file.unknown)
            addUnknownKeys(object, *file.unknown, knownKeys());
        return canonicalText(object);
    });
}

Status save(const SessionFile& file, const fs::path& target)
{
    PESCOPE_TRY(text, textOf(file, target));
    return writeFileAtomically(target, text);
}

Result<SessionFile> fromText(std::string_view text)
{
    return runGuarded([&]() -> Result<SessionFile> {
        PESCOPE_TRY(object, parseJson(text));
        SessionFile file;
        PESCOPE_TRY(session, fromJson(object));
        file.session = std::move(session);
        if (const auto sources = object.find("sources"); sources != object.end())
            for (std::size_t k = 0; k < file.session.sources.size(); ++k)
                if (const auto opened = (*sources)[k].find("open"); opened != (*sources)[k].end()) {
                    PESCOPE_TRY(record, readRecord(*opened, k + 1));
                    file.records.emplace(file.session.sources[k].key, std::move(record));
                }
        if (const auto view = object.find("view"); view != object.end()) {
            PESCOPE_TRY(read, viewFromJson(*view));
            file.view = std::move(read);
            if (const auto chart = view->find("chart"); chart != view->end() && chart->is_string())
                file.chart = chart->get<std::string>();
        }
        file.figure = opaque(object, "figure");
        file.text = opaque(object, "text");
        if (json unknown = unknownKeys(object, knownKeys()); !unknown.empty())
            file.unknown = std::make_shared<const json>(std::move(unknown));
        return file;
    });
}

Result<SessionFile> load(const fs::path& path)
{
    const auto cannotRead = [&](int reason) {
        return fail(ErrorCode::Io, fmt::format("cannot read {}: {}", path.string(), std::strerror(reason)));
    };
    std::error_code error;
    const bool folder = fs::is_directory(path, error);
    const std::uintmax_t size = folder ? 0 : fs::file_size(path, error);
    if (folder || error)
        return cannotRead(folder ? EISDIR : error.value());
    if (size > kLargest)
        return fail(ErrorCode::Format,
                    fmt::format("{} has {} bytes; a session has at most {}", path.string(), size, kLargest),
                    "It is some other file.");
    std::ifstream stream(path, std::ios::binary);
    std::string text(size, '\0');
    if (!stream || !stream.read(text.data(), static_cast<std::streamsize>(size)))
        return cannotRead(errno != 0 ? errno : EIO);
    auto file = fromText(text);
    if (!file)
        return std::unexpected(withContext(std::move(file).error(), path.string()));
    return file;
}

} // namespace pescope::session
