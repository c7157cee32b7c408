// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/metric.h"

#include <utility>

namespace pescope::proximity {

std::string_view name(Metric metric)
{
    switch (metric) {
    case Metric::Dot:
        return "dot";
    case Metric::Scaled:
        return "scaled";
    case Metric::Cosine:
        return "cosine";
    case Metric::Centred:
        return "centred";
    case Metric::Distance:
        return "distance";
    }
    std::unreachable();
}

std::string_view formula(Metric metric)
{
    switch (metric) {
    case Metric::Dot:
        return "φ = pᵢ·pⱼ";
    case Metric::Scaled:
        return "φ = pᵢ·pⱼ ÷ mean ‖p‖²";
    case Metric::Cosine:
        return "φ = pᵢ·pⱼ ÷ (‖pᵢ‖ ‖pⱼ‖)";
    case Metric::Centred:
        return "φ = (pᵢ − p̄)·(pⱼ − p̄)";
    case Metric::Distance:
        return "φ = −‖pᵢ − pⱼ‖²";
    }
    std::unreachable();
}

std::optional<Metric> metricFromName(std::string_view text)
{
    for (const Metric metric : kMetrics)
        if (name(metric) == text)
            return metric;
    return std::nullopt;
}

} // namespace pescope::proximity
