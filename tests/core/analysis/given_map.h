// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/proximity.h"

#include <cmath>
#include <limits>

namespace pescope::test {

/// A matrix as it is, by plain loops; optionally it says of itself that it is Toeplitz.
class GivenMap : public proximity::Proximity {
public:
    explicit GivenMap(tables::MatrixD s, bool isToeplitz = false)
        : m_s(std::move(s))
        , m_toeplitz(isToeplitz)
    {
    }

    [[nodiscard]] tables::Index rows() const override { return m_s.rows(); }
    [[nodiscard]] tables::Index columns() const override { return m_s.cols(); }
    [[nodiscard]] double value(tables::Index i, tables::Index j) const override { return m_s(i, j); }
    [[nodiscard]] Result<proximity::Image<float>> image(const proximity::Viewport&, int, int,
                                                        const JobContext&) const override
    {
        return fail(ErrorCode::Unsupported, "no pictures here");
    }
    [[nodiscard]] Result<proximity::Image<double>> imageExact(const proximity::Viewport&, int, int,
                                                              const JobContext&) const override
    {
        return fail(ErrorCode::Unsupported, "no pictures here");
    }
    [[nodiscard]] Result<tables::MatrixD> cells(tables::Index i0, tables::Index i1, tables::Index j0, tables::Index j1,
                                                const JobContext& job) const override
    {
        if (job.stopRequested())
            return cancelled();
        if (m_toeplitz)
            return fail(ErrorCode::Unsupported, "a Toeplitz map must be read by its profile");
        if (i0 < 0 || i0 > i1 || i1 > rows() || j0 < 0 || j0 > j1 || j1 > columns())
            return fail(ErrorCode::Shape, "cells outside the map");
        return tables::MatrixD(m_s.block(i0, j0, i1 - i0, j1 - j0));
    }
    [[nodiscard]] Result<proximity::Profile> profile(const JobContext&) const override
    {
        proximity::Profile profile{.firstOffset = -(columns() - 1), .mean = {}, .count = {}};
        for (tables::Index m = profile.firstOffset; m < rows(); ++m) {
            double sum = 0;
            tables::Index count = 0;
            for (tables::Index i = 0; i < rows(); ++i) {
                const tables::Index j = i - m;
                if (j >= 0 && j < columns() && std::isfinite(m_s(i, j))) {
                    sum += m_s(i, j);
                    ++count;
                }
            }
            profile.mean.push_back(count > 0 ? sum / static_cast<double>(count)
                                             : std::numeric_limits<double>::quiet_NaN());
            profile.count.push_back(count);
        }
        return profile;
    }
    [[nodiscard]] Result<proximity::ValueSample> sample(const JobContext&) const override
    {
        return proximity::ValueSample{};
    }
    [[nodiscard]] bool toeplitz() const override { return m_toeplitz; }
    [[nodiscard]] std::string method() const override { return "given map"; }

private:
    tables::MatrixD m_s;
    bool m_toeplitz;
};

} // namespace pescope::test
