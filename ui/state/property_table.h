// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/property_table.h"
#include "ui/state/document.h"
#include "ui/tasks/task_runner.h"

#include <map>

namespace pescope::ui {

/// The properties of one visible source, and of its rows in random order where that was asked for.
struct MeasuredSource {
    session::SourceKey key = 0;
    proximity::SharedProximity map;
    std::optional<Error> error; ///< instead of properties
    analysis::PropertyRow row;
};

/// Measures the visible sources of the document's frames on a worker while somebody looks. Positions are the common
/// ones unless told otherwise; maps over offsets are measured on all of theirs. GUI thread.
class PropertyTable : public QObject {
    Q_OBJECT
public:
    explicit PropertyTable(Document& document, QObject* parent = nullptr);

    void setWanted(bool wanted); ///< only then anything is computed
    void setCommonPositions(bool common);
    [[nodiscard]] bool commonPositions() const { return m_common; }
    [[nodiscard]] const std::vector<MeasuredSource>& sources() const { return m_sources; }
    [[nodiscard]] bool computing() const { return m_inFlight; }

    /// Compares with rows in random order (200 orders, seed 0): a job of seconds, told by nullProgress.
    void startNulls();
    void cancelNulls();
    [[nodiscard]] bool nullsRunning() const { return !m_nullsToDo.empty(); }

    static constexpr tables::Index kPermutations = 200;

Q_SIGNALS:
    void changed();
    void nullProgress(double fraction);

private:
    struct Wanted {
        std::vector<MeasuredSource> sources;
        tables::Index positions = 0; ///< 0: all of each
        [[nodiscard]] bool sameAs(const Wanted& other) const;
    };
    [[nodiscard]] Wanted wanted() const;
    void update();
    void arrived(Wanted done);
    void nextNull();

    using NullKey = std::pair<proximity::SharedProximity, tables::Index>; ///< a map and how much of it

    Document& m_document;
    bool m_isWanted = false, m_common = true, m_inFlight = false;
    std::vector<MeasuredSource> m_sources;
    Wanted m_last;
    std::map<NullKey, analysis::PermutationNull> m_nulls; ///< of what is shown
    std::vector<NullKey> m_nullsToDo; ///< the first one is at work
    std::size_t m_nullsOfRun = 0;
    TaskHandle m_nullTask;
    // runners last: they join before anything that their tasks use goes away
    TaskRunner m_runner;
    TaskRunner m_nullRunner;
};

} // namespace pescope::ui
