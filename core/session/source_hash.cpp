// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/source_hash.h"

#include "core/encoding/model_encodings.h"
#include "core/encoding/what_if.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <nettle/sha2.h>

namespace pescope::session {

using encoding::Encoding;
using tables::DType;

namespace {

class Sha256 {
public:
    Sha256() { sha256_init(&m_state); }
    void add(std::span<const std::byte> bytes)
    {
        sha256_update(&m_state, bytes.size(), reinterpret_cast<const std::uint8_t*>(bytes.data()));
    }
    [[nodiscard]] std::string hex()
    {
        std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest{};
        sha256_digest(&m_state, digest.size(), digest.data());
        std::string text;
        for (const std::uint8_t byte : digest)
            text += fmt::format("{:02x}", byte);
        return text;
    }

private:
    sha256_ctx m_state{};
};

/// A value that float16 can hold, which every value read from float16 is.
std::uint16_t float16Bits(double value)
{
    constexpr std::uint16_t kInfinity = 0x7c00, kQuietNan = 0x7e00;
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    if (std::isnan(value))
        return kQuietNan;
    if (std::isinf(value))
        return sign | kInfinity;
    if (value == 0)
        return sign;
    int exponent = 0;
    const double mantissa = 2 * std::frexp(std::abs(value), &exponent); // 1 … 2
    constexpr int kLowest = -14, kBias = 15;
    --exponent;
    if (exponent < kLowest) // subnormal: multiples of 2⁻²⁴
        return static_cast<std::uint16_t>(sign | static_cast<int>(std::abs(value) * 0x1p24));
    return static_cast<std::uint16_t>(sign | ((exponent + kBias) << 10) | static_cast<int>((mantissa - 1) * 1024));
}

template<typename T>
void append(std::vector<std::byte>& bytes, T value)
{
    static_assert(std::endian::native == std::endian::little);
    std::array<std::byte, sizeof(T)> raw{};
    std::memcpy(raw.data(), &value, sizeof(T));
    bytes.insert(bytes.end(), raw.begin(), raw.end());
}

void appendAs(std::vector<std::byte>& bytes, DType type, double value)
{
    switch (type) {
    case DType::F32:
        return append(bytes, std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : static_cast<float>(value));
    case DType::BF16:
        return append(bytes,
                      std::isnan(value)
                          ? std::uint16_t{0x7fc0}
                          : static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(value)) >> 16));
    case DType::F16:
        return append(bytes, float16Bits(value));
    default:
        return append(bytes, std::isnan(value) ? std::numeric_limits<double>::quiet_NaN() : value);
    }
}

const tables::MatrixD* storedValues(const Encoding& encoding)
{
    const auto& content = encoding.content;
    if (const auto* table = std::get_if<encoding::StoredTable>(&content))
        return table->rows.get();
    if (const auto* map = std::get_if<encoding::GivenMap>(&content))
        return map->values.get();
    if (const auto* relative = std::get_if<encoding::RelativeTable>(&content))
        return relative->rows.get();
    if (const auto* bias = std::get_if<encoding::LogitBias>(&content)) {
        if (const auto* buckets = std::get_if<encoding::BucketTable>(&bias->rule))
            return buckets->values.get();
        if (const auto* window = std::get_if<encoding::WindowTable>(&bias->rule))
            return window->values.get();
    }
    return nullptr;
}

} // namespace

std::string sha256(std::span<const std::byte> bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.hex();
}

std::optional<std::string> contentHash(const Encoding& encoding)
{
    const tables::MatrixD* values = storedValues(encoding);
    if (!values || encoding.file.empty() || !encoding.whatIf.empty())
        return std::nullopt;
    Sha256 hash;
    std::vector<std::byte> row;
    for (Eigen::Index r = 0; r < values->rows(); ++r) {
        row.clear();
        for (Eigen::Index c = 0; c < values->cols(); ++c)
            appendAs(row, encoding.dtype, (*values)(r, c));
        hash.add(row);
    }
    return hash.hex();
}

Fingerprint fingerprintOf(const Encoding& encoding)
{
    return {.sha256 = contentHash(encoding).value_or(std::string()),
            .kind = std::string(encoding::name(encoding.kind)),
            .shape = encoding.shape};
}

Result<Fingerprint> fingerprintOf(const encoding::Source& source, const std::string& id)
{
    const auto meant = [&](const Encoding& one) {
        return id.empty() ? one.usedByModel && !encoding::isCandidate(one) : one.id == id;
    };
    const auto at = std::ranges::find_if(source.encodings, meant);
    if (at == source.encodings.end())
        return fail(ErrorCode::Format,
                    id.empty() ? fmt::format("{}: nothing opens by itself", source.spec)
                               : fmt::format("{} has no encoding “{}”", source.spec, id),
                    "Open it again and choose what is meant.");
    return fingerprintOf(*at);
}

std::string withoutWhatIfs(const std::string& spec)
{
    return spec.substr(encoding::whatIfPrefix(spec));
}

} // namespace pescope::session
