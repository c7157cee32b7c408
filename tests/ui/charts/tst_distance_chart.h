// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// The distance chart as a real widget: what it draws, the mouse, labels that have no room.
class TestDistanceChart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void distanceDrawsItsState();
    void distanceBandsFollowTheSwitch();
    void fanAndRowRanges();
    void distanceBarsEndAtTheirPixels();
    void distanceMouseAndPixelAgree();
    void distanceZoomPansAndResets();
    void distanceCrosshairMarksCurves();
    void distancePrimeAndSigned();
    void distanceHostileLabels_data();
    void distanceHostileLabels();
};
