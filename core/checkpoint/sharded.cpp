// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/sharded.h"

#include "core/checkpoint/file_reader.h"
#include "core/checkpoint/json_listener.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace pescope::checkpoint {

namespace fs = std::filesystem;

namespace {

constexpr std::uint64_t kMaxIndex = 100'000'000;

/// A shard lies beside its index: a name that is a path could point anywhere, so it is refused.
bool isPlainName(std::string_view name)
{
    const bool separators = name.find_first_of("/\\") != std::string_view::npos || name.contains('\0');
    return !name.empty() && name != "." && name != ".." && !separators;
}

class IndexListener final : public JsonListener {
public:
    ShardIndex index;
    bool hasMap = false;

private:
    bool onKey(std::string& key) override
    {
        if (depth() == 1) {
            m_inMap = key == "weight_map";
            if (m_inMap && std::exchange(hasMap, true))
                return refuse("\"weight_map\" stands twice");
        } else if (depth() == 2 && m_inMap) {
            if (!m_tensors.insert(key).second)
                return refuse(fmt::format("tensor `{}` stands twice in the weight_map", key));
            m_tensor = std::move(key);
        }
        return true;
    }

    bool onString(std::string& value) override
    {
        if (!m_inMap)
            return true;
        if (depth() != 2)
            return refuse("\"weight_map\" is no list of tensors and files");
        if (!isPlainName(value))
            return refuse(fmt::format("tensor `{}` is said to be in \"{}\": a shard outside the index's own folder is "
                                      "not allowed",
                                      m_tensor, value.substr(0, 200)));
        const auto [place, isNew] = m_shards.try_emplace(value, index.shards.size());
        if (isNew)
            index.shards.push_back(value);
        index.entries.push_back({std::move(m_tensor), place->second});
        return true;
    }

    bool onUnsigned(std::uint64_t value) override { return onOther(std::to_string(value)); }
    bool onOther(std::string_view value) override
    {
        return !m_inMap
            || refuse(fmt::format("the weight_map holds {} where a file name is expected", value.substr(0, 60)));
    }
    bool onStart(bool isObject) override
    {
        if (depth() == 1)
            return isObject || refuse("the index is not a JSON object");
        return !m_inMap || (isObject && depth() == 2) || refuse("\"weight_map\" is no list of tensors and files");
    }
    bool onEnd(bool) override
    {
        m_inMap = m_inMap && depth() >= 2;
        return true;
    }

    std::unordered_set<std::string> m_tensors;
    std::unordered_map<std::string, std::size_t> m_shards;
    std::string m_tensor;
    bool m_inMap = false;
};

struct Shard {
    fs::path file;
    std::unique_ptr<Container> container; ///< null if it cannot be read
    Error error; ///< then this is why
};

class ShardedSet final : public Container {
public:
    ShardedSet(std::vector<Shard> shards, const ShardIndex& index, const std::string& indexName)
        : m_shards(std::move(shards))
    {
        addTensorsOfShards(index);
        addUnreadable(index, indexName);
    }

    [[nodiscard]] std::string_view format() const override
    {
        const auto readable =
            std::ranges::find_if(m_shards, [](const Shard& shard) { return shard.container != nullptr; });
        return readable->container->format();
    }
    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return m_tensors; }
    [[nodiscard]] std::vector<std::string> warnings() const override { return m_warnings; }

private:
    struct Place {
        std::size_t shard;
        std::size_t tensor; ///< in the shard
    };

    [[nodiscard]] Result<TensorBytes> readTensor(std::size_t index) const override
    {
        const Place place = m_places[index];
        const Shard& shard = m_shards[place.shard];
        if (shard.container)
            return shard.container->read(place.tensor);
        return std::unexpected(withContext(shard.error, fmt::format("tensor `{}`", m_tensors[index].name)));
    }

    [[nodiscard]] std::optional<Result<TensorBytes>> readPart(std::size_t index, std::uint64_t first,
                                                              std::uint64_t count) const override
    {
        const Place place = m_places[index];
        const Container* shard = m_shards[place.shard].container.get();
        return shard ? shard->readPart(place.tensor, first, count) : std::nullopt;
    }

    /// What the shards hold is listed as they describe it; where two hold the same name the index decides.
    void addTensorsOfShards(const ShardIndex& index)
    {
        std::unordered_map<std::string_view, std::size_t> wanted;
        for (const ShardIndex::Entry& entry : index.entries)
            wanted.emplace(entry.tensor, entry.shard);
        std::unordered_set<std::string> listed;
        for (std::size_t s = 0; s < m_shards.size(); ++s) {
            if (!m_shards[s].container)
                continue;
            const auto& tensors = m_shards[s].container->tensors();
            for (std::size_t t = 0; t < tensors.size(); ++t) {
                const auto said = wanted.find(tensors[t].name);
                const bool elsewhere = said != wanted.end() && said->second != s;
                if (elsewhere || !listed.insert(tensors[t].name).second)
                    continue;
                m_tensors.push_back(tensors[t]);
                m_places.push_back({s, t});
            }
            for (std::string& warning : m_shards[s].container->warnings())
                m_warnings.push_back(std::move(warning));
        }
        m_listed = std::move(listed);
    }

    void addUnreadable(const ShardIndex& index, const std::string& indexName)
    {
        std::vector<std::size_t> lost(m_shards.size(), 0);
        std::size_t absent = 0;
        std::string firstAbsent;
        for (const ShardIndex::Entry& entry : index.entries) {
            if (m_listed.contains(entry.tensor))
                continue;
            if (m_shards[entry.shard].container) {
                if (absent++ == 0)
                    firstAbsent = entry.tensor;
                continue;
            }
            ++lost[entry.shard];
            m_tensors.push_back({.name = entry.tensor,
                                 .dtype = "?",
                                 .readable = {},
                                 .shape = {},
                                 .file = m_shards[entry.shard].file,
                                 .isMissing = true});
            m_places.push_back({entry.shard, 0});
        }
        for (std::size_t s = 0; s < m_shards.size(); ++s) {
            if (!m_shards[s].container)
                m_warnings.push_back(fmt::format("{}: its {} tensors cannot be read: {}", indexName, lost[s],
                                                 describe(m_shards[s].error)));
        }
        if (absent > 0)
            m_warnings.push_back(fmt::format("{} names {} tensors that are not in their shards, the first is `{}`",
                                             indexName, absent, firstAbsent));
    }

    std::vector<Shard> m_shards;
    std::vector<TensorInfo> m_tensors;
    std::vector<Place> m_places; ///< one a tensor
    std::unordered_set<std::string> m_listed;
    std::vector<std::string> m_warnings;
};

Shard openShard(const fs::path& folder, const std::string& name)
{
    Shard shard{.file = folder / name, .container = nullptr, .error = {}};
    std::error_code ignored;
    if (!fs::exists(fs::symlink_status(shard.file, ignored))) {
        shard.error = Error{ErrorCode::Io,
                            fmt::format("the shard {} is missing from {}", name, folder.string()),
                            "Download it into the same folder.",
                            {},
                            std::source_location::current()};
        return shard;
    }
    auto opened = openContainer(shard.file);
    if (opened)
        shard.container = *std::move(opened);
    else
        shard.error = std::move(opened).error();
    return shard;
}

} // namespace

Result<ShardIndex> readShardIndex(const fs::path& indexFile)
{
    const auto parsed = [&]() -> Result<ShardIndex> {
        PESCOPE_TRY(text, readText(indexFile, kMaxIndex));
        IndexListener listener;
        if (Status status = listener.parse(text); !status)
            return std::unexpected(std::move(status).error());
        if (!listener.hasMap || listener.index.entries.empty())
            return fail(ErrorCode::Format, "names no tensors: its \"weight_map\" is absent or empty");
        return std::move(listener.index);
    };
    auto index = runGuarded(parsed);
    if (!index && index.error().hint.empty())
        index.error().hint = "Download it again; each of the shards beside it can be opened by itself.";
    if (!index)
        return std::unexpected(withContext(std::move(index).error(), fmt::format("file {}", indexFile.string())));
    return index;
}

Result<std::unique_ptr<Container>> openSharded(const fs::path& indexFile)
{
    return runGuarded([&]() -> Result<std::unique_ptr<Container>> {
        PESCOPE_TRY(index, readShardIndex(indexFile));
        std::vector<Shard> shards;
        shards.reserve(index.shards.size());
        for (const std::string& name : index.shards)
            shards.push_back(openShard(indexFile.parent_path(), name));
        if (std::ranges::none_of(shards, [](const Shard& shard) { return shard.container != nullptr; }))
            return std::unexpected(
                withContext(std::move(shards.front().error), fmt::format("file {}", indexFile.string())));
        return std::make_unique<ShardedSet>(std::move(shards), index, indexFile.filename().string());
    });
}

} // namespace pescope::checkpoint
