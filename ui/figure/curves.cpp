// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/curves.h"

#include <algorithm>
#include <cmath>

namespace pescope::figure {

using tables::Index;

void style(CurvePanel::Curve& curve, std::size_t index)
{
    static constexpr QRgb kColours[] = {0xFF0067A8, 0xFFC04A00, 0xFF007A5A, 0xFFA0457F, 0xFF5A4300, 0xFF3A4450};
    static const QVector<qreal> kDashes[] = {{}, {6, 3}, {6, 2, 1.5, 2}, {1.5, 1.5}, {3, 1.5}, {9, 2, 1.5, 2, 1.5, 2}};
    curve.colour = QColor::fromRgb(kColours[index % std::size(kColours)]);
    curve.dashes = kDashes[index % std::size(kDashes)];
}

double firstIndex(const encoding::SinusoidSpec& spec)
{
    return spec.freeOmega.empty() ? spec.first + spec.skipFast : spec.skipFast;
}

double firstIndex(const encoding::Encoding& encoding)
{
    if (const auto* spec = std::get_if<encoding::SinusoidSpec>(&encoding.content))
        return firstIndex(*spec);
    if (const auto* relative = std::get_if<encoding::RelativeSinusoid>(&encoding.content))
        return relative->first;
    if (const auto* table = std::get_if<encoding::StoredTable>(&encoding.content); table && table->sinusoid)
        return table->sinusoid->first;
    return 0;
}

CurvePanel::Curve frequencyCurve(std::span<const double> omega, double first)
{
    CurvePanel::Curve curve;
    for (std::size_t k = 0; k < omega.size(); ++k) {
        curve.x.push_back(first + static_cast<double>(k));
        curve.y.push_back(std::abs(omega[k]));
    }
    return curve;
}

CurvePanel::Curve profileCurve(const proximity::Profile& profile, const analysis::Band* band, Index from, Index to)
{
    const auto spread = [&](const std::vector<float>& values, Index m) {
        const Index k = m - band->firstOffset;
        return k >= 0 && k < std::ssize(values) ? static_cast<double>(values[static_cast<std::size_t>(k)]) : NAN;
    };
    CurvePanel::Curve curve;
    const Index last = profile.firstOffset + std::ssize(profile.mean) - 1;
    for (Index m = std::max(from, profile.firstOffset); m <= std::min(to, last); ++m) {
        curve.x.push_back(static_cast<double>(m));
        curve.y.push_back(profile.mean[static_cast<std::size_t>(m - profile.firstOffset)]);
        if (band) {
            curve.low.push_back(spread(band->p10, m));
            curve.high.push_back(spread(band->p90, m));
        }
    }
    return curve;
}

} // namespace pescope::figure
