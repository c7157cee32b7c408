// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/chosen_rows.h"
#include "core/proximity/dense.h"
#include "core/proximity/gram.h"
#include "core/proximity/sinusoid.h"
#include "core/proximity/toeplitz.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pescope::proximity {
namespace {

using Backend = std::shared_ptr<const compute::Backend>;

/// What the metrics need to know of a table, over its finite rows.
struct RowFacts {
    std::vector<double> norms;
    std::vector<Index> bad; ///< rows with a value that is not finite
    Eigen::RowVectorXd mean;
    double meanSquare = 0;
};

/// Also of rows whose squares are beyond float64.
double normOf(const Eigen::RowVectorXd& row)
{
    constexpr double kSquaresFit = 1e150;
    const double norm = row.norm();
    return norm < kSquaresFit && norm > 1 / kSquaresFit ? norm : row.stableNorm();
}

template<typename RowAt>
Result<RowFacts> rowFacts(Index rows, Index dims, const RowAt& rowAt)
{
    RowFacts facts;
    facts.mean = Eigen::RowVectorXd::Zero(dims);
    for (Index i = 0; i < rows; ++i) {
        const Eigen::RowVectorXd& row = rowAt(i);
        facts.norms.push_back(normOf(row));
        if (!row.allFinite()) {
            facts.bad.push_back(i);
            continue;
        }
        facts.mean += row;
        facts.meanSquare += row.squaredNorm();
    }
    const Index good = rows - static_cast<Index>(facts.bad.size());
    if (good == 0)
        return fail(ErrorCode::Numeric, fmt::format("none of the {} rows is finite", rows),
                    "The table holds NaN or infinity in every row; the file may be damaged.");
    facts.mean /= static_cast<double>(good);
    facts.meanSquare /= static_cast<double>(good);
    return facts;
}

std::vector<double> inverseNorms(const RowFacts& facts)
{
    std::vector<double> scale;
    scale.reserve(facts.norms.size());
    for (const double norm : facts.norms)
        scale.push_back(norm > 0 && std::isfinite(norm) ? 1 / norm : 0.0);
    return scale;
}

/// The product's parts for a metric; `make(shift, scale)` builds the rows.
template<typename Make>
GramParts partsFor(Metric metric, const RowFacts& facts, const Make& make)
{
    GramParts parts;
    parts.norms = facts.norms;
    switch (metric) {
    case Metric::Dot:
        parts.left = make(Eigen::RowVectorXd{}, std::vector<double>{});
        break;
    case Metric::Scaled:
        parts.left = make(Eigen::RowVectorXd{}, std::vector<double>{});
        parts.factor = facts.meanSquare > 0 ? 1 / facts.meanSquare : 0; // a table of zeros is a map of zeros
        break;
    case Metric::Cosine:
        parts.left = make(Eigen::RowVectorXd{}, inverseNorms(facts));
        break;
    case Metric::Centred:
        parts.left = make(facts.mean, std::vector<double>{});
        break;
    case Metric::Distance: {
        // distances do not change when every row moves; around the mean the products are smallest
        parts.left = make(facts.mean, std::vector<double>{});
        parts.factor = 2;
        Eigen::RowVectorXd row(parts.left->dims());
        for (Index i = 0; i < parts.left->rows(); ++i) {
            parts.left->row(i, row.data());
            parts.term.push_back(-row.squaredNorm());
        }
        break;
    }
    }
    parts.right = parts.left;
    return parts;
}

SharedProximity gramOf(GramParts parts, std::vector<Index> labels, const Backend& backend)
{
    const Index rows = parts.left->rows();
    const bool identity = labels.empty() || (labels.front() == 0 && labels.back() == rows - 1);
    if (!identity)
        parts.positions = std::move(labels);
    return std::make_shared<GramProximity>(std::move(parts), rows, rows, backend);
}

Result<SharedProximity> ofRows(const Result<ChosenRows>& choice, Metric metric, const Backend& backend)
{
    if (!choice)
        return std::unexpected(choice.error());
    const auto& [table, stored, labels, offsets] = *choice;
    const auto rowAt = [&](Index i) -> Eigen::RowVectorXd { return table->row(stored[static_cast<std::size_t>(i)]); };
    PESCOPE_TRY(facts, rowFacts(static_cast<Index>(stored.size()), table->cols(), rowAt));
    GramParts parts = partsFor(metric, facts, [&](Eigen::RowVectorXd shift, std::vector<double> scale) -> SharedRows {
        return std::make_shared<TableRows>(choice->table, choice->stored, facts.bad, std::move(shift),
                                           std::move(scale));
    });
    parts.offsets = offsets;
    return gramOf(std::move(parts), labels, backend);
}

Result<SharedProximity> ofRelativeSinusoid(const encoding::RelativeSinusoid& spec, Metric metric,
                                           const Backend& backend, const RowChoice& choice)
{
    PESCOPE_TRY(valid, encoding::validate(spec));
    static_cast<void>(valid);
    // P_r·P_r′ = ψ(r − r′), as for positions; only the labels differ
    if (spec.meaning != encoding::OffsetMeaning::Absolute && choice.leaveOut.empty())
        return std::make_shared<SinusoidProximity>(encoding::omega(spec), metric, spec.rows(), -spec.maxOffset, backend,
                                                   SinusoidRowMeaning::Offsets);
    return ofRows(chooseRows(spec, choice), metric, backend);
}

/// Σ cos ω_k (i − j), as of rows with length 1 in every pair; Scaled and Cosine divide by the number of pairs.
Result<SharedProximity> ofRotary(const encoding::RotarySpec& spec, Metric metric, const Backend& backend)
{
    PESCOPE_TRY(valid, encoding::validate(spec));
    static_cast<void>(valid);
    if (metric == Metric::Centred || metric == Metric::Distance)
        return fail(
            ErrorCode::Unsupported, fmt::format("the metric {} of a rotary encoding", name(metric)),
            "It has no rows to compare, only the sum of its cosines: dot, or scaled and cosine for 1 at i = j.");
    return std::make_shared<SinusoidProximity>(encoding::omega(spec), metric, spec.length, 0, backend,
                                               SinusoidRowMeaning::None);
}

Result<SharedProximity> ofBias(const encoding::LogitBias& bias, Metric metric, const RowChoice& choice)
{
    constexpr Index kLongest = Index{1} << 26;
    if (metric != Metric::Dot)
        return fail(ErrorCode::Unsupported, fmt::format("the metric {} of a bias", name(metric)),
                    "A bias has no rows to compare; it is shown under dot.");
    PESCOPE_TRY(valid, encoding::validate(bias));
    static_cast<void>(valid);
    if (choice.head < 0 || choice.head >= bias.heads())
        return fail(ErrorCode::Shape, fmt::format("head {} of {}", choice.head, bias.heads()),
                    fmt::format("Heads are counted from 0 to {}.", bias.heads() - 1));
    if (bias.length > kLongest)
        return fail(ErrorCode::Shape, fmt::format("a bias over {} positions", bias.length),
                    fmt::format("Choose at most {} positions.", kLongest));
    if (!bias.byOffset())
        return std::make_shared<DenseProximity>(std::make_shared<tables::MatrixD>(encoding::biasMap(bias, choice.head)),
                                                bias.length, bias.length);
    std::vector<double> f = encoding::biasByOffset(bias, choice.head, 1 - bias.length, 2 * bias.length - 1);
    return std::make_shared<ToeplitzProximity>(std::move(f), bias.length, bias.length);
}

/// An odd width has one sine more than cosines: rows in closed form, products like a table's.
Result<SharedProximity> ofUnpaired(const encoding::SinusoidSpec& spec, Metric metric, const Backend& backend)
{
    const std::vector<double> omega = encoding::omega(spec);
    const std::vector<double> unpaired = unpairedOmega(spec);
    const auto make = [&](Eigen::RowVectorXd shift, const std::vector<double>&) -> SharedRows {
        return std::make_shared<SinusoidRows>(omega, unpaired, spec.length, std::move(shift));
    };
    const SharedRows plain = make({}, {});
    Eigen::RowVectorXd row(plain->dims());
    PESCOPE_TRY(facts, rowFacts(spec.length, plain->dims(), [&](Index i) -> const Eigen::RowVectorXd& {
                    plain->row(i, row.data());
                    return row;
                }));
    return gramOf(partsFor(metric, facts, make), {}, backend);
}

Result<SharedProximity> ofSinusoid(const encoding::SinusoidSpec& spec, Metric metric, const Backend& backend,
                                   const RowChoice& choice)
{
    PESCOPE_TRY(valid, encoding::validate(spec));
    (void)valid;
    const bool unpairedCosine = spec.hasUnpairedColumn() && metric == Metric::Cosine; // norms differ row by row
    if (!choice.leaveOut.empty()) {
        PESCOPE_TRY(kept, remaining(spec.length, choice.leaveOut));
        const Index first = kept.front();
        const auto count = static_cast<Index>(kept.size());
        const bool contiguous = kept.back() - first + 1 == count;
        if (contiguous && !spec.hasUnpairedColumn())
            return std::make_shared<SinusoidProximity>(encoding::omega(spec), metric, count, first, backend);
    }
    if (!choice.leaveOut.empty() || unpairedCosine || encoding::omega(spec).empty())
        return ofRows(chooseRows(encoding::StoredTable{.rows = std::make_shared<tables::MatrixD>(
                                                           encoding::table(spec, 0, spec.length)),
                                                       .positions = spec.length,
                                                       .sinusoid = {}},
                                 {.leaveOut = choice.leaveOut}),
                      metric, backend);
    if (spec.hasUnpairedColumn())
        return ofUnpaired(spec, metric, backend);
    return std::make_shared<SinusoidProximity>(encoding::omega(spec), metric, spec.length, 0, backend);
}

Result<SharedProximity> ofMap(const encoding::GivenMap& map, Metric metric, const RowChoice& choice)
{
    if (metric != Metric::Dot)
        return fail(ErrorCode::Unsupported, fmt::format("the metric {} of a map that is given as it is", name(metric)),
                    "A given map has no rows to compare; it is shown under dot.");
    if (!map.values || map.values->size() == 0)
        return fail(ErrorCode::Shape, "a map without cells", "Open another file.");
    const auto& values = *map.values;
    if (!(values.array().isFinite().any()))
        return fail(ErrorCode::Numeric,
                    fmt::format("none of the {} × {} cells is finite", values.rows(), values.cols()),
                    "The map holds nothing but NaN or infinity.");
    if (choice.leaveOut.empty())
        return std::make_shared<DenseProximity>(map.values, values.rows(), values.cols());
    PESCOPE_TRY(rows, remaining(values.rows(), choice.leaveOut));
    PESCOPE_TRY(columns, remaining(values.cols(), choice.leaveOut));
    auto left = std::make_shared<tables::MatrixD>(values(rows, columns));
    const Index height = left->rows();
    const Index width = left->cols();
    return std::make_shared<DenseProximity>(std::move(left), height, width,
                                            rows.size() >= columns.size() ? std::move(rows) : std::move(columns));
}

} // namespace

Result<SharedProximity> of(const encoding::Encoding& encoding, Metric metric,
                           std::shared_ptr<const compute::Backend> backend, const RowChoice& rows)
{
    PESCOPE_EXPECTS(backend != nullptr);
    auto result = runGuarded([&]() -> Result<SharedProximity> {
        if (const auto* spec = std::get_if<encoding::SinusoidSpec>(&encoding.content))
            return ofSinusoid(*spec, metric, backend, rows);
        if (const auto* map = std::get_if<encoding::GivenMap>(&encoding.content))
            return ofMap(*map, metric, rows);
        if (const auto* relative = std::get_if<encoding::RelativeTable>(&encoding.content))
            return ofRows(chooseRows(*relative, rows), metric, backend);
        if (const auto* sinusoid = std::get_if<encoding::RelativeSinusoid>(&encoding.content))
            return ofRelativeSinusoid(*sinusoid, metric, backend, rows);
        if (const auto* rotary = std::get_if<encoding::RotarySpec>(&encoding.content))
            return ofRotary(*rotary, metric, backend);
        if (const auto* bias = std::get_if<encoding::LogitBias>(&encoding.content))
            return ofBias(*bias, metric, rows);
        return ofRows(chooseRows(std::get<encoding::StoredTable>(encoding.content), rows), metric, backend);
    });
    if (!result)
        return std::unexpected(withContext(std::move(result).error(), fmt::format("encoding {}", encoding.id)));
    return result;
}

} // namespace pescope::proximity
