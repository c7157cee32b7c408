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
    return s.cells(0, n, 0, n, job);
}

} // namespace pescope::proximity
