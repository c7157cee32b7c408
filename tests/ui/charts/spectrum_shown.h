// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/resolve.h"
#include "ui/charts/items.h"
#include "ui/charts/spectrum_chart.h"
#include "ui/charts/spectrum_scene_items.h"

#include "chart_probe.h"

#include <QComboBox>

namespace pescope::testing {

inline ui::SpectrumChartState stateOf(const std::string& spec)
{
    const auto encoding = encoding::resolveOne(spec);
    if (!encoding)
        qFatal("%s", describe(encoding.error()).c_str());
    auto spectrum = frame::spectrumOf(*encoding);
    if (!spectrum)
        qFatal("%s", describe(spectrum.error()).c_str());
    ui::SpectrumChartState state;
    state.sourceIndex = 2;
    state.name = QStringLiteral("Source");
    state.spectrum = std::make_shared<const frame::SourceSpectrum>(*std::move(spectrum));
    state.revision = 7;
    return state;
}

/// The chart of a source's spectrum, on screen.
struct Shown {
    ui::SpectrumChartState state;
    ui::SpectrumChart chart;
    explicit Shown(const std::string& spec, ui::SpectrumView view = ui::SpectrumView::SingularValues,
                   QSize size = {900, 420})
        : state(stateOf(spec))
    {
        chart.setState(state);
        chart.setView(view);
        show(chart, size);
    }
    [[nodiscard]] const frame::VectorSpectrum& vectors() const { return *state.spectrum->vectors; }
    void choose(int index) { chart.findChild<QComboBox*>(QStringLiteral("choice"))->setCurrentIndex(index); }
    [[nodiscard]] QString words() const { return viewOf(chart)->accessibleDescription(); }
    [[nodiscard]] QString readOut() const
    {
        for (const ui::charts::CrosshairItem* item : itemsOf<ui::charts::CrosshairItem>(chart))
            if (!item->chips.isEmpty())
                return item->chips.first().text;
        for (const ui::charts::DotsItem* item : itemsOf<ui::charts::DotsItem>(chart))
            if (item->readOut)
                return item->readOut->text;
        return {};
    }
    void key(int which, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        QTest::keyClick(viewOf(chart), static_cast<Qt::Key>(which), modifiers);
    }
};

} // namespace pescope::testing
