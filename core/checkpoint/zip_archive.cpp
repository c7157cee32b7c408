// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/zip_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <zip.h>

namespace pescope::checkpoint {

namespace {

constexpr std::uint64_t kDeflateRatio = 1032; // zlib's technical details: the most that deflate can expand
constexpr std::uint64_t kBlock = 1 << 20;
constexpr std::string_view kAgain = "Copy or download the file again.";

/// What libzip reads through: a position in a FileReader.
struct Source {
    SharedFile file;
    std::uint64_t at = 0;
    zip_error_t error{};
};

zip_int64_t failed(Source& source, int code)
{
    zip_error_set(&source.error, code, 0);
    return -1;
}

zip_int64_t readSource(Source& source, void* data, zip_uint64_t length)
{
    const std::uint64_t count = std::min<std::uint64_t>(length, source.file->size() - source.at);
    if (!source.file->readAt(source.at, {static_cast<std::byte*>(data), count}))
        return failed(source, ZIP_ER_READ);
    source.at += count;
    return static_cast<zip_int64_t>(count);
}

zip_int64_t sourceCallback(void* state, void* data, zip_uint64_t length, zip_source_cmd_t command)
{
    Source& source = *static_cast<Source*>(state);
    switch (command) {
    case ZIP_SOURCE_OPEN:
        source.at = 0;
        return 0;
    case ZIP_SOURCE_READ:
        return readSource(source, data, length);
    case ZIP_SOURCE_CLOSE:
        return 0;
    case ZIP_SOURCE_STAT: {
        auto* status = static_cast<zip_stat_t*>(data);
        zip_stat_init(status);
        status->size = source.file->size();
        status->valid |= ZIP_STAT_SIZE;
        return sizeof *status;
    }
    case ZIP_SOURCE_ERROR:
        return zip_error_to_data(&source.error, data, length);
    case ZIP_SOURCE_FREE:
        delete &source;
        return 0;
    case ZIP_SOURCE_SEEK: {
        const zip_int64_t to =
            zip_source_seek_compute_offset(source.at, source.file->size(), data, length, &source.error);
        if (to < 0)
            return -1;
        source.at = static_cast<std::uint64_t>(to);
        return 0;
    }
    case ZIP_SOURCE_TELL:
        return static_cast<zip_int64_t>(source.at);
    case ZIP_SOURCE_SUPPORTS:
        return ZIP_SOURCE_SUPPORTS_SEEKABLE;
    default:
        return failed(source, ZIP_ER_OPNOTSUPP);
    }
}

std::unexpected<Error> damagedZip(const std::string& what)
{
    return fail(ErrorCode::Format, what, std::string(kAgain));
}

} // namespace

void ZipMember::Close::operator()(zip_file* file) const
{
    zip_fclose(file);
}

void ZipArchive::Discard::operator()(zip* archive) const
{
    zip_discard(archive);
}

Result<std::vector<std::byte>> ZipMember::next(std::uint64_t count)
{
    std::vector<std::byte> bytes;
    while (bytes.size() < count) {
        const std::uint64_t before = bytes.size();
        bytes.resize(before + std::min(count - before, kBlock));
        const zip_int64_t got = zip_fread(m_file.get(), bytes.data() + before, bytes.size() - before);
        if (got < 0)
            return damagedZip(
                fmt::format("`{}` in the archive is damaged: {}", m_name, zip_file_strerror(m_file.get())));
        if (got == 0)
            return damagedZip(fmt::format("`{}` in the archive is truncated: {} bytes expected here, {} are there",
                                          m_name, count, before));
        bytes.resize(before + static_cast<std::uint64_t>(got));
    }
    return bytes;
}

Status ZipMember::skip(std::uint64_t count)
{
    if (count == 0)
        return ok();
    if (m_isStored) {
        if (count > std::uint64_t{std::numeric_limits<zip_int64_t>::max()}
            || zip_fseek(m_file.get(), static_cast<zip_int64_t>(count), SEEK_CUR) != 0)
            return damagedZip(
                fmt::format("`{}` in the archive has no byte {}: {}", m_name, count, zip_file_strerror(m_file.get())));
        return ok();
    }
    while (count > 0) {
        PESCOPE_TRY(dropped, next(std::min(count, kBlock)));
        count -= dropped.size();
    }
    return ok();
}

Status ZipMember::expectEnd()
{
    std::byte extra{};
    const zip_int64_t got = zip_fread(m_file.get(), &extra, 1);
    if (got < 0)
        return damagedZip(fmt::format("`{}` in the archive is damaged: {}", m_name, zip_file_strerror(m_file.get())));
    if (got > 0)
        return damagedZip(fmt::format("`{}` in the archive goes on after the end of its array", m_name));
    return ok();
}

Result<ZipArchive> ZipArchive::open(const SharedFile& file)
{
    zip_error_t error;
    zip_error_init(&error);
    auto owner = std::make_unique<Source>(file);
    zip_source_t* source = zip_source_function_create(sourceCallback, owner.get(), &error);
    if (source != nullptr)
        static_cast<void>(owner.release()); // freed by ZIP_SOURCE_FREE from here on
    zip_t* opened = source != nullptr ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
    if (opened == nullptr) {
        const std::string reason = zip_error_strerror(&error);
        if (source != nullptr)
            zip_source_free(source);
        zip_error_fini(&error);
        return damagedZip(
            fmt::format("is a zip archive that is damaged or truncated ({} bytes): {}", file->size(), reason));
    }
    ZipArchive archive;
    archive.m_archive.reset(opened);
    const zip_int64_t count = zip_get_num_entries(opened, 0);
    for (zip_int64_t i = 0; i < count; ++i) {
        zip_stat_t status;
        if (zip_stat_index(opened, static_cast<zip_uint64_t>(i), 0, &status) != 0)
            return damagedZip(
                fmt::format("the archive's directory is damaged at member {}: {}", i, zip_strerror(opened)));
        archive.m_entries.push_back({status.name != nullptr ? status.name : "", status.size, status.comp_size});
    }
    return archive;
}

Result<ZipMember> ZipArchive::member(std::size_t index) const
{
    PESCOPE_EXPECTS(index < m_entries.size());
    const ZipEntry& entry = m_entries[index];
    zip_stat_t status;
    if (zip_stat_index(m_archive.get(), index, 0, &status) != 0)
        return damagedZip(
            fmt::format("`{}` cannot be found in the archive: {}", entry.name, zip_strerror(m_archive.get())));
    if (status.encryption_method != ZIP_EM_NONE)
        return fail(ErrorCode::Unsupported, fmt::format("`{}` in the archive is encrypted", entry.name),
                    "Save it without a password.");
    if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE)
        return fail(ErrorCode::Unsupported,
                    fmt::format("`{}` in the archive is compressed by method {}; stored and deflated members are read",
                                entry.name, status.comp_method),
                    "Save it with numpy.savez or numpy.savez_compressed.");
    const std::uint64_t most =
        status.comp_method == ZIP_CM_STORE ? entry.storedSize : entry.storedSize * kDeflateRatio + kDeflateRatio;
    if (entry.size > most)
        return damagedZip(fmt::format("`{}` in the archive claims {} bytes, but its {} stored bytes give at most {}",
                                      entry.name, entry.size, entry.storedSize, most));
    ZipMember member;
    member.m_name = entry.name;
    member.m_isStored = status.comp_method == ZIP_CM_STORE;
    member.m_file.reset(zip_fopen_index(m_archive.get(), index, 0));
    if (!member.m_file)
        return damagedZip(
            fmt::format("`{}` in the archive cannot be read: {}", entry.name, zip_strerror(m_archive.get())));
    return member;
}

} // namespace pescope::checkpoint
