// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/head_view.h"

#include <fmt/format.h>

#include <cmath>

namespace pescope::bert {
namespace {

using tables::Index;
using tables::MatrixD;

Eigen::RowVectorXd vector(const WeightTensor& tensor)
{
    return Eigen::Map<const Eigen::RowVectorXf>(tensor.values->data(), std::ssize(*tensor.values)).cast<double>();
}

/// x Wᵀ (+ b) for the outputs first … first + count − 1.
MatrixD linear(const MatrixD& x, const LinearWeights& weights, Index first, Index count, bool bias)
{
    MatrixD y = x * weights.weight.matrix().middleRows(first, count).cast<double>().transpose();
    if (bias)
        y.rowwise() += vector(weights.bias).segment(first, count);
    return y;
}

void normalise(MatrixD& x, const NormWeights& norm, double eps)
{
    const Eigen::RowVectorXd gain = vector(norm.gain);
    const Eigen::RowVectorXd shift = vector(norm.shift);
    for (Index r = 0; r < x.rows(); ++r) {
        const Eigen::RowVectorXd centred = x.row(r).array() - x.row(r).mean();
        const double variance = centred.squaredNorm() / static_cast<double>(x.cols());
        x.row(r) = (centred.array() / std::sqrt(variance + eps) * gain.array() + shift.array()).matrix();
    }
}

} // namespace

Result<HeadFactors> headFactors(const HeadWeights& weights, Index head, const HeadViewOptions& options)
{
    const EncoderConfig& config = weights.config;
    if (!weights.embedding.positions)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the model is {}: it adds no positions to the words, so heads see none as vectors",
                                name(config.position)),
                    "Look at its relative tables.");
    if (head < 0 || head >= config.heads)
        return fail(ErrorCode::Shape, fmt::format("there is no head {}: each layer has {}", head, config.heads),
                    fmt::format("Choose a head from 0 to {}.", config.heads - 1));
    return runGuarded([&]() -> Result<HeadFactors> {
        const auto stored = weights.embedding.positions->matrix();
        MatrixD x = stored.bottomRows(stored.rows() - config.firstPositionRow()).cast<double>();
        if (options.layerNorm)
            normalise(x, weights.embedding.norm, config.layerNormEps);
        if (weights.embedding.projection)
            x = linear(x, *weights.embedding.projection, 0, config.hidden, options.biases);
        const Index d = config.headDim();
        HeadFactors factors{.queries = linear(x, weights.query, head * d, d, options.biases),
                            .keys = linear(x, weights.key, head * d, d, options.biases)};
        factors.queries /= std::sqrt(static_cast<double>(d));
        return factors;
    });
}

} // namespace pescope::bert
