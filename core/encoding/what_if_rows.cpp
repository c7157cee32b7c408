// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/what_if_rows.h"

#include "core/encoding/what_if.h"

#include <algorithm>
#include <numeric>
#include <random>

namespace pescope::encoding {

using tables::Index;
using tables::MatrixD;

namespace {

constexpr Index kBlock = 1024; // rows between two looks at the stop token

} // namespace

std::vector<Index> shuffledOrder(Index count, std::uint64_t seed)
{
    std::vector<Index> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), Index{0});
    std::mt19937_64 random(seed);
    for (std::size_t last = order.size(); last > 1; --last)
        std::swap(order[last - 1], order[random() % last]);
    return order;
}

std::vector<Index> tiledOrder(Index length, Index count)
{
    std::vector<Index> order(static_cast<std::size_t>(length));
    for (Index r = 0; r < length; ++r)
        order[static_cast<std::size_t>(r)] = r % count;
    return order;
}

std::vector<Index> clippedOrder(Index length, Index count)
{
    std::vector<Index> order(static_cast<std::size_t>(length));
    for (Index r = 0; r < length; ++r)
        order[static_cast<std::size_t>(r)] = std::min(r, count - 1);
    return order;
}

Result<MatrixD> pickedRows(const Rows& rows, const std::vector<Index>& order, const JobContext& job)
{
    MatrixD result(std::ssize(order), rows.cols());
    for (Index r = 0; r < result.rows(); ++r) {
        if (r % kBlock == 0 && job.stopRequested())
            return cancelled();
        result.row(r) = rows.row(order[static_cast<std::size_t>(r)]);
    }
    return result;
}

Result<MatrixD> resampledRows(const Rows& rows, Index count, const JobContext& job)
{
    MatrixD result(count, rows.cols());
    const Index steps = std::max<Index>(count - 1, 1);
    for (Index r = 0; r < count; ++r) {
        if (r % kBlock == 0 && job.stopRequested())
            return cancelled();
        const Index scaled = r * (rows.rows() - 1);
        const Index below = scaled / steps;
        if (scaled % steps == 0) {
            result.row(r) = rows.row(below);
            continue;
        }
        const double share = static_cast<double>(scaled % steps) / static_cast<double>(steps);
        result.row(r) = (1 - share) * rows.row(below) + share * rows.row(below + 1);
    }
    return result;
}

} // namespace pescope::encoding
