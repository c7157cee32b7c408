// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene.h"

#include "ui/theme/text_line.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace pescope::ui::charts {

namespace {

constexpr double kSide = 12;
constexpr double kBetween = 16; // px between entries of the top row

/// A sentence in place of a picture.
class MessageScene final : public SpectrumScene {
public:
    MessageScene(ChartView* view, const QWidget* themed, QString message)
        : SpectrumScene(view, themed)
        , m_message(std::move(message))
    {
    }
    void rebuild(const SpectrumChartState& /*state*/, int /*choice*/) override { say(m_message); }
    void mark(std::optional<Index> /*point*/, std::optional<Index> /*row*/) override { }
    [[nodiscard]] Index points() const override { return 0; }
    [[nodiscard]] std::optional<Index> pointAt(QPointF /*at*/) const override { return std::nullopt; }

private:
    QString m_message;
};

} // namespace

SpectrumScene::SpectrumScene(ChartView* view, const QWidget* themed)
    : m_view(view)
    , m_themed(themed)
    , m_words(added<ChipsItem>(2.5))
    , m_legend(added<LegendItem>(2.5))
    , m_message(added<MessageItem>(6))
{
}

SpectrumScene::~SpectrumScene() = default;

void SpectrumScene::wheel(QPointF at, double steps)
{
    if (const Plot* plot = zoomed())
        m_axis.zoom(plot->xValue(at.x()), steps);
}

void SpectrumScene::drag(double dx)
{
    if (const Plot* plot = zoomed())
        m_axis.pan(-dx / plot->place().width() * (m_axis.high() - m_axis.low()));
}

bool SpectrumScene::reveal(Index point)
{
    const double at = axisOf(point);
    if (!zoomed() || (at >= m_axis.low() && at <= m_axis.high()))
        return false;
    m_axis.pan(at - (m_axis.low() + m_axis.high()) / 2);
    return true;
}

void SpectrumScene::home()
{
    m_axis.reset();
}

double SpectrumScene::layTop(const QStringList& words, const QList<LegendItem::Entry>& legend)
{
    const QRectF area({}, size());
    m_words->setArea(area);
    m_legend->setArea(area);
    m_message->setArea(area);
    m_message->text.clear();
    m_sentence = words.join(QStringLiteral("; "));
    const double line = lineHeight();
    const double room = area.width() - 2 * kSide;
    double legendWidth = legend.isEmpty() ? 0 : -kBetween;
    for (const LegendItem::Entry& entry : legend)
        legendWidth += LegendItem::width(entry.text) + kBetween;

    const QString separator = QStringLiteral("  ·  ");
    QStringList shown = words;
    const auto widthOf = [&] { return chipSize(shown.join(separator), false, false).width(); };
    const bool oneRow = legend.isEmpty() || words.isEmpty()
        || chipSize(words.first(), false, false).width() + 2 * kBetween + legendWidth <= room;
    const double wordsRoom = oneRow && !legend.isEmpty() ? room - legendWidth - 2 * kBetween : room;
    while (shown.size() > 1 && widthOf() > wordsRoom)
        shown.removeLast();
    m_words->chips.clear();
    double y = 4;
    if (!shown.isEmpty())
        m_words->chips.append(Chip{.rect = QRectF(kSide, y, std::min(widthOf(), room), line),
                                   .text = shown.join(separator),
                                   .colour = theme().colour(Role::Text),
                                   .framed = false,
                                   .letter = {}});
    if (!oneRow)
        y += line + 2;
    m_legend->entries = legend;
    double x = area.width() - kSide - legendWidth;
    for (LegendItem::Entry& entry : m_legend->entries) {
        const double width = LegendItem::width(entry.text);
        entry.rect = QRectF(x, y, width, line);
        x += width + kBetween;
    }
    m_words->update();
    m_legend->update();
    return shown.isEmpty() && legend.isEmpty() ? 6 : y + line + 6;
}

void SpectrumScene::say(const QString& message)
{
    layTop({}, {});
    m_sentence = message;
    m_message->text = message;
    m_message->update();
}

SpectrumScene::ValueAxis SpectrumScene::valueAxis(double low, double high, int height, double least)
{
    ValueAxis axis;
    if (!(low <= high)) {
        low = 0;
        high = 1;
    }
    const double span = std::max({high - low, least, 1e-9 * std::max(std::abs(low), std::abs(high))});
    axis.low = low - 0.06 * span;
    axis.high = high + 0.06 * span;
    if (high - low < span) { // one value: in the middle
        axis.low = (low + high) / 2 - span;
        axis.high = (low + high) / 2 + span;
    }
    const int most = std::max(2, static_cast<int>(height / (lineHeight() + 8)));
    // one tick tells no scale
    for (int count = most; axis.ticks.size() < 2 && count <= most + 3; ++count)
        axis.ticks = linearTicks(axis.low, axis.high, niceInterval(axis.high - axis.low, count));
    return axis;
}

int SpectrumScene::leftMargin(const QList<QList<Tick>>& ticks)
{
    const QFont font = Theme::font(TextSize::Axis);
    double width = QFontMetricsF(font).horizontalAdvance(QStringLiteral("0.00"));
    for (const QList<Tick>& list : ticks)
        for (const Tick& tick : list)
            width = std::max(width, textWidth(font, tick.label));
    return static_cast<int>(std::ceil(lineHeight() + 8 + width + 12));
}

QList<Tick> SpectrumScene::offsetTicks(int width) const
{
    QList<Tick> ticks = linearTicks(m_axis.low(), m_axis.high(),
                                    offsetInterval(m_axis.high() - m_axis.low(), std::clamp(width / 56, 2, 10)));
    for (Tick& tick : ticks)
        tick.label = wholeText(std::llround(tick.at));
    return ticks;
}

QList<Tick> SpectrumScene::roundLogTicks(double low, double high, int maxTicks, bool asPowers)
{
    QList<Tick> ticks = logTicks(low, high, maxTicks, asPowers);
    if (ticks.size() > 2 && ticks.first().at <= low)
        ticks.removeFirst();
    if (ticks.size() > 2 && ticks.last().at >= high)
        ticks.removeLast();
    return ticks;
}

QString SpectrumScene::fittingTitle(const QStringList& titles, int height)
{
    for (const QString& title : titles)
        if (textWidth(Theme::font(TextSize::Axis), title) <= height + 6)
            return title;
    return titles.last();
}

Chip SpectrumScene::readOut(const QString& text, double x, const QRectF& plot)
{
    const QSizeF size = chipSize(text, false);
    double left = x + 10;
    if (left + size.width() > plot.right() - 2)
        left = x - 10 - size.width();
    left = std::max(left, plot.left() + 2);
    return Chip{.rect = QRectF({left, plot.top() + 3}, size), .text = text, .colour = {}, .letter = {}};
}

QPen SpectrumScene::ghostPen(double width) const
{
    QPen pen(theme().colour(Role::Ghost), width);
    pen.setDashPattern({5, 4});
    pen.setCosmetic(true);
    return pen;
}

QPen SpectrumScene::sourcePen(int source, double width) const
{
    QPen pen(theme().source(source), width);
    pen.setCosmetic(true);
    return pen;
}

QPen SpectrumScene::componentPen(int source, int component) const
{
    QPen pen = sourcePen(source, component == 0 ? 2.2 : 1.7);
    if (component == 1)
        pen.setDashPattern({6, 3});
    if (component == 2)
        pen.setDashPattern({1.5, 2});
    return pen;
}

std::unique_ptr<SpectrumScene> makeMessageScene(ChartView* view, const QWidget* themed, QString message)
{
    return std::make_unique<MessageScene>(view, themed, std::move(message));
}

} // namespace pescope::ui::charts
