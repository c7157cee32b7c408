// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/checkpoint.h"

#include "core/checkpoint/config.h"
#include "core/checkpoint/folder.h"
#include "core/checkpoint/hub_cache.h"
#include "core/checkpoint/sharded.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace pescope::checkpoint {

namespace fs = std::filesystem;

struct Checkpoint::Data {
    fs::path path;
    fs::path weightFile;
    std::shared_ptr<const Container> container;
    nlohmann::json config;
    std::vector<std::string> warnings;
};

namespace {

/// A loose array beside a config.json need not have anything to do with it; the weights of a model do.
bool belongsToModel(std::string_view format)
{
    constexpr std::array<std::string_view, 3> kLooseFormats{"npy", "npz", "csv"};
    return std::ranges::find(kLooseFormats, format) == kLooseFormats.end();
}

Result<FolderWeights> openWeights(const fs::path& path)
{
    std::error_code ignored;
    if (fs::is_directory(path, ignored))
        return openFolder(path);
    const bool isIndex = path.filename().string().ends_with(".index.json");
    PESCOPE_TRY(container, isIndex ? openSharded(path) : openContainer(path));
    return FolderWeights{path, std::move(container), {}};
}

void append(std::vector<std::string>& to, std::vector<std::string> more)
{
    std::ranges::move(more, std::back_inserter(to));
}

} // namespace

Result<Checkpoint> Checkpoint::open(const fs::path& source)
{
    return runGuarded([&]() -> Result<Checkpoint> {
        PESCOPE_TRY(path, localPath(source));
        PESCOPE_TRY(weights, openWeights(path));
        auto data = std::make_shared<Data>();
        data->path = path;
        data->weightFile = weights.file;
        data->warnings = std::move(weights.warnings);
        append(data->warnings, weights.container->warnings());
        std::error_code ignored;
        const nlohmann::json* own = weights.container->config();
        if (own && !own->is_null()) {
            data->config = *own;
        } else if (fs::is_directory(path, ignored) || belongsToModel(weights.container->format())) {
            // beside the name as given: in a hub cache that is a link, and only its own folder has the config
            Config config = readConfig(weights.file.parent_path() / "config.json");
            data->config = std::move(config.value);
            append(data->warnings, std::move(config.warnings));
        }
        data->container = std::move(weights.container);
        Checkpoint checkpoint;
        checkpoint.m_data = std::move(data);
        return checkpoint;
    });
}

const fs::path& Checkpoint::path() const
{
    return m_data->path;
}

const fs::path& Checkpoint::weightFile() const
{
    return m_data->weightFile;
}

std::string_view Checkpoint::format() const
{
    return m_data->container->format();
}

const std::vector<TensorInfo>& Checkpoint::tensors() const
{
    return m_data->container->tensors();
}

Result<TensorBytes> Checkpoint::read(std::size_t index) const
{
    return m_data->container->read(index);
}

Status Checkpoint::visit(std::size_t index, const Container::TakePart& take) const
{
    return m_data->container->visit(index, take);
}

const nlohmann::json& Checkpoint::config() const
{
    return m_data->config;
}

const std::vector<std::string>& Checkpoint::warnings() const
{
    return m_data->warnings;
}

} // namespace pescope::checkpoint
