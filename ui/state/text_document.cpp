// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/text_document.h"

#include "core/bert/vocabulary_fit.h"

namespace pescope::ui {

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
        this, [path = folder.toStdString(), device](const JobContext& job) { return openTextModel(path, device, job); },
        [this, folder](Result<TextModel> model) {
            m_opening = false;
            if (!model) {
                Q_EMIT failed(tr("%1 cannot read a text").arg(folder), model.error());
                return;
            }
            m_folder = folder;
            m_model = std::move(*model);
            m_modelNotes.clear();
            for (const std::string& note : m_model.encoder->info().notes)
                m_modelNotes << QString::fromStdString(note);
            if (const auto mismatch = bert::vocabularyMismatch(*m_model.tokenizer, m_model.encoder->info().config))
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
    if (!m_model.encoder || m_opening)
        return;
    if (m_running) { // the one at work first, so that something is seen while ω moves
        m_runWanted = true;
        return;
    }
    m_running = true;
    m_runWanted = false;
    m_task = m_runner.start(
        this,
        [model = m_model, text = m_text.toStdString(), choice = m_choice, former = m_current](const JobContext& job) {
            return runText(model, text, choice, former.get(), job);
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
        [model = m_model](const TextRun& run, int number, const JobContext& job) {
            return attentionOf(model, run, bert::Layer{number}, job);
        },
        &TextDocument::attentionReady);
}

void TextDocument::startSimilarity()
{
    constexpr tables::Index kAtOnce = 128; // some milliseconds
    const auto measured = [](const TextRun& run, int axisIndex, const JobContext& /*job*/) -> Result<TextSimilarity> {
        return similarityOf(run, axisIndex);
    };
    if (m_current && m_similarity.wanted && m_current->original->input.tokens <= kAtOnce) {
        m_similarity.ready = std::make_shared<const TextSimilarity>(similarityOf(*m_current, *m_similarity.wanted));
        return;
    }
    startOfLayer(&TextDocument::m_similarity, measured, &TextDocument::similarityReady);
}

} // namespace pescope::ui
