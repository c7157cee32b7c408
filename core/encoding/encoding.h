// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/formula.h"
#include "core/encoding/logit_bias.h"
#include "core/encoding/relative.h"
#include "core/encoding/rotary.h"
#include "core/encoding/sinusoid.h"
#include "core/tables/dtype.h"
#include "core/tables/matrix.h"

#include <nlohmann/json_fwd.hpp>

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace pescope::encoding {

/// What a source says about position. `Matrix` is a map given as S itself (`matrix:FILE`).
enum class Kind { Absolute, Sinusoid, Relative, Rotary, Bias, Convolution, Matrix };
[[nodiscard]] std::string_view name(Kind kind); ///< "absolute", "sinusoid", …

/// What the rows of a table were computed from: row r is the sinusoid of r.
struct ComputedRows {
    SinusoidSpec sinusoid; ///< its length is not used
    std::optional<tables::Index> zeroRow = std::nullopt; ///< a row of zeros instead (the padding token's)
};

/// A stored table, row order, widened to double; or one that a model computes and does not store.
struct StoredTable {
    tables::SharedMatrix rows; ///< every stored row, also the unused ones
    tables::Index firstPositionRow = 0; ///< row of position 0
    tables::Index positions = 0; ///< usable rows from there
    std::optional<RecognisedSinusoid> sinusoid;
    std::optional<ComputedRows> computed = std::nullopt; ///< none: a stored one

    [[nodiscard]] auto positionRows() const { return rows->middleRows(firstPositionRow, positions); }
};

/// A map given as it is.
struct GivenMap {
    tables::SharedMatrix values; ///< rows i (query) × columns j (key)
};

using Content =
    std::variant<StoredTable, SinusoidSpec, GivenMap, RelativeTable, RelativeSinusoid, RotarySpec, LogitBias>;

/// One piece of position information that a source holds, and why it was taken for that. A value; copies share the
/// data.
struct Encoding {
    std::string id; ///< "ape", "layer0.relative_key", … (cli.md)
    Kind kind = Kind::Absolute;
    std::string family; ///< "bert", "roberta", …; empty for loose arrays
    std::string title; ///< short name for people: "Fixed sinusoid", "bert · position_embeddings"
    std::string tensor; ///< stored name; empty when computed
    std::string file; ///< the file with the data; empty when computed
    std::vector<std::int64_t> shape; ///< as stored, or as it would be stored
    tables::DType dtype = tables::DType::F64;
    std::optional<tables::Index> positions;
    std::optional<tables::Index> firstPositionRow;
    std::optional<tables::Index> dim;
    std::optional<int> heads;
    std::optional<int> layer;
    std::shared_ptr<const nlohmann::json> parameters; ///< object of `inspect --json`; null pointer: empty object
    std::vector<std::string> notes; ///< one sentence each; where a rule guessed, it says so
    bool usedByModel = true;
    std::vector<std::string> whatIf; ///< what was changed of it, one phrase each in their order (what_if.h)
    AttentionFormula formula; ///< where it enters attention
    Content content;
};

/// True for a map without rows of its own, a given one or a bias: it has one picture, which stands in dot's place.
[[nodiscard]] bool isMap(const Encoding& encoding);

/// True for vectors by offset: rows of tables and maps are offsets m = i − j, not positions.
[[nodiscard]] bool isByOffset(const Encoding& encoding);

/// "what-if: extended to 1024 by clip; rows shuffled, seed 0": the mark that every export carries; empty for what is as
/// the model has it.
[[nodiscard]] std::string whatIfText(const Encoding& encoding);

/// The frequencies of a sinusoid, a relative sinusoid, a rotary encoding (scaled, at its length) or a stored table that
/// is recognised as a sinusoid, in index order; nothing for anything else. rad/position.
[[nodiscard]] std::optional<std::vector<double>> frequencies(const Encoding& encoding);

/// True where the products of its vectors are ψ of their distance at every pair. Not so where far offsets share a
/// vector (a clamp) or where m and −m do: ψ then describes the frequencies and not the map.
[[nodiscard]] bool productsArePsi(const Encoding& encoding);

/// Encodings of one source with what was noticed on the way.
struct Source {
    std::string spec; ///< as given (path, folder, built-in spec), without #ID
    std::string container; ///< "safetensors", "npy", …, "computed"
    std::string family;
    std::vector<Encoding> encodings;
    struct Tensor {
        std::string name;
        std::string dtype;
        std::vector<std::int64_t> shape;
    };
    std::vector<Tensor> tensors; ///< every tensor of the file(s)
    std::vector<std::string> warnings;
};

} // namespace pescope::encoding
