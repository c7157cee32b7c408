// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/least_change.h"

#include "core/analysis/box_quadratic.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>

namespace pescope::analysis {
namespace {

using Eigen::VectorXd;
using Loss = Conditions::Loss;
using tables::Index;
using tables::MatrixD;

constexpr int kStages = 20; ///< of the growing weight
constexpr int kInner = 200; ///< descent steps a stage
constexpr double kFirstMove = 0.01; ///< ‖Δθ‖ of a step along the gradient alone
constexpr std::size_t kMemory = 12; ///< pairs that L-BFGS keeps
constexpr int kPolish = 400; ///< steps with linearised conditions
constexpr double kLeastStiff = 0.05; ///< of a Newton step, where the curvature is less or turned
constexpr std::ptrdiff_t kMostWorking = 400; ///< conditions in one Newton step
constexpr int kHeavier = 8; ///< times that the weight of broken conditions may grow tenfold
constexpr double kStuck = 1e12; ///< damping at which no step is left
constexpr double kSmallStep = 1e-9; ///< in log ω

/// Two-loop recursion: −H⁻¹g from the last moves and changes of gradient.
class InverseHessian {
public:
    void clear() { m_pairs.clear(); }

    void remember(VectorXd move, VectorXd change)
    {
        const double curvature = move.dot(change);
        if (curvature <= 1e-12 * move.norm() * change.norm())
            return;
        m_pairs.push_back({.move = std::move(move), .change = std::move(change), .inverse = 1 / curvature});
        if (m_pairs.size() > kMemory)
            m_pairs.pop_front();
    }

    [[nodiscard]] VectorXd direction(const VectorXd& gradient) const
    {
        VectorXd q = -gradient;
        if (m_pairs.empty())
            return q * std::min(1.0, kFirstMove / q.norm()); // nothing is known of the curvature
        std::vector<double> alpha(m_pairs.size());
        for (std::size_t k = m_pairs.size(); k-- > 0;) {
            alpha[k] = m_pairs[k].inverse * m_pairs[k].move.dot(q);
            q -= alpha[k] * m_pairs[k].change;
        }
        q /= m_pairs.back().inverse * m_pairs.back().change.squaredNorm();
        for (std::size_t k = 0; k < m_pairs.size(); ++k)
            q += (alpha[k] - m_pairs[k].inverse * m_pairs[k].change.dot(q)) * m_pairs[k].move;
        return q;
    }

private:
    struct Pair {
        VectorXd move, change;
        double inverse;
    };
    std::deque<Pair> m_pairs;
};

class LeastChangeSearch {
public:
    LeastChangeSearch(const Conditions& conditions, const VectorXd& start, const VectorXd& begin, double slack,
                      const std::function<Onward(const SearchStep&)>& visit)
        : m_conditions(conditions)
        , m_start(start)
        , m_slack(slack)
        , m_visit(visit)
    {
        m_found.theta = begin;
    }

    Result<LeastChange> run()
    {
        PESCOPE_TRY(values, m_conditions.values(m_found.theta));
        m_found.worst = values.maxCoeff();
        m_multipliers = VectorXd::Zero(values.size());
        Onward next = visit();
        if (next == Onward::GoOn) {
            PESCOPE_TRY(after, descend());
            next = after;
        }
        if (next != Onward::Stop) {
            if (Status polished = polish(); !polished)
                return std::unexpected(std::move(polished).error());
        }
        return m_found;
    }

private:
    Onward visit()
    {
        return m_visit({.theta = m_found.theta, .worst = m_found.worst, .iteration = m_found.iterations});
    }

    /// The path of growing weight.
    Result<Onward> descend()
    {
        const double first = m_found.worst;
        PESCOPE_TRY(steepest, m_conditions.jacobian(m_start, {m_multipliers.size() - 1}));
        double weight = 1 / std::max(steepest.squaredNorm(), 1e-12);
        for (int stage = 0; stage < kStages && (stage == 0 || m_found.worst > 1e-3 * first); ++stage) {
            PESCOPE_TRY(next, minimise(weight));
            if (next != Onward::GoOn)
                return next;
            weight *= 4;
        }
        return Onward::GoOn;
    }

    /// L-BFGS with halving steps at one weight, then the new multipliers.
    Result<Onward> minimise(double weight)
    {
        InverseHessian inverse;
        PESCOPE_TRY(start, lossAt(m_found.theta, weight));
        Loss at = std::move(start);
        const double flat = 1e-4 * at.gradient.norm();
        Onward next = Onward::GoOn;
        for (int step = 0; step < kInner && next == Onward::GoOn && at.gradient.norm() > flat; ++step) {
            VectorXd direction = inverse.direction(at.gradient);
            double slope = direction.dot(at.gradient);
            if (!(slope < 0)) {
                inverse.clear();
                direction = inverse.direction(at.gradient);
                slope = direction.dot(at.gradient);
            }
            double length = 1;
            bool moved = false;
            while (!moved && next == Onward::GoOn && length > 1e-8) {
                const VectorXd trial = m_found.theta + length * direction;
                PESCOPE_TRY(there, lossAt(trial, weight));
                moved = there.value <= at.value + 1e-4 * length * slope;
                if (moved) {
                    inverse.remember(trial - m_found.theta, there.gradient - at.gradient);
                    m_found.theta = trial;
                    at = std::move(there);
                    m_found.worst = at.conditions.maxCoeff();
                }
                length /= 2;
                next = visit();
            }
            if (!moved)
                break;
        }
        m_multipliers = (m_multipliers + weight * at.conditions).cwiseMax(0);
        return next;
    }

    Result<Loss> lossAt(const VectorXd& theta, double weight)
    {
        ++m_found.iterations;
        return m_conditions.loss(theta, m_multipliers, weight);
    }

    /// The Newton steps. Conditions far from 0 are left out until one of them gets in the way.
    Status polish()
    {
        PESCOPE_TRY(start, m_conditions.values(m_found.theta));
        m_values = start;
        const double largest = m_multipliers.maxCoeff();
        m_bound = largest > 0 ? 10 * largest : 1.0;
        for (Index j = 0; j < m_values.size(); ++j) {
            if (m_multipliers[j] > 0 || m_values[j] > -m_slack)
                m_working.push_back(j);
        }
        keepHighest(m_values);
        int heavier = 0;
        double damping = 1;
        for (int step = 0; step < kPolish; ++step) {
            if (damping >= kStuck) {
                // No step helps: at the end of the way where the conditions hold, else they must weigh more.
                if (m_found.worst <= m_slack || ++heavier > kHeavier)
                    return ok();
                m_bound *= 10;
                damping = 1;
            }
            ++m_found.iterations;
            PESCOPE_TRY(jacobian, m_conditions.jacobian(m_found.theta, m_working));
            PESCOPE_TRY(bend, m_conditions.curvature(m_found.theta, m_multipliers));
            bool newJacobian = false;
            while (!newJacobian && damping < kStuck) {
                const Model model = modelAt(jacobian, bend, damping);
                PESCOPE_TRY(next, foresee(model, m_values(m_working)));
                if (!takes(next) && next.promised > 0) {
                    // Second-order correction: the same step with the conditions as they are at its end.
                    const VectorXd moved = next.theta - m_found.theta;
                    const VectorXd seen = next.values(m_working) - jacobian * moved;
                    PESCOPE_TRY(corrected, foresee(model, seen));
                    corrected.promised = next.promised;
                    if (takes(corrected))
                        next = std::move(corrected);
                }
                const double length = (next.theta - m_found.theta).cwiseAbs().maxCoeff();
                if (takes(next)) {
                    if (next.gained > 0.7 * next.promised)
                        damping = std::max(damping / 4, 1e-6);
                    else if (next.gained < 0.3 * next.promised)
                        damping = 2 * std::max(damping, 1e-3);
                    m_found.theta = next.theta;
                    m_found.worst = next.values.maxCoeff();
                    m_values = next.values;
                    m_multipliers.setZero();
                    m_multipliers(m_working) = next.lambda;
                    if (m_found.worst > m_slack && heavier < kHeavier && m_multipliers.maxCoeff() >= m_bound)
                        m_bound *= 2;
                    addBroken(m_values);
                    newJacobian = true;
                } else if (addBroken(next.values)) {
                    newJacobian = true;
                } else {
                    damping = std::max(4 * damping, 1e-3);
                }
                if (visit() == Onward::Stop)
                    return ok();
                if (length < kSmallStep && m_found.worst <= m_slack) {
                    m_found.converged = true;
                    return ok();
                }
                if (length < kSmallStep && newJacobian)
                    damping = kStuck;
            }
        }
        return ok();
    }

    /// One quadratic problem: ½ Σ stiff_i d_i² + pull · d under seen + J d ≤ s, d = x − θ.
    struct Model {
        const MatrixD& jacobian;
        VectorXd stiff, pull;
        MatrixD gram; ///< J diag(1/stiff) Jᵀ
    };

    [[nodiscard]] Model modelAt(const MatrixD& jacobian, const VectorXd& bend, double damping) const
    {
        Model model{.jacobian = jacobian, .stiff = {}, .pull = m_found.theta - m_start, .gram = {}};
        model.stiff = (1 + bend.array()).max(kLeastStiff) + damping;
        const MatrixD soft = jacobian * model.stiff.cwiseInverse().asDiagonal();
        model.gram.noalias() = soft * jacobian.transpose();
        return model;
    }

    struct Foreseen {
        VectorXd theta, values, lambda;
        double promised = 0; ///< fall of the merit with the conditions linearised
        double gained = 0; ///< its true fall
    };

    Result<Foreseen> foresee(const Model& model, const VectorXd& seen)
    {
        const VectorXd free = -model.pull.cwiseQuotient(model.stiff);
        Foreseen next;
        next.lambda = boxQuadratic(model.gram, seen + model.jacobian * free, m_bound, m_multipliers(m_working),
                                   [this] { return visit() != Onward::Stop; });
        const VectorXd move = free - (model.jacobian.transpose() * next.lambda).cwiseQuotient(model.stiff);
        next.theta = m_found.theta + move;
        PESCOPE_TRY(values, m_conditions.values(next.theta));
        next.values = values;
        const double merit = change(m_found.theta) + m_bound * m_values.cwiseMax(0).sum();
        const VectorXd linear = seen + model.jacobian * move;
        next.promised = merit - change(next.theta) - m_bound * linear.cwiseMax(0).sum();
        next.gained = merit - change(next.theta) - m_bound * next.values.cwiseMax(0).sum();
        return next;
    }

    /// Rounding of the merit itself is no reason to refuse a step; a step that only promises to be less bad is one.
    [[nodiscard]] bool takes(const Foreseen& next) const
    {
        const double rounding = 1e-14 * (change(m_found.theta) + m_bound * m_values.cwiseAbs().maxCoeff());
        return next.gained >= 0.1 * std::max(next.promised, 0.0) - rounding;
    }

    /// Takes conditions that do not hold there into the working set; true if there was one.
    bool addBroken(const VectorXd& values)
    {
        const std::size_t before = m_working.size();
        for (Index j = 0; j < values.size(); ++j) {
            if (values[j] > 0
                && !std::ranges::binary_search(m_working.begin(),
                                               m_working.begin() + static_cast<std::ptrdiff_t>(before), j))
                m_working.push_back(j);
        }
        std::ranges::sort(m_working);
        keepHighest(values);
        return m_working.size() > before;
    }

    /// More conditions than that at once take longer than they help.
    void keepHighest(const VectorXd& values)
    {
        if (std::ssize(m_working) <= kMostWorking)
            return;
        std::ranges::nth_element(m_working, m_working.begin() + kMostWorking, std::greater{},
                                 [&](Index j) { return values[j]; });
        m_working.resize(kMostWorking);
        std::ranges::sort(m_working);
    }

    [[nodiscard]] double change(const VectorXd& theta) const { return 0.5 * (theta - m_start).squaredNorm(); }

    const Conditions& m_conditions;
    const VectorXd& m_start;
    double m_slack;
    const std::function<Onward(const SearchStep&)>& m_visit;
    LeastChange m_found;
    VectorXd m_multipliers;
    VectorXd m_values;
    double m_bound = 1;
    std::vector<Index> m_working; ///< in order
};

} // namespace

Result<LeastChange> leastChange(const Conditions& conditions, const VectorXd& start, const VectorXd& begin,
                                double slack, const std::function<Onward(const SearchStep&)>& visit)
{
    return LeastChangeSearch(conditions, start, begin, slack, visit).run();
}

} // namespace pescope::analysis
