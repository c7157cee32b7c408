// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/container.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace pescope::checkpoint {

/// The weight_map of an index file: which shard holds which tensor.
struct ShardIndex {
    struct Entry {
        std::string tensor;
        std::size_t shard = 0; ///< in `shards`
    };
    std::vector<std::string> shards; ///< plain file names, in order of first mention
    std::vector<Entry> entries;
};

/// Errors: Io; Format (not an index; a tensor named twice; a shard name that is a path and could leave the folder).
[[nodiscard]] Result<ShardIndex> readShardIndex(const std::filesystem::path& indexFile);

/// All shards of an index as one container. A shard that is missing or unreadable is a warning and its tensors are
/// listed as missing. Errors: as readShardIndex, and the first shard's error if none can be read.
[[nodiscard]] Result<std::unique_ptr<Container>> openSharded(const std::filesystem::path& indexFile);

} // namespace pescope::checkpoint
