// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/status_line.h"

#include "core/proximity/grid_of_grids.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"

#include <QEvent>
#include <QLabel>

namespace pescope::ui {

StatusLine::StatusLine(Document& document, QWidget* parent)
    : QStatusBar(parent)
    , m_document(document)
    , m_backend(makeLabel({}, "second", this, TextSize::Small))
    , m_method(makeLabel({}, "second", this, TextSize::Small))
    , m_sources(makeLabel({}, "second", this, TextSize::Small))
    , m_values(makeLabel({}, "", this, TextSize::Small))
{
    setSizeGripEnabled(false);
    for (QLabel* label : {m_backend, m_method, m_sources}) {
        label->setContentsMargins(8, 0, 8, 0);
        addWidget(label);
    }
    m_values->setContentsMargins(8, 0, 8, 0);
    m_values->setTextFormat(Qt::RichText);
    addPermanentWidget(m_values);
    connect(&document, &Document::frameReady, this, &StatusLine::showFrame);
    connect(&document, &Document::backendChanged, this, &StatusLine::showFrame);
    connect(&document, &Document::sessionChanged, this, &StatusLine::showFrame);
    connect(&document.undoStack(), &QUndoStack::indexChanged, this, &StatusLine::showFrame);
    connect(&document, &Document::viewChanged, this, &StatusLine::showView);
    connect(&document, &Document::frameReady, this, &StatusLine::showView);
    showFrame();
}

void StatusLine::showFrame()
{
    if (m_document.inGesture())
        return; // a text that changes its width lays the whole bar out anew, with each step of a drag
    m_backend->setText(QStringLiteral("● ")
                       + tr("%1, %2 threads").arg(m_document.backendName()).arg(compute::workerThreads()));
    m_sources->setVisible(m_other.isEmpty());
    m_values->setVisible(m_other.isEmpty());
    if (!m_other.isEmpty()) {
        m_method->setText(m_other);
        return;
    }
    const auto frame = m_document.currentFrame();
    const std::size_t count = m_document.session().sources.size();
    m_sources->setText(count == 0 ? tr("no source open") : count == 1 ? tr("1 source") : tr("%1 sources").arg(count));
    m_method->setText(frame && !frame->method.empty()
                          ? tr("%1 · last update %2 ms")
                                .arg(QString::fromStdString(frame->method), numberText(frame->milliseconds, 2))
                          : QString());
}

void StatusLine::setOther(const QString& text)
{
    m_other = text;
    showFrame();
}

void StatusLine::showView()
{
    const session::Session& session = m_document.session();
    const auto frame = m_document.currentFrame();
    const auto active = m_document.crosshair(session.active);
    if (!active || !frame) {
        m_values->setText({});
        return;
    }
    const auto signedText = [](tables::Index value) -> QString {
        return (value > 0 ? QStringLiteral("+") : QString()) + numberText(static_cast<double>(value), 8);
    };
    QString text;
    const Theme theme = Theme::of(this);
    for (const frame::Pane& pane : frame->panes) {
        const session::Source* source = session::find(session, pane.source);
        const auto crosshair = m_document.crosshair(pane.source);
        if (!source || !crosshair)
            continue;
        const proximity::Proximity& map = *pane.proximity;
        const tables::Index row = map.positionOf(crosshair->row);
        const tables::Index column =
            map.isTable() ? map.columnOf(crosshair->column) : map.positionOf(crosshair->column);
        if (pane.source == session.active && map.grid()) {
            const proximity::PatchPair pair = proximity::patchesOf(*map.grid(), crosshair->row, crosshair->column);
            text.prepend(
                tr("i at (%1, %2)&nbsp; j at (%3, %4)").arg(pair.i.y).arg(pair.i.x).arg(pair.j.y).arg(pair.j.x));
        } else if (pane.source == session.active)
            text.prepend(
                map.isTable() ? (map.rowsAreOffsets() ? tr("r %1&nbsp; dimension %2") : tr("i %1&nbsp; dimension %2"))
                                    .arg(row)
                                    .arg(column)
                    : map.rowsAreOffsets()
                    ? QStringLiteral("r %1&nbsp; r′ %2").arg(signedText(row), signedText(column))
                    : QStringLiteral("i %1&nbsp; j %2&nbsp; m %3").arg(row).arg(column).arg(signedText(row - column)));
        text += QStringLiteral("&nbsp;&nbsp; <b style='color:%1'>%2</b> %3")
                    .arg(theme.source(source->letter).name(), sourceLetter(source->letter),
                         numberText(map.value(crosshair->row, crosshair->column), 6));
    }
    m_values->setText(text);
}

void StatusLine::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        showFrame();
    QStatusBar::changeEvent(event);
}

} // namespace pescope::ui
