// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary encodings as lines of Python.
#include "core/base/number_text.h"
#include "core/session/numpy_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pescope::session {

using encoding::RotarySpec;

/// N and omega.
Result<PythonLines> rotaryOmega(const RotarySpec& spec)
{
    using Scaling = encoding::RopeScaling::Type;
    if (const Status valid = encoding::validate(spec); !valid)
        return std::unexpected(valid.error());
    const encoding::RopeScaling& scaling = spec.scaling;
    const std::string factor = shortestText(scaling.factor);
    const std::string trained = shortestText(scaling.trainedLength);
    PythonLines python;
    python.lines.push_back(fmt::format(
        "N, dim, base = {}, {}, {}{}", spec.length, spec.dim, shortestText(spec.base),
        spec.dim < spec.headDim ? fmt::format("  # dim of the {} columns of a head are rotated", spec.headDim) : ""));
    if (scaling.type == Scaling::Dynamic && spec.dim > 2)
        python.lines.push_back(
            fmt::format("base = base * ({0} * max(1, N / {1}) - ({0} - 1)) ** (dim / (dim - 2))  # scaling dynamic",
                        factor, trained));
    python.lines.emplace_back("omega = base ** (-2.0 * np.arange(dim // 2) / dim)  # radians per position");
    if (scaling.type == Scaling::Linear)
        python.lines.push_back(fmt::format("omega = omega / {}  # scaling linear", factor));
    if (scaling.type == Scaling::Divisors || scaling.type == Scaling::Yarn || scaling.type == Scaling::LongRope) {
        std::vector<std::string> divisors;
        for (const double divisor : encoding::divisors(spec))
            divisors.push_back(shortestText(divisor));
        python.lines.push_back(fmt::format("omega = omega / np.array([{}])  # scaling {}", fmt::join(divisors, ", "),
                                           scaling.type == Scaling::Divisors
                                               ? std::string("by stored divisors")
                                               : fmt::format("{} at {} positions", name(scaling.type), spec.length)));
    }
    if (scaling.type == Scaling::Llama3) {
        const std::string low = shortestText(scaling.lowFrequencyFactor);
        python.lines.push_back(fmt::format("kept = np.clip(({} * omega / (2 * np.pi) - {}) / ({} - {}), 0, 1)", trained,
                                           low, shortestText(scaling.highFrequencyFactor), low));
        python.lines.push_back(fmt::format("omega = (1 - kept) * omega / {} + kept * omega  # scaling llama3", factor));
    }
    return python;
}

Result<PythonLines> rotaryLines(const RotarySpec& spec, proximity::Metric metric)
{
    if (metric == proximity::Metric::Centred || metric == proximity::Metric::Distance)
        return fail(
            ErrorCode::Unsupported, fmt::format("the metric {} of a rotary encoding", proximity::name(metric)),
            "It has no rows to compare, only the sum of its cosines: dot, or scaled and cosine for 1 at i = j.");
    PESCOPE_TRY(python, rotaryOmega(spec));
    python.lines.emplace_back("i = np.arange(N)");
    python.lines.push_back(
        fmt::format("f = np.cos(np.outer(np.arange(1 - N, N), omega)).{}(axis=1)  # over ω, of i − j",
                    metric == proximity::Metric::Dot ? "sum" : "mean"));
    python.lines.emplace_back(kByOffset);
    return std::move(python);
}

} // namespace pescope::session
