// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/details.h"
#include "ui/state/source_store.h"
#include "ui/tasks/task_runner.h"

#include <QObject>
#include <QString>

#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace pescope::ui {

/// What the numbers of opened sources are: looked at once a source, when it is first asked for, on a worker. GUI
/// thread.
class SourceNumbers : public QObject {
    Q_OBJECT
public:
    explicit SourceNumbers(QObject* parent = nullptr);

    /// Null while it is being counted; changed() tells when it is there. @param id  of the encoding
    [[nodiscard]] const encoding::EncodingDetails* find(const SourceStore::Entry& entry, const std::string& id);

Q_SIGNALS:
    void changed();

private:
    using Details = std::vector<encoding::EncodingDetails>;
    struct Counted {
        SourceStore::Entry of; ///< kept alive, so that its address means one source
        Details details; ///< as its encodings; empty: on its way, or it could not be
    };
    std::map<const void*, Counted> m_counted;
    TaskRunner m_runner; // last: it joins before anything that its tasks use goes away
};

/// Lines of a list of details, name and value: range of the values, NaN, rows that are no positions.
[[nodiscard]] std::vector<std::pair<QString, QString>> numberLines(const encoding::EncodingDetails& details);

} // namespace pescope::ui
