// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/lens.h"
#include "core/session/reproduce.h"
#include "core/session/session.h"

#include <vector>

namespace pescope::session {

// Python for what else a pane or a chart shows of a source. As numpyCode(): NumPy alone, float64, about ten lines, a
// comment on top, nothing read or run; the same errors unless said otherwise.

/// S, m and profile as numpyCode() sets them, and `L`, S through a lens. Of Rising also `share`, that of the steps away
/// from the diagonal on which S does not fall, 1 − STEP.
/// Errors: also Shape for the asymmetry of a map that is not square.
[[nodiscard]] Result<std::string> numpyLens(const ShownMap& map, proximity::Metric metric, proximity::Lens lens);

/// S, m and profile as numpyCode() sets them, and `G`, S as a grid of grids (proximity::gridOfGrids).
/// Errors: also Unsupported for a source whose positions lie in a line, and where a patch is left out.
[[nodiscard]] Result<std::string> numpyGrid(const ShownMap& map, proximity::Metric metric);

/// `P`, one position (or offset, ascending) a row, and `T`, its columns in the order of a table.
/// @param order  the stored column of each place, frame::columnsOf(); empty: as stored
/// Errors: Unsupported for what has no rows.
[[nodiscard]] Result<std::string> numpyTable(const ShownMap& map, Columns columns,
                                             const std::vector<tables::Index>& order);

/// The chart by distance: S, m and profile as numpyCode() sets them, the 10 % and 90 % quantiles `p10`, `p90` of the
/// cells at each m (linear between neighbours), and the ranges `integer_range` and `tolerance_range` of the mean over
/// |m|, of a sinusoid those of its ψ at the same distances; None where nothing ends them.
/// PEScope rounds cells to float32 for quantiles.
[[nodiscard]] Result<std::string> numpyDistance(const ShownMap& map, proximity::Metric metric, double epsilon);

/// `psi`, `slope` (ψ′) and `step` (ψ(m + 1) − ψ(m)) at m = 0 … N − 1 with the integer range and that with tolerance.
/// Errors: Unsupported for anything but a sinusoid.
[[nodiscard]] Result<std::string> numpyPsi(const ShownMap& map, double epsilon);

/// `omega`, rad/position, in index order, and `wavelength`. Fitted ones are written out.
/// Errors: Unsupported where there are none.
[[nodiscard]] Result<std::string> numpyOmega(const ShownMap& map);

/// What the spectrum shows. Of rows: `sigma`, `share`, `effective_rank`, `participation_ratio`, `scores` (three
/// components, whose signs are open), the amplitudes `rms` over columns at `omega`, `norms`, `neighbours`
/// cos(P_r, P_{r+1}), and of offsets `mirror`, cos(P_k, P_−k). Of a rotary encoding `decay` and `kernel` at m = 0 …
/// Of a bias `b`, heads × offsets. Above 8192 rows PEScope decomposes evenly spread ones, the code all of them.
/// Errors: Unsupported for a given map and for A − B.
[[nodiscard]] Result<std::string> numpySpectrum(const ShownMap& map);

} // namespace pescope::session
