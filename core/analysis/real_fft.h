// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/matrix.h"

#include <complex>
#include <memory>
#include <span>
#include <vector>

namespace pescope::analysis {

using tables::Index;

/// The smallest number not below `atLeast` without a prime factor above 5: lengths whose transform is quick. ≥ 1.
[[nodiscard]] Index smoothLength(Index atLeast);

/// X_k = Σ_p x_p e^{−2πi kp/M}, k = 0 … ⌊M/2⌋, of real sequences that are filled up with zeros to the length M.
/// Keeps its tables between calls, so one object serves one thread.
class RealFft {
public:
    explicit RealFft(Index length); ///< M ≥ 1
    ~RealFft();
    RealFft(RealFft&&) noexcept;
    RealFft& operator=(RealFft&&) noexcept;

    [[nodiscard]] Index length() const;

    /// @param x  at most M values   @return ⌊M/2⌋ + 1 values, valid until the next call. O(M log M) for smooth M.
    [[nodiscard]] std::span<const std::complex<double>> operator()(std::span<const double> x);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace pescope::analysis
