// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/vectors.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::frame {

using tables::Index;

Result<tables::MatrixD> vectorsOf(const encoding::Encoding& encoding, Index mostRows)
{
    return runGuarded([&]() -> Result<tables::MatrixD> {
        if (const auto* spec = std::get_if<encoding::SinusoidSpec>(&encoding.content))
            return encoding::table(*spec, 0, std::min(spec->length, mostRows));
        if (const auto* spec = std::get_if<encoding::RelativeSinusoid>(&encoding.content))
            return encoding::table(*spec);
        if (const auto* relative = std::get_if<encoding::RelativeTable>(&encoding.content);
            relative && relative->rows) {
            if (relative->ascending)
                return *relative->rows;
            return relative->rows->colwise().reverse();
        }
        if (const auto* table = std::get_if<encoding::StoredTable>(&encoding.content); table && table->rows)
            return table->positionRows();
        return fail(ErrorCode::Unsupported,
                    fmt::format("vectors by position of a source of kind {}", name(encoding.kind)),
                    "It has values by offset, no vectors.");
    });
}

Index vectorLength(const encoding::Encoding& encoding)
{
    if (const auto* spec = std::get_if<encoding::SinusoidSpec>(&encoding.content))
        return spec->columns();
    if (const auto* spec = std::get_if<encoding::RelativeSinusoid>(&encoding.content))
        return spec->dim;
    if (const auto* relative = std::get_if<encoding::RelativeTable>(&encoding.content); relative && relative->rows)
        return relative->rows->cols();
    if (const auto* table = std::get_if<encoding::StoredTable>(&encoding.content); table && table->rows)
        return table->rows->cols();
    return 0;
}

encoding::Layout layoutOf(const encoding::Encoding& encoding)
{
    if (const auto* spec = std::get_if<encoding::SinusoidSpec>(&encoding.content))
        return spec->layout;
    const auto* table = std::get_if<encoding::StoredTable>(&encoding.content);
    return table && table->sinusoid ? table->sinusoid->layout : encoding::Layout::Interleaved;
}

} // namespace pescope::frame
