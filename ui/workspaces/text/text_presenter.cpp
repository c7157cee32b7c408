// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/text_presenter.h"

#include "core/bert/attention_measures.h"
#include "core/bert/norms.h"
#include "core/raster/pair_scales.h"
#include "ui/theme/theme.h"
#include "ui/workspaces/text/map_image.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace pescope::ui::present {

namespace {

/// The context of this file's texts; lupdate finds no free functions.
struct Presenter {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::present)
};

/// Three maps of one quantity, the first two on one scale from the least value (0 at most) to the largest.
std::array<TokenMapState, 3> triple(const TextRun& run, tables::MatrixD original, tables::MatrixD exchanged,
                                    const QString& name)
{
    std::array<TokenMapState, 3> maps;
    const raster::Scale common = raster::commonScale({&original, &exchanged});
    auto difference = std::make_shared<const tables::MatrixD>(exchanged - original);
    const raster::DifferenceScale differences = raster::differenceScale(*difference);
    const QStringList tokens = tokenTexts(run.encoded);
    maps[0] = {.values = std::make_shared<const tables::MatrixD>(std::move(original)),
               .tokens = tokens,
               .scale = common,
               .map = &raster::defaultColormap(),
               .title = Presenter::tr("original"),
               .subtitle = Presenter::tr("trained positions"),
               .name = name};
    maps[1] = maps[0];
    maps[1].values = std::make_shared<const tables::MatrixD>(std::move(exchanged));
    maps[1].title = Presenter::tr("exchanged");
    maps[1].subtitle = exchangeText(run.choice);
    maps[2] = maps[0];
    maps[2].values = std::move(difference);
    maps[2].scale = differences.scale;
    maps[2].clipped = differences.clipped;
    maps[2].map = &raster::defaultDiverging();
    maps[2].title = Presenter::tr("difference");
    maps[2].subtitle = Presenter::tr("exchanged − original");
    return maps;
}

} // namespace

QStringList placeTexts(const TextRun& run)
{
    const auto count = std::ssize(run.encoded.tokens);
    const std::vector<tables::Index> shuffled = run.choice.kind == Exchange::Shuffled
        ? bert::shuffledPlaces(count, shuffleOf(run.choice))
        : std::vector<tables::Index>();
    QStringList places;
    for (tables::Index k = 0; k < count; ++k) {
        const tables::Index to = shuffled.empty() ? k : shuffled[static_cast<std::size_t>(k)];
        places << (to == k ? QString::number(k) : QStringLiteral("%1 → %2").arg(k).arg(to));
    }
    return places;
}

QString modelText(const QString& folder, const bert::EncoderInfo& info)
{
    return Presenter::tr("%1 · %2 layers × %3 heads, D = %4")
        .arg(modelName(folder))
        .arg(info.config.layers)
        .arg(info.config.heads)
        .arg(info.config.hidden);
}

QString shapeText(const TextRun& run)
{
    const auto tokens = run.encoded.tokens.size();
    QString text = Presenter::tr("%1 tokens, shape (1, %1, %2)").arg(tokens).arg(run.original->dim);
    const auto unknown = std::ranges::count_if(
        run.encoded.tokens, [](const bert::Token& token) { return token.text == "[UNK]" || token.text == "<unk>"; });
    if (unknown > 0)
        text += QLatin1Char('\n')
            + Presenter::tr("%1 of them are unknown to the vocabulary, and all alike for the model.").arg(unknown);
    if (run.encoded.cutFirst > 0)
        text += QLatin1Char('\n')
            + Presenter::tr("The text is too long for the model: its last %1 tokens are cut off.")
                  .arg(run.encoded.cutFirst);
    return text;
}

QString exchangeText(const ExchangeChoice& choice)
{
    switch (choice.kind) {
    case Exchange::None:
        return Presenter::tr("none");
    case Exchange::Shuffled:
        return Presenter::tr("shuffled, seed %1").arg(choice.seed);
    case Exchange::Source: {
        const QString name = choice.sourceName.isEmpty() ? Presenter::tr("sinusoid") : choice.sourceName;
        return choice.matchNorm ? Presenter::tr("%1, matched").arg(name) : Presenter::tr("%1 as it is").arg(name);
    }
    case Exchange::FirstRows:
        return Presenter::tr("first %1 rows").arg(choice.firstRows);
    }
    return {};
}

QString factorText(const TextRun& run)
{
    const auto& factor = run.exchanged->positions.factor;
    return factor ? Presenter::tr("norm-matched × %1").arg(numberText(*factor, 3)) : QString();
}

QString schemeNotes(const TextRun& run)
{
    QStringList notes;
    for (const std::string& note : run.exchanged->positions.notes)
        notes << QString::fromStdString(note);
    return notes.join(u'\n');
}

std::array<TokenMapState, 3> similarityMaps(const TextRun& run, const TextSimilarity& similarity)
{
    return triple(run, similarity.maps.original, similarity.maps.exchanged, Presenter::tr("cosine"));
}

std::array<TokenMapState, 3> attentionMaps(const TextRun& run, const TextAttention& attention, int head)
{
    auto maps =
        triple(run, headMap(attention.original, head), headMap(attention.exchanged, head), Presenter::tr("attention"));
    for (TokenMapState& map : maps)
        map.directed = true;
    return maps;
}

std::optional<TokenPair> mostChanged(const std::array<TokenMapState, 3>& maps)
{
    const tables::MatrixD* change = maps[2].values.get();
    std::optional<TokenPair> pair;
    if (!change)
        return pair;
    double most = -1;
    for (tables::Index i = 0; i < change->rows(); ++i)
        for (tables::Index j = 0; j < change->cols(); ++j)
            if (i != j && std::abs((*change)(i, j)) > most) {
                most = std::abs((*change)(i, j));
                pair = TokenPair{.row = static_cast<int>(i), .column = static_cast<int>(j)};
            }
    return pair;
}

double leastOf(const BothRuns<std::vector<tables::MatrixD>>& maps)
{
    double least = 0;
    for (const auto* run : {&maps.original, &maps.exchanged})
        for (const tables::MatrixD& map : *run)
            least = std::min(least, map.minCoeff());
    return least - 1e-6;
}

QList<QImage> smallImages(const std::vector<tables::MatrixD>& maps, double low)
{
    QList<QImage> images;
    for (const tables::MatrixD& map : maps) {
        images.append(mapImage(map.cast<float>(), {low, 1.0 + 1e-6}, raster::defaultColormap()));
    }
    return images;
}

QList<QImage> headImages(const TextAttention& attention, bool exchanged)
{
    const bert::AttentionMaps& maps = exchanged ? attention.exchanged : attention.original;
    float most = 1e-9F;
    for (const auto* both : {&attention.original, &attention.exchanged})
        for (const float value : both->values)
            most = std::max(most, value);
    QList<QImage> images;
    constexpr int kMostSide = 160; // the largest small map on screen
    for (tables::Index head = 0; head < maps.heads; ++head)
        images.append(meanImage(std::make_shared<const tables::MatrixD>(maps.map(head).cast<double>()), kMostSide,
                                {0, most * (1 + 1e-6)}, raster::defaultColormap()));
    return images;
}

std::vector<LayerCurve> distanceCurves(const TextRun& run, const TextAttention& attention, int head)
{
    std::vector<LayerCurve> curves;
    for (const bool exchanged : {false, true}) {
        const auto profile =
            bert::weightByDistance(headMap(exchanged ? attention.exchanged : attention.original, head), run.roles);
        if (!profile)
            return {};
        LayerCurve curve{.name = exchanged ? Presenter::tr("exchanged") : Presenter::tr("original"),
                         .sourceIndex = 0,
                         .first = 0,
                         .values = {},
                         .former = !exchanged,
                         .emphasised = exchanged};
        // the distances that occur
        const auto first = std::ranges::find_if(profile->count, [](auto count) { return count > 0; });
        if (first == profile->count.end())
            return {};
        const auto from = first - profile->count.begin();
        curve.first = static_cast<int>(profile->firstOffset + from);
        for (auto k = from; k < std::ssize(profile->mean) - from; ++k)
            curve.values.push_back(profile->mean[static_cast<std::size_t>(k)]);
        curves.push_back(std::move(curve));
    }
    return curves;
}

QStringList pairCounts(const TextRun& run, int reach)
{
    const auto places = bert::measuredPlaces(run.roles, false);
    std::vector<int> counts(static_cast<std::size_t>(2 * reach + 1));
    for (const tables::Index i : places)
        for (const tables::Index j : places)
            if (std::abs(i - j) <= reach)
                ++counts[static_cast<std::size_t>(i - j + reach)];
    QStringList texts;
    for (const int count : counts)
        texts << Presenter::tr("pairs: %1").arg(count);
    return texts;
}

std::vector<LayerCurve> normCurves(const TextRun& run)
{
    const auto curve = [&](const bert::EncodedText& text, bool exchanged) {
        return LayerCurve{.name = exchanged ? Presenter::tr("exchanged") : Presenter::tr("original"),
                          .sourceIndex = 0,
                          .first = 0,
                          .values = bert::meanNorms(bert::stateNorms(text), run.roles),
                          .former = !exchanged,
                          .emphasised = exchanged};
    };
    return {curve(*run.original, false), curve(*run.exchanged, true)};
}

QString measureName(bert::HeadMeasure measure)
{
    using enum bert::HeadMeasure;
    switch (measure) {
    case TranslationInvariance:
        return Presenter::tr("translation invariance of logits");
    case Symmetry:
        return Presenter::tr("symmetry of logits");
    case Monotonicity:
        return Presenter::tr("monotonicity");
    case MonotonicityLocal:
        return Presenter::tr("monotonicity, local");
    case StrongestShare:
        return Presenter::tr("strongest key at one distance");
    case Locality:
        return Presenter::tr("locality");
    case MirrorSymmetry:
        return Presenter::tr("mirror symmetry");
    case MeanDistance:
        return Presenter::tr("mean distance");
    case Entropy:
        return Presenter::tr("entropy (nats)");
    case NormalisedEntropy:
        return Presenter::tr("entropy ÷ ln n");
    case FirstSpecial:
        return Presenter::tr("weight on the first special token");
    case LastSpecial:
        return Presenter::tr("weight on the last special token");
    }
    return {};
}

QString measureNote(bert::HeadMeasure measure)
{
    switch (bert::positional(measure)) {
    case bert::Positional::WhenHigh:
        return Presenter::tr(
            "Sorted by the original run, the highest first: high belongs to heads that look by position.");
    case bert::Positional::WhenLow:
        return Presenter::tr(
            "Sorted by the original run, the lowest first: low belongs to heads that look by position.");
    case bert::Positional::Either:
        break;
    }
    return Presenter::tr("Sorted by the original run, the highest first; it says nothing about position by itself.");
}

QString spanText(const bert::Encoded& encoded, bert::TokenSpan span)
{
    QString text;
    for (tables::Index k = span.begin; k < span.end; ++k) {
        const bert::Token& token = encoded.tokens[static_cast<std::size_t>(k)];
        QString word = QString::fromStdString(token.text);
        if (word.startsWith(QStringLiteral("##")))
            word = word.mid(2);
        word.replace(QChar(0x0120), u' ');
        // words of letters stand apart, ideographs do not
        const bool apart =
            !text.isEmpty() && !token.continuesWord && text.back().unicode() < 0x2E80 && !word.startsWith(u' ');
        text += (apart ? QStringLiteral(" ") : QString()) + word;
    }
    return text.trimmed();
}

} // namespace pescope::ui::present
