// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/position_source.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::bert {
namespace {

using tables::Index;
using tables::MatrixD;
using tables::MatrixF;

std::shared_ptr<const MatrixF> shared(const Eigen::Ref<const MatrixD>& rows)
{
    return std::make_shared<const MatrixF>(rows.cast<float>());
}

/// Vectors of the offsets −M … M in this order.
std::shared_ptr<const MatrixF> offsetRows(const encoding::RelativeTable& table)
{
    const Index lowest = table.lowestOffset();
    const Index highest = lowest + table.rows->rows() - 1;
    const Index reach = std::min(-lowest, highest);
    if (reach < 0)
        return nullptr;
    auto rows = std::make_shared<MatrixF>(2 * reach + 1, table.rows->cols());
    for (Index m = -reach; m <= reach; ++m)
        rows->row(m + reach) = table.rows->row(table.storedRow(m)).cast<float>();
    return rows;
}

std::shared_ptr<const MatrixF> positionRows(const encoding::Encoding& source, Index tokens)
{
    if (const auto* stored = std::get_if<encoding::StoredTable>(&source.content))
        return shared(stored->positionRows());
    if (const auto* sinusoid = std::get_if<encoding::SinusoidSpec>(&source.content))
        return shared(encoding::table(*sinusoid, 0, std::max<Index>(sinusoid->length, tokens)));
    return nullptr;
}

std::shared_ptr<const MatrixF> offsetVectors(const encoding::Encoding& source)
{
    if (const auto* relative = std::get_if<encoding::RelativeTable>(&source.content))
        return offsetRows(*relative);
    if (const auto* sinusoid = std::get_if<encoding::RelativeSinusoid>(&source.content))
        return shared(encoding::table(*sinusoid));
    return nullptr;
}

} // namespace

Result<PositionScheme> schemeOf(const encoding::Encoding& source, const EncoderConfig& config, Index tokens,
                                bool matchNorm)
{
    return runGuarded([&]() -> Result<PositionScheme> {
        const bool relative = config.isRelative();
        const std::string name = source.title.empty() ? source.id : source.title;
        const auto rows = relative ? offsetVectors(source) : positionRows(source, tokens);
        if (!rows)
            return fail(ErrorCode::Unsupported,
                        fmt::format("{} ({}) cannot take the place of the model's positions, which are {}", name,
                                    encoding::name(source.kind), bert::name(config.position)),
                        relative ? "Take vectors by offset: a relative table or sinusoid-relative."
                                 : "Take a table of positions or a sinusoid.");
        if (relative)
            return PositionScheme{.absolute = {}, .relative = GivenOffsets{rows, matchNorm, name}};
        return PositionScheme{.absolute = GivenTable{rows, matchNorm, name}, .relative = {}};
    });
}

} // namespace pescope::bert
