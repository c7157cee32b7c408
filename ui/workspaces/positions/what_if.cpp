// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/what_if.h"

#include "core/encoding/spec.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

namespace pescope::ui {

using encoding::WhatIf;

namespace {

struct WhatIfs {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::WhatIfDialog)
};

QString nameOf(const QString& source, const WhatIf& change)
{
    switch (change.change) {
    case WhatIf::Change::Shuffle:
        return WhatIfs::tr("%1, rows shuffled").arg(source);
    case WhatIf::Change::WithoutFirst:
        return WhatIfs::tr("%1, without row 0").arg(source);
    case WhatIf::Change::Interpolate:
        return WhatIfs::tr("%1, interpolated to %2").arg(source).arg(change.length);
    case WhatIf::Change::Extend:
        return WhatIfs::tr("%1, extended to %2").arg(source).arg(change.length);
    }
    return source;
}

} // namespace

bool canAskWhatIf(const session::Source& source)
{
    if (const auto* opened = std::get_if<session::OpenedOrigin>(&source.origin))
        return !opened->spec.starts_with("matrix:");
    return std::holds_alternative<session::SinusoidOrigin>(source.origin);
}

void addWhatIf(Document& document, session::SourceKey key, const WhatIf& change)
{
    const session::Source* source = session::find(document.session(), key);
    if (!source || !canAskWhatIf(*source))
        return;
    session::OpenedOrigin origin;
    if (const auto* opened = std::get_if<session::OpenedOrigin>(&source->origin))
        origin = *opened;
    else
        origin.spec = encoding::specText(std::get<session::SinusoidOrigin>(source->origin).spec);
    origin.spec = encoding::specText(change) + origin.spec;
    const QString name = nameOf(QString::fromStdString(source->name), change);
    document.edit(WhatIfs::tr("What if: %1").arg(name),
                  [&](session::Session& s) { session::add(s, origin, name.toStdString()); });
}

WhatIfDialog::WhatIfDialog(tables::Index positions, QWidget* parent)
    : QDialog(parent)
    , m_now(positions)
    , m_length(new QSpinBox(this))
    , m_rule(new QComboBox(this))
    , m_meaning(new QLabel(this))
{
    setWindowTitle(tr("What if it had more or fewer positions"));
    m_length->setRange(2, 1 << 20);
    m_length->setValue(static_cast<int>(std::min<tables::Index>(2 * positions, 1 << 20)));
    m_length->setAccessibleName(tr("Positions N"));
    m_rule->addItem(tr("interpolate all rows"), static_cast<int>(WhatIf::Rule::Interpolate));
    m_rule->addItem(tr("repeat the last row"), static_cast<int>(WhatIf::Rule::Clip));
    m_rule->addItem(tr("begin again at row 0"), static_cast<int>(WhatIf::Rule::Tile));
    m_rule->addItem(tr("go on by its formula"), static_cast<int>(WhatIf::Rule::Formula));
    m_rule->setAccessibleName(tr("Rule"));
    m_meaning->setWordWrap(true);
    m_meaning->setProperty("look", QStringLiteral("second"));
    m_meaning->setMinimumWidth(360);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    buttons->button(QDialogButtonBox::Ok)->setText(tr("Add"));
    buttons->button(QDialogButtonBox::Ok)->setProperty("look", QStringLiteral("primary"));
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto* form = new QFormLayout(this);
    form->addRow(tr("Positions N"), m_length);
    form->addRow(tr("Rule"), m_rule);
    form->addRow(m_meaning);
    form->addRow(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_rule, &QComboBox::currentIndexChanged, this, &WhatIfDialog::showMeaning);
    connect(m_length, &QSpinBox::valueChanged, this, &WhatIfDialog::showMeaning);
    showMeaning();
}

WhatIf WhatIfDialog::change() const
{
    const auto rule = static_cast<WhatIf::Rule>(m_rule->currentData().toInt());
    if (rule == WhatIf::Rule::Interpolate) // works in both directions
        return {.change = WhatIf::Change::Interpolate, .rule = rule, .length = m_length->value()};
    return {.change = WhatIf::Change::Extend, .rule = rule, .length = m_length->value()};
}

void WhatIfDialog::showMeaning()
{
    QString text;
    switch (static_cast<WhatIf::Rule>(m_rule->currentData().toInt())) {
    case WhatIf::Rule::Interpolate:
        text =
            tr("First and last row stay the ends; the rows between are read off the straight lines from row to row.");
        break;
    case WhatIf::Rule::Clip:
        text = tr("Every position after the last gets the last row. Relative tables: the outermost row on each side.");
        break;
    case WhatIf::Rule::Tile:
        text = tr("After the last row the table begins again.");
        break;
    case WhatIf::Rule::Formula:
        text = tr("For sinusoids, rotary encodings and biases, which are computed. A learned table has no formula.");
        break;
    }
    m_meaning->setText(text + QLatin1Char(' ')
                       + tr("Now it has %1. The model was not trained with these positions.").arg(m_now));
}

} // namespace pescope::ui
