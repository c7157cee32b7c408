// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/ranges_table.h"

#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/workspaces/positions/frame_presenter.h"

#include <QEvent>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QVBoxLayout>

#include <array>
#include <cmath>

namespace pescope::ui {

namespace {

constexpr double kSmallestEpsilon = 1e-6, kLargestEpsilon = 1e-1;

std::optional<double> parseEpsilon(QString text)
{
    // "10⁻⁴", "1e-4", "0.0001", "3·10⁻⁵", or the bare exponent "-4"
    static const QString kSuperscripts = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹");
    QString plain;
    bool exponent = false;
    for (const QChar c : text.simplified().remove(u' ')) {
        const qsizetype digit = kSuperscripts.indexOf(c);
        if (digit >= 0 || c == QChar(u'⁻')) {
            if (!exponent)
                plain += u'^';
            exponent = true;
            plain += digit >= 0 ? QChar(u'0' + static_cast<char16_t>(digit)) : QChar(u'-');
        } else {
            plain += c == QChar(0x2212) ? QChar(u'-') : c == u',' ? QChar(u'.') : c;
        }
    }
    double mantissa = 1;
    if (const qsizetype dot = plain.indexOf(u'·'); dot > 0) {
        bool ok = false;
        mantissa = plain.left(dot).toDouble(&ok);
        if (!ok)
            return std::nullopt;
        plain = plain.mid(dot + 1);
    }
    bool ok = false;
    double value = 0;
    if (plain.startsWith(u"10^"))
        value = mantissa * std::pow(10.0, plain.mid(3).toDouble(&ok));
    else
        value = plain.toDouble(&ok);
    if (ok && value <= -1 && value >= -6)
        value = std::pow(10.0, value);
    if (!ok || !(value >= kSmallestEpsilon * 0.999 && value <= kLargestEpsilon * 1.001))
        return std::nullopt;
    return value;
}

QString wholeRange(const std::optional<tables::Index>& m, tables::Index searchedTo)
{
    return m ? rangeText(*m) : QStringLiteral("0…%1+").arg(numberText(static_cast<double>(searchedTo), 8));
}

QString change(const std::optional<tables::Index>& before, const std::optional<tables::Index>& now)
{
    if (!before || !now)
        return QStringLiteral("—");
    const auto difference = static_cast<double>(*now - *before);
    return (difference > 0        ? QStringLiteral("+")
                : difference == 0 ? QStringLiteral("±")
                                  : QString())
        + numberText(difference, 7);
}

/// The step that ends the integer range.
double endingRise(const frame::Psi& psi)
{
    const auto end = psi.ranges.integer;
    return end && *end < static_cast<tables::Index>(psi.steps.size()) ? psi.steps[static_cast<std::size_t>(*end)]
                                                                      : std::nan("");
}

QString signedText(double value)
{
    return (value > 0 ? QStringLiteral("+") : QString()) + numberText(value, 3);
}

} // namespace

RangesTable::RangesTable(QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel(this))
    , m_epsilonLabel(new QLabel(this))
    , m_epsilon(new QLineEdit(this))
    , m_values(new QWidget(this))
    , m_note(new QLabel(this))
{
    m_title->setProperty("look", QStringLiteral("heading"));
    m_epsilonLabel->setProperty("look", QStringLiteral("second"));
    m_epsilon->setFixedWidth(72);
    m_note->setProperty("look", QStringLiteral("third"));
    m_note->setWordWrap(true);

    auto* head = new QHBoxLayout;
    head->addWidget(m_title);
    head->addStretch();
    head->addWidget(m_epsilonLabel);
    head->addWidget(m_epsilon);
    auto* grid = new QGridLayout(m_values);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(10);
    grid->setVerticalSpacing(5);
    grid->setColumnStretch(0, 1);
    for (int row = 0; row <= kRows; ++row)
        for (int column = 0; column < kColumns; ++column) {
            auto* cell = new SteadyLabel(m_values);
            cell->setAlignment(column == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
            m_cells[row][column] = cell;
            grid->addWidget(cell, row, column, cell->alignment());
        }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 8, 16, 8);
    layout->setSpacing(8);
    layout->addLayout(head);
    layout->addWidget(m_values);
    layout->addWidget(m_note);

    connect(m_epsilon, &QLineEdit::editingFinished, this, [this] {
        if (!m_epsilon->isModified())
            return;
        const auto value = parseEpsilon(m_epsilon->text());
        m_epsilon->setProperty("invalid", !value);
        m_epsilon->style()->polish(m_epsilon);
        m_epsilon->setModified(false);
        if (value)
            Q_EMIT epsilonChanged(*value);
    });
    showNothing(Absent::NoSource);
}

/// Every value below the headings and right of the names, empty where nothing is set; so each label is set once.
struct RangesTable::Cells {
    struct Cell {
        QString text;
        const char* look = "";
    };
    std::array<std::array<Cell, kColumns>, kRows + 1> at;
    void set(int row, int column, const QString& text, const char* look = "")
    {
        at[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)] = {text, look};
    }
};

void RangesTable::setCell(int row, int column, const QString& text, const char* look)
{
    SteadyLabel* cell = m_cells[row][column];
    if (look)
        setLook(cell, "look", QString::fromLatin1(look));
    cell->setText(text);
}

void RangesTable::showValues(const Cells& cells)
{
    for (int row = 1; row <= kRows; ++row)
        for (int column = 1; column < kColumns; ++column) {
            const Cells::Cell& cell = cells.at[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)];
            setCell(row, column, cell.text, cell.look);
        }
}

void RangesTable::setHeadings(const QString& first, const QString& second, const QString& third)
{
    setCell(0, 0, {}, "second");
    setCell(0, 1, first, "second");
    setCell(0, 2, second, "second");
    setCell(0, 3, third, "second");
}

void RangesTable::setRowNames(bool sinusoid)
{
    m_values->show();
    setCell(1, 0, sinusoid ? tr("At integer m") : tr("Mean profile, integer m"), "second");
    setCell(2, 0, sinusoid ? tr("Continuous, certified") : tr("Mean profile, with tolerance ε"), "second");
    setCell(3, 0, sinusoid ? tr("With tolerance ε") : tr("Row by row, median"), "second");
    setCell(4, 0, sinusoid ? tr("Rise that ends it") : tr("Rows' 10–90 %"), "second");
    m_cells[1][0]->setToolTip(tr("The largest m with ψ(0) > ψ(1) > … > ψ(m): positions are whole numbers."));
    m_cells[2][0]->setToolTip(
        sinusoid ? tr("The first real m > 0 at which ψ′ changes its sign; every step of the search is a proof.")
                 : QString());
    m_cells[3][0]->setToolTip(
        sinusoid ? tr("The largest m up to which ψ never rises by more than ε ψ(0) above its minimum so far.")
                 : QString());
}

void RangesTable::setEpsilon(double epsilon)
{
    if (!m_epsilon->hasFocus() || !m_epsilon->isModified())
        m_epsilon->setText(present::powerText(epsilon));
}

void RangesTable::showSinusoid(const frame::Psi& now, const std::optional<frame::Psi>& before, int sourceIndex,
                               double epsilon, std::uint64_t revision)
{
    Q_UNUSED(sourceIndex);
    m_again = [this, now, before, sourceIndex, epsilon, revision] {
        showSinusoid(now, before, sourceIndex, epsilon, revision);
    };
    m_revision = revision;
    m_title->setText(tr("Range, three senses"));
    m_epsilonLabel->setText(tr("ε"));
    setEpsilon(epsilon);
    setRowNames(true);
    setHeadings(before ? tr("before") : QString(), tr("now"), before ? tr("change") : QString());
    const auto searched = now.ranges.searchedTo;
    const auto real = [](const std::optional<double>& m) { return m ? numberText(*m, 4) : QStringLiteral("∞"); };
    Cells cells;
    cells.set(1, 2, wholeRange(now.ranges.integer, searched), "value");
    cells.set(2, 2, real(now.ranges.continuous.m), "value");
    cells.set(3, 2, wholeRange(now.ranges.tolerance, searched), "value");
    cells.set(4, 2, signedText(endingRise(now)), "value");
    if (before) {
        cells.set(1, 1, wholeRange(before->ranges.integer, before->ranges.searchedTo));
        cells.set(2, 1, real(before->ranges.continuous.m));
        cells.set(3, 1, wholeRange(before->ranges.tolerance, before->ranges.searchedTo));
        cells.set(4, 1, signedText(endingRise(*before)));
        cells.set(1, 3, change(before->ranges.integer, now.ranges.integer), "value");
        cells.set(3, 3, change(before->ranges.tolerance, now.ranges.tolerance), "value");
        if (before->ranges.continuous.m && now.ranges.continuous.m)
            cells.set(2, 3,
                      QStringLiteral("×") + numberText(*now.ranges.continuous.m / *before->ranges.continuous.m, 4),
                      "value");
    }
    showValues(cells);
    m_note->setText(
        tr("Rise in units of ψ, of ψ(0) = %1. Continuous: exactly ∝ 1/c. Integer: jumps with c, as the ripples of "
           "ψ fall between whole m.")
            .arg(now.omega.size()));
    update();
}

void RangesTable::showCurve(const frame::Curve& curve, int sourceIndex, double epsilon, std::uint64_t revision)
{
    m_again = [this, curve, sourceIndex, epsilon, revision] { showCurve(curve, sourceIndex, epsilon, revision); };
    m_revision = revision;
    m_title->setText(tr("Monotone range of %1").arg(sourceLetter(sourceIndex)));
    m_epsilonLabel->setText(tr("ε"));
    setEpsilon(epsilon);
    setRowNames(false);
    setHeadings({}, {}, {});
    Cells cells;
    cells.set(1, 3, wholeRange(curve.integer, curve.searchedTo), "value");
    cells.set(2, 3, wholeRange(curve.tolerance, curve.searchedTo), "value");
    QString note;
    if (curve.statistics && !curve.statistics->rows.ranges.empty()) {
        const analysis::RowRanges& rows = curve.statistics->rows;
        cells.set(3, 3, QStringLiteral("0…") + numberText(rows.median, 4), "value");
        cells.set(4, 3, tr("%1 to %2").arg(numberText(rows.p10, 4), numberText(rows.p90, 4)), "value");
        note = tr("%1 % of the rows' ranges run into the edge of the table; theirs are lower bounds.")
                   .arg(numberText(100 * rows.shareCensored, 2));
        if (curve.proximity && rows.rowsUsed < curve.proximity->rows())
            note += QLatin1Char(' ') + tr("Taken on a sample of %1 rows.").arg(rows.rowsUsed);
    } else if (curve.fromOmega || (curve.proximity && curve.proximity->toeplitz())) {
        cells.set(3, 3, tr("all rows alike"), "second");
        cells.set(4, 3, QStringLiteral("—"), "second");
    } else {
        cells.set(3, 3, QStringLiteral("…"), "second");
        cells.set(4, 3, QStringLiteral("…"), "second");
    }
    showValues(cells);
    m_note->setText(note);
    update();
}

void RangesTable::showNothing(Absent why)
{
    m_again = [this, why] { showNothing(why); };
    m_title->setText(tr("Monotone range"));
    m_epsilonLabel->setText(tr("ε"));
    setEpsilon(1e-4);
    m_values->hide();
    const auto reason = [why] {
        switch (why) {
        case Absent::NoSource:
            return tr("Select a source to see its ranges.");
        case Absent::Loading:
            return tr("The source is being read.");
        case Absent::Failed:
            return tr("The source could not be opened; its pane says why.");
        case Absent::Difference:
            return tr("A difference rises and falls: it has no monotone range.");
        case Absent::Hidden:
            return tr("The source is hidden. Show it to see its ranges.");
        }
        return QString();
    };
    m_note->setText(reason());
}

void RangesTable::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange && m_again) {
        const auto again = m_again; // it replaces itself
        again();
    }
    QWidget::changeEvent(event);
}

void RangesTable::paintEvent(QPaintEvent* event)
{
    m_painted = m_revision;
    QWidget::paintEvent(event);
}

} // namespace pescope::ui
