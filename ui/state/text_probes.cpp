// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/text_probes.h"

#include "core/bert/word_choice.h"

#include <algorithm>

namespace pescope::ui {

namespace {

using HeadTables = BothRuns<std::vector<bert::MeasuredHead>>;

/// The same input whatever the exchange: its original run can serve.
bool sameText(const TextRun& a, const TextRun& b)
{
    return a.original == b.original;
}

bert::WordChoice wordsOf(const ProbeRequest& request)
{
    return {
        .word = {}, .count = request.words, .seed = request.seed, .tokens = request.tokens, .special = request.special};
}

/// Without special tokens at the ends there is nothing that stays.
ExchangeChoice choiceFor(ExchangeChoice choice, const ProbeRequest& request)
{
    choice.endsStay = choice.endsStay && request.special;
    return choice;
}

/// Runs of made-up texts under a scheme, each with its tokens' roles.
Result<std::vector<bert::Decodability>> decode(const bert::Encoder& encoder,
                                               const std::vector<bert::EncoderInput>& inputs,
                                               const std::vector<bert::TokenRoles>& roles,
                                               const bert::PositionScheme& scheme, const JobContext& job)
{
    std::vector<bert::EncodedText> texts;
    texts.reserve(inputs.size());
    for (const bert::EncoderInput& input : inputs) {
        PESCOPE_TRY(text, encoder.run(input, scheme, {}, job));
        texts.push_back(std::move(text));
        job.report(static_cast<double>(texts.size()) / static_cast<double>(inputs.size()), "texts");
    }
    return bert::decodabilityByState(texts, roles, {}, job);
}

} // namespace

TextProbes::TextProbes(const TextDocument& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&document, &TextDocument::runFinished, this, &TextProbes::followRun);
    connect(&document, &TextDocument::modelChanged, this, [this] {
        m_wantedSpans.reset();
        m_words = nullptr;
        m_decodability = nullptr;
        cancelProbe();
        followRun();
    });
}

void TextProbes::followRun()
{
    m_spansTask.requestStop();
    m_othersTask.requestStop();
    m_headsTask.requestStop();
    m_spansAtWork = m_othersAtWork = m_headsAtWork = false;
    m_spans = nullptr;
    m_heads = nullptr;
    startSpans();
    startHeads();
    startOthers();
}

void TextProbes::setSpans(std::optional<std::pair<bert::TokenSpan, bert::TokenSpan>> spans)
{
    if (spans == m_wantedSpans) // asked for again with other colours or words
        return;
    m_wantedSpans = spans;
    m_spansTask.requestStop();
    m_spansAtWork = false;
    m_spans = nullptr;
    startSpans();
}

void TextProbes::startSpans()
{
    const auto run = m_document.current();
    if (!run || !m_wantedSpans) {
        Q_EMIT spansReady();
        return;
    }
    m_spansAtWork = true;
    m_spansTask = m_quick.start(
        this,
        [run, encoder = m_document.encoder(), spans = *m_wantedSpans](const JobContext& job) -> Result<SpanRun> {
            SpanRun result{.a = spans.first, .b = spans.second, .curves = {}};
            PESCOPE_TRY(original, bert::spanCurves(*encoder, *run->original, result.a, result.b, job));
            PESCOPE_TRY(exchanged, bert::spanCurves(*encoder, *run->exchanged, result.a, result.b, job));
            result.curves = {std::move(original), std::move(exchanged)};
            return result;
        },
        [this](Result<SpanRun> result) {
            m_spansAtWork = false;
            if (result)
                m_spans = std::make_shared<const SpanRun>(std::move(*result));
            else
                Q_EMIT failed(tr("The spans could not be compared"), result.error());
            Q_EMIT spansReady();
        });
}

void TextProbes::setOthersWanted(std::vector<ExchangeChoice> others)
{
    if (others == m_wantedOthers)
        return;
    m_wantedOthers = std::move(others);
    m_othersTask.requestStop();
    m_othersAtWork = false;
    startOthers();
}

/// One at a time, so that each is shown when it is there; those that are known of the same text stay.
void TextProbes::startOthers()
{
    const auto run = m_document.current();
    if (!run)
        return;
    if (!m_othersOf || !sameText(*m_othersOf, *run))
        m_others.clear();
    m_othersOf = run;
    std::erase_if(m_others, [&](const OtherExchange& other) {
        return std::ranges::find(m_wantedOthers, other.choice) == m_wantedOthers.end();
    });
    Q_EMIT othersReady();
    const auto missing = std::ranges::find_if(m_wantedOthers, [&](const ExchangeChoice& wanted) {
        return wanted != run->choice && std::ranges::find(m_others, wanted, &OtherExchange::choice) == m_others.end();
    });
    if (missing == m_wantedOthers.end() || m_othersAtWork)
        return;
    m_othersAtWork = true;
    m_othersTask = m_slow.start(
        this,
        [run, encoder = m_document.encoder(), choice = *missing](const JobContext& job) -> Result<OtherExchange> {
            PESCOPE_TRY(scheme, schemeOf(choice, encoder->info().config, run->original->input.tokens));
            PESCOPE_TRY(text, encoder->run(run->original->input, scheme, {}, job));
            PESCOPE_TRY(curves, bert::compareRuns(*encoder, *run->original, text, job));
            return OtherExchange{choice, std::move(curves)};
        },
        [this, choice = *missing](Result<OtherExchange> other) {
            m_othersAtWork = false;
            if (other)
                m_others.push_back(std::move(*other));
            else // it cannot be had for this text: not asked for again
                std::erase(m_wantedOthers, choice);
            startOthers();
        });
}

void TextProbes::setHeadsWanted(bool wanted)
{
    m_headsWanted = wanted;
    if (wanted && !m_heads && !m_headsAtWork)
        startHeads();
}

void TextProbes::startHeads()
{
    const auto run = m_document.current();
    if (!run || !m_headsWanted)
        return;
    m_headsAtWork = true;
    m_headsTask = m_slow.start(
        this,
        [run, encoder = m_document.encoder()](const JobContext& job) -> Result<HeadTables> {
            PESCOPE_TRY(original, bert::measureHeads(*encoder, *run->original, run->roles, {}, job));
            PESCOPE_TRY(exchanged, bert::measureHeads(*encoder, *run->exchanged, run->roles, {}, job));
            return HeadTables{std::move(original), std::move(exchanged)};
        },
        [this](Result<HeadTables> heads) {
            m_headsAtWork = false;
            if (heads)
                m_heads = std::make_shared<const HeadTables>(std::move(*heads));
            else
                Q_EMIT failed(tr("The heads could not be measured"), heads.error());
            Q_EMIT headsReady();
        });
}

template<typename Work, typename Done>
void TextProbes::startProbe(const QString& failure, Work work, Done done)
{
    m_probeTask.requestStop();
    m_probing = true;
    m_probeTask = m_probe.start(
        this, std::move(work),
        [this, failure, done = std::move(done)](auto result) {
            m_probing = false;
            if (result)
                done(std::move(*result));
            else
                Q_EMIT failed(failure, result.error());
            Q_EMIT probeReady();
        },
        [this](const Progress& progress) {
            Q_EMIT progressed(QString::fromStdString(progress.step), progress.fraction);
        });
}

void TextProbes::measureWords(const ProbeRequest& request)
{
    if (!m_document.encoder())
        return;
    startProbe(
        tr("The identical words could not be measured"),
        [encoder = m_document.encoder(), tokenizer = m_document.tokenizer(), choice = m_document.choice(),
         request](const JobContext& job) -> Result<WordRun> {
            PESCOPE_TRY(texts, bert::identicalTexts(*tokenizer, wordsOf(request)));
            WordRun run{.request = request, .choice = choice, .properties = {}};
            PESCOPE_TRY(original, bert::wordProperties(*encoder, texts, 16, job));
            PESCOPE_TRY(scheme, schemeOf(choiceFor(choice, request), encoder->info().config, texts.tokens));
            texts.scheme = scheme;
            PESCOPE_TRY(exchanged, bert::wordProperties(*encoder, texts, 16, job));
            run.properties = {std::move(original), std::move(exchanged)};
            return run;
        },
        [this](WordRun run) { m_words = std::make_shared<const WordRun>(std::move(run)); });
}

void TextProbes::measureDecodability(const ProbeRequest& request)
{
    if (!m_document.encoder())
        return;
    startProbe(
        tr("Positions could not be read from the hidden states"),
        [encoder = m_document.encoder(), tokenizer = m_document.tokenizer(), choice = m_document.choice(),
         request](const JobContext& job) -> Result<DecodeRun> {
            PESCOPE_TRY(inputs, bert::randomTexts(*tokenizer, wordsOf(request)));
            std::vector<bert::TokenRoles> roles;
            for (const bert::EncoderInput& input : inputs) {
                bert::TokenRoles one(input.ids.size(), bert::TokenRole::Word);
                if (request.special)
                    one.front() = one.back() = bert::TokenRole::Special;
                roles.push_back(std::move(one));
            }
            DecodeRun run{.request = request, .choice = choice, .byState = {}};
            PESCOPE_TRY(original, decode(*encoder, inputs, roles, {}, job));
            PESCOPE_TRY(scheme, schemeOf(choiceFor(choice, request), encoder->info().config, request.tokens));
            PESCOPE_TRY(exchanged, decode(*encoder, inputs, roles, scheme, job));
            run.byState = {std::move(original), std::move(exchanged)};
            return run;
        },
        [this](DecodeRun run) { m_decodability = std::make_shared<const DecodeRun>(std::move(run)); });
}

void TextProbes::cancelProbe()
{
    m_probeTask.requestStop();
    if (m_probing) {
        m_probing = false;
        Q_EMIT probeReady();
    }
}

} // namespace pescope::ui
