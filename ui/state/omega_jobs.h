// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/omega_fit.h"
#include "core/analysis/range_solve.h"
#include "core/compute/range_adapter.h"
#include "ui/state/document.h"
#include "ui/tasks/task_runner.h"

namespace pescope::ui {

/// What gives way when a range is to be reached.
enum class Means {
    Omega, ///< every ω, as little as can be
    Scale, ///< c
    Cutoff ///< how many of the fastest are left out
};

/// Work on ω that takes longer than a frame, one at a time: the sinusoid that fits a source, and ω that reach a range.
/// GUI thread.
class OmegaJobs : public QObject {
    Q_OBJECT
public:
    explicit OmegaJobs(Document& document, QObject* parent = nullptr);

    /// Adds the sinusoid with one free ω a column pair that fits a source best, with how well it does in its name.
    void fit(session::SourceKey key);
    /// Makes the selected sinusoid reach a range, or says how far it gets; by Means::Omega it is seen on its way. One
    /// undo step.
    void adapt(const analysis::RangeGoal& goal, Means means);
    void cancel(); ///< back to what was before
    [[nodiscard]] bool running() const { return m_running; }

Q_SIGNALS:
    void progressed(const QString& step, double fraction);
    void finished(const QString& summary); ///< empty: cancelled
    void failed(const QString& title, const pescope::Error& error);

private:
    void adaptOmega(const analysis::RangeGoal& goal, const encoding::SinusoidSpec& spec);
    void solve(const analysis::RangeGoal& goal, Means means, const encoding::SinusoidSpec& spec);
    void solved(const QString& step, const encoding::SinusoidSpec& spec, const QString& summary);
    void showStep(int run, const compute::AdaptStep& step);
    void adapted(const Result<compute::AdaptResult>& result);
    void place(const encoding::SinusoidSpec& spec); ///< in the source at work, as part of a gesture
    void watchSession();
    void fitted(session::SourceKey key, const analysis::OmegaFit& fit, tables::Index rows);

    Document& m_document;
    bool m_running = false;
    int m_run = 0; ///< results of another one are late
    session::SourceKey m_source = 0; ///< whose ω are being adapted; 0: none
    encoding::SinusoidSpec m_placed; ///< what this put there last
    analysis::RangeGoal m_goal;
    TaskHandle m_task;
    TaskRunner m_runner; // last: it joins before anything that its tasks use goes away
};

} // namespace pescope::ui
