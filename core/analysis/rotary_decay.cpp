// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rotary_decay.h"

#include "core/analysis/rotating_sum.h"

#include <algorithm>

namespace pescope::analysis {

using tables::Index;

std::vector<double> rotaryDecay(std::span<const double> theta, Index count)
{
    constexpr Index kBlock = 64;
    std::vector<double> result(static_cast<std::size_t>(std::max<Index>(count, 0)), 0.0);
    if (theta.empty() || result.empty())
        return result;
    const auto n = static_cast<Index>(theta.size());
    // e^{i(m + k)θ} = e^{imθ} e^{ikθ}: the second factor is the same in every block.
    Eigen::ArrayXXd cosine(kBlock, n);
    Eigen::ArrayXXd sine(kBlock, n);
    for (Index i = 0; i < n; ++i)
        for (Index k = 0; k < kBlock; ++k) {
            const auto [s, c] = exactSineCosine(theta[static_cast<std::size_t>(i)], static_cast<double>(k));
            sine(k, i) = s;
            cosine(k, i) = c;
        }
    using Block = Eigen::Array<double, kBlock, 1>;
    for (Index first = 0; first < count; first += kBlock) {
        Block real = Block::Zero();
        Block imaginary = Block::Zero();
        Block total = Block::Zero();
        for (Index i = 0; i < n; ++i) {
            const auto [s, c] = exactSineCosine(theta[static_cast<std::size_t>(i)], static_cast<double>(first));
            real += c * cosine.col(i) - s * sine.col(i);
            imaginary += s * cosine.col(i) + c * sine.col(i);
            total += (real.square() + imaginary.square()).sqrt();
        }
        const Index here = std::min(kBlock, count - first);
        for (Index k = 0; k < here; ++k)
            result[static_cast<std::size_t>(first + k)] = total[k] / static_cast<double>(n);
    }
    return result;
}

} // namespace pescope::analysis
