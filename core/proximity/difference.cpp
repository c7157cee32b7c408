// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/proximity/difference.h"

#include "core/proximity/gram.h"
#include "core/proximity/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::proximity {
namespace {

/// Pictures a − b; NaN in either stays NaN.
template<typename T>
Result<Image<T>> subtract(Result<Image<double>> a, const Result<Image<double>>& b)
{
    if (!a)
        return std::unexpected(std::move(a).error());
    if (!b)
        return std::unexpected(b.error());
    Image<T> image{.width = a->width, .height = a->height, .pixels = {}};
    image.pixels.resize(a->pixels.size());
    std::ranges::transform(a->pixels, b->pixels, image.pixels.begin(),
                           [](double x, double y) { return static_cast<T>(x - y); });
    return image;
}

/// [A, B]·[A, −B]. Of equal width, the product of differences and sums, ½ [A − B, A + B]·[A + B, A − B], is the same
/// and keeps the digits where A and B are almost equal (a table and its rounded copy).
SharedKind gramDifference(const GramProximity& a, const GramProximity& b, Index n)
{
    using Form = PairRows::Form;
    const GramParts& pa = a.parts();
    const GramParts& pb = b.parts();
    const double scaleA = std::sqrt(pa.factor);
    const double scaleB = std::sqrt(pb.factor);
    GramParts parts;
    if (pa.left->dims() == pb.left->dims()) {
        parts.left = std::make_shared<PairRows>(pa.left, scaleA, pb.left, scaleB, Form::DifferenceThenSum, n);
        parts.right = std::make_shared<PairRows>(pa.left, scaleA, pb.left, scaleB, Form::HalfSumThenDifference, n);
    } else {
        parts.left = std::make_shared<PairRows>(pa.left, scaleA, pb.left, scaleB, Form::Concatenate, n);
        parts.right = std::make_shared<PairRows>(pa.left, scaleA, pb.left, -scaleB, Form::Concatenate, n);
    }
    if (!pa.term.empty() || !pb.term.empty()) {
        parts.term.assign(static_cast<std::size_t>(n), 0.0);
        for (std::size_t i = 0; i < parts.term.size(); ++i)
            parts.term[i] = (pa.term.empty() ? 0.0 : pa.term[i]) - (pb.term.empty() ? 0.0 : pb.term[i]);
    }
    parts.offsets = pa.offsets;
    if (!pa.positions.empty())
        parts.positions.assign(pa.positions.begin(), pa.positions.begin() + n);
    return std::make_shared<GramProximity>(std::move(parts), n, n, a.backend());
}

/// One whose rows are a single set, so that it is a sum of squares with a sign.
const GramProximity* plainGram(const SharedKind& kind)
{
    const auto* gram = dynamic_cast<const GramProximity*>(kind.get());
    return gram && gram->parts().left == gram->parts().right && gram->rows() == gram->columns() ? gram : nullptr;
}

} // namespace

Result<SharedProximity> difference(const SharedProximity& a, const SharedProximity& b)
{
    PESCOPE_EXPECTS(a && b);
    return runGuarded([&]() -> Result<SharedProximity> {
        const auto kindA = std::dynamic_pointer_cast<const Kind>(a);
        const auto kindB = std::dynamic_pointer_cast<const Kind>(b);
        if (!kindA || !kindB)
            return fail(ErrorCode::Unsupported, fmt::format("A − B of {} and {}", a->method(), b->method()),
                        "Both sides have to be maps of this library.");
        const bool offsets = a->rowsAreOffsets();
        if (offsets != b->rowsAreOffsets())
            return fail(ErrorCode::Unsupported, "a map over offsets minus a map over positions",
                        "Choose two relative sources, or two whose maps are over positions.");
        if (offsets && a->positionOf(0) != b->positionOf(0))
            return fail(
                ErrorCode::Unsupported,
                fmt::format("the offsets of the two maps start at {} and at {}", a->positionOf(0), b->positionOf(0)),
                "Their cells do not stand for the same offsets; choose sources with the same largest offset.");
        const Index rows = std::min(a->rows(), b->rows());
        const Index columns = std::min(a->columns(), b->columns());
        const SharedKind leadA = kindA->leading(rows, columns);
        const SharedKind leadB = kindB->leading(rows, columns);
        const GramProximity* const gramA = plainGram(leadA);
        const GramProximity* const gramB = plainGram(leadB);
        if (gramA && gramB)
            return gramDifference(*gramA, *gramB, rows);
        return std::make_shared<DifferenceProximity>(leadA, leadB);
    });
}

DifferenceProximity::DifferenceProximity(SharedKind a, SharedKind b)
    : m_a(std::move(a))
    , m_b(std::move(b))
{
    PESCOPE_EXPECTS(m_a->rows() == m_b->rows() && m_a->columns() == m_b->columns());
}

Result<Image<float>> DifferenceProximity::image(const Viewport& view, int width, int height,
                                                const JobContext& job) const
{
    return runGuarded([&] {
        return subtract<float>(m_a->screenImage(view, width, height, job), m_b->screenImage(view, width, height, job));
    });
}

Result<Image<double>> DifferenceProximity::imageExact(const Viewport& view, int width, int height,
                                                      const JobContext& job) const
{
    return runGuarded([&] {
        return subtract<double>(m_a->imageExact(view, width, height, job), m_b->imageExact(view, width, height, job));
    });
}

Result<Image<double>> DifferenceProximity::screenImage(const Viewport& view, int width, int height,
                                                       const JobContext& job) const
{
    return runGuarded([&] {
        return subtract<double>(m_a->screenImage(view, width, height, job), m_b->screenImage(view, width, height, job));
    });
}

Result<tables::MatrixD> DifferenceProximity::cellsAt(std::span<const Index> rows, std::span<const Index> columns,
                                                     const JobContext& job) const
{
    PESCOPE_TRY(a, m_a->cellsAt(rows, columns, job));
    PESCOPE_TRY(b, m_b->cellsAt(rows, columns, job));
    return runGuarded([&]() -> Result<tables::MatrixD> { return tables::MatrixD(a - b); });
}

Result<Profile> DifferenceProximity::profile(const JobContext& job) const
{
    // a mean over pairs can be subtracted when both sides have the same pairs, or one is the same for all of them
    const bool same = !m_a->anyNotFinite() && !m_b->anyNotFinite();
    if (!same && !m_a->toeplitz() && !m_b->toeplitz())
        return profileOfCells(*this, job);
    PESCOPE_TRY(a, m_a->profile(job));
    PESCOPE_TRY(b, m_b->profile(job));
    for (std::size_t t = 0; t < a.mean.size(); ++t) {
        a.mean[t] -= b.mean[t];
        a.count[t] = std::min(a.count[t], b.count[t]);
    }
    return std::move(a);
}

Result<ValueSample> DifferenceProximity::sample(const JobContext& job) const
{
    if (toeplitz()) {
        PESCOPE_TRY(f, profile(job));
        return runGuarded([&]() -> Result<ValueSample> {
            return sampleByOffset(f.mean, emptyProfile(rows(), columns()).count, columns() - 1);
        });
    }
    PESCOPE_TRY(sample, sampleCells(*this, false, job));
    sample.notFinite = countNotFinite(*this);
    return std::move(sample);
}

SharedKind DifferenceProximity::leading(Index rows, Index columns) const
{
    return std::make_shared<DifferenceProximity>(m_a->leading(rows, columns), m_b->leading(rows, columns));
}

void DifferenceProximity::markNotFinite(Index i, std::span<char> flags) const
{
    m_a->markNotFinite(i, flags);
    m_b->markNotFinite(i, flags);
}

std::string DifferenceProximity::method() const
{
    return m_a->method() == m_b->method() ? m_a->method() : m_a->method() + " − " + m_b->method();
}

} // namespace pescope::proximity
