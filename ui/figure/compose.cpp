// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/compose.h"

#include "core/analysis/row_statistics.h"
#include "ui/figure/compose_parts.h"
#include "ui/figure/layout.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace pescope::figure {

namespace {

constexpr Index kMostCells = 1024; ///< a side, that go into a file cell by cell
constexpr Index kMostPixels = 2048; ///< a side, of an averaged picture in a PNG
constexpr double kLowPercent = 0.5;
constexpr double kHighPercent = 99.5;

QString qt(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// One map while the figure grows.
struct Map {
    proximity::SharedProximity proximity;
    Index row0 = 0, row1 = 0, col0 = 0, col1 = 0;
    int height = 0, width = 0; ///< of the picture
    double milliseconds = 0;
    [[nodiscard]] Index rows() const { return row1 - row0; }
    [[nodiscard]] Index columns() const { return col1 - col0; }
    [[nodiscard]] bool whole() const { return height == rows() && width == columns(); }
};

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

/// Pixels for n cells: one each up to `most`, else whole blocks of cells where they divide n.
int pictureLength(Index n, Index most)
{
    if (n <= most)
        return static_cast<int>(n);
    const Index least = (n + most - 1) / most;
    for (Index block = least; block <= 2 * least; ++block)
        if (n % block == 0)
            return static_cast<int>(n / block);
    return static_cast<int>(most);
}

QString cellsText(double cells)
{
    return QString::number(cells, 'g', 3);
}

QString meanNote(const Map& map)
{
    if (map.whole())
        return {};
    return QStringLiteral("mean of %1 × %2 cells")
        .arg(cellsText(static_cast<double>(map.rows()) / map.height),
             cellsText(static_cast<double>(map.columns()) / map.width));
}

Result<proximity::Image<float>> pictureOf(const Map& map, const JobContext& job)
{
    proximity::Image<float> picture{map.width, map.height, {}};
    picture.pixels.resize(static_cast<std::size_t>(map.width) * static_cast<std::size_t>(map.height));
    const auto narrow = [](double value) { return static_cast<float>(value); };
    if (map.whole()) {
        PESCOPE_TRY(cells, map.proximity->cells(map.row0, map.row1, map.col0, map.col1, job));
        std::transform(cells.data(), cells.data() + cells.size(), picture.pixels.begin(), narrow);
    } else {
        const proximity::Viewport view{static_cast<double>(map.row0), static_cast<double>(map.row1),
                                       static_cast<double>(map.col0), static_cast<double>(map.col1)};
        PESCOPE_TRY(means, map.proximity->imageExact(view, map.width, map.height, job));
        std::ranges::transform(means.pixels, picture.pixels.begin(), narrow);
    }
    return picture;
}

QImage imageOf(const raster::Raster& raster)
{
    QImage image(raster.width, raster.height, QImage::Format_RGB32);
    for (int y = 0; y < raster.height; ++y)
        std::memcpy(image.scanLine(y), raster.pixels.data() + static_cast<std::size_t>(y) * raster.width,
                    static_cast<std::size_t>(raster.width) * sizeof(raster::Rgba));
    return image;
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
    if (encoding.kind != encoding::Kind::Relative || !encoding.parameters)
        return 0;
    const auto offsets = encoding.parameters->find("offsets");
    if (offsets == encoding.parameters->end() || !offsets->is_array() || offsets->size() != 2)
        return 0;
    return std::min((*offsets)[0].get<Index>(), (*offsets)[1].get<Index>());
}

std::pair<QString, QString> axisTitles(const encoding::Encoding& encoding)
{
    if (encoding.kind == encoding::Kind::Relative)
        return {QStringLiteral("offset r"), QStringLiteral("offset r′")};
    if (std::holds_alternative<encoding::GivenMap>(encoding.content))
        return {QStringLiteral("row i"), QStringLiteral("column j")};
    return {QStringLiteral("position i"), QStringLiteral("position j")};
}

/// Proximities with their panels' texts; a difference is one map of two sources.
struct Maps {
    std::vector<Map> maps;
    Figure figure;
};

Result<Maps> startMaps(const FigureRequest& request, const std::shared_ptr<const compute::Backend>& backend)
{
    Maps result;
    std::vector<proximity::SharedProximity> shown;
    for (const encoding::Encoding& encoding : request.encodings) {
        auto made = proximity::of(encoding, metricOf(request, encoding), backend);
        if (!made)
            return std::unexpected(withContext(std::move(made).error(), encoding.title));
        shown.push_back(*made);
    }
    std::vector<HeatmapPanel> panels;
    for (std::size_t k = 0; k < shown.size(); ++k) {
        HeatmapPanel panel;
        panel.title = titleOf(request.encodings[k], letterOf(k, shown.size()));
        std::tie(panel.rowTitle, panel.columnTitle) = axisTitles(request.encodings[k]);
        panel.firstRowLabel = panel.firstColumnLabel = firstLabel(request.encodings[k]);
        panels.push_back(panel);
    }
    if (request.kind == FigureKind::Difference) {
        if (shown.size() != 2)
            return fail(ErrorCode::Shape, fmt::format("a difference needs two sources, {} given", shown.size()),
                        "Give the two sources A and B of A − B.");
        PESCOPE_TRY(both, proximity::difference(shown[0], shown[1]));
        HeatmapPanel panel = panels[0];
        panel.title = QStringLiteral("A − B");
        panel.subtitle = panels[0].title.replace(QStringLiteral("A  "), QStringLiteral("A: "))
            + QChar(QChar::LineSeparator) + panels[1].title.replace(QStringLiteral("B  "), QStringLiteral("B: "));
        shown = {both};
        panels = {panel};
    }
    for (std::size_t k = 0; k < shown.size(); ++k) {
        Map map{shown[k]};
        PESCOPE_TRY(rows, spanOf(request.rows, shown[k]->rows(), "rows"));
        PESCOPE_TRY(columns, spanOf(request.columns, shown[k]->columns(), "columns"));
        std::tie(map.row0, map.row1) = rows;
        std::tie(map.col0, map.col1) = columns;
        panels[k].view = {static_cast<double>(map.row0), static_cast<double>(map.row1), static_cast<double>(map.col0),
                          static_cast<double>(map.col1)};
        result.maps.push_back(std::move(map));
        result.figure.panels.emplace_back(panels[k]);
    }
    return result;
}

HeatmapPanel& panelOf(Figure& figure, std::size_t index)
{
    return std::get<HeatmapPanel>(figure.panels[index]);
}

void addNote(HeatmapPanel& panel, const QString& note)
{
    if (note.isEmpty())
        return;
    panel.subtitle += panel.subtitle.isEmpty() ? note : QChar(QChar::LineSeparator) + note;
}

/// Decides how many pixels each map has; in a PNG that depends on how large it is drawn, so it is laid out first.
void choosePictureSizes(const FigureRequest& request, Maps& maps)
{
    for (Map& map : maps.maps) {
        map.height = pictureLength(map.rows(), kMostCells);
        map.width = pictureLength(map.columns(), kMostCells);
    }
    if (request.pixels) {
        Figure trial = maps.figure;
        for (std::size_t k = 0; k < maps.maps.size(); ++k)
            addNote(panelOf(trial, k), meanNote(maps.maps[k]));
        const Layout layout = layOut(trial);
        for (std::size_t k = 0; k < maps.maps.size(); ++k) {
            const auto pixels = [&](double from, double to) {
                return std::max<Index>(1,
                                       std::lround(to * request.dpi / 25.4) - std::lround(from * request.dpi / 25.4));
            };
            const QRectF& plot = layout.panels[k].plot;
            const auto length = [](Index cells, Index room) {
                return static_cast<int>(std::min({cells, room, kMostPixels}));
            };
            maps.maps[k].height = length(maps.maps[k].rows(), pixels(plot.top(), plot.bottom()));
            maps.maps[k].width = length(maps.maps[k].columns(), pixels(plot.left(), plot.right()));
        }
    }
    for (std::size_t k = 0; k < maps.maps.size(); ++k)
        addNote(panelOf(maps.figure, k), meanNote(maps.maps[k]));
}

Status paintMaps(const FigureRequest& request, Maps& maps, const JobContext& job)
{
    const bool diverging = request.kind == FigureKind::Difference || metricOf(request) == proximity::Metric::Centred;
    const raster::Colormap& map = request.map ? *request.map
        : diverging                           ? raster::defaultDiverging()
                                              : raster::defaultColormap();

    std::vector<proximity::ValueSample> samples;
    for (const Map& one : maps.maps) {
        PESCOPE_TRY(sample, one.proximity->sample(job));
        samples.push_back(std::move(sample));
    }
    std::vector<const proximity::ValueSample*> all;
    all.reserve(samples.size());
    for (const proximity::ValueSample& sample : samples)
        all.push_back(&sample);

    const QString formula =
        request.kind == FigureKind::Difference ? QStringLiteral("A − B of ") + formulaOf(request) : formulaOf(request);
    const bool own = request.scale == ScaleMode::Own && maps.maps.size() > 1;
    for (std::size_t k = 0; k < maps.maps.size(); ++k) {
        const std::array one{all[k]};
        raster::Scale scale = own ? scaleOf(request, map, one) : scaleOf(request, map, all);
        if (request.scale == ScaleMode::Rank) {
            scale = {samples[k].min, samples[k].max, ranksOf(samples[k])};
            if (!(scale.low <= scale.high))
                scale.low = scale.high = 0;
        }
        if (own || k == 0)
            maps.figure.colourBars.push_back(
                {&map, scale,
                 request.scale == ScaleMode::Rank ? QStringLiteral("rank within each map of ") + formula : formula});
        HeatmapPanel& panel = panelOf(maps.figure, k);
        panel.colourBar = own ? static_cast<int>(k) : 0;
        const Stopwatch watch;
        PESCOPE_TRY(picture, pictureOf(maps.maps[k], job));
        const raster::Raster raster = raster::rasterise(picture, scale, map);
        panel.image = imageOf(raster);
        maps.maps[k].milliseconds = watch.milliseconds();
        FigureColourBar& bar = maps.figure.colourBars.back();
        bar.arrowBelow = bar.arrowBelow || raster.shareBelow > 0;
        bar.arrowAbove = bar.arrowAbove || raster.shareAbove > 0;
        if (raster.shareNotFinite > 0)
            addNote(
                panel,
                QStringLiteral("grey: %1 % of the cells are not finite").arg(100 * raster.shareNotFinite, 0, 'g', 2));
    }
    return ok();
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

QString titleOf(const encoding::Encoding& encoding, const QString& letter)
{
    QString title = qt(encoding.title.empty() ? encoding.id : encoding.title);
    if (const auto* map = std::get_if<encoding::GivenMap>(&encoding.content))
        title += QStringLiteral(", %1 × %2").arg(map->values->rows()).arg(map->values->cols());
    else if (encoding.positions && encoding.dim)
        title += QStringLiteral(", %1 × %2").arg(*encoding.positions).arg(*encoding.dim);
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
        PESCOPE_TRY(maps, startMaps(request, backend));
        maps.figure.widthMm = request.widthMm;
        maps.figure.heightMm = request.heightMm;
        maps.figure.dpi = request.dpi;
        maps.figure.fontPt = request.fontPt;
        maps.figure.columns = request.panelColumns;
        maps.figure.description = descriptionOf(request);
        choosePictureSizes(request, maps);
        PESCOPE_TRY(painted, paintMaps(request, maps, job));
        static_cast<void>(painted);
        Composed result{std::move(maps.figure), {}};
        for (std::size_t k = 0; k < maps.maps.size(); ++k)
            result.drawn.push_back({panelOf(result.figure, k).title.toStdString(), maps.maps[k].proximity->method(),
                                    maps.maps[k].milliseconds});
        return result;
    });
}

} // namespace pescope::figure
