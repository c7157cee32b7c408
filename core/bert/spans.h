// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"

#include <vector>

namespace pescope::bert {

/// Neighbouring tokens of a text: places begin … end − 1, from 0.
struct TokenSpan {
    tables::Index begin = 0;
    tables::Index end = 0;

    [[nodiscard]] tables::Index size() const { return end - begin; }
    bool operator==(const TokenSpan&) const = default;
};

/// What two spans A and B of a text have to do with each other, layer by layer.
struct SpanCurves {
    /// Attention from A to B: mean over the queries in A of the summed weight on the keys in B, layers × heads; row k
    /// is layer k + 1.
    tables::MatrixD fromAToBByHead, fromBToAByHead;
    std::vector<double> fromAToB, fromBToA; ///< mean over the heads; element k is layer k + 1
    /// What a token that attends to all alike would give: tokens of the other span ÷ tokens that are not masked.
    double alikeAToB = 0, alikeBToA = 0;
    /// By StateId::axisIndex, from the embedding output on. Cosine of the spans' mean vectors, and the mean of the
    /// cosines of a token of A and a token of B; 0 where a vector is 0.
    std::vector<double> cosineOfMeans, meanCosine;
};

/// Errors: Shape, with the places, for an empty span, one that reaches outside the text, two that overlap, or a masked
/// token in one. The first sequence is looked at.
[[nodiscard]] Status checkSpans(const EncoderInput& input, TokenSpan a, TokenSpan b);

/// Attention between two spans and their similarity, of the first sequence of a run that kept all states.
///
/// No more than one layer's attention is held. Errors: those of `checkSpans` and `Encoder::attention`; Shape where a
/// state was not kept; Cancelled, asked for at each layer.
/// O(layers · (forward pass of a layer + |A| |B| dim)).
[[nodiscard]] Result<SpanCurves> spanCurves(const Encoder& encoder, const EncodedText& text, TokenSpan a, TokenSpan b,
                                            const JobContext& job = {});

} // namespace pescope::bert
