// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/position_scheme.h"

#include "core/encoding/what_if.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pescope::bert {
namespace {

using tables::Index;
using tables::MatrixF;
using Rows = Eigen::Ref<const MatrixF>;

/// Mean Euclidean norm of the rows, in double.
double meanNorm(const Rows& rows)
{
    double sum = 0;
    for (Index r = 0; r < rows.rows(); ++r)
        sum += rows.row(r).cast<double>().norm();
    return sum / static_cast<double>(rows.rows());
}

/// What a given table is multiplied by so that the mean norm of its rows is `target`.
Result<double> matchingFactor(const Rows& given, double target, const std::string& name)
{
    const double norm = meanNorm(given);
    if (!std::isfinite(norm))
        return fail(ErrorCode::Numeric, fmt::format("{} holds values that are not finite", name));
    if (norm == 0)
        return fail(ErrorCode::Numeric,
                    fmt::format("{} is all zeros: its norm cannot be matched to {:.4g}", name, target),
                    "Choose no positions instead, or take the table as it is.");
    return target / norm;
}

std::string named(const std::string& name)
{
    return name.empty() ? std::string("the given table") : name;
}

/// Position of each token after the tokens that are not masked have changed places.
std::vector<Index> shuffledAmongTokens(const TokenPositions& tokens, const Shuffled& shuffled)
{
    std::vector<Index> place = tokens.position;
    for (Index s = 0; s < tokens.sequences; ++s) {
        std::vector<std::size_t> real;
        for (Index t = 0; t < tokens.tokens; ++t) {
            const auto at = static_cast<std::size_t>(s * tokens.tokens + t);
            if (tokens.real[at] && tokens.position[at] != TokenPositions::kPadding)
                real.push_back(at);
        }
        const std::vector<Index> places = shuffledPlaces(std::ssize(real), shuffled);
        for (std::size_t k = 0; k < real.size(); ++k)
            place[real[k]] = tokens.position[real[static_cast<std::size_t>(places[k])]];
    }
    return place;
}

/// One absolute scheme at work: the rows added to the tokens.
class Adder {
public:
    Adder(const EncoderConfig& config, const EmbeddingWeights& embedding, const TokenPositions& tokens,
          ResolvedPositions& out)
        : m_stored(embedding.positions->matrix())
        , m_first(config.firstPositionRow())
        , m_pad(config.family == EncoderFamily::Roberta ? config.padToken : 0)
        , m_tokens(tokens)
        , m_out(out)
    {
    }

    Status operator()(const AsTrained&) { return add(m_tokens.position); }

    Status operator()(const NoPositions&)
    {
        // Not even the row that RoBERTa gives padding: the reference is a table of zeros.
        return ok();
    }

    Status operator()(const Shuffled& shuffled)
    {
        if (shuffled.among != Shuffled::Among::Table)
            return add(shuffledAmongTokens(m_tokens, shuffled));
        const std::vector<Index> order = encoding::shuffledOrder(usable(), shuffled.seed);
        if (Status fits = checkLength(usable(), "the model's table"); !fits)
            return fits;
        return add(mapped([&](Index p) { return order[static_cast<std::size_t>(p)]; }));
    }

    Status operator()(const FirstRows& first)
    {
        if (first.count < 1 || first.count > usable())
            return fail(ErrorCode::Shape,
                        fmt::format("the first {} positions were asked for, the model has {}", first.count, usable()),
                        fmt::format("Choose a number from 1 to {}.", usable()));
        const bool clip = first.beyond == FirstRows::Beyond::Clip;
        if (Status done = add(mapped([&](Index p) { return std::min(p, first.count - 1); })); !done)
            return done;
        for (std::size_t at = 0; at < m_tokens.position.size() && !clip; ++at)
            if (m_tokens.position[at] >= first.count)
                m_out.added->row(static_cast<Index>(at)).setZero();
        return ok();
    }

    Status operator()(const GivenTable& given)
    {
        const MatrixF& rows = *given.rows;
        const std::string name = named(given.name);
        if (rows.cols() != m_stored.cols())
            return fail(ErrorCode::Shape,
                        fmt::format("{} has vectors of {} numbers, the model adds vectors of {}", name, rows.cols(),
                                    m_stored.cols()),
                        fmt::format("Take a table with dim {}.", m_stored.cols()));
        if (Status fits = checkLength(rows.rows(), name); !fits)
            return fits;
        double factor = 1;
        if (given.matchNorm) {
            PESCOPE_TRY(matching, matchingFactor(rows, meanNorm(m_stored.bottomRows(usable())), name));
            factor = matching;
        }
        m_out.factor = factor;
        begin();
        for (std::size_t at = 0; at < m_tokens.position.size(); ++at)
            if (const Index p = m_tokens.position[at]; p != TokenPositions::kPadding)
                m_out.added->row(static_cast<Index>(at)) = static_cast<float>(factor) * rows.row(p);
        return ok();
    }

private:
    [[nodiscard]] Index usable() const { return m_stored.rows() - m_first; }

    [[nodiscard]] Status checkLength(Index rows, const std::string& name) const
    {
        const Index last = std::ranges::max(m_tokens.position);
        if (last < rows)
            return ok();
        return fail(ErrorCode::Shape, fmt::format("the text needs {} positions, {} has {}", last + 1, name, rows),
                    fmt::format("Shorten the text to {0} tokens (--max-length {0}).", rows));
    }

    template<typename Map>
    std::vector<Index> mapped(Map map) const
    {
        std::vector<Index> positions = m_tokens.position;
        for (Index& p : positions)
            if (p != TokenPositions::kPadding)
                p = map(p);
        return positions;
    }

    /// Padding keeps its own row in every scheme that adds something.
    void begin()
    {
        m_out.added = MatrixF::Zero(std::ssize(m_tokens.position), m_stored.cols());
        for (std::size_t at = 0; at < m_tokens.position.size(); ++at)
            if (m_tokens.position[at] == TokenPositions::kPadding)
                m_out.added->row(static_cast<Index>(at)) = m_stored.row(m_pad);
    }

    Status add(const std::vector<Index>& positions)
    {
        if (const Index last = std::ranges::max(positions); last >= usable())
            return checkLength(usable(), "the model's table");
        begin();
        for (std::size_t at = 0; at < positions.size(); ++at)
            if (positions[at] != TokenPositions::kPadding)
                m_out.added->row(static_cast<Index>(at)) = m_stored.row(m_first + positions[at]);
        return ok();
    }

    Eigen::Map<const MatrixF> m_stored;
    Index m_first;
    Index m_pad;
    const TokenPositions& m_tokens;
    ResolvedPositions& m_out;
};

WeightTensor asTensor(std::string name, const Rows& rows)
{
    std::vector<float> values(static_cast<std::size_t>(rows.size()));
    Eigen::Map<MatrixF>(values.data(), rows.rows(), rows.cols()) = rows;
    return {.name = std::move(name),
            .shape = {rows.rows(), rows.cols()},
            .values = std::make_shared<const std::vector<float>>(std::move(values))};
}

/// One relative scheme at work: the table of offsets of each layer.
class Relator {
public:
    Relator(const EncoderConfig& config, const std::vector<LayerWeights>& layers, const TokenPositions& tokens,
            ResolvedPositions& out)
        : m_config(config)
        , m_layers(layers)
        , m_tokens(tokens)
        , m_out(out)
    {
    }

    Status operator()(const AsTrained&)
    {
        const Index reach = (m_layers.front().distances->shape.front() + 1) / 2;
        if (m_tokens.tokens > reach)
            return fail(ErrorCode::Shape,
                        fmt::format("the text has {} tokens, the model's relative tables reach over {}",
                                    m_tokens.tokens, reach),
                        fmt::format("Shorten the text to {0} tokens (--max-length {0}).", reach));
        for (const LayerWeights& layer : m_layers)
            m_out.offsets.push_back(*layer.distances);
        return ok();
    }

    Status operator()(const NoPositions&) { return ok(); }

    Status operator()(const Shuffled& shuffled)
    {
        if (Status trained = (*this)(AsTrained{}); !trained)
            return trained;
        if (shuffled.among != Shuffled::Among::Table) {
            m_out.place = shuffledAmongTokens(m_tokens, shuffled);
            return ok();
        }
        for (WeightTensor& table : m_out.offsets) {
            const auto rows = table.matrix();
            const std::vector<Index> order = encoding::shuffledOrder(rows.rows(), shuffled.seed);
            table = asTensor(table.name, MatrixF(rows(order, Eigen::all)));
        }
        return ok();
    }

    Status operator()(const GivenOffsets& given)
    {
        const MatrixF& rows = *given.rows;
        const std::string name = named(given.name);
        if (rows.cols() != m_config.headDim() || rows.rows() % 2 != 1)
            return fail(ErrorCode::Shape,
                        fmt::format("{} is {} × {}; a table of offsets has an odd number of rows (offset 0 in the "
                                    "middle) of {} numbers here",
                                    name, rows.rows(), rows.cols(), m_config.headDim()));
        double factor = 1;
        if (given.matchNorm) {
            double target = 0;
            for (const LayerWeights& layer : m_layers)
                target += meanNorm(layer.distances->matrix()) / static_cast<double>(m_layers.size());
            PESCOPE_TRY(matching, matchingFactor(rows, target, name));
            factor = matching;
        }
        m_out.factor = factor;
        m_out.offsets.assign(m_layers.size(), asTensor(name, MatrixF(static_cast<float>(factor) * rows)));
        if (m_tokens.tokens > (rows.rows() + 1) / 2)
            m_out.notes.push_back(fmt::format("{} knows offsets up to {}: farther tokens get the outermost", name,
                                              (rows.rows() - 1) / 2));
        return ok();
    }

private:
    const EncoderConfig& m_config;
    const std::vector<LayerWeights>& m_layers;
    const TokenPositions& m_tokens;
    ResolvedPositions& m_out;
};

} // namespace

std::vector<Index> shuffledPlaces(Index tokens, const Shuffled& shuffled)
{
    std::vector<Index> places(static_cast<std::size_t>(tokens));
    std::iota(places.begin(), places.end(), Index{0});
    const Index still = shuffled.among == Shuffled::Among::InnerTokens ? 1 : 0; // at each end
    if (shuffled.among == Shuffled::Among::Table || tokens - 2 * still < 2)
        return places;
    const std::vector<Index> order = encoding::shuffledOrder(tokens - 2 * still, shuffled.seed);
    for (Index k = 0; k < std::ssize(order); ++k)
        places[static_cast<std::size_t>(k + still)] = order[static_cast<std::size_t>(k)] + still;
    return places;
}

Result<ResolvedPositions> resolvePositions(const PositionScheme& scheme, const EncoderConfig& config,
                                           const EmbeddingWeights& embedding, const std::vector<LayerWeights>& layers,
                                           const TokenPositions& tokens)
{
    ResolvedPositions out;
    out.place = tokens.position;
    const bool relative = config.isRelative();
    Status done = relative ? std::visit(Relator(config, layers, tokens, out), scheme.relative)
                           : std::visit(Adder(config, embedding, tokens, out), scheme.absolute);
    if (!done)
        return std::unexpected(std::move(done).error());
    if (relative && scheme.absolute != AbsolutePositions{} && scheme.absolute != AbsolutePositions{NoPositions{}}
        && scheme.relative == RelativePositions{})
        out.notes.push_back(fmt::format("the model is {} and adds no absolute table: exchanging that changes nothing",
                                        name(config.position)));
    if (!relative && scheme.relative != RelativePositions{} && scheme.absolute == AbsolutePositions{})
        out.notes.emplace_back("the model has no relative positions: exchanging them changes nothing");
    return out;
}

} // namespace pescope::bert
