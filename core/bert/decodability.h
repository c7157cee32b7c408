// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"
#include "core/bert/token_roles.h"

#include <span>
#include <vector>

namespace pescope::bert {

/// Vectors of one text and the position of each, which is to be read from them.
struct PlacedVectors {
    tables::MatrixF vectors; ///< tokens × dim
    std::vector<double> positions; ///< one for each row
};

struct DecodabilityOptions {
    tables::Index folds = 5; ///< at least 3; no more than there are texts
    bool withSpecial = false; ///< [CLS] always stands first, so that its position is read from its identity
};

/// How well position is read from vectors of texts that the regression has not seen.
struct Decodability {
    double r2 = 0; ///< 1 − Σ (y − ŷ)² ÷ Σ (y − ȳ)²: 1 exact, 0 no better than the mean, below 0 worse
    double meanAbsoluteError = 0; ///< in tokens
    double baselineError = 0; ///< the same of the guess ȳ, the mean position of the training texts
    double ridge = 0; ///< ρ, geometric mean over the folds
};

/// Linear (ridge) regression from a vector to its position, cross-validated over texts.
///
///   ŷ = ȳ + (x − x̄) w,  w = (XᵀX + λI)⁻¹ Xᵀy,  X and y centred on the training texts
/// or, with fewer samples than dimensions, w = Xᵀ(XXᵀ + λI)⁻¹ y, which is the same vector. λ is ρ times the mean of the
/// diagonal of the matrix that is inverted. Text t is in fold t mod K: a fold holds whole texts, as neighbouring tokens
/// of one text know of each other. Sums run over the tokens of all held-out texts.
///
/// ρ: for each fold, of 100, 1, 10⁻², 10⁻⁴ and 10⁻⁶ the one with the smallest squared error on the next fold when
/// trained on the remaining ones (the largest where they are alike); with it the regression is trained again on all but
/// its fold.
///
/// After the absolute-position regression of Wang & Chen 2020 (there without a ridge, over one table's rows).
/// R² is undefined (NaN) where all positions are those guessed.
/// Errors: Shape with the numbers for fewer than 3 texts with tokens or less than 3 folds, texts of different dim or
/// with another number of positions than vectors; Numeric for a vector that is not finite (text and token are named);
/// Cancelled, asked for before each system of equations. O(folds · samples · dim · s + 6 folds · s³), s the smaller of
/// samples and dim; memory: 3 · samples · dim doubles.
[[nodiscard]] Result<Decodability> positionDecodability(std::span<const PlacedVectors> texts,
                                                        const DecodabilityOptions& options = {},
                                                        const JobContext& job = {});

/// The measured tokens' hidden states of one sequence (from 0), each with its place in the text from 0. The state must
/// have been kept.
[[nodiscard]] PlacedVectors placedStates(const EncodedText& text, StateId state, const TokenRoles& roles,
                                         bool withSpecial = false, tables::Index sequence = 0);

/// By StateId::axisIndex, from the embedding output on, over several runs that kept all states (first sequences).
///
/// @param roles  one list for each text
/// Errors: those of `positionDecodability`, with the state; Shape for runs with different states or a state that was
/// not kept. Cost: that of `positionDecodability` for each state; one state of all texts is held beside the runs.
[[nodiscard]] Result<std::vector<Decodability>> decodabilityByState(std::span<const EncodedText> texts,
                                                                    std::span<const TokenRoles> roles,
                                                                    const DecodabilityOptions& options = {},
                                                                    const JobContext& job = {});

} // namespace pescope::bert
