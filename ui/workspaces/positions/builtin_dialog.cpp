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

constexpr int kMostColumns = 16384, kMostPositions = 1 << 20;

} // namespace

BuiltinDialog::BuiltinDialog(QWidget* parent)
    : QDialog(parent)
    , m_kind(new QComboBox(this))
    , m_pages(new QStackedWidget(this))
    , m_spec(new QLabel(this))
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this))
{
    setWindowTitle(tr("Add encoding"));
    m_kind->setAccessibleName(tr("Kind of encoding"));
    m_spec->setProperty("look", QStringLiteral("third"));
    m_spec->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_spec->setWordWrap(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_kind);
    layout->addWidget(m_pages);
    layout->addWidget(m_spec);
    layout->addWidget(m_buttons);
    m_buttons->button(QDialogButtonBox::Ok)->setText(tr("Add"));
    m_buttons->button(QDialogButtonBox::Ok)->setProperty("look", QStringLiteral("primary"));
    m_buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    addKinds();

    connect(m_kind, &QComboBox::currentIndexChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &BuiltinDialog::showSpec);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    showSpec();
}

void BuiltinDialog::addKinds()
{
    const QList<QPair<QString, QString>> firstIndex{{tr("0 (all code bases)"), QStringLiteral("0")},
                                                    {tr("1 (the paper's sum)"), QStringLiteral("1")}};
    QFormLayout* form = addKind(tr("Fixed sinusoid (APE)"), QStringLiteral("sinusoid"));
    addWhole(form, tr("Dimension D"), QStringLiteral("dim"), 1, kMostColumns, 768);
    addReal(form, tr("Base"), QStringLiteral("base"), 1.001, 1e9, 10000);
    addChoice(form, tr("First index"), QStringLiteral("first"), firstIndex);
    addWhole(form, tr("Positions N"), QStringLiteral("length"), 1, kMostPositions, 512);
    addChoice(form, tr("Exponent"), QStringLiteral("spacing"),
              {{tr("2i / D"), QString()}, {tr("i / (D/2 − 1) (tensor2tensor, fairseq)"), QStringLiteral("half-1")}});

    form = addKind(tr("Relative sinusoid (RPE)"), QStringLiteral("sinusoid-relative"));
    addWhole(form, tr("Dimension of a head"), QStringLiteral("dim"), 2, kMostColumns, 64);
    addReal(form, tr("Base"), QStringLiteral("base"), 1.001, 1e9, 10000);
    addChoice(form, tr("First index"), QStringLiteral("first"), firstIndex);
    addWhole(form, tr("Largest offset"), QStringLiteral("max"), 1, 65536, 127);
    addChoice(form, tr("Vector of offset m"), QStringLiteral("meaning"),
              {{tr("sinusoid of m (NEZHA's formula)"), QStringLiteral("signed")},
               {tr("sinusoid of m + max (NEZHA's code)"), QStringLiteral("shifted")},
               {tr("sinusoid of |m| (both directions alike)"), QStringLiteral("absolute")}});

    form = addKind(tr("ALiBi (bias)"), QStringLiteral("alibi"));
    addWhole(form, tr("Heads"), QStringLiteral("heads"), 1, 1024, 8);
    addWhole(form, tr("Positions N"), QStringLiteral("length"), 1, kMostPositions, 128);
    addChoice(form, tr("Keys that a query sees"), QStringLiteral("causal"),
              {{tr("both directions"), QStringLiteral("0")}, {tr("earlier ones only"), QStringLiteral("1")}});

    form = addKind(tr("Rotary (RoPE)"), QStringLiteral("rotary"));
    addWhole(form, tr("Dimension of a head"), QStringLiteral("dim"), 2, kMostColumns, 64);
    addReal(form, tr("Base"), QStringLiteral("base"), 1.001, 1e9, 10000);
    addWhole(form, tr("Positions N"), QStringLiteral("length"), 1, kMostPositions, 2048);

    form = addKind(tr("Random table (nothing learned)"), QStringLiteral("learned"));
    addWhole(form, tr("Positions N"), QStringLiteral("length"), 1, 65536, 512);
    addWhole(form, tr("Dimension D"), QStringLiteral("dim"), 1, kMostColumns, 768);
    addWhole(form, tr("Seed"), QStringLiteral("seed"), 0, 1 << 30, 0);
    addReal(form, tr("Standard deviation"), QStringLiteral("sd"), 1e-6, 1e6, 1);
}

QFormLayout* BuiltinDialog::addKind(const QString& title, const QString& name)
{
    m_kind->addItem(title);
    m_kinds.push_back({name, {}});
    auto* page = new QWidget(m_pages);
    m_pages->addWidget(page);
    return new QFormLayout(page);
}

void BuiltinDialog::addWhole(QFormLayout* form, const QString& label, const QString& key, int low, int high, int value)
{
    auto* box = new QSpinBox(this);
    box->setRange(low, high);
    box->setValue(value);
    form->addRow(label, box);
    m_kinds.back().parameters.push_back({key, [box] { return QString::number(box->value()); }});
    connect(box, &QSpinBox::valueChanged, this, &BuiltinDialog::showSpec);
}

void BuiltinDialog::addReal(QFormLayout* form, const QString& label, const QString& key, double low, double high,
                            double value)
{
    constexpr int kDecimals = 6, kDigits = 12;
    auto* box = new QDoubleSpinBox(this);
    box->setDecimals(kDecimals);
    box->setRange(low, high);
    box->setValue(value);
    form->addRow(label, box);
    m_kinds.back().parameters.push_back({key, [box] { return QString::number(box->value(), 'g', kDigits); }});
    connect(box, &QDoubleSpinBox::valueChanged, this, &BuiltinDialog::showSpec);
}

void BuiltinDialog::addChoice(QFormLayout* form, const QString& label, const QString& key,
                              const QList<QPair<QString, QString>>& choices)
{
    auto* box = new QComboBox(this);
    for (const auto& [shown, said] : choices)
        box->addItem(shown, said);
    form->addRow(label, box);
    m_kinds.back().parameters.push_back({key, [box] { return box->currentData().toString(); }});
    connect(box, &QComboBox::currentIndexChanged, this, &BuiltinDialog::showSpec);
}

QString BuiltinDialog::spec() const
{
    const Kind& kind = m_kinds[static_cast<std::size_t>(m_kind->currentIndex())];
    QStringList parameters;
    for (const Parameter& parameter : kind.parameters)
        if (const QString value = parameter.value(); !value.isEmpty()) // empty: what goes without saying
            parameters << parameter.key + u'=' + value;
    return kind.name + u':' + parameters.join(u',');
}

void BuiltinDialog::showSpec()
{
    m_spec->setText(tr("On the command line: %1").arg(spec()));
}

} // namespace pescope::ui
