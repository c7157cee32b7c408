// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/spectrum_chart.h"

#include <QCoreApplication>
#include <QStringList>

namespace pescope::ui::charts {

/// What the views of a SpectrumChart are called.
class SpectrumNames {
    Q_DECLARE_TR_FUNCTIONS(pescope::ui::SpectrumChart)
public:
    [[nodiscard]] static QString view(SpectrumView which);
    [[nodiscard]] static QString tip(SpectrumView which);
    /// Of the view's own control, in the order that SpectrumScene::rebuild() counts them; empty: it has none.
    [[nodiscard]] static QStringList choices(SpectrumView which);
};

} // namespace pescope::ui::charts
