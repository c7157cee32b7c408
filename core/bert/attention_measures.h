// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/bert/head_measure.h"
#include "core/bert/token_roles.h"
#include "core/proximity/proximity.h"

namespace pescope::bert {

struct MeasureOptions {
    bool withSpecial = false; ///< special tokens are measured like words; padding never is
    tables::Index window = 16; ///< W of the local monotonicity, in tokens
};

/// Mean weight by distance m = i − j (query − key) over the measured pairs; element k is m = firstOffset + k, from
/// −(n − 1) to n − 1 of all n places, NaN with a count of 0 where there is no pair.
///
/// @param weights  n × n, rows are queries
/// Errors: those of `checkAttention`. O(n²).
[[nodiscard]] Result<proximity::Profile> weightByDistance(const tables::MatrixD& weights, const TokenRoles& roles,
                                                          const MeasureOptions& options = {});

/// −Σ_j A_ij ln A_ij of each row, over the keys that are no padding, in nats: 0 for a row that sees one key, ln n for
/// one that sees n alike. NaN for the row of a padding token. Errors: those of `checkAttention`. O(n²).
[[nodiscard]] Result<std::vector<double>> rowEntropies(const tables::MatrixD& weights, const TokenRoles& roles);

/// Attention weights: square, one role for each token, and rows of real tokens that sum to 1 within 1e-3.
/// Errors: Shape with both sizes; Numeric at the first cell that is negative or not finite, or for the first row that
/// does not sum to 1 (logits do not).
[[nodiscard]] Status checkAttention(const tables::MatrixD& weights, const TokenRoles& roles);

/// TI, SYM and MON of attention logits; NaN where undefined.
struct LogitProperties {
    double translationInvariance = std::numeric_limits<double>::quiet_NaN();
    double symmetry = translationInvariance;
    double monotonicity = translationInvariance;
    double monotonicityLocal = translationInvariance;
    bool constant = false; ///< all off the diagonal are equal: TI and SYM are 1 by convention
};

/// The three properties of `core/analysis/properties.h` on the map of the tokens in `places`.
///
/// Logits, not weights: a softmax divides each row by a sum of its own, so that weights made of perfectly
/// translation-invariant (or symmetric) logits are not (TI 0.9711 of softmax(−0.1 |i − j|) over 128 tokens, whose rows
/// near the edge have less to share out). The order in a row, all that MON looks at, is the same for both. A number
/// that is added to a row of logits (as q·b_K) changes TI and SYM, and not the attention.
///
/// Tokens that are left out close up: a gap in the middle makes the distances across it shorter, which concerns TI and
/// the window alone. Values off the diagonal that differ by no more than 1e-5 of the largest |logit|, or by 1e-5
/// (weights apart by a factor of 1.00001), are float32 rounding and count as equal.
///
/// @param logits  n × n, rows are queries   @param places  ascending   @param window  W of the local monotonicity
/// Errors: Numeric at the first logit that is not finite; Shape for a window below 1. O(n² log n).
[[nodiscard]] Result<LogitProperties> logitProperties(const tables::MatrixD& logits,
                                                      const std::vector<tables::Index>& places, tables::Index window);

/// All measures of one head. With M the measured tokens (the words; `options`), i ∈ M a query, j ∈ M a key,
/// A the weights, and a_ij = A_ij ÷ Σ_{j∈M} A_ij what the row gives to M:
///   translation invariance, symmetry, monotonicity, monotonicity local: see `logitProperties`
///   strongest key at one distance: the m = i − j at which most queries have their single strongest key in M; the share
///     of the queries with a key at that m. (Voita et al. 2019 call a head positional from 0.9 on, with ±1 in mind.)
///   locality           mean_i Σ_j a_ij 2^−|i−j|: 1 looks at itself; (Chen, Varoquaux & Suchanek 2023)
///   mirror symmetry    1 − mean of the differences |A_{i,i−k} − A_{i,i+k}|, which are first scaled to 0 … 1 within
///   each
///     row; over all pairs with both keys in M. Their "symmetry": a row whose differences are all equal counts as
///     symmetric, and so does one whose differences are float32 rounding (1e-5 of its largest weight); random rows give
///     0.76. (The same paper.)
///   mean distance      mean_i Σ_j a_ij |i − j|, in tokens
///   entropy            mean of `rowEntropies` over i ∈ M, over all keys: also the special ones; ÷ ln (number of them)
///   weight on the first, the last special token: mean_i A_i,first, before any is left out. [CLS] and [SEP] of BERT;
///     undefined where there is none, the last also where there is but one
/// Rows that give nothing to M are left out of locality and mean distance.
///
/// @param weights, logits  n × n of the same head, rows are queries   @param roles  of the n tokens
/// Errors: those of `checkAttention`; Shape for maps of two sizes; Numeric for a logit of M that is not finite.
/// O(n² log n).
[[nodiscard]] Result<HeadMeasures> headMeasures(const tables::MatrixD& weights, const tables::MatrixD& logits,
                                                const TokenRoles& roles, const MeasureOptions& options = {});

} // namespace pescope::bert
