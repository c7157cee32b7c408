// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/text_inspector.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/text/head_panel.h"
#include "ui/workspaces/text/probe_panel.h"
#include "ui/workspaces/text/span_panel.h"

#include <QEvent>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

constexpr int kInspectorWidth = 344, kFoldedWidth = 40;

} // namespace

TextInspector::TextInspector(QWidget* parent)
    : QWidget(parent)
    , m_pages(new SegmentedControl({}, {QString(), QString(), QString()}))
    , m_fold(makeIconButton(IconName::ChevronRight, {}))
    , m_stack(new QStackedWidget)
    , m_spans(new SpanPanel)
    , m_heads(new HeadPanel)
    , m_probes(new ProbePanel)
{
    setProperty("help", QStringLiteral("spans"));
    m_heads->setProperty("help", QStringLiteral("heads"));
    m_probes->setProperty("help", QStringLiteral("probes"));
    setProperty("look", QStringLiteral("side-right"));
    setAttribute(Qt::WA_StyledBackground);
    setFixedWidth(kInspectorWidth);
    for (QWidget* page : std::initializer_list<QWidget*>{m_spans, m_heads, m_probes}) {
        auto* scroll = new QScrollArea;
        scroll->setWidgetResizable(true);
        scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        scroll->setFrameShape(QFrame::NoFrame);
        page->setProperty("look", QStringLiteral("panel"));
        scroll->setWidget(page);
        m_stack->addWidget(scroll);
    }
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(4);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(6, 0, 16, 0);
    head->addWidget(m_fold);
    head->addWidget(m_pages);
    head->addStretch();
    column->addLayout(head);
    column->addWidget(m_stack, 1);
    column->addStretch(0); // folded, the button stays at the top
    connect(m_pages, &SegmentedControl::chosen, this, [this](int index) { setPage(static_cast<Page>(index)); });
    connect(m_fold, &QToolButton::clicked, this, [this] { setFolded(!isFolded()); });
    retranslate();
}

void TextInspector::setFolded(bool folded)
{
    m_pages->setVisible(!folded);
    m_stack->setVisible(!folded);
    setFixedWidth(folded ? kFoldedWidth : kInspectorWidth);
    m_fold->setIcon(icon(folded ? IconName::ChevronLeft : IconName::ChevronRight, m_fold));
    setIconButtonText(m_fold, folded ? tr("Show the inspector") : tr("Fold the inspector"));
}

bool TextInspector::isFolded() const
{
    return m_stack->isHidden();
}

void TextInspector::setPage(Page page)
{
    m_pages->setCurrentIndex(static_cast<int>(page));
    m_stack->setCurrentIndex(static_cast<int>(page));
    Q_EMIT pageChanged();
}

TextInspector::Page TextInspector::page() const
{
    return static_cast<Page>(m_stack->currentIndex());
}

void TextInspector::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void TextInspector::retranslate()
{
    m_pages->setTexts({tr("Spans"), tr("Heads"), tr("Probes")});
    m_pages->setAccessibleName(tr("Page of the inspector"));
    setFolded(isFolded());
}

} // namespace pescope::ui
