// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/neighbour_cosines.h"

#include "core/base/not_a_number.h"

#include <algorithm>
#include <cmath>

namespace pescope::analysis {
namespace {

/// Rows by their labels, which ascend but may have gaps where rows were left out.
class LabelledRows {
public:
    explicit LabelledRows(const proximity::Proximity& s)
        : m_s(s)
        , m_norms(s.rowNorms())
    {
        for (Index row = 0; row < s.rows(); ++row)
            m_labels.push_back(s.positionOf(row));
    }

    [[nodiscard]] bool empty() const { return m_labels.empty(); }
    [[nodiscard]] Index first() const { return m_labels.front(); }
    [[nodiscard]] Index last() const { return m_labels.back(); }

    [[nodiscard]] double cosine(Index a, Index b) const
    {
        const Index rowA = rowOf(a);
        const Index rowB = rowOf(b);
        return rowA < 0 || rowB < 0 || pointless(rowA) || pointless(rowB) ? kNaN : m_s.value(rowA, rowB);
    }

private:
    [[nodiscard]] Index rowOf(Index label) const
    {
        const auto at = std::ranges::lower_bound(m_labels, label);
        return at != m_labels.end() && *at == label ? at - m_labels.begin() : -1;
    }
    /// A zero vector has no direction; the map says 0 there.
    [[nodiscard]] bool pointless(Index row) const
    {
        return row < std::ssize(m_norms) && !(m_norms[static_cast<std::size_t>(row)] > 0);
    }

    const proximity::Proximity& m_s;
    std::vector<double> m_norms;
    std::vector<Index> m_labels;
};

} // namespace

CosineCurve neighbourCosines(const proximity::Proximity& cosineOfRows)
{
    const LabelledRows rows(cosineOfRows);
    CosineCurve curve;
    if (rows.empty())
        return curve;
    curve.first = rows.first();
    for (Index r = rows.first(); r < rows.last(); ++r)
        curve.cosine.push_back(rows.cosine(r, r + 1));
    return curve;
}

CosineCurve mirrorCosines(const proximity::Proximity& cosineOfOffsets)
{
    CosineCurve curve{.first = 1, .cosine = {}};
    if (!cosineOfOffsets.rowsAreOffsets())
        return curve;
    const LabelledRows rows(cosineOfOffsets);
    if (rows.empty())
        return curve;
    const Index most = std::min(rows.last(), -rows.first());
    for (Index k = 1; k <= most; ++k)
        curve.cosine.push_back(rows.cosine(k, -k));
    return curve;
}

} // namespace pescope::analysis
