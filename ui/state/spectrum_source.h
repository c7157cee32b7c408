// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/source_spectrum.h"
#include "ui/state/document.h"
#include "ui/tasks/task_runner.h"

namespace pescope::ui {

/// The spectrum of the selected source, computed on a worker while somebody looks; the newest source wins. GUI thread.
class SpectrumSource : public QObject {
    Q_OBJECT
public:
    explicit SpectrumSource(Document& document, QObject* parent = nullptr);

    void setWanted(bool wanted); ///< only then anything is computed
    [[nodiscard]] bool computing() const { return m_inFlight; }
    /// Of the selected source, or of what it was a moment ago while the new one is computed; null: none.
    [[nodiscard]] const std::shared_ptr<const frame::SourceSpectrum>& spectrum() const { return m_spectrum; }
    [[nodiscard]] const QString& error() const { return m_error; } ///< in place of a spectrum

Q_SIGNALS:
    void changed();

private:
    void update();
    void arrived(Result<frame::SourceSpectrum> spectrum);
    void forget(const QString& why);

    Document& m_document;
    bool m_isWanted = false, m_inFlight = false;
    session::SourceKey m_source = 0; ///< that was asked for
    std::shared_ptr<const Result<encoding::Encoding>> m_opened; ///< of it; null: a sinusoid
    std::optional<encoding::SinusoidSpec> m_sinusoid;
    std::shared_ptr<const frame::SourceSpectrum> m_spectrum;
    QString m_error;
    TaskHandle m_task;
    TaskRunner m_runner; // last: it joins before anything that its tasks use goes away
};

} // namespace pescope::ui
