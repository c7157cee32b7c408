// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/square_cells.h"

#include "core/proximity/kind.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::proximity {

Index squareSize(const Proximity& s)
{
    return std::min(s.rows(), s.columns());
}

Index commonPositions(std::span<const SharedProximity> maps)
{
    Index least = 0;
    for (const SharedProximity& map : maps) {
        PESCOPE_EXPECTS(map != nullptr);
        least = least == 0 ? squareSize(*map) : std::min(least, squareSize(*map));
    }
    return least;
}

Result<SharedProximity> leadingSquare(const SharedProximity& s, Index positions)
{
    PESCOPE_EXPECTS(s && positions >= 1);
    return runGuarded([&]() -> Result<SharedProximity> {
        const Index n = std::min(positions, squareSize(*s));
        if (s->rows() == n && s->columns() == n)
            return s;
        const auto kind = std::dynamic_pointer_cast<const Kind>(s);
        if (!kind)
            return fail(ErrorCode::Unsupported,
                        fmt::format("the first {} positions of a map drawn by {}", n, s->method()),
                        "Compare maps of the same size.");
        return kind->leading(n, n);
    });
}

Result<tables::MatrixD> squareCells(const Proximity& s, Index n, const JobContext& job)
{
    PESCOPE_EXPECTS(n >= 0 && n <= squareSize(s));
    return runGuarded([&]() -> Result<tables::MatrixD> {
        if (!s.symmetric())
            return s.cells(0, n, 0, n, job);
        // every block row reaches from the left edge to its diagonal block; eight of them compute 56 % of the cells
        const Index block = std::max<Index>(64, (n + 7) / 8);
        tables::MatrixD all(n, n);
        for (Index first = 0; first < n; first += block) {
            if (job.stopRequested())
                return cancelled();
            const Index end = std::min(first + block, n);
            PESCOPE_TRY(part, s.cells(first, end, 0, end, job));
            all.block(first, 0, end - first, end) = part;
            all.block(0, first, first, end - first) = part.leftCols(first).transpose();
            // the diagonal block came whole: its upper half is overwritten by the lower one
            for (Index i = first; i < end; ++i)
                for (Index j = i + 1; j < end; ++j)
                    all(i, j) = part(j - first, i);
        }
        return all;
    });
}

} // namespace pescope::proximity
