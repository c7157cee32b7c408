// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/real_fft.h"

#include "core/base/error.h"

#include <unsupported/Eigen/FFT>

#include <algorithm>

namespace pescope::analysis {

Index smoothLength(Index atLeast)
{
    for (Index length = std::max<Index>(atLeast, 1);; ++length) {
        Index rest = length;
        for (const Index factor : {2, 3, 5})
            while (rest % factor == 0)
                rest /= factor;
        if (rest == 1)
            return length;
    }
}

struct RealFft::State {
    Eigen::FFT<double> fft;
    std::vector<double> input;
    std::vector<std::complex<double>> output;
};

RealFft::RealFft(Index length)
    : m_state(std::make_unique<State>())
{
    PESCOPE_EXPECTS(length >= 1);
    m_state->fft.SetFlag(Eigen::FFT<double>::HalfSpectrum);
    m_state->input.resize(static_cast<std::size_t>(length));
    m_state->output.resize(static_cast<std::size_t>(length / 2 + 1));
}

RealFft::~RealFft() = default;
RealFft::RealFft(RealFft&&) noexcept = default;
RealFft& RealFft::operator=(RealFft&&) noexcept = default;

Index RealFft::length() const
{
    return std::ssize(m_state->input);
}

std::span<const std::complex<double>> RealFft::operator()(std::span<const double> x)
{
    State& state = *m_state;
    PESCOPE_EXPECTS(x.size() <= state.input.size());
    std::ranges::fill(std::ranges::copy(x, state.input.begin()).out, state.input.end(), 0.0);
    if (length() == 1)
        state.output[0] = state.input[0]; // kissfft's real transform starts at two points
    else
        state.fft.fwd(state.output.data(), state.input.data(), length());
    return state.output;
}

} // namespace pescope::analysis
