// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.save has written since PyTorch 1.6, and TorchScript archives (caffe2/serialize/inline_container.h): a zip
// archive with data.pkl and one member a storage, all in one folder of any name.
#include "core/checkpoint/formats.h"
#include "core/checkpoint/pickle.h"
#include "core/checkpoint/torch_file.h"
#include "core/checkpoint/zip_archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

namespace pescope::checkpoint {

namespace {

constexpr std::string_view kPickle = "data.pkl";

/// "archive/" of "archive/data.pkl"; nothing where there is no such member. Of several the outermost counts.
std::optional<std::string> folderOf(const std::vector<std::string>& members)
{
    std::optional<std::string> folder;
    for (const std::string& name : members) {
        if (name != kPickle && !name.ends_with(fmt::format("/{}", kPickle)))
            continue;
        std::string found = name.substr(0, name.size() - kPickle.size());
        if (!folder || found.size() < folder->size())
            folder = std::move(found);
    }
    return folder;
}

struct Members {
    std::unordered_map<std::string, std::size_t> byName; ///< without the folder
    std::vector<std::uint64_t> sizes; ///< by index in the archive
};

Result<Members> membersIn(const ZipArchive& archive, const std::string& folder, std::uint64_t fileSize)
{
    Members members;
    for (std::size_t i = 0; i < archive.entries().size(); ++i) {
        const ZipEntry& entry = archive.entries()[i];
        // what the directory claims is held against the file here, so that tensors can be checked without reading
        members.sizes.push_back(entry.storedSize > fileSize ? 0 : entry.size);
        if (entry.name.starts_with(folder) && !members.byName.emplace(entry.name.substr(folder.size()), i).second)
            return fail(ErrorCode::Format, fmt::format("`{}` stands twice in the archive", entry.name));
    }
    return members;
}

/// `read` opens the archive again, so that threads do not share libzip's state.
class ZipStorages final : public TorchStorages {
public:
    ZipStorages(SharedFile file, Members members)
        : m_file(std::move(file))
        , m_members(std::move(members))
    {
    }

    [[nodiscard]] Result<std::uint64_t> size(std::string_view key) const override
    {
        const auto member = m_members.byName.find(fmt::format("data/{}", key));
        if (member == m_members.byName.end())
            return fail(ErrorCode::Format, fmt::format("its storage `{}` is missing from the archive", key),
                        "The file is incomplete: download or save it again.");
        return m_members.sizes[member->second];
    }

    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view key, std::uint64_t first,
                                                      std::uint64_t count) const override
    {
        const std::size_t index = m_members.byName.at(fmt::format("data/{}", key));
        PESCOPE_TRY(archive, ZipArchive::open(m_file));
        PESCOPE_TRY(member, archive.member(index));
        if (Status there = member.skip(first); !there)
            return std::unexpected(std::move(there).error());
        PESCOPE_TRY(bytes, member.next(count));
        // only a storage that was read as a whole has a checksum to compare with
        if (first == 0 && count == m_members.sizes[index])
            if (Status end = member.expectEnd(); !end)
                return std::unexpected(std::move(end).error());
        return std::move(bytes);
    }

private:
    SharedFile m_file;
    Members m_members;
};

Result<std::string> textOf(const ZipArchive& archive, std::size_t index)
{
    const std::uint64_t size = archive.entries()[index].size;
    if (size > kMostPickleBytes)
        return fail(ErrorCode::Unsupported,
                    fmt::format("`{}` in the archive has {} bytes; up to {} are read", archive.entries()[index].name,
                                size, kMostPickleBytes),
                    "Save the weights alone, with torch.save(model.state_dict(), …) or as safetensors.");
    PESCOPE_TRY(member, archive.member(index));
    PESCOPE_TRY(bytes, member.next(size));
    if (Status end = member.expectEnd(); !end)
        return std::unexpected(std::move(end).error());
    return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

} // namespace

bool looksLikeTorchZip(const FileHead& head)
{
    return folderOf(head.members).has_value();
}

Result<std::unique_ptr<Container>> openTorchZip(const SharedFile& file)
{
    PESCOPE_TRY(archive, ZipArchive::open(file));
    std::vector<std::string> names;
    for (const ZipEntry& entry : archive.entries())
        names.push_back(entry.name);
    const std::string folder = folderOf(names).value_or("");
    PESCOPE_TRY(members, membersIn(archive, folder, file->size()));
    PESCOPE_TRY(text, textOf(archive, members.byName.at(std::string(kPickle))));
    bool bigEndian = false;
    if (const auto order = members.byName.find("byteorder"); order != members.byName.end()) {
        PESCOPE_TRY(word, textOf(archive, order->second));
        bigEndian = word == "big";
        if (!bigEndian && word != "little")
            return fail(ErrorCode::Format, fmt::format("its byte order is \"{}\"", word.substr(0, 40)));
    }
    const bool isScript = members.byName.contains("constants.pkl");
    auto reading = pickle::readPickle(text);
    if (!reading.pickle)
        return std::unexpected(withContext(std::move(reading.pickle).error(), fmt::format("{}{}", folder, kPickle)));
    return makeTorchFile({.file = file,
                          .format = isScript ? "torchscript" : "pytorch",
                          .document = &reading.pickle->document,
                          .storages = std::make_unique<ZipStorages>(file, std::move(members)),
                          .bigEndian = bigEndian});
}

} // namespace pescope::checkpoint
