// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// Scales, label layout, thinning, pixel columns: what needs no widget.
class TestChartParts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void symLogIsExactAtItsJoints();
    void ticksAreRoundAndWithin();
    void textsHaveTrueSigns();
    void spreadKeepsOrderAndDistance_data();
    void spreadKeepsOrderAndDistance();
    void nearestFreeAvoidsWhatIsTaken();
    void thinnedKeepsExtremes();
    void columnsLoseNoJump();
    void axisHoldsThePointUnderTheMouse();
    void homeShowsEveryIntegerRange();
    void barTextsNeverCollide_data();
    void barTextsNeverCollide();
};
