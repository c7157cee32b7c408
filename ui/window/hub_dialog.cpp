// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/hub_dialog.h"

#include "ui/theme/core_text.h"

#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

QString weightsText(const checkpoint::WeightsThere& weights)
{
    using State = checkpoint::WeightsThere::State;
    switch (weights.state) {
    case State::Complete:
        return HubDialog::tr("complete");
    case State::Incomplete:
        return HubDialog::tr("%1 is missing").arg(qt(weights.missing));
    case State::None:
        break;
    }
    return HubDialog::tr("none");
}

} // namespace

HubDialog::HubDialog(const std::filesystem::path& cacheRoot, QWidget* parent)
    : QDialog(parent)
    , m_search(new QLineEdit(this))
    , m_list(new QTreeWidget(this))
    , m_note(new QLabel(this))
{
    setWindowTitle(tr("Models in the hub cache"));
    m_search->setPlaceholderText(tr("Find a model by a part of its name"));
    m_search->setAccessibleName(m_search->placeholderText());
    m_search->setClearButtonEnabled(true);
    m_list->setHeaderLabels({tr("Model"), tr("Revision"), tr("Size"), tr("Weights")});
    m_list->setAccessibleName(windowTitle());
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    m_note->setWordWrap(true);
    m_note->setProperty("look", QStringLiteral("second"));
    m_note->setText(tr("Looking through %1 …").arg(qt(cacheRoot.string())));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel, this);
    m_open = buttons->button(QDialogButtonBox::Open);
    m_open->setText(tr("Open"));
    m_open->setProperty("look", QStringLiteral("primary"));
    m_open->setEnabled(false);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_search);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_note);
    layout->addWidget(buttons);
    resize(720, 460);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_search, &QLineEdit::textChanged, this, &HubDialog::filter);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, [this] { m_open->setEnabled(!source().isEmpty()); });
    connect(m_list, &QTreeWidget::itemActivated, this, &QDialog::accept);
    m_runner.start(
        this, [cacheRoot](const JobContext& /*job*/) { return checkpoint::cachedModels(cacheRoot); },
        [this, cacheRoot](const Result<std::vector<checkpoint::CachedModel>>& models) {
            if (!models) {
                m_note->setText(qt(describe(models.error())));
                return;
            }
            fill(*models);
            m_note->setText(models->empty() ? tr("There is no model in %1.").arg(qt(cacheRoot.string()))
                                            : tr("From %1; nothing is downloaded.").arg(qt(cacheRoot.string())));
        });
}

void HubDialog::fill(const std::vector<checkpoint::CachedModel>& models)
{
    for (const checkpoint::CachedModel& model : models)
        for (const checkpoint::CachedModel::Revision& revision : model.revisions) {
            QStringList names;
            for (const std::string& name : revision.names)
                names << qt(name);
            auto* item = new QTreeWidgetItem(
                m_list,
                {qt(model.name), names.isEmpty() ? qt(revision.commit.substr(0, 8)) : names.join(QStringLiteral(", ")),
                 QLocale().formattedDataSize(static_cast<qint64>(revision.bytes), 1, QLocale::DataSizeSIFormat),
                 weightsText(revision.weights)});
            item->setData(0, Qt::UserRole, qt(model.source(revision)));
            item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        }
    for (int column = 1; column < 4; ++column)
        m_list->resizeColumnToContents(column);
    filter();
}

void HubDialog::filter()
{
    QTreeWidgetItem* first = nullptr;
    for (int k = 0; k < m_list->topLevelItemCount(); ++k) {
        QTreeWidgetItem* item = m_list->topLevelItem(k);
        item->setHidden(!item->text(0).contains(m_search->text(), Qt::CaseInsensitive));
        if (!item->isHidden() && !first)
            first = item;
    }
    if (first && (!m_list->currentItem() || m_list->currentItem()->isHidden()))
        m_list->setCurrentItem(first);
    m_open->setEnabled(!source().isEmpty());
}

QString HubDialog::source() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item && !item->isHidden() ? item->data(0, Qt::UserRole).toString() : QString();
}

} // namespace pescope::ui
