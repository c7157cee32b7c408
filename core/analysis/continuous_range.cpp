// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/continuous_range.h"

#include "core/analysis/psi.h"
#include "core/analysis/rotating_sum.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace pescope::analysis {
namespace {

/// ψ′ and ψ″ at one point: one pass, since each sine comes with its cosine.
struct Slope {
    double first = 0;
    double second = 0;
};

class TurnSearch {
public:
    TurnSearch(std::vector<double> omega, double searchTo)
        : m_omega(std::move(omega))
        , m_searchTo(searchTo)
    {
        double sum = 0;
        for (const double w : m_omega) {
            sum += w;
            m_thirdBound += w * w * w;
        }
        m_zero = 1e-12 * sum;
        m_fastest = *std::ranges::max_element(m_omega);
    }

    Result<ContinuousRange> run(const JobContext& job)
    {
        double m = std::numbers::pi / m_fastest;
        for (int step = 0; m <= m_searchTo; ++step) {
            if (step % 256 == 255 && job.stopRequested())
                return cancelled();
            const Slope g = slope(m);
            if (g.first < -m_zero) {
                m += safeStep(g);
                continue;
            }
            const std::optional<double> next = settle(m, g);
            if (!next)
                break;
            m = *next;
        }
        if (!m_range.m && !m_range.touches)
            m_range.certified = true;
        return m_range;
    }

private:
    [[nodiscard]] Slope slope(double m) const
    {
        Slope g;
        for (const double w : m_omega) {
            const auto [sine, cosine] = exactSineCosine(w, m);
            g.first -= w * sine;
            g.second -= w * w * cosine;
        }
        return g;
    }

    /// Positive root of g + g′s + ½Ms² = 0 (an upper bound of ψ′ at m + s), in the form that does not cancel.
    [[nodiscard]] double safeStep(const Slope& g) const
    {
        const double root = std::sqrt(g.second * g.second - 2 * m_thirdBound * g.first);
        return g.second > 0 ? -2 * g.first / (g.second + root) : (root - g.second) / m_thirdBound;
    }

    /// At m, ψ′ is 0 to rounding. Either it crosses here, and the range is found (nothing is returned); or it only
    /// touches, and the search goes on at the point returned, where ψ′ is below 0 again.
    std::optional<double> settle(double m, const Slope& g)
    {
        // With this slope ψ′ passes from −zero to +zero whatever the third derivative does: a simple root.
        if (g.second > 0 && g.second * g.second > 4 * m_zero * m_thirdBound) {
            for (int i = 0; i < 4; ++i) {
                const Slope at = slope(m);
                if (!(at.second > 0))
                    break;
                m -= at.first / at.second;
            }
            finish(m, !m_range.touches);
            return std::nullopt;
        }
        // A flat zero: walk on in doubling steps, fine enough not to miss a bump 4 · zero high, until ψ′ takes sides.
        const double longest = 0.25 * std::numbers::pi / m_fastest;
        for (double d = 0.25 * std::sqrt(m_zero / m_thirdBound); d <= longest; d *= 2) {
            const double there = slope(m + d).first;
            if (there > 4 * m_zero) {
                finish(bisect(m, m + d, [this](double x) { return slope(x).first < 0; }), false);
                return std::nullopt;
            }
            if (there < -4 * m_zero) {
                if (!m_range.touches)
                    m_range.touches = bisect(m, m + d, [this](double x) { return slope(x).second > 0; });
                return m + d;
            }
        }
        finish(m, false);
        return std::nullopt;
    }

    void finish(double m, bool certified)
    {
        m_range.m = m;
        m_range.certified = certified;
    }

    template<typename Before>
    static double bisect(double low, double high, const Before& before)
    {
        for (int i = 0; i < 64; ++i) {
            const double middle = std::midpoint(low, high);
            (before(middle) ? low : high) = middle;
        }
        return std::midpoint(low, high);
    }

    std::vector<double> m_omega;
    double m_searchTo;
    double m_thirdBound = 0; ///< M = Σω³ ≥ |ψ‴|
    double m_fastest = 0;
    double m_zero = 0; ///< |ψ′| that counts as 0: ten thousand times its rounding error
    ContinuousRange m_range;
};

} // namespace

Result<ContinuousRange> searchContinuousRange(std::span<const double> omega, double searchTo, const JobContext& job)
{
    std::vector<double> moving;
    moving.reserve(omega.size());
    for (const double w : omega) {
        if (!std::isfinite(w))
            return ContinuousRange{};
        if (w != 0)
            moving.push_back(std::abs(w));
    }
    if (moving.empty())
        return ContinuousRange{};
    const auto [slowest, fastest] = std::ranges::minmax(moving);
    if (slowest == fastest) {
        const double m = std::numbers::pi / fastest;
        return ContinuousRange{
            .m = m <= searchTo ? std::optional(m) : std::nullopt, .certified = true, .touches = std::nullopt};
    }
    return TurnSearch(std::move(moving), searchTo).run(job);
}

ContinuousRange continuousRange(std::span<const double> omega, double searchTo)
{
    return searchContinuousRange(omega, searchTo, {}).value_or(ContinuousRange{});
}

} // namespace pescope::analysis
