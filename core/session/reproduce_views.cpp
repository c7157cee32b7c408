// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/reproduce_views.h"

#include "core/analysis/real_fft.h"
#include "core/base/number_text.h"
#include "core/proximity/grid_of_grids.h"
#include "core/session/numpy_code.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pescope::session {

using encoding::SinusoidSpec;
using proximity::Lens;
using proximity::Metric;
using tables::Index;

namespace {

void append(PythonLines& python, std::vector<std::string> lines)
{
    std::ranges::move(lines, std::back_inserter(python.lines));
}

std::vector<std::string> lensLines(Lens lens, bool finite)
{
    std::vector<std::string> lines;
    switch (lens) {
    case Lens::Value:
        break;
    case Lens::NonInvariance:
        lines = {"i, j = np.indices(S.shape)", "L = S - profile[i - j - m[0]]  # minus the mean of its diagonal"};
        break;
    case Lens::Asymmetry:
        lines = {"L = (S - S.T) / 2"};
        break;
    case Lens::Rising:
        lines = {"i, j = np.indices(S.shape)",
                 "before = np.where(j > i, np.roll(S, 1, axis=1), np.roll(S, -1, axis=1))  # nearer to the diagonal",
                 "step = (j > i) | ((j < i) & (j < S.shape[1] - 1))",
                 "L = np.where(step & (S >= before), 1.0, 0.0)  # 1: S does not fall on the step that ends here"};
        if (!finite)
            lines.emplace_back("L[~np.isfinite(S) | (step & ~np.isfinite(before))] = np.nan");
        lines.emplace_back("share = np.nansum(L) / max(1, np.sum(step & np.isfinite(L)))  # 1 − STEP");
        break;
    }
    return lines;
}

std::string_view orderComment(Columns columns)
{
    switch (columns) {
    case Columns::Stored:
        break;
    case Columns::OtherLayout:
        return "the columns in the other layout";
    case Columns::Variance:
        return "by variance, descending";
    case Columns::Frequency:
        return "by the fitted frequency of each pair, fast ones first";
    }
    return "";
}

/// A long list over several lines: `order = np.array([` … `])`.
std::vector<std::string> arrayLines(std::string_view name, const std::vector<std::string>& numbers,
                                    std::string_view comment)
{
    constexpr std::size_t kWidth = 100;
    std::vector<std::string> lines{fmt::format("{} = np.array([  # {}", name, comment)};
    std::string line = "   ";
    for (const std::string& number : numbers) {
        if (line.size() + number.size() + 2 > kWidth) {
            lines.push_back(std::move(line));
            line = "   ";
        }
        line += fmt::format(" {},", number);
    }
    lines.push_back(std::move(line));
    lines.emplace_back("])");
    return lines;
}

/// The two ranges of a curve over 0, 1, … in `curve`, on its steps or those in `steps`.
std::vector<std::string> rangeLines(std::string_view curve, std::string_view step, double epsilon)
{
    return {
        fmt::format("ends = np.flatnonzero({} >= 0)  # None: nothing ends the range", step),
        "integer_range = int(ends[0]) if len(ends) else None",
        fmt::format("lowest = np.minimum.accumulate({})[:-1]", curve),
        fmt::format("ends = np.flatnonzero({0}[1:] > lowest + {1} * abs({0}[0]))", curve, shortestText(epsilon)),
        "tolerance_range = int(ends[0]) if len(ends) else None",
    };
}

std::vector<std::string> singularLines(const PythonLines& rows)
{
    std::vector<std::string> lines{
        rows.finite ? "C = P - P.mean(axis=0)"
                    : "C = np.nan_to_num(P - np.nanmean(P, axis=0))  # a row without values adds nothing",
        "_, sigma, directions = np.linalg.svd(C, full_matrices=False)",
        "share = sigma**2 / np.sum(sigma**2)",
        "effective_rank = np.exp(-np.sum(share * np.log(np.where(share > 0, share, 1))))",
        "participation_ratio = 1 / np.sum(share**2)",
        "scores = C @ directions[:3].T  # the sign of each is open",
    };
    return lines;
}

std::vector<std::string> amplitudeLines(Index rows)
{
    const Index length = analysis::smoothLength(rows);
    std::vector<std::string> lines{
        fmt::format("amplitude = 2 * np.abs(np.fft.rfft(C, {}, axis=0)) / len(C)", length),
        fmt::format("omega = 2 * np.pi * np.arange(len(amplitude)) / {}  # radians per position", length),
    };
    if (length % 2 == 0)
        lines.emplace_back("amplitude[-1] /= 2  # ω = π has no second half");
    lines.emplace_back("rms = np.sqrt(np.mean(amplitude**2, axis=1))  # over columns");
    return lines;
}

std::vector<std::string> neighbourLines(bool offsets)
{
    std::vector<std::string> lines{
        "norms = np.linalg.norm(P, axis=1)",
        "U = P / np.where(norms > 0, norms, np.nan)[:, None]",
        "neighbours = np.sum(U[:-1] * U[1:], axis=1)  # of rows r and r + 1",
    };
    if (offsets) {
        lines.emplace_back("K = min(zero, len(P) - 1 - zero)");
        lines.emplace_back("mirror = np.sum(U[zero + 1 : zero + K + 1] * U[zero - K : zero][::-1], axis=1)");
    }
    return lines;
}

/// Row of r = 0; nothing where rows are positions.
std::optional<Index> zeroRow(const encoding::Encoding& encoding)
{
    if (const auto* table = std::get_if<encoding::RelativeTable>(&encoding.content))
        return -table->lowestOffset();
    if (const auto* sinusoid = std::get_if<encoding::RelativeSinusoid>(&encoding.content))
        return sinusoid->maxOffset;
    return std::nullopt;
}

Index rowsOf(const encoding::Encoding& encoding)
{
    if (const auto* spec = std::get_if<SinusoidSpec>(&encoding.content))
        return spec->length;
    if (const auto* table = std::get_if<encoding::StoredTable>(&encoding.content))
        return table->positions;
    if (const auto* relative = std::get_if<encoding::RelativeTable>(&encoding.content))
        return relative->rows ? relative->rows->rows() : 0;
    return std::get<encoding::RelativeSinusoid>(encoding.content).rows();
}

Result<PythonLines> spectrumLines(const ShownMap& map)
{
    if (!map.difference.empty())
        return fail(ErrorCode::Unsupported, "a spectrum of A − B", "Select one of the two sources.");
    const encoding::Encoding& encoding = map.encoding;
    if (std::holds_alternative<encoding::LogitBias>(encoding.content))
        return biasLines(map);
    if (std::holds_alternative<encoding::RotarySpec>(encoding.content)) {
        PESCOPE_TRY(python, frequencyLines(map));
        append(python,
               {"partial = np.cumsum(np.exp(1j * np.outer(np.arange(N), omega)), axis=1)",
                "decay = np.abs(partial).mean(axis=1)  # at m = 0 … N − 1",
                "kernel = partial[:, -1].real  # Σ cos ω m"});
        return std::move(python);
    }
    if (!hasRows(encoding))
        return fail(ErrorCode::Unsupported, fmt::format("a spectrum of a source of kind {}", name(encoding.kind)),
                    "It is a picture as it is, without vectors, frequencies or heads behind it.");
    PESCOPE_TRY(python, rowLines(map, ""));
    append(python, singularLines(python));
    append(python, amplitudeLines(rowsOf(encoding)));
    const std::optional<Index> zero = zeroRow(encoding);
    if (zero)
        python.lines.push_back(fmt::format("zero = {}  # the row of offset 0", *zero));
    append(python, neighbourLines(zero.has_value()));
    return std::move(python);
}

} // namespace

Result<std::string> numpyLens(const ShownMap& map, Metric metric, Lens lens)
{
    if (lens == Lens::Value)
        return numpyCode(map, metric);
    return runGuarded([&]() -> Result<std::string> {
        PESCOPE_TRY(python, linesOfMap(map, metric, ""));
        append(python, profileLines(python));
        append(python, lensLines(lens, python.finite));
        return assembled(fmt::format("{}, {}", titleOf(map, metric), proximity::formula(lens)), python, &map);
    });
}

Result<std::string> numpyGrid(const ShownMap& map, Metric metric)
{
    return runGuarded([&]() -> Result<std::string> {
        const auto grid = map.difference.empty() ? proximity::patchGridOf(map.encoding) : std::nullopt;
        if (!grid)
            return fail(ErrorCode::Unsupported, "a grid of grids of a source whose positions lie in a line",
                        "Show its map.");
        PESCOPE_TRY(python, linesOfMap(map, metric, ""));
        append(python, profileLines(python));
        const std::vector<Index>& leftOut = map.rows.leaveOut;
        if (std::ranges::any_of(leftOut, [&](Index position) { return position >= grid->prefix; }))
            return fail(ErrorCode::Unsupported, "a grid of grids in NumPy with a patch left out",
                        "Show the marked rows again.");
        const Index before = grid->prefix - std::ssize(leftOut); // rows of S in front of the grid
        const std::string patches = before == 0 ? "S" : fmt::format("S[{0}:, {0}:]", before);
        python.lines.push_back(fmt::format("h, w = {}, {}  # patch (y, x) is position {}y w + x", grid->height,
                                           grid->width, grid->prefix == 0 ? "" : fmt::format("{} + ", grid->prefix)));
        python.lines.push_back(
            fmt::format("G = {}.reshape(h, w, h, w).transpose(0, 2, 1, 3).reshape(h * h, w * w)", patches));
        return assembled(fmt::format("{}, grid of grids", titleOf(map, metric)), python, &map);
    });
}

Result<std::string> numpyTable(const ShownMap& map, Columns columns, const std::vector<Index>& order)
{
    return runGuarded([&]() -> Result<std::string> {
        if (!map.difference.empty() || !hasRows(map.encoding))
            return fail(ErrorCode::Unsupported, "vectors by position of a source without any",
                        "It has values by offset; show its map.");
        PESCOPE_TRY(python, rowLines(map, ""));
        std::vector<std::string> places;
        for (const Index column : order)
            places.push_back(std::to_string(column));
        if (!places.empty())
            append(python, arrayLines("order", places, orderComment(columns)));
        python.lines.emplace_back(places.empty() ? "T = P" : "T = P[:, order]");
        return assembled(nameOf(map), python, nullptr);
    });
}

Result<std::string> numpyDistance(const ShownMap& map, Metric metric, double epsilon)
{
    return runGuarded([&]() -> Result<std::string> {
        PESCOPE_TRY(python, linesOfMap(map, metric, ""));
        append(python, profileLines(python));
        append(python,
               {"cells = [d[np.isfinite(d)] for d in (np.diagonal(S, -k) for k in m)]",
                "p10, p90 = np.transpose([np.quantile(d, [0.1, 0.9]) if len(d) else [np.nan] * 2 for d in cells])"});
        const bool sinusoid = map.difference.empty() && std::holds_alternative<SinusoidSpec>(map.encoding.content);
        if (sinusoid) {
            python.lines.emplace_back("curve = np.cos(np.outer(np.arange(N), omega)).sum(axis=1)  # ψ has the ranges");
        } else {
            append(python,
                   {"count = np.bincount(np.abs(m), [len(d) for d in cells])",
                    "curve = np.bincount(np.abs(m), [np.sum(d) for d in cells])  # the mean over both directions",
                    "curve = curve / np.where(count > 0, count, np.nan)"});
        }
        if (!python.finite)
            python.lines.emplace_back("curve = curve[np.cumsum(~np.isfinite(curve)) == 0]");
        append(python, rangeLines("curve", "np.diff(curve)", epsilon));
        return assembled(titleOf(map, metric), python, &map);
    });
}

Result<std::string> numpyPsi(const ShownMap& map, double epsilon)
{
    return runGuarded([&]() -> Result<std::string> {
        if (!map.difference.empty() || !std::holds_alternative<SinusoidSpec>(map.encoding.content))
            return fail(ErrorCode::Unsupported, "ψ of a source that is no sinusoid", "Select a sinusoid.");
        PESCOPE_TRY(python, frequencyLines(map));
        append(python,
               {"m = np.arange(N)", "psi = np.cos(np.outer(m, omega)).sum(axis=1)",
                "slope = -np.sin(np.outer(m, omega)) @ omega  # ψ′(m)",
                "step = -2 * np.sin(np.outer(m + 0.5, omega)) @ np.sin(omega / 2)  # ψ(m + 1) − ψ(m)"});
        append(python, rangeLines("psi", "step", epsilon));
        return assembled(fmt::format("{}, ψ(m) = Σ cos ω m", nameOf(map)), python, nullptr);
    });
}

Result<std::string> numpyOmega(const ShownMap& map)
{
    return runGuarded([&]() -> Result<std::string> {
        const auto omega = map.difference.empty() ? encoding::frequencies(map.encoding) : std::nullopt;
        if (!omega)
            return fail(ErrorCode::Unsupported, "frequencies of a source without any",
                        "Select a sinusoid, or fit one to the source.");
        PythonLines python;
        if (map.encoding.kind == encoding::Kind::Rotary || std::holds_alternative<SinusoidSpec>(map.encoding.content)) {
            PESCOPE_TRY(lines, frequencyLines(map));
            python = std::move(lines);
        } else {
            std::vector<std::string> numbers;
            for (const double value : *omega)
                numbers.push_back(shortestText(value));
            append(python, arrayLines("omega", numbers, "radians per position"));
        }
        python.lines.emplace_back("wavelength = 2 * np.pi / np.abs(np.where(omega != 0, omega, np.nan))");
        return assembled(fmt::format("{}, ω", nameOf(map)), python, nullptr);
    });
}

Result<std::string> numpySpectrum(const ShownMap& map)
{
    return runGuarded([&]() -> Result<std::string> {
        PESCOPE_TRY(python, spectrumLines(map));
        return assembled(fmt::format("{}, spectrum", nameOf(map)), python, nullptr);
    });
}

} // namespace pescope::session
