// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/dtype.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::checkpoint {

/// One tensor as the file describes it; the data is not read yet.
struct TensorInfo {
    std::string name;
    std::string dtype; ///< as safetensors writes it, also for types that cannot be read ("F4")
    std::optional<tables::DType> readable; ///< nothing: the type is listed, `read` refuses it by name
    std::vector<std::int64_t> shape; ///< as stored, row order; leading 1s kept
    std::filesystem::path file; ///< the file that holds the data (a shard, in a sharded set)
    /// Only the index of a sharded set names it, its shard cannot be read: type "?" and shape [] are unknown, `read`
    /// gives the reason.
    bool isMissing = false;
};

/// The data of one tensor: row-major, little-endian, whatever the file's own order was.
struct TensorBytes {
    tables::DType dtype;
    std::vector<std::int64_t> shape;
    std::vector<std::byte> bytes;
};

/// A file with tensors. Listing is done when it opens and costs the header only; data is read on demand.
///
/// Data is read with positioned reads of the open file, not through a mapping: a file that shrinks while it is open
/// gives an error instead of a SIGBUS. A file replaced by another keeps its old content (the descriptor stays);
/// a file changed in place is noticed by size and time of change. Immutable and safe to read from several threads.
class Container {
public:
    virtual ~Container() = default;
    [[nodiscard]] virtual std::string_view format() const = 0; ///< "safetensors", "pytorch", "gguf", "npz", …
    [[nodiscard]] virtual const std::vector<TensorInfo>& tensors() const = 0;
    /// Errors: Io (file changed, cut or unreadable, with the numbers), Unsupported (type), Format. `index` <
    /// tensors().size().
    [[nodiscard]] Result<TensorBytes> read(std::size_t index) const;

    /// What is done with a part of a tensor: its elements in row-major order, their number as its shape.
    using TakePart = std::function<Status(const TensorBytes&)>;
    /// Hands out the data of a tensor from front to back in parts of at most kPartBytes; where a format cannot be read
    /// so (deflated or strided data), in one. Errors: those of `read`; what `take` gives back ends the reading.
    [[nodiscard]] Status visit(std::size_t index, const TakePart& take) const;
    static constexpr std::uint64_t kPartBytes = 1 << 24;
    /// One part: `count` elements from `first` on, which lie inside a readable tensor; nothing where it is only read as
    /// a whole. `visit` catches exceptions and names the file.
    [[nodiscard]] virtual std::optional<Result<TensorBytes>> readPart(std::size_t index, std::uint64_t first,
                                                                      std::uint64_t count) const;

    [[nodiscard]] virtual std::vector<std::string> warnings() const { return {}; }
    /// What a config.json would say, where the file itself says it; null pointer or null: it does not.
    [[nodiscard]] virtual const nlohmann::json* config() const { return nullptr; }

private:
    /// What `read` does in each format; `read` checks the index, catches exceptions and names the file.
    [[nodiscard]] virtual Result<TensorBytes> readTensor(std::size_t index) const = 0;
};

/// Opens a weight file by its content, never by its extension; a new format adds one file and one line in
/// container.cpp. Errors: Io (missing, unreadable, empty), Format (what is wrong, with the numbers), Unsupported (a
/// recognised format that is not read yet, or a Git LFS stub or HTML page, with what to do).
[[nodiscard]] Result<std::unique_ptr<Container>> openContainer(const std::filesystem::path& file);

} // namespace pescope::checkpoint
