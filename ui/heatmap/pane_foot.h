// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/heatmap/pane_card.h"

#include <QWidget>

class QBoxLayout;
class QLabel;

namespace pescope::ui {

class ElidedLabel;
class SteadyLabel;

/// A small square in an end colour of the map.
class ColourSwatch : public QWidget {
    Q_OBJECT
public:
    enum class Kind { Below, Above, NotFinite };
    ColourSwatch(Kind kind, QWidget* parent);
    void setDiverging(bool diverging);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Kind m_kind;
    bool m_diverging = false;
};

/// Under the map: the values at the crosshair, then the clipped shares and what a pixel stands for.
class PaneFoot : public QWidget {
    Q_OBJECT
public:
    explicit PaneFoot(QWidget* parent = nullptr);
    void setTexts(const PaneTexts& texts);
    void setReadout(const PaneReadout& readout);
    /// Beside the map instead of below it: one text under the other.
    void setUpright(bool upright);

private:
    QBoxLayout *m_values, *m_shares;
    SteadyLabel *m_place, *m_value;
    QLabel* m_clipped;
    SteadyLabel *m_below, *m_above, *m_notFinite;
    ColourSwatch *m_belowSwatch, *m_aboveSwatch, *m_notFiniteSwatch;
    ElidedLabel* m_cellNote;
};

/// "1.0 %"; "< 0.1 %" for what would round to nothing.
[[nodiscard]] QString shareText(double share);

} // namespace pescope::ui
