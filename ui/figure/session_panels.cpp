// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/session_panels.h"

#include "core/analysis/property_table.h"
#include "core/analysis/psi.h"
#include "core/base/number_text.h"
#include "core/frame/psi_frame.h"
#include "core/frame/source_properties.h"
#include "ui/figure/curves.h"
#include "ui/figure/text_panels.h"
#include "ui/figure/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

using Curve = CurvePanel::Curve;

const QColor kRangeGrey(0xEC, 0xEF, 0xF3);

const session::Source& sourceOf(const ShownSession& shown, session::SourceKey key)
{
    return *session::find(shown.session, key);
}

std::string number(double value)
{
    return std::isfinite(value) ? shortestText(value) : std::string();
}

/// Columns of equal or different length under their names.
std::string csvOf(const std::vector<std::pair<std::string, const std::vector<double>*>>& columns)
{
    std::string text;
    std::size_t rows = 0;
    for (const auto& [name, values] : columns) {
        text += (text.empty() ? "" : ",") + name;
        rows = std::max(rows, values->size());
    }
    text += '\n';
    for (std::size_t row = 0; row < rows; ++row) {
        std::string line;
        for (const auto& [name, values] : columns) {
            line += line.empty() && &name == &columns.front().first ? "" : ",";
            line += row < values->size() ? number((*values)[row]) : std::string();
        }
        text += line + '\n';
    }
    return text;
}

std::string csvOf(const CurvePanel& panel, const char* x)
{
    std::vector<std::pair<std::string, const std::vector<double>*>> columns;
    for (const Curve& curve : panel.curves) {
        const std::string name =
            curve.label.section(QStringLiteral("  "), 0, 0).remove(u'(').remove(u')').toStdString();
        columns.emplace_back(fmt::format("{}_{}", x, name), &curve.x);
        columns.emplace_back(fmt::format("value_{}", name), &curve.y);
        if (!curve.low.empty()) {
            columns.emplace_back(fmt::format("p10_{}", name), &curve.low);
            columns.emplace_back(fmt::format("p90_{}", name), &curve.high);
        }
    }
    return csvOf(columns);
}

Error nothingToDraw(std::string_view panel, const char* hint)
{
    Error error;
    error.code = ErrorCode::Unsupported;
    error.message = fmt::format("there is nothing to draw as “{}”", panel);
    error.hint = hint;
    return error;
}

/// The mean of S by distance as the window draws it: both sides where they differ or are asked for.
Result<Curve> distanceCurve(const SourceNames& names, const frame::Curve& from, const session::Source& source,
                            bool both, Index most, const JobContext& job)
{
    std::optional<analysis::Band> band;
    if (from.statistics) {
        band = from.statistics->band;
    } else if (!from.proximity->toeplitz()) {
        PESCOPE_TRY(rows, analysis::band(*from.proximity, most, job));
        band = std::move(rows);
    }
    const bool spread = band && !from.proximity->toeplitz();
    Curve curve = profileCurve(*from.profile, spread ? &*band : nullptr, both ? -most : 0, most);
    curve.label = names.nameOf(source);
    style(curve, static_cast<std::size_t>(source.letter));
    return curve;
}

/// Of the selected source, else of the first one with a range.
const frame::Curve* rangeCurve(const ShownSession& shown)
{
    const frame::Curve* first = nullptr;
    for (const frame::Curve& curve : shown.frame->curves) {
        if (!curve.integer || std::holds_alternative<session::DifferenceOrigin>(sourceOf(shown, curve.source).origin))
            continue;
        if (curve.source == shown.session.active)
            return &curve;
        first = first ? first : &curve;
    }
    return first;
}

Result<ChartPanel> distancePanel(const ShownSession& shown, const SourceNames& names, Language language,
                                 const JobContext& job)
{
    constexpr Index kShown = 128; // what the window opens with
    CurvePanel panel;
    panel.title = word(language, "Proximity by distance");
    panel.xTitle = word(language, "offset m = i − j (positions)");
    panel.yTitle = word(language, "mean of φ over pairs");
    const frame::Curve* ranged = rangeCurve(shown);
    const Index most = ranged ? std::max(kShown, *ranged->integer + *ranged->integer / 4) : kShown;
    QStringList notes;
    for (const frame::Curve& from : shown.frame->curves) {
        if (!from.profile)
            continue;
        PESCOPE_TRY(
            curve,
            distanceCurve(names, from, sourceOf(shown, from.source), shown.session.options.signedOffsets, most, job));
        panel.curves.push_back(std::move(curve));
    }
    if (panel.curves.empty())
        return std::unexpected(nothingToDraw("distance", "Show a source whose map can be computed."));
    if (std::ranges::any_of(panel.curves, [](const Curve& curve) { return !curve.low.empty(); }))
        notes << word(language, "shaded band: 10–90 % of rows");
    QString caption = word(language, "Mean proximity by distance, band: 10–90 % of rows.");
    if (ranged) {
        const QString letter = names.letterOf(sourceOf(shown, ranged->source));
        panel.spans.push_back({0, static_cast<double>(*ranged->integer), kRangeGrey});
        notes << word(language, "grey: %1 falls up to m = %2").arg(letter).arg(*ranged->integer);
        caption = word(language, "Mean proximity by distance, band: 10–90 % of rows; %1 falls over m = 0…%2.")
                      .arg(letter)
                      .arg(*ranged->integer);
    }
    panel.subtitle = notes.join(QStringLiteral("; "));
    std::string csv = csvOf(panel, "m");
    return ChartPanel{std::move(panel), std::move(csv), caption};
}

/// The sinusoids that are shown.
std::vector<std::pair<const session::Source*, encoding::SinusoidSpec>> sinusoidsOf(const ShownSession& shown)
{
    std::vector<std::pair<const session::Source*, encoding::SinusoidSpec>> found;
    for (const session::SourceKey key : session::visibleSources(shown.session)) {
        const session::Source& source = sourceOf(shown, key);
        if (const auto* origin = std::get_if<session::SinusoidOrigin>(&source.origin))
            found.emplace_back(&source, origin->spec);
    }
    return found;
}

/// Curves of the sinusoids over m.
enum class PsiCurve { Value, Slope, Steps };

CurvePanel psiAxes(PsiCurve kind, Language language)
{
    CurvePanel panel;
    panel.xTitle = word(language, "offset m (positions)");
    switch (kind) {
    case PsiCurve::Value:
        panel.title = QStringLiteral("ψ(m) = Σ cos ωᵢ m");
        panel.yTitle = QStringLiteral("ψ(m)");
        break;
    case PsiCurve::Slope:
        panel.title = QStringLiteral("ψ′(m) = −Σ ωᵢ sin ωᵢ m");
        panel.yTitle = QStringLiteral("ψ′(m)");
        break;
    case PsiCurve::Steps:
        panel.title = word(language, "Steps of ψ");
        panel.yTitle = QStringLiteral("ψ(m + 1) − ψ(m)");
        panel.linearWithin = 1e-3; // as in the window: the small steps decide
        break;
    }
    return panel;
}

/// The range that the curve is about: where ψ falls on whole numbers, or its slope is negative.
std::optional<double> rangeOf(PsiCurve kind, const frame::Psi& psi)
{
    if (kind == PsiCurve::Slope)
        return psi.ranges.continuous.m;
    return psi.ranges.integer ? std::optional(static_cast<double>(*psi.ranges.integer)) : std::nullopt;
}

QString rangeNote(const frame::Psi& psi, const QString& letter, double epsilon, Language language)
{
    QString note = word(language, "%1 falls up to m = %2 (integer), %3 (ε = %4)")
                       .arg(letter)
                       .arg(*psi.ranges.integer)
                       .arg(psi.ranges.tolerance ? QString::number(*psi.ranges.tolerance) : QStringLiteral("∞"))
                       .arg(epsilon, 0, 'g', 6);
    if (psi.ranges.continuous.m)
        note += QStringLiteral(", ")
            + word(language, "%1 (continuous)").arg(QString::number(*psi.ranges.continuous.m, 'f', 3));
    return note;
}

Result<ChartPanel> psiPanel(const ShownSession& shown, const SourceNames& names, Language language, PsiCurve kind)
{
    const auto sinusoids = sinusoidsOf(shown);
    if (sinusoids.empty())
        return std::unexpected(nothingToDraw("psi, slope and steps", "Show a sinusoid: ψ is the sum of its cosines."));
    CurvePanel panel = psiAxes(kind, language);
    QStringList notes;
    QString caption = word(language, kind == PsiCurve::Slope ? "Slope of ψ." : "Steps ψ(m + 1) − ψ(m).");
    const double epsilon = shown.session.options.epsilon;
    std::vector<frame::Psi> all;
    Index span = 0;
    for (const auto& [source, spec] : sinusoids) {
        all.push_back(frame::psiOf(spec, epsilon));
        span = std::max(span, frame::span(all.back(), nullptr));
    }
    for (std::size_t n = 0; n < sinusoids.size(); ++n) {
        const auto& [source, spec] = sinusoids[n];
        frame::Psi& psi = all[n];
        frame::sample(psi, span);
        Curve curve;
        curve.label = names.nameOf(*source);
        style(curve, static_cast<std::size_t>(source->letter));
        curve.points = kind == PsiCurve::Steps;
        const std::vector<double> values = kind == PsiCurve::Steps ? psi.steps
            : kind == PsiCurve::Slope                              ? frame::primeSamples(encoding::omega(spec), span)
                                                                   : psi.samples;
        const double density =
            kind == PsiCurve::Steps ? 1 : static_cast<double>(values.size() - 1) / static_cast<double>(span);
        for (std::size_t k = 0; k < values.size(); ++k) {
            curve.x.push_back(static_cast<double>(k) / density);
            curve.y.push_back(values[k]);
        }
        const QString letter = names.letterOf(*source);
        const auto range = rangeOf(kind, psi);
        const bool first = range && panel.spans.empty();
        if (first)
            panel.spans.push_back({0, *range, kRangeGrey});
        if (psi.ranges.integer)
            notes << rangeNote(psi, letter, epsilon, language);
        if (first && kind == PsiCurve::Value)
            caption = word(language, "ψ(m) = Σ cos ωᵢ m; %1 falls at every integer over m = 0…%2.")
                          .arg(letter)
                          .arg(*psi.ranges.integer);
        if (first && kind == PsiCurve::Slope)
            caption = word(language, "Slope of ψ: that of %1 is below 0 up to m = %2.")
                          .arg(letter, QString::number(*range, 'f', 3));
        panel.curves.push_back(std::move(curve));
    }
    if (kind == PsiCurve::Steps)
        notes << word(language, "above 0: ψ rises");
    panel.subtitle = notes.join(QStringLiteral("; "));
    std::string csv = csvOf(panel, "m");
    return ChartPanel{std::move(panel), std::move(csv), caption};
}

Result<ChartPanel> omegaPanel(const ShownSession& shown, const SourceNames& names, Language language)
{
    CurvePanel panel;
    panel.title = word(language, "Frequencies");
    panel.xTitle = word(language, "index i");
    panel.yTitle = word(language, "ωᵢ (rad per position)");
    panel.logY = true;
    for (const session::SourceKey key : session::visibleSources(shown.session)) {
        const session::Source& source = sourceOf(shown, key);
        std::vector<double> omega;
        double first = 0;
        if (const auto* origin = std::get_if<session::SinusoidOrigin>(&source.origin)) {
            omega = encoding::omega(origin->spec);
            first = firstIndex(origin->spec);
        } else if (const auto at = shown.encodings.find(key);
                   at != shown.encodings.end() && at->second && *at->second) {
            omega = encoding::frequencies(**at->second).value_or(std::vector<double>{});
            first = firstIndex(**at->second);
        }
        if (omega.empty())
            continue;
        Curve curve = frequencyCurve(omega, first);
        curve.label = names.nameOf(source);
        style(curve, static_cast<std::size_t>(source.letter));
        panel.curves.push_back(std::move(curve));
    }
    if (panel.curves.empty())
        return std::unexpected(nothingToDraw("omega", "Show a sinusoid or a rotary encoding: they have frequencies."));
    std::string csv = csvOf(panel, "i");
    return ChartPanel{std::move(panel), std::move(csv), word(language, "Frequencies ωᵢ on a logarithmic axis.")};
}

Result<ChartPanel> propertiesPanel(const ShownSession& shown, const SourceNames& names, Language language,
                                   const JobContext& job)
{
    PESCOPE_TRY(answers, frame::propertiesOf(shown.frame->properties, job));
    TablePanel panel;
    panel.title = word(language, "Properties");
    panel.lines.push_back({word(language, "source"), QStringLiteral("TI"), QStringLiteral("SYM"), QStringLiteral("MON"),
                           word(language, "MON local"), QStringLiteral("STEP"), word(language, "range"),
                           word(language, "ε range")});
    std::vector<analysis::PropertyRow> rows;
    QStringList positions;
    const auto last = [](const std::optional<analysis::TableRanges>& ranges,
                         std::optional<Index> analysis::TableRanges::* which) {
        if (!ranges)
            return QStringLiteral("—");
        const std::optional<Index>& m = (*ranges).*which;
        return m ? QStringLiteral("0…%1").arg(*m) : QStringLiteral("≥ 0…%1").arg(ranges->searchedTo);
    };
    for (const frame::SourceProperties& answer : answers) {
        const session::Source* source = session::find(shown.session, answer.source);
        if (!source || !answer.properties)
            continue;
        const analysis::Properties& p = *answer.properties;
        const auto cell = [&](const analysis::Property& property) {
            const std::string text = analysis::propertyText(property, 3);
            return text == "theorem" ? word(language, "theorem") : qt(text);
        };
        panel.lines.push_back({names.nameOf(*source), cell(p.translationInvariance), cell(p.symmetry),
                               cell(p.monotonicity), cell(p.monotonicityLocal), cell(p.step),
                               last(answer.ranges, &analysis::TableRanges::integer),
                               last(answer.ranges, &analysis::TableRanges::tolerance)});
        if (const QString n = QString::number(p.positions); !positions.contains(n))
            positions << n;
        analysis::PropertyRow row;
        row.source = source->name;
        row.metric = proximity::name(session::metricOf(shown.session, *source));
        row.properties = p;
        row.ranges = answer.ranges;
        rows.push_back(std::move(row));
    }
    if (rows.empty())
        return std::unexpected(nothingToDraw("properties", "Show a source that can be measured."));
    panel.subtitle = word(language, "1 = holds; N = %1, W = %2")
                         .arg(positions.join(QStringLiteral(", ")))
                         .arg(shown.frame->properties.window);
    return ChartPanel{std::move(panel), analysis::propertyTableCsv(rows),
                      word(language,
                           "Translation invariance, symmetry and monotonicity, 1 = holds (definitions of PEScope, "
                           "after Wang et al. 2021).")};
}

} // namespace

QString nameOf(const session::Source& source)
{
    return qt(session::letterText(source)) + QStringLiteral("  ") + qt(source.name);
}

QString SourceNames::letterOf(const session::Source& source) const
{
    const auto at = letters.find(source.key);
    return at == letters.end() ? qt(session::letterText(source)) : at->second;
}

QString SourceNames::nameOf(const session::Source& source) const
{
    return letterOf(source) + QStringLiteral("  ") + qt(source.name);
}

Result<ChartPanel> chartPanel(std::string_view name, const ShownSession& shown, const SourceNames& names,
                              Language language, const JobContext& job)
{
    if (name == "distance")
        return distancePanel(shown, names, language, job);
    if (name == "psi" || name == "slope" || name == "steps")
        return psiPanel(shown, names, language,
                        name == "psi"         ? PsiCurve::Value
                            : name == "slope" ? PsiCurve::Slope
                                              : PsiCurve::Steps);
    if (name == "omega")
        return omegaPanel(shown, names, language);
    if (name == "properties")
        return propertiesPanel(shown, names, language, job);
    if (shown.text && (name == "similarity" || name == "divergence"))
        return textChart(name, *shown.text, language);
    return fail(ErrorCode::Unsupported, fmt::format("a panel “{}”", name),
                "Panels are letters of sources, distance, psi, slope, steps, omega and properties.");
}

} // namespace pescope::figure
