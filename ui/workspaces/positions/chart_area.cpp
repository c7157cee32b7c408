// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/chart_area.h"

#include "core/encoding/free_omega.h"
#include "ui/charts/distance_chart.h"
#include "ui/charts/frequency_chart.h"
#include "ui/charts/spectrum_chart.h"
#include "ui/theme/theme.h"
#include "ui/workspaces/positions/chart_presenter.h"
#include "ui/workspaces/positions/recipes.h"

#include <QContextMenuEvent>
#include <QMenu>

#include <algorithm>

namespace pescope::ui {

namespace {

/// Puts a sinusoid in the place of the selected one.
void setSpec(session::Session& session, const encoding::SinusoidSpec& spec)
{
    session::Source* source = session::find(session, session.active);
    if (auto* origin = source ? std::get_if<session::SinusoidOrigin>(&source->origin) : nullptr)
        origin->spec = spec;
}

} // namespace

ChartArea::ChartArea(Document& document, QWidget* parent)
    : QStackedWidget(parent)
    , m_document(document)
    , m_distance(new DistanceChart(this))
    , m_psi(new OmegaChart(this))
    , m_frequencies(new FrequencyChart(this))
    , m_spectrum(new SpectrumChart(this))
    , m_spectrumSource(document)
{
    addWidget(m_distance);
    addWidget(m_psi);
    addWidget(m_frequencies);
    addWidget(m_spectrum);
    m_distance->setProperty("help", QStringLiteral("distance"));
    m_psi->setProperty("help", QStringLiteral("psi"));
    m_frequencies->setProperty("help", QStringLiteral("omega-chart"));
    m_spectrum->setProperty("help", QStringLiteral("spectrum"));
    fit();
    connectDistance();
    connectFrequencies();
    connect(m_psi, &OmegaChart::hoveredOffset, &m_document, &Document::setCrosshairOffset);
    connect(&m_spectrumSource, &SpectrumSource::changed, this, &ChartArea::showSpectrum);
    connect(m_psi, &OmegaChart::rangeWanted, this, &ChartArea::rangeWanted);
}

void ChartArea::connectDistance()
{
    const auto edit = [this](const QString& name, auto change) {
        m_document.edit(name, [change](session::Session& s) { change(s.options); });
    };
    connect(m_distance, &DistanceChart::hoveredOffset, &m_document, &Document::setCrosshairOffset);
    connect(m_distance, &DistanceChart::bandKindChanged, this, [edit](BandKind kind) {
        edit(tr("Band of the rows"), [kind](session::Options& o) { o.band = static_cast<session::Band>(kind); });
    });
    connect(m_distance, &DistanceChart::showPrimeChanged, this,
            [edit](bool on) { edit(tr("Show ψ′"), [on](session::Options& o) { o.psiPrime = on; }); });
    connect(m_distance, &DistanceChart::showRowRangesChanged, this,
            [edit](bool on) { edit(tr("Show row ranges"), [on](session::Options& o) { o.rowRanges = on; }); });
    connect(m_distance, &DistanceChart::signedChanged, this,
            [edit](bool on) { edit(tr("Signed distances"), [on](session::Options& o) { o.signedOffsets = on; }); });
    connect(m_distance, &DistanceChart::withoutMarkedRowsChanged, this,
            [edit](bool on) { edit(tr("Without marked rows"), [on](session::Options& o) { o.withoutMarked = on; }); });
}

void ChartArea::connectFrequencies()
{
    connect(m_frequencies, &FrequencyChart::dragged, this, [this](std::size_t index, double factor, double fallOff) {
        const encoding::SinusoidSpec* now = m_document.activeSinusoid();
        if (!m_heldSpec && now)
            m_heldSpec = encoding::freed(*now);
        if (m_heldSpec)
            m_document.gesture([spec = encoding::moved(*m_heldSpec, index, factor, fallOff)](session::Session& s) {
                setSpec(s, spec);
            });
    });
    connect(m_frequencies, &FrequencyChart::dragFinished, this, [this](std::size_t index) {
        if (!m_heldSpec)
            return;
        const encoding::SinusoidSpec* now = m_document.activeSinusoid();
        const double from = m_heldSpec->freeOmega[index];
        const double to = now && index < now->freeOmega.size() ? now->freeOmega[index] : from;
        m_heldSpec.reset();
        m_document.endGesture(tr("ω %1: %2 → %3").arg(index).arg(numberText(from, 4), numberText(to, 4)));
    });
    connect(m_frequencies, &FrequencyChart::dragCancelled, this, [this] {
        m_heldSpec.reset();
        m_document.cancelGesture();
    });
    connect(m_frequencies, &FrequencyChart::stepped, this, [this](std::size_t index, double factor, double fallOff) {
        const encoding::SinusoidSpec* now = m_document.activeSinusoid();
        if (!now)
            return;
        const auto spec = encoding::moved(encoding::freed(*now), index, factor, fallOff);
        m_document.edit(tr("ω %1 by %2").arg(index).arg(numberText(factor, 4)),
                        [&](session::Session& s) { setSpec(s, spec); });
    });
    connect(m_frequencies, &FrequencyChart::formulaRequested, this, [this] {
        const encoding::SinusoidSpec* now = m_document.activeSinusoid();
        if (!now)
            return;
        encoding::SinusoidSpec spec = *now;
        spec.freeOmega.clear();
        m_document.edit(tr("ω from base %1").arg(numberText(spec.base, 6)),
                        [&](session::Session& s) { setSpec(s, spec); });
    });
}

bool ChartArea::available(ChartKind kind) const
{
    if (kind == ChartKind::Psi)
        return m_document.activeSinusoid() != nullptr;
    if (kind == ChartKind::Frequencies)
        return std::ranges::any_of(m_document.session().sources, [this](const session::Source& source) {
            if (std::holds_alternative<session::SinusoidOrigin>(source.origin))
                return true;
            const auto encoding = m_document.encoding(source.key);
            return encoding && *encoding && encoding::frequencies(**encoding).has_value();
        });
    return true;
}

void ChartArea::setKind(ChartKind wanted)
{
    const ChartKind kind = available(wanted) ? wanted : ChartKind::Distance;
    setCurrentIndex(static_cast<int>(kind));
    fit();
    m_spectrumSource.setWanted(kind == ChartKind::Spectrum);
    if (const auto frame = m_document.currentFrame())
        showFrame(*frame);
    Q_EMIT kindChanged(kind);
}

void ChartArea::showSession()
{
    const session::Options& options = m_document.session().options;
    m_distance->setBandKind(static_cast<BandKind>(options.band));
    m_distance->setShowPrime(options.psiPrime);
    m_distance->setShowRowRanges(options.rowRanges);
    m_distance->setSigned(options.signedOffsets);
    if (!available(kind()))
        setKind(ChartKind::Distance);
}

void ChartArea::showFrame(const frame::Frame& frame)
{
    const session::Session& session = m_document.session();
    switch (kind()) {
    case ChartKind::Psi:
        if (const auto state = present::omegaChart(session, frame))
            m_psi->setState(*state);
        break;
    case ChartKind::Frequencies:
        if (const auto state = present::frequencyChart(m_document, frame))
            m_frequencies->setState(*state);
        break;
    case ChartKind::Spectrum:
        showSpectrum();
        break;
    case ChartKind::Distance: {
        const bool marked = session.options.withoutMarked
            || std::ranges::any_of(frame.panes, [](const frame::Pane& pane) { return !pane.outlying.empty(); });
        m_distance->setWithoutMarkedRows(session.options.withoutMarked, marked);
        m_distance->setState(present::distanceChart(session, frame));
        break;
    }
    }
}

void ChartArea::showView()
{
    const auto offset = m_document.view(m_document.session().active).offset();
    m_distance->setCrosshair(offset);
    m_psi->setCrosshair(offset);
    const auto crosshair = m_document.crosshair(m_document.session().active);
    const auto frame = m_document.currentFrame();
    std::optional<tables::Index> row;
    if (crosshair && frame) {
        const auto pane = std::ranges::find(frame->panes, m_document.session().active, &frame::Pane::source);
        if (pane != frame->panes.end() && pane->proximity)
            row = pane->proximity->positionOf(crosshair->row);
    }
    m_spectrum->setCrosshairRow(row);
}

void ChartArea::showSpectrum()
{
    if (kind() != ChartKind::Spectrum)
        return;
    const session::Source* source = session::find(m_document.session(), m_document.session().active);
    const auto frame = m_document.currentFrame();
    m_spectrum->setState({.sourceIndex = source ? source->letter : 0,
                          .name = source ? QString::fromStdString(source->name) : QString(),
                          .spectrum = m_spectrumSource.spectrum(),
                          .computing = m_spectrumSource.computing(),
                          .error = m_spectrumSource.error(),
                          .head = source ? source->head : 0,
                          .revision = frame ? frame->revision : 0});
}

void ChartArea::copyAsNumpy()
{
    copyOrExplain(this, tr("Copy as NumPy"), chartCode(m_document, kind()));
}

void ChartArea::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Copy as NumPy"), this, &ChartArea::copyAsNumpy);
    menu->popup(event->globalPos());
}

std::uint64_t ChartArea::paintedRevision() const
{
    switch (kind()) {
    case ChartKind::Psi:
        return m_psi->paintedRevision();
    case ChartKind::Frequencies:
        return m_frequencies->paintedRevision();
    case ChartKind::Spectrum:
        return m_spectrum->paintedRevision();
    case ChartKind::Distance:
        break;
    }
    return m_distance->paintedRevision();
}

/// A chart that is hidden must not ask for height.
void ChartArea::fit()
{
    for (int k = 0; k < count(); ++k) {
        const auto policy = k == currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored;
        widget(k)->setSizePolicy(policy, policy);
    }
    updateGeometry();
}

} // namespace pescope::ui
