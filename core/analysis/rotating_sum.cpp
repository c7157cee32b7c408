// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/rotating_sum.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace pescope::analysis {
namespace {

constexpr std::size_t kLanes = 8;
using Lanes = Eigen::Array<double, kLanes, 1>;

} // namespace

SineCosine exactSineCosine(double omega, double x)
{
    const double angle = omega * x;
    const double rest = std::fma(omega, x, -angle);
    const double s = std::sin(angle);
    const double c = std::cos(angle);
    return {.sine = s + rest * c, .cosine = c - rest * s};
}

std::vector<double> stepAmplitudes(std::span<const double> omega)
{
    std::vector<double> amplitude(omega.size());
    std::ranges::transform(omega, amplitude.begin(), [](double w) { return -2 * std::sin(w / 2); });
    return amplitude;
}

RotatingSum::RotatingSum(std::span<const double> omega, std::span<const double> amplitude)
{
    const std::size_t padded = (omega.size() + kLanes - 1) / kLanes * kLanes;
    m_omega.assign(padded, 0.0);
    m_amplitude.assign(padded, 0.0);
    m_stepSine.assign(padded, 0.0);
    m_stepCosine.assign(padded, 1.0);
    std::ranges::copy(omega, m_omega.begin());
    std::ranges::copy(amplitude, m_amplitude.begin());
    for (std::size_t i = 0; i < omega.size(); ++i) {
        m_stepSine[i] = std::sin(omega[i]);
        m_stepCosine[i] = std::cos(omega[i]);
    }
}

void RotatingSum::sines(double x, std::span<double> out) const
{
    PESCOPE_EXPECTS(std::ssize(out) <= kBlock);
    std::array<Lanes, kBlock> sums;
    std::fill_n(sums.begin(), out.size(), Lanes::Zero());
    for (std::size_t first = 0; first < m_omega.size(); first += kLanes) {
        Lanes s;
        Lanes c;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const std::size_t i = first + lane;
            const auto [sine, cosine] = exactSineCosine(m_omega[i], x);
            s[static_cast<Eigen::Index>(lane)] = m_amplitude[i] * sine;
            c[static_cast<Eigen::Index>(lane)] = m_amplitude[i] * cosine;
        }
        const Lanes stepSine = Eigen::Map<const Lanes>(m_stepSine.data() + first);
        const Lanes stepCosine = Eigen::Map<const Lanes>(m_stepCosine.data() + first);
        for (std::size_t k = 0; k < out.size(); ++k) {
            sums[k] += s;
            const Lanes turned = s * stepCosine + c * stepSine;
            c = c * stepCosine - s * stepSine;
            s = turned;
        }
    }
    for (std::size_t k = 0; k < out.size(); ++k)
        out[k] = sums[k].sum();
}

} // namespace pescope::analysis
