// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/psi_frame.h"

#include "core/analysis/psi.h"

#include <algorithm>

namespace pescope::frame {

Psi psiOf(const encoding::SinusoidSpec& spec, double epsilon)
{
    Psi psi;
    psi.spec = spec;
    psi.omega = encoding::omega(spec);
    if (auto ranges = analysis::monotoneRanges(psi.omega, epsilon))
        psi.ranges = *ranges;
    return psi;
}

void sample(Psi& psi, Index span)
{
    std::vector<double> fine = psi.omega;
    for (double& omega : fine)
        omega /= kPsiDensity; // ψ(k / 8) of ω is ψ(k) of ω / 8
    psi.samples = analysis::psiSequence(fine, span * kPsiDensity + 1);
    psi.steps = analysis::psiSteps(psi.omega, span);
}

Index span(const Psi& now, const Psi* before)
{
    Index longest = 0;
    for (const Psi* psi : {&now, before})
        if (psi) {
            longest = std::max(longest, psi->ranges.integer.value_or(0));
            longest = std::max(longest, psi->ranges.tolerance.value_or(0));
        }
    const Index wanted = longest + longest / 8;
    return std::clamp<Index>((wanted + 15) / 16 * 16, kMinimumPsiSpan, 4096);
}

std::vector<double> primeSamples(std::span<const double> omega, Index span)
{
    std::vector<double> samples(static_cast<std::size_t>(span * kPsiDensity + 1));
    for (std::size_t k = 0; k < samples.size(); ++k)
        samples[k] = analysis::psiPrime(omega, static_cast<double>(k) / kPsiDensity);
    return samples;
}

} // namespace pescope::frame
