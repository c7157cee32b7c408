// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/compose.h"

#include <chrono>

namespace pescope::figure {

/// "A", "B", … of a panel or curve; empty when there is but one.
[[nodiscard]] QString letterOf(std::size_t index, std::size_t count);
/// "A  Fixed sinusoid, 512 × 768".
[[nodiscard]] QString titleOf(const FigureRequest& request, std::size_t index);
/// Which head of a bias; nothing is left out.
[[nodiscard]] proximity::RowChoice rowsOf(const FigureRequest& request);
[[nodiscard]] proximity::Metric metricOf(const FigureRequest& request);
/// Of one of its encodings: a map without rows is shown as it is beside others; alone the metric asked for must exist.
[[nodiscard]] proximity::Metric metricOf(const FigureRequest& request, const encoding::Encoding& encoding);
[[nodiscard]] QString formulaOf(const FigureRequest& request);

/// The metadata of the file: the description, and behind a '#', as a shell's comment, which sources are what-ifs.
[[nodiscard]] QString descriptionOf(const FigureRequest& request);

[[nodiscard]] QImage imageOf(const raster::Raster& raster);

class Stopwatch {
public:
    [[nodiscard]] double milliseconds() const
    {
        return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - m_start).count();
    }

private:
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
};

/// Curves of all sources in one panel: kinds Profile, Psi, Omega.
[[nodiscard]] Result<Composed> composeCurves(const FigureRequest& request,
                                             std::shared_ptr<const compute::Backend> backend, const JobContext& job);

} // namespace pescope::figure
