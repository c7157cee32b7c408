// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/source_menu.h"

#include "core/session/source_path.h"
#include "ui/theme/theme.h"
#include "ui/workspaces/positions/frame_presenter.h"
#include "ui/workspaces/positions/what_if.h"

namespace pescope::ui {

using session::SourceKey;

namespace {

/// Of a stored table of absolute positions in a model folder: it has the weights of its heads beside it.
bool isModelTable(const Document& document, const session::Source& source)
{
    const auto encoding = document.encoding(source.key);
    return std::holds_alternative<session::OpenedOrigin>(source.origin) && encoding && *encoding
        && !(*encoding)->family.empty() && (*encoding)->kind == encoding::Kind::Absolute;
}

} // namespace

SourceMenu::SourceMenu(Document& document, SourceKey key, QWidget* parent)
    : QMenu(parent)
    , m_document(document)
    , m_key(key)
{
    setAttribute(Qt::WA_DeleteOnClose);
    const session::Source* source = session::find(m_document.session(), key);
    if (!source)
        return;
    const QString name = QString::fromStdString(source->name);
    addAction(tr("Rename…"), this, &SourceMenu::renameRequested);
    addAction(tr("Duplicate"), this, [this, name] {
        m_document.edit(tr("Duplicate %1").arg(name),
                        [key = m_key](session::Session& s) { session::duplicate(s, key); });
    });
    addDifferences(*source);
    addMetrics(*source);
    addWhatIfs(*source);
    addAction(tr("Fit ω to it"), this, &SourceMenu::fitRequested)
        ->setEnabled(!std::holds_alternative<session::DifferenceOrigin>(source->origin));
    addAction(tr("As a head sees it…"), this, &SourceMenu::headViewRequested)
        ->setEnabled(isModelTable(m_document, *source));
    if (const auto* opened = std::get_if<session::OpenedOrigin>(&source->origin)) {
        addAction(tr("Open as…"), this, &SourceMenu::openAsRequested)
            ->setEnabled(session::pathOf(opened->spec).has_value());
        addAction(tr("Read again from disk"), this, [this] { m_document.retry(m_key); });
    }
    addSeparator();
    addAction(tr("Copy as NumPy"), this, &SourceMenu::numpyRequested);
    addAction(tr("Copy command"), this, &SourceMenu::commandRequested);
    addSeparator();
    addAction(tr("Remove"), this, [this, name] {
        m_document.edit(tr("Remove %1").arg(name), [key = m_key](session::Session& s) { session::remove(s, key); });
    });
}

void SourceMenu::addDifferences(const session::Source& source)
{
    QMenu* menu = addMenu(tr("Difference to"));
    for (const session::Source& other : m_document.session().sources) {
        if (other.key == source.key)
            continue;
        const QString text =
            QStringLiteral("%1 − %2   %3")
                .arg(sourceLetter(source.letter), sourceLetter(other.letter), QString::fromStdString(other.name));
        menu->addAction(text, this, [this, b = other.key] {
            m_document.edit(tr("Add a difference"),
                            [a = m_key, b](session::Session& s) { session::add(s, session::DifferenceOrigin{a, b}); });
        });
    }
    menu->setEnabled(!menu->isEmpty());
}

/// Dot beside cosine tells whether a bright cell is long vectors or like ones.
void SourceMenu::addMetrics(const session::Source& source)
{
    if (std::holds_alternative<session::DifferenceOrigin>(source.origin))
        return;
    QMenu* menu = addMenu(tr("Proximity of this pane"));
    const auto add = [&](const QString& text, std::optional<proximity::Metric> metric) {
        QAction* action = menu->addAction(text, this, [this, metric, text] {
            m_document.edit(tr("Proximity of the pane: %1").arg(text), [key = m_key, metric](session::Session& s) {
                if (session::Source* target = session::find(s, key))
                    target->metric = metric;
            });
        });
        action->setCheckable(true);
        action->setChecked(source.metric == metric);
    };
    add(tr("as in the tool bar"), std::nullopt);
    for (const proximity::Metric metric : proximity::kMetrics)
        add(present::metricTitle(metric), metric);
    addAction(tr("Dot beside cosine"), this, [this] {
        m_document.edit(tr("Dot beside cosine"), [key = m_key](session::Session& s) {
            const SourceKey twin = session::duplicate(s, key);
            if (session::Source* first = session::find(s, key))
                first->metric = proximity::Metric::Dot;
            if (session::Source* second = session::find(s, twin))
                second->metric = proximity::Metric::Cosine;
        });
    });
}

void SourceMenu::addWhatIfs(const session::Source& source)
{
    QMenu* menu = addMenu(tr("What if"));
    menu->setEnabled(canAskWhatIf(source));
    const auto add = [this, menu](const QString& text, const encoding::WhatIf& change) {
        menu->addAction(text, this, [this, change] { addWhatIf(m_document, m_key, change); });
    };
    add(tr("its rows were shuffled"), {.change = encoding::WhatIf::Change::Shuffle});
    add(tr("it had no row 0"), {.change = encoding::WhatIf::Change::WithoutFirst});
    menu->addAction(tr("it had more or fewer positions…"), this, &SourceMenu::whatIfRequested);
}

} // namespace pescope::ui
