// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/container.h"
#include "core/checkpoint/file_reader.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// What container.cpp knows of the formats: one `open…` a file, and what the beginning of each looks like.
namespace pescope::checkpoint {

inline constexpr std::size_t kMaxAxes = 64; ///< as NumPy

using SharedFile = std::shared_ptr<const FileReader>;

/// The part of a file that tells its format.
struct FileHead {
    SharedFile file;
    std::vector<std::byte> bytes; ///< the first 4096, or all of a smaller file
    bool isZip = false;
    std::vector<std::string> members; ///< names in a zip archive

    [[nodiscard]] std::string_view text() const { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }
    [[nodiscard]] bool startsWith(std::string_view magic) const { return text().starts_with(magic); }
};

[[nodiscard]] bool looksLikeSafetensors(const FileHead& head);
[[nodiscard]] Result<std::unique_ptr<Container>> openSafetensors(const SharedFile& file);

[[nodiscard]] bool looksLikeNpy(const FileHead& head);
[[nodiscard]] Result<std::unique_ptr<Container>> openNpy(const SharedFile& file);

[[nodiscard]] bool looksLikeNpz(const FileHead& head);
[[nodiscard]] Result<std::unique_ptr<Container>> openNpz(const SharedFile& file);

[[nodiscard]] bool looksLikeTorchZip(const FileHead& head);
[[nodiscard]] Result<std::unique_ptr<Container>> openTorchZip(const SharedFile& file);

[[nodiscard]] bool looksLikeTorchLegacy(const FileHead& head);
[[nodiscard]] Result<std::unique_ptr<Container>> openTorchLegacy(const SharedFile& file);

[[nodiscard]] bool looksLikeGguf(const FileHead& head);
[[nodiscard]] Result<std::unique_ptr<Container>> openGguf(const SharedFile& file);

[[nodiscard]] bool looksLikeText(const FileHead& head);
[[nodiscard]] Result<std::unique_ptr<Container>> openCsv(const SharedFile& file);

/// A format that is recognised but not read, with what to do; nothing if the beginning says nothing.
struct Refusal {
    std::string message;
    std::string hint;
};
[[nodiscard]] std::optional<Refusal> refusalFor(const FileHead& head);

/// The name of a loose array: the file's name without its extension.
[[nodiscard]] std::string looseName(const std::filesystem::path& file);

/// "[16, 8]"
[[nodiscard]] std::string shapeText(std::span<const std::int64_t> shape);

} // namespace pescope::checkpoint
