// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/tour_banner.h"

#include "ui/widgets/labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

namespace pescope::ui {

namespace {
constexpr int kSteps = 3;
}

TourBanner::TourBanner(QWidget* parent)
    : QFrame(parent)
    , m_mark(makeLabel({}, "handle", this))
    , m_text(makeLabel({}, "", this))
    , m_next(new QPushButton(this))
    , m_skip(new QPushButton(this))
{
    setProperty("look", QStringLiteral("tour"));
    m_text->setWordWrap(true);
    m_next->setProperty("look", QStringLiteral("primary"));
    m_skip->setProperty("look", QStringLiteral("link"));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 6, 12, 6);
    layout->setSpacing(10);
    layout->addWidget(m_mark, 0, Qt::AlignVCenter);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_next);
    layout->addWidget(m_skip);
    connect(m_next, &QPushButton::clicked, this, [this] {
        if (++m_step < kSteps) {
            showStep();
        } else {
            hide();
            Q_EMIT finished(false);
        }
    });
    connect(m_skip, &QPushButton::clicked, this, [this] {
        hide();
        Q_EMIT finished(true);
    });
    hide();
}

void TourBanner::begin()
{
    m_step = 0;
    show();
    showStep();
}

void TourBanner::showStep()
{
    m_mark->setText(tr("Tour %1 of %2").arg(m_step + 1).arg(kSteps));
    switch (m_step) {
    case 0:
        m_text->setText(tr("Bright: alike. A depends on distance only; B was learned, row 0 stands apart."));
        break;
    case 1:
        m_text->setText(tr("Move the base of A at the right: ψ, its range and the map change together."));
        break;
    default:
        m_text->setText(
            tr("Point at a map: maps and chart follow. Click pins, wheel zooms. Then drop your own model."));
        break;
    }
    m_next->setText(m_step + 1 < kSteps ? tr("Next") : tr("Done"));
    m_skip->setText(tr("Skip for good"));
    Q_EMIT stepShown(m_step);
}

void TourBanner::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && isVisible())
        showStep();
    QFrame::changeEvent(event);
}

} // namespace pescope::ui
