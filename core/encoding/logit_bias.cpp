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

} // namespace

int LogitBias::heads() const
{
    if (const auto* slopes = std::get_if<AlibiSlopes>(&rule))
        return static_cast<int>(slopes->slopes.size());
    const auto& table = std::get<BucketTable>(rule);
    return table.values ? static_cast<int>(table.values->cols()) : 0;
}

Status validate(const LogitBias& bias)
{
    if (bias.length < 1)
        return fail(ErrorCode::Shape, fmt::format("length is {}", bias.length), "length is a whole number from 1.");
    if (const auto* table = std::get_if<BucketTable>(&bias.rule))
        return validateBuckets(*table);
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
    PESCOPE_EXPECTS(head >= 0 && head < bias.heads());
    if (const auto* table = std::get_if<BucketTable>(&bias.rule))
        return (*table->values)(bucketOf(*table, m), head);
    const auto& alibi = std::get<AlibiSlopes>(bias.rule);
    const Index distance = alibi.causal ? std::max<Index>(m, 0) : std::abs(m);
    // 0 − x: the diagonal is 0 and not −0
    return 0 - alibi.slopes[static_cast<std::size_t>(head)] * static_cast<double>(distance);
}

std::vector<double> biasByOffset(const LogitBias& bias, int head, Index first, Index count)
{
    std::vector<double> values(static_cast<std::size_t>(count));
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
