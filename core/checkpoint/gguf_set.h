// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/formats.h"
#include "core/checkpoint/gguf_config.h"
#include "core/checkpoint/gguf_header.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

/// Models that llama.cpp wrote in several files (gguf-split): NAME-00001-of-00003.gguf and so on. Each says split.no
/// (from 0) and split.count in its metadata; only the first has the rest of it.
namespace pescope::checkpoint {

/// One file by itself.
struct GgufPart {
    std::unique_ptr<Container> container;
    const GgufHeader* header = nullptr; ///< of `container`
    GgufRopeFactors factors;
};
/// Errors: those of readGgufHeader, and of reading the factors of rotary frequencies.
[[nodiscard]] Result<GgufPart> openGgufPart(const SharedFile& file);

/// "NAME-00002-of-00003.gguf" taken apart; nothing for other names.
struct GgufPartName {
    std::string stem; ///< "NAME"
    std::uint64_t number = 0; ///< from 1
    std::uint64_t count = 0;

    [[nodiscard]] std::string withNumber(std::uint64_t other) const; ///< the name of another part
};
[[nodiscard]] std::optional<GgufPartName> ggufPartName(std::string_view fileName);

} // namespace pescope::checkpoint
