// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/checkpoint/folder.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The local cache of the Hugging Face hub, as its own tools leave it (huggingface_hub, "Understand caching"):
/// models--ORG--NAME/refs/REV holds a commit, snapshots/COMMIT/ the files of it, most often links into blobs/.
/// It is read only; nothing here reaches a network.
namespace pescope::checkpoint {

/// True for "hf:ORG/NAME", "hf:ORG/NAME@REV" and "hf:" alone.
[[nodiscard]] bool isHubName(std::string_view source);

/// HF_HUB_CACHE, else HUGGINGFACE_HUB_CACHE (its older name), else HF_HOME/hub, else
/// XDG_CACHE_HOME/huggingface/hub, else ~/.cache/huggingface/hub. An empty variable counts as none; "~/" in front is
/// the home folder. Need not exist.
[[nodiscard]] std::filesystem::path hubCacheRoot();

/// The folder with the files of one revision.
/// @param name      "ORG/NAME", or "NAME" of the hub's early models
/// @param revision  a branch or tag that was downloaded, or the first digits of a commit; empty: main
/// Errors: Format (no name of a model); Io (no cache, no such model or revision: with the folder that was looked at,
/// the revisions that are there, the nearest cached name). O(models) where the model is not there, else O(revisions).
[[nodiscard]] Result<std::filesystem::path> hubFolder(std::string_view name, std::string_view revision,
                                                      const std::filesystem::path& cacheRoot);

/// The path of a source that may be a hub name: that of `hubFolder` in `hubCacheRoot()`; any other as it is.
[[nodiscard]] Result<std::filesystem::path> localPath(const std::filesystem::path& source);

/// A model of the cache, for a list to choose from.
struct CachedModel {
    struct Revision {
        std::string commit;
        std::vector<std::string> names; ///< branches and tags, sorted; "main" first
        std::uint64_t bytes = 0; ///< of its files, behind their links
        WeightsThere weights;
    };
    std::string name; ///< "ORG/NAME"
    std::uint64_t bytes = 0; ///< on disk: files that revisions share count once
    std::vector<Revision> revisions; ///< that of main first, then those with a name, then by commit

    /// The source that opens a revision: "hf:ORG/NAME" for main, else with "@NAME", else "@" and 7 digits or more.
    [[nodiscard]] std::string source(const Revision& revision) const;
};

/// By name; models of which nothing was downloaded are left out. Names and sizes only: no weight file is opened.
/// Errors: Io (there is no such folder, or it cannot be read).
[[nodiscard]] Result<std::vector<CachedModel>> cachedModels(const std::filesystem::path& cacheRoot);

} // namespace pescope::checkpoint
