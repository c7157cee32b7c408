// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/least_change.h"
#include "core/base/job.h"
#include "core/compute/torch_module.h"

#include <memory>

namespace pescope::torch_module {

/// The conditions of an integer range m* on θ = log|ω|, in LibTorch operations of double on one device:
///   ψ(m + 1) − ψ(m) + margin ≤ 0 for m = 0 … m* − 1,  and, where it `ends`,  margin − (ψ(m* + 1) − ψ(m*)) ≤ 0,
/// the steps in the product form −Σ 2 sin(ω(m + ½)) sin(ω/2). Gradients and Jacobians come from autograd.
/// @param theta  log|ω₀|   @param signs  ±1 for each
/// May throw what LibTorch throws, here and in every call; a call returns Cancelled when the job is stopped.
[[nodiscard]] std::unique_ptr<const analysis::Conditions>
makeRangeConditions(const compute::DeviceChoice& device, const Eigen::VectorXd& theta, const Eigen::VectorXd& signs,
                    tables::Index target, bool ends, double margin, const JobContext& job);

} // namespace pescope::torch_module
