// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"

#include <optional>
#include <string_view>

namespace pescope::proximity {

/// What a map shows of S:
///   Value          S(i, j)
///   NonInvariance  S(i, j) − μ_m, μ_m the mean of S over its diagonal m = i − j: 0 everywhere ⇔ TI = 1
///   Asymmetry      (S(i, j) − S(j, i)) ÷ 2: 0 everywhere ⇔ SYM = 1
///   Rising         1 where S does not fall on the step that ends in (i, j), going away from the diagonal in row i:
///                  S(i, j) ≥ S(i, j ∓ 1); else 0, also on the diagonal, where no step ends
enum class Lens { Value, NonInvariance, Asymmetry, Rising };
inline constexpr Lens kLenses[] = {Lens::Value, Lens::NonInvariance, Lens::Asymmetry, Lens::Rising};

[[nodiscard]] std::string_view name(Lens lens); ///< "value", "departure", "asymmetry", "rising"
[[nodiscard]] std::string_view formula(Lens lens); ///< for the colour bar
[[nodiscard]] std::optional<Lens> lensFromName(std::string_view text);
/// NonInvariance and Asymmetry have a sign: their scale is symmetric about 0.
[[nodiscard]] bool isSigned(Lens lens);

/// Most positions of a map without a closed form whose rising cells are looked at.
inline constexpr Index kRisingPositions = 8192;

/// S through a lens, drawn like any map. A step between equal values counts as rising, so that over the N(N−1) steps
/// of an N × N map the share of rising cells is 1 − STEP. What depends on i − j alone stays so.
///
/// Cost once: none for Value and Asymmetry, the profile of S for NonInvariance, all cells for Rising (N² (D + 1), 4 N²
/// bytes; O(N) by offset). A picture then costs that of S, twice for an Asymmetry that is not 0; of Rising O(pixels).
/// Errors: Shape for the Asymmetry of a map that is not square; Unsupported for Rising beyond kRisingPositions.
[[nodiscard]] Result<SharedProximity> through(const SharedProximity& s, Lens lens, const JobContext& job = {});

/// What a pixel of the Rising lens says at a zoom.
enum class RisingReading {
    Cells, ///< every cell is at least a pixel wide and high: yes or no for each
    Noise, ///< the mean of fewer than four cells: a pattern of the grid, not of S
    Share ///< the share of rising cells among at least about four
};
[[nodiscard]] RisingReading risingReading(const Viewport& view, int width, int height);

/// The largest picture of the view, at most width × height, whose pixels are not Noise: of at least two cells a side,
/// or the size asked for where its pixels show Cells.
struct PictureSize {
    int width = 1, height = 1;
    bool operator==(const PictureSize&) const = default;
};
[[nodiscard]] PictureSize risingPicture(const Viewport& view, int width, int height);

} // namespace pescope::proximity
