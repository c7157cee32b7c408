// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/container.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace pescope::checkpoint {

/// The weights that a model folder is opened with.
struct FolderWeights {
    std::filesystem::path file; ///< the weight file or the index
    std::unique_ptr<Container> container;
    std::vector<std::string> warnings; ///< about the choice
};

/// The folder rule of Checkpoint::open.
[[nodiscard]] Result<FolderWeights> openFolder(const std::filesystem::path& folder);

} // namespace pescope::checkpoint
