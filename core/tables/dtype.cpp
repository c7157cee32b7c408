// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/dtype.h"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace pescope::tables {

static_assert(std::endian::native == std::endian::little, "element loads below take the bytes as they are");

namespace {

struct Traits {
    DType type;
    std::string_view name;
    std::size_t bytes;
    bool floating;
};

constexpr std::array kTraits{
    Traits{DType::F64, "F64", 8, true},         Traits{DType::F32, "F32", 4, true},
    Traits{DType::F16, "F16", 2, true},         Traits{DType::BF16, "BF16", 2, true},
    Traits{DType::F8_E4M3, "F8_E4M3", 1, true}, Traits{DType::F8_E5M2, "F8_E5M2", 1, true},
    Traits{DType::I64, "I64", 8, false},        Traits{DType::I32, "I32", 4, false},
    Traits{DType::I16, "I16", 2, false},        Traits{DType::I8, "I8", 1, false},
    Traits{DType::U64, "U64", 8, false},        Traits{DType::U32, "U32", 4, false},
    Traits{DType::U16, "U16", 2, false},        Traits{DType::U8, "U8", 1, false},
    Traits{DType::Bool, "BOOL", 1, false},
};

const Traits& traits(DType type)
{
    return kTraits[static_cast<std::size_t>(type)];
}

/// A small binary float with an IEEE-like exponent: subnormals at exponent 0, the top exponent left to the caller.
template<int ExponentBits, int MantissaBits>
double finiteValue(unsigned code)
{
    constexpr int kBias = (1 << (ExponentBits - 1)) - 1;
    const int exponent = static_cast<int>((code >> MantissaBits) & ((1u << ExponentBits) - 1));
    const int mantissa = static_cast<int>(code & ((1u << MantissaBits) - 1));
    const int significand = exponent == 0 ? mantissa : mantissa + (1 << MantissaBits);
    const double magnitude = std::ldexp(significand, (exponent == 0 ? 1 : exponent) - kBias - MantissaBits);
    return (code >> (ExponentBits + MantissaBits)) & 1u ? -magnitude : magnitude;
}

/// As finiteValue, with infinities and NaN at the top exponent (F16, E5M2).
template<int ExponentBits, int MantissaBits>
double ieeeValue(unsigned code)
{
    constexpr unsigned kTop = (1u << ExponentBits) - 1;
    if (((code >> MantissaBits) & kTop) != kTop)
        return finiteValue<ExponentBits, MantissaBits>(code);
    if ((code & ((1u << MantissaBits) - 1)) != 0)
        return std::numeric_limits<double>::quiet_NaN();
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    return (code >> (ExponentBits + MantissaBits)) & 1u ? -kInfinity : kInfinity;
}

double e4m3Value(std::uint8_t code)
{
    // OCP 8-bit floats: only the all-ones code is NaN, the rest of the top exponent are numbers up to 448
    return (code & 0x7Fu) == 0x7Fu ? std::numeric_limits<double>::quiet_NaN() : finiteValue<4, 3>(code);
}

double bf16Value(std::uint16_t code)
{
    return std::bit_cast<float>(static_cast<std::uint32_t>(code) << 16);
}

template<typename Stored, typename Out, typename Convert>
std::vector<Out> widen(std::span<const std::byte> bytes, Convert convert)
{
    std::vector<Out> values(bytes.size() / sizeof(Stored));
    const std::byte* at = bytes.data();
    for (Out& value : values) {
        Stored stored;
        std::memcpy(&stored, at, sizeof stored);
        value = convert(stored);
        at += sizeof stored;
    }
    return values;
}

template<typename Stored>
std::vector<double> plainDoubles(std::span<const std::byte> bytes)
{
    return widen<Stored, double>(bytes, [](Stored stored) { return static_cast<double>(stored); });
}

template<typename Stored>
std::vector<std::int64_t> plainIntegers(std::span<const std::byte> bytes)
{
    return widen<Stored, std::int64_t>(bytes, [](Stored stored) { return static_cast<std::int64_t>(stored); });
}

Status checkWhole(std::span<const std::byte> bytes, DType type)
{
    if (bytes.size() % byteSize(type) != 0)
        return fail(ErrorCode::Shape,
                    fmt::format("{} bytes are not a whole number of {} elements of {} bytes", bytes.size(), name(type),
                                byteSize(type)));
    return ok();
}

} // namespace

std::string_view name(DType type)
{
    return traits(type).name;
}

std::optional<DType> dtypeFromName(std::string_view safetensorsName)
{
    for (const Traits& entry : kTraits) {
        if (entry.name == safetensorsName)
            return entry.type;
    }
    return std::nullopt;
}

std::size_t byteSize(DType type)
{
    return traits(type).bytes;
}

bool isFloating(DType type)
{
    return traits(type).floating;
}

Result<std::vector<double>> toDouble(std::span<const std::byte> littleEndian, DType type)
{
    PESCOPE_TRY(whole, checkWhole(littleEndian, type));
    static_cast<void>(whole);
    switch (type) {
    case DType::F64:
        return plainDoubles<double>(littleEndian);
    case DType::F32:
        return plainDoubles<float>(littleEndian);
    case DType::F16:
        return widen<std::uint16_t, double>(littleEndian, ieeeValue<5, 10>);
    case DType::BF16:
        return widen<std::uint16_t, double>(littleEndian, bf16Value);
    case DType::F8_E4M3:
        return widen<std::uint8_t, double>(littleEndian, e4m3Value);
    case DType::F8_E5M2:
        return widen<std::uint8_t, double>(littleEndian, ieeeValue<5, 2>);
    case DType::I64:
        return plainDoubles<std::int64_t>(littleEndian);
    case DType::I32:
        return plainDoubles<std::int32_t>(littleEndian);
    case DType::I16:
        return plainDoubles<std::int16_t>(littleEndian);
    case DType::I8:
        return plainDoubles<std::int8_t>(littleEndian);
    case DType::U64:
        return plainDoubles<std::uint64_t>(littleEndian);
    case DType::U32:
        return plainDoubles<std::uint32_t>(littleEndian);
    case DType::U16:
        return plainDoubles<std::uint16_t>(littleEndian);
    case DType::U8:
        return plainDoubles<std::uint8_t>(littleEndian);
    case DType::Bool:
        return widen<std::uint8_t, double>(littleEndian, [](std::uint8_t stored) { return stored != 0 ? 1.0 : 0.0; });
    }
    return fail(ErrorCode::Unsupported, "unknown element type");
}

Result<std::vector<std::int64_t>> toInt64(std::span<const std::byte> littleEndian, DType type)
{
    PESCOPE_TRY(whole, checkWhole(littleEndian, type));
    static_cast<void>(whole);
    switch (type) {
    case DType::I64:
        return plainIntegers<std::int64_t>(littleEndian);
    case DType::I32:
        return plainIntegers<std::int32_t>(littleEndian);
    case DType::I16:
        return plainIntegers<std::int16_t>(littleEndian);
    case DType::I8:
        return plainIntegers<std::int8_t>(littleEndian);
    case DType::U64: {
        std::vector<std::int64_t> values = plainIntegers<std::uint64_t>(littleEndian);
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (values[i] < 0)
                return fail(ErrorCode::Numeric,
                            fmt::format("element {} is {}, above the largest 64-bit integer {}", i,
                                        static_cast<std::uint64_t>(values[i]),
                                        std::numeric_limits<std::int64_t>::max()));
        }
        return values;
    }
    case DType::U32:
        return plainIntegers<std::uint32_t>(littleEndian);
    case DType::U16:
        return plainIntegers<std::uint16_t>(littleEndian);
    case DType::U8:
        return plainIntegers<std::uint8_t>(littleEndian);
    case DType::Bool:
        return widen<std::uint8_t, std::int64_t>(littleEndian, [](std::uint8_t stored) { return stored != 0 ? 1 : 0; });
    default:
        return fail(ErrorCode::Unsupported, fmt::format("{} elements are not integers", name(type)));
    }
}

} // namespace pescope::tables
