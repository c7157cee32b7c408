// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/spec.h"

#include "core/base/checked.h"
#include "core/base/number_text.h"
#include "core/checkpoint/container.h"
#include "core/encoding/computed_encodings.h"
#include "core/encoding/key_values.h"
#include "core/encoding/loose_array.h"
#include "core/encoding/resolve.h"
#include "core/encoding/spec_relative.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

namespace pescope::encoding {

using tables::Index;
using tables::MatrixD;

namespace {

constexpr long long kHighest = std::numeric_limits<int>::max();
constexpr long long kMaxRandomValues = 1LL << 28; // 2 GiB

constexpr KeyValues::Allowed kSinusoidKeys[] = {
    {"dim", "a whole number from 1 to 1048576"},
    {"base", "a number above 0 other than 1 (models use 10000)"},
    {"first", "0 (as all code bases) or 1 (as the paper's sum)"},
    {"spacing", "half or half-1"},
    {"layout", "interleaved or halves"},
    {"scale", "a number above 0"},
    {"skip_fast", "a whole number from 0"},
    {"skip_slow", "a whole number from 0"},
    {"length", "a whole number from 1"},
    {"omega", "a .npy or .csv file of frequencies, or the numbers themselves as [1;0.1;0.01]"},
};
constexpr KeyValues::Allowed kLearnedKeys[] = {
    {"length", "a whole number from 1"},
    {"dim", "a whole number from 1"},
    {"seed", "a whole number from 0"},
    {"sd", "a number above 0"},
};

constexpr std::string_view kBuiltInKinds[] = {
    "sinusoid:", "sinusoid-relative:", "learned:", "alibi:", "rotary:", "matrix:", "transposed:"};

Result<std::vector<double>> omegaFromText(std::string_view text)
{
    std::vector<double> values;
    std::string_view rest = text.substr(1, text.size() - 2);
    while (!rest.empty()) {
        const auto end = rest.find(';');
        const auto value = parseDouble(rest.substr(0, end));
        if (!value || !std::isfinite(*value))
            return fail(ErrorCode::Format, fmt::format("sinusoid: omega holds “{}”", rest.substr(0, end)),
                        "Write numbers with semicolons between them: omega=[1;0.1;0.01].");
        values.push_back(*value);
        rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    }
    if (values.empty())
        return fail(ErrorCode::Format, "sinusoid: omega=[] holds no frequency", "Give at least one number.");
    return values;
}

Result<std::vector<double>> omegaFromFile(const std::string& path)
{
    PESCOPE_TRY(container, checkpoint::openContainer(path));
    const auto& infos = container->tensors();
    if (infos.size() != 1)
        return fail(ErrorCode::Format, fmt::format("omega={}: the file holds {} arrays", path, infos.size()),
                    "Frequencies are one array of numbers, in a .npy or .csv file.");
    const std::vector<std::int64_t>& shape = infos.front().shape;
    const auto count = elementCount(shape);
    const bool oneAxis = std::ranges::count_if(shape, [](std::int64_t extent) { return extent != 1; }) <= 1;
    if (!oneAxis || !count || *count == 0 || *count > (1U << 19))
        return fail(ErrorCode::Shape, fmt::format("omega={}: the array has the shape {}", path, shapeText(shape)),
                    "Frequencies are one axis of 1 to 524288 numbers, in radians per position.");
    PESCOPE_TRY(bytes, container->read(0));
    PESCOPE_TRY(values, tables::toDouble(bytes.bytes, bytes.dtype));
    return values;
}

Source computedSource(const std::string& spec, Encoding encoding)
{
    Source source;
    source.spec = spec;
    source.container = "computed";
    source.family = encoding.family;
    source.encodings.push_back(std::move(encoding));
    return source;
}

Result<Source> learned(const std::string& spec, std::string_view parameters)
{
    PESCOPE_TRY(parsed, parseLearned(parameters));
    Encoding encoding;
    encoding.id = "ape";
    encoding.family = "random";
    encoding.title = fmt::format("Random table (seed {})", parsed.seed);
    encoding.shape = {parsed.length, parsed.dim};
    encoding.positions = parsed.length;
    encoding.firstPositionRow = 0;
    encoding.dim = parsed.dim;
    encoding.notes.push_back(fmt::format("random, not learned: independent normal numbers with standard deviation {}, "
                                         "seed {}",
                                         shortestText(parsed.sd), parsed.seed));
    if (parsed.length == 1)
        encoding.notes.push_back(onePositionNote());
    encoding.formula = absoluteFormula();
    StoredTable table;
    table.rows = std::make_shared<const MatrixD>(randomTable(parsed));
    table.positions = parsed.length;
    encoding.content = std::move(table);
    return computedSource(spec, std::move(encoding));
}

} // namespace

MatrixD randomTable(const LearnedSpec& spec)
{
    std::mt19937_64 engine(spec.seed);
    const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
    MatrixD table(spec.length, spec.dim);
    double* values = table.data();
    const Eigen::Index count = table.size();
    for (Eigen::Index k = 0; k < count; k += 2) {
        const double radius = spec.sd * std::sqrt(-2.0 * std::log(uniform()));
        const double angle = 2.0 * std::numbers::pi * uniform();
        values[k] = static_cast<float>(radius * std::cos(angle));
        if (k + 1 < count)
            values[k + 1] = static_cast<float>(radius * std::sin(angle));
    }
    return table;
}

Result<SinusoidSpec> parseSinusoid(std::string_view parameters)
{
    PESCOPE_TRY(keys, KeyValues::parse("sinusoid", parameters, kSinusoidKeys));
    SinusoidSpec spec;
    if (const std::string* text = keys.find("omega")) {
        const bool inText = text->size() >= 2 && text->front() == '[' && text->back() == ']';
        PESCOPE_TRY(values, inText ? omegaFromText(*text) : omegaFromFile(*text));
        spec.freeOmega = std::move(values);
        spec.dim = static_cast<int>(2 * spec.freeOmega.size());
    }
    constexpr std::string_view kSpacings[] = {"half", "half-1"};
    constexpr std::string_view kLayouts[] = {"interleaved", "halves"};
    PESCOPE_TRY(dim, keys.integer("dim", spec.dim, 1, 1 << 20));
    if (!spec.freeOmega.empty() && dim != spec.dim)
        return fail(ErrorCode::Format,
                    fmt::format("sinusoid: dim is “{}”, but omega holds {} {}, a sine and a cosine each", dim,
                                spec.freeOmega.size(), spec.freeOmega.size() == 1 ? "frequency" : "frequencies"),
                    fmt::format("Leave dim out, or write dim={}.", spec.dim));
    PESCOPE_TRY(base, keys.number("base", spec.base));
    PESCOPE_TRY(first, keys.integer("first", spec.first, 0, 1));
    PESCOPE_TRY(spacing, keys.choice("spacing", 0, kSpacings));
    PESCOPE_TRY(layout, keys.choice("layout", 0, kLayouts));
    PESCOPE_TRY(scale, keys.number("scale", spec.scale));
    PESCOPE_TRY(skipFast, keys.integer("skip_fast", 0, 0, kHighest / 4));
    PESCOPE_TRY(skipSlow, keys.integer("skip_slow", 0, 0, kHighest / 4));
    PESCOPE_TRY(length, keys.integer("length", spec.length, 1, 1LL << 40));
    spec.dim = static_cast<int>(dim);
    spec.base = base;
    spec.first = static_cast<int>(first);
    spec.spacing = spacing == 0 ? Spacing::Half : Spacing::HalfMinusOne;
    spec.layout = layout == 0 ? Layout::Interleaved : Layout::Halves;
    spec.scale = scale;
    spec.skipFast = static_cast<int>(skipFast);
    spec.skipSlow = static_cast<int>(skipSlow);
    spec.length = length;
    if (Status valid = validate(spec); !valid)
        return std::unexpected(withContext(std::move(valid).error(), "sinusoid"));
    return spec;
}

Result<LearnedSpec> parseLearned(std::string_view parameters)
{
    PESCOPE_TRY(keys, KeyValues::parse("learned", parameters, kLearnedKeys));
    LearnedSpec spec;
    PESCOPE_TRY(length, keys.integer("length", spec.length, 1, 1 << 24));
    PESCOPE_TRY(dim, keys.integer("dim", spec.dim, 1, 1 << 20));
    PESCOPE_TRY(seed, keys.integer("seed", 0, 0, std::numeric_limits<long long>::max()));
    PESCOPE_TRY(sd, keys.number("sd", spec.sd));
    if (sd <= 0)
        return fail(ErrorCode::Numeric, fmt::format("learned: sd is “{}”", *keys.find("sd")),
                    "sd is a number above 0.");
    if (length * dim > kMaxRandomValues)
        return fail(ErrorCode::Shape,
                    fmt::format("learned: {} × {} values are more than {}", length, dim, kMaxRandomValues),
                    "Choose a smaller length or dim.");
    spec.length = length;
    spec.dim = static_cast<int>(dim);
    spec.seed = static_cast<std::uint64_t>(seed);
    spec.sd = sd;
    return spec;
}

bool isBuiltIn(std::string_view spec)
{
    return std::ranges::any_of(kBuiltInKinds, [&](std::string_view prefix) { return spec.starts_with(prefix); });
}

Result<Source> resolveBuiltIn(const std::string& spec)
{
    if (auto relative = relativeBuiltIn(spec)) {
        if (!*relative)
            return std::unexpected(std::move(*relative).error());
        return computedSource(spec, std::move(**relative));
    }
    const std::string_view parameters = std::string_view(spec).substr(spec.find(':') + 1);
    if (spec.starts_with("sinusoid:")) {
        PESCOPE_TRY(parsed, parseSinusoid(parameters));
        return computedSource(spec, sinusoidEncoding(parsed));
    }
    if (spec.starts_with("learned:"))
        return learned(spec, parameters);
    return spec.starts_with("matrix:") ? openMatrix(spec, std::string(parameters))
                                       : openTransposed(spec, std::string(parameters));
}

std::string specText(const SinusoidSpec& spec)
{
    const SinusoidSpec defaults;
    std::string text = "sinusoid:";
    const auto add = [&](std::string_view key, const std::string& value) {
        text += fmt::format("{}{}={}", text.back() == ':' ? "" : ",", key, value);
    };
    if (!spec.freeOmega.empty()) {
        std::string values;
        for (const double w : spec.freeOmega) {
            values += values.empty() ? '[' : ';';
            values += shortestText(w);
        }
        values += ']';
        add("omega", values);
    }
    if (spec.freeOmega.empty())
        add("dim", std::to_string(spec.dim));
    if (spec.base != defaults.base)
        add("base", shortestText(spec.base));
    if (spec.first != defaults.first)
        add("first", std::to_string(spec.first));
    if (spec.spacing != defaults.spacing)
        add("spacing", std::string(name(spec.spacing)));
    if (spec.layout != defaults.layout)
        add("layout", std::string(name(spec.layout)));
    if (spec.scale != defaults.scale)
        add("scale", shortestText(spec.scale));
    if (spec.skipFast != 0)
        add("skip_fast", std::to_string(spec.skipFast));
    if (spec.skipSlow != 0)
        add("skip_slow", std::to_string(spec.skipSlow));
    add("length", std::to_string(spec.length));
    return text;
}

} // namespace pescope::encoding
