// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/box_quadratic.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <vector>

namespace pescope::analysis {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr int kRounds = 200;
constexpr int kStill = 5; ///< rounds in a row that gain next to nothing, after which it ends
constexpr double kGain = 1e-10; ///< of the value

class BoxSearch {
public:
    BoxSearch(const MatrixXd& g, const VectorXd& h, double bound, const VectorXd& start)
        : m_g(g)
        , m_h(h)
        , m_bound(bound)
        , m_lambda(start.cwiseMax(0).cwiseMin(bound))
        , m_slope(h - g * m_lambda)
    {
    }

    VectorXd run(const std::function<bool()>& goesOn)
    {
        const double enough = 1e-13 * m_h.cwiseAbs().maxCoeff();
        double before = value(m_lambda);
        int still = 0;
        for (int round = 0; round < kRounds && still < kStill && goesOn(); ++round) {
            const std::vector<Index> free = freeOnes();
            if (free.empty() || m_slope(free).cwiseAbs().maxCoeff() <= enough)
                break;
            newton(free);
            sweep();
            // Nearly parallel conditions leave a slope that no round takes away.
            const double here = value(m_lambda);
            still = here - before > kGain * std::abs(here) ? 0 : still + 1;
            before = here;
        }
        return m_lambda;
    }

private:
    /// Those that the slope would move without leaving the box.
    [[nodiscard]] std::vector<Index> freeOnes() const
    {
        std::vector<Index> free;
        for (Index j = 0; j < m_lambda.size(); ++j) {
            if ((m_lambda[j] > 0 || m_slope[j] > 0) && (m_lambda[j] < m_bound || m_slope[j] < 0))
                free.push_back(j);
        }
        return free;
    }

    void newton(const std::vector<Index>& free)
    {
        MatrixXd block = m_g(free, free);
        // Neighbouring conditions have nearly the same gradient; a trace of regularisation keeps the step finite.
        block.diagonal() *= 1 + 1e-12;
        block.diagonal().array() += 1e-300;
        const VectorXd slope = m_slope(free);
        const VectorXd step = block.ldlt().solve(slope);
        if (!step.allFinite())
            return;
        const double before = value(m_lambda);
        double length = 1;
        for (int halving = 0; halving < 20; ++halving, length /= 2) {
            VectorXd trial = m_lambda;
            trial(free) = (m_lambda(free) + length * step).cwiseMax(0).cwiseMin(m_bound);
            if (value(trial) > before) {
                m_lambda = trial;
                m_slope.noalias() = m_h - m_g * m_lambda;
                return;
            }
        }
    }

    void sweep()
    {
        for (Index j = 0; j < m_lambda.size(); ++j) {
            if (!(m_g(j, j) > 0))
                continue;
            const double moved = std::clamp(m_lambda[j] + m_slope[j] / m_g(j, j), 0.0, m_bound);
            if (moved != m_lambda[j]) {
                m_slope.noalias() -= (moved - m_lambda[j]) * m_g.col(j);
                m_lambda[j] = moved;
            }
        }
    }

    [[nodiscard]] double value(const VectorXd& lambda) const { return lambda.dot(m_h - 0.5 * (m_g * lambda)); }

    const MatrixXd& m_g;
    const VectorXd& m_h;
    double m_bound;
    VectorXd m_lambda;
    VectorXd m_slope; ///< h − Gλ
};

} // namespace

VectorXd boxQuadratic(const MatrixXd& g, const VectorXd& h, double bound, const VectorXd& start,
                      const std::function<bool()>& goesOn)
{
    return h.size() == 0 ? VectorXd() : BoxSearch(g, h, bound, start).run(goesOn);
}

} // namespace pescope::analysis
