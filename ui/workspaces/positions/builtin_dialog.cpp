// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/builtin_dialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

QSpinBox* spin(QWidget* parent, int low, int high, int value)
{
    auto* box = new QSpinBox(parent);
    box->setRange(low, high);
    box->setValue(value);
    return box;
}

QDoubleSpinBox* real(QWidget* parent, double low, double high, double value, int decimals)
{
    auto* box = new QDoubleSpinBox(parent);
    box->setRange(low, high);
    box->setDecimals(decimals);
    box->setValue(value);
    return box;
}

} // namespace

BuiltinDialog::BuiltinDialog(QWidget* parent)
    : QDialog(parent)
    , m_kind(new QComboBox(this))
    , m_pages(new QStackedWidget(this))
    , m_dim(spin(this, 1, 16384, 768))
    , m_base(real(this, 1.001, 1e9, 10000, 3))
    , m_first(new QComboBox(this))
    , m_spacing(new QComboBox(this))
    , m_length(spin(this, 1, 1 << 20, 512))
    , m_randomLength(spin(this, 1, 65536, 512))
    , m_randomDim(spin(this, 1, 16384, 768))
    , m_randomSd(real(this, 1e-6, 1e6, 1, 6))
    , m_randomSeed(spin(this, 0, 1 << 30, 0))
    , m_spec(new QLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Add encoding"));
    m_kind->addItems({tr("Fixed sinusoid"), tr("Random table (nothing learned)")});
    m_first->addItems({tr("0 (all code bases)"), tr("1 (the paper's sum)")});
    m_spacing->addItems({tr("2i / D"), tr("i / (D/2 − 1) (tensor2tensor, fairseq)")});
    m_spec->setProperty("look", QStringLiteral("third"));
    m_spec->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_spec->setWordWrap(true);

    auto* sinusoid = new QWidget(m_pages);
    auto* form = new QFormLayout(sinusoid);
    form->addRow(tr("Dimension D"), m_dim);
    form->addRow(tr("Base"), m_base);
    form->addRow(tr("First index"), m_first);
    form->addRow(tr("Exponent"), m_spacing);
    form->addRow(tr("Positions N"), m_length);
    m_pages->addWidget(sinusoid);
    auto* random = new QWidget(m_pages);
    auto* randomForm = new QFormLayout(random);
    randomForm->addRow(tr("Positions N"), m_randomLength);
    randomForm->addRow(tr("Dimension D"), m_randomDim);
    randomForm->addRow(tr("Standard deviation"), m_randomSd);
    randomForm->addRow(tr("Seed"), m_randomSeed);
    m_pages->addWidget(random);

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_kind);
    layout->addWidget(m_pages);
    layout->addWidget(m_spec);
    layout->addWidget(m_buttons);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("Add"));
    m_buttons->button(QDialogButtonBox::Ok)->setProperty("look", QStringLiteral("primary"));
    m_buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));

    connect(m_kind, &QComboBox::currentIndexChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &BuiltinDialog::showSpec);
    for (QComboBox* box : {m_first, m_spacing})
        connect(box, &QComboBox::currentIndexChanged, this, &BuiltinDialog::showSpec);
    for (QSpinBox* box : {m_dim, m_length, m_randomLength, m_randomDim, m_randomSeed})
        connect(box, &QSpinBox::valueChanged, this, &BuiltinDialog::showSpec);
    for (QDoubleSpinBox* box : {m_base, m_randomSd})
        connect(box, &QDoubleSpinBox::valueChanged, this, &BuiltinDialog::showSpec);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showSpec();
}

QString BuiltinDialog::spec() const
{
    if (m_kind->currentIndex() == 1)
        return QStringLiteral("learned:length=%1,dim=%2,seed=%3,sd=%4")
            .arg(m_randomLength->value())
            .arg(m_randomDim->value())
            .arg(m_randomSeed->value())
            .arg(m_randomSd->value(), 0, 'g', 8);
    return QStringLiteral("sinusoid:dim=%1,base=%2,first=%3,length=%4%5")
        .arg(m_dim->value())
        .arg(m_base->value(), 0, 'g', 12)
        .arg(m_first->currentIndex())
        .arg(m_length->value())
        .arg(m_spacing->currentIndex() == 1 ? QStringLiteral(",spacing=half-1") : QString());
}

void BuiltinDialog::showSpec()
{
    m_spec->setText(tr("On the command line: %1").arg(spec()));
}

} // namespace pescope::ui
