// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"
#include "core/analysis/psi.h"
#include "ui/charts/distance_chart.h"
#include "ui/charts/omega_chart.h"
#include "ui/charts/travel_strip.h"
#include "ui/theme/theme.h"

#include <cmath>

/// Real numbers for the charts' tests: ω_i = c · base^(−2i/D), computed here and not by the code under test.
namespace pescope::testing {

inline std::vector<double> omegaOf(int dim, double c, double base = 10000)
{
    std::vector<double> omega;
    for (int i = 0; i < dim / 2; ++i)
        omega.push_back(c * std::pow(base, -2.0 * i / dim));
    return omega;
}

inline ui::PsiCurve psiCurve(const QString& label, int dim, double c, ui::Index maxOffset = 128)
{
    ui::PsiCurve curve;
    curve.label = label;
    curve.omega = omegaOf(dim, c);
    std::vector<double> fine = curve.omega;
    for (double& w : fine)
        w /= 8;
    curve.samples = analysis::psiSequence(fine, 8 * maxOffset + 1);
    curve.steps = analysis::psiSteps(curve.omega, maxOffset);
    curve.psi0 = dim / 2.0;
    if (const auto ranges = analysis::monotoneRanges(curve.omega, 1e-4, 1 << 16))
        curve.ranges = *ranges;
    return curve;
}

/// The picture that the design is drawn after: D = 768, c = 1 before, c = 0.6 now.
inline ui::OmegaChartState omegaState()
{
    ui::OmegaChartState state;
    state.sourceIndex = 3;
    state.now = psiCurve(QStringLiteral("D  c = 0.60"), 768, 0.6);
    state.before = psiCurve(QStringLiteral("A  c = 1"), 768, 1.0);
    state.revision = 47;
    return state;
}

inline ui::DistanceCurve sinusoidCurve(int source, int dim, double c, ui::Index count = 512)
{
    ui::DistanceCurve curve;
    curve.sourceIndex = source;
    curve.endLabel = QStringLiteral("ψ(m)/ψ(0)");
    const auto omega = omegaOf(dim, c);
    for (const double value : analysis::psiSequence(omega, count))
        curve.values.push_back(value / (dim / 2.0));
    curve.exactCurve = true;
    for (ui::Index k = 0; k <= 8 * 160; ++k)
        curve.prime.push_back(analysis::psiPrime(omega, static_cast<double>(k) / 8) / (dim / 2.0));
    if (const auto ranges = analysis::monotoneRanges(omega, 1e-4, 4096)) {
        curve.integerRange = ranges->integer;
        curve.toleranceRange = ranges->tolerance;
        curve.continuousRange = ranges->continuous.m;
        curve.rangeText =
            QStringLiteral("falls over %1 (integer), %2 (ε = 10⁻⁴); ψ′ = 0 first at m = %3 (continuous)")
                .arg(QStringLiteral("0…%1").arg(*ranges->integer), QStringLiteral("0…%1").arg(*ranges->tolerance))
                .arg(*ranges->continuous.m, 0, 'f', 2);
    }
    return curve;
}

/// A table's profile with ripples and a spread over rows.
inline ui::DistanceCurve tableCurve(int source, ui::Index first = -511, ui::Index last = 511, double slope = 0.02)
{
    ui::DistanceCurve curve;
    curve.sourceIndex = source;
    curve.endLabel = QStringLiteral("mean of rows");
    curve.firstOffset = first;
    curve.bandFirstOffset = first;
    for (ui::Index m = first; m <= last; ++m) {
        const double x = std::abs(static_cast<double>(m));
        const double value =
            0.8 * std::exp(-slope * x) + 0.12 * std::cos(0.55 * x) + 0.08 * std::sin(0.21 * x + source);
        const double spread = 0.1 + 0.2 * (1 - std::exp(-0.06 * x)) + 0.04 * std::sin(0.7 * x);
        curve.values.push_back(value);
        curve.p10.push_back(static_cast<float>(value - spread));
        curve.p90.push_back(static_cast<float>(value + spread));
        curve.min.push_back(static_cast<float>(value - 2 * spread));
        curve.max.push_back(static_cast<float>(value + 2 * spread));
    }
    curve.integerRange = 3;
    curve.toleranceRange = 3;
    curve.rangeText = QStringLiteral("falls over 0…3 (integer), 0…3 (ε = 10⁻⁴); rises at m = 4: 0.414 → 0.475");
    return curve;
}

inline ui::DistanceChartState distanceState()
{
    ui::DistanceChartState state;
    state.curves = {sinusoidCurve(0, 384, 1), tableCurve(1)};
    state.valueTitle = QStringLiteral("mean φ at distance m");
    state.revision = 5;
    return state;
}

/// The scale's travel at D = 768, as the picture has it: 0.05 … 4.
inline ui::TravelState scaleTravel(int steps = 400)
{
    ui::TravelState state;
    const auto number = [](std::optional<ui::Index> m) {
        return m ? std::optional(static_cast<double>(*m)) : std::nullopt;
    };
    for (int i = 0; i < steps; ++i) {
        const double c = 0.05 * std::pow(80.0, i / (steps - 1.0));
        state.x.push_back(c);
        const auto ranges = analysis::monotoneRanges(omegaOf(768, c), 1e-4, 4096);
        state.integer.push_back(ranges ? number(ranges->integer) : std::nullopt);
        state.tolerance.push_back(ranges ? number(ranges->tolerance) : std::nullopt);
        state.continuous.push_back(ranges ? ranges->continuous.m : std::nullopt);
    }
    state.now = 0.6;
    const auto now = analysis::monotoneRanges(omegaOf(768, state.now), 1e-4, 4096);
    state.reached = {number(now->tolerance), number(now->integer), now->continuous.m};
    state.before = 1.0;
    state.sourceIndex = 3;
    state.revision = 9;
    return state;
}

} // namespace pescope::testing
