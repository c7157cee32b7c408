// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/job_note.h"

#include "ui/widgets/labels.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

namespace pescope::ui {

JobNote::JobNote(QWidget* parent)
    : QFrame(parent)
    , m_text(makeLabel({}, "second", this, TextSize::Small))
    , m_bar(new QProgressBar(this))
    , m_button(new QPushButton(this))
    , m_delay(new QTimer(this))
{
    constexpr int kUnnoticed = 150; // ms
    setProperty("look", QStringLiteral("note"));
    m_text->setWordWrap(true);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(4);
    m_delay->setSingleShot(true);
    m_delay->setInterval(kUnnoticed);
    auto* row = new QHBoxLayout;
    row->addWidget(m_text, 1);
    row->addWidget(m_button, 0, Qt::AlignTop);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 8, 16, 4);
    column->setSpacing(6);
    column->addLayout(row);
    column->addWidget(m_bar);
    hide();
    connect(m_delay, &QTimer::timeout, this, &QWidget::show);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_working)
            Q_EMIT cancelRequested();
        else
            hide();
    });
    retranslate();
}

void JobNote::showProgress(const QString& step, double fraction)
{
    if (!m_working) {
        m_working = true;
        m_delay->start();
        retranslate();
    }
    m_text->setText(step);
    m_bar->show();
    m_bar->setRange(0, fraction < 0 ? 0 : 1000);
    m_bar->setValue(static_cast<int>(1000 * fraction));
}

void JobNote::showResult(const QString& text)
{
    m_working = false;
    m_delay->stop();
    m_bar->hide();
    m_text->setText(text);
    retranslate();
    setVisible(!text.isEmpty());
}

void JobNote::showError(const QString& title, const QString& text)
{
    showResult(title + QLatin1Char('\n') + text);
}

void JobNote::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QFrame::changeEvent(event);
}

void JobNote::retranslate()
{
    m_button->setText(m_working ? tr("Cancel") : tr("Close"));
}

} // namespace pescope::ui
