// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/folder.h"

#include "core/checkpoint/gguf_set.h"
#include "core/checkpoint/sharded.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>

namespace pescope::checkpoint {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kIndexSuffix = ".index.json";
constexpr std::array<std::string_view, 2> kStandardFiles{"model.safetensors", "pytorch_model.bin"};
constexpr std::array<std::string_view, 16> kWeightExtensions{
    ".safetensors", ".bin",  ".pt", ".pth",  ".ckpt",  ".npy",  ".npz",     ".csv",
    ".tsv",         ".gguf", ".h5", ".hdf5", ".keras", ".onnx", ".msgpack", ".pb"};
constexpr std::array<std::string_view, 4> kArrayExtensions{".npy", ".npz", ".csv", ".tsv"};
/// What trainers leave beside the weights; none of them holds the model.
constexpr std::array<std::string_view, 7> kTrainerFiles{"training_args.bin", "optimizer.bin", "optimizer.pt",
                                                        "scheduler.bin",     "scheduler.pt",  "scaler.pt",
                                                        "rng_state.pth"};
constexpr std::size_t kShownNames = 10;

/// True also for a link to a file that is gone, so that the message is about the link.
bool isThere(const fs::path& file)
{
    std::error_code ignored;
    const fs::file_status status = fs::symlink_status(file, ignored);
    return fs::exists(status) && !fs::is_directory(file, ignored);
}

bool isLooseArray(std::string_view extension)
{
    return std::ranges::find(kArrayExtensions, extension) != kArrayExtensions.end();
}

std::string sortedList(std::vector<std::string> names)
{
    std::ranges::sort(names);
    if (names.size() <= kShownNames)
        return fmt::format("{}", fmt::join(names, ", "));
    return fmt::format("{} and {} more", fmt::join(names.begin(), names.begin() + kShownNames, ", "),
                       names.size() - kShownNames);
}

/// The warning about an index that lies beside a complete file but describes other files, if it does.
std::optional<std::string> staleIndex(const fs::path& complete)
{
    const fs::path indexFile = complete.string() + std::string(kIndexSuffix);
    const std::string name = complete.filename().string();
    if (!isThere(indexFile))
        return std::nullopt;
    const auto index = readShardIndex(indexFile);
    if (index && index->shards.size() == 1 && index->shards.front() == name)
        return std::nullopt;
    return fmt::format("{}{} is not used: {} beside it is complete", name, kIndexSuffix, name);
}

/// model.safetensors, its index, pytorch_model.bin, its index: the first that can be read. Nothing if none is there.
std::optional<Result<FolderWeights>> openStandard(const fs::path& folder)
{
    std::vector<std::string> warnings;
    std::optional<Error> first;
    const auto attempt = [&](const fs::path& file, bool isIndex) -> std::optional<FolderWeights> {
        if (!isThere(file))
            return std::nullopt;
        auto opened = isIndex ? openSharded(file) : openContainer(file);
        if (opened) {
            const auto stale = isIndex ? std::nullopt : staleIndex(file);
            if (stale)
                warnings.push_back(*stale);
            return FolderWeights{file, *std::move(opened), std::move(warnings)};
        }
        warnings.push_back(fmt::format("{} is passed over: {}", file.filename().string(), describe(opened.error())));
        if (!first)
            first = std::move(opened).error();
        return std::nullopt;
    };
    for (const std::string_view name : kStandardFiles) {
        if (auto weights = attempt(folder / name, false))
            return std::move(*weights);
        if (auto weights = attempt(folder / (std::string(name) + std::string(kIndexSuffix)), true))
            return std::move(*weights);
    }
    if (first)
        return std::unexpected(*std::move(first));
    return std::nullopt;
}

struct FolderNames {
    std::vector<std::string> all;
    std::vector<std::string> weights;
};

Result<FolderNames> namesIn(const fs::path& folder)
{
    FolderNames names;
    std::error_code error;
    for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        std::error_code ignored;
        const std::string name = it->path().filename().string();
        const bool isFolder = it->is_directory(ignored);
        names.all.push_back(isFolder ? name + "/" : name);
        const bool isWeights = std::ranges::count(kWeightExtensions, it->path().extension().string()) > 0
            && std::ranges::count(kTrainerFiles, name) == 0;
        if (!isFolder && isWeights)
            names.weights.push_back(name);
    }
    if (error)
        return fail(ErrorCode::Io, fmt::format("the folder {} cannot be read: {}", folder.string(), error.message()));
    return names;
}

/// Of the parts of a split GGUF model only the first that is there stays; it opens the others.
void keepFirstParts(std::vector<std::string>& names)
{
    std::ranges::sort(names);
    std::vector<std::string> kept;
    std::optional<GgufPartName> last;
    for (std::string& name : names) {
        auto part = ggufPartName(name);
        const bool isNext = part && last && part->stem == last->stem && part->count == last->count;
        if (!isNext)
            kept.push_back(std::move(name));
        last = std::move(part);
    }
    names = std::move(kept);
}

/// The first shard of an index that is not there; empty: all are.
std::string missingShard(const fs::path& indexFile)
{
    const auto index = readShardIndex(indexFile);
    if (!index)
        return indexFile.filename().string();
    std::error_code ignored;
    for (const std::string& shard : index->shards)
        if (!fs::exists(indexFile.parent_path() / shard, ignored))
            return shard;
    return {};
}

} // namespace

WeightsThere weightsThere(const fs::path& folder)
{
    using State = WeightsThere::State;
    WeightsThere result;
    const auto note = [&](const std::string& missing) {
        if (missing.empty())
            result = {State::Complete, {}};
        else if (result.state == State::None)
            result = {State::Incomplete, missing};
        return result.state == State::Complete;
    };
    std::error_code ignored;
    for (const std::string_view name : kStandardFiles) {
        const fs::path file = folder / name;
        const fs::path index = folder / (std::string(name) + std::string(kIndexSuffix));
        if (isThere(file) && note(fs::exists(file, ignored) ? std::string() : file.filename().string()))
            return result;
        if (isThere(index) && note(missingShard(index)))
            return result;
    }
    if (result.state == State::Incomplete)
        return result;
    if (const auto names = namesIn(folder))
        for (const std::string& name : names->weights)
            if (note(fs::exists(folder / name, ignored) ? std::string() : name))
                break;
    return result;
}

Result<FolderWeights> openFolder(const fs::path& folder)
{
    if (auto standard = openStandard(folder))
        return *std::move(standard);
    PESCOPE_TRY(names, namesIn(folder));
    if (names.weights.empty()) {
        const bool tensorflow =
            std::ranges::any_of(names.all, [](const std::string& name) { return name.contains(".data-00000-of-"); });
        return fail(ErrorCode::Io,
                    fmt::format("the folder {} holds no weights{}, only {}", folder.string(),
                                tensorflow ? " but a TensorFlow checkpoint, which PEScope does not read" : "",
                                names.all.empty() ? "nothing at all" : sortedList(names.all)),
                    tensorflow
                        ? "Convert it with transformers 4.57 (AutoModel.from_pretrained(folder, from_tf=True)), or "
                          "download the model.safetensors of the same model."
                        : "Choose a folder with model.safetensors, or a weight file.");
    }
    keepFirstParts(names.weights);
    // arrays beside a model's weights are something else, most often results
    const auto arrays = std::ranges::stable_partition(
        names.weights, [](const std::string& name) { return !isLooseArray(fs::path(name).extension().string()); });
    std::vector<std::string> warnings;
    if (names.weights.size() - arrays.size() == 1 && !arrays.empty()) {
        warnings.push_back(fmt::format("{} is opened; {} beside it is not", names.weights.front(),
                                       sortedList({arrays.begin(), arrays.end()})));
        names.weights.resize(1);
    }
    if (names.weights.size() > 1) {
        const bool shards =
            std::ranges::all_of(names.weights, [](const std::string& name) { return name.contains("-of-"); });
        return fail(
            ErrorCode::Io,
            fmt::format("the folder {} holds {} weight files: {}", folder.string(), names.weights.size(),
                        sortedList(names.weights)),
            shards ? "They look like the shards of one model: download its model.safetensors.index.json beside them."
                   : "Choose one of them.");
    }
    const fs::path file = folder / names.weights.front();
    PESCOPE_TRY(container, openContainer(file));
    return FolderWeights{file, std::move(container), std::move(warnings)};
}

} // namespace pescope::checkpoint
