// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/formats.h"
#include "core/checkpoint/gguf_header.h"
#include "core/checkpoint/gguf_set.h"
#include "core/checkpoint/layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace pescope::checkpoint {

namespace {

constexpr std::int64_t kMostFactors = 1 << 16; ///< rotary frequencies of one head

std::optional<tables::DType> readableType(const GgufTensor& tensor, const std::optional<GgmlType>& type)
{
    if (!type)
        return std::nullopt;
    if (tensor.type == kGgmlQ8_0)
        return tables::DType::F32; // what its blocks stand for
    return tables::dtypeFromName(type->name);
}

/// Blocks of Q8_0 as float32: a scale d in float16 and 32 signed bytes q; the values are d·q (ggml-quants.c,
/// dequantize_row_q8_0). Little-endian.
std::vector<std::byte> widenQ8(std::span<const std::byte> blocks, bool bigEndian)
{
    constexpr std::size_t kItems = 32;
    constexpr std::size_t kBytes = 34;
    std::vector<std::byte> out(blocks.size() / kBytes * kItems * sizeof(float));
    for (std::size_t block = 0; block * kBytes < blocks.size(); ++block) {
        const auto bytes = blocks.subspan(block * kBytes, kBytes);
        const auto at = [&](std::size_t i) { return std::to_integer<std::uint32_t>(bytes[i]); };
        const std::uint32_t half = bigEndian ? at(0) << 8 | at(1) : at(1) << 8 | at(0);
        const auto exponent = static_cast<int>(half >> 10 & 31);
        const auto mantissa = static_cast<float>(half & 1023);
        float scale = exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
        if (exponent == 31)
            scale = mantissa == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
        if ((half & 0x8000) != 0)
            scale = -scale;
        for (std::size_t i = 0; i < kItems; ++i) {
            const float value = scale * static_cast<float>(static_cast<std::int8_t>(at(2 + i)));
            auto bits = std::bit_cast<std::uint32_t>(value);
            if constexpr (std::endian::native == std::endian::big)
                bits = __builtin_bswap32(bits);
            std::memcpy(out.data() + (block * kItems + i) * sizeof bits, &bits, sizeof bits);
        }
    }
    return out;
}

class GgufFile final : public Container {
public:
    GgufFile(SharedFile file, GgufHeader header)
        : m_file(std::move(file))
        , m_header(std::move(header))
    {
        for (const GgufTensor& tensor : m_header.tensors) {
            const auto type = ggmlType(tensor.type);
            m_tensors.push_back({.name = tensor.name,
                                 .dtype = type ? std::string(type->name) : fmt::format("GGML type {}", tensor.type),
                                 .readable = readableType(tensor, type),
                                 .shape = tensor.shape,
                                 .file = m_file->path()});
        }
    }

    /// Reads the few numbers that belong to the config although they are tensors. Errors: those of reading.
    [[nodiscard]] Result<GgufRopeFactors> ropeFactors() const
    {
        GgufRopeFactors factors;
        for (auto [name, to] :
             {std::pair{"rope_freqs.weight", &factors.all}, std::pair{"rope_factors_long.weight", &factors.longText},
              std::pair{"rope_factors_short.weight", &factors.shortText}}) {
            const auto found = std::ranges::find(m_tensors, name, &TensorInfo::name);
            const bool isList = found != m_tensors.end() && found->readable && found->shape.size() == 1
                && found->shape[0] <= kMostFactors;
            if (!isList)
                continue;
            PESCOPE_TRY(data, read(static_cast<std::size_t>(found - m_tensors.begin())));
            PESCOPE_TRY(values, tables::toDouble(data.bytes, data.dtype));
            *to = std::move(values);
        }
        return factors;
    }

    [[nodiscard]] const GgufHeader& header() const { return m_header; }

    [[nodiscard]] std::string_view format() const override { return "gguf"; }
    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return m_tensors; }

private:
    [[nodiscard]] Result<TensorBytes> readTensor(std::size_t index) const override
    {
        const TensorInfo& info = m_tensors[index];
        const GgufTensor& tensor = m_header.tensors[index];
        if (!info.readable)
            return fail(ErrorCode::Unsupported,
                        fmt::format("tensor `{}` is quantised as {}, which is not read", info.name, info.dtype),
                        "Open the safetensors files of the model that it was made from, or a GGUF file in F32, F16, "
                        "BF16 or Q8_0.");
        PESCOPE_TRY(bytes, m_file->bytesAt(tensor.offset, tensor.bytes));
        TensorBytes result{.dtype = *info.readable, .shape = info.shape, .bytes = {}};
        if (tensor.type == kGgmlQ8_0) {
            result.bytes = widenQ8(bytes, m_header.bigEndian);
            return result;
        }
        if (m_header.bigEndian)
            swapByteOrder(bytes, tables::byteSize(result.dtype));
        result.bytes = std::move(bytes);
        return result;
    }

    [[nodiscard]] std::optional<Result<TensorBytes>> readPart(std::size_t index, std::uint64_t first,
                                                              std::uint64_t count) const override
    {
        const TensorInfo& info = m_tensors[index];
        const GgufTensor& tensor = m_header.tensors[index];
        constexpr std::uint64_t kBlock = 32;
        const bool inBlocks = tensor.type == kGgmlQ8_0;
        if (inBlocks && (first % kBlock != 0 || count % kBlock != 0))
            return std::nullopt;
        const auto type = ggmlType(tensor.type);
        auto bytes = m_file->bytesAt(tensor.offset + first / type->blockItems * type->blockBytes,
                                     count / type->blockItems * type->blockBytes);
        if (!bytes)
            return std::unexpected(std::move(bytes).error());
        TensorBytes part{.dtype = *info.readable, .shape = {static_cast<std::int64_t>(count)}, .bytes = {}};
        if (inBlocks) {
            part.bytes = widenQ8(*bytes, m_header.bigEndian);
            return part;
        }
        if (m_header.bigEndian)
            swapByteOrder(*bytes, tables::byteSize(part.dtype));
        part.bytes = *std::move(bytes);
        return part;
    }

    SharedFile m_file;
    GgufHeader m_header;
    std::vector<TensorInfo> m_tensors;
};

} // namespace

Result<GgufPart> openGgufPart(const SharedFile& file)
{
    PESCOPE_TRY(header, readGgufHeader(*file));
    auto container = std::make_unique<GgufFile>(file, std::move(header));
    PESCOPE_TRY(factors, container->ropeFactors());
    const GgufHeader* read = &container->header();
    return GgufPart{.container = std::move(container), .header = read, .factors = std::move(factors)};
}

} // namespace pescope::checkpoint
