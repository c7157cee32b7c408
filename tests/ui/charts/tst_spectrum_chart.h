// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

/// The spectrum of a source as a real widget: that what is drawn is what the numbers say.
class TestSpectrumChart : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void viewsFitTheKind();
    void singularValuesAndTheirMarks();
    void componentsHaveEqualUnits();
    void componentsByPosition();
    void frequenciesAndPeaks();
    void neighboursAndNorms();
    void offsetsHaveMirrors();
    void decayOfRotary();
    void headsOfABias();
    void keysAndMouseTellTheRow();
    void messagesInPlaceOfAPicture();
    void themeAndLanguageKeepTheView();
    void nothingOverlaps_data();
    void nothingOverlaps();
};
