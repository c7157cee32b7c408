// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/text_document.h"

#include "core/checkpoint/checkpoint.h"

namespace pescope::ui {

namespace {

/// A sinusoid as a table that a model can take: as wide as its embedding, a row for each token. One that comes from a
/// base follows the model's width; free ω are as many as they are.
Result<std::shared_ptr<const tables::MatrixF>> sinusoidTable(encoding::SinusoidSpec spec, tables::Index width,
                                                             tables::Index positions)
{
    if (spec.columns() != width) {
        if (!spec.freeOmega.empty())
            return fail(ErrorCode::Shape,
                        TextDocument::tr("the sinusoid has %1 columns, the model's positions have %2")
                            .arg(spec.columns())
                            .arg(width)
                            .toStdString(),
                        TextDocument::tr("Free ω fit a model of their own width; choose a sinusoid that is made from a "
                                         "base.")
                            .toStdString());
        spec.dim = static_cast<int>(width);
        spec.skipFast = spec.skipSlow = 0;
    }
    const tables::MatrixD rows = encoding::table(spec, 0, positions);
    return std::make_shared<const tables::MatrixF>(rows.cast<float>());
}

Result<bert::PositionScheme> schemeOf(const ExchangeChoice& choice, const bert::EncoderConfig& config,
                                      tables::Index tokens)
{
    switch (choice.kind) {
    case Exchange::None:
        return bert::PositionScheme::none();
    case Exchange::Shuffled:
        return bert::PositionScheme::shuffled(choice.seed);
    case Exchange::FirstRows:
        return bert::PositionScheme{bert::FirstRows{.count = choice.firstRows}, bert::AsTrained{}};
    case Exchange::Sinusoid:
        break;
    }
    PESCOPE_TRY(valid, encoding::validate(choice.sinusoid));
    static_cast<void>(valid);
    bert::GivenTable table;
    PESCOPE_TRY(rows, sinusoidTable(choice.sinusoid, config.embeddingDim(), tokens));
    table.rows = rows;
    table.matchNorm = choice.matchNorm;
    table.name = "sinusoid";
    return bert::PositionScheme{table, bert::AsTrained{}};
}

Result<std::shared_ptr<const bert::EncodedText>> runOnce(const bert::Encoder& encoder, const bert::EncoderInput& input,
                                                         const bert::PositionScheme& scheme, const JobContext& job)
{
    PESCOPE_TRY(text, encoder.run(input, scheme, {}, job));
    return std::make_shared<const bert::EncodedText>(std::move(text));
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
            m_current = nullptr;
            m_attention = nullptr;
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
            run.choice = choice;
            PESCOPE_TRY(encoded, tokenizer->encode(text, std::nullopt, {.maxLength = tokenizer->modelMaxLength()}));
            run.encoded = std::move(encoded);
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
            PESCOPE_TRY(exchanged, runOnce(*encoder, input, scheme, job));
            run.exchanged = exchanged;
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
        m_attention = nullptr;
        Q_EMIT runFinished();
        startAttention();
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
    if (m_wantedLayer == layer && (m_attention || m_attending))
        return;
    m_wantedLayer = layer;
    m_attention = nullptr;
    startAttention();
}

void TextDocument::startAttention()
{
    if (m_attending || !m_current || !m_wantedLayer || !m_encoder)
        return;
    m_attending = true;
    m_attentionRunner.start(
        this,
        [encoder = m_encoder, run = m_current, layer = *m_wantedLayer](const JobContext& job) -> Result<TextAttention> {
            PESCOPE_TRY(original, encoder->attention(*run->original, layer, bert::AttentionKind::Weights, job));
            PESCOPE_TRY(exchanged, encoder->attention(*run->exchanged, layer, bert::AttentionKind::Weights, job));
            return TextAttention{layer, std::move(original), std::move(exchanged)};
        },
        [this, run = m_current](Result<TextAttention> attention) {
            m_attending = false;
            if (attention && attention->layer == m_wantedLayer && run == m_current) {
                m_attention = std::make_shared<const TextAttention>(std::move(*attention));
                Q_EMIT attentionReady();
            } else if (attention) {
                startAttention(); // another layer or run meanwhile
            }
        });
}

} // namespace pescope::ui
