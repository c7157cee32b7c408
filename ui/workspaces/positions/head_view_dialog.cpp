// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/head_view_dialog.h"

#include "ui/widgets/labels.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QPushButton>
#include <QSpinBox>

namespace pescope::ui {

HeadViewDialog::HeadViewDialog(int layers, int heads, QWidget* parent)
    : QDialog(parent)
    , m_layer(new QSpinBox)
    , m_head(new QSpinBox)
    , m_layerNorm(new QCheckBox(tr("LayerNorm of the embedding first")))
    , m_biases(new QCheckBox(tr("with the biases of queries and keys")))
{
    setWindowTitle(tr("As a head sees it"));
    m_layer->setRange(1, layers);
    m_head->setRange(1, heads);
    m_layerNorm->setToolTip(tr("As for a token that has nothing but its position; else the vector as it is stored"));
    m_biases->setToolTip(tr("The map is then no longer bilinear in the positions"));
    QLabel* help =
        makeLabel(tr("pᵢ W_Q W_Kᵀ pⱼᵀ ÷ √d from the checkpoint alone: what two positions add to the attention "
                     "logit of one head, were they what enters its layer."),
                  "second");
    help->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Add"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* form = new QFormLayout(this);
    form->addRow(help);
    form->addRow(tr("Layer"), m_layer);
    form->addRow(tr("Head"), m_head);
    form->addRow(m_layerNorm);
    form->addRow(m_biases);
    form->addRow(buttons);
    setMinimumWidth(380);
}

HeadViewChoice HeadViewDialog::choice() const
{
    return {.layer = m_layer->value(),
            .head = m_head->value() - 1,
            .options = {.layerNorm = m_layerNorm->isChecked(), .biases = m_biases->isChecked()}};
}

} // namespace pescope::ui
