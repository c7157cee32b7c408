// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/resolve.h"
#include "core/tables/matrix.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

namespace pescope::test {

/// Independent normal numbers with standard deviation 1, the same with every standard library (Box–Muller).
inline tables::MatrixD normalNoise(tables::Index rows, tables::Index columns, std::uint64_t seed)
{
    std::mt19937_64 engine(seed);
    const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
    tables::MatrixD noise(rows, columns);
    for (tables::Index k = 0; k < noise.size(); ++k) {
        const double radius = std::sqrt(-2 * std::log(uniform()));
        noise.data()[k] = radius * std::cos(2 * std::numbers::pi * uniform());
    }
    return noise;
}

/// The position table of MiniLM, 512 × 384; empty if it cannot be read.
inline tables::MatrixD demoTable()
{
    const auto found = encoding::resolveOne(PESCOPE_RESOURCES "/demo/minilm-l6-position.safetensors");
    if (!found)
        return {};
    const auto* table = std::get_if<encoding::StoredTable>(&found->content);
    return table != nullptr ? tables::MatrixD(table->positionRows()) : tables::MatrixD();
}

/// The pairs' columns of a sinusoid with the given frequencies, sine and cosine in turn.
inline tables::MatrixD sinusoidTable(const std::vector<double>& omega, tables::Index rows)
{
    encoding::SinusoidSpec spec;
    spec.freeOmega = omega;
    spec.length = rows;
    return encoding::table(spec, 0, rows);
}

} // namespace pescope::test
