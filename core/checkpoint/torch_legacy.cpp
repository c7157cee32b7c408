// SPDX-License-Identifier: GPL-3.0-or-later
// What torch.save wrote before PyTorch 1.6, and still writes when asked to (torch/serialization.py, _legacy_save): a
// magic number, a version, facts about the system, the object and the list of its storages' keys, each a pickle of its
// own; then for each key the number of elements and the elements, always little-endian.
#include "core/base/checked.h"
#include "core/checkpoint/formats.h"
#include "core/checkpoint/pickle.h"
#include "core/checkpoint/torch_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_map>

namespace pescope::checkpoint {

namespace {

/// 0x1950a86a20f9469cfc6c, little-endian.
constexpr std::string_view kLegacyMagic = "\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19";
constexpr std::int64_t kVersion = 1001;
constexpr std::uint64_t kFirstBytes = 1 << 18;

/// A pickle with the bytes that its texts point into.
struct OwnedPickle {
    std::string bytes;
    pickle::Pickle pickle;
};

/// The pickle at `at`: more and more of the file is read until it ends, so that a file of any size costs its pickles.
Result<std::unique_ptr<OwnedPickle>> pickleAt(const FileReader& file, std::uint64_t at, std::string_view what)
{
    for (std::uint64_t length = kFirstBytes;; length *= 4) {
        const std::uint64_t count = std::min({length, file.size() - at, kMostPickleBytes});
        auto owned = std::make_unique<OwnedPickle>();
        owned->bytes.resize(count);
        if (Status read = file.readAt(at, std::as_writable_bytes(std::span(owned->bytes))); !read)
            return std::unexpected(std::move(read).error());
        auto reading = pickle::readPickle(owned->bytes);
        if (reading.pickle) {
            owned->pickle = *std::move(reading.pickle);
            return owned;
        }
        const bool isAll = count == file.size() - at || count == kMostPickleBytes;
        if (!reading.endedEarly || isAll)
            return std::unexpected(withContext(std::move(reading.pickle).error(), std::string(what)));
    }
}

/// Where the storages lie in the file.
class LegacyStorages final : public TorchStorages {
public:
    struct Place {
        std::uint64_t at = 0;
        std::uint64_t bytes = 0;
    };

    LegacyStorages(SharedFile file, std::unordered_map<std::string, Place> places)
        : m_file(std::move(file))
        , m_places(std::move(places))
    {
    }

    [[nodiscard]] Result<std::uint64_t> size(std::string_view key) const override
    {
        const auto place = m_places.find(std::string(key));
        if (place == m_places.end())
            return fail(ErrorCode::Format, fmt::format("its storage `{}` is missing from the file's list", key),
                        "The file is damaged: download or save it again.");
        return place->second.bytes;
    }

    [[nodiscard]] Result<std::vector<std::byte>> read(std::string_view key, std::uint64_t first,
                                                      std::uint64_t count) const override
    {
        return m_file->bytesAt(m_places.at(std::string(key)).at + first, count);
    }

private:
    SharedFile m_file;
    std::unordered_map<std::string, Place> m_places;
};

/// Bytes per element of every storage that the object refers to.
std::unordered_map<std::string_view, std::size_t> itemSizes(const pickle::Document& document)
{
    std::unordered_map<std::string_view, std::size_t> sizes;
    for (pickle::Id id = 0; id < document.values.size(); ++id)
        if (const pickle::Storage* storage = document.storage(id); storage && storage->inlineBytes == pickle::kNoId)
            sizes.emplace(storage->key, storage->itemSize);
    return sizes;
}

Result<std::unordered_map<std::string, LegacyStorages::Place>>
storagesBehind(const FileReader& file, std::uint64_t at, const pickle::Document& keys, const pickle::Document& object)
{
    const pickle::Sequence* list = keys.sequence(keys.root);
    if (!list)
        return fail(ErrorCode::Format, fmt::format("its list of storages is {}", describeValue(keys, keys.root)));
    const auto sizes = itemSizes(object);
    std::unordered_map<std::string, LegacyStorages::Place> places;
    for (const pickle::Id item : list->items) {
        const auto key = keys.text(item);
        const auto size = key ? sizes.find(*key) : sizes.end();
        if (size == sizes.end())
            return fail(ErrorCode::Format,
                        fmt::format("its list of storages names {}, which no tensor uses", describeValue(keys, item)));
        std::uint64_t count = 0;
        const bool hasCount = file.size() - at >= sizeof count;
        if (hasCount)
            if (Status read = file.readAt(at, std::as_writable_bytes(std::span(&count, 1))); !read)
                return std::unexpected(std::move(read).error());
        at += hasCount ? sizeof count : 0;
        const auto bytes = checkedMultiply(count, size->second);
        if (!hasCount || !bytes || *bytes > file.size() - at)
            return fail(
                ErrorCode::Format,
                fmt::format("is truncated in storage `{}`: {} elements of {} bytes expected from byte {} on, the "
                            "file ends after {}",
                            *key, count, size->second, at, file.size()),
                "Copy or download the file again.");
        if (!places.try_emplace(std::string(*key), LegacyStorages::Place{at, *bytes}).second)
            return fail(ErrorCode::Format, fmt::format("its list of storages names `{}` twice", *key));
        at += *bytes;
    }
    return places;
}

} // namespace

bool looksLikeTorchLegacy(const FileHead& head)
{
    // the magic number is the first pickle; newer protocols put a frame of some bytes before it
    constexpr std::size_t kFarthest = 32;
    const std::string_view text = head.text();
    return text.starts_with('\x80') && text.substr(0, kFarthest).contains(kLegacyMagic);
}

Result<std::unique_ptr<Container>> openTorchLegacy(const SharedFile& file)
{
    std::uint64_t at = 0;
    const auto next = [&](std::string_view what) -> Result<std::unique_ptr<OwnedPickle>> {
        PESCOPE_TRY(owned, pickleAt(*file, at, what));
        at += owned->pickle.length;
        return std::move(owned);
    };
    PESCOPE_TRY(magic, next("magic number"));
    const auto* word = magic->pickle.document.find<pickle::LongInteger>(magic->pickle.document.root);
    if (!word || word->bytes != kLegacyMagic)
        return fail(ErrorCode::Format, "does not begin with the magic number of the legacy PyTorch layout");
    PESCOPE_TRY(version, next("version"));
    const auto number = version->pickle.document.integer(version->pickle.document.root);
    if (number != kVersion)
        return fail(ErrorCode::Unsupported,
                    fmt::format("is a PyTorch file of the legacy layout with version {}; {} is read",
                                number ? std::to_string(*number) : "unknown", kVersion));
    PESCOPE_TRY(system, next("facts about the system"));
    if (!system->pickle.document.find<pickle::Dict>(system->pickle.document.root))
        return fail(ErrorCode::Format,
                    fmt::format("has {} where facts about the system belong",
                                describeValue(system->pickle.document, system->pickle.document.root)));
    PESCOPE_TRY(object, next("object"));
    PESCOPE_TRY(keys, next("list of storages"));
    PESCOPE_TRY(places, storagesBehind(*file, at, keys->pickle.document, object->pickle.document));
    return makeTorchFile({.file = file,
                          .format = "pytorch-legacy",
                          .document = &object->pickle.document,
                          .storages = std::make_unique<LegacyStorages>(file, std::move(places)),
                          .bigEndian = false});
}

} // namespace pescope::checkpoint
