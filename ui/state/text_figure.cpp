// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/text_figure.h"

#include <fmt/format.h>

namespace pescope::ui {

figure::ShownText shownText(const session::TextSide& side, const TextRun& run, const TextSimilarity& similarity,
                            const TextAttention* attention)
{
    const auto shared = [](tables::MatrixD values) {
        return std::make_shared<const tables::MatrixD>(std::move(values));
    };
    figure::ShownText text;
    text.side = side;
    text.side.text = run.text;
    describe(run.choice, text.side);
    text.model = modelName(QString::fromStdString(side.model)).toStdString();
    text.tokens = tokenTexts(run.encoded);
    if (side.attention && side.axisIndex > 0) {
        PESCOPE_EXPECTS(attention && attention->layer.number == side.axisIndex);
        text.original = shared(headMap(attention->original, side.head));
        text.exchanged = shared(headMap(attention->exchanged, side.head));
    } else {
        text.original = shared(similarity.maps.original);
        text.exchanged = shared(similarity.maps.exchanged);
    }
    text.layersOriginal = run.small.original;
    text.layersExchanged = run.small.exchanged;
    if (attention && side.axisIndex > 0)
        for (int head = 0; head < attention->original.heads; ++head) {
            text.headsOriginal.push_back(headMap(attention->original, head));
            text.headsExchanged.push_back(headMap(attention->exchanged, head));
        }
    text.change = run.curves.cosine;
    text.divergence = run.curves.divergence;
    return text;
}

Result<figure::ShownText> computeText(session::TextSide side, const compute::DeviceChoice& device,
                                      const JobContext& job)
{
    PESCOPE_TRY(model, openTextModel(side.model, device, job));
    const bert::EncoderConfig& config = model.encoder->info().config;
    if (side.axisIndex > config.layers || side.head >= config.heads)
        return fail(ErrorCode::Shape,
                    fmt::format("the text is looked at in layer {}, head {}; {} has {} layers of {} heads",
                                side.axisIndex, side.head + 1, side.model, config.layers, config.heads),
                    "Choose a layer and a head that the model has.");
    PESCOPE_TRY(choice, choiceOf(side));
    PESCOPE_TRY(run, runText(model, side.text, choice, nullptr, job));
    const TextSimilarity similarity = similarityOf(run, side.axisIndex);
    if (side.axisIndex == 0)
        return shownText(side, run, similarity, nullptr);
    PESCOPE_TRY(attention, attentionOf(model, run, bert::Layer{side.axisIndex}, job));
    return shownText(side, run, similarity, &attention);
}

} // namespace pescope::ui
