// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/omega_fit.h"
#include "ui/state/document.h"
#include "ui/tasks/task_runner.h"

namespace pescope::ui {

/// Work on ω that takes longer than a frame, one at a time: the sinusoid that fits a source, and ω that reach a range.
/// GUI thread.
class OmegaJobs : public QObject {
    Q_OBJECT
public:
    explicit OmegaJobs(Document& document, QObject* parent = nullptr);

    /// Adds the sinusoid with one free ω a column pair that fits a source best, with how well it does in its name.
    void fit(session::SourceKey key);
    void cancel();
    [[nodiscard]] bool running() const { return m_running; }

Q_SIGNALS:
    void progressed(const QString& step, double fraction);
    void finished(const QString& summary); ///< empty: cancelled
    void failed(const QString& title, const pescope::Error& error);

private:
    void fitted(session::SourceKey key, const analysis::OmegaFit& fit, tables::Index rows);

    Document& m_document;
    bool m_running = false;
    TaskHandle m_task;
    TaskRunner m_runner; // last: it joins before anything that its tasks use goes away
};

} // namespace pescope::ui
