// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/omega_jobs.h"

#include "core/analysis/omega_fit.h"
#include "core/frame/vectors.h"

#include <algorithm>
#include <utility>

namespace pescope::ui {

using session::SourceKey;

OmegaJobs::OmegaJobs(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&m_document, &Document::sessionChanged, this, &OmegaJobs::watchSession);
}

void OmegaJobs::cancel()
{
    if (!m_running)
        return;
    m_task.requestStop();
    m_running = false;
    if (std::exchange(m_source, 0) != 0)
        m_document.cancelGesture();
    Q_EMIT finished({});
}

void OmegaJobs::fit(SourceKey key)
{
    cancel();
    const session::Source* source = session::find(m_document.session(), key);
    if (!source)
        return;
    encoding::Encoding encoding;
    if (const auto* sinusoid = std::get_if<session::SinusoidOrigin>(&source->origin)) {
        encoding.kind = encoding::Kind::Sinusoid;
        encoding.content = sinusoid->spec;
    } else if (const auto opened = m_document.encoding(key); opened && *opened) {
        encoding = **opened;
    } else {
        return; // being read, or failed: its pane says so
    }
    m_running = true;
    Q_EMIT progressed(tr("fitting ω to %1").arg(QString::fromStdString(source->name)), -1);
    struct Fitted {
        analysis::OmegaFit fit;
        tables::Index rows;
    };
    m_task = m_runner.start(
        this,
        [encoding](const JobContext& job) -> Result<Fitted> {
            PESCOPE_TRY(table, frame::vectorsOf(encoding));
            PESCOPE_TRY(fit, analysis::fitOmega(table, {}, job));
            return Fitted{std::move(fit), table.rows()};
        },
        [this, key](const Result<Fitted>& result) {
            m_running = false;
            if (result)
                fitted(key, result->fit, result->rows);
            else
                Q_EMIT failed(tr("ω could not be fitted"), result.error());
        },
        [this, name = QString::fromStdString(source->name)](const Progress& progress) {
            Q_EMIT progressed(tr("fitting ω to %1").arg(name), progress.fraction);
        });
}

void OmegaJobs::fitted(SourceKey key, const analysis::OmegaFit& fit, tables::Index rows)
{
    const session::Source* source = session::find(m_document.session(), key);
    if (!source)
        return;
    const QString fittedTo = QString::fromStdString(source->name); // the edit makes the sources anew
    const QString letter = QString(QChar(u'A' + source->letter % 26));
    const QString squared = QString::number(fit.rSquared, 'f', 3);
    const QString name = tr("ω fitted to %1 (R² = %2)").arg(letter, squared);
    m_document.edit(tr("Fit ω to %1").arg(fittedTo), [&](session::Session& s) {
        session::add(s, session::SinusoidOrigin{fit.sinusoid(rows)}, name.toStdString());
        // beside what it was fitted to, so that both are seen
        const auto origin = std::ranges::find(s.sources, key, &session::Source::key);
        std::rotate(origin + 1, s.sources.end() - 1, s.sources.end());
    });
    QString summary = tr("%1 ω fitted to %2: R² = %3, the share of its variance that they explain.")
                          .arg(fit.pairs.size())
                          .arg(fittedTo, squared);
    summary += QLatin1Char(' ')
        + (fit.layout == encoding::Layout::Interleaved ? tr("Columns were taken in pairs side by side.")
                                                       : tr("Columns were taken in pairs of the two halves."));
    const auto trends = std::ranges::count_if(fit.pairs, [](const analysis::PairFit& pair) { return pair.fit.trend; });
    if (trends > 0)
        summary += QLatin1Char(' ') + tr("%1 pairs show a trend and no wave; their ω is near 0.").arg(trends);
    if (fit.rSquaredShuffled)
        summary += QLatin1Char(' ')
            + tr("With its rows in random order the same fit gets %1: what free numbers alone explain.")
                  .arg(QString::number(*fit.rSquaredShuffled, 'f', 3));
    Q_EMIT finished(summary);
}

} // namespace pescope::ui
