// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/chart_presenter.h"

#include "ui/theme/theme.h"
#include "ui/workspaces/positions/frame_presenter.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace pescope::ui::present {

namespace {

/// The context of this file's texts; lupdate finds no free functions.
struct ChartTexts {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::present)
};

QString rangesSentence(const frame::Curve& curve, double epsilon)
{
    const auto range = [](const std::optional<tables::Index>& m, tables::Index searchedTo) {
        return m ? rangeText(*m) : ChartTexts::tr("to the end (%1)").arg(searchedTo);
    };
    QString text =
        ChartTexts::tr("falls over %1 (integer), %2 (ε = %3)")
            .arg(range(curve.integer, curve.searchedTo), range(curve.tolerance, curve.searchedTo), powerText(epsilon));
    if (curve.fromOmega)
        text += curve.continuous ? ChartTexts::tr("; ψ′ = 0 first at m = %1").arg(numberText(*curve.continuous, 4))
                                 : ChartTexts::tr("; ψ′ keeps its sign");
    else if (curve.integer && std::isfinite(curve.valueAfter))
        text += ChartTexts::tr("; rises at m = %1: %2 → %3")
                    .arg(*curve.integer + 1)
                    .arg(numberText(curve.valueBefore), numberText(curve.valueAfter));
    return text;
}

PsiCurve psiCurve(const frame::Psi& psi, const QString& label)
{
    return {.label = label,
            .omega = psi.omega,
            .samples = psi.samples,
            .steps = psi.steps,
            .ranges = psi.ranges,
            .psi0 = static_cast<double>(psi.omega.size())};
}

} // namespace

DistanceChartState distanceChart(const session::Session& session, const frame::Frame& frame)
{
    DistanceChartState state;
    state.revision = frame.revision;
    state.valueTitle = ChartTexts::tr("mean φ at distance m");
    for (const frame::Curve& curve : frame.curves) {
        const session::Source* source = session::find(session, curve.source);
        if (!source || !curve.profile)
            continue;
        DistanceCurve out;
        out.sourceIndex = source->letter;
        out.name = QString::fromStdString(source->name);
        out.firstOffset = curve.profile->firstOffset;
        out.values = curve.profile->mean;
        out.exactCurve = curve.proximity->toeplitz();
        out.stepped = !curve.fromOmega;
        const proximity::Metric metric = session::metricOf(session, *source);
        out.endLabel = curve.fromOmega && metric == proximity::Metric::Dot ? ChartTexts::tr("ψ(m)")
            : curve.fromOmega && (metric == proximity::Metric::Scaled || metric == proximity::Metric::Cosine)
            ? ChartTexts::tr("ψ(m)/ψ(0)")
            : ChartTexts::tr("mean of rows");
        if (curve.statistics) {
            const analysis::Band& band = curve.statistics->band;
            out.bandFirstOffset = band.firstOffset;
            out.p10 = band.p10;
            out.p90 = band.p90;
            out.min = band.min;
            out.max = band.max;
            for (const analysis::Fan::Row& row : curve.statistics->fan.rows)
                out.fan.push_back({.firstOffset = row.firstOffset, .values = row.values});
            const analysis::RowRanges& ranges = curve.statistics->rows;
            out.rowRanges = ranges.ranges;
            out.rowRangesText = ChartTexts::tr("rows fall over: median %1, 10–90 % %2…%3; %4 % end at the edge")
                                    .arg(numberText(ranges.median), numberText(ranges.p10), numberText(ranges.p90),
                                         QString::number(100 * ranges.shareCensored, 'f', 1));
        }
        out.prime = curve.prime;
        out.integerRange = curve.integer;
        out.toleranceRange = curve.tolerance;
        out.continuousRange = curve.continuous;
        out.fallsThroughout = !curve.integer && curve.searchedTo > 0;
        // a difference may rise and fall; a monotone range of it would mean nothing
        if (std::holds_alternative<session::DifferenceOrigin>(source->origin)) {
            out.integerRange.reset();
            out.toleranceRange.reset();
            out.fallsThroughout = false;
        } else {
            out.rangeText = rangesSentence(curve, session.options.epsilon);
        }
        state.curves.push_back(std::move(out));
    }
    return state;
}

std::optional<OmegaChartState> omegaChart(const session::Session& session, const frame::Frame& frame)
{
    const session::Source* active = session::find(session, session.active);
    if (!frame.psi || !active)
        return std::nullopt;
    OmegaChartState state;
    state.sourceIndex = active->letter;
    state.revision = frame.revision;
    state.now =
        psiCurve(*frame.psi, sourceLetter(active->letter) + QStringLiteral("  ") + sinusoidText(frame.psi->spec));
    if (frame.psiBefore)
        state.before = psiCurve(*frame.psiBefore,
                                sourceLetter(active->letter) + QStringLiteral("  ")
                                    + ChartTexts::tr("before: %1").arg(sinusoidText(frame.psiBefore->spec)));
    state.maxOffset = static_cast<double>(frame.psi->steps.size());
    return state;
}

std::optional<FrequencyChartState> frequencyChart(const Document& document, const frame::Frame& frame)
{
    const session::Session& session = document.session();
    FrequencyChartState state;
    state.revision = frame.revision;
    const auto omegaOf = [&](const session::Source& source) -> std::vector<double> {
        if (const auto* sinusoid = std::get_if<session::SinusoidOrigin>(&source.origin))
            return encoding::omega(sinusoid->spec);
        const auto encoding = document.encoding(source.key);
        return encoding && *encoding ? encoding::frequencies(**encoding).value_or(std::vector<double>{})
                                     : std::vector<double>{};
    };
    for (const session::Source& source : session.sources) {
        const bool active = source.key == session.active;
        if (!source.visible && !active)
            continue;
        FrequencyCurve curve{source.letter, QString::fromStdString(source.name), {}};
        if (active && frame.psi) { // of the pictures, which may be a frame behind the mouse
            curve.omega = frame.psi->omega;
            state.editable = true;
            state.free = !frame.psi->spec.freeOmega.empty();
            state.firstIndex = state.free ? 0 : frame.psi->spec.first;
            state.positions = frame.psi->spec.length;
            if (frame.psiBefore)
                state.former = frame.psiBefore->omega;
        } else {
            curve.omega = omegaOf(source);
        }
        if (curve.omega.empty())
            continue;
        if (active)
            state.active = std::move(curve);
        else
            state.others.push_back(std::move(curve));
    }
    if (!state.active && state.others.empty())
        return std::nullopt;
    return state;
}

} // namespace pescope::ui::present
