// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/text_document.h"

#include "core/bert/vocabulary_fit.h"
#include "core/checkpoint/checkpoint.h"

#include <QElapsedTimer>

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

TextDocument::TextDocument(QObject* parent)
    : QObject(parent)
{
}

void TextDocument::openModel(const QString& folder, const compute::DeviceChoice& device)
{
    m_task.requestStop();
    m_running = false;
    m_opening = true;
    Q_EMIT progressed(tr("reading %1").arg(folder), -1);
    m_task = m_runner.start(
        this,
        [path = folder.toStdString(), device](const JobContext& job) -> Result<Model> {
            PESCOPE_TRY(tokenizer, bert::Tokenizer::open(path));
            PESCOPE_TRY(checkpoint, checkpoint::Checkpoint::open(path));
            PESCOPE_TRY(encoder, bert::openEncoder(checkpoint, device, job));
            return Model{encoder, std::make_shared<const bert::Tokenizer>(std::move(tokenizer))};
        },
        [this, folder](Result<Model> model) {
            m_opening = false;
            if (!model) {
                Q_EMIT failed(tr("%1 cannot read a text").arg(folder), model.error());
                return;
            }
            m_folder = folder;
            m_encoder = model->encoder;
            m_tokenizer = model->tokenizer;
            m_modelNotes.clear();
            for (const std::string& note : m_encoder->info().notes)
                m_modelNotes << QString::fromStdString(note);
            if (const auto mismatch = bert::vocabularyMismatch(*m_tokenizer, m_encoder->info().config))
                m_modelNotes << QString::fromStdString(*mismatch);
            m_current = nullptr;
            m_attention.ready = nullptr;
            m_similarity.ready = nullptr;
            Q_EMIT modelChanged();
            run();
        },
        [this](const Progress& progress) {
            Q_EMIT progressed(QString::fromStdString(progress.step), progress.fraction);
        });
}

void TextDocument::setChoice(const ExchangeChoice& choice)
{
    if (choice == m_choice)
        return;
    m_choice = choice;
    if (m_current || m_running)
        run();
}

void TextDocument::run()
{
    if (!m_encoder || m_opening)
        return;
    if (m_running) { // the one at work first, so that something is seen while ω moves
        m_runWanted = true;
        return;
    }
    m_running = true;
    m_runWanted = false;
    m_task = m_runner.start(
        this,
        [encoder = m_encoder, tokenizer = m_tokenizer, text = m_text.toStdString(), choice = m_choice,
         former = m_current](const JobContext& job) -> Result<TextRun> {
            TextRun run;
            run.text = text;
            run.choice = choice;
            PESCOPE_TRY(encoded,
                        tokenizer->encode(text, std::nullopt, {.maxLength = mostTokens(*tokenizer, encoder->info())}));
            run.encoded = std::move(encoded);
            run.roles = bert::tokenRoles(run.encoded);
            const auto wide = [](const std::vector<std::int32_t>& narrow) {
                return std::vector<std::int64_t>(narrow.begin(), narrow.end());
            };
            bert::EncoderInput input = bert::EncoderInput::single(wide(run.encoded.ids()));
            if (former && former->original->input.ids == input.ids) {
                run.original = former->original;
            } else {
                PESCOPE_TRY(original, runOnce(*encoder, input, {}, job));
                run.original = original;
            }
            PESCOPE_TRY(scheme, schemeOf(choice, encoder->info().config, input.tokens));
            QElapsedTimer clock;
            clock.start();
            PESCOPE_TRY(exchanged, runOnce(*encoder, input, scheme, job));
            run.milliseconds = static_cast<double>(clock.nsecsElapsed()) * 1e-6;
            run.exchanged = exchanged;
            run.small = {smallMaps(*run.original), smallMaps(*run.exchanged)};
            PESCOPE_TRY(curves, bert::compareRuns(*encoder, *run.original, *run.exchanged, job));
            run.curves = std::move(curves);
            return run;
        },
        [this](Result<TextRun> run) { finished(std::move(run)); },
        [this](const Progress& progress) {
            Q_EMIT progressed(QString::fromStdString(progress.step), progress.fraction);
        });
}

void TextDocument::finished(Result<TextRun> run)
{
    m_running = false;
    if (run) {
        m_current = std::make_shared<const TextRun>(std::move(*run));
        m_attention.ready = nullptr;
        m_similarity.ready = nullptr;
        Q_EMIT runFinished();
        startAttention();
        startSimilarity();
    } else if (run.error().code != ErrorCode::Cancelled) {
        Q_EMIT failed(tr("The text could not be run"), run.error());
    }
    if (m_runWanted)
        this->run();
}

void TextDocument::cancel()
{
    m_task.requestStop();
    m_running = m_opening = m_runWanted = false;
    Q_EMIT progressed({}, 1);
}

void TextDocument::wantAttention(bert::Layer layer)
{
    if (m_attention.wanted == layer.number && (m_attention.ready || m_attention.atWork))
        return;
    m_attention.wanted = layer.number;
    m_attention.ready = nullptr;
    startAttention();
}

void TextDocument::wantSimilarity(int axisIndex)
{
    if (m_similarity.wanted == axisIndex && (m_similarity.ready || m_similarity.atWork))
        return;
    m_similarity.wanted = axisIndex;
    m_similarity.ready = nullptr;
    startSimilarity();
}

/// @param work  computes it from the run and the number of the layer  @param ready  says that it is there
template<typename T, typename Work>
void TextDocument::startOfLayer(OfLayer<T> TextDocument::* part, Work work, void (TextDocument::*ready)())
{
    OfLayer<T>& state = this->*part;
    if (state.atWork || state.ready || !m_current || !state.wanted)
        return;
    state.atWork = true;
    m_layerRunner.start(
        this, [work, run = m_current, layer = *state.wanted](const JobContext& job) { return work(*run, layer, job); },
        [this, part, work, ready, run = m_current, layer = *state.wanted](Result<T> result) {
            OfLayer<T>& now = this->*part;
            now.atWork = false;
            if (result && layer == now.wanted && run == m_current) {
                now.ready = std::make_shared<const T>(std::move(*result));
                Q_EMIT(this->*ready)();
            } else if (result) {
                startOfLayer(part, work, ready); // another layer or run meanwhile
            }
        });
}

void TextDocument::startAttention()
{
    startOfLayer(
        &TextDocument::m_attention,
        [encoder = m_encoder](const TextRun& run, int number, const JobContext& job) -> Result<TextAttention> {
            const bert::Layer layer{number};
            PESCOPE_TRY(original, encoder->attention(*run.original, layer, bert::AttentionKind::Weights, job));
            PESCOPE_TRY(exchanged, encoder->attention(*run.exchanged, layer, bert::AttentionKind::Weights, job));
            return TextAttention{layer, std::move(original), std::move(exchanged)};
        },
        &TextDocument::attentionReady);
}

void TextDocument::startSimilarity()
{
    constexpr tables::Index kAtOnce = 128; // some milliseconds
    const auto measured = [](const TextRun& run, int axisIndex, const JobContext& /*job*/) -> Result<TextSimilarity> {
        const bert::StateId state =
            axisIndex == 0 ? bert::StateId::embeddingOutput() : bert::StateId::outputOf(bert::Layer{axisIndex});
        return TextSimilarity{axisIndex,
                              {bert::cosineMap(*run.original, state), bert::cosineMap(*run.exchanged, state)}};
    };
    if (m_current && m_similarity.wanted && m_current->original->input.tokens <= kAtOnce) {
        m_similarity.ready = std::make_shared<const TextSimilarity>(*measured(*m_current, *m_similarity.wanted, {}));
        return;
    }
    startOfLayer(&TextDocument::m_similarity, measured, &TextDocument::similarityReady);
}

} // namespace pescope::ui
