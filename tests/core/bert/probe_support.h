// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/token_roles.h"

#include <QDebug>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>

/// Comparisons and made-up attention for the tests of the probes.
namespace probes {

using namespace pescope;

inline bool near(double got, double want, double slack = 1e-12)
{
    if (std::abs(got - want) <= slack)
        return true;
    qWarning("%.17g is not %.17g", got, want);
    return false;
}

/// An error of this code whose text has all fragments.
inline bool refused(const auto& result, ErrorCode code, std::initializer_list<const char*> fragments)
{
    if (result || result.error().code != code)
        return false;
    const std::string text = describe(result.error());
    return std::ranges::all_of(fragments, [&](const char* part) { return text.find(part) != std::string::npos; });
}

inline bert::TokenRoles words(tables::Index count)
{
    return bert::TokenRoles(static_cast<std::size_t>(count), bert::TokenRole::Word);
}

inline tables::MatrixD softmax(const tables::MatrixD& logits)
{
    tables::MatrixD weights = logits.array().exp();
    for (tables::Index i = 0; i < weights.rows(); ++i)
        weights.row(i) /= weights.row(i).sum();
    return weights;
}

/// −slope |i − j|
inline tables::MatrixD decay(tables::Index n, double slope)
{
    tables::MatrixD logits(n, n);
    for (tables::Index i = 0; i < n; ++i)
        for (tables::Index j = 0; j < n; ++j)
            logits(i, j) = -slope * static_cast<double>(std::abs(i - j));
    return logits;
}

} // namespace probes
