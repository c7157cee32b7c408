// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/container.h"

#include "core/base/checked.h"
#include "core/checkpoint/formats.h"
#include "core/checkpoint/zip_archive.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace pescope::checkpoint {

namespace {

constexpr std::uint64_t kHeadBytes = 4096;

struct Format {
    bool (*matches)(const FileHead&);
    Result<std::unique_ptr<Container>> (*open)(const SharedFile&);
};

/// In this order; what matches none of them may still be named by refusalFor, and text is tried last.
constexpr std::array kFormats{
    Format{looksLikeNpy, openNpy},
    Format{looksLikeNpz, openNpz},
    Format{looksLikeSafetensors, openSafetensors},
    Format{looksLikeTorchZip, openTorchZip},
    Format{looksLikeTorchLegacy, openTorchLegacy},
    Format{looksLikeGguf, openGguf},
};

Result<FileHead> readHead(const SharedFile& file)
{
    FileHead head{.file = file, .bytes = {}, .members = {}};
    PESCOPE_TRY(bytes, file->bytesAt(0, std::min(file->size(), kHeadBytes)));
    head.bytes = std::move(bytes);
    head.isZip = head.startsWith("PK\x03\x04") || head.startsWith("PK\x05\x06");
    if (head.isZip) {
        PESCOPE_TRY(archive, ZipArchive::open(file));
        for (const ZipEntry& entry : archive.entries())
            head.members.push_back(entry.name);
    }
    return head;
}

std::unexpected<Error> unknownContent(const FileHead& head)
{
    const std::size_t count = std::min<std::size_t>(head.bytes.size(), 8);
    std::string hex;
    for (const std::byte byte : std::span(head.bytes).first(count))
        hex += fmt::format("{:02x} ", std::to_integer<unsigned>(byte));
    return fail(ErrorCode::Format,
                fmt::format("is not a weight file of a known format: {} bytes, beginning with {}", head.file->size(),
                            hex.substr(0, hex.size() - 1)),
                "PEScope reads safetensors, PyTorch files (.bin, .pt), GGUF, .npy, .npz and tables as .csv or .tsv.");
}

Result<std::unique_ptr<Container>> openByContent(const std::filesystem::path& path)
{
    PESCOPE_TRY(file, FileReader::open(path));
    if (file->size() == 0)
        return fail(ErrorCode::Io, "is empty (0 bytes)", "Download or copy it again.");
    PESCOPE_TRY(head, readHead(file));
    for (const Format& format : kFormats) {
        if (format.matches(head))
            return format.open(file);
    }
    if (const auto refusal = refusalFor(head))
        return fail(ErrorCode::Unsupported, refusal->message, refusal->hint);
    // the length that a safetensors file begins with may look like a number in text
    const bool isStump = file->size() <= 8 && path.extension() == ".safetensors";
    if (looksLikeText(head) && !isStump)
        return openCsv(file);
    if (path.extension() == ".safetensors")
        return openSafetensors(file); // bytes that say nothing: the name only helps to explain what is wrong
    return unknownContent(head);
}

/// The error of reading a tensor, with its file.
Error inFile(Error error, const TensorInfo& tensor)
{
    std::string place = fmt::format("file {}", tensor.file.string());
    const bool isNamed = std::ranges::count(error.context, place) > 0;
    return isNamed ? error : withContext(std::move(error), std::move(place));
}

} // namespace

std::string looseName(const std::filesystem::path& file)
{
    return file.stem().string();
}

std::string shapeText(std::span<const std::int64_t> shape)
{
    return fmt::format("[{}]", fmt::join(shape, ", "));
}

Result<TensorBytes> Container::read(std::size_t index) const
{
    PESCOPE_EXPECTS(index < tensors().size());
    auto data = runGuarded([&] { return readTensor(index); });
    if (!data)
        return std::unexpected(inFile(std::move(data).error(), tensors()[index]));
    return data;
}

std::optional<Result<TensorBytes>> Container::readPart(std::size_t, std::uint64_t, std::uint64_t) const
{
    return std::nullopt;
}

Status Container::visit(std::size_t index, const TakePart& take) const
{
    PESCOPE_EXPECTS(index < tensors().size());
    const TensorInfo& info = tensors()[index];
    const auto all = elementCount(info.shape);
    const std::uint64_t step = info.readable ? kPartBytes / tables::byteSize(*info.readable) : 0;
    if (all && step > 0 && *all > step) {
        for (std::uint64_t first = 0; first < *all; first += step) {
            auto part = runGuarded([&]() -> Result<std::optional<TensorBytes>> {
                auto read = readPart(index, first, std::min(step, *all - first));
                if (!read)
                    return std::nullopt;
                if (!*read)
                    return std::unexpected(std::move(*read).error());
                return std::move(**read);
            });
            if (!part)
                return std::unexpected(inFile(std::move(part).error(), info));
            if (!*part)
                break; // only as a whole
            if (Status taken = take(**part); !taken || first + step >= *all)
                return taken;
        }
    }
    PESCOPE_TRY(whole, read(index));
    whole.shape = {static_cast<std::int64_t>(all.value_or(0))};
    return take(whole);
}

Result<std::unique_ptr<Container>> openContainer(const std::filesystem::path& file)
{
    auto opened = runGuarded([&] { return openByContent(file); });
    if (!opened)
        return std::unexpected(withContext(std::move(opened).error(), fmt::format("file {}", file.string())));
    // a terminal would obey them, and a line break would forge lines of a listing
    for (const TensorInfo& tensor : (*opened)->tensors())
        if (std::ranges::any_of(tensor.name, [](unsigned char c) { return c < 0x20 || c == 0x7F; }))
            return fail(ErrorCode::Format,
                        fmt::format("file {}: the name of tensor {} holds control characters", file.string(),
                                    &tensor - (*opened)->tensors().data()),
                        "No tool writes such names: the file is damaged or made to mislead.");
    return opened;
}

} // namespace pescope::checkpoint
