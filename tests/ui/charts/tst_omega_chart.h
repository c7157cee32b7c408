// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// The ω chart and the strip under a handle as real widgets.
class TestOmegaChart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void omegaDrawsItsState();
    void omegaMagnifierShowsTheEnd();
    void omegaSteps();
    void omegaWithoutEnd();
    void omegaReadOutsKeepApart();
    void travelFollowsItsState();
    void travelClickAndNow();
    void revisionsArePaintedOnes();
    void themeIsFollowed();
};
