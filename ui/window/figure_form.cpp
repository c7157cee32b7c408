// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_form.h"

#include "ui/theme/core_text.h"
#include "ui/widgets/segmented_control.h"
#include "ui/window/figure_presets.h"

#include <QAbstractItemModel>
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFontComboBox>
#include <QFormLayout>
#include <QListWidget>

#include <algorithm>

namespace pescope::ui {

using figure::Bars;
using figure::Letters;

namespace {

constexpr Letters kLetters[] = {Letters::OfSources, Letters::Parentheses, Letters::Lower, Letters::Upper,
                                Letters::None};
constexpr Bars kBars[] = {Bars::Shared, Bars::Each, Bars::None};

QDoubleSpinBox* makeNumber(double low, double high, int decimals, const QString& suffix)
{
    auto* box = new QDoubleSpinBox;
    box->setRange(low, high);
    box->setDecimals(decimals);
    box->setSuffix(suffix);
    box->setKeyboardTracking(false);
    return box;
}

} // namespace

FigureForm::FigureForm(const session::Session& session, std::vector<std::string> possible, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_possible(std::move(possible))
{
    build();
    connectAll();
}

void FigureForm::setSettings(const figure::Settings& settings)
{
    m_settings = settings;
    fillPanels();
    show();
}

void FigureForm::setFormat(int index)
{
    m_format->setCurrentIndex(index);
}

void FigureForm::build()
{
    m_format =
        new SegmentedControl(tr("Format"), {QStringLiteral("PDF"), QStringLiteral("SVG"), QStringLiteral("PNG")});
    m_preset = new FigurePresets;
    m_width = makeNumber(20, 1000, 1, tr(" mm"));
    m_height = makeNumber(0, 1000, 1, tr(" mm"));
    m_height->setSpecialValueText(tr("from the content"));
    m_dpi = makeNumber(30, 4800, 0, tr(" dpi"));
    m_family = new QFontComboBox;
    m_font = makeNumber(6, 72, 1, tr(" pt"));
    m_letters = new SegmentedControl(
        tr("Letters"), {tr("sources"), QStringLiteral("(a)"), QStringLiteral("a"), QStringLiteral("A"), tr("none")});
    m_bars = new SegmentedControl(tr("Colour bars"), {tr("shared"), tr("each"), tr("none")});
    m_background = new SegmentedControl(tr("Background"), {tr("white"), tr("transparent")});
    m_language =
        new SegmentedControl(tr("Language of the figure"), {QStringLiteral("English"), QStringLiteral("中文")});
    m_titles = new QCheckBox(tr("titles"));
    m_axes = new QCheckBox(tr("axes"));
    m_data = new QCheckBox(tr("numbers of each panel, CSV"));
    m_captionFile = new QCheckBox(tr("caption, .txt and .tex"));
    m_perRow = new QSpinBox;
    m_perRow->setRange(0, 12);
    m_perRow->setSpecialValueText(tr("what fits"));
    m_panels = new QListWidget;
    m_panels->setDragDropMode(QAbstractItemView::InternalMove);
    m_panels->setFixedHeight(150);
    m_panels->setAccessibleName(tr("Panels, in reading order"));
    m_panels->setToolTip(tr("Ticked panels are in the figure; drag them into their order."));
    auto* form = new QFormLayout;
    form->addRow(tr("Panels"), m_panels);
    form->addRow(tr("Maps a row"), m_perRow);
    form->addRow(tr("Format"), m_format);
    form->addRow(tr("Preset"), m_preset);
    form->addRow(tr("Width"), m_width);
    form->addRow(tr("Height"), m_height);
    form->addRow(tr("Resolution of PNG"), m_dpi);
    form->addRow(tr("Font"), m_family);
    form->addRow(tr("Size"), m_font);
    form->addRow(tr("Letters"), m_letters);
    form->addRow(tr("Colour bars"), m_bars);
    auto* show = new QHBoxLayout;
    show->addWidget(m_titles);
    show->addWidget(m_axes);
    show->addStretch();
    form->addRow(tr("Show"), show);
    form->addRow(tr("Background"), m_background);
    form->addRow(tr("Language"), m_language);
    form->addRow(tr("Save also"), m_data);
    form->addRow(QString(), m_captionFile);
    setLayout(form);
    setFixedWidth(420);
}

void FigureForm::connectAll()
{
    const auto read = [this] { this->read(); };
    for (SegmentedControl* control : {m_letters, m_bars, m_background, m_language})
        connect(control, &SegmentedControl::chosen, this, read);
    for (QDoubleSpinBox* box : {m_width, m_height, m_font, m_dpi})
        connect(box, &QDoubleSpinBox::valueChanged, this, read);
    connect(m_perRow, &QSpinBox::valueChanged, this, read);
    for (QCheckBox* box : {m_titles, m_axes, m_data, m_captionFile})
        connect(box, &QCheckBox::clicked, this, read);
    connect(m_family, &QFontComboBox::currentFontChanged, this, read);
    connect(m_panels, &QListWidget::itemChanged, this, read);
    connect(m_panels->model(), &QAbstractItemModel::rowsMoved, this, read);
    connect(m_format, &SegmentedControl::chosen, this, &FigureForm::formatChosen);
    connect(m_preset, &FigurePresets::chosen, this, [this](const figure::Settings& settings) {
        m_settings = settings;
        show();
        Q_EMIT changed();
    });
}

QString FigureForm::panelText(const std::string& name) const
{
    QString text = name == "distance" ? tr("proximity by distance")
        : name == "psi"               ? tr("ψ(m) with its ranges")
        : name == "slope"             ? tr("slope ψ′(m)")
        : name == "steps"             ? tr("steps of ψ")
        : name == "omega"             ? tr("frequencies ω")
        : name == "properties"        ? tr("table of properties")
        : name == "original"          ? tr("text: original")
        : name == "exchanged"         ? tr("text: exchanged")
        : name == "difference"        ? tr("text: difference")
        : name == "layers"            ? tr("text: all layers")
        : name == "heads"             ? tr("text: all heads of the layer")
        : name == "similarity"        ? tr("text: change of similarity by layer")
        : name == "divergence"        ? tr("text: attention divergence by layer")
                                      : tr("map of %1").arg(qt(name));
    for (const session::Source& source : m_session.sources)
        if (session::letterText(source) == name)
            text += QStringLiteral("  ") + qt(source.name);
    return text;
}

/// All that there can be, those of the settings ticked and first.
void FigureForm::fillPanels()
{
    m_filling = true;
    m_panels->clear();
    std::vector<std::string> ticked = m_settings.panels;
    std::erase_if(ticked,
                  [&](const std::string& name) { return std::ranges::find(m_possible, name) == m_possible.end(); });
    if (ticked.empty())
        for (const std::string& name : m_possible)
            if (std::ranges::any_of(m_session.sources,
                                    [&](const session::Source& source) { return session::letterText(source) == name; }))
                ticked.push_back(name);
    m_settings.panels = ticked;
    const auto add = [&](const std::string& name, bool on) {
        auto* item = new QListWidgetItem(panelText(name), m_panels);
        item->setData(Qt::UserRole, qt(name));
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable | Qt::ItemIsDragEnabled);
        item->setCheckState(on ? Qt::Checked : Qt::Unchecked);
    };
    for (const std::string& name : ticked)
        add(name, true);
    for (const std::string& name : m_possible)
        if (std::ranges::find(ticked, name) == ticked.end())
            add(name, false);
    m_filling = false;
}

void FigureForm::show()
{
    m_filling = true;
    m_width->setValue(m_settings.widthMm);
    m_height->setValue(m_settings.heightMm);
    m_dpi->setValue(m_settings.dpi);
    m_font->setValue(m_settings.fontPt);
    m_family->setCurrentFont(QFont(m_settings.family.empty() ? QStringLiteral("Inter") : qt(m_settings.family)));
    m_perRow->setValue(m_settings.perRow);
    m_letters->setCurrentIndex(static_cast<int>(std::ranges::find(kLetters, m_settings.letters) - kLetters));
    m_bars->setCurrentIndex(static_cast<int>(std::ranges::find(kBars, m_settings.bars) - kBars));
    m_titles->setChecked(m_settings.titles);
    m_axes->setChecked(m_settings.axes);
    m_background->setCurrentIndex(m_settings.transparent ? 1 : 0);
    m_language->setCurrentIndex(m_settings.language == figure::Language::Chinese ? 1 : 0);
    m_data->setChecked(m_settings.withData);
    m_captionFile->setChecked(m_settings.withCaption);
    m_preset->show(m_settings);
    m_filling = false;
}

void FigureForm::read()
{
    if (m_filling)
        return;
    m_settings.panels.clear();
    for (int k = 0; k < m_panels->count(); ++k)
        if (m_panels->item(k)->checkState() == Qt::Checked)
            m_settings.panels.push_back(m_panels->item(k)->data(Qt::UserRole).toString().toStdString());
    m_settings.widthMm = m_width->value();
    m_settings.heightMm = m_height->value();
    m_settings.dpi = m_dpi->value();
    m_settings.fontPt = m_font->value();
    const QString family = m_family->currentFont().family();
    m_settings.family = family == u"Inter" ? std::string() : family.toStdString();
    m_settings.perRow = m_perRow->value();
    m_settings.letters = kLetters[m_letters->currentIndex()];
    m_settings.bars = kBars[m_bars->currentIndex()];
    m_settings.titles = m_titles->isChecked();
    m_settings.axes = m_axes->isChecked();
    m_settings.transparent = m_background->currentIndex() == 1;
    m_settings.language = m_language->currentIndex() == 1 ? figure::Language::Chinese : figure::Language::English;
    m_settings.withData = m_data->isChecked();
    m_settings.withCaption = m_captionFile->isChecked();
    show();
    Q_EMIT changed();
}

} // namespace pescope::ui
