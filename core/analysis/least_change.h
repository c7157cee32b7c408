// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/tables/matrix.h"

#include <Eigen/Core>

#include <functional>
#include <vector>

namespace pescope::analysis {

/// Conditions c_j(θ) ≤ 0 and what a search needs of them. Implemented by the LibTorch module with autograd, and by the
/// tests with closed forms.
class Conditions {
public:
    virtual ~Conditions() = default;

    /// c(θ), in units of ψ.
    [[nodiscard]] virtual Result<Eigen::VectorXd> values(const Eigen::VectorXd& theta) const = 0;

    /// Augmented Lagrangian ½‖θ − θ₀‖² + ½ρ Σ max(0, c_j(θ) + λ_j/ρ)².
    struct Loss {
        double value = 0;
        Eigen::VectorXd gradient; ///< by θ
        Eigen::VectorXd conditions; ///< c(θ)
    };
    [[nodiscard]] virtual Result<Loss> loss(const Eigen::VectorXd& theta, const Eigen::VectorXd& multipliers,
                                            double weight) const = 0;

    /// ∂c_j/∂θ_i for the conditions `rows`: rows.size() × #θ.
    [[nodiscard]] virtual Result<tables::MatrixD> jacobian(const Eigen::VectorXd& theta,
                                                           const std::vector<tables::Index>& rows) const = 0;

    /// Σ_j λ_j ∂²c_j/∂θ_i² for each i. There is no more to the second derivative: ψ is a sum over the frequencies.
    [[nodiscard]] virtual Result<Eigen::VectorXd> curvature(const Eigen::VectorXd& theta,
                                                            const Eigen::VectorXd& multipliers) const = 0;
};

/// Where the search stands.
struct SearchStep {
    const Eigen::VectorXd& theta;
    double worst = 0; ///< max c_j, ≤ 0 where all conditions hold
    int iteration = 0;
};

/// What the visitor wants next.
enum class Onward {
    GoOn,
    Polish, ///< leave the descent, the time for it is over
    Stop
};

struct LeastChange {
    Eigen::VectorXd theta;
    double worst = 0;
    int iterations = 0; ///< evaluations of a gradient or a Jacobian
    bool converged = false; ///< conditions hold to `slack` and the last step was below 1e-9
};

/// Local minimum of ½‖θ − θ₀‖² under c(θ) ≤ 0, found on a path that starts at θ₀.
///
/// First gradient descent (L-BFGS) on the augmented Lagrangian with a weight ρ that grows fourfold from a value so
/// small that θ hardly moves: the path ends at a near minimum, where a start with hard conditions can end at a far one.
/// Then Newton steps on the conditions linearised at θ: min ½‖x − θ₀‖² + ½Σ (κ_i + τ)(x_i − θ_i)² + u Σ s under c + J(x
/// − θ) ≤ s, s ≥ 0, κ the curvature of Σ λ_j c_j, the damping τ after how well the last step was foreseen; these make
/// the conditions hold to rounding. Source: Nocedal & Wright, Numerical Optimization, chapters 7, 17 and 18.
///
/// @param start  θ₀   @param begin  where the path begins: θ₀, or a θ that is known to be better
/// @param slack  violation that counts as none (conditions carry a margin of their own)
/// @param visit  asked at the beginning and after every evaluation, with the θ where the search stands; Polish at the
/// beginning leaves the descent out
/// Errors: those of `conditions`.
[[nodiscard]] Result<LeastChange> leastChange(const Conditions& conditions, const Eigen::VectorXd& start,
                                              const Eigen::VectorXd& begin, double slack,
                                              const std::function<Onward(const SearchStep&)>& visit);

} // namespace pescope::analysis
