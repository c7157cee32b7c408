// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/formats.h"
#include "core/checkpoint/npy_header.h"

#include <fmt/format.h>

namespace pescope::checkpoint {

namespace {

class NpyFile final : public Container {
public:
    NpyFile(SharedFile file, NpyHeader header)
        : m_file(std::move(file))
        , m_header(std::move(header))
        , m_tensors{{.name = looseName(m_file->path()),
                     .dtype = m_header.dtype,
                     .readable = m_header.readable,
                     .shape = m_header.shape,
                     .file = m_file->path()}}
    {
    }

    [[nodiscard]] std::string_view format() const override { return "npy"; }
    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return m_tensors; }

    [[nodiscard]] std::vector<std::string> warnings() const override
    {
        const std::uint64_t used = m_header.headerBytes + m_header.dataBytes;
        if (m_file->size() == used)
            return {};
        return {fmt::format("{}: the {} bytes after the first array are not read", m_file->path().filename().string(),
                            m_file->size() - used)};
    }

private:
    [[nodiscard]] Result<TensorBytes> readTensor(std::size_t) const override
    {
        PESCOPE_TRY(data, m_file->bytesAt(m_header.headerBytes, m_header.dataBytes));
        return arrangeNpy(m_header, std::move(data));
    }

    [[nodiscard]] std::optional<Result<TensorBytes>> readPart(std::size_t, std::uint64_t first,
                                                              std::uint64_t count) const override
    {
        if (m_header.fortranOrder && m_header.shape.size() > 1)
            return std::nullopt;
        const std::size_t size = tables::byteSize(*m_header.readable);
        NpyHeader part = m_header;
        part.shape = {static_cast<std::int64_t>(count)};
        part.fortranOrder = false;
        part.dataBytes = count * size;
        auto bytes = m_file->bytesAt(m_header.headerBytes + first * size, part.dataBytes);
        if (!bytes)
            return std::unexpected(std::move(bytes).error());
        return arrangeNpy(part, *std::move(bytes));
    }

    SharedFile m_file;
    NpyHeader m_header;
    std::vector<TensorInfo> m_tensors;
};

} // namespace

bool looksLikeNpy(const FileHead& head)
{
    return head.startsWith("\x93NUMPY");
}

Result<std::unique_ptr<Container>> openNpy(const SharedFile& file)
{
    std::uint64_t at = 0;
    PESCOPE_TRY(header, readNpyHeader([&](std::uint64_t count) -> Result<std::vector<std::byte>> {
                    if (count > file->size() - at)
                        return fail(ErrorCode::Format,
                                    fmt::format("is truncated in the .npy header: {} bytes expected "
                                                "from byte {} on, {} are there",
                                                count, at, file->size() - at),
                                    "Copy or download the file again.");
                    auto bytes = file->bytesAt(at, count);
                    at += count;
                    return bytes;
                }));
    if (!header.readable)
        return refusedType(header, looseName(file->path()));
    const std::uint64_t there = file->size() - header.headerBytes;
    if (header.dataBytes > there)
        return fail(ErrorCode::Format,
                    fmt::format("is truncated: shape {} of {} needs {} bytes, expected after a header of "
                                "{}; {} are there",
                                shapeText(header.shape), header.dtype, header.dataBytes, header.headerBytes, there),
                    "Copy or download the file again.");
    return std::make_unique<NpyFile>(file, std::move(header));
}

} // namespace pescope::checkpoint
