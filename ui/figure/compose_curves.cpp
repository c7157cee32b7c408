// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/psi.h"
#include "core/analysis/row_statistics.h"
#include "ui/figure/compose_parts.h"
#include "ui/figure/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

using Curve = CurvePanel::Curve;

Result<std::vector<double>> omegaOf(const encoding::Encoding& encoding)
{
    if (auto omega = encoding::frequencies(encoding))
        return *std::move(omega);
    return fail(ErrorCode::Unsupported, fmt::format("{} has no frequencies ω", encoding.title),
                "Draw --kind profile: the mean proximity by distance, which every source has.");
}

Result<Curve> psiCurve(const FigureRequest& request, const encoding::Encoding& encoding)
{
    PESCOPE_TRY(omega, omegaOf(encoding));
    const Index length = std::max<Index>(2, request.length.value_or(encoding.positions.value_or(128)));
    const int parts = length <= 1024 ? 4 : 1; // ψ is a function of real m: a short axis shows it between positions
    Curve curve;
    for (Index k = 0; k <= (length - 1) * parts; ++k) {
        curve.x.push_back(static_cast<double>(k) / parts);
        curve.y.push_back(analysis::psi(omega, curve.x.back()));
    }
    return curve;
}

Result<Curve> omegaCurve(const encoding::Encoding& encoding)
{
    PESCOPE_TRY(omega, omegaOf(encoding));
    return frequencyCurve(omega, firstIndex(encoding));
}

struct ProfileCurve {
    Curve curve; ///< over m = −(columns − 1) … rows − 1
    bool symmetric = true;
    std::string method;
};

Result<ProfileCurve> meanByOffset(const FigureRequest& request, const encoding::Encoding& encoding,
                                  const std::shared_ptr<const compute::Backend>& backend, const JobContext& job)
{
    PESCOPE_TRY(s, proximity::of(encoding, metricOf(request, encoding), backend, rowsOf(request)));
    PESCOPE_TRY(profile, s->profile(job));
    ProfileCurve result;
    result.method = s->method();
    double largest = 0;
    for (const double value : profile.mean)
        largest = std::isfinite(value) ? std::max(largest, std::abs(value)) : largest;
    const auto at = [&](Index m) {
        const Index k = m - profile.firstOffset;
        return k >= 0 && k < static_cast<Index>(profile.mean.size()) ? profile.mean[static_cast<std::size_t>(k)] : NAN;
    };
    const Index last = profile.firstOffset + static_cast<Index>(profile.mean.size()) - 1;
    const Index most = request.length ? std::clamp<Index>(*request.length - 1, 1, std::max(last, -profile.firstOffset))
                                      : std::max(last, -profile.firstOffset);
    std::optional<analysis::Band> band;
    if (!s->toeplitz()) {
        PESCOPE_TRY(rows, analysis::band(*s, most, job));
        band = std::move(rows);
    }
    const auto kept = std::min(most, last);
    result.curve = profileCurve(profile, band ? &*band : nullptr, -most, kept);
    for (Index m = std::max(-most, profile.firstOffset); m <= kept; ++m)
        if (std::abs(at(m) - at(-m)) > 1e-6 * largest)
            result.symmetric = false;
    return result;
}

/// Leaves m < 0 out.
void keepRight(Curve& curve)
{
    const auto zero = std::ranges::find_if(curve.x, [](double m) { return m >= 0; });
    const auto left = std::distance(curve.x.begin(), zero);
    for (auto* values : {&curve.x, &curve.y, &curve.low, &curve.high})
        if (!values->empty())
            values->erase(values->begin(), values->begin() + left);
}

} // namespace

Result<Composed> composeCurves(const FigureRequest& request, std::shared_ptr<const compute::Backend> backend,
                               const JobContext& job)
{
    return runGuarded([&]() -> Result<Composed> {
        Composed result;
        Figure& figure = result.figure;
        figure.widthMm = request.widthMm;
        figure.heightMm = request.heightMm;
        figure.dpi = request.dpi;
        figure.fontPt = request.fontPt;
        figure.description = descriptionOf(request);
        CurvePanel panel;
        bool symmetric = true;
        for (std::size_t k = 0; k < request.encodings.size(); ++k) {
            const encoding::Encoding& encoding = request.encodings[k];
            const Stopwatch watch;
            Curve curve;
            std::string method = "closed form";
            if (request.kind == FigureKind::Profile) {
                PESCOPE_TRY(profile, meanByOffset(request, encoding, backend, job));
                curve = std::move(profile.curve);
                method = std::move(profile.method);
                symmetric = symmetric && profile.symmetric;
            } else {
                PESCOPE_TRY(plain,
                            request.kind == FigureKind::Psi ? psiCurve(request, encoding) : omegaCurve(encoding));
                curve = std::move(plain);
            }
            style(curve, k);
            curve.label = titleOf(request, k);
            result.drawn.push_back({curve.label.toStdString(), method, watch.milliseconds()});
            panel.curves.push_back(std::move(curve));
        }
        switch (request.kind) {
        case FigureKind::Profile:
            panel.title = QStringLiteral("Proximity by distance");
            panel.subtitle = formulaOf(request);
            panel.xTitle = QStringLiteral("offset m = i − j (positions)");
            panel.yTitle = QStringLiteral("mean over pairs");
            if (std::ranges::any_of(panel.curves, [](const Curve& curve) { return !curve.low.empty(); }))
                panel.subtitle += QStringLiteral("; shaded: 10–90 % of rows");
            if (symmetric)
                std::ranges::for_each(panel.curves, keepRight);
            break;
        case FigureKind::Psi:
            panel.title = QStringLiteral("ψ(m) = Σ cos ωᵢ m");
            panel.xTitle = QStringLiteral("offset m (positions)");
            panel.yTitle = QStringLiteral("ψ(m)");
            break;
        default:
            panel.title = QStringLiteral("Frequencies");
            panel.xTitle = QStringLiteral("index i");
            panel.yTitle = QStringLiteral("ωᵢ (rad per position)");
            panel.logY = true;
            break;
        }
        figure.panels.emplace_back(std::move(panel));
        return result;
    });
}

} // namespace pescope::figure
