// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/head_view.h"
#include "ui/state/document.h"
#include "ui/tasks/task_runner.h"

namespace pescope::ui {

/// Which head is to look at the positions, and how they come to it.
struct HeadViewChoice {
    int layer = 1; ///< from 1
    int head = 0; ///< from 0
    bert::HeadViewOptions options;
};

/// Adds the positions of a model as one of its heads sees them, p_i W_Q W_Kᵀ p_jᵀ / √d, as a map of its own. GUI
/// thread.
class HeadViewJob : public QObject {
    Q_OBJECT
public:
    explicit HeadViewJob(Document& document, QObject* parent = nullptr);

    /// Layers and heads of the model behind a source. Errors: those of Checkpoint::open and readEncoderConfig;
    /// Unsupported for a source that is no model's.
    [[nodiscard]] Result<bert::EncoderConfig> modelOf(session::SourceKey key) const;
    void add(session::SourceKey key, const HeadViewChoice& choice);
    [[nodiscard]] bool running() const { return m_running; }

Q_SIGNALS:
    void finished(const QString& summary);
    void failed(const QString& title, const pescope::Error& error);

private:
    Document& m_document;
    bool m_running = false;
    TaskRunner m_runner; // last: it joins before anything that its tasks use goes away
};

} // namespace pescope::ui
