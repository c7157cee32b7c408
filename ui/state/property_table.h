// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/property_table.h"
#include "ui/state/document.h"
#include "ui/tasks/task_runner.h"

#include <map>

namespace pescope::ui {

/// The properties of one visible source, and of its rows in random order where that was asked for.
struct MeasuredSource {
    frame::PropertySource asked;
    std::optional<Error> error; ///< instead of properties
    analysis::PropertyRow row;
    std::optional<double> mirrorCosine; ///< of a relative source
};

/// Measures what the document's frames ask about properties, on a worker, while somebody looks. GUI thread.
class PropertyTable : public QObject {
    Q_OBJECT
public:
    explicit PropertyTable(Document& document, QObject* parent = nullptr);

    void setWanted(bool wanted); ///< only then anything is computed
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
    void update();
    void arrived(const frame::PropertyQuestion& question, std::vector<frame::SourceProperties> answers);
    void nextNull();
    void showKnownNulls();
    void showNull(MeasuredSource& source, const analysis::PermutationNull& null) const;

    using NullKey = std::pair<proximity::SharedProximity, tables::Index>; ///< a map and how much of it

    Document& m_document;
    bool m_isWanted = false, m_inFlight = false;
    frame::PropertyQuestion m_asked;
    std::vector<MeasuredSource> m_sources;
    std::map<NullKey, analysis::PermutationNull> m_nulls; ///< of what is shown
    std::vector<NullKey> m_nullsToDo; ///< the first one is at work
    std::size_t m_nullsOfRun = 0;
    TaskHandle m_nullTask;
    // runners last: they join before anything that their tasks use goes away
    TaskRunner m_runner;
    TaskRunner m_nullRunner;
};

} // namespace pescope::ui
