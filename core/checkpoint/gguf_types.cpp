// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/gguf_header.h"

#include <algorithm>
#include <array>

namespace pescope::checkpoint {

namespace {

struct GgmlRow {
    std::uint32_t number;
    GgmlType type;
};

/// enum ggml_type of ggml.h, block sizes of ggml-common.h.
constexpr std::array kTypes{
    GgmlRow{0, {"F32", 1, 4}},         GgmlRow{1, {"F16", 1, 2}},         GgmlRow{2, {"Q4_0", 32, 18}},
    GgmlRow{3, {"Q4_1", 32, 20}},      GgmlRow{6, {"Q5_0", 32, 22}},      GgmlRow{7, {"Q5_1", 32, 24}},
    GgmlRow{8, {"Q8_0", 32, 34}},      GgmlRow{9, {"Q8_1", 32, 36}},      GgmlRow{10, {"Q2_K", 256, 84}},
    GgmlRow{11, {"Q3_K", 256, 110}},   GgmlRow{12, {"Q4_K", 256, 144}},   GgmlRow{13, {"Q5_K", 256, 176}},
    GgmlRow{14, {"Q6_K", 256, 210}},   GgmlRow{15, {"Q8_K", 256, 292}},   GgmlRow{16, {"IQ2_XXS", 256, 66}},
    GgmlRow{17, {"IQ2_XS", 256, 74}},  GgmlRow{18, {"IQ3_XXS", 256, 98}}, GgmlRow{19, {"IQ1_S", 256, 50}},
    GgmlRow{20, {"IQ4_NL", 32, 18}},   GgmlRow{21, {"IQ3_S", 256, 110}},  GgmlRow{22, {"IQ2_S", 256, 82}},
    GgmlRow{23, {"IQ4_XS", 256, 136}}, GgmlRow{24, {"I8", 1, 1}},         GgmlRow{25, {"I16", 1, 2}},
    GgmlRow{26, {"I32", 1, 4}},        GgmlRow{27, {"I64", 1, 8}},        GgmlRow{28, {"F64", 1, 8}},
    GgmlRow{29, {"IQ1_M", 256, 56}},   GgmlRow{30, {"BF16", 1, 2}},       GgmlRow{34, {"TQ1_0", 256, 54}},
    GgmlRow{35, {"TQ2_0", 256, 66}},   GgmlRow{39, {"MXFP4", 32, 17}},
};

} // namespace

std::optional<GgmlType> ggmlType(std::uint32_t number)
{
    const auto* const row = std::ranges::find(kTypes, number, &GgmlRow::number);
    return row == kTypes.end() ? std::nullopt : std::optional(row->type);
}

} // namespace pescope::checkpoint
