// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/property_table.h"

#include "core/proximity/metric.h"
#include "core/proximity/square_cells.h"

#include <algorithm>

namespace pescope::ui {

using tables::Index;

namespace {

/// Maps over offsets have no positions to share with the others.
Index positionsOf(const MeasuredSource& source, Index common)
{
    return source.map->rowsAreOffsets() ? 0 : common;
}

} // namespace

bool PropertyTable::Wanted::sameAs(const Wanted& other) const
{
    const auto same = [](const MeasuredSource& a, const MeasuredSource& b) {
        return a.key == b.key && a.map == b.map && a.row.source == b.row.source;
    };
    return positions == other.positions && std::ranges::equal(sources, other.sources, same);
}

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

void PropertyTable::setCommonPositions(bool common)
{
    m_common = common;
    update();
}

PropertyTable::Wanted PropertyTable::wanted() const
{
    Wanted wanted;
    const auto frame = m_document.currentFrame();
    if (!frame)
        return wanted;
    std::vector<proximity::SharedProximity> overPositions;
    for (const frame::Curve& curve : frame->curves) {
        const session::Source* source = session::find(m_document.session(), curve.source);
        // a difference of two maps encodes nothing
        if (!source || !curve.proximity || std::holds_alternative<session::DifferenceOrigin>(source->origin))
            continue;
        MeasuredSource measured{.key = curve.source, .map = curve.proximity, .error = {}, .row = {}};
        measured.row.source = source->name;
        measured.row.metric = proximity::name(m_document.session().options.metric);
        if (!curve.proximity->rowsAreOffsets())
            overPositions.push_back(curve.proximity);
        wanted.sources.push_back(std::move(measured));
    }
    wanted.positions = m_common ? proximity::commonPositions(overPositions) : 0;
    return wanted;
}

void PropertyTable::update()
{
    if (!m_isWanted || m_inFlight) // the newest request follows the one at work
        return;
    Wanted next = wanted();
    if (next.sameAs(m_last))
        return;
    m_last = next;
    m_inFlight = true;
    m_runner.start(
        this,
        [next = std::move(next)](const JobContext& job) -> Result<Wanted> {
            Wanted done = next;
            for (MeasuredSource& source : done.sources) {
                auto properties =
                    analysis::properties(source.map, {.positions = positionsOf(source, done.positions)}, job);
                if (properties)
                    source.row.properties = std::move(*properties);
                else
                    source.error = std::move(properties).error();
            }
            return done;
        },
        [this](Result<Wanted> done) {
            m_inFlight = false;
            if (done)
                arrived(std::move(*done));
            update();
        });
}

void PropertyTable::arrived(Wanted done)
{
    std::map<NullKey, analysis::PermutationNull> kept;
    for (MeasuredSource& source : done.sources) {
        const NullKey key{source.map, positionsOf(source, done.positions)};
        if (const auto known = m_nulls.find(key); known != m_nulls.end()) {
            source.row.null = known->second;
            kept.insert(*known);
        }
    }
    m_nulls = std::move(kept);
    m_sources = std::move(done.sources);
    Q_EMIT changed();
    if (nullsRunning()) { // of maps that may be gone by now
        m_nullTask.requestStop();
        m_nullsToDo.clear();
        startNulls();
    }
}

void PropertyTable::startNulls()
{
    if (nullsRunning())
        return;
    for (const MeasuredSource& source : m_sources)
        if (!source.error && !source.row.null)
            m_nullsToDo.push_back({source.map, positionsOf(source, m_last.positions)});
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
    const auto total = static_cast<double>(m_nullsOfRun);
    const double before = (total - static_cast<double>(m_nullsToDo.size())) / total;
    m_nullTask = m_nullRunner.start(
        this,
        [key](const JobContext& job) {
            return analysis::permutationNull(key.first, {.permutations = kPermutations, .positions = key.second}, job);
        },
        [this, key](Result<analysis::PermutationNull> null) {
            m_nullsToDo.erase(m_nullsToDo.begin());
            if (null) // what cannot be measured has said so already
                m_nulls[key] = std::move(*null);
            for (MeasuredSource& source : m_sources)
                if (const auto known = m_nulls.find({source.map, positionsOf(source, m_last.positions)});
                    known != m_nulls.end())
                    source.row.null = known->second;
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
