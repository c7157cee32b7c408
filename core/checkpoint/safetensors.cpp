// SPDX-License-Identifier: GPL-3.0-or-later
// https://github.com/huggingface/safetensors#format : 8 bytes little-endian header length, a JSON header, the data.
#include "core/base/checked.h"
#include "core/checkpoint/formats.h"
#include "core/checkpoint/json_listener.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <unordered_set>

namespace pescope::checkpoint {

namespace {

constexpr std::uint64_t kMaxHeader = 100'000'000; // as the reference implementation
constexpr std::uint64_t kLengthBytes = 8;
constexpr std::string_view kDownloadAgain = "The file is damaged or its download was cut off: download it again.";

/// Types of the format that PEScope lists but does not read, and their bits per element.
struct ListedType {
    std::string_view name;
    unsigned bits;
};
constexpr std::array kListedTypes{
    ListedType{"F4", 4},          ListedType{"F6_E2M3", 6},     ListedType{"F6_E3M2", 6}, ListedType{"F8_E8M0", 8},
    ListedType{"F8_E4M3FNUZ", 8}, ListedType{"F8_E5M2FNUZ", 8}, ListedType{"C64", 64},    ListedType{"C128", 128},
};

std::optional<unsigned> bitsPerElement(std::string_view dtype)
{
    if (const auto type = tables::dtypeFromName(dtype))
        return static_cast<unsigned>(8 * tables::byteSize(*type));
    const auto* const listed = std::ranges::find(kListedTypes, dtype, &ListedType::name);
    return listed != kListedTypes.end() ? std::optional(listed->bits) : std::nullopt;
}

struct Span {
    std::uint64_t begin = 0; ///< bytes from the start of the data section
    std::uint64_t end = 0;
};

/// Collects the tensors of the header; refuses what the format forbids, by tensor name.
class HeaderListener final : public JsonListener {
public:
    std::vector<TensorInfo> tensors;
    std::vector<Span> spans;

private:
    enum class Field { None, Dtype, Shape, Offsets, Other };

    bool onKey(std::string& key) override
    {
        if (depth() == 1) {
            if (!m_names.insert(key).second)
                return refuse(fmt::format("tensor `{}` stands twice in the header", key));
            m_inMetadata = key == "__metadata__";
            m_metadataKeys.clear();
            m_seen = {};
            m_offsets.clear();
            m_current = TensorInfo{.name = std::move(key), .dtype = {}, .readable = {}, .shape = {}, .file = {}};
            m_field = Field::None;
            return true;
        }
        if (depth() != 2)
            return true;
        if (m_inMetadata)
            return m_metadataKeys.insert(key).second
                || refuse(fmt::format("the key \"{}\" stands twice in the header's __metadata__", key));
        m_field = key == "dtype"    ? Field::Dtype
            : key == "shape"        ? Field::Shape
            : key == "data_offsets" ? Field::Offsets
                                    : Field::Other;
        if (m_field == Field::Other)
            return true;
        bool& seen = m_seen[static_cast<std::size_t>(m_field)];
        if (seen)
            return refuse(fmt::format("tensor `{}`: \"{}\" stands twice", m_current.name, key));
        return seen = true;
    }

    bool onStart(bool isObject) override
    {
        if (depth() == 1)
            return isObject || refuse("the header is not a JSON object");
        if (m_inMetadata || m_field == Field::Other)
            return true;
        if (depth() == 2)
            return isObject || refuse(fmt::format("tensor `{}` is described by a list", m_current.name));
        const bool expected = depth() == 3 && !isObject && (m_field == Field::Shape || m_field == Field::Offsets);
        return expected || unexpectedValue(isObject ? "an object" : "a list");
    }

    bool onEnd(bool) override
    {
        if (depth() == 2 && m_field != Field::None && !m_inMetadata)
            m_field = Field::None; // the end of a list: the next value needs a key of its own
        if (depth() != 1 || m_inMetadata)
            return true;
        constexpr std::array<std::string_view, 4> kNames{"", "dtype", "shape", "data_offsets"};
        for (std::size_t field = 1; field < kNames.size(); ++field) {
            if (!m_seen[field])
                return refuse(fmt::format("tensor `{}` has no \"{}\"", m_current.name, kNames[field]));
        }
        if (m_offsets.size() != 2)
            return refuse(fmt::format("tensor `{}`: data_offsets holds {} numbers, expected 2", m_current.name,
                                      m_offsets.size()));
        m_current.readable = tables::dtypeFromName(m_current.dtype);
        spans.push_back({m_offsets[0], m_offsets[1]});
        tensors.push_back(std::move(m_current));
        return true;
    }

    bool onString(std::string& value) override
    {
        if (m_inMetadata || m_field == Field::Other)
            return true;
        if (m_field != Field::Dtype || depth() != 2)
            return unexpectedValue(fmt::format("the text \"{}\"", value.substr(0, 60)));
        m_current.dtype = std::move(value);
        return true;
    }

    bool onUnsigned(std::uint64_t value) override
    {
        if (m_inMetadata || m_field == Field::Other)
            return true;
        if (depth() != 3 || (m_field != Field::Shape && m_field != Field::Offsets))
            return unexpectedValue(std::to_string(value));
        if (m_field == Field::Offsets) {
            m_offsets.push_back(value);
            return m_offsets.size() <= 2
                || refuse(fmt::format("tensor `{}`: data_offsets holds more than 2 numbers", m_current.name));
        }
        if (value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
            return unexpectedValue(std::to_string(value));
        if (m_current.shape.size() == kMaxAxes)
            return refuse(fmt::format("tensor `{}`: shape holds more than {} axes", m_current.name, kMaxAxes));
        m_current.shape.push_back(static_cast<std::int64_t>(value));
        return true;
    }

    bool onOther(std::string_view value) override
    {
        return m_inMetadata || m_field == Field::Other || unexpectedValue(value.substr(0, 60));
    }

    bool unexpectedValue(std::string_view value)
    {
        constexpr std::array<std::string_view, 5> kNames{"the description", "dtype", "shape", "data_offsets", ""};
        return refuse(fmt::format("tensor `{}`: {} cannot be {}", m_current.name,
                                  kNames[static_cast<std::size_t>(m_field)], value));
    }

    std::unordered_set<std::string> m_names;
    std::unordered_set<std::string> m_metadataKeys;
    TensorInfo m_current;
    std::vector<std::uint64_t> m_offsets;
    std::array<bool, 4> m_seen{};
    Field m_field = Field::None;
    bool m_inMetadata = false;
};

std::unexpected<Error> badTensor(const TensorInfo& tensor, const std::string& what)
{
    return fail(ErrorCode::Format, fmt::format("tensor `{}`: {}", tensor.name, what), std::string(kDownloadAgain));
}

Status checkSize(const TensorInfo& tensor, Span span)
{
    const auto bits = bitsPerElement(tensor.dtype);
    if (!bits)
        return fail(ErrorCode::Unsupported,
                    fmt::format("tensor `{}` has the type {}, which the format does not define", tensor.name,
                                tensor.dtype.substr(0, 60)),
                    "Convert the model to F32, F16 or BF16.");
    const auto count = elementCount(tensor.shape);
    const auto totalBits = count ? checkedMultiply(*count, *bits) : std::nullopt;
    if (!totalBits)
        return badTensor(tensor,
                         fmt::format("shape {} of {} is larger than any file", shapeText(tensor.shape), tensor.dtype));
    if (*totalBits % 8 != 0)
        return badTensor(tensor,
                         fmt::format("shape {} of {} is {} bits, not a whole number of bytes", shapeText(tensor.shape),
                                     tensor.dtype, *totalBits));
    if (*totalBits / 8 != span.end - span.begin)
        return badTensor(tensor,
                         fmt::format("shape {} of {} needs {} bytes, its data_offsets [{}, {}] span {}",
                                     shapeText(tensor.shape), tensor.dtype, *totalBits / 8, span.begin, span.end,
                                     span.end - span.begin));
    return ok();
}

std::string offsetsText(Span span)
{
    return fmt::format("data_offsets [{}, {}]", span.begin, span.end);
}

/// The data section must be covered exactly once, in any order of names: no holes, no overlap, nothing left over.
Status checkCoverage(const std::vector<TensorInfo>& tensors, const std::vector<Span>& spans, std::uint64_t dataSize)
{
    std::vector<std::size_t> order(tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return std::pair(spans[i].begin, spans[i].end); });
    std::uint64_t covered = 0;
    const TensorInfo* previous = nullptr;
    for (const std::size_t i : order) {
        const TensorInfo& tensor = tensors[i];
        const Span span = spans[i];
        if (span.end < span.begin)
            return badTensor(tensor, offsetsText(span) + " run backwards");
        if (span.end > dataSize)
            return badTensor(tensor,
                             fmt::format("{} end beyond the end of file: it holds {} bytes of data, truncated by "
                                         "at least {}",
                                         offsetsText(span), dataSize, span.end - dataSize));
        if (span.begin < covered)
            return badTensor(
                tensor,
                fmt::format("{} overlap those of `{}`, which end at {}", offsetsText(span), previous->name, covered));
        if (span.begin > covered)
            return badTensor(tensor,
                             fmt::format("{} leave a hole: bytes {} to {} belong to no tensor", offsetsText(span),
                                         covered, span.begin));
        if (Status size = checkSize(tensor, span); !size)
            return size;
        covered = span.end;
        previous = &tensor;
    }
    if (covered < dataSize)
        return fail(ErrorCode::Format,
                    fmt::format("{} bytes are left over after the last tensor (data of {} bytes, "
                                "tensors take {})",
                                dataSize - covered, dataSize, covered),
                    std::string(kDownloadAgain));
    return ok();
}

class SafetensorsFile final : public Container {
public:
    SafetensorsFile(SharedFile file, std::uint64_t dataBegin, std::vector<TensorInfo> tensors, std::vector<Span> spans)
        : m_file(std::move(file))
        , m_dataBegin(dataBegin)
        , m_tensors(std::move(tensors))
        , m_spans(std::move(spans))
    {
    }

    [[nodiscard]] std::string_view format() const override { return "safetensors"; }
    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return m_tensors; }

private:
    [[nodiscard]] Result<TensorBytes> readTensor(std::size_t index) const override
    {
        const TensorInfo& tensor = m_tensors[index];
        if (!tensor.readable)
            return fail(ErrorCode::Unsupported,
                        fmt::format("tensor `{}` has the type {}, which PEScope lists but does not read", tensor.name,
                                    tensor.dtype),
                        "Convert the model to F32, F16 or BF16.");
        const Span span = m_spans[index];
        auto bytes = m_file->bytesAt(m_dataBegin + span.begin, span.end - span.begin);
        if (!bytes)
            return std::unexpected(withContext(std::move(bytes).error(), fmt::format("tensor `{}`", tensor.name)));
        return TensorBytes{*tensor.readable, tensor.shape, *std::move(bytes)};
    }

    [[nodiscard]] std::optional<Result<TensorBytes>> readPart(std::size_t index, std::uint64_t first,
                                                              std::uint64_t count) const override
    {
        const TensorInfo& tensor = m_tensors[index];
        const std::size_t size = tables::byteSize(*tensor.readable);
        auto bytes = m_file->bytesAt(m_dataBegin + m_spans[index].begin + first * size, count * size);
        if (!bytes)
            return std::unexpected(withContext(std::move(bytes).error(), fmt::format("tensor `{}`", tensor.name)));
        return TensorBytes{*tensor.readable, {static_cast<std::int64_t>(count)}, *std::move(bytes)};
    }

    SharedFile m_file;
    std::uint64_t m_dataBegin;
    std::vector<TensorInfo> m_tensors;
    std::vector<Span> m_spans;
};

std::uint64_t headerLength(std::span<const std::byte> first8)
{
    std::uint64_t length = 0;
    for (std::size_t i = kLengthBytes; i-- > 0;)
        length = length << 8 | std::to_integer<std::uint64_t>(first8[i]);
    return length;
}

} // namespace

bool looksLikeSafetensors(const FileHead& head)
{
    if (head.bytes.size() <= kLengthBytes)
        return false;
    // a length below the limit leaves its upper four bytes 0, which no text has; a damaged length still shows `{"`
    const std::string_view text = head.text();
    const bool smallLength = text.substr(4, 4) == std::string_view("\0\0\0\0", 4);
    return text.substr(kLengthBytes).starts_with(smallLength ? "{" : "{\"");
}

Result<std::unique_ptr<Container>> openSafetensors(const SharedFile& file)
{
    if (file->size() < kLengthBytes)
        return fail(
            ErrorCode::Format,
            fmt::format("has {} bytes, too short for the 8 that give the length of a safetensors header", file->size()),
            std::string(kDownloadAgain));
    PESCOPE_TRY(lengthBytes, file->bytesAt(0, kLengthBytes));
    const std::uint64_t length = headerLength(lengthBytes);
    if (length > kMaxHeader)
        return fail(ErrorCode::Format,
                    fmt::format("the header claims {} bytes, over the limit of {} (100 MB)", length, kMaxHeader),
                    "The file is damaged, or not a safetensors file.");
    if (length > file->size() - kLengthBytes)
        return fail(ErrorCode::Format,
                    fmt::format("the header claims {} bytes, but the file ends {} bytes after its length: truncated",
                                length, file->size() - kLengthBytes),
                    std::string(kDownloadAgain));
    HeaderListener header;
    {
        PESCOPE_TRY(text, file->bytesAt(kLengthBytes, length));
        const std::string_view json(reinterpret_cast<const char*>(text.data()), text.size());
        Status parsed = json.starts_with('{') ? header.parse(json)
                                              : Status(fail(ErrorCode::Format, "the header does not start with '{'"));
        if (!parsed) {
            Error error = std::move(parsed).error();
            error.hint = kDownloadAgain;
            return std::unexpected(withContext(std::move(error), "safetensors header"));
        }
    }
    const std::uint64_t dataBegin = kLengthBytes + length;
    if (Status covered = checkCoverage(header.tensors, header.spans, file->size() - dataBegin); !covered)
        return std::unexpected(std::move(covered).error());
    for (TensorInfo& tensor : header.tensors)
        tensor.file = file->path();
    return std::make_unique<SafetensorsFile>(file, dataBegin, std::move(header.tensors), std::move(header.spans));
}

} // namespace pescope::checkpoint
