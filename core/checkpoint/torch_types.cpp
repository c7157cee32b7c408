// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/torch_types.h"

#include <algorithm>
#include <array>

namespace pescope::checkpoint {

namespace {

struct TorchRow {
    std::string_view storage; ///< empty: types that came after typed storages
    std::string_view dtype;
    TorchType type;
};

/// torch/storage.py (_dtype_to_storage_type_map) and c10/core/ScalarType.h.
constexpr std::array kTorchRows{
    TorchRow{"FloatStorage", "float32", {"F32", 4}},
    TorchRow{"HalfStorage", "float16", {"F16", 2}},
    TorchRow{"BFloat16Storage", "bfloat16", {"BF16", 2}},
    TorchRow{"DoubleStorage", "float64", {"F64", 8}},
    TorchRow{"LongStorage", "int64", {"I64", 8}},
    TorchRow{"IntStorage", "int32", {"I32", 4}},
    TorchRow{"ShortStorage", "int16", {"I16", 2}},
    TorchRow{"CharStorage", "int8", {"I8", 1}},
    TorchRow{"ByteStorage", "uint8", {"U8", 1}},
    TorchRow{"BoolStorage", "bool", {"BOOL", 1}},
    TorchRow{"ComplexFloatStorage", "complex64", {"C64", 8}},
    TorchRow{"ComplexDoubleStorage", "complex128", {"C128", 16}},
    TorchRow{"QInt8Storage", "qint8", {"QINT8", 1}},
    TorchRow{"QUInt8Storage", "quint8", {"QUINT8", 1}},
    TorchRow{"QInt32Storage", "qint32", {"QINT32", 4}},
    TorchRow{"QUInt4x2Storage", "quint4x2", {"QUINT4X2", 1}},
    TorchRow{"QUInt2x4Storage", "quint2x4", {"QUINT2X4", 1}},
    TorchRow{"UntypedStorage", "", {"", 1}},
    TorchRow{"", "uint16", {"U16", 2}},
    TorchRow{"", "uint32", {"U32", 4}},
    TorchRow{"", "uint64", {"U64", 8}},
    TorchRow{"", "float8_e4m3fn", {"F8_E4M3", 1}},
    TorchRow{"", "float8_e5m2", {"F8_E5M2", 1}},
    TorchRow{"", "float8_e4m3fnuz", {"F8_E4M3FNUZ", 1}},
    TorchRow{"", "float8_e5m2fnuz", {"F8_E5M2FNUZ", 1}},
    TorchRow{"", "float8_e8m0fnu", {"F8_E8M0", 1}},
    TorchRow{"", "complex32", {"C32", 4}},
};

std::optional<TorchType> typeWhere(std::string_view TorchRow::* column, std::string_view name)
{
    const auto* const row = std::ranges::find(kTorchRows, name, column);
    if (name.empty() || row == kTorchRows.end())
        return std::nullopt;
    return row->type;
}

} // namespace

std::optional<TorchType> typeOfStorage(std::string_view storageClass)
{
    return typeWhere(&TorchRow::storage, storageClass);
}

std::optional<TorchType> typeOfDtype(std::string_view dtype)
{
    return typeWhere(&TorchRow::dtype, dtype);
}

} // namespace pescope::checkpoint
