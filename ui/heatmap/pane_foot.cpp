// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/heatmap/pane_foot.h"

#include "core/raster/colormap.h"
#include "ui/heatmap/ticks.h"
#include "ui/widgets/labels.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QVBoxLayout>

namespace pescope::ui {

namespace {

/// "+32", "−7", "0"
QString signedText(Index offset)
{
    return offset > 0 ? QString(u'+' % positionText(offset)) : positionText(offset);
}

} // namespace

QString shareText(double share)
{
    constexpr double kRoundsToNothing = 0.0005;
    if (share > 0 && share < kRoundsToNothing)
        return PaneFoot::tr("< 0.1 %");
    return PaneFoot::tr("%1 %").arg(QString::number(100 * share, 'f', 1));
}

ColourSwatch::ColourSwatch(Kind kind, QWidget* parent)
    : QWidget(parent)
    , m_kind(kind)
{
    setFixedSize(11, 11);
}

void ColourSwatch::setDiverging(bool diverging)
{
    if (diverging == m_diverging)
        return;
    m_diverging = diverging;
    update();
}

void ColourSwatch::paintEvent(QPaintEvent*)
{
    const Theme theme = Theme::of(this);
    const raster::Colormap& map = m_diverging ? raster::defaultDiverging() : raster::defaultColormap();
    QPainter painter(this);
    painter.fillRect(rect(),
                     m_kind == Kind::Below       ? theme.clippedBelow(m_diverging)
                         : m_kind == Kind::Above ? theme.clippedAbove(m_diverging)
                                                 : QColor::fromRgb(map.notFinite));
    painter.setPen(theme.colour(Role::Axis));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

PaneFoot::PaneFoot(QWidget* parent)
    : QWidget(parent)
    , m_place(new SteadyLabel(this))
    , m_value(new SteadyLabel(this))
    , m_clipped(makeLabel({}, "value", this, TextSize::Small))
    , m_below(new SteadyLabel(this))
    , m_above(new SteadyLabel(this))
    , m_notFinite(new SteadyLabel(this))
    , m_belowSwatch(new ColourSwatch(ColourSwatch::Kind::Below, this))
    , m_aboveSwatch(new ColourSwatch(ColourSwatch::Kind::Above, this))
    , m_notFiniteSwatch(new ColourSwatch(ColourSwatch::Kind::NotFinite, this))
    , m_cellNote(new ElidedLabel({}, this))
{
    for (SteadyLabel* label : {m_place, m_value, m_below, m_above, m_notFinite}) {
        label->setProperty("look", label == m_value ? QStringLiteral("value") : QStringLiteral("second"));
        label->setFont(Theme::font(TextSize::Small));
    }
    m_cellNote->setProperty("look", QStringLiteral("second"));
    m_cellNote->setFont(Theme::font(TextSize::Small));
    m_cellNote->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto* rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(4);
    m_values = new QHBoxLayout;
    m_values->setSpacing(10);
    m_values->addWidget(m_place);
    m_values->addWidget(m_value);
    m_values->addStretch();
    rows->addLayout(m_values);
    m_shares = new QHBoxLayout;
    m_shares->setSpacing(8);
    m_shares->addWidget(m_clipped);
    for (const auto& [swatch, label] :
         {std::pair(m_belowSwatch, m_below), {m_aboveSwatch, m_above}, {m_notFiniteSwatch, m_notFinite}}) {
        auto* share = new QHBoxLayout;
        share->setSpacing(5);
        share->addWidget(swatch);
        share->addWidget(label);
        share->addStretch();
        m_shares->addLayout(share);
    }
    m_shares->addWidget(m_cellNote, 1);
    rows->addLayout(m_shares);
    rows->addStretch();
    setTexts({});
    setReadout({});
}

void PaneFoot::setTexts(const PaneTexts& texts)
{
    m_clipped->setText(texts.sharesOfView ? tr("clipped in view") : tr("clipped"));
    m_clipped->setToolTip(texts.sharesOfView ? tr("Shares of the pixels in view")
                                             : tr("Shares of all cells of the map, the diagonal included"));
    m_below->setText(tr("below %1").arg(shareText(texts.shareBelow)));
    m_above->setText(tr("above %1").arg(shareText(texts.shareAbove)));
    m_notFinite->setText(tr("NaN %1").arg(shareText(texts.shareNotFinite)));
    m_notFinite->setToolTip(tr("Pixels that touch a value which is not finite"));
    m_notFinite->setVisible(texts.shareNotFinite > 0);
    m_notFiniteSwatch->setVisible(texts.shareNotFinite > 0);
    for (ColourSwatch* swatch : {m_belowSwatch, m_aboveSwatch, m_notFiniteSwatch})
        swatch->setDiverging(texts.diverging);
    m_cellNote->setText(texts.cellNote);
}

void PaneFoot::setUpright(bool upright)
{
    const auto direction = upright ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight;
    m_values->setDirection(direction);
    m_shares->setDirection(direction);
    m_values->setSpacing(upright ? 4 : 10);
    m_shares->setSpacing(upright ? 4 : 8);
    m_cellNote->setAlignment((upright ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
}

void PaneFoot::setReadout(const PaneReadout& readout)
{
    if (!readout.cell) {
        m_place->setText(tr("Point at a cell to read its value."));
        m_value->setText({});
        return;
    }
    if (const auto& pair = readout.patches)
        m_place->setText(tr("i at (%1, %2)   j at (%3, %4)   (y, x)")
                             .arg(positionText(pair->i.y), positionText(pair->i.x), positionText(pair->j.y),
                                  positionText(pair->j.x)));
    else if (readout.table)
        m_place->setText((readout.offsets ? tr("r %1   dimension %2") : tr("i %1   dimension %2"))
                             .arg(readout.offsets ? signedText(readout.rowLabel) : positionText(readout.rowLabel),
                                  positionText(readout.columnLabel))
                         + (readout.place != readout.columnLabel ? tr("   at place %1").arg(positionText(readout.place))
                                                                 : QString()));
    else if (readout.offsets)
        m_place->setText(tr("r %1   r′ %2   r − r′ = %3")
                             .arg(signedText(readout.rowLabel), signedText(readout.columnLabel),
                                  signedText(readout.rowLabel - readout.columnLabel)));
    else
        m_place->setText(tr("i %1   j %2   m = i − j = %3")
                             .arg(positionText(readout.rowLabel), positionText(readout.columnLabel),
                                  signedText(readout.rowLabel - readout.columnLabel)));
    m_value->setText(tr("%1 = %2", "name and value").arg(readout.valueName, numberText(readout.value)));
}

} // namespace pescope::ui
