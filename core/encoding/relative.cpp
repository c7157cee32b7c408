// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/relative.h"

#include "core/base/number_text.h"
#include "core/encoding/limits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace pescope::encoding {

using tables::Index;
using tables::MatrixD;

namespace {

SinusoidSpec sinusoidOf(const RelativeSinusoid& spec)
{
    SinusoidSpec sinusoid;
    sinusoid.dim = spec.dim;
    sinusoid.base = spec.base;
    sinusoid.first = spec.first;
    sinusoid.length = spec.rows();
    return sinusoid;
}

} // namespace

Index RelativeTable::lastOffset() const
{
    const Index steps = rows->rows() - 1;
    return ascending ? firstOffset + steps : firstOffset - steps;
}

Index RelativeTable::lowestOffset() const
{
    return std::min(firstOffset, lastOffset());
}

Index RelativeTable::storedRow(Index offset) const
{
    const Index row = ascending ? offset - firstOffset : firstOffset - offset;
    PESCOPE_EXPECTS(row >= 0 && row < rows->rows());
    return row;
}

Index rowsOf(const OffsetSinusoid& spec, Index length)
{
    switch (spec.reach) {
    case OffsetReach::Earlier:
        return length;
    case OffsetReach::EarlierAndOne:
        return length + 1;
    case OffsetReach::Both:
        return 2 * length;
    case OffsetReach::Window:
        return 2 * spec.clamp + 1;
    }
    return 0;
}

Result<RelativeTable> tableOf(const OffsetSinusoid& spec, Index length)
{
    constexpr Index kMost = Index{1} << 26; // 512 MiB
    if (Status valid = validate(spec.sinusoid); !valid)
        return std::unexpected(std::move(valid).error());
    const bool window = spec.reach == OffsetReach::Window;
    if (length < 1 || length > kMost || spec.clamp < (window ? 1 : 0) || spec.clamp > kMost)
        return fail(ErrorCode::Shape, fmt::format("{} positions, offsets up to {}", length, spec.clamp),
                    fmt::format("Both are whole numbers from 1 to {}.", kMost));
    const Index rows = rowsOf(spec, length);
    if (rows > kMost / spec.sinusoid.columns())
        return fail(ErrorCode::Shape, fmt::format("{} offsets of {} columns", rows, spec.sinusoid.columns()),
                    fmt::format("A computed table holds at most {} values: choose a shorter length.", kMost));
    RelativeTable result{.firstOffset = window ? spec.clamp : rows - 1, .ascending = false, .computed = spec};
    if (spec.reach == OffsetReach::Both)
        result.firstOffset = length;
    auto values = std::make_shared<MatrixD>(rows, spec.sinusoid.columns());
    for (Index r = 0; r < rows; ++r) {
        Index position = result.firstOffset - r;
        if (window)
            position = r; // never negative: the row of key − query = −clamp is the sinusoid of 0
        else if (spec.clamp > 0)
            position = std::clamp(position, -spec.clamp, spec.clamp);
        values->row(r) = table(spec.sinusoid, position, 1);
    }
    result.rows = std::move(values);
    return result;
}

std::string_view name(OffsetMeaning meaning)
{
    switch (meaning) {
    case OffsetMeaning::Signed:
        return "signed";
    case OffsetMeaning::Shifted:
        return "shifted";
    case OffsetMeaning::Absolute:
        return "absolute";
    }
    return "";
}

Status validate(const RelativeSinusoid& spec)
{
    if (spec.dim < 2 || spec.dim > kMaxDim || spec.dim % 2 != 0)
        return fail(
            ErrorCode::Shape, fmt::format("dim is {}", spec.dim),
            fmt::format("dim is an even whole number from 2 to {}: a sine and a cosine for each frequency.", kMaxDim));
    if (spec.maxOffset < 1 || spec.rows() > kMaxValues / spec.dim)
        return fail(
            ErrorCode::Shape, fmt::format("max is {} at dim {}", spec.maxOffset, spec.dim),
            fmt::format("max is a whole number from 1, and the table of 2·max + 1 rows holds at most {} values.",
                        kMaxValues));
    return validate(sinusoidOf(spec));
}

std::vector<double> omega(const RelativeSinusoid& spec)
{
    return omega(sinusoidOf(spec));
}

Index positionOf(const RelativeSinusoid& spec, Index m)
{
    switch (spec.meaning) {
    case OffsetMeaning::Signed:
        return m;
    case OffsetMeaning::Shifted:
        return m + spec.maxOffset;
    case OffsetMeaning::Absolute:
        return std::abs(m);
    }
    return m;
}

MatrixD table(const RelativeSinusoid& spec)
{
    const SinusoidSpec sinusoid = sinusoidOf(spec);
    if (spec.meaning != OffsetMeaning::Absolute)
        return table(sinusoid, positionOf(spec, -spec.maxOffset), spec.rows());
    const MatrixD half = table(sinusoid, 0, spec.maxOffset + 1);
    MatrixD result(spec.rows(), spec.dim);
    for (Index m = -spec.maxOffset; m <= spec.maxOffset; ++m)
        result.row(m + spec.maxOffset) = half.row(std::abs(m));
    return result;
}

} // namespace pescope::encoding
