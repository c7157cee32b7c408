// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/hub_cache.h"

#include "core/checkpoint/file_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <numeric>

namespace pescope::checkpoint {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kPrefix = "hf:";
constexpr std::string_view kFolderPrefix = "models--";
constexpr std::string_view kMain = "main";
constexpr std::size_t kShortCommit = 7;
constexpr std::size_t kLeastCommit = 4; ///< digits that stand for a commit, as in git
constexpr std::size_t kLongestHubName = 200; ///< the hub allows 96
constexpr std::uint64_t kMostRefBytes = 1024;
constexpr std::string_view kNeverDownloads =
    "PEScope reads what is downloaded already and never downloads itself: hf download ORG/NAME fetches a model; "
    "HF_HUB_CACHE or HF_HOME says where the cache is.";

/// A commit's number of that revision, and the branches and tags that stand for it.
struct Ref {
    std::string name, commit;
};

/// The value of a variable as a path; empty: not set.
fs::path fromEnvironment(const char* variable)
{
    const char* value = std::getenv(variable);
    const std::string_view text = value ? value : "";
    const char* home = std::getenv("HOME");
    if (home && (text == "~" || text.starts_with("~/")))
        return fs::path(home) / text.substr(std::min<std::size_t>(2, text.size()));
    return text;
}

/// "ORG/NAME" or "NAME" as the hub allows them; with that, it cannot lead out of the cache.
bool isModelName(std::string_view name)
{
    const auto isPart = [](std::string_view part) {
        const bool isPlain = std::ranges::all_of(
            part, [](unsigned char c) { return std::isalnum(c) != 0 || c == '-' || c == '_' || c == '.'; });
        return isPlain && !part.empty() && part.front() != '.' && !part.contains("..") && !part.contains("--");
    };
    const auto slash = name.find('/');
    if (name.size() > kLongestHubName)
        return false;
    return slash == std::string_view::npos ? isPart(name)
                                           : isPart(name.substr(0, slash)) && isPart(name.substr(slash + 1));
}

std::string folderName(std::string_view name)
{
    std::string folder(kFolderPrefix);
    for (const char c : name)
        folder += c == '/' ? std::string("--") : std::string(1, c);
    return folder;
}

/// The name behind "models--ORG--NAME"; empty: some other folder.
std::string modelName(const fs::path& folder)
{
    std::string name = folder.filename().string();
    if (!name.starts_with(kFolderPrefix))
        return {};
    name.erase(0, kFolderPrefix.size());
    if (const auto dashes = name.find("--"); dashes != std::string::npos)
        name.replace(dashes, 2, "/");
    return isModelName(name) ? name : std::string();
}

/// What `each` is given for every entry of a folder. Errors: Io.
template<typename Each>
Status forEntries(const fs::path& folder, Each each)
{
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        each(*it);
    if (error)
        return fail(ErrorCode::Io, fmt::format("the folder {} cannot be read: {}", folder.string(), error.message()));
    return ok();
}

/// Branches and tags of a model's folder; one whose name has a slash lies in a folder of its own.
std::vector<Ref> refsOf(const fs::path& model)
{
    std::vector<Ref> refs;
    const fs::path folder = model / "refs";
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        if (it->is_directory(ignored))
            continue;
        const auto text = readText(it->path(), kMostRefBytes);
        if (!text)
            continue;
        const auto last = text->find_last_not_of(" \t\r\n");
        refs.push_back({it->path().lexically_relative(folder).generic_string(),
                        last == std::string::npos ? std::string() : text->substr(0, last + 1)});
    }
    std::ranges::sort(refs, [](const Ref& a, const Ref& b) {
        return std::pair(a.name != kMain, a.name) < std::pair(b.name != kMain, b.name);
    });
    return refs;
}

/// The commits of which there are files, sorted.
std::vector<std::string> commitsOf(const fs::path& model)
{
    std::vector<std::string> commits;
    static_cast<void>(forEntries(model / "snapshots", [&](const fs::directory_entry& entry) {
        std::error_code ignored;
        if (entry.is_directory(ignored))
            commits.push_back(entry.path().filename().string());
    }));
    std::ranges::sort(commits);
    return commits;
}

bool isThere(const std::vector<std::string>& commits, const std::string& commit)
{
    return std::ranges::binary_search(commits, commit);
}

/// "main (86b5e09), 1234567"
std::string revisionList(const std::vector<Ref>& refs, const std::vector<std::string>& commits)
{
    std::vector<std::string> words;
    for (const Ref& ref : refs)
        if (isThere(commits, ref.commit))
            words.push_back(fmt::format("{} ({})", ref.name, ref.commit.substr(0, kShortCommit)));
    for (const std::string& commit : commits)
        if (std::ranges::find(refs, commit, &Ref::commit) == refs.end())
            words.push_back(commit.substr(0, kShortCommit));
    return fmt::format("{}", fmt::join(words, ", "));
}

/// Letters to insert, drop or exchange until one word is the other, in either case of letters.
std::size_t wordDistance(std::string_view a, std::string_view b)
{
    const auto lower = [](char c) { return std::tolower(static_cast<unsigned char>(c)); };
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = std::exchange(row[0], i + 1);
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t exchanged = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({exchanged, diagonal + 1, row[j] + 1});
        }
    }
    return row.back();
}

/// The same between models; one that differs in its organisation alone is near.
std::size_t nameDistance(std::string_view a, std::string_view b)
{
    const auto bare = [](std::string_view name) { return name.substr(name.find('/') + 1); };
    return std::min(wordDistance(a, b), wordDistance(bare(a), bare(b)) + 1);
}

std::vector<fs::path> modelFolders(const fs::path& cacheRoot)
{
    std::vector<fs::path> folders;
    static_cast<void>(forEntries(cacheRoot, [&](const fs::directory_entry& entry) {
        std::error_code ignored;
        if (entry.is_directory(ignored) && !modelName(entry.path()).empty())
            folders.push_back(entry.path());
    }));
    std::ranges::sort(folders);
    return folders;
}

std::unexpected<Error> noModel(std::string_view name, const fs::path& folder, const fs::path& cacheRoot)
{
    std::error_code ignored;
    if (!fs::is_directory(cacheRoot, ignored))
        return fail(ErrorCode::Io,
                    fmt::format("{} cannot be looked up: there is no hub cache {}", name, cacheRoot.string()),
                    std::string(kNeverDownloads));
    std::string nearest;
    std::size_t least = 0;
    const auto folders = modelFolders(cacheRoot);
    for (const fs::path& other : folders) {
        const std::string candidate = modelName(other);
        const std::size_t distance = nameDistance(name, candidate);
        if (nearest.empty() || distance < least) {
            nearest = candidate;
            least = distance;
        }
    }
    return fail(ErrorCode::Io,
                fmt::format("{} is not in the hub cache: there is no folder {}; {}", name, folder.string(),
                            nearest.empty() ? "the cache holds no model at all"
                                            : fmt::format("the nearest of the {} model{} there is {}", folders.size(),
                                                          folders.size() == 1 ? "" : "s", nearest)),
                std::string(kNeverDownloads));
}

/// The commit that a revision stands for. Errors: Io.
Result<std::string> commitOf(std::string_view name, std::string_view revision, const fs::path& folder)
{
    const std::vector<Ref> refs = refsOf(folder);
    const std::vector<std::string> commits = commitsOf(folder);
    const std::string hint =
        fmt::format("hf download {} --revision {} fetches it; PEScope never downloads itself.", name, revision);
    if (commits.empty())
        return fail(ErrorCode::Io,
                    fmt::format("nothing of {} is downloaded: {} is empty", name, (folder / "snapshots").string()),
                    hint);
    const auto ref = std::ranges::find(refs, revision, &Ref::name);
    if (ref != refs.end()) {
        if (isThere(commits, ref->commit))
            return ref->commit;
        return fail(ErrorCode::Io,
                    fmt::format("the revision {} of {} is the commit {}, of which {} holds no files; there is {}",
                                revision, name, ref->commit.substr(0, 40), (folder / "snapshots").string(),
                                revisionList(refs, commits)),
                    hint);
    }
    std::vector<std::string> found;
    if (revision.size() >= kLeastCommit)
        std::ranges::copy_if(commits, std::back_inserter(found),
                             [&](const std::string& commit) { return commit.starts_with(revision); });
    if (found.size() == 1)
        return found.front();
    if (found.size() > 1)
        return fail(ErrorCode::Io,
                    fmt::format("“{}” is the beginning of {} commits of {}: {}", revision, found.size(), name,
                                fmt::join(found, ", ")),
                    "Write more of its digits.");
    return fail(
        ErrorCode::Io,
        fmt::format("{} has no revision “{}”; there is {}", folder.string(), revision, revisionList(refs, commits)),
        hint);
}

/// Bytes of the regular files below a folder; with `follow` also of those behind links.
std::uint64_t bytesBelow(const fs::path& folder, bool follow)
{
    std::uint64_t bytes = 0;
    std::error_code error;
    for (fs::recursive_directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        const bool isPart = it->path().extension() == ".incomplete";
        if (isPart || (!follow && it->is_symlink(ignored)) || !it->is_regular_file(ignored))
            continue;
        const std::uintmax_t size = it->file_size(ignored);
        bytes += ignored ? 0 : size;
    }
    return bytes;
}

CachedModel describeModel(const fs::path& folder)
{
    CachedModel model;
    model.name = modelName(folder);
    model.bytes = bytesBelow(folder / "blobs", false) + bytesBelow(folder / "snapshots", false);
    const std::vector<Ref> refs = refsOf(folder);
    for (const std::string& commit : commitsOf(folder)) {
        const fs::path snapshot = folder / "snapshots" / commit;
        CachedModel::Revision revision{
            .commit = commit, .names = {}, .bytes = bytesBelow(snapshot, true), .weights = weightsThere(snapshot)};
        for (const Ref& ref : refs)
            if (ref.commit == commit)
                revision.names.push_back(ref.name);
        model.revisions.push_back(std::move(revision));
    }
    std::ranges::sort(model.revisions, {}, [](const CachedModel::Revision& one) {
        return std::pair(one.names.empty() ? 2 : one.names.front() == kMain ? 0 : 1, one.commit);
    });
    return model;
}

} // namespace

bool isHubName(std::string_view source)
{
    return source.starts_with(kPrefix);
}

fs::path hubCacheRoot()
{
    for (const char* whole : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE"})
        if (fs::path root = fromEnvironment(whole); !root.empty())
            return root;
    if (const fs::path home = fromEnvironment("HF_HOME"); !home.empty())
        return home / "hub";
    if (const fs::path caches = fromEnvironment("XDG_CACHE_HOME"); !caches.empty())
        return caches / "huggingface" / "hub";
    return fromEnvironment("HOME") / ".cache" / "huggingface" / "hub";
}

Result<fs::path> hubFolder(std::string_view name, std::string_view revision, const fs::path& cacheRoot)
{
    return runGuarded([&]() -> Result<fs::path> {
        if (!isModelName(name))
            return fail(ErrorCode::Format,
                        fmt::format("“{}” is no name of a model on the hub", name.substr(0, kLongestHubName)),
                        "Write hf:ORG/NAME or hf:ORG/NAME@REVISION; pescope inspect hf: lists the models that are "
                        "downloaded.");
        const fs::path folder = cacheRoot / folderName(name);
        std::error_code ignored;
        if (!fs::is_directory(folder, ignored))
            return noModel(name, folder, cacheRoot);
        PESCOPE_TRY(commit, commitOf(name, revision.empty() ? kMain : revision, folder));
        return folder / "snapshots" / commit;
    });
}

Result<fs::path> localPath(const fs::path& source)
{
    const std::string& text = source.native();
    if (!isHubName(text))
        return source;
    const std::string_view wanted = std::string_view(text).substr(kPrefix.size());
    const auto at = wanted.find('@');
    auto folder =
        hubFolder(wanted.substr(0, at), at == std::string_view::npos ? "" : wanted.substr(at + 1), hubCacheRoot());
    if (!folder)
        return std::unexpected(withContext(std::move(folder).error(), text));
    return folder;
}

std::string CachedModel::source(const Revision& revision) const
{
    if (!revision.names.empty())
        return revision.names.front() == kMain ? fmt::format("{}{}", kPrefix, name)
                                               : fmt::format("{}{}@{}", kPrefix, name, revision.names.front());
    std::size_t digits = std::min(kShortCommit, revision.commit.size());
    const auto isShared = [&](const Revision& other) {
        return other.commit != revision.commit && other.commit.starts_with(revision.commit.substr(0, digits));
    };
    while (digits < revision.commit.size() && std::ranges::any_of(revisions, isShared))
        ++digits;
    return fmt::format("{}{}@{}", kPrefix, name, revision.commit.substr(0, digits));
}

Result<std::vector<CachedModel>> cachedModels(const fs::path& cacheRoot)
{
    return runGuarded([&]() -> Result<std::vector<CachedModel>> {
        std::error_code ignored;
        if (!fs::is_directory(cacheRoot, ignored))
            return fail(ErrorCode::Io, fmt::format("there is no hub cache {}", cacheRoot.string()),
                        std::string(kNeverDownloads));
        if (Status readable = forEntries(cacheRoot, [](const fs::directory_entry&) { }); !readable)
            return std::unexpected(std::move(readable).error());
        std::vector<CachedModel> models;
        for (const fs::path& folder : modelFolders(cacheRoot))
            if (CachedModel model = describeModel(folder); !model.revisions.empty())
                models.push_back(std::move(model));
        std::ranges::sort(models, {}, &CachedModel::name);
        return models;
    });
}

} // namespace pescope::checkpoint
