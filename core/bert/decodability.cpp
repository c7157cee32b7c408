// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/decodability.h"

#include <Eigen/Cholesky>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pescope::bert {
namespace {

using Eigen::VectorXd;
using tables::Index;
using tables::MatrixD;

constexpr std::array kRidges{1e2, 1.0, 1e-2, 1e-4, 1e-6};
constexpr Index kFewestFolds = 3; ///< one to test on, one to choose on, one to train on

/// Rows of all texts, those of fold f from begins[f] to begins[f + 1].
struct Samples {
    MatrixD x;
    VectorXd y;
    std::vector<Index> begins;

    [[nodiscard]] Index folds() const { return std::ssize(begins) - 1; }
    [[nodiscard]] Index begin(Index fold) const { return begins[static_cast<std::size_t>(fold)]; }
    [[nodiscard]] Index size(Index fold) const { return begin(fold + 1) - begin(fold); }
};

/// The regression on all folds but some, for any ridge.
class Training {
public:
    /// @param out, also  folds that are left out; they may be one
    Training(const Samples& samples, Index out, Index also)
    {
        const Index rows = samples.x.rows() - samples.size(out) - (also != out ? samples.size(also) : 0);
        m_x.resize(rows, samples.x.cols());
        m_y.resize(rows);
        Index at = 0;
        for (Index fold = 0; fold < samples.folds(); ++fold) {
            if (fold == out || fold == also)
                continue;
            m_x.middleRows(at, samples.size(fold)) = samples.x.middleRows(samples.begin(fold), samples.size(fold));
            m_y.segment(at, samples.size(fold)) = samples.y.segment(samples.begin(fold), samples.size(fold));
            at += samples.size(fold);
        }
        m_meanX = m_x.colwise().mean();
        m_meanY = m_y.mean();
        m_x.rowwise() -= m_meanX;
        m_y.array() -= m_meanY;
        m_dual = m_x.rows() < m_x.cols();
        const Index order = m_dual ? m_x.rows() : m_x.cols();
        m_products = MatrixD::Zero(order, order);
        auto lower = m_products.selfadjointView<Eigen::Lower>();
        if (m_dual)
            lower.rankUpdate(m_x);
        else
            lower.rankUpdate(m_x.transpose());
    }

    [[nodiscard]] double meanY() const { return m_meanY; }

    /// Vectors without any spread predict the mean.
    [[nodiscard]] VectorXd predict(const Eigen::Ref<const MatrixD>& x, double ridge) const
    {
        const double scale = m_products.diagonal().mean();
        VectorXd weights = VectorXd::Zero(m_x.cols());
        if (scale > 0) {
            MatrixD system = m_products;
            system.diagonal().array() += ridge * scale;
            const Eigen::LLT<MatrixD, Eigen::Lower> solver(system);
            if (m_dual)
                weights = m_x.transpose() * solver.solve(m_y);
            else
                weights = solver.solve(m_x.transpose() * m_y);
        }
        return ((x.rowwise() - m_meanX) * weights).array() + m_meanY;
    }

private:
    MatrixD m_x;
    VectorXd m_y;
    Eigen::RowVectorXd m_meanX;
    double m_meanY = 0;
    bool m_dual = false;
    MatrixD m_products; ///< lower half of XᵀX or XXᵀ
};

Status checkTexts(std::span<const PlacedVectors> texts)
{
    Index dim = -1;
    for (std::size_t t = 0; t < texts.size(); ++t) {
        const PlacedVectors& text = texts[t];
        if (text.vectors.rows() != std::ssize(text.positions))
            return fail(
                ErrorCode::Shape,
                fmt::format("text {} has {} vectors and {} positions", t, text.vectors.rows(), text.positions.size()),
                "Give one position for each vector.");
        if (text.vectors.rows() == 0)
            continue;
        if (dim >= 0 && text.vectors.cols() != dim)
            return fail(
                ErrorCode::Shape,
                fmt::format("text {} has vectors of {} numbers, those before have {}", t, text.vectors.cols(), dim),
                "Give states of one model.");
        dim = text.vectors.cols();
        for (Index row = 0; row < text.vectors.rows(); ++row)
            if (!text.vectors.row(row).allFinite())
                return fail(ErrorCode::Numeric, fmt::format("the vector of token {} of text {} is not finite", row, t),
                            "The model's numbers overflow on this text; leave it out.");
    }
    return ok();
}

Result<Samples> samplesOf(std::span<const PlacedVectors> texts, Index wantedFolds)
{
    if (Status good = checkTexts(texts); !good)
        return std::unexpected(std::move(good).error());
    std::vector<const PlacedVectors*> used;
    for (const PlacedVectors& text : texts)
        if (text.vectors.rows() > 0)
            used.push_back(&text);
    if (wantedFolds < kFewestFolds)
        return fail(ErrorCode::Shape, fmt::format("cross-validation in {} folds", wantedFolds),
                    fmt::format("Choose {} folds or more.", kFewestFolds));
    const Index count = std::ssize(used);
    if (count < kFewestFolds)
        return fail(
            ErrorCode::Shape,
            fmt::format("position is read from texts that were not trained on: {} texts with tokens are too few",
                        count),
            fmt::format("Give {} texts or more.", kFewestFolds));
    const Index folds = std::min(wantedFolds, count);
    Index rows = 0;
    for (const PlacedVectors* text : used)
        rows += text->vectors.rows();
    Samples samples{.x = MatrixD(rows, used.front()->vectors.cols()), .y = VectorXd(rows), .begins = {}};
    Index at = 0;
    for (Index fold = 0; fold < folds; ++fold) {
        samples.begins.push_back(at);
        for (Index t = fold; t < count; t += folds) {
            const PlacedVectors& text = *used[static_cast<std::size_t>(t)];
            const Index size = text.vectors.rows();
            samples.x.middleRows(at, size) = text.vectors.cast<double>();
            samples.y.segment(at, size) = Eigen::Map<const VectorXd>(text.positions.data(), size);
            at += size;
        }
    }
    samples.begins.push_back(at);
    return samples;
}

/// Which part of the whole job one regression is.
struct Part {
    double begin = 0, size = 1;
    std::string what; ///< "layer 3: "
};

Result<Decodability> decode(std::span<const PlacedVectors> texts, Index wantedFolds, const JobContext& job,
                            const Part& part)
{
    PESCOPE_TRY(samples, samplesOf(texts, wantedFolds));
    const Index folds = samples.folds();
    double squared = 0, guessed = 0, absolute = 0, guessedAbsolute = 0, logRidge = 0;
    for (Index fold = 0; fold < folds; ++fold) {
        const auto rows = [&](Index f) { return samples.x.middleRows(samples.begin(f), samples.size(f)); };
        const auto truth = [&](Index f) { return samples.y.segment(samples.begin(f), samples.size(f)); };
        const Index next = (fold + 1) % folds;
        double ridge = kRidges.front();
        double least = std::numeric_limits<double>::infinity();
        {
            const Training training(samples, fold, next);
            for (const double candidate : kRidges) {
                if (job.stopRequested())
                    return cancelled();
                const double error = (training.predict(rows(next), candidate) - truth(next)).squaredNorm();
                if (error < least) {
                    least = error;
                    ridge = candidate;
                }
            }
        }
        if (job.stopRequested())
            return cancelled();
        const Training training(samples, fold, fold);
        const VectorXd missed = training.predict(rows(fold), ridge) - truth(fold);
        const VectorXd fromMean = truth(fold).array() - training.meanY();
        squared += missed.squaredNorm();
        absolute += missed.cwiseAbs().sum();
        guessed += fromMean.squaredNorm();
        guessedAbsolute += fromMean.cwiseAbs().sum();
        logRidge += std::log(ridge);
        job.report(part.begin + part.size * static_cast<double>(fold + 1) / static_cast<double>(folds),
                   fmt::format("{}fold {} of {}", part.what, fold + 1, folds));
    }
    const auto count = static_cast<double>(samples.y.size());
    return Decodability{.r2 = guessed > 0 ? 1 - squared / guessed : std::numeric_limits<double>::quiet_NaN(),
                        .meanAbsoluteError = absolute / count,
                        .baselineError = guessedAbsolute / count,
                        .ridge = std::exp(logRidge / static_cast<double>(folds))};
}

} // namespace

Result<Decodability> positionDecodability(std::span<const PlacedVectors> texts, const DecodabilityOptions& options,
                                          const JobContext& job)
{
    return runGuarded([&] { return decode(texts, options.folds, job, {}); });
}

PlacedVectors placedStates(const EncodedText& text, StateId state, const TokenRoles& roles, bool withSpecial,
                           Index sequence)
{
    PESCOPE_EXPECTS(std::ssize(roles) == text.input.tokens);
    const std::vector<Index> places = measuredPlaces(roles, withSpecial);
    const auto states = text.hidden(state, sequence);
    PlacedVectors result{.vectors = tables::MatrixF(std::ssize(places), text.dim), .positions = {}};
    for (Index row = 0; row < result.vectors.rows(); ++row) {
        const Index place = places[static_cast<std::size_t>(row)];
        result.vectors.row(row) = states.row(place);
        result.positions.push_back(static_cast<double>(place));
    }
    return result;
}

Result<std::vector<Decodability>> decodabilityByState(std::span<const EncodedText> texts,
                                                      std::span<const TokenRoles> roles,
                                                      const DecodabilityOptions& options, const JobContext& job)
{
    return runGuarded([&]() -> Result<std::vector<Decodability>> {
        if (texts.size() != roles.size())
            return fail(ErrorCode::Shape, fmt::format("{} texts and {} lists of roles", texts.size(), roles.size()),
                        "Give one list for each text.");
        std::vector<Decodability> byState;
        const std::size_t states = texts.empty() ? 1 : texts.front().states.size();
        StateId state = StateId::embeddingOutput();
        for (std::size_t k = 0; k < states; ++k) {
            std::vector<PlacedVectors> vectors;
            for (std::size_t t = 0; t < texts.size(); ++t) {
                if (texts[t].states.size() != states || !texts[t].has(state))
                    return fail(ErrorCode::Shape, fmt::format("text {} has no {}", t, state.text()),
                                "Run all texts through one model and keep all states.");
                vectors.push_back(placedStates(texts[t], state, roles[t], options.withSpecial));
            }
            const double share = 1 / static_cast<double>(states);
            auto found = decode(vectors, options.folds, job,
                                {.begin = static_cast<double>(k) * share, .size = share, .what = state.text() + ": "});
            if (!found)
                return std::unexpected(withContext(std::move(found).error(), state.text()));
            byState.push_back(*found);
            state = StateId::outputOf(Layer{state.axisIndex() + 1});
        }
        return byState;
    });
}

} // namespace pescope::bert
