// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/metric.h"

#include "core/proximity/proximity.h"

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
        return "φ = cos(pᵢ, pⱼ)";
    case Metric::Centred:
        return "φ = (pᵢ − p̄)·(pⱼ − p̄)";
    case Metric::Distance:
        return "φ = −‖pᵢ − pⱼ‖²";
    }
    std::unreachable();
}

namespace {

std::string_view formulaOfOffsets(Metric metric)
{
    switch (metric) {
    case Metric::Dot:
        return "φ = Pᵣ·Pᵣ′";
    case Metric::Scaled:
        return "φ = Pᵣ·Pᵣ′ ÷ mean ‖P‖²";
    case Metric::Cosine:
        return "φ = cos(Pᵣ, Pᵣ′)";
    case Metric::Centred:
        return "φ = (Pᵣ − P̄)·(Pᵣ′ − P̄)";
    case Metric::Distance:
        return "φ = −‖Pᵣ − Pᵣ′‖²";
    }
    std::unreachable();
}

} // namespace

std::string_view formula(const encoding::Encoding& encoding, Metric metric)
{
    if (std::holds_alternative<encoding::GivenMap>(encoding.content))
        return "φ = Sᵢⱼ";
    if (const auto* bias = std::get_if<encoding::LogitBias>(&encoding.content))
        return bias->byOffset() ? "φ = bₕ(i − j)" : "φ = bₕ(i, j)";
    if (std::holds_alternative<encoding::RotarySpec>(encoding.content))
        return metric == Metric::Dot ? "φ = Σ cos ωₖ(i − j)" : "φ = Σ cos ωₖ(i − j) ÷ #ω";
    const bool offsets = std::holds_alternative<encoding::RelativeTable>(encoding.content)
        || std::holds_alternative<encoding::RelativeSinusoid>(encoding.content);
    return offsets ? formulaOfOffsets(metric) : formula(metric);
}

std::optional<Metric> metricFromName(std::string_view text)
{
    for (const Metric metric : kMetrics)
        if (name(metric) == text)
            return metric;
    return std::nullopt;
}

} // namespace pescope::proximity
