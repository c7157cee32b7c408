// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/text_presenter.h"

#include "ui/theme/theme.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <algorithm>
#include <cmath>

namespace pescope::ui::present {

namespace {

/// The context of this file's texts; lupdate finds no free functions.
struct Presenter {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::present)
};

bert::StateId stateOf(int axisIndex)
{
    return axisIndex == 0 ? bert::StateId::embeddingOutput() : bert::StateId::outputOf(bert::Layer{axisIndex});
}

/// Three maps of one quantity, the first two on one scale from the least value (0 at most) to the largest.
std::array<TokenMapState, 3> triple(const TextRun& run, tables::MatrixD original, tables::MatrixD exchanged,
                                    const QString& name)
{
    std::array<TokenMapState, 3> maps;
    double low = 0, high = 0, reach = 0;
    for (tables::Index i = 0; i < original.rows(); ++i)
        for (tables::Index j = 0; j < original.cols(); ++j) {
            reach = std::max(reach, std::abs(exchanged(i, j) - original(i, j)));
            for (const double value : {original(i, j), exchanged(i, j)}) {
                low = std::min(low, value);
                high = std::max(high, value);
            }
        }
    if (!(high > low))
        high = low + 1e-9;
    // the largest value, rounded to the map's float, is still within
    reach = reach > 0 ? reach * (1 + 1e-6) : 1e-9;
    high += 1e-6 * (high - low);
    auto difference = std::make_shared<const tables::MatrixD>(exchanged - original);
    const QStringList tokens = tokenTexts(run.encoded);
    maps[0] = {.values = std::make_shared<const tables::MatrixD>(std::move(original)),
               .tokens = tokens,
               .scale = {low, high},
               .map = &raster::defaultColormap(),
               .title = Presenter::tr("original"),
               .subtitle = Presenter::tr("trained positions"),
               .name = name};
    maps[1] = maps[0];
    maps[1].values = std::make_shared<const tables::MatrixD>(std::move(exchanged));
    maps[1].title = Presenter::tr("exchanged");
    maps[1].subtitle = exchangeText(run);
    maps[2] = maps[0];
    maps[2].values = std::move(difference);
    maps[2].scale = {-reach, reach};
    maps[2].map = &raster::defaultDiverging();
    maps[2].title = Presenter::tr("difference");
    maps[2].subtitle = Presenter::tr("exchanged − original");
    return maps;
}

tables::MatrixD headMap(const bert::AttentionMaps& attention, int head)
{
    if (head >= 0)
        return attention.map(head).cast<double>();
    tables::MatrixD sum = tables::MatrixD::Zero(attention.tokens, attention.tokens);
    for (tables::Index h = 0; h < attention.heads; ++h)
        sum += attention.map(h).cast<double>();
    return sum / static_cast<double>(attention.heads);
}

} // namespace

QStringList tokenTexts(const bert::Encoded& encoded)
{
    QStringList texts;
    for (const bert::Token& token : encoded.tokens) {
        QString text = QString::fromStdString(token.text);
        text.replace(QChar(0x0120), u'\u2423'); // byte-level BPE writes a space as Ġ
        if (token.special && text.size() > 2 && text.startsWith(u'[') && text.endsWith(u']'))
            text = text.mid(1, text.size() - 2);
        texts << text;
    }
    return texts;
}

QString modelText(const QString& folder, const bert::EncoderInfo& info)
{
    QString name = QFileInfo(folder).fileName();
    if (name == u"model") // a package's folder says more
        name = QFileInfo(QFileInfo(folder).path()).fileName();
    return Presenter::tr("%1 · %2 layers × %3 heads, D = %4")
        .arg(name)
        .arg(info.config.layers)
        .arg(info.config.heads)
        .arg(info.config.hidden);
}

QString shapeText(const TextRun& run)
{
    const auto tokens = run.encoded.tokens.size();
    QString text = Presenter::tr("%1 tokens, shape (1, %1, %2)").arg(tokens).arg(run.original->dim);
    if (run.encoded.cutFirst > 0)
        text += QLatin1Char('\n')
            + Presenter::tr("The text is too long for the model: its last %1 tokens are cut off.")
                  .arg(run.encoded.cutFirst);
    return text;
}

QString exchangeText(const TextRun& run)
{
    switch (run.choice.kind) {
    case Exchange::None:
        return Presenter::tr("none");
    case Exchange::Shuffled:
        return Presenter::tr("shuffled, seed %1").arg(run.choice.seed);
    case Exchange::Sinusoid:
        return run.choice.matchNorm ? Presenter::tr("sinusoid, matched") : Presenter::tr("sinusoid as it is");
    case Exchange::FirstRows:
        return Presenter::tr("first %1 rows").arg(run.choice.firstRows);
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

std::array<TokenMapState, 3> similarityMaps(const TextRun& run, int axisIndex)
{
    const bert::StateId state = stateOf(axisIndex);
    return triple(run, bert::cosineMap(*run.original, state), bert::cosineMap(*run.exchanged, state),
                  Presenter::tr("cosine"));
}

std::array<TokenMapState, 3> attentionMaps(const TextRun& run, const TextAttention& attention, int head)
{
    return triple(run, headMap(attention.original, head), headMap(attention.exchanged, head),
                  Presenter::tr("attention"));
}

} // namespace pescope::ui::present
