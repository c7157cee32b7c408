// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_presets.h"

#include <nlohmann/json.hpp>

#include <QComboBox>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QSettings>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr auto kGroup = "figure-presets";

/// The look alone.
figure::Settings lookOf(figure::Settings settings)
{
    const figure::Settings usual;
    settings.panels = usual.panels;
    settings.textSide = usual.textSide;
    settings.caption = usual.caption;
    settings.withData = usual.withData;
    settings.withCaption = usual.withCaption;
    return settings;
}

std::optional<figure::Settings> readKept(const QString& name)
{
    QSettings settings;
    settings.beginGroup(QLatin1String(kGroup));
    const auto object = nlohmann::json::parse(settings.value(name).toString().toStdString(), nullptr, false);
    if (object.is_discarded())
        return std::nullopt;
    const auto look = figure::settingsFromJson(object);
    return look ? std::optional(*look) : std::nullopt;
}

} // namespace

FigurePresets::FigurePresets(QWidget* parent)
    : QWidget(parent)
    , m_box(new QComboBox(this))
{
    m_box->setAccessibleName(tr("Preset"));
    auto* more = new QToolButton(this);
    more->setText(QStringLiteral("…"));
    more->setToolTip(tr("Keep this look as a preset of your own, or remove one"));
    more->setAccessibleName(more->toolTip());
    more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(more);
    m_keep = menu->addAction(tr("Keep as preset…"));
    m_remove = menu->addAction(tr("Remove preset"));
    more->setMenu(menu);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_box, 1);
    row->addWidget(more);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    fill();
    connect(m_box, &QComboBox::activated, this, &FigurePresets::choose);
    connect(m_keep, &QAction::triggered, this, &FigurePresets::askForName);
    connect(m_remove, &QAction::triggered, this, [this] { removeKept(m_box->currentText()); });
}

void FigurePresets::fill()
{
    m_box->clear();
    m_box->addItem(tr("own size"));
    for (const QString& name :
         {tr("one column, 84 mm"), tr("two columns, 174 mm"), tr("one column, 89 mm"), tr("two columns, 183 mm"),
          tr("one column, 3.25 in"), tr("two columns, 6.75 in"), tr("slide, 254 × 142.9 mm"), tr("square, 80 mm")})
        m_box->addItem(name); // in the order of figure::presets()
    const QStringList names = kept();
    if (!names.isEmpty())
        m_box->insertSeparator(m_box->count());
    for (const QString& name : names)
        m_box->addItem(name, name);
}

QStringList FigurePresets::kept() const
{
    QSettings settings;
    settings.beginGroup(QLatin1String(kGroup));
    return settings.childKeys();
}

void FigurePresets::show(const figure::Settings& settings)
{
    m_shown = settings;
    int index = 0;
    const auto sizes = figure::presets();
    for (std::size_t k = 0; k < sizes.size() && index == 0; ++k)
        if (std::abs(sizes[k].widthMm - settings.widthMm) < 0.05
            && std::abs(sizes[k].heightMm - settings.heightMm) < 0.05)
            index = static_cast<int>(k) + 1;
    for (const QString& name : kept())
        if (const auto look = readKept(name); look && *look == lookOf(settings))
            index = m_box->findData(name);
    m_box->setCurrentIndex(index);
    m_remove->setEnabled(m_box->currentData().isValid());
}

void FigurePresets::choose(int index)
{
    figure::Settings settings = m_shown;
    const auto sizes = figure::presets();
    if (const QString name = m_box->itemData(index).toString(); !name.isEmpty()) {
        const auto look = readKept(name);
        if (!look)
            return;
        settings = *look;
        settings.panels = m_shown.panels;
        settings.textSide = m_shown.textSide;
        settings.caption = m_shown.caption;
        settings.withData = m_shown.withData;
        settings.withCaption = m_shown.withCaption;
    } else if (index > 0 && index <= static_cast<int>(sizes.size())) {
        settings.widthMm = sizes[static_cast<std::size_t>(index - 1)].widthMm;
        settings.heightMm = sizes[static_cast<std::size_t>(index - 1)].heightMm;
    }
    show(settings);
    Q_EMIT chosen(settings);
}

void FigurePresets::askForName()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keep as preset"));
    dialog->setLabelText(tr("Size, type, letters, colour bars, background and language are kept under this name:"));
    connect(dialog, &QInputDialog::textValueSelected, this, &FigurePresets::keepAs);
    dialog->open();
}

void FigurePresets::keepAs(const QString& name)
{
    QString key = name.simplified();
    key.replace(u'/', u'∕'); // a settings key takes it for a folder
    key.replace(u'\\', u'∖');
    if (key.isEmpty())
        return;
    QSettings settings;
    settings.beginGroup(QLatin1String(kGroup));
    settings.setValue(key, QString::fromStdString(figure::toJson(lookOf(m_shown)).dump()));
    settings.sync();
    fill();
    show(m_shown);
}

void FigurePresets::removeKept(const QString& name)
{
    QSettings settings;
    settings.beginGroup(QLatin1String(kGroup));
    settings.remove(name);
    settings.sync();
    fill();
    show(m_shown);
}

} // namespace pescope::ui
