// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/property_table.h"

#include "core/proximity/metric.h"

#include <algorithm>

namespace pescope::ui {

PropertyTable::PropertyTable(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&m_document, &Document::frameReady, this, &PropertyTable::update);
}

void PropertyTable::setWanted(bool wanted)
{
    m_isWanted = wanted;
    update();
}

void PropertyTable::update()
{
    const auto frame = m_document.currentFrame();
    if (!m_isWanted || m_inFlight || !frame || frame->properties == m_asked) // the newest follows the one at work
        return;
    m_asked = frame->properties;
    m_inFlight = true;
    m_runner.start(
        this, [question = m_asked](const JobContext& job) { return frame::propertiesOf(question, job); },
        [this, question = m_asked](Result<std::vector<frame::SourceProperties>> answers) {
            m_inFlight = false;
            if (answers)
                arrived(question, std::move(*answers));
            update();
        });
}

void PropertyTable::arrived(const frame::PropertyQuestion& question, std::vector<frame::SourceProperties> answers)
{
    m_sources.clear();
    for (std::size_t k = 0; k < answers.size(); ++k) {
        MeasuredSource measured;
        measured.asked = question.sources[k];
        measured.mirrorCosine = answers[k].mirrorCosine;
        if (const session::Source* source = session::find(m_document.session(), answers[k].source)) {
            measured.row.source = source->name;
            measured.row.metric = proximity::name(session::metricOf(m_document.session(), *source));
            if (const auto encoding = m_document.encoding(source->key); encoding && *encoding)
                measured.row.whatIf = encoding::whatIfText(**encoding);
        } else if (answers[k].source == frame::kSinusoidBeside) {
            measured.row.source = tr("sinusoid of the same size").toStdString();
        }
        measured.row.ranges = answers[k].ranges;
        if (answers[k].properties)
            measured.row.properties = std::move(*answers[k].properties);
        else
            measured.error = std::move(answers[k].properties).error();
        m_sources.push_back(std::move(measured));
    }
    showKnownNulls();
    std::erase_if(m_nulls, [this](const auto& known) {
        return std::ranges::none_of(m_sources, [&](const MeasuredSource& source) {
            return source.asked.proximity == known.first.first && source.asked.positions == known.first.second;
        });
    });
    Q_EMIT changed();
    if (nullsRunning()) { // of maps that may be gone by now
        m_nullTask.requestStop();
        m_nullsToDo.clear();
        startNulls();
    }
}

/// The range of the null is of the ε that it was measured with.
void PropertyTable::showNull(MeasuredSource& source, const analysis::PermutationNull& null) const
{
    source.row.null = null;
    if (null.epsilon != m_asked.epsilon)
        source.row.null->toleranceRange.reset();
}

void PropertyTable::showKnownNulls()
{
    for (MeasuredSource& source : m_sources)
        if (const auto known = m_nulls.find({source.asked.proximity, source.asked.positions}); known != m_nulls.end())
            showNull(source, known->second);
}

void PropertyTable::startNulls()
{
    if (nullsRunning())
        return;
    for (const MeasuredSource& source : m_sources)
        if (!source.error && !source.row.null)
            m_nullsToDo.emplace_back(source.asked.proximity, source.asked.positions);
    m_nullsOfRun = m_nullsToDo.size();
    Q_EMIT nullProgress(0);
    nextNull();
}

/// One map after the other; what is done is shown at once.
void PropertyTable::nextNull()
{
    if (m_nullsToDo.empty()) {
        Q_EMIT changed();
        return;
    }
    const NullKey key = m_nullsToDo.front();
    const analysis::NullOptions options{.permutations = kPermutations,
                                        .seed = 0,
                                        .window = m_asked.window,
                                        .positions = key.second,
                                        .epsilon = m_asked.epsilon};
    const auto total = static_cast<double>(m_nullsOfRun);
    const double before = (total - static_cast<double>(m_nullsToDo.size())) / total;
    m_nullTask = m_nullRunner.start(
        this, [key, options](const JobContext& job) { return analysis::permutationNull(key.first, options, job); },
        [this, key](Result<analysis::PermutationNull> null) {
            m_nullsToDo.erase(m_nullsToDo.begin());
            if (null) // what cannot be measured has said so already
                m_nulls[key] = *null;
            showKnownNulls();
            Q_EMIT changed();
            nextNull();
        },
        [this, before, total](const Progress& progress) {
            Q_EMIT nullProgress(before + std::max(0.0, progress.fraction) / total);
        });
}

void PropertyTable::cancelNulls()
{
    m_nullTask.requestStop();
    m_nullsToDo.clear();
    Q_EMIT changed();
}

} // namespace pescope::ui
