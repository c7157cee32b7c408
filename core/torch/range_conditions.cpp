// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/range_conditions.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/clamp_min.h>
#include <ATen/ops/exp.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/mv.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/outer.h>
#include <ATen/ops/sin.h>
#include <ATen/ops/sum.h>
#include <ATen/ops/tensor.h>
#include <torch/csrc/autograd/autograd.h>

namespace pescope::torch_module {
namespace {

using Eigen::VectorXd;
using tables::Index;
using tables::MatrixD;

class RangeConditions final : public analysis::Conditions {
public:
    RangeConditions(const compute::DeviceChoice& device, const VectorXd& theta, const VectorXd& signs, Index target,
                    bool ends, double margin, const JobContext& job)
        : m_device(device.cuda ? at::Device(at::kCUDA, static_cast<at::DeviceIndex>(device.index))
                               : at::Device(at::kCPU))
        , m_start(onDevice(theta))
        , m_signs(onDevice(signs))
        , m_middle(at::arange(target + (ends ? 1 : 0), at::TensorOptions().dtype(at::kDouble).device(m_device)) + 0.5)
        , m_senses(at::ones_like(m_middle))
        , m_margin(margin)
        , m_job(job)
    {
        if (ends)
            m_senses.select(0, target).fill_(-1.0);
    }

    [[nodiscard]] Result<VectorXd> values(const VectorXd& theta) const override
    {
        if (m_job.stopRequested())
            return cancelled();
        return toHost(conditions(onDevice(theta)));
    }

    [[nodiscard]] Result<Loss> loss(const VectorXd& theta, const VectorXd& multipliers, double weight) const override
    {
        if (m_job.stopRequested())
            return cancelled();
        const at::Tensor variable = onDevice(theta).requires_grad_(true);
        const at::Tensor c = conditions(variable);
        const at::Tensor broken = at::clamp_min(c + onDevice(multipliers) / weight, 0.0);
        const at::Tensor moved = variable - m_start;
        const at::Tensor total = 0.5 * at::sum(moved * moved) + 0.5 * weight * at::sum(broken * broken);
        total.backward();
        return Loss{
            .value = total.item<double>(), .gradient = toHost(variable.grad()), .conditions = toHost(c.detach())};
    }

    [[nodiscard]] Result<MatrixD> jacobian(const VectorXd& theta, const std::vector<Index>& rows) const override
    {
        if (m_job.stopRequested())
            return cancelled();
        const auto count = static_cast<Index>(rows.size());
        MatrixD result(count, theta.size());
        if (count == 0)
            return result;
        // Each condition gets a θ of its own: one pass backwards through the sum of all gives every row at once.
        const at::Tensor chosen = at::tensor(rows, at::TensorOptions().dtype(at::kLong)).to(m_device);
        const at::Tensor variable = onDevice(theta).expand({count, theta.size()}).clone().requires_grad_(true);
        const at::Tensor omega = m_signs * at::exp(variable);
        const at::Tensor middle = m_middle.index_select(0, chosen).unsqueeze(1);
        const at::Tensor step = -2 * at::sin(middle * omega) * at::sin(0.5 * omega);
        at::sum(m_senses.index_select(0, chosen).unsqueeze(1) * step).backward();
        at::from_blob(result.data(), {count, theta.size()}, at::TensorOptions().dtype(at::kDouble))
            .copy_(variable.grad());
        return result;
    }

    [[nodiscard]] Result<VectorXd> curvature(const VectorXd& theta, const VectorXd& multipliers) const override
    {
        if (m_job.stopRequested())
            return cancelled();
        const at::Tensor variable = onDevice(theta).requires_grad_(true);
        const at::Tensor weighed = at::sum(onDevice(multipliers) * conditions(variable));
        const at::Tensor first = torch::autograd::grad({weighed}, {variable}, {}, true, true).front();
        at::sum(first).backward();
        return toHost(variable.grad());
    }

private:
    [[nodiscard]] at::Tensor onDevice(const VectorXd& values) const
    {
        // LibTorch has no read-only tensors; the copy is what is worked with.
        return at::from_blob(const_cast<double*>(values.data()), {values.size()},
                             at::TensorOptions().dtype(at::kDouble))
            .clone()
            .to(m_device);
    }

    [[nodiscard]] static VectorXd toHost(const at::Tensor& values)
    {
        VectorXd result(values.size(0));
        at::from_blob(result.data(), {result.size()}, at::TensorOptions().dtype(at::kDouble)).copy_(values);
        return result;
    }

    [[nodiscard]] at::Tensor conditions(const at::Tensor& theta) const
    {
        const at::Tensor omega = m_signs * at::exp(theta);
        const at::Tensor steps = at::mv(at::sin(at::outer(m_middle, omega)), -2 * at::sin(0.5 * omega));
        return m_senses * steps + m_margin;
    }

    at::Device m_device;
    at::Tensor m_start; ///< θ₀
    at::Tensor m_signs;
    at::Tensor m_middle; ///< m + ½
    at::Tensor m_senses; ///< 1 where ψ must fall, −1 where it must rise
    double m_margin;
    JobContext m_job;
};

} // namespace

std::unique_ptr<const analysis::Conditions> makeRangeConditions(const compute::DeviceChoice& device,
                                                                const VectorXd& theta, const VectorXd& signs,
                                                                Index target, bool ends, double margin,
                                                                const JobContext& job)
{
    return std::make_unique<const RangeConditions>(device, theta, signs, target, ends, margin, job);
}

} // namespace pescope::torch_module
