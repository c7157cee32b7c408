// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/text_panels.h"

#include "core/base/number_text.h"
#include "core/compute/backend.h"
#include "core/raster/pair_scales.h"
#include "ui/figure/compose_parts.h"
#include "ui/figure/curves.h"
#include "ui/figure/words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

constexpr int kMostSide = 160; ///< pixels of a small map; more tokens are averaged

Result<proximity::SharedProximity> given(tables::SharedMatrix values)
{
    encoding::Encoding encoding;
    encoding.kind = encoding::Kind::Matrix;
    encoding.content = encoding::GivenMap{std::move(values)};
    return proximity::of(encoding, proximity::Metric::Dot, compute::eigenBackend());
}

Result<QImage> smallPicture(const tables::MatrixD& values, const raster::Scale& scale, const raster::Colormap& map,
                            const JobContext& job)
{
    PESCOPE_TRY(cells, given(std::make_shared<const tables::MatrixD>(values)));
    const proximity::Viewport all{0, static_cast<double>(values.rows()), 0, static_cast<double>(values.cols())};
    PESCOPE_TRY(picture,
                cells->image(all, static_cast<int>(std::min<Index>(values.cols(), kMostSide)),
                             static_cast<int>(std::min<Index>(values.rows(), kMostSide)), job));
    return imageOf(raster::rasterise(picture, scale, map));
}

bool attention(const ShownText& text)
{
    return text.side.attention && text.side.axisIndex > 0;
}

QString quantity(const ShownText& text, Language language)
{
    return word(language, attention(text) ? "attention weight" : "cosine of hidden states");
}

void addCells(std::string& csv, const char* run, std::size_t number, const tables::MatrixD& values)
{
    for (Index i = 0; i < values.rows(); ++i)
        for (Index j = 0; j < values.cols(); ++j)
            csv += fmt::format("{},{},{},{},{}\n", run, number, i, j, shortestText(values(i, j)));
}

} // namespace

const std::vector<std::string_view>& textPanels()
{
    static const std::vector<std::string_view> names{"original", "exchanged",  "difference", "layers",
                                                     "heads",    "similarity", "divergence"};
    return names;
}

bool isTextMap(std::string_view name)
{
    return name == "original" || name == "exchanged" || name == "difference";
}

bool isTextGrid(std::string_view name)
{
    return name == "layers" || name == "heads";
}

std::vector<std::string> textPanelsOf(const ShownText& text)
{
    std::vector<std::string> names;
    for (const std::string_view name : textPanels())
        if (name != "heads" || !text.headsOriginal.empty())
            names.emplace_back(name);
    return names;
}

QString textMapTitle(std::string_view name, Language language)
{
    return word(language, name == "difference" ? "Difference" : name == "original" ? "Original" : "Exchanged");
}

Result<MapPanel> textMap(std::string_view name, const ShownText& text, Language language, std::vector<MapScale>& scales)
{
    const bool difference = name == "difference";
    const QString title = difference ? word(language, "exchanged − original") : quantity(text, language);
    MapScale scale{.scale = {}, .map = nullptr, .title = title};
    tables::SharedMatrix values = name == "original" ? text.original : text.exchanged;
    if (difference) {
        values = std::make_shared<const tables::MatrixD>(*text.exchanged - *text.original);
        scale.scale = raster::differenceScale(*values).scale;
        scale.map = &raster::defaultDiverging();
    } else {
        scale.scale = raster::commonScale({text.original.get(), text.exchanged.get()});
        scale.map = &raster::defaultColormap();
    }
    MapPanel panel;
    PESCOPE_TRY(map, given(values));
    panel.map = map;
    panel.title = textMapTitle(name, language);
    panel.subtitle = difference ? textPlace(text, language)
        : name == "original"    ? word(language, "trained positions")
                                : exchangeWords(text.side, language);
    panel.rowTitle = word(language, attention(text) ? "query" : "token i");
    panel.columnTitle = word(language, attention(text) ? "key" : "token j");
    panel.row1 = values->rows();
    panel.column1 = values->cols();
    panel.rowLabels = panel.columnLabels = text.tokens;
    const auto same = std::ranges::find_if(scales, [&](const MapScale& known) { return known.title == title; });
    panel.scale = static_cast<int>(same - scales.begin());
    if (same == scales.end())
        scales.push_back(std::move(scale));
    return panel;
}

Result<TextGrid> textGrid(std::string_view name, const ShownText& text, Language language, const JobContext& job)
{
    const bool layers = name == "layers";
    const auto& original = layers ? text.layersOriginal : text.headsOriginal;
    const auto& exchanged = layers ? text.layersExchanged : text.headsExchanged;
    std::vector<const tables::MatrixD*> all;
    for (const auto* run : {&original, &exchanged})
        for (const tables::MatrixD& map : *run)
            all.push_back(&map);
    TextGrid grid;
    grid.bar.scale = raster::commonScale(all);
    grid.bar.map = &raster::defaultColormap();
    grid.bar.title = word(language, layers ? "cosine of hidden states" : "attention weight");
    grid.panel.title =
        layers ? word(language, "Similarity by layer") : word(language, "Heads of layer %1").arg(text.side.axisIndex);
    const QString sampled = all.empty() || all.front()->rows() == text.tokens.size()
        ? QString()
        : word(language, "%1 of %2 tokens, evenly chosen").arg(all.front()->rows()).arg(text.tokens.size());
    grid.panel.subtitle = sampled;
    grid.panel.rowLabels = {word(language, "Original"), word(language, "Exchanged")};
    grid.panel.columnTitle = word(language, layers ? "layer" : "head");
    grid.panel.columns = static_cast<int>(original.size());
    grid.csv = layers ? "run,layer,i,j,value\n" : "run,head,i,j,value\n";
    for (std::size_t k = 0; k < original.size(); ++k)
        grid.panel.columnLabels << QString::number(layers ? k : k + 1);
    for (const tables::MatrixD* map : all) {
        PESCOPE_TRY(picture, smallPicture(*map, grid.bar.scale, *grid.bar.map, job));
        grid.panel.cells.push_back(picture);
    }
    for (std::size_t k = 0; k < original.size(); ++k)
        addCells(grid.csv, "original", layers ? k : k + 1, original[k]);
    for (std::size_t k = 0; k < exchanged.size(); ++k)
        addCells(grid.csv, "exchanged", layers ? k : k + 1, exchanged[k]);
    grid.caption = layers ? word(language, "Cosine of the tokens' hidden states by layer (0: embedding output).")
                          : word(language, "Attention of every head of layer %1, one scale.").arg(text.side.axisIndex);
    return grid;
}

ChartPanel textChart(std::string_view name, const ShownText& text, Language language)
{
    const bool similarity = name == "similarity";
    const std::vector<double>& values = similarity ? text.change : text.divergence;
    CurvePanel panel;
    panel.title = word(language, similarity ? "Change of similarity by layer" : "Attention divergence by layer");
    panel.subtitle = exchangeWords(text.side, language);
    panel.xTitle = word(language, "layer");
    panel.yTitle = similarity ? word(language, "mean |Δ cosine|") : word(language, "Jensen–Shannon divergence (bit)");
    CurvePanel::Curve curve;
    style(curve, 0);
    std::string csv = similarity ? "layer,mean_abs_cosine_change\n" : "layer,jensen_shannon_bits\n";
    for (std::size_t k = 0; k < values.size(); ++k) {
        const std::size_t layer = similarity ? k : k + 1;
        curve.x.push_back(static_cast<double>(layer));
        curve.y.push_back(values[k]);
        csv += fmt::format("{},{}\n", layer, shortestText(values[k]));
    }
    panel.curves.push_back(std::move(curve));
    const QString caption = similarity
        ? word(language, "Mean change of the cosine of two tokens' states by layer.")
        : word(language, "Jensen–Shannon divergence of the attention of both runs by layer, mean over heads.");
    return {std::move(panel), std::move(csv), caption};
}

QString textPlace(const ShownText& text, Language language)
{
    const session::TextSide& side = text.side;
    if (side.axisIndex == 0)
        return word(language, "embedding output");
    if (!attention(text))
        return word(language, "after layer %1").arg(side.axisIndex);
    return side.head < 0 ? word(language, "layer %1, mean of all heads").arg(side.axisIndex)
                         : word(language, "layer %1, head %2 (from 1)").arg(side.axisIndex).arg(side.head + 1);
}

QString exchangeWords(const session::TextSide& side, Language language)
{
    switch (side.exchange) {
    case session::ExchangeKind::None:
        return word(language, "no positions");
    case session::ExchangeKind::Shuffled:
        return word(language, "positions shuffled, seed %1").arg(side.seed);
    case session::ExchangeKind::FirstRows:
        return word(language, "first %1 positions only").arg(side.firstRows);
    case session::ExchangeKind::Source:
        break;
    }
    const QString name = side.sourceName.empty() ? word(language, "fixed sinusoid") : qt(side.sourceName);
    return side.matchNorm ? word(language, "%1, norm-matched").arg(name) : name;
}

QString textCaption(const ShownText& text, Language language)
{
    QString sentence =
        word(language, "Tokens of “%1” in %2, %3: %4 with the trained positions and exchanged ones (%5).")
            .arg(qt(text.side.text).simplified(), qt(text.model), textPlace(text, language), quantity(text, language),
                 exchangeWords(text.side, language));
    if (attention(text))
        sentence += (language == Language::Chinese ? QString() : QStringLiteral(" "))
            + word(language, "Rows are queries, columns keys.");
    return sentence;
}

std::string textProvenance(const ShownText& text)
{
    const session::TextSide& side = text.side;
    return fmt::format("text “{}” in {}, {}, {}, {}", side.text, text.model, attention(text) ? "attention" : "cosine",
                       textPlace(text, Language::English).toStdString(),
                       exchangeWords(side, Language::English).toStdString());
}

} // namespace pescope::figure
