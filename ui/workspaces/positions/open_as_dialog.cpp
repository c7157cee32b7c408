// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/open_as_dialog.h"

#include "core/checkpoint/checkpoint.h"
#include "core/encoding/catalogue.h"
#include "core/encoding/loose_array.h"
#include "core/encoding/table_encoding.h"
#include "ui/theme/core_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

namespace pescope::ui {

using tables::Index;

namespace {

struct Tensors {
    std::vector<checkpoint::TensorInfo> all;
    bool loose = false;
};

QSpinBox* makeSpin(int low, const QString& special, const QString& name)
{
    auto* box = new QSpinBox;
    box->setRange(low, 1 << 28);
    box->setSpecialValueText(special);
    box->setAccessibleName(name);
    return box;
}

} // namespace

OpenAsDialog::OpenAsDialog(const QString& path, const QString& tensor, QWidget* parent)
    : QDialog(parent)
    , m_path(path)
    , m_first(tensor)
{
    setWindowTitle(tr("Open %1 as…").arg(QFileInfo(path).fileName()));
    build();
    resize(640, 640);
    m_runner.start(
        this,
        [file = path.toStdString()](const JobContext& /*job*/) -> Result<Tensors> {
            PESCOPE_TRY(checkpoint, checkpoint::Checkpoint::open(file));
            Tensors found;
            found.loose = encoding::isLoose(checkpoint);
            for (const checkpoint::TensorInfo& one : checkpoint.tensors())
                if (encoding::couldBeTable(one))
                    found.all.push_back(one);
            return found;
        },
        [this](Result<Tensors> found) {
            if (!found) {
                m_meaning->setText(qt(describe(found.error())));
                return;
            }
            m_all = std::move(found->all);
            m_loose = found->loose;
            fill();
        });
}

void OpenAsDialog::build()
{
    m_filter = new QLineEdit;
    m_filter->setPlaceholderText(tr("Find a tensor by a part of its name"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setClearButtonEnabled(true);
    m_tensors = new QListWidget;
    m_tensors->setAccessibleName(tr("Tensors with two axes"));
    m_family = new QComboBox;
    m_family->addItem(tr("as found"));
    for (const std::string_view type : encoding::knownModelTypes())
        m_family->addItem(QString::fromUtf8(type.data(), static_cast<qsizetype>(type.size())));
    m_family->setAccessibleName(tr("Family"));
    m_kind = new QComboBox;
    m_kind->addItems({tr("positions: a row each"), tr("offsets m = i − j: a row each")});
    m_kind->setAccessibleName(tr("Rows are"));
    m_transpose = new QCheckBox(tr("transposed: the stored rows are the dimensions"));
    m_ownOffset = new QCheckBox(tr("said by hand"));
    m_offset = makeSpin(0, {}, tr("Row of position 0"));
    m_positions = makeSpin(0, tr("all from there"), tr("Positions"));
    m_gridRows = makeSpin(0, tr("no grid"), tr("Rows of the grid"));
    m_gridColumns = makeSpin(0, tr("no grid"), tr("Columns of the grid"));
    m_prefix = makeSpin(0, {}, tr("Positions in front of the grid"));
    m_sign = new QComboBox;
    m_sign->addItems({tr("with query − key"), tr("with key − query")});
    m_sign->setAccessibleName(tr("Rows run"));
    m_meaning = new QLabel;
    m_meaning->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    m_open = buttons->button(QDialogButtonBox::Open);
    m_open->setText(tr("Open"));
    m_open->setProperty("look", QStringLiteral("primary"));
    m_open->setEnabled(false);
    buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
    auto* offset = new QHBoxLayout;
    offset->addWidget(m_offset, 1);
    offset->addWidget(m_ownOffset);
    auto* grid = new QHBoxLayout;
    grid->addWidget(m_gridRows, 1);
    grid->addWidget(new QLabel(QStringLiteral("×")));
    grid->addWidget(m_gridColumns, 1);
    auto* form = new QFormLayout;
    form->addRow(tr("Family"), m_family);
    form->addRow(tr("Rows are"), m_kind);
    form->addRow(QString(), m_transpose);
    form->addRow(tr("Position 0 is row"), offset);
    form->addRow(tr("Positions"), m_positions);
    form->addRow(tr("Grid, rows × columns"), grid);
    form->addRow(tr("In front of the grid"), m_prefix);
    form->addRow(tr("Rows run"), m_sign);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_filter);
    layout->addWidget(m_tensors, 1);
    layout->addLayout(form);
    layout->addWidget(m_meaning);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_filter, &QLineEdit::textChanged, this, &OpenAsDialog::fill);
    connect(m_tensors, &QListWidget::currentRowChanged, this, &OpenAsDialog::showMeaning);
    connect(m_tensors, &QListWidget::itemActivated, this, [this] {
        if (m_open->isEnabled())
            accept();
    });
    for (QComboBox* box : {m_family, m_kind, m_sign})
        connect(box, &QComboBox::currentIndexChanged, this, &OpenAsDialog::showMeaning);
    for (QCheckBox* box : {m_transpose, m_ownOffset})
        connect(box, &QCheckBox::toggled, this, &OpenAsDialog::showMeaning);
    for (QSpinBox* box : {m_offset, m_positions, m_gridRows, m_gridColumns, m_prefix})
        connect(box, &QSpinBox::valueChanged, this, &OpenAsDialog::showMeaning);
}

void OpenAsDialog::fill()
{
    const QString wanted = m_tensors->currentItem() ? m_tensors->currentItem()->data(Qt::UserRole).toString() : m_first;
    m_tensors->clear();
    for (const checkpoint::TensorInfo& one : m_all) {
        const QString name = qt(one.name);
        if (!name.contains(m_filter->text(), Qt::CaseInsensitive))
            continue;
        auto* item = new QListWidgetItem(
            QStringLiteral("%1   %2  %3").arg(name, qt(encoding::shapeText(one.shape)), qt(one.dtype)), m_tensors);
        item->setData(Qt::UserRole, name);
        if (name == wanted)
            m_tensors->setCurrentItem(item);
    }
    if (!m_tensors->currentItem() && m_tensors->count() > 0)
        m_tensors->setCurrentRow(0);
    showMeaning();
}

const checkpoint::TensorInfo* OpenAsDialog::tensor() const
{
    const QListWidgetItem* item = m_tensors->currentItem();
    if (!item)
        return nullptr;
    const auto at =
        std::ranges::find(m_all, item->data(Qt::UserRole).toString().toStdString(), &checkpoint::TensorInfo::name);
    return at == m_all.end() ? nullptr : &*at;
}

encoding::OpenAs OpenAsDialog::choice() const
{
    encoding::OpenAs as;
    if (m_family->currentIndex() > 0 && !m_loose)
        as.family = m_family->currentText().toStdString();
    const bool relative = m_kind->currentIndex() == 1;
    as.kind = relative ? encoding::OpenAs::Kind::Relative : encoding::OpenAs::Kind::Absolute;
    as.transpose = m_transpose->isChecked();
    as.keyMinusQuery = relative && m_sign->currentIndex() == 1;
    if (m_ownOffset->isChecked())
        as.offset = m_offset->value();
    if (relative)
        return as;
    if (m_positions->value() > 0)
        as.positions = m_positions->value();
    if (m_gridRows->value() > 0 && m_gridColumns->value() > 0) {
        as.grid = {m_gridRows->value(), m_gridColumns->value()};
        as.prefix = m_prefix->value();
    }
    return as;
}

void OpenAsDialog::choose(const encoding::OpenAs& as)
{
    m_family->setCurrentIndex(std::max(0, m_family->findText(qt(as.family))));
    m_kind->setCurrentIndex(as.kind == encoding::OpenAs::Kind::Relative ? 1 : 0);
    m_sign->setCurrentIndex(as.keyMinusQuery ? 1 : 0);
    m_transpose->setChecked(as.transpose);
    showMeaning(); // the range of the offset follows the kind
    m_ownOffset->setChecked(as.offset.has_value());
    m_offset->setValue(static_cast<int>(as.offset.value_or(0)));
    m_positions->setValue(static_cast<int>(as.positions.value_or(0)));
    m_gridRows->setValue(as.grid ? static_cast<int>(as.grid->first) : 0);
    m_gridColumns->setValue(as.grid ? static_cast<int>(as.grid->second) : 0);
    m_prefix->setValue(static_cast<int>(as.prefix));
}

/// What the choice makes of the tensor, by its shape alone.
QString OpenAsDialog::meaning(bool& fits) const
{
    fits = false;
    const checkpoint::TensorInfo* chosen = tensor();
    if (!chosen)
        return m_all.empty() ? tr("The file has no tensor with two axes.") : tr("Choose a tensor.");
    if (!chosen->readable)
        return tr("Tensors of type %1 cannot be read.").arg(qt(chosen->dtype));
    const auto shape = encoding::withoutLeadingOnes(chosen->shape);
    const Index rows = m_transpose->isChecked() ? shape[1] : shape[0];
    const Index columns = m_transpose->isChecked() ? shape[0] : shape[1];
    const encoding::OpenAs as = choice();
    if (as.kind == encoding::OpenAs::Kind::Relative) {
        if (!as.offset && rows % 2 == 0)
            return tr("%1 rows have no middle one: say which m row 0 has.").arg(rows);
        const Index first = as.offset.value_or(as.keyMinusQuery ? (rows - 1) / 2 : -(rows - 1) / 2);
        const Index last = as.keyMinusQuery ? first - rows + 1 : first + rows - 1;
        fits = true;
        return tr("Vectors of %1 dimensions for m = %2 … %3.").arg(columns).arg(first).arg(last);
    }
    const Index first = as.offset.value_or(0);
    const Index positions = as.positions.value_or(rows - first);
    if (first >= rows || positions > rows - first)
        return tr("The tensor has %1 rows: there are not so many positions from row %2 on.").arg(rows).arg(first);
    QString text = tr("%1 positions × %2 dimensions").arg(positions).arg(columns);
    if (!as.family.empty() && !as.offset)
        text = tr("%1 rows × %2 dimensions; which of them are positions says the family %3")
                   .arg(rows)
                   .arg(columns)
                   .arg(qt(as.family));
    else if (first > 0)
        text += tr("; position 0 is row %1").arg(first);
    if (as.grid) {
        const Index cells = as.grid->first * as.grid->second + as.prefix;
        if (cells != positions)
            return tr("A grid of %1 × %2 and %3 in front of it are %4 positions, there are %5.")
                .arg(as.grid->first)
                .arg(as.grid->second)
                .arg(as.prefix)
                .arg(cells)
                .arg(positions);
        text += tr("; a grid of %1 × %2").arg(as.grid->first).arg(as.grid->second);
    }
    fits = true;
    return tr("%1.", "a sentence").arg(text);
}

void OpenAsDialog::showMeaning()
{
    const bool relative = m_kind->currentIndex() == 1;
    m_family->setEnabled(!m_loose); // an array by itself has none
    m_offset->setEnabled(m_ownOffset->isChecked());
    m_offset->setMinimum(relative ? -(1 << 28) : 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_positions, m_gridRows, m_gridColumns, m_prefix})
        widget->setEnabled(!relative);
    m_sign->setEnabled(relative);
    bool fits = false;
    m_meaning->setText(meaning(fits));
    m_open->setEnabled(fits);
}

bool OpenAsDialog::ready() const
{
    return m_open->isEnabled();
}

QString OpenAsDialog::source() const
{
    encoding::OpenAs as = choice();
    const checkpoint::TensorInfo* chosen = tensor();
    if (chosen && !m_loose)
        as.tensor = chosen->name;
    const QString id = chosen && m_loose && m_all.size() > 1 ? u'#' + qt(chosen->name) : QString();
    return qt(encoding::specText(as)) + m_path + id;
}

} // namespace pescope::ui
