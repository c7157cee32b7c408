// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/details.h"
#include "core/encoding/resolve.h"
#include "tests/support/input_index.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <functional>
#include <limits>
#include <map>

/// What each answer in the index of the inputs means, as a check of an opened source.
namespace input_checks {

using namespace pescope::encoding;
using nlohmann::json;
using pescope::tables::Index;
using pescope::tables::MatrixD;

/// 1e-5 relative (README of the inputs), absolute below 1.
inline constexpr double kTolerance = 1e-5;

inline bool near(double value, double expected, double tolerance = kTolerance)
{
    return std::abs(value - expected) <= tolerance * std::max(1.0, std::abs(expected));
}

/// What every check works on. A check says what is wrong, or nothing.
struct Opened {
    const Source& source;
    const Encoding& encoding;
    std::string spec;
    const json& values; ///< the answers
};

inline const MatrixD* storedRows(const Encoding& encoding)
{
    if (const auto* table = std::get_if<StoredTable>(&encoding.content))
        return table->rows.get();
    if (const auto* table = std::get_if<RelativeTable>(&encoding.content))
        return table->rows.get();
    if (const auto* bias = std::get_if<LogitBias>(&encoding.content))
        if (const auto* buckets = std::get_if<BucketTable>(&bias->rule))
            return buckets->values.get();
    return nullptr;
}

/// Rows that are positions, or all of those that are not by position.
inline MatrixD positionRows(const Encoding& encoding)
{
    if (const auto* table = std::get_if<StoredTable>(&encoding.content))
        return table->positionRows();
    return *storedRows(encoding);
}

inline double product(const MatrixD& rows, Index i, Index j)
{
    double sum = 0;
    for (Index k = 0; k < rows.cols(); ++k)
        sum += rows(i, k) * rows(j, k);
    return sum;
}

inline double cosine(const MatrixD& rows, Index i, Index j)
{
    return product(rows, i, j) / std::sqrt(product(rows, i, i) * product(rows, j, j));
}

inline std::string differs(const std::string& what, const json& found, const json& expected)
{
    return what + " is " + found.dump() + ", expected " + expected.dump();
}

inline std::string compare(const std::string& what, double found, double expected, double tolerance = kTolerance)
{
    return near(found, expected, tolerance) ? std::string() : differs(what, found, expected);
}

inline std::string parameter(const Opened& opened, const char* key, const json& expected)
{
    const json all = opened.encoding.parameters ? *opened.encoding.parameters : json::object();
    const json found = all.value(key, json());
    return found == expected ? std::string() : differs(std::string("parameters.") + key, found, expected);
}

inline std::string checkFinite(const Opened& opened, const json& expected, bool largest)
{
    double extreme = largest ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
    for (const double value : storedRows(opened.encoding)->reshaped())
        if (std::isfinite(value))
            extreme = largest ? std::max(extreme, value) : std::min(extreme, value);
    return extreme == expected.get<double>() ? std::string() : differs("an extreme value", extreme, expected);
}

inline std::string checkSum(const Opened& opened, const json& expected)
{
    const double sum = storedRows(opened.encoding)->sum();
    if (expected.is_string())
        return std::isnan(sum) ? std::string() : differs("the sum", sum, expected);
    return compare("the sum", sum, expected.get<double>(), 1e-9);
}

inline std::string checkEntries(const Opened& opened, const json& expected)
{
    const MatrixD& rows = *storedRows(opened.encoding);
    for (const json& entry : expected) {
        const auto row = entry[0].get<Index>();
        const auto column = entry[1].get<Index>();
        if (row >= rows.rows() || column >= rows.cols() || rows(row, column) != entry[2].get<double>())
            return "not the entry " + entry.dump();
    }
    return {};
}

inline std::string checkPairs(const Opened& opened, const json& expected, double (*of)(const MatrixD&, Index, Index))
{
    const MatrixD rows = positionRows(opened.encoding);
    for (const json& entry : expected) {
        const std::string wrong =
            compare(entry.dump(), of(rows, entry[0].get<Index>(), entry[1].get<Index>()), entry[2].get<double>());
        if (!wrong.empty())
            return wrong;
    }
    return {};
}

inline std::string checkPositions(const Opened& opened, const json& expected)
{
    if (opened.encoding.kind == Kind::Bias) // buckets are no positions: their number is that of the rows
        return storedRows(opened.encoding)->rows() == expected.get<Index>() ? std::string() : "not so many buckets";
    return opened.encoding.positions == expected.get<Index>()
        ? std::string()
        : differs("positions", opened.encoding.positions.value_or(-1), expected);
}

inline std::string checkOtherTensors(const Opened& opened, const json& expected)
{
    for (const json& one : expected) {
        const auto found = std::ranges::find(opened.source.tensors, one[0].get<std::string>(), &Source::Tensor::name);
        if (found == opened.source.tensors.end() || found->shape != one[1].get<std::vector<std::int64_t>>())
            return "tensor " + one.dump() + " is not listed so";
    }
    return {};
}

inline std::string checkNotFinite(const Opened& opened, const json& expected)
{
    const auto details = detailsOf(opened.source);
    if (!details || !details->at(0).rows)
        return "no details";
    const json found = details->at(0).rows->notFinite;
    return found == expected ? std::string() : differs("rows that are not finite", found, expected);
}

inline Index gridColumns(const Opened& opened)
{
    return opened.encoding.parameters->at("grid")[1].get<Index>();
}

inline Index prefixTokens(const Opened& opened)
{
    return opened.encoding.parameters->at("prefix_tokens").get<Index>();
}

inline std::string checkOffsets(const Opened& opened, Index (*of)(const RelativeTable&), const json& expected)
{
    const Index found = of(std::get<RelativeTable>(opened.encoding.content));
    return found == expected.get<Index>() ? std::string() : differs("an offset", found, expected);
}

/// The same row shifted by a constant is the same bias: that of ALiBi is compared from its diagonal.
inline std::string checkBias(const Opened& opened, const json& expected)
{
    const auto& bias = std::get<LogitBias>(opened.encoding.content);
    const bool alibi = std::holds_alternative<AlibiSlopes>(bias.rule);
    for (const json& entry : expected) {
        const int head = entry[0];
        const Index m = entry[1].get<Index>() - entry[2].get<Index>();
        const double found = biasAt(bias, head, m) - (alibi ? biasAt(bias, head, 0) : 0);
        if (found != entry[3].get<double>())
            return differs("bias " + entry.dump(), found, entry[3]);
    }
    return {};
}

inline std::string checkBuckets(const Opened& opened, const json& expected)
{
    const auto& buckets = std::get<BucketTable>(std::get<LogitBias>(opened.encoding.content).rule);
    for (const json& entry : expected) {
        const Index found = bucketOf(buckets, -entry[0].get<Index>()); // given as key − query
        if (found != entry[1].get<Index>())
            return differs("bucket of " + entry[0].dump(), found, entry[1]);
    }
    return {};
}

inline std::vector<double> omegaOf(const Opened& opened)
{
    std::vector<double> omega = frequencies(opened.encoding).value_or(std::vector<double>());
    std::ranges::sort(omega, std::greater());
    return omega;
}

/// Those of a stored table are fitted to rounded numbers.
inline double omegaTolerance(const Opened& opened)
{
    return opened.encoding.kind == Kind::Rotary ? 1e-9 : 1e-4;
}

inline std::string checkOmega(const Opened& opened, const json& expected)
{
    const std::vector<double> omega = omegaOf(opened);
    if (omega.size() != expected.size())
        return differs("ω", omega, expected);
    for (std::size_t k = 0; k < omega.size(); ++k)
        if (std::abs(omega[k] / expected[k].get<double>() - 1) > omegaTolerance(opened))
            return differs("ω", omega, expected);
    return {};
}

inline std::string checkKernel(const Opened& opened, const json& expected)
{
    for (const json& entry : expected) {
        double sum = 0;
        for (const double omega : omegaOf(opened))
            sum += std::cos(omega * entry[0].get<double>());
        if (!near(sum, entry[1].get<double>()))
            return differs("Σ cos ω·" + entry[0].dump(), sum, entry[1]);
    }
    return {};
}

/// ψ′(m) = −Σ ω sin ω m.
inline double slopeOfPsi(const std::vector<double>& omega, double m)
{
    double sum = 0;
    for (const double one : omega)
        sum -= one * std::sin(one * m);
    return sum;
}

/// ψ falls up to there and rises behind it.
inline std::string checkMonotone(const Opened& opened, const json& expected)
{
    const std::vector<double> omega = omegaOf(opened);
    const double end = expected.get<double>();
    const double tolerance = omegaTolerance(opened);
    constexpr int kSteps = 1000;
    for (int k = 1; k <= kSteps; ++k) {
        const double m = end * (1 - tolerance) * k / kSteps;
        if (!(slopeOfPsi(omega, m) < 0))
            return differs("the end of the fall", m, expected);
    }
    return slopeOfPsi(omega, end * (1 + tolerance)) > 0 ? std::string() : differs("ψ′ behind it", "not above 0", end);
}

inline std::string checkSlopes(const Opened& opened, const json& expected)
{
    const auto& slopes = std::get<AlibiSlopes>(std::get<LogitBias>(opened.encoding.content).rule).slopes;
    return json(slopes) == expected ? parameter(opened, "slopes", expected) : differs("slopes", slopes, expected);
}

inline std::string checkSameGram(const Opened& opened, const json& expected)
{
    const auto other = resolveOne((input_index::folder() / expected.get<std::string>()).string());
    if (!other)
        return describe(other.error());
    const MatrixD a = positionRows(opened.encoding);
    const MatrixD b = positionRows(*other);
    if (a.rows() != b.rows())
        return "other rows";
    for (Index i = 0; i < a.rows(); ++i)
        for (Index j = 0; j < a.rows(); ++j)
            if (!near(product(a, i, j), product(b, i, j)))
                return "another product at " + std::to_string(i) + ", " + std::to_string(j);
    return {};
}

inline std::string checkAll(const Opened& opened);

inline std::string checkTransposed(const Opened& opened, const json& expected)
{
    for (const std::string way : {"as:transpose=yes:", "transposed:"}) {
        const auto source = resolve(way + opened.spec);
        if (!source)
            return describe(source.error());
        const std::string wrong = checkAll({*source, source->encodings.at(0), way + opened.spec, expected});
        if (!wrong.empty())
            return way + " " + wrong;
    }
    return {};
}

using Check = std::function<std::string(const Opened&, const json&)>;

inline const std::map<std::string, Check>& checks()
{
    static const std::map<std::string, Check> all{
        {"shape",
         [](const Opened& o, const json& v) {
             return json(o.encoding.shape) == v ? std::string() : differs("shape", o.encoding.shape, v);
         }},
        {"dtype",
         [](const Opened& o, const json& v) {
             const std::string found(pescope::tables::name(o.encoding.dtype));
             return json(found) == v ? std::string() : differs("dtype", found, v);
         }},
        {"entries", checkEntries},
        {"sum", checkSum},
        {"finite_min", [](const Opened& o, const json& v) { return checkFinite(o, v, false); }},
        {"finite_max", [](const Opened& o, const json& v) { return checkFinite(o, v, true); }},
        {"positions", checkPositions},
        {"first_position_row",
         [](const Opened& o, const json& v) {
             const Index found = o.encoding.firstPositionRow.value_or(0);
             return json(found) == v ? std::string() : differs("first_position_row", found, v);
         }},
        {"gram", [](const Opened& o, const json& v) { return checkPairs(o, v, product); }},
        {"cosine", [](const Opened& o, const json& v) { return checkPairs(o, v, cosine); }},
        {"other_tensors", checkOtherTensors},
        {"after_transpose", checkTransposed},
        {"rows_not_finite", checkNotFinite},
        {"prefix_tokens", [](const Opened& o, const json& v) { return parameter(o, "prefix_tokens", v); }},
        {"grid", [](const Opened& o, const json& v) { return parameter(o, "grid", v); }},
        {"patch_row1_col2_is_stored_row",
         [](const Opened& o, const json& v) {
             return json(prefixTokens(o) + gridColumns(o) + 2) == v ? std::string() : "another row";
         }},
        {"cosine_of_patches_0_0_and_1_2",
         [](const Opened& o, const json& v) {
             const Index first = prefixTokens(o);
             return compare("cosine", cosine(positionRows(o.encoding), first, first + gridColumns(o) + 2), v);
         }},
        {"offset_is",
         [](const Opened& o, const json& v) {
             return v == "query - key" ? parameter(o, "sign", "query-key") : "an order that has no check";
         }},
        {"offset_of_first_row",
         [](const Opened& o, const json& v) {
             return checkOffsets(
                        o, [](const RelativeTable& t) { return t.firstOffset; }, v)
                 + parameter(o, "offsets", {v, o.values["offset_of_last_row"]});
         }},
        {"offset_of_last_row",
         [](const Opened& o, const json& v) {
             return checkOffsets(o, [](const RelativeTable& t) { return t.lastOffset(); }, v);
         }},
        {"zero_offset_row",
         [](const Opened& o, const json& v) {
             return checkOffsets(o, [](const RelativeTable& t) { return t.storedRow(0); }, v);
         }},
        {"bias_head_query_key", checkBias},
        {"bucket_of_key_minus_query", checkBuckets},
        {"omega", checkOmega},
        {"kernel_sum_cos", checkKernel},
        {"monotone_until", checkMonotone},
        {"slopes", checkSlopes},
        {"layout",
         [](const Opened& o, const json& v) {
             const auto& found = std::get<StoredTable>(o.encoding.content).sinusoid;
             return found && json(std::string(name(found->layout))) == v ? std::string() : "another layout";
         }},
        {"same_gram_as", checkSameGram},
    };
    return all;
}

/// The first of the answers that does not hold; one without a check is wrong.
inline std::string checkAll(const Opened& opened)
{
    for (const auto& [key, expected] : opened.values.items()) {
        const auto check = checks().find(key);
        if (check == checks().end())
            return "no check for " + key;
        if (const std::string wrong = check->second(opened, expected); !wrong.empty())
            return key + ": " + wrong;
    }
    return {};
}

} // namespace input_checks
