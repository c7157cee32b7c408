// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/formats.h"
#include "core/checkpoint/npy_header.h"
#include "core/checkpoint/zip_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace pescope::checkpoint {

namespace {

constexpr std::string_view kSuffix = ".npy";

std::string inArchive(const std::string& array)
{
    return fmt::format("array `{}`", array);
}

/// Lists by the header of each member; `read` opens the directory again, so that threads do not share libzip's state.
class NpzFile final : public Container {
public:
    NpzFile(SharedFile file, std::vector<TensorInfo> tensors, std::vector<std::size_t> members,
            std::vector<std::string> warnings)
        : m_file(std::move(file))
        , m_tensors(std::move(tensors))
        , m_members(std::move(members))
        , m_warnings(std::move(warnings))
    {
    }

    [[nodiscard]] std::string_view format() const override { return "npz"; }
    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return m_tensors; }
    [[nodiscard]] std::vector<std::string> warnings() const override { return m_warnings; }

private:
    [[nodiscard]] Result<TensorBytes> readTensor(std::size_t index) const override
    {
        auto data = readMember(m_members[index], m_tensors[index].name);
        if (!data)
            return std::unexpected(withContext(std::move(data).error(), inArchive(m_tensors[index].name)));
        return data;
    }

    [[nodiscard]] Result<TensorBytes> readMember(std::size_t member, const std::string& name) const
    {
        PESCOPE_TRY(archive, ZipArchive::open(m_file));
        PESCOPE_TRY(stream, archive.member(member));
        PESCOPE_TRY(header, readNpyHeader([&](std::uint64_t count) { return stream.next(count); }));
        if (!header.readable)
            return refusedType(header, name);
        const std::uint64_t claimed = archive.entries()[member].size;
        if (claimed - std::min(claimed, header.headerBytes) != header.dataBytes)
            return fail(ErrorCode::Format,
                        fmt::format("shape {} of {} needs {} bytes, expected after a header of {}; the "
                                    "archive gives it {} in all",
                                    shapeText(header.shape), header.dtype, header.dataBytes, header.headerBytes,
                                    claimed));
        PESCOPE_TRY(data, stream.next(header.dataBytes));
        if (Status end = stream.expectEnd(); !end)
            return std::unexpected(std::move(end).error());
        return arrangeNpy(header, std::move(data));
    }

    SharedFile m_file;
    std::vector<TensorInfo> m_tensors;
    std::vector<std::size_t> m_members; ///< of the archive, one a tensor
    std::vector<std::string> m_warnings;
};

Result<NpyHeader> headerOf(const ZipArchive& archive, std::size_t index)
{
    PESCOPE_TRY(stream, archive.member(index));
    return readNpyHeader([&](std::uint64_t count) { return stream.next(count); });
}

} // namespace

bool looksLikeNpz(const FileHead& head)
{
    return std::ranges::any_of(head.members, [](const std::string& name) { return name.ends_with(kSuffix); });
}

Result<std::unique_ptr<Container>> openNpz(const SharedFile& file)
{
    PESCOPE_TRY(archive, ZipArchive::open(file));
    std::vector<TensorInfo> tensors;
    std::vector<std::size_t> members;
    std::size_t others = 0;
    std::string firstOther;
    std::unordered_set<std::string> names;
    for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        std::string name = archive.entries()[i].name;
        if (!name.ends_with(kSuffix)) {
            if (others++ == 0)
                firstOther = std::move(name);
            continue;
        }
        name.resize(name.size() - kSuffix.size());
        if (!names.insert(name).second)
            return fail(ErrorCode::Format, fmt::format("array `{}` stands twice in the archive", name));
        auto header = headerOf(archive, i);
        if (!header)
            return std::unexpected(withContext(std::move(header).error(), inArchive(name)));
        tensors.push_back({.name = std::move(name),
                           .dtype = header->dtype,
                           .readable = header->readable,
                           .shape = header->shape,
                           .file = file->path()});
        members.push_back(i);
    }
    std::vector<std::string> warnings;
    if (others > 0)
        warnings.push_back(fmt::format("{}: {} of its members are no arrays and are not read, the first is `{}`",
                                       file->path().filename().string(), others, firstOther));
    return std::make_unique<NpzFile>(file, std::move(tensors), std::move(members), std::move(warnings));
}

} // namespace pescope::checkpoint
