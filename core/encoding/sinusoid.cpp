// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/sinusoid.h"

#include "core/base/number_text.h"
#include "core/encoding/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pescope::encoding {

using tables::Index;
using tables::MatrixD;

namespace {

int allPairs(const SinusoidSpec& spec)
{
    return spec.freeOmega.empty() ? spec.dim / 2 : static_cast<int>(spec.freeOmega.size());
}

/// ω at index i of the formula, i counted from 0 before `first` is added.
double formulaOmega(const SinusoidSpec& spec, int i)
{
    const double index = spec.first + i;
    const double exponent = spec.spacing == Spacing::Half
        ? 2.0 * index / spec.dim
        : index / std::max(1, spec.dim / 2 - 1); // two columns have one frequency, and no step between two
    return spec.scale * std::pow(spec.base, -exponent);
}

} // namespace

std::string_view name(Layout layout)
{
    return layout == Layout::Interleaved ? "interleaved" : "halves";
}

std::string_view name(Spacing spacing)
{
    return spacing == Spacing::Half ? "half" : "half-1";
}

int SinusoidSpec::pairs() const
{
    return std::max(0, allPairs(*this) - skipFast - skipSlow);
}

int SinusoidSpec::columns() const
{
    return 2 * pairs() + (hasUnpairedColumn() ? 1 : 0);
}

Status validate(const SinusoidSpec& spec)
{
    if (spec.freeOmega.empty() && (spec.dim < 1 || spec.dim > kMaxDim))
        return fail(ErrorCode::Shape, fmt::format("dim is {}", spec.dim),
                    fmt::format("dim is a whole number from 1 to {}.", kMaxDim));
    if (spec.length < 1 || spec.length > kMaxLength)
        return fail(ErrorCode::Shape, fmt::format("length is {}", spec.length),
                    fmt::format("length is a whole number from 1 to {}.", kMaxLength));
    if (!(spec.base > 0) || spec.base == 1.0 || !std::isfinite(spec.base))
        return fail(ErrorCode::Numeric, fmt::format("base is {}", shortestText(spec.base)),
                    "base is a number above 0 other than 1; models use 10000.");
    if (spec.first != 0 && spec.first != 1)
        return fail(ErrorCode::Numeric, fmt::format("first is {}", spec.first),
                    "first is 0 (as all code bases) or 1 (as the paper's sum).");
    if (!(spec.scale > 0) || !std::isfinite(spec.scale))
        return fail(ErrorCode::Numeric, fmt::format("scale is {}", shortestText(spec.scale)),
                    "scale is a number above 0; it multiplies every frequency.");
    if (spec.skipFast < 0 || spec.skipSlow < 0)
        return fail(ErrorCode::Shape, fmt::format("skip_fast is {} and skip_slow is {}", spec.skipFast, spec.skipSlow),
                    "Both count frequencies and are 0 or more.");
    for (std::size_t k = 0; k < spec.freeOmega.size(); ++k)
        if (!std::isfinite(spec.freeOmega[k]))
            return fail(ErrorCode::Numeric, fmt::format("omega {} is {}", k, shortestText(spec.freeOmega[k])),
                        "Every frequency is a finite number of radians per position.");
    const Index skipped = Index{spec.skipFast} + spec.skipSlow;
    if (skipped > 0 && skipped >= allPairs(spec))
        return fail(ErrorCode::Shape,
                    fmt::format("skip_fast {} and skip_slow {} leave none of {} frequencies", spec.skipFast,
                                spec.skipSlow, allPairs(spec)),
                    "Skip fewer of them.");
    return ok();
}

std::vector<double> omega(const SinusoidSpec& spec)
{
    std::vector<double> all(static_cast<std::size_t>(allPairs(spec)));
    for (std::size_t k = 0; k < all.size(); ++k)
        all[k] = spec.freeOmega.empty() ? formulaOmega(spec, static_cast<int>(k)) : spec.scale * spec.freeOmega[k];
    if (spec.skipFast == 0 && spec.skipSlow == 0)
        return all;

    std::vector<std::size_t> fastestFirst(all.size());
    std::iota(fastestFirst.begin(), fastestFirst.end(), std::size_t{0});
    std::ranges::stable_sort(fastestFirst,
                             [&](std::size_t a, std::size_t b) { return std::abs(all[a]) > std::abs(all[b]); });
    const auto begin = fastestFirst.begin() + std::min<std::ptrdiff_t>(spec.skipFast, std::ssize(all));
    std::vector<std::size_t> kept(begin, begin + spec.pairs());
    std::ranges::sort(kept); // index order again
    std::vector<double> left;
    left.reserve(kept.size());
    for (const std::size_t k : kept)
        left.push_back(all[k]);
    return left;
}

MatrixD table(const SinusoidSpec& spec, Index firstRow, Index rows)
{
    const std::vector<double> frequencies = omega(spec);
    const auto pairs = static_cast<Eigen::Index>(frequencies.size());
    MatrixD result(rows, spec.columns());
    for (Index r = 0; r < rows; ++r) {
        const auto position = static_cast<double>(firstRow + r);
        for (Eigen::Index k = 0; k < pairs; ++k) {
            const double angle = position * frequencies[static_cast<std::size_t>(k)];
            const bool interleaved = spec.layout == Layout::Interleaved;
            result(r, interleaved ? 2 * k : k) = std::sin(angle);
            result(r, interleaved ? 2 * k + 1 : pairs + k) = std::cos(angle);
        }
        if (spec.hasUnpairedColumn())
            result(r, result.cols() - 1) = std::sin(position * formulaOmega(spec, allPairs(spec)));
    }
    return result;
}

} // namespace pescope::encoding
