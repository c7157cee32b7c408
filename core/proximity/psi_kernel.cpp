// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/psi_kernel.h"

#include "core/base/error.h"
#include "core/proximity/psi_kernel_table.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace pescope::proximity::kernel {
namespace {

// 1 / 2π as a sum of two doubles
constexpr double kTurnsHigh = 0x1.45f306dc9c883p-3;
constexpr double kTurnsLow = -0x1.6b01ec5417056p-57;

const Table& table()
{
#ifdef PESCOPE_PSI_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        return avx2::kTable;
#endif
    return baseline::kTable;
}

} // namespace

void psiSequence(std::span<const double> omega, Index count, std::span<double> out)
{
    PESCOPE_EXPECTS(static_cast<Index>(out.size()) >= count);
    if (count > 0)
        Frequencies(omega).psi(0, out.first(static_cast<std::size_t>(count)));
}

Frequencies::Frequencies(std::span<const double> omega)
    : m_count(static_cast<Index>(omega.size()))
{
    const std::size_t padded = (omega.size() + kLanes - 1) / kLanes * kLanes;
    m_high.assign(padded, 0.0);
    m_low.assign(padded, 0.0);
    for (std::size_t i = 0; i < omega.size(); ++i) {
        m_high[i] = omega[i] * kTurnsHigh;
        m_low[i] = std::fma(omega[i], kTurnsHigh, -m_high[i]) + omega[i] * kTurnsLow;
    }
    m_sineHalf.resize(padded);
    m_cosineHalf.resize(padded);
    halfSineCosine(1, m_sineHalf, m_cosineHalf);
    m_inverseSineHalf.assign(padded, 0.0);
    for (std::size_t i = 0; i < omega.size(); ++i) {
        // below this 1/sin² overflows; sin(ωm/2)/sin(ω/2) is m to the last digit long before
        if (std::abs(m_sineHalf[i]) < 1e-150)
            ++m_whole;
        else
            m_inverseSineHalf[i] = 1 / m_sineHalf[i];
    }
}

void Frequencies::psi(Index first, std::span<double> out) const
{
    constexpr std::size_t kLine = 8; // doubles in a cache line; loads across two lines cost twice
    const auto needed = static_cast<std::size_t>(psiScratch(padded()));
    const auto scratch = std::make_unique_for_overwrite<double[]>(needed + kLine);
    void* aligned = scratch.get();
    std::size_t space = (needed + kLine) * sizeof(double);
    std::align(kLine * sizeof(double), needed * sizeof(double), aligned, space);
    table().psi(m_high.data(), m_low.data(), padded(), m_count, static_cast<double>(first),
                static_cast<Index>(out.size()), out.data(), static_cast<double*>(aligned));
}

void Frequencies::sineCosine(double k, std::span<double> sine, std::span<double> cosine) const
{
    table().sineCosine(m_high.data(), m_low.data(), padded(), 1.0, k, sine.data(), cosine.data());
}

void Frequencies::halfSineCosine(double k, std::span<double> sine, std::span<double> cosine) const
{
    table().sineCosine(m_high.data(), m_low.data(), padded(), 0.5, k, sine.data(), cosine.data());
}

double Frequencies::drop(Index m) const
{
    return table().drop(m_high.data(), m_low.data(), padded(), static_cast<double>(m));
}

void Frequencies::secondSum(Index first, std::span<double> out) const
{
    for (std::size_t start = 0; start < out.size(); start += kFejerRun) {
        const double m0 = static_cast<double>(first) + static_cast<double>(start);
        double run[kFejerRun];
        table().fejer(m_high.data(), m_low.data(), m_sineHalf.data(), m_cosineHalf.data(), m_inverseSineHalf.data(),
                      padded(), m0, run);
        for (std::size_t t = 0; t < std::min<std::size_t>(kFejerRun, out.size() - start); ++t) {
            const double m = m0 + static_cast<double>(t);
            out[start + t] = (run[t] + static_cast<double>(m_whole) * m * m) / 2;
        }
    }
}

} // namespace pescope::proximity::kernel
