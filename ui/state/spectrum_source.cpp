// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/spectrum_source.h"

namespace pescope::ui {

SpectrumSource::SpectrumSource(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
    connect(&m_document, &Document::frameReady, this, &SpectrumSource::update);
}

void SpectrumSource::setWanted(bool wanted)
{
    m_isWanted = wanted;
    update();
}

void SpectrumSource::forget(const QString& why)
{
    if (m_inFlight)
        m_task.requestStop();
    m_inFlight = false;
    m_source = m_document.session().active;
    m_opened = nullptr;
    m_sinusoid.reset();
    m_spectrum = nullptr;
    m_error = why;
    Q_EMIT changed();
}

void SpectrumSource::update()
{
    if (!m_isWanted)
        return;
    const session::Session& session = m_document.session();
    const session::Source* source = session::find(session, session.active);
    if (!source || std::holds_alternative<session::DifferenceOrigin>(source->origin)) {
        const QString why = source ? tr("A difference of two maps has no vectors.") : tr("Select a source.");
        if (m_error != why || m_spectrum)
            forget(why);
        return;
    }
    const auto opened = m_document.encoding(source->key);
    std::optional<encoding::SinusoidSpec> sinusoid;
    encoding::Encoding encoding;
    if (const auto* origin = std::get_if<session::SinusoidOrigin>(&source->origin)) {
        sinusoid = origin->spec;
        encoding.kind = encoding::Kind::Sinusoid;
        encoding.content = origin->spec;
    } else if (!opened || !*opened) {
        const QString why = opened ? tr("The source could not be opened.") : tr("The source is being read.");
        if (m_error != why)
            forget(why);
        return;
    } else {
        encoding = **opened;
    }
    if (source->key == m_source && opened == m_opened && sinusoid == m_sinusoid)
        return;
    if (m_inFlight && m_document.inGesture())
        return; // the one at work first, so that something is seen during a drag
    if (m_inFlight)
        m_task.requestStop();
    if (source->key != m_source)
        m_spectrum = nullptr; // another source's would be read as this one's
    m_source = source->key;
    m_opened = opened;
    m_sinusoid = sinusoid;
    m_error.clear();
    m_inFlight = true;
    Q_EMIT changed();
    m_task = m_runner.start(
        this, [encoding](const JobContext& job) { return frame::spectrumOf(encoding, job); },
        [this](Result<frame::SourceSpectrum> spectrum) { arrived(std::move(spectrum)); });
}

void SpectrumSource::arrived(Result<frame::SourceSpectrum> spectrum)
{
    m_inFlight = false;
    if (spectrum) {
        m_spectrum = std::make_shared<const frame::SourceSpectrum>(std::move(*spectrum));
    } else {
        m_spectrum = nullptr;
        m_error = QString::fromStdString(describe(spectrum.error()));
    }
    Q_EMIT changed();
    update(); // ω may have gone on
}

} // namespace pescope::ui
