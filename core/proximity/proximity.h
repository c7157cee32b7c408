// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/compute/backend.h"
#include "core/encoding/encoding.h"
#include "core/proximity/metric.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pescope::proximity {

using tables::Index;

/// A rectangle of S in cells; cell (i, j) covers [i, i+1) × [j, j+1). Where it leaves the matrix, a pixel is the mean
/// of its part inside, or NaN.
struct Viewport {
    double row0 = 0, row1 = 0; ///< row0 < row1
    double col0 = 0, col1 = 0;
    bool operator==(const Viewport&) const = default;
};

/// Pixels of a picture, row-major from the top left; NaN where the pixel lies outside S or touches a value that is
/// not finite (a row with a NaN is a NaN line, it never spreads to its neighbours).
template<typename T>
struct Image {
    int width = 0;
    int height = 0;
    std::vector<T> pixels;
};

/// Mean of S over each offset m = i − j (row − column).
struct Profile {
    Index firstOffset = 0; ///< m of element 0: −(columns − 1)
    std::vector<double> mean;
    std::vector<Index> count; ///< pairs behind each mean; pairs that are not finite are left out
};

/// A multiset of values of S with weights, ascending: enough for percentiles and rank scales.
struct ValueSample {
    std::vector<float> values; ///< ascending, finite
    std::vector<float> weights; ///< same length; empty: all 1
    bool exact = true; ///< false: taken on a seeded sample of rows, said on screen
    double min = 0, max = 0; ///< over all finite cells of the matrix, the diagonal included
    Index notFinite = 0; ///< cells that are NaN or infinite
};

/// Positions on a grid, row by row, behind tokens that have no place on it ([CLS], distillation): patch (y, x) is
/// position prefix + y·width + x.
struct PatchGrid {
    Index height = 1, width = 1;
    Index prefix = 0;
    struct Patch {
        Index y = 0, x = 0;
    };
    [[nodiscard]] Index patches() const { return height * width; }
    [[nodiscard]] Index position(Patch patch) const { return prefix + patch.y * width + patch.x; }
    /// Nothing for a position that has no place on the grid.
    [[nodiscard]] std::optional<Patch> patchAt(Index position) const
    {
        const Index patch = position - prefix;
        return patch < 0 || patch >= patches() ? std::nullopt
                                               : std::optional(Patch{.y = patch / width, .x = patch % width});
    }
    bool operator==(const PatchGrid&) const = default;
};

/// S(i, j) behind a heatmap, drawn at any zoom without being stored. Immutable; any thread.
class Proximity {
public:
    virtual ~Proximity() = default;

    [[nodiscard]] virtual Index rows() const = 0;
    [[nodiscard]] virtual Index columns() const = 0;

    /// S(i, j) in float64. 0 ≤ i < rows, 0 ≤ j < columns. O(D).
    [[nodiscard]] virtual double value(Index i, Index j) const = 0;

    /// For each pixel the area-weighted mean of S over the pixel's real rectangle: a cell cut by an edge counts with
    /// its share. Zoomed in, a cell is a block of pixels. Cost depends on pixels, not on N. Cancel points per row
    /// block. The float picture is what the screen shows (relative error about 1e-5); the double one is for tests and
    /// export.
    [[nodiscard]] virtual Result<Image<float>> image(const Viewport& view, int width, int height,
                                                     const JobContext& job = {}) const = 0;
    [[nodiscard]] virtual Result<Image<double>> imageExact(const Viewport& view, int width, int height,
                                                           const JobContext& job = {}) const = 0;

    /// Cells of rows [i0, i1) and columns [j0, j1) in float64, row-major.
    [[nodiscard]] virtual Result<tables::MatrixD> cells(Index i0, Index i1, Index j0, Index j1,
                                                        const JobContext& job = {}) const = 0;

    /// Mean by offset over all pairs, at any N (FFT of the columns where rows × rows is too many).
    [[nodiscard]] virtual Result<Profile> profile(const JobContext& job = {}) const = 0;

    /// Values of the off-diagonal cells (i ≠ j; all cells of a table) for the percentiles of the colour scale; at most
    /// about 2^18 entries.
    [[nodiscard]] virtual Result<ValueSample> sample(const JobContext& job = {}) const = 0;

    /// Row sums and row norms are of the table; empty where S has no rows of its own (given maps).
    [[nodiscard]] virtual std::vector<double> rowNorms() const { return {}; }

    /// True when S depends on i − j alone by construction.
    [[nodiscard]] virtual bool toeplitz() const { return false; }

    /// True when S(i, j) = S(j, i) by construction; computed cells may still differ by rounding.
    [[nodiscard]] virtual bool symmetric() const { return false; }

    /// The label of row or column `row`: the position that it shows, where positions were left out; of a relative
    /// source the offset r = i − j, ascending with the row; else the row itself.
    [[nodiscard]] virtual Index positionOf(Index row) const { return row; }

    /// True when rows and columns are offsets and not positions, as in the Gram picture of a relative table.
    [[nodiscard]] virtual bool rowsAreOffsets() const { return false; }

    /// True for a table of positions × dimensions (`tableCells`).
    [[nodiscard]] virtual bool isTable() const { return false; }
    /// The grid whose small maps are shown (`gridOfGrids`): a row is a row of a patch i and one of a patch j.
    [[nodiscard]] virtual std::optional<PatchGrid> grid() const { return std::nullopt; }
    /// True where rows and columns are both positions or both offsets: else there is no diagonal and there are no m.
    [[nodiscard]] bool hasOffsets() const { return !isTable() && !grid(); }
    /// The stored column of a shown one; another than the column itself only where a table's columns are reordered.
    [[nodiscard]] virtual Index columnOf(Index column) const { return column; }

    /// What draws it: "closed form", "Gram", "by offset", "given map"; for the status bar.
    [[nodiscard]] virtual std::string method() const = 0;
};

using SharedProximity = std::shared_ptr<const Proximity>;

/// Rows that are looked at: all usable positions, or also the unused rows; rows left out at the front
/// ("without marked rows" of a table whose row 0 stands apart). A bias has no rows, but a picture for each head.
struct RowChoice {
    bool includeUnused = false;
    /// Positions to be left out, ascending; of a relative source its rows, counted from the lowest offset. Rotary
    /// encodings and biases have no row that could stand apart: nothing is left out of them.
    std::vector<Index> leaveOut;
    int head = 0; ///< of a bias
    bool operator==(const RowChoice&) const = default;
};

/// S of one encoding under a metric: of tables the rows compared; of relative ones the vectors of all offsets compared,
/// S(r, r′) = P_r·P_r′ with offsets ascending; of a rotary encoding Σ cos ω_k (i − j); of a bias b_h(i − j), m = i − j.
/// @param backend  does the Gram products; float pictures of tables run there.
/// Errors: Unsupported when the metric does not exist for the encoding, by name (a given map and a bias have only Dot's
/// place; a rotary encoding has no mean row and no differences, so neither Centred nor Distance); Shape for a head that
/// a bias does not have, and for a bias over more than 2^26 positions; Numeric when no row is finite. O(N D) for a
/// table, O(D) for a sinusoid, O(N) for a bias.
[[nodiscard]] Result<SharedProximity> of(const encoding::Encoding& encoding, Metric metric,
                                         std::shared_ptr<const compute::Backend> backend, const RowChoice& rows = {});

/// What the values of that map are, for the colour bar: `formula(metric)` for tables of positions, "φ = Pᵣ·Pᵣ′" for
/// relative sources, "φ = Σ cos ωₖ(i − j)" for rotary ones, "φ = bₕ(i − j)" for biases, "φ = Sᵢⱼ" for given maps.
[[nodiscard]] std::string_view formula(const encoding::Encoding& encoding, Metric metric);

/// The table itself, positions (or offsets r, ascending) × dimensions, under its stored values.
/// @param order  stored column of each shown one (analysis::column_order); empty: as stored
/// Errors: Unsupported for biases, rotary encodings and given maps, which have no vectors by position; Shape for an
/// empty table. O(N D) for a stored table, O(D) for a sinusoid.
[[nodiscard]] Result<SharedProximity> tableCells(const encoding::Encoding& encoding, const std::vector<Index>& order,
                                                 const RowChoice& rows = {});

/// A − B over the common positions 0 … min(N_A, N_B) − 1 (scale factors and means are those of each whole source).
/// Errors: Unsupported for a map over offsets beside one over positions, and for maps whose offsets start differently.
[[nodiscard]] Result<SharedProximity> difference(const SharedProximity& a, const SharedProximity& b);

} // namespace pescope::proximity
