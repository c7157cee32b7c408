// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/frequency_search.h"

#include "core/analysis/rotating_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

namespace pescope::analysis {
namespace {

constexpr int kSlowFrequencies = 20;
constexpr Index kTogether = 32; ///< positions that share one coarse angle
constexpr int kMostSteps = 40;
constexpr std::size_t kMostStarts = 4;
constexpr double kWorthRefining = 0.9; ///< of the best explained part; the survey misses at most 5 % at a peak

/// Σ cos ωt over N positions about their middle.
double cosineSum(double omega, double n)
{
    const double half = std::sin(omega / 2);
    return std::abs(half) > 1e-9 ? std::sin(omega * n / 2) / half : n * std::cos(omega * n / 2) / std::cos(omega / 2);
}

std::vector<double> surveyGrid(Index length)
{
    const double step = 2 * std::numbers::pi / static_cast<double>(length);
    std::vector<double> grid;
    for (int k = kSlowFrequencies; k > 0; --k)
        grid.push_back(std::ldexp(step, -k));
    for (Index k = 1; k <= length / 2; ++k)
        grid.push_back(std::min(step * static_cast<double>(k), std::numbers::pi));
    return grid;
}

} // namespace

FrequencySearch::FrequencySearch(Index rows, std::vector<Index> used)
    : m_rows(rows)
    , m_used(std::move(used))
    , m_middle(static_cast<double>(rows - 1) / 2)
    , m_time(static_cast<Index>(m_used.size()))
    , m_fft(smoothLength(4 * rows))
    , m_grid(surveyGrid(m_fft.length()))
{
    PESCOPE_EXPECTS(!m_used.empty() && m_used.front() >= 0 && m_used.back() < rows);
    for (Index i = 0; i < m_time.size(); ++i)
        m_time[i] = static_cast<double>(m_used[static_cast<std::size_t>(i)]) - m_middle;
    const Index coarse = (rows + kTogether - 1) / kTogether;
    m_halfSine.resize(kTogether, coarse);
    m_halfCosine.resize(kTogether, coarse);
    m_filled.resize(static_cast<std::size_t>(rows));

    m_slow.resize(kSlowFrequencies);
    for (std::size_t k = 0; k < m_slow.size(); ++k)
        setBasis(m_grid[k], false, m_slow[k]);
    const auto n = static_cast<double>(rows);
    for (std::size_t k = m_slow.size(); k < m_grid.size(); ++k) {
        const double omega = m_grid[k];
        m_turn.push_back(std::polar(1.0, omega * m_middle));
        const double once = cosineSum(omega, n);
        const double twice = cosineSum(2 * omega, n);
        const double even = (n + twice) / 2 - once * once / n;
        const double odd = (n - twice) / 2;
        m_evenWeight.push_back(even > 1e-9 * n ? 1 / even : 0);
        m_oddWeight.push_back(odd > 1e-9 * n ? 1 / odd : 0);
    }
}

void FrequencySearch::setBasis(double omega, bool withSlopes, Basis& basis)
{
    // Sines of coarse and fine angles meet in the sum formula: the rounding of two factors, and √N calls of libm.
    Eigen::Array<double, kTogether, 1> fineSine, fineCosine;
    for (Index r = 0; r < kTogether; ++r) {
        const auto [s, c] = exactSineCosine(omega, static_cast<double>(r) / 2);
        fineSine[r] = s;
        fineCosine[r] = c;
    }
    for (Index q = 0; q < m_halfSine.cols(); ++q) {
        const auto [s, c] = exactSineCosine(omega, (static_cast<double>(q * kTogether) - m_middle) / 2);
        m_halfSine.col(q) = s * fineCosine + c * fineSine;
        m_halfCosine.col(q) = c * fineCosine - s * fineSine;
    }
    const Index count = m_time.size();
    if (count == m_rows) {
        m_sine = Eigen::Map<const Eigen::VectorXd>(m_halfSine.data(), count);
        m_cosine = Eigen::Map<const Eigen::VectorXd>(m_halfCosine.data(), count);
    } else {
        m_sine.resize(count);
        m_cosine.resize(count);
        for (Index i = 0; i < count; ++i) {
            m_sine[i] = m_halfSine.data()[m_used[static_cast<std::size_t>(i)]];
            m_cosine[i] = m_halfCosine.data()[m_used[static_cast<std::size_t>(i)]];
        }
    }

    basis.omega = omega;
    basis.even = m_sine.cwiseAbs2();
    const double evenSize = basis.even.norm();
    basis.evenMean = basis.even.mean();
    basis.even.array() -= basis.evenMean;
    const double evenNorm = basis.even.norm();
    basis.evenScale = evenNorm > 1e-13 * evenSize ? 1 / evenNorm : 0;
    basis.even *= basis.evenScale;

    basis.odd = 2 * m_sine.cwiseProduct(m_cosine);
    basis.oddMean = basis.odd.mean();
    basis.odd.array() -= basis.oddMean;
    basis.oddAlongEven = basis.even.dot(basis.odd);
    basis.odd -= basis.oddAlongEven * basis.even;
    const double oddNorm = basis.odd.norm();
    basis.oddScale = oddNorm > 1e-11 ? 1 / oddNorm : 0;
    basis.odd *= basis.oddScale;
    if (!withSlopes)
        return;

    const auto withoutBasis = [&](Eigen::VectorXd& slope) {
        slope.array() -= slope.mean();
        slope -= slope.dot(basis.even) * basis.even;
        slope -= slope.dot(basis.odd) * basis.odd;
    };
    basis.evenSlope = m_time.array() * m_sine.array() * m_cosine.array();
    withoutBasis(basis.evenSlope);
    basis.oddSlope = m_time.array() * (1 - 2 * m_sine.array().square());
    withoutBasis(basis.oddSlope);
}

void FrequencySearch::setColumns(const Eigen::MatrixX2d& x)
{
    PESCOPE_EXPECTS(x.rows() == m_time.size());
    m_x = x;
    m_total = 0;
    for (Index c = 0; c < 2; ++c) {
        auto column = m_x.col(c);
        const double largest = column.cwiseAbs().maxCoeff();
        const double mean = column.mean();
        m_mean[static_cast<std::size_t>(c)] = mean;
        column.array() -= mean;
        if (column.cwiseAbs().maxCoeff() <= 1e-14 * largest) // rounding of the mean is no wave
            column.setZero();
        m_total += column.squaredNorm();
    }
}

double FrequencySearch::residualAlong(const Basis& basis)
{
    double residual = 0;
    for (Index c = 0; c < 2; ++c) {
        const auto x = m_x.col(c);
        m_rest = x - basis.even.dot(x) * basis.even - basis.odd.dot(x) * basis.odd;
        residual += m_rest.squaredNorm();
    }
    return residual;
}

// Slow waves differ by less than total − explained could tell, so their residuals are taken from the rest itself.
void FrequencySearch::survey()
{
    m_residuals.assign(m_grid.size(), m_total);
    for (std::size_t k = 0; k < m_slow.size(); ++k)
        m_residuals[k] = residualAlong(m_slow[k]);
    for (Index c = 0; c < 2; ++c) {
        for (Index i = 0; i < m_time.size(); ++i)
            m_filled[static_cast<std::size_t>(m_used[static_cast<std::size_t>(i)])] = m_x(i, c);
        const auto transformed = m_fft(m_filled);
        for (std::size_t k = 0; k < m_turn.size(); ++k) {
            // written out: the operator of std::complex looks for NaN
            const std::complex<double> x = transformed[k + 1];
            const std::complex<double> turn = m_turn[k];
            const double even = x.real() * turn.real() - x.imag() * turn.imag();
            const double odd = x.real() * turn.imag() + x.imag() * turn.real();
            m_residuals[m_slow.size() + k] -= even * even * m_evenWeight[k] + odd * odd * m_oddWeight[k];
        }
    }
}

std::vector<FrequencySearch::Start> FrequencySearch::starts() const
{
    const double least = *std::ranges::min_element(m_residuals);
    std::vector<Start> found;
    for (std::size_t k = 0; k < m_grid.size(); ++k) {
        const double here = m_residuals[k];
        const bool first = k == 0;
        const bool last = k + 1 == m_grid.size();
        if ((first || here <= m_residuals[k - 1]) && (last || here <= m_residuals[k + 1])
            && m_total - here >= kWorthRefining * (m_total - least))
            found.push_back({.low = first ? m_grid[k] : m_grid[k - 1],
                             .omega = m_grid[k],
                             .high = last ? m_grid[k] : m_grid[k + 1],
                             .residual = here,
                             .trend = first});
    }
    std::ranges::stable_sort(found, {}, &Start::residual);
    if (found.size() > kMostStarts)
        found.resize(kMostStarts);
    return found;
}

FrequencySearch::Evaluation FrequencySearch::evaluate(double omega)
{
    setBasis(omega, true, m_basis);
    const Basis& b = m_basis;
    Evaluation at{.omega = omega};
    const double evenEven = b.evenSlope.squaredNorm();
    const double oddOdd = b.oddSlope.squaredNorm();
    const double evenOdd = b.evenSlope.dot(b.oddSlope);
    for (Index c = 0; c < 2; ++c) {
        const auto x = m_x.col(c);
        const double alongEven = b.even.dot(x);
        const double alongOdd = b.odd.dot(x);
        m_rest = x - alongEven * b.even - alongOdd * b.odd;
        const double odd = alongOdd * b.oddScale;
        const double even = (alongEven - odd * b.oddAlongEven) * b.evenScale;
        at.coefficients[static_cast<std::size_t>(c)] = {even, odd};
        at.residual += m_rest.squaredNorm();
        at.descent += even * b.evenSlope.dot(m_rest) + odd * b.oddSlope.dot(m_rest);
        at.curvature += even * even * evenEven + 2 * even * odd * evenOdd + odd * odd * oddOdd;
    }
    return at;
}

FrequencySearch::Evaluation FrequencySearch::refine(const Start& start)
{
    double low = start.low;
    double high = start.high;
    Evaluation best = evaluate(start.omega);
    Evaluation at = best;
    Evaluation before = at;
    double lastStep = std::numeric_limits<double>::infinity();
    for (int step = 0; step < kMostSteps && at.descent != 0; ++step) {
        (at.descent > 0 ? low : high) = at.omega;
        // Gauss–Newton squares the error of exact data but crawls where much is left unexplained; secants do not.
        double move = at.descent / at.curvature;
        if (step > 0 && before.descent != at.descent)
            move = at.descent * (at.omega - before.omega) / (before.descent - at.descent);
        double next = at.omega + move;
        if (!(next > low && next < high))
            next = (low + high) / 2;
        const double moved = std::abs(next - at.omega);
        const bool noise = moved > lastStep / 2 && lastStep < 1e-8 * at.omega;
        if (moved <= 1e-13 * at.omega || noise)
            break;
        lastStep = moved;
        before = at;
        at = evaluate(next);
        const double tie = 1e-13 * m_total; // below that R is rounding, and the root of R′ the better judge
        if (at.residual < best.residual - tie
            || (at.residual <= best.residual + tie && std::abs(at.descent) <= std::abs(best.descent)))
            best = at;
    }
    return best;
}

SharedFrequency FrequencySearch::result(const Evaluation& best, bool trend)
{
    SharedFrequency found{
        .omega = best.omega, .waves = {}, .residual = best.residual, .total = m_total, .trend = trend};
    setBasis(best.omega, false, m_basis);
    const auto [sine, cosine] = exactSineCosine(best.omega, m_middle);
    for (std::size_t c = 0; c < 2; ++c) {
        // sin²(ωt/2) = (1 − cos ωt)/2, then t = p − middle
        const auto [even, odd] = best.coefficients[c];
        found.waves[c] = {.cosine = -even / 2 * cosine - odd * sine,
                          .sine = -even / 2 * sine + odd * cosine,
                          .mean = m_mean[c] + even * (0.5 - m_basis.evenMean) - odd * m_basis.oddMean};
    }
    return found;
}

SharedFrequency FrequencySearch::operator()(const Eigen::MatrixX2d& x)
{
    setColumns(x);
    if (m_total == 0)
        return {.omega = 0,
                .waves = {Wave{.mean = m_mean[0]}, Wave{.mean = m_mean[1]}},
                .residual = 0,
                .total = 0,
                .trend = true};
    survey();
    std::optional<Evaluation> best;
    bool trend = false;
    for (const Start& start : starts()) {
        const Evaluation refined = start.trend ? evaluate(start.omega) : refine(start);
        if (!best || refined.residual < best->residual) {
            best = refined;
            trend = start.trend;
        }
    }
    return result(*best, trend);
}

} // namespace pescope::analysis
