// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/free_omega.h"

#include <algorithm>
#include <cmath>

namespace pescope::encoding {

SinusoidSpec freed(const SinusoidSpec& spec)
{
    SinusoidSpec free = spec;
    free.freeOmega = omega(spec);
    free.dim = 2 * static_cast<int>(free.freeOmega.size());
    free.scale = 1;
    free.skipFast = free.skipSlow = 0;
    return free;
}

SinusoidSpec moved(SinusoidSpec spec, std::size_t index, double factor, double fallOff)
{
    constexpr double kSlowest = 1e-12, kFastest = 1e6;
    for (std::size_t j = 0; j < spec.freeOmega.size(); ++j) {
        const double distance = static_cast<double>(j) - static_cast<double>(index);
        const double share = distance == 0 ? 1
            : fallOff > 0                  ? std::exp(-distance * distance / (2 * fallOff * fallOff))
                                           : 0;
        double& omega = spec.freeOmega[j];
        if (share > 0 && omega != 0)
            omega = std::copysign(std::clamp(std::abs(omega) * std::pow(factor, share), kSlowest, kFastest), omega);
    }
    return spec;
}

} // namespace pescope::encoding
