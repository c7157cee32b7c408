// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/text_run.h"

#include "core/checkpoint/checkpoint.h"

#include <QElapsedTimer>
#include <QFileInfo>

#include <algorithm>

namespace pescope::ui {

namespace {

Result<std::shared_ptr<const bert::EncodedText>> runOnce(const bert::Encoder& encoder, const bert::EncoderInput& input,
                                                         const bert::PositionScheme& scheme, const JobContext& job)
{
    PESCOPE_TRY(text, encoder.run(input, scheme, {}, job));
    return std::make_shared<const bert::EncodedText>(std::move(text));
}

/// As many tokens as the tokeniser's setting allows and the model has positions for.
std::optional<std::int64_t> mostTokens(const bert::Tokenizer& tokenizer, const bert::EncoderInfo& info)
{
    auto most = tokenizer.modelMaxLength();
    if (info.config.positionRows) {
        const std::int64_t rows = *info.config.positionRows - info.config.firstPositionRow();
        most = std::min(most.value_or(rows), rows);
    }
    return most;
}

std::vector<tables::MatrixD> smallMaps(const bert::EncodedText& text)
{
    constexpr tables::Index kMost = 64;
    const tables::Index count = std::min(kMost, text.input.tokens);
    std::vector<tables::Index> places;
    places.reserve(static_cast<std::size_t>(count));
    for (tables::Index k = 0; k < count; ++k)
        places.push_back(k * text.input.tokens / count);
    std::vector<tables::MatrixD> maps;
    maps.reserve(text.states.size());
    maps.push_back(bert::cosineMapOf(text, bert::StateId::embeddingOutput(), places));
    for (bert::Layer layer; layer.number < static_cast<int>(text.states.size()); ++layer.number)
        maps.push_back(bert::cosineMapOf(text, bert::StateId::outputOf(layer), places));
    return maps;
}

} // namespace

Result<TextModel> openTextModel(const std::string& folder, const compute::DeviceChoice& device, const JobContext& job)
{
    PESCOPE_TRY(tokenizer, bert::Tokenizer::open(folder));
    PESCOPE_TRY(checkpoint, checkpoint::Checkpoint::open(folder));
    PESCOPE_TRY(encoder, bert::openEncoder(checkpoint, device, job));
    return TextModel{encoder, std::make_shared<const bert::Tokenizer>(std::move(tokenizer))};
}

Result<TextRun> runText(const TextModel& model, const std::string& text, const ExchangeChoice& choice,
                        const TextRun* former, const JobContext& job)
{
    TextRun run;
    run.text = text;
    run.choice = choice;
    PESCOPE_TRY(encoded,
                model.tokenizer->encode(text, std::nullopt,
                                        {.maxLength = mostTokens(*model.tokenizer, model.encoder->info())}));
    run.encoded = std::move(encoded);
    run.roles = bert::tokenRoles(run.encoded);
    const auto wide = [](const std::vector<std::int32_t>& narrow) {
        return std::vector<std::int64_t>(narrow.begin(), narrow.end());
    };
    bert::EncoderInput input = bert::EncoderInput::single(wide(run.encoded.ids()));
    if (former && former->original->input.ids == input.ids) {
        run.original = former->original;
    } else {
        PESCOPE_TRY(original, runOnce(*model.encoder, input, {}, job));
        run.original = original;
    }
    PESCOPE_TRY(scheme, schemeOf(choice, model.encoder->info().config, input.tokens));
    QElapsedTimer clock;
    clock.start();
    PESCOPE_TRY(exchanged, runOnce(*model.encoder, input, scheme, job));
    run.milliseconds = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
    run.exchanged = exchanged;
    run.small = {smallMaps(*run.original), smallMaps(*run.exchanged)};
    PESCOPE_TRY(curves, bert::compareRuns(*model.encoder, *run.original, *run.exchanged, job));
    run.curves = std::move(curves);
    return run;
}

Result<TextAttention> attentionOf(const TextModel& model, const TextRun& run, bert::Layer layer, const JobContext& job)
{
    PESCOPE_TRY(original, model.encoder->attention(*run.original, layer, bert::AttentionKind::Weights, job));
    PESCOPE_TRY(exchanged, model.encoder->attention(*run.exchanged, layer, bert::AttentionKind::Weights, job));
    return TextAttention{layer, std::move(original), std::move(exchanged)};
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

QString modelName(const QString& folder)
{
    const QFileInfo info(folder);
    return info.fileName() == u"model" ? QFileInfo(info.path()).fileName() // a package's folder says more
                                       : info.fileName();
}

TextSimilarity similarityOf(const TextRun& run, int axisIndex)
{
    const bert::StateId state =
        axisIndex == 0 ? bert::StateId::embeddingOutput() : bert::StateId::outputOf(bert::Layer{axisIndex});
    return {axisIndex, {bert::cosineMap(*run.original, state), bert::cosineMap(*run.exchanged, state)}};
}

} // namespace pescope::ui
