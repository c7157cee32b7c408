// SPDX-License-Identifier: GPL-3.0-or-later
// ω that reach a range: what gives way is moved until the range ends where it is wanted.
#include "core/analysis/psi.h"
#include "core/encoding/free_omega.h"
#include "ui/state/omega_jobs.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pescope::ui {

using encoding::SinusoidSpec;

namespace {

/// Two significant digits: a range can move far by little.
QString percentText(double logChange)
{
    return QString::number(100 * std::expm1(logChange), 'g', 2);
}

QString rangeText(analysis::RangeSense sense, double m)
{
    return sense == analysis::RangeSense::Continuous ? QStringLiteral("0…") + QString::number(m, 'g', 6)
                                                     : QStringLiteral("0…%1").arg(std::llround(m));
}
QString rangeText(const analysis::RangeGoal& goal)
{
    return rangeText(goal.sense, goal.target);
}

} // namespace

void OmegaJobs::adapt(const analysis::RangeGoal& goal, Means means)
{
    cancel();
    const SinusoidSpec* spec = m_document.activeSinusoid();
    if (!spec)
        return;
    m_running = true;
    ++m_run;
    m_goal = goal;
    m_goal.epsilon = m_document.session().options.epsilon;
    m_source = m_document.session().active;
    m_placed = *spec;
    Q_EMIT progressed(tr("adapting ω to %1").arg(rangeText(goal)), -1);
    if (means == Means::Omega)
        adaptOmega(goal, *spec);
    else
        solve(m_goal, means, *spec);
}

void OmegaJobs::adaptOmega(const analysis::RangeGoal& goal, const SinusoidSpec& spec)
{
    if (goal.sense != analysis::RangeSense::Integer) {
        m_running = false;
        Q_EMIT failed(tr("Only the integer range is reached by the least change of ω"),
                      Error{ErrorCode::Unsupported,
                            tr("another range was asked for").toStdString(),
                            tr("Choose the scale c, or drag the end of the thick bar.").toStdString(),
                            {}});
        return;
    }
    const compute::AdaptRequest request{.omega = encoding::omega(spec),
                                        .target = static_cast<tables::Index>(std::llround(goal.target))};
    m_task = m_runner.start(
        this,
        [this, request, run = m_run,
         device = m_document.device()](const JobContext& job) -> Result<compute::AdaptResult> {
            PESCOPE_TRY(module, compute::loadTorchModule());
            // the runner ends its task before this goes
            const auto show = [this, run](const compute::AdaptStep& step) {
                QMetaObject::invokeMethod(this, [this, run, step] { showStep(run, step); }, Qt::QueuedConnection);
            };
            return module->adaptOmega(device, request, show, job);
        },
        [this](const Result<compute::AdaptResult>& result) { adapted(result); });
}

void OmegaJobs::solve(const analysis::RangeGoal& goal, Means means, const SinusoidSpec& spec)
{
    const QString wanted = rangeText(goal);
    const auto outcome = [goal, wanted](double reached, bool exact) {
        return exact ? tr("The range is %1 now.").arg(wanted)
                     : tr("%1 is not met; the nearest is %2.").arg(wanted, rangeText(goal.sense, reached));
    };
    if (means == Means::Scale) {
        m_task = m_runner.start(
            this,
            [goal, omega = encoding::omega(spec)](const JobContext& job) {
                return analysis::solveScale(omega, goal, {}, job);
            },
            [this, spec, outcome](const Result<analysis::ScaleSolution>& result) {
                if (!result) {
                    cancel();
                    Q_EMIT failed(tr("c could not be solved for"), result.error());
                    return;
                }
                SinusoidSpec scaled = spec;
                scaled.scale *= result->factor;
                const QString before = QString::number(spec.scale, 'g', 5), now = QString::number(scaled.scale, 'g', 5);
                solved(tr("Scale c %1 → %2").arg(before, now), scaled,
                       outcome(result->reached, result->exact) + QLatin1Char(' ')
                           + tr("c went from %1 to %2.").arg(before, now));
            });
        return;
    }
    m_task = m_runner.start(
        this, [goal, spec](const JobContext& job) { return analysis::solveCutoff(spec, goal, job); },
        [this, outcome](const Result<analysis::CutoffSolution>& result) {
            if (!result) {
                cancel();
                Q_EMIT failed(tr("The cut-off could not be solved for"), result.error());
                return;
            }
            solved(tr("Leave out %1 fastest, %2 slowest").arg(result->spec.skipFast).arg(result->spec.skipSlow),
                   result->spec,
                   outcome(result->reached, result->exact) + QLatin1Char(' ')
                       + tr("Left out are the %1 fastest and the %2 slowest ω.")
                             .arg(result->spec.skipFast)
                             .arg(result->spec.skipSlow));
        });
}

void OmegaJobs::solved(const QString& step, const SinusoidSpec& spec, const QString& summary)
{
    place(spec);
    m_running = false;
    m_source = 0;
    m_document.endGesture(step);
    Q_EMIT finished(summary);
}

void OmegaJobs::place(const SinusoidSpec& spec)
{
    m_placed = spec;
    m_document.gesture([this, &spec](session::Session& s) {
        session::Source* source = session::find(s, m_source);
        if (auto* origin = source ? std::get_if<session::SinusoidOrigin>(&source->origin) : nullptr)
            origin->spec = spec;
    });
}

/// Who moves ω meanwhile has the last word.
void OmegaJobs::watchSession()
{
    if (!m_running || m_source == 0)
        return;
    const session::Source* source = session::find(m_document.session(), m_source);
    const auto* origin = source ? std::get_if<session::SinusoidOrigin>(&source->origin) : nullptr;
    if (origin && origin->spec == m_placed)
        return;
    m_task.requestStop();
    m_running = false;
    m_source = 0;
    Q_EMIT finished({});
}

void OmegaJobs::showStep(int run, const compute::AdaptStep& step)
{
    if (!m_running || run != m_run)
        return;
    SinusoidSpec spec = encoding::freed(m_placed);
    spec.freeOmega = step.omega;
    place(spec);
    Q_EMIT progressed(
        tr("range 0…%1 of %2, ω moved by %3 %").arg(step.integer).arg(rangeText(m_goal), percentText(step.rms)), -1);
}

void OmegaJobs::adapted(const Result<compute::AdaptResult>& result)
{
    if (!result) {
        cancel();
        if (result.error().code != ErrorCode::Cancelled)
            Q_EMIT failed(tr("ω could not be adapted"), result.error());
        return;
    }
    const compute::AdaptStep& best = result->best;
    SinusoidSpec spec = encoding::freed(m_placed);
    spec.freeOmega = best.omega;
    place(spec);
    m_running = false;
    m_source = 0;
    m_document.endGesture(tr("ω adapted to 0…%1").arg(best.integer));
    const QString moved = tr("ω moved by %1 % (root mean square in log ω), at most by %2 %; %3 of %4 by more than 1 %.")
                              .arg(percentText(best.rms), percentText(best.largest))
                              .arg(best.moved)
                              .arg(best.omega.size());
    const QString seconds = tr("%1 s").arg(QString::number(result->seconds, 'f', 1));
    // the conditions leave steps that fall by next to nothing: they hold, and a reader should know how narrowly
    double least = std::numeric_limits<double>::infinity();
    for (const double step : analysis::psiSteps(best.omega, best.integer))
        least = std::min(least, -step);
    const QString narrow = tr("The smallest of its %1 steps falls by %2 of %3.")
                               .arg(best.integer)
                               .arg(QString::number(least, 'g', 2))
                               .arg(best.omega.size());
    Q_EMIT finished((result->reached
                         ? tr("ψ falls over %1 now.").arg(rangeText(m_goal))
                         : tr("It got to 0…%1; %2 was not reached.").arg(best.integer).arg(rangeText(m_goal)))
                    + QLatin1Char(' ') + narrow + QLatin1Char(' ') + moved + QLatin1Char(' ') + seconds);
}

} // namespace pescope::ui
