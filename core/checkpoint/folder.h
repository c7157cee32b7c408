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

/// Whether a folder holds the weights of a model as a whole.
struct WeightsThere {
    enum class State { None, Incomplete, Complete };
    State state = State::None;
    std::string missing; ///< of incomplete ones: the first file that is not there
};

/// By the names that the folder rule looks at and the links behind them; an index is read, no weight file is opened.
[[nodiscard]] WeightsThere weightsThere(const std::filesystem::path& folder);

/// The folder rule of Checkpoint::open.
[[nodiscard]] Result<FolderWeights> openFolder(const std::filesystem::path& folder);

} // namespace pescope::checkpoint
