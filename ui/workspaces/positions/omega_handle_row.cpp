// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/omega_handle_row.h"

#include "ui/theme/theme.h"
#include "ui/widgets/line_slider.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QStyle>
#include <QVBoxLayout>

#include <cmath>

namespace pescope::ui {

using session::OmegaHandle;

namespace {

/// Positions of the slider: fine enough that a drag over 200 px never skips a landscape step.
constexpr int kSliderSteps = 2000;

std::optional<double> parseNumber(QString text)
{
    text = text.trimmed();
    for (const QChar blank : {QChar(u' '), QChar(0x2009), QChar(0x202F), QChar(0x00A0)})
        text.remove(blank);
    text.replace(QChar(0x2212), u'-').replace(u',', u'.');
    bool ok = false;
    const double value = QLocale::c().toDouble(text, &ok);
    return ok ? std::optional(value) : std::nullopt;
}

/// A value that can be written down: three significant digits along the travel of a slider, whole numbers for the cuts.
double readable(double value, bool logarithmic)
{
    if (!logarithmic || !(value > 0))
        return std::round(value);
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 2);
    return std::round(value / unit) * unit;
}

} // namespace

OmegaHandleRow::OmegaHandleRow(OmegaHandle handle, QWidget* parent)
    : QWidget(parent)
    , m_handle(handle)
    , m_title(new QLabel(this))
    , m_mark(new QLabel(this))
    , m_unit(new QLabel(this))
    , m_field(new QLineEdit(this))
    , m_slider(new LineSlider(this))
    , m_sliderRow(new QHBoxLayout)
    , m_strip(new TravelStrip(this))
{
    m_title->setProperty("look", QStringLiteral("heading"));
    m_mark->setProperty("look", QStringLiteral("handle"));
    m_unit->setProperty("look", QStringLiteral("third"));
    m_field->setFixedWidth(handle == OmegaHandle::Base || handle == OmegaHandle::Scale ? 76 : 52);
    m_slider->setRange(0, kSliderSteps);
    m_slider->setSingleStep(kSliderSteps / 100);
    m_slider->setPageStep(kSliderSteps / 10);
    m_slider->installEventFilter(this);
    m_field->installEventFilter(this);

    // a cut's slider stands in the head's line; the others stand over their strip, knob above "now"
    const bool cut = handle == OmegaHandle::SkipFast || handle == OmegaHandle::SkipSlow;
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_title);
    head->addWidget(m_mark);
    if (cut)
        head->addWidget(m_slider, 1);
    else
        head->addStretch();
    head->addWidget(m_field);
    head->addWidget(m_unit);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 6, 16, 6);
    layout->setSpacing(4);
    layout->addLayout(head);
    if (!cut)
        m_sliderRow->addWidget(m_slider);
    layout->addLayout(m_sliderRow);
    layout->addWidget(m_strip);
    setInUse(false);
    retranslate();

    connect(m_slider, &QSlider::sliderPressed, this, &OmegaHandleRow::used);
    connect(m_slider, &QSlider::sliderMoved, this, [this](int place) {
        const Travel travel = travelOf(m_handle, m_spec);
        Q_EMIT dragged(readable(travel.valueAt(static_cast<double>(place) / kSliderSteps), travel.logarithmic));
    });
    connect(m_slider, &QSlider::sliderReleased, this, &OmegaHandleRow::dragFinished);
    // keys and clicks beside the knob: a step of their own
    connect(m_slider, &QSlider::actionTriggered, this, [this] {
        if (m_slider->isSliderDown())
            return;
        const Travel travel = travelOf(m_handle, m_spec);
        double value = travel.valueAt(static_cast<double>(m_slider->sliderPosition()) / kSliderSteps);
        const double now = valueOf(m_handle, m_spec);
        const double wanted = readable(value, travel.logarithmic);
        // a cut moves by at least one ω
        value = travel.logarithmic || wanted != now ? wanted : now + (value > now ? 1 : -1);
        Q_EMIT committed(std::clamp(value, travel.first, travel.last));
    });
    connect(m_field, &QLineEdit::editingFinished, this, &OmegaHandleRow::commitText);
    connect(m_strip, &TravelStrip::valueClicked, this,
            [this](double value) { Q_EMIT committed(readable(value, travelOf(m_handle, m_spec).logarithmic)); });
}

void OmegaHandleRow::setSpec(const encoding::SinusoidSpec& spec, const std::optional<encoding::SinusoidSpec>& former,
                             int sourceIndex)
{
    m_spec = spec;
    m_former = former;
    m_sourceIndex = sourceIndex;
    showValue();
}

void OmegaHandleRow::showValue()
{
    const double value = valueOf(m_handle, m_spec);
    const Travel travel = travelOf(m_handle, m_spec);
    if (!m_slider->isSliderDown())
        m_slider->setValue(static_cast<int>(std::lround(travel.fractionOf(value) * kSliderSteps)));
    if (!m_field->hasFocus() || !m_field->isModified())
        m_field->setText(numberText(value, m_handle == OmegaHandle::Base ? 6 : 4));
    m_slider->setAccessibleDescription(m_field->text());
    const bool cut = m_handle == OmegaHandle::SkipFast || m_handle == OmegaHandle::SkipSlow;
    const int pairs = m_spec.pairs() + m_spec.skipFast + m_spec.skipSlow;
    m_unit->setText(cut ? tr("of %1").arg(pairs) : QString());
    m_unit->setVisible(cut);
    const bool usable = m_spec.freeOmega.empty() || m_handle != OmegaHandle::Base;
    m_slider->setEnabled(usable);
    m_field->setEnabled(usable);
}

void OmegaHandleRow::setReached(const analysis::MonotoneRanges& ranges)
{
    const auto number = [](std::optional<tables::Index> m) {
        return m ? std::optional(static_cast<double>(*m)) : std::nullopt;
    };
    m_reached = {
        .tolerance = number(ranges.tolerance), .integer = number(ranges.integer), .continuous = ranges.continuous.m};
}

void OmegaHandleRow::setLandscape(const std::shared_ptr<const HandleLandscape>& landscape, std::uint64_t revision)
{
    const double now = valueOf(m_handle, m_spec);
    if (landscape && landscape == m_landscape) {
        m_strip->setNow(now, m_reached, revision);
        return;
    }
    m_landscape = landscape;
    TravelState state;
    state.revision = revision;
    state.now = now;
    state.reached = m_reached;
    state.sourceIndex = m_sourceIndex;
    state.logX = travelOf(m_handle, m_spec).logarithmic;
    if (m_former)
        state.before = valueOf(m_handle, *m_former);
    if (landscape) {
        state.x = landscape->x;
        state.epsilon = landscape->epsilon;
        state.continuous = landscape->ranges.continuous;
        const auto widened = [](const std::vector<std::optional<tables::Index>>& from) {
            std::vector<std::optional<double>> to(from.size());
            for (std::size_t k = 0; k < from.size(); ++k)
                if (from[k])
                    to[k] = static_cast<double>(*from[k]);
            return to;
        };
        state.integer = widened(landscape->ranges.integer);
        state.tolerance = widened(landscape->ranges.tolerance);
    }
    m_strip->setState(state);
}

void OmegaHandleRow::setInUse(bool inUse)
{
    const bool cut = m_handle == OmegaHandle::SkipFast || m_handle == OmegaHandle::SkipSlow;
    m_mark->setVisible(inUse && !cut); // the slider needs the room there; the strip says it
    m_strip->setVisible(inUse);
}

/// The knob stands over the strip's "now" line: the slider takes the insets of the strip's plot, less the knob's own.
/// Always, so that it does not move under the mouse when the strip appears.
void OmegaHandleRow::alignSlider()
{
    const QMargins plot = m_strip->plotMargins();
    if (m_handle == OmegaHandle::Base || m_handle == OmegaHandle::Scale)
        m_sliderRow->setContentsMargins(std::max(0, plot.left() - LineSlider::kInset), 0,
                                        std::max(0, plot.right() - LineSlider::kInset), 0);
}

void OmegaHandleRow::commitText()
{
    if (!m_field->isModified())
        return;
    m_field->setModified(false);
    const auto value = parseNumber(m_field->text());
    bool valid = false;
    if (value) {
        const encoding::SinusoidSpec wanted = withValue(m_handle, m_spec, *value);
        valid = encoding::validate(wanted).has_value();
    }
    m_field->setProperty("invalid", !valid);
    m_field->style()->polish(m_field);
    if (valid)
        Q_EMIT committed(*value);
    else
        m_field->setToolTip(tr("This value gives no frequencies. Press Esc to go back."));
}

bool OmegaHandleRow::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn)
        Q_EMIT used();
    if (event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (watched == m_field && key->key() == Qt::Key_Escape) {
            m_field->setModified(false);
            m_field->setProperty("invalid", false);
            m_field->setToolTip({});
            m_field->style()->polish(m_field);
            showValue();
            return true;
        }
        const bool left = key->key() == Qt::Key_Left || key->key() == Qt::Key_Down;
        const bool right = key->key() == Qt::Key_Right || key->key() == Qt::Key_Up;
        if (watched == m_slider && (key->modifiers() & Qt::ShiftModifier) && (left || right)) {
            m_slider->triggerAction(left ? QAbstractSlider::SliderPageStepSub : QAbstractSlider::SliderPageStepAdd);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void OmegaHandleRow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QWidget::changeEvent(event);
}

void OmegaHandleRow::retranslate()
{
    QString name;
    QString help;
    switch (m_handle) {
    case OmegaHandle::Base:
        name = tr("Base");
        help = tr("ω falls from 1 to about 1/base. It hardly moves the range above 10 000.");
        break;
    case OmegaHandle::Scale:
        name = tr("Scale c of all ω");
        help = tr("Multiplies every ω (position interpolation). The continuous range is exactly proportional to 1/c.");
        break;
    case OmegaHandle::SkipFast:
        name = tr("Leave out fastest");
        help = tr("Leaves out the fastest ω, which make the ripple that ends the range.");
        break;
    case OmegaHandle::SkipSlow:
        name = tr("Leave out slowest");
        help = tr("Leaves out the slowest ω, which hold ψ up at a distance.");
        break;
    }
    m_title->setText(name);
    m_title->setToolTip(help);
    m_mark->setText(tr("handle in use"));
    m_slider->setToolTip(help);
    m_slider->setAccessibleName(name);
    m_field->setAccessibleName(name);
    alignSlider();
    showValue();
}

} // namespace pescope::ui
