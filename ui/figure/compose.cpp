// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/compose.h"

#include "core/analysis/row_statistics.h"
#include "ui/figure/compose_maps.h"
#include "ui/figure/compose_parts.h"
#include "ui/figure/words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace pescope::figure {

namespace {

constexpr double kLowPercent = 0.5;
constexpr double kHighPercent = 99.5;

Result<std::pair<Index, Index>> spanOf(const std::optional<std::pair<Index, Index>>& asked, Index count,
                                       const char* what)
{
    if (!asked)
        return std::pair(Index{0}, count);
    if (asked->first < 0 || asked->second > count || asked->first >= asked->second)
        return fail(
            ErrorCode::Shape,
            fmt::format("{} {}:{} lie outside the matrix, which has {}", what, asked->first, asked->second, count),
            fmt::format("Choose A:B with 0 ≤ A < B ≤ {} (B itself is left out).", count));
    return *asked;
}

std::shared_ptr<const std::vector<float>> ranksOf(const proximity::ValueSample& sample)
{
    auto ranks = std::make_shared<std::vector<float>>();
    for (int k = 0; k <= 256; ++k)
        ranks->push_back(static_cast<float>(analysis::percentile(sample, 100.0 * k / 256)));
    return ranks;
}

/// Limits over several samples that share a scale.
raster::Scale scaleOf(const FigureRequest& request, const raster::Colormap& map,
                      std::span<const proximity::ValueSample* const> samples)
{
    raster::Scale scale;
    if (request.limits) {
        std::tie(scale.low, scale.high) = *request.limits;
        return scale;
    }
    const proximity::ValueSample all = analysis::merged(samples);
    scale.low = analysis::percentile(all, kLowPercent);
    scale.high = analysis::percentile(all, kHighPercent);
    if (!std::isfinite(scale.low) || !std::isfinite(scale.high))
        scale.low = scale.high = samples.empty() ? 0 : samples.front()->min; // a matrix of one cell has no others
    if (!std::isfinite(scale.low))
        scale.low = scale.high = 0;
    // Values of a constant matrix differ by rounding alone: one colour, not noise.
    if (const double size = std::max(std::abs(scale.low), std::abs(scale.high));
        scale.high - scale.low <= 1e-7 * size) {
        const auto [low, high] = std::pair(scale.low - 1e-6 * size, scale.high + 1e-6 * size);
        scale.low = low;
        scale.high = high;
    }
    if (map.diverging) {
        scale.high = std::max(std::abs(scale.low), std::abs(scale.high));
        scale.low = -scale.high;
    }
    return scale;
}

Index firstLabel(const encoding::Encoding& encoding)
{
    if (!encoding::isByOffset(encoding) || !encoding.parameters)
        return 0;
    const auto offsets = encoding.parameters->find("offsets");
    if (offsets == encoding.parameters->end() || !offsets->is_array() || offsets->size() != 2)
        return 0;
    return std::min((*offsets)[0].get<Index>(), (*offsets)[1].get<Index>());
}

std::pair<QString, QString> axisTitles(const encoding::Encoding& encoding)
{
    if (encoding::isByOffset(encoding))
        return {QStringLiteral("offset r"), QStringLiteral("offset r′")};
    if (std::holds_alternative<encoding::GivenMap>(encoding.content))
        return {QStringLiteral("row i"), QStringLiteral("column j")};
    return {QStringLiteral("position i"), QStringLiteral("position j")};
}

/// The maps with their texts; a difference is one map of two sources.
Result<std::vector<MapPanel>> panelsOf(const FigureRequest& request,
                                       const std::shared_ptr<const compute::Backend>& backend)
{
    std::vector<MapPanel> panels;
    for (std::size_t k = 0; k < request.encodings.size(); ++k) {
        const encoding::Encoding& encoding = request.encodings[k];
        auto made = proximity::of(encoding, metricOf(request, encoding), backend, rowsOf(request));
        if (!made)
            return std::unexpected(withContext(std::move(made).error(), encoding.title));
        MapPanel panel;
        panel.map = *std::move(made);
        panel.title = titleOf(request, k);
        std::tie(panel.rowTitle, panel.columnTitle) = axisTitles(encoding);
        panel.firstRowLabel = panel.firstColumnLabel = firstLabel(encoding);
        panels.push_back(std::move(panel));
    }
    if (request.kind == FigureKind::Difference) {
        if (panels.size() != 2)
            return fail(ErrorCode::Shape, fmt::format("a difference needs two sources, {} given", panels.size()),
                        "Give the two sources A and B of A − B.");
        PESCOPE_TRY(both, proximity::difference(panels[0].map, panels[1].map));
        panels[0].map = both;
        panels[0].subtitle = panels[0].title.replace(QStringLiteral("A  "), QStringLiteral("A: "))
            + QChar(QChar::LineSeparator) + panels[1].title.replace(QStringLiteral("B  "), QStringLiteral("B: "));
        panels[0].title = QStringLiteral("A − B");
        panels.pop_back();
    }
    for (MapPanel& panel : panels) {
        PESCOPE_TRY(rows, spanOf(request.rows, panel.map->rows(), "rows"));
        PESCOPE_TRY(columns, spanOf(request.columns, panel.map->columns(), "columns"));
        std::tie(panel.row0, panel.row1) = rows;
        std::tie(panel.column0, panel.column1) = columns;
    }
    return panels;
}

/// One scale for all panels, or one each, of the values of whole maps.
Result<std::vector<MapScale>> scalesOf(const FigureRequest& request, std::vector<MapPanel>& panels,
                                       const JobContext& job)
{
    const bool diverging = request.kind == FigureKind::Difference || metricOf(request) == proximity::Metric::Centred;
    const raster::Colormap& map = request.map ? *request.map
        : diverging                           ? raster::defaultDiverging()
                                              : raster::defaultColormap();
    std::vector<proximity::ValueSample> samples;
    for (const MapPanel& panel : panels) {
        PESCOPE_TRY(sample, panel.map->sample(job));
        samples.push_back(std::move(sample));
    }
    std::vector<const proximity::ValueSample*> all;
    all.reserve(samples.size());
    for (const proximity::ValueSample& sample : samples)
        all.push_back(&sample);
    const QString formula =
        request.kind == FigureKind::Difference ? QStringLiteral("A − B of ") + formulaOf(request) : formulaOf(request);
    if (request.scale == ScaleMode::Rank) {
        for (std::size_t k = 0; k < panels.size(); ++k) {
            raster::Scale scale{samples[k].min, samples[k].max, ranksOf(samples[k])};
            if (!(scale.low <= scale.high))
                scale.low = scale.high = 0;
            panels[k].ranks = std::move(scale);
        }
        return std::vector<MapScale>{
            {*panels.front().ranks, &map, QStringLiteral("rank within each map of ") + formula}};
    }
    if (request.scale == ScaleMode::Shared)
        return std::vector<MapScale>{{scaleOf(request, map, all), &map, formula}};
    std::vector<MapScale> scales;
    for (std::size_t k = 0; k < panels.size(); ++k) {
        panels[k].scale = static_cast<int>(k);
        const bool own = k < request.encodings.size() && request.kind != FigureKind::Difference;
        scales.push_back(
            {scaleOf(request, map, std::array{all[k]}), &map,
             own ? qt(proximity::formula(request.encodings[k], metricOf(request, request.encodings[k]))) : formula});
    }
    return scales;
}

} // namespace

std::optional<FigureKind> kindFromName(std::string_view name)
{
    static constexpr std::pair<std::string_view, FigureKind> kNames[] = {{"heatmap", FigureKind::Heatmap},
                                                                         {"profile", FigureKind::Profile},
                                                                         {"psi", FigureKind::Psi},
                                                                         {"omega", FigureKind::Omega},
                                                                         {"difference", FigureKind::Difference}};
    for (const auto& [known, kind] : kNames)
        if (known == name)
            return kind;
    return std::nullopt;
}

std::optional<ScaleMode> scaleModeFromName(std::string_view name)
{
    return name == "shared" ? std::optional(ScaleMode::Shared)
        : name == "own"     ? std::optional(ScaleMode::Own)
        : name == "rank"    ? std::optional(ScaleMode::Rank)
                            : std::nullopt;
}

QString letterOf(std::size_t index, std::size_t count)
{
    return count < 2 ? QString() : QString(QChar(u'A' + static_cast<char16_t>(index % 26)));
}

proximity::RowChoice rowsOf(const FigureRequest& request)
{
    proximity::RowChoice rows;
    rows.head = request.head.value_or(0);
    return rows;
}

QString titleOf(const FigureRequest& request, std::size_t index)
{
    const encoding::Encoding& encoding = request.encodings[index];
    const QString letter = letterOf(index, request.encodings.size());
    QString title = qt(encoding.title.empty() ? encoding.id : encoding.title);
    if (const auto* map = std::get_if<encoding::GivenMap>(&encoding.content))
        title += QStringLiteral(", %1 × %2").arg(map->values->rows()).arg(map->values->cols());
    else if (encoding.positions && encoding.dim)
        title += QStringLiteral(", %1 × %2").arg(*encoding.positions).arg(*encoding.dim);
    if (request.head && std::holds_alternative<encoding::LogitBias>(encoding.content))
        title += QStringLiteral(", head %1").arg(*request.head);
    return letter.isEmpty() ? title : letter + QStringLiteral("  ") + title;
}

proximity::Metric metricOf(const FigureRequest& request)
{
    if (request.metric)
        return *request.metric;
    const bool given = std::ranges::all_of(
        request.encodings, [](const encoding::Encoding& encoding) { return encoding::isMap(encoding); });
    return given ? proximity::Metric::Dot : proximity::Metric::Scaled;
}

proximity::Metric metricOf(const FigureRequest& request, const encoding::Encoding& encoding)
{
    const bool alone =
        std::ranges::all_of(request.encodings, [](const encoding::Encoding& other) { return encoding::isMap(other); });
    return encoding::isMap(encoding) && !alone ? proximity::Metric::Dot : metricOf(request);
}

/// One colour bar for all: where they are different quantities it claims the formula of none.
QString formulaOf(const FigureRequest& request)
{
    QStringList formulas;
    for (const encoding::Encoding& encoding : request.encodings) {
        const QString formula = qt(proximity::formula(encoding, metricOf(request, encoding)));
        if (!formulas.contains(formula))
            formulas << formula;
    }
    return formulas.size() == 1 ? formulas.front() : QStringLiteral("φ of each map");
}

QString descriptionOf(const FigureRequest& request)
{
    QStringList marks;
    for (std::size_t k = 0; k < request.encodings.size(); ++k) {
        const QString mark = qt(encoding::whatIfText(request.encodings[k]));
        const QString letter = letterOf(k, request.encodings.size());
        if (!mark.isEmpty())
            marks << (letter.isEmpty() ? mark : letter + QLatin1Char(' ') + mark);
    }
    if (marks.isEmpty())
        return request.description;
    const QString all = marks.join(QStringLiteral(", "));
    return request.description.isEmpty() ? all : request.description + QStringLiteral(" # ") + all;
}

double gigaflop(const FigureRequest& request)
{
    double sum = 0;
    for (const encoding::Encoding& encoding : request.encodings) {
        const auto* table = std::get_if<encoding::StoredTable>(&encoding.content);
        if (!table || !table->rows)
            continue;
        const auto length = [&](const std::optional<std::pair<Index, Index>>& span) {
            const Index cells = span ? span->second - span->first : table->positions;
            return static_cast<double>(std::min(cells, request.pixels ? kMostPixels : kMostCells));
        };
        sum += 2e-9 * length(request.rows) * length(request.columns) * static_cast<double>(table->rows->cols());
    }
    return sum;
}

Result<Composed> compose(const FigureRequest& request, std::shared_ptr<const compute::Backend> backend,
                         const JobContext& job)
{
    if (request.encodings.empty())
        return fail(ErrorCode::Shape, "a figure needs at least one source",
                    "Give a file, a folder or a built-in source.");
    if (request.kind != FigureKind::Heatmap && request.kind != FigureKind::Difference)
        return composeCurves(request, std::move(backend), job);
    return runGuarded([&]() -> Result<Composed> {
        PESCOPE_TRY(panels, panelsOf(request, backend));
        PESCOPE_TRY(scales, scalesOf(request, panels, job));
        return composeMaps({.panels = std::move(panels),
                            .scales = std::move(scales),
                            .widthMm = request.widthMm,
                            .heightMm = request.heightMm,
                            .dpi = request.dpi,
                            .fontPt = request.fontPt,
                            .panelColumns = request.panelColumns,
                            .pixels = request.pixels,
                            .description = descriptionOf(request)},
                           job);
    });
}

} // namespace pescope::figure
