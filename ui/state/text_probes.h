// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/decodability.h"
#include "core/bert/head_ranking.h"
#include "core/bert/spans.h"
#include "core/bert/word_properties.h"
#include "ui/state/text_document.h"

#include <utility>
#include <vector>

namespace pescope::ui {

/// Two spans of a text and what they have to do with each other.
struct SpanRun {
    bert::TokenSpan a, b;
    BothRuns<bert::SpanCurves> curves;
};

/// Another exchange of the same text, to compare with the one that is looked at.
struct OtherExchange {
    ExchangeChoice choice;
    bert::ExchangeCurves curves;
};

/// Texts that a probe makes up.
struct ProbeRequest {
    int words = 50;
    std::uint64_t seed = 0;
    int tokens = 16;
    bool special = true; ///< with [CLS] and [SEP]
    bool operator==(const ProbeRequest&) const = default;
};

struct WordRun {
    ProbeRequest request;
    ExchangeChoice choice;
    BothRuns<bert::WordProperties> properties;
};

struct DecodeRun {
    ProbeRequest request;
    ExchangeChoice choice;
    BothRuns<std::vector<bert::Decodability>> byState;
};

/// What is asked of the text and the model beyond the two runs themselves. Spans and other exchanges follow the
/// document's run by themselves; heads when they are wanted; probes with made-up texts when they are started. A new run
/// of the document ends what belongs to the former one. GUI thread.
class TextProbes : public QObject {
    Q_OBJECT
public:
    explicit TextProbes(const TextDocument& document, QObject* parent = nullptr);

    void setSpans(std::optional<std::pair<bert::TokenSpan, bert::TokenSpan>> spans);
    void setHeadsWanted(bool wanted);
    void setOthersWanted(std::vector<ExchangeChoice> others); ///< those that are to be compared
    void measureWords(const ProbeRequest& request);
    void measureDecodability(const ProbeRequest& request);
    void cancelProbe();

    [[nodiscard]] const std::shared_ptr<const SpanRun>& spans() const { return m_spans; } ///< null: none yet
    [[nodiscard]] const std::vector<OtherExchange>& others() const { return m_others; }
    [[nodiscard]] const std::shared_ptr<const BothRuns<std::vector<bert::MeasuredHead>>>& heads() const
    {
        return m_heads;
    }
    [[nodiscard]] const std::shared_ptr<const WordRun>& words() const { return m_words; }
    [[nodiscard]] const std::shared_ptr<const DecodeRun>& decodability() const { return m_decodability; }
    [[nodiscard]] bool busy() const { return m_spansAtWork || m_othersAtWork || m_headsAtWork || m_probing; }

Q_SIGNALS:
    void spansReady();
    void othersReady();
    void headsReady();
    void probeReady();
    void progressed(const QString& step, double fraction); ///< of a probe
    void failed(const QString& title, const pescope::Error& error);

private:
    void followRun();
    void startSpans();
    void startOthers();
    void startHeads();
    template<typename Work, typename Done>
    void startProbe(const QString& failure, Work work, Done done);

    const TextDocument& m_document;
    std::optional<std::pair<bert::TokenSpan, bert::TokenSpan>> m_wantedSpans;
    std::vector<ExchangeChoice> m_wantedOthers;
    std::shared_ptr<const TextRun> m_othersOf; ///< the run that m_others belong to
    bool m_headsWanted = false;
    std::shared_ptr<const SpanRun> m_spans;
    std::vector<OtherExchange> m_others;
    std::shared_ptr<const BothRuns<std::vector<bert::MeasuredHead>>> m_heads;
    std::shared_ptr<const WordRun> m_words;
    std::shared_ptr<const DecodeRun> m_decodability;
    bool m_spansAtWork = false, m_othersAtWork = false, m_headsAtWork = false, m_probing = false;
    TaskHandle m_spansTask, m_othersTask, m_headsTask, m_probeTask;
    // runners last: they join before anything that their tasks use goes away
    TaskRunner m_quick;
    TaskRunner m_slow;
    TaskRunner m_probe;
};

} // namespace pescope::ui
