// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/container.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>

namespace pescope::checkpoint {

/// A model folder or a single weight file: names, types and shapes of all tensors, data on demand, and its config.json.
///
/// A value that shares its open files; copies are cheap. A single weight file takes the config.json beside it.
class Checkpoint {
public:
    /// Folder rule: complete model.safetensors, else its index with the shards, else pytorch_model.bin, else its index;
    /// else the only weight file of another kind, and among several the only one that is no loose array; otherwise an
    /// Error that says which exist. A stale index beside a complete file, or a missing shard, is a warning (a missing
    /// shard that is asked for is an error naming it). A name in an index that leaves the folder is refused by name.
    /// @param source  a file, a folder, or "hf:ORG/NAME[@REV]" for a folder of the local hub cache (hub_cache.h)
    /// Errors: as `openContainer` and `hubFolder`; Io for a folder without a model, saying what it holds.
    [[nodiscard]] static Result<Checkpoint> open(const std::filesystem::path& source);

    [[nodiscard]] const std::filesystem::path& path() const; ///< as given, or the folder that a hub name stands for
    [[nodiscard]] const std::filesystem::path& weightFile() const; ///< the weight file or the index that was used
    [[nodiscard]] std::string_view format() const; ///< as Container::format
    [[nodiscard]] const std::vector<TensorInfo>& tensors() const;
    [[nodiscard]] Result<TensorBytes> read(std::size_t index) const;
    [[nodiscard]] Status visit(std::size_t index, const Container::TakePart& take) const; ///< as Container::visit

    /// config.json, or what a GGUF file says in its place, as an object, or null. A broken one is a warning, never an
    /// error: BOM and comments are accepted, numbers of any size are kept.
    [[nodiscard]] const nlohmann::json& config() const;
    [[nodiscard]] const std::vector<std::string>& warnings() const; ///< one sentence each, with file names

private:
    struct Data;
    std::shared_ptr<const Data> m_data;
};

} // namespace pescope::checkpoint
