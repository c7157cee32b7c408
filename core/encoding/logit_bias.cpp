// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/logit_bias.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>

namespace pescope::encoding {

using tables::Index;
using tables::MatrixD;

namespace {

/// Buckets of one direction.
Index bucketsAside(const BucketTable& table)
{
    return table.bidirectional ? table.values->rows() / 2 : table.values->rows();
}

Status validateBuckets(const BucketTable& table)
{
    if (!table.values || table.values->cols() < 1)
        return fail(ErrorCode::Shape, "a bucket table without heads", "Open another encoding.");
    const Index exact = bucketsAside(table) / 2;
    if (exact < 1)
        return fail(ErrorCode::Shape, fmt::format("{} buckets", table.values->rows()),
                    fmt::format("Buckets of {} need at least {} rows.",
                                table.bidirectional ? "both directions" : "one direction",
                                table.bidirectional ? 4 : 2));
    if (table.maxDistance <= exact)
        return fail(
            ErrorCode::Shape,
            fmt::format("the maximum distance is {}, and {} buckets are of one offset each", table.maxDistance, exact),
            "relative_attention_max_distance lies above the exact buckets; models use 128.");
    return ok();
}

Status validateWindow(const WindowTable& table, Index length)
{
    constexpr Index kMostPositions = 8192;
    if (!table.values || table.values->cols() < 1)
        return fail(ErrorCode::Shape, "a window table without heads", "Open another encoding.");
    if (table.height < 1 || table.width < 1 || table.height > kMostPositions || table.width > kMostPositions
        || table.positions() > kMostPositions)
        return fail(ErrorCode::Shape, fmt::format("a window of {} × {} patches", table.height, table.width),
                    fmt::format("A window has at least one patch and at most {} positions.", kMostPositions));
    const Index rows = (2 * table.height - 1) * (2 * table.width - 1) + (table.classToken ? 3 : 0);
    if (table.values->rows() != rows)
        return fail(
            ErrorCode::Shape,
            fmt::format("{} rows for a window of {} × {} patches", table.values->rows(), table.height, table.width),
            fmt::format("Such a window has {} offsets.", rows));
    if (length != table.positions())
        return fail(ErrorCode::Shape, fmt::format("length is {}", length),
                    fmt::format("The bias is of a window of {} positions; leave the length out.", table.positions()));
    return ok();
}

int headsOf(const tables::SharedMatrix& values)
{
    return values ? static_cast<int>(values->cols()) : 0;
}

} // namespace

int LogitBias::heads() const
{
    if (const auto* slopes = std::get_if<AlibiSlopes>(&rule))
        return static_cast<int>(slopes->slopes.size());
    if (const auto* window = std::get_if<WindowTable>(&rule))
        return headsOf(window->values);
    return headsOf(std::get<BucketTable>(rule).values);
}

bool LogitBias::byOffset() const
{
    return !std::holds_alternative<WindowTable>(rule);
}

Index rowOf(const WindowTable& table, Index i, Index j)
{
    const Index shift = table.classToken ? 1 : 0;
    const Index rows = table.values->rows();
    if (i < shift && j < shift)
        return rows - 1;
    if (j < shift)
        return rows - 2;
    if (i < shift)
        return rows - 3;
    const Index query = i - shift;
    const Index key = j - shift;
    const Index down = query / table.width - key / table.width;
    const Index right = query % table.width - key % table.width;
    return (down + table.height - 1) * (2 * table.width - 1) + right + table.width - 1;
}

Status validate(const LogitBias& bias)
{
    if (bias.length < 1)
        return fail(ErrorCode::Shape, fmt::format("length is {}", bias.length), "length is a whole number from 1.");
    if (const auto* table = std::get_if<BucketTable>(&bias.rule))
        return validateBuckets(*table);
    if (const auto* table = std::get_if<WindowTable>(&bias.rule))
        return validateWindow(*table, bias.length);
    const auto& slopes = std::get<AlibiSlopes>(bias.rule).slopes;
    if (slopes.empty())
        return fail(ErrorCode::Shape, "a bias without heads", "Give at least one head.");
    for (std::size_t h = 0; h < slopes.size(); ++h)
        if (!std::isfinite(slopes[h]))
            return fail(ErrorCode::Numeric, fmt::format("slope {} is {}", h, shortestText(slopes[h])),
                        "Every slope is a finite number.");
    return ok();
}

Index bucketOf(const BucketTable& table, Index m)
{
    const Index aside = bucketsAside(table);
    const bool keyAfterQuery = m < 0;
    const Index first = table.bidirectional && keyAfterQuery ? aside : 0;
    const Index distance = table.bidirectional ? std::abs(m) : std::max<Index>(m, 0);
    const Index exact = aside / 2;
    if (distance < exact)
        return first + distance;
    const double octaves = std::log(static_cast<double>(distance) / static_cast<double>(exact))
        / std::log(static_cast<double>(table.maxDistance) / static_cast<double>(exact));
    const auto further = static_cast<Index>(std::floor(octaves * static_cast<double>(aside - exact)));
    return first + std::min(aside - 1, exact + further);
}

double biasAt(const LogitBias& bias, int head, Index m)
{
    PESCOPE_EXPECTS(head >= 0 && head < bias.heads() && bias.byOffset());
    if (const auto* table = std::get_if<BucketTable>(&bias.rule))
        return (*table->values)(bucketOf(*table, m), head);
    const auto& alibi = std::get<AlibiSlopes>(bias.rule);
    const Index distance = alibi.causal ? std::max<Index>(m, 0) : std::abs(m);
    // 0 − x: the diagonal is 0 and not −0
    return 0 - alibi.slopes[static_cast<std::size_t>(head)] * static_cast<double>(distance);
}

MatrixD biasMap(const LogitBias& bias, int head)
{
    PESCOPE_EXPECTS(head >= 0 && head < bias.heads());
    MatrixD map(bias.length, bias.length);
    if (const auto* window = std::get_if<WindowTable>(&bias.rule)) {
        for (Index i = 0; i < bias.length; ++i)
            for (Index j = 0; j < bias.length; ++j)
                map(i, j) = (*window->values)(rowOf(*window, i, j), head);
        return map;
    }
    const std::vector<double> byOffset = biasByOffset(bias, head, 1 - bias.length, 2 * bias.length - 1);
    for (Index i = 0; i < bias.length; ++i)
        for (Index j = 0; j < bias.length; ++j)
            map(i, j) = byOffset[static_cast<std::size_t>(i - j + bias.length - 1)];
    return map;
}

std::vector<double> biasByOffset(const LogitBias& bias, int head, Index first, Index count)
{
    std::vector<double> values(static_cast<std::size_t>(count));
    if (!bias.byOffset()) {
        const MatrixD map = biasMap(bias, head);
        for (std::size_t k = 0; k < values.size(); ++k) {
            // i − j = m lies on the diagonal −m as Eigen counts them
            const Index m = first + static_cast<Index>(k);
            if (std::abs(m) < bias.length)
                values[k] = map.diagonal(-m).mean();
        }
        return values;
    }
    for (std::size_t k = 0; k < values.size(); ++k)
        values[k] = biasAt(bias, head, first + static_cast<Index>(k));
    return values;
}

std::vector<double> alibiSlopes(int heads, double maxBias)
{
    PESCOPE_EXPECTS(heads >= 1);
    const auto wanted = static_cast<std::size_t>(heads);
    const std::size_t power = std::bit_ceil(wanted);
    const auto slope = [&](std::size_t t) {
        return std::exp2(-maxBias * static_cast<double>(t) / static_cast<double>(power));
    };
    std::vector<double> slopes;
    if (power == wanted) {
        for (std::size_t t = 1; t <= power; ++t)
            slopes.push_back(slope(t));
        return slopes;
    }
    for (const std::size_t start : {std::size_t{2}, std::size_t{1}})
        for (std::size_t t = start; t <= power && slopes.size() < wanted; t += 2)
            slopes.push_back(slope(t));
    return slopes;
}

} // namespace pescope::encoding
