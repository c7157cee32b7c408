// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/omega_inspector.h"

#include "core/checkpoint/checkpoint.h"
#include "core/tables/write.h"
#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/letter_chip.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/positions/omega_handle_row.h"
#include "ui/workspaces/positions/ranges_table.h"
#include "ui/workspaces/positions/reach_row.h"

#include <QComboBox>
#include <QEvent>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QMessageBox>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QSpinBox>
#include <QVBoxLayout>

#include <array>

namespace pescope::ui {

using encoding::SinusoidSpec;
using session::OmegaHandle;

namespace {

struct Preset {
    int dim;
    double base;
    int first;
    double scale;
};
constexpr std::array<Preset, 6> kPresets{{{768, 10000, 0, 1},
                                          {768, 10000, 1, 1},
                                          {64, 10000, 0, 1},
                                          {768, 500, 0, 1},
                                          {768, 10000, 0, 0.5},
                                          {128, 500000, 0, 1}}};

} // namespace

OmegaInspector::OmegaInspector(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_chip(new LetterChip(0, this))
    , m_name(new ElidedLabel({}, this))
    , m_dimLabel(new QLabel(this))
    , m_dim(new QSpinBox(this))
    , m_dimNote(new QLabel(this))
    , m_lengthLabel(new QLabel(this))
    , m_length(new QSpinBox(this))
    , m_firstLabel(new QLabel(this))
    , m_first(new SegmentedControl({}, {QStringLiteral("0"), QStringLiteral("1")}, this))
    , m_firstNote(new QLabel(this))
    , m_layoutLabel(new QLabel(this))
    , m_layout(new SegmentedControl({}, {}, this))
    , m_presetsLabel(new QLabel(this))
    , m_presets(new QComboBox(this))
    , m_reach(new ReachRow(this))
    , m_ranges(new RangesTable(this))
{
    m_dim->setRange(1, 16384);
    m_dim->setKeyboardTracking(false);
    m_length->setRange(1, 1 << 20);
    m_length->setKeyboardTracking(false);
    for (QLabel* note : {m_dimNote, m_firstNote})
        note->setProperty("look", QStringLiteral("third"));
    for (QLabel* label : {m_dimLabel, m_lengthLabel, m_firstLabel, m_layoutLabel, m_presetsLabel})
        label->setProperty("look", QStringLiteral("second"));
    m_presets->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_presets->setMinimumContentsLength(8);

    auto* head = new QHBoxLayout;
    head->setContentsMargins(16, 12, 16, 4);
    head->setSpacing(8);
    head->addWidget(m_chip);
    head->addWidget(m_name, 1);
    auto* form = new QGridLayout;
    form->setContentsMargins(16, 4, 16, 8);
    form->setHorizontalSpacing(8);
    form->setVerticalSpacing(5);
    form->setColumnStretch(2, 1);
    int row = 0;
    const auto addRow = [&](QLabel* label, QWidget* field, QWidget* note) {
        form->addWidget(label, row, 0);
        form->addWidget(field, row, 1, 1, note ? 1 : 2, Qt::AlignLeft);
        if (note)
            form->addWidget(note, row, 2);
        ++row;
    };
    // few rows: on a small screen the ranges below should stay in view
    auto* extents = new QWidget(this);
    auto* extentsLayout = new QHBoxLayout(extents);
    extentsLayout->setContentsMargins(0, 0, 0, 0);
    extentsLayout->addWidget(m_dim);
    extentsLayout->addWidget(m_lengthLabel);
    extentsLayout->addWidget(m_length);
    addRow(m_dimLabel, extents, nullptr);
    form->addWidget(m_dimNote, row++, 1, 1, 2);
    addRow(m_firstLabel, m_first, m_firstNote);
    addRow(m_layoutLabel, m_layout, nullptr);
    addRow(m_presetsLabel, m_presets, nullptr);

    auto* content = new QWidget(this);
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 8);
    column->setSpacing(0);
    column->addLayout(head);
    column->addLayout(form);
    column->addWidget(makeLine(content));
    for (const OmegaHandle handle :
         {OmegaHandle::Base, OmegaHandle::Scale, OmegaHandle::SkipFast, OmegaHandle::SkipSlow}) {
        auto* handleRow = new OmegaHandleRow(handle, content);
        m_handles.push_back(handleRow);
        column->addWidget(handleRow);
        column->addWidget(makeLine(content));
        connect(handleRow, &OmegaHandleRow::used, this, [this, handle] { m_document.useHandle(handle); });
        connect(handleRow, &OmegaHandleRow::dragged, this, [this, handle](double value) { setHandle(handle, value); });
        connect(handleRow, &OmegaHandleRow::dragFinished, this, [this, handle] {
            const SinusoidSpec* spec = m_document.activeSinusoid();
            if (spec && m_dragFrom)
                m_document.endGesture(handleStepName(handle, *m_dragFrom, valueOf(handle, *spec)));
            m_dragFrom.reset();
        });
        connect(handleRow, &OmegaHandleRow::committed, this, [this, handle](double value) {
            if (const SinusoidSpec* spec = m_document.activeSinusoid())
                editSpec(handleStepName(handle, valueOf(handle, *spec), value),
                         [&](SinusoidSpec& s) { s = withValue(handle, s, value); });
        });
    }
    column->addWidget(m_reach);
    column->addWidget(makeLine(content));
    column->addWidget(m_ranges);
    column->addStretch();

    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setWidget(content);
    scroll->setFrameShape(QFrame::NoFrame);
    content->setProperty("look", QStringLiteral("panel"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);

    m_name->setProperty("look", QStringLiteral("heading"));
    connect(m_dim, &QSpinBox::valueChanged, this, [this](int value) {
        editSpec(tr("Dimension %1").arg(value), [value](SinusoidSpec& s) {
            s.dim = value;
            s.freeOmega.clear();
            // the cuts must leave something
            s.skipFast = std::min(s.skipFast, std::max(0, value / 2 - 1));
            s.skipSlow = std::min(s.skipSlow, std::max(0, value / 2 - 1 - s.skipFast));
        });
    });
    connect(m_length, &QSpinBox::valueChanged, this, [this](int value) {
        editSpec(tr("Positions %1").arg(value), [value](SinusoidSpec& s) { s.length = value; });
    });
    connect(m_first, &SegmentedControl::chosen, this, [this](int index) {
        editSpec(tr("First index %1").arg(index), [index](SinusoidSpec& s) { s.first = index; });
    });
    connect(m_layout, &SegmentedControl::chosen, this, [this](int index) {
        editSpec(index == 0 ? tr("Layout interleaved") : tr("Layout halves"), [index](SinusoidSpec& s) {
            s.layout = index == 0 ? encoding::Layout::Interleaved : encoding::Layout::Halves;
        });
    });
    connect(m_presets, &QComboBox::activated, this, &OmegaInspector::applyPreset);
    connect(m_ranges, &RangesTable::epsilonChanged, this, [this](double epsilon) {
        m_document.edit(tr("Tolerance ε"), [epsilon](session::Session& s) { s.options.epsilon = epsilon; });
    });
    connect(&m_landscapes, &Landscapes::ready, this, [this] { showLandscape(m_revision); });
    retranslate();
}

void OmegaInspector::editSpec(const QString& name, const std::function<void(SinusoidSpec&)>& change)
{
    if (m_showing)
        return;
    m_document.edit(name, [&](session::Session& s) {
        session::Source* source = session::find(s, s.active);
        if (auto* origin = source ? std::get_if<session::SinusoidOrigin>(&source->origin) : nullptr) {
            SinusoidSpec spec = origin->spec;
            change(spec);
            if (encoding::validate(spec))
                origin->spec = spec;
        }
    });
}

void OmegaInspector::setHandle(OmegaHandle handle, double value)
{
    const SinusoidSpec* now = m_document.activeSinusoid();
    if (!now)
        return;
    if (!m_dragFrom)
        m_dragFrom = valueOf(handle, *now);
    m_document.gesture([&](session::Session& s) {
        s.handle = handle;
        session::Source* source = session::find(s, s.active);
        auto& origin = std::get<session::SinusoidOrigin>(source->origin);
        const SinusoidSpec wanted = withValue(handle, origin.spec, value);
        if (encoding::validate(wanted))
            origin.spec = wanted;
    });
}

QString OmegaInspector::handleStepName(OmegaHandle handle, double from, double to) const
{
    const QString before = numberText(from, 4), after = numberText(to, 4);
    switch (handle) {
    case OmegaHandle::Base:
        return tr("Base %1 → %2").arg(before, after);
    case OmegaHandle::Scale:
        return tr("Scale c %1 → %2").arg(before, after);
    case OmegaHandle::SkipFast:
        return tr("Leave out fastest %1 → %2").arg(before, after);
    case OmegaHandle::SkipSlow:
        return tr("Leave out slowest %1 → %2").arg(before, after);
    }
    return {};
}

/// Free ω have no base: its handle rests, and the scale of all ω stands in.
OmegaHandle OmegaInspector::handleInUse() const
{
    const OmegaHandle wanted = m_document.session().handle;
    const SinusoidSpec* spec = m_document.activeSinusoid();
    return wanted == OmegaHandle::Base && spec && !spec->freeOmega.empty() ? OmegaHandle::Scale : wanted;
}

void OmegaInspector::showSession()
{
    const SinusoidSpec* spec = m_document.activeSinusoid();
    if (!spec)
        return;
    const QScopedValueRollback showing(m_showing, true);
    const session::Source* source = session::find(m_document.session(), m_document.session().active);
    m_chip->setSourceIndex(source->letter);
    m_name->setText(QString::fromStdString(source->name));
    m_dim->setValue(spec->dim);
    m_length->setValue(static_cast<int>(spec->length));
    m_first->setCurrentIndex(spec->first);
    m_layout->setCurrentIndex(spec->layout == encoding::Layout::Interleaved ? 0 : 1);
    m_dimNote->setText(spec->freeOmega.empty() ? tr("D is odd: the last sine has no cosine.")
                                               : tr("%1 free ω").arg(spec->freeOmega.size()));
    m_dimNote->setVisible(!spec->freeOmega.empty() || spec->dim % 2 != 0);
    const std::vector<double> omega = encoding::omega(*spec);
    m_firstNote->setText(omega.empty() ? QString() : tr("ω first = %1").arg(numberText(omega.front(), 4)));
    m_first->setEnabled(spec->freeOmega.empty());
    for (OmegaHandleRow* row : m_handles)
        row->setInUse(row->handle() == handleInUse());
    for (OmegaHandleRow* row : m_handles)
        row->setSpec(*spec, m_document.formerSinusoid(), source->letter);
    showLandscape(m_revision);
}

void OmegaInspector::showFrame(const frame::Frame& frame)
{
    const session::Source* source = session::find(m_document.session(), m_document.session().active);
    if (!frame.psi || !source)
        return;
    m_revision = frame.revision;
    m_ranges->showSinusoid(*frame.psi, frame.psiBefore, source->letter, m_document.session().options.epsilon,
                           frame.revision);
    // the handles show the ω of the pictures, which may be a frame behind the mouse
    for (OmegaHandleRow* row : m_handles) {
        row->setSpec(frame.psi->spec, m_document.formerSinusoid(), source->letter);
        row->setReached(frame.psi->ranges);
    }
    showLandscape(frame.revision);
}

void OmegaInspector::showLandscape(std::uint64_t revision)
{
    const SinusoidSpec* spec = m_document.activeSinusoid();
    if (!spec)
        return;
    for (OmegaHandleRow* row : m_handles)
        if (row->handle() == handleInUse())
            row->setLandscape(m_landscapes.get(row->handle(), *spec, m_document.session().options.epsilon), revision);
}

void OmegaInspector::applyPreset(int index)
{
    // index 0 is the title; after the presets a line, then what to do with files
    const int files = static_cast<int>(kPresets.size()) + 2;
    if (index == files)
        loadOmega();
    else if (index == files + 1)
        saveOmega();
    else if (index >= 1 && index <= static_cast<int>(kPresets.size())) {
        const Preset preset = kPresets[static_cast<std::size_t>(index - 1)];
        editSpec(tr("Preset %1").arg(m_presets->itemText(index)), [&](SinusoidSpec& s) {
            const auto length = s.length;
            s = SinusoidSpec{};
            s.length = length;
            s.dim = preset.dim;
            s.base = preset.base;
            s.first = preset.first;
            s.scale = preset.scale;
        });
    }
    m_presets->setCurrentIndex(0);
}

void OmegaInspector::loadOmega()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Read ω from a file"), {}, tr("Numbers (*.npy *.csv);;All files (*)"));
    if (path.isEmpty())
        return;
    const auto built = encoding::resolve("sinusoid:omega=" + path.toStdString());
    const auto* spec =
        built && !built->encodings.empty() ? std::get_if<SinusoidSpec>(&built->encodings.front().content) : nullptr;
    if (!spec) {
        QMessageBox::warning(this, tr("Read ω from a file"),
                             tr("%1 holds no frequencies that can be used.").arg(path) + QLatin1Char('\n')
                                 + (built ? QString() : QString::fromStdString(describe(built.error()))));
        return;
    }
    editSpec(tr("ω from %1").arg(path), [&](SinusoidSpec& s) {
        s.freeOmega = spec->freeOmega;
        s.dim = spec->dim;
        s.skipFast = s.skipSlow = 0;
        s.scale = 1;
    });
}

void OmegaInspector::saveOmega()
{
    const SinusoidSpec* spec = m_document.activeSinusoid();
    if (!spec)
        return;
    const QString path = QFileDialog::getSaveFileName(this, tr("Save ω"), QStringLiteral("omega.npy"),
                                                      tr("NumPy (*.npy);;Comma-separated values (*.csv)"));
    if (path.isEmpty())
        return;
    const std::vector<double> omega = encoding::omega(*spec);
    const Status written =
        tables::writeArray(std::filesystem::path(path.toStdString()),
                           {.values = omega, .shape = {static_cast<std::int64_t>(omega.size())}}, {"omega"});
    if (!written)
        QMessageBox::warning(this, tr("Save ω"), QString::fromStdString(describe(written.error())));
}

void OmegaInspector::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void OmegaInspector::retranslate()
{
    m_dimLabel->setText(tr("Dimension D"));
    m_dim->setAccessibleName(tr("Dimension D"));
    m_lengthLabel->setText(tr("N"));
    m_lengthLabel->setToolTip(tr("Number of positions"));
    m_length->setAccessibleName(tr("Positions N"));
    m_firstLabel->setText(tr("First index"));
    m_first->setAccessibleName(tr("First index of ω"));
    m_firstLabel->setToolTip(tr("All code bases begin at i = 0; the paper writes the sum from i = 1."));
    m_layoutLabel->setText(tr("Layout"));
    m_layoutLabel->setToolTip(
        tr("sin, cos, sin, cos, … or all sines, then all cosines. The dot products are the same."));
    m_layout->setTexts({tr("interleaved"), tr("halves")});
    m_layout->setAccessibleName(tr("Layout of the columns"));
    m_presetsLabel->setText(tr("Presets"));
    m_presets->clear();
    m_presets->addItem(tr("Choose…"));
    for (const Preset& preset : kPresets)
        m_presets->addItem(tr("D = %1, base %2, i from %3, c = %4")
                               .arg(preset.dim)
                               .arg(numberText(preset.base, 6))
                               .arg(preset.first)
                               .arg(numberText(preset.scale)));
    m_presets->insertSeparator(m_presets->count());
    m_presets->addItem(tr("Read ω from a file…"));
    m_presets->addItem(tr("Save ω to a file…"));
    m_presets->setAccessibleName(tr("Presets and files of ω"));
    showSession();
}

} // namespace pescope::ui
