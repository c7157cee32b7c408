// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/dense.h"
#include "core/proximity/proximity.h"

#include <cstdint>
#include <memory>

/// Maps that the tests of the properties share.
namespace pescope::test {

using proximity::Metric;
using proximity::SharedProximity;
using tables::Index;
using tables::MatrixD;

/// Values 0 … 15 from a fixed sequence: many ties.
inline MatrixD coarseNoise(Index n, std::uint32_t state)
{
    MatrixD s(n, n);
    for (Index k = 0; k < s.size(); ++k) {
        state = state * 1664525U + 1013904223U;
        s.data()[k] = state >> 28;
    }
    return s;
}

inline tables::SharedMatrix shared(MatrixD s)
{
    return std::make_shared<const MatrixD>(std::move(s));
}

inline SharedProximity given(MatrixD s)
{
    const Index rows = s.rows();
    const Index columns = s.cols();
    return std::make_shared<proximity::DenseProximity>(shared(std::move(s)), rows, columns);
}

inline MatrixD byOffset(const std::vector<double>& f, Index n)
{
    MatrixD s(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            s(i, j) = f[static_cast<std::size_t>(i - j + n - 1)];
    return s;
}

inline encoding::Encoding sinusoid(int dim, int first, Index length)
{
    encoding::SinusoidSpec spec;
    spec.dim = dim;
    spec.first = first;
    spec.length = length;
    encoding::Encoding encoding;
    encoding.kind = encoding::Kind::Sinusoid;
    encoding.content = spec;
    return encoding;
}

inline encoding::Encoding table(MatrixD rows)
{
    encoding::StoredTable stored;
    stored.positions = rows.rows();
    stored.rows = shared(std::move(rows));
    encoding::Encoding encoding;
    encoding.content = std::move(stored);
    return encoding;
}

inline SharedProximity mapOf(const encoding::Encoding& encoding, Metric metric = Metric::Dot)
{
    return *proximity::of(encoding, metric, compute::eigenBackend());
}

} // namespace pescope::test
