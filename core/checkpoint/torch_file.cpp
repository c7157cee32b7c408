// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/torch_file.h"

#include "core/base/checked.h"
#include "core/checkpoint/layout.h"
#include "core/checkpoint/torch_tensors.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace pescope::checkpoint {

namespace {

/// What a view that repeats its numbers may take beyond the file's size.
constexpr std::uint64_t kRepeatedBytes = 1 << 24;

/// Where the numbers of one tensor lie.
struct Place {
    std::string key; ///< of the storage
    std::uint64_t first = 0; ///< byte of its first element in the storage
    std::uint64_t span = 0; ///< bytes from there to the end of its last element
    std::size_t itemSize = 1;
    std::vector<std::int64_t> strides; ///< elements; empty: the elements lie in row order
    bool bigEndian = false;
    std::shared_ptr<const std::string> own; ///< the bytes of an array that lies in the pickle itself
};

std::string tensorPlace(const std::string& name)
{
    return fmt::format("tensor `{}`", name);
}

/// Axes of one element have any stride.
bool isRowMajor(const std::vector<std::int64_t>& shape, const std::vector<std::int64_t>& strides)
{
    std::int64_t step = 1;
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        if (shape[axis] != 1 && strides[axis] != step)
            return false;
        step *= shape[axis];
    }
    return true;
}

class TorchFile final : public Container {
public:
    TorchFile(SharedFile file, std::string_view format, std::unique_ptr<TorchStorages> storages, bool bigEndian)
        : m_file(std::move(file))
        , m_format(format)
        , m_storages(std::move(storages))
        , m_bigEndian(bigEndian)
    {
    }

    Status add(const pickle::Document& document, TorchTensors::Named named)
    {
        auto added = addChecked(document, *document.tensor(named.tensor), named.name);
        if (!added)
            return std::unexpected(withContext(std::move(added).error(), tensorPlace(named.name)));
        return ok();
    }

    void warn(const std::string& warning)
    {
        m_warnings.push_back(fmt::format("{}: {}", m_file->path().filename().string(), warning));
    }

    [[nodiscard]] std::string_view format() const override { return m_format; }
    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return m_tensors; }
    [[nodiscard]] std::vector<std::string> warnings() const override { return m_warnings; }

private:
    Status addChecked(const pickle::Document& document, const pickle::Tensor& tensor, const std::string& name)
    {
        const pickle::Storage& storage = *document.storage(tensor.storage);
        const bool isTyped = !storage.dtype.empty() || tensor.dtype.empty();
        const std::string dtype(isTyped ? storage.dtype : tensor.dtype);
        const auto readable = tables::dtypeFromName(dtype);
        Place place{.key = std::string(storage.key),
                    .first = 0,
                    .span = 0,
                    .itemSize = isTyped ? storage.itemSize
                        : readable      ? tables::byteSize(*readable)
                                        : 1,
                    .strides = tensor.strides,
                    .bigEndian = m_bigEndian,
                    .own = {}};
        if (const auto* text = document.find<pickle::Text>(storage.inlineBytes)) {
            place.own = ownBytes(*text);
            place.bigEndian = storage.bigEndian;
        }
        const auto count = elementCount(tensor.shape);
        if (!count)
            return fail(ErrorCode::Format, fmt::format("shape {} is larger than any file", shapeText(tensor.shape)));
        if (*count > 0) {
            // elements of this tensor's type: an untyped storage is counted in bytes
            const std::uint64_t perElement = isTyped ? 1 : place.itemSize;
            PESCOPE_TRY(last, lastElement(tensor));
            if (last >= storage.seen / perElement)
                return fail(ErrorCode::Format,
                            fmt::format("shape {} with strides [{}] from element {} on reaches element {}, outside its "
                                        "storage `{}` of {} elements",
                                        shapeText(tensor.shape), fmt::join(tensor.strides, ", "), tensor.offset, last,
                                        storage.key, storage.seen / perElement),
                            "The file is damaged: download or save it again.");
            const std::uint64_t from = storage.first + static_cast<std::uint64_t>(tensor.offset);
            const auto first = checkedMultiply(from, place.itemSize);
            const auto span = checkedMultiply(last - static_cast<std::uint64_t>(tensor.offset) + 1, place.itemSize);
            const auto end = first && span ? checkedAdd(*first, *span) : std::nullopt;
            PESCOPE_TRY(there, place.own ? Result<std::uint64_t>(place.own->size()) : m_storages->size(storage.key));
            if (!end || *end > there)
                return fail(ErrorCode::Format,
                            fmt::format("it needs bytes up to {} of its storage `{}`, which has {} bytes in the file",
                                        end ? std::to_string(*end) : "beyond 2^64", storage.key, there),
                            "The file is incomplete or damaged: download or save it again.");
            place.first = *first;
            place.span = *span;
        }
        if (isRowMajor(tensor.shape, tensor.strides))
            place.strides.clear();
        m_tensors.push_back({.name = name,
                             .dtype = dtype.empty() ? "bytes" : dtype,
                             .readable = readable,
                             .shape = tensor.shape,
                             .file = m_file->path()});
        m_places.push_back(std::move(place));
        return ok();
    }

    /// The bytes of a text, once however many arrays share it.
    std::shared_ptr<const std::string> ownBytes(const pickle::Text& text)
    {
        auto& kept = m_own[{text.characters.data(), text.kind}];
        if (!kept)
            kept = std::make_shared<const std::string>(pickle::bytesOf(text).value_or(std::string()));
        return kept;
    }

    /// Index in the storage of the element that lies farthest. The shape has elements.
    static Result<std::uint64_t> lastElement(const pickle::Tensor& tensor)
    {
        std::optional<std::uint64_t> last = static_cast<std::uint64_t>(tensor.offset);
        for (std::size_t axis = 0; axis < tensor.shape.size() && last; ++axis) {
            const auto reach = checkedMultiply(static_cast<std::uint64_t>(tensor.shape[axis] - 1),
                                               static_cast<std::uint64_t>(tensor.strides[axis]));
            last = reach ? checkedAdd(*last, *reach) : std::nullopt;
        }
        if (!last)
            return fail(ErrorCode::Format,
                        fmt::format("shape {} with strides [{}] reaches outside any storage", shapeText(tensor.shape),
                                    fmt::join(tensor.strides, ", ")));
        return *last;
    }

    [[nodiscard]] Result<TensorBytes> readTensor(std::size_t index) const override
    {
        const TensorInfo& info = m_tensors[index];
        auto data = readPlace(info, m_places[index]);
        if (!data)
            return std::unexpected(withContext(std::move(data).error(), tensorPlace(info.name)));
        return data;
    }

    [[nodiscard]] Result<TensorBytes> readPlace(const TensorInfo& info, const Place& place) const
    {
        if (!info.readable)
            return fail(ErrorCode::Unsupported, fmt::format("its element type {} is not read", info.dtype),
                        "Convert it to float32 and save it again.");
        const std::uint64_t needed = *elementCount(info.shape) * place.itemSize;
        // an expanded view is few numbers that stand for many
        if (needed > std::max(m_file->size(), kRepeatedBytes))
            return fail(ErrorCode::Unsupported,
                        fmt::format("shape {} repeats {} stored bytes to {}, more than the file has",
                                    shapeText(info.shape), place.span, needed),
                        "Save it with .contiguous(), or without the repetition.");
        TensorBytes result{.dtype = *info.readable, .shape = info.shape, .bytes = {}};
        if (needed == 0)
            return result;
        PESCOPE_TRY(bytes, bytesOf(place, 0, place.span));
        result.bytes =
            place.strides.empty() ? std::move(bytes) : gatherRowMajor(bytes, info.shape, place.strides, place.itemSize);
        if (place.bigEndian)
            swapByteOrder(result.bytes, place.itemSize);
        return result;
    }

    [[nodiscard]] Result<std::vector<std::byte>> bytesOf(const Place& place, std::uint64_t first,
                                                         std::uint64_t count) const
    {
        if (!place.own)
            return m_storages->read(place.key, place.first + first, count);
        const auto part = std::as_bytes(std::span(*place.own)).subspan(place.first + first, count);
        return std::vector<std::byte>(part.begin(), part.end());
    }

    [[nodiscard]] std::optional<Result<TensorBytes>> readPart(std::size_t index, std::uint64_t first,
                                                              std::uint64_t count) const override
    {
        const Place& place = m_places[index];
        if (!place.strides.empty())
            return std::nullopt;
        auto bytes = bytesOf(place, first * place.itemSize, count * place.itemSize);
        if (!bytes)
            return std::unexpected(withContext(std::move(bytes).error(), tensorPlace(m_tensors[index].name)));
        if (place.bigEndian)
            swapByteOrder(*bytes, place.itemSize);
        return TensorBytes{*m_tensors[index].readable, {static_cast<std::int64_t>(count)}, *std::move(bytes)};
    }

    SharedFile m_file;
    std::string_view m_format;
    std::unique_ptr<TorchStorages> m_storages;
    bool m_bigEndian;
    std::vector<TensorInfo> m_tensors;
    std::vector<Place> m_places; ///< one a tensor
    std::map<std::pair<const char*, pickle::Text::Kind>, std::shared_ptr<const std::string>> m_own; ///< by place
    std::vector<std::string> m_warnings;
};

} // namespace

Result<std::unique_ptr<Container>> makeTorchFile(TorchParts parts)
{
    PESCOPE_TRY(found, findTensors(*parts.document, looseName(parts.file->path())));
    auto container = std::make_unique<TorchFile>(parts.file, parts.format, std::move(parts.storages), parts.bigEndian);
    for (TorchTensors::Named& named : found.tensors)
        if (Status added = container->add(*parts.document, std::move(named)); !added)
            return std::unexpected(std::move(added).error());
    for (const std::string& warning : found.warnings)
        container->warn(warning);
    return container;
}

} // namespace pescope::checkpoint
