// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_components.h"
#include "ui/charts/spectrum_scene_frequencies.h"
#include "ui/charts/spectrum_scene_neighbours.h"
#include "ui/charts/spectrum_scene_offsets.h"
#include "ui/charts/spectrum_scene_values.h"

namespace pescope::ui::charts {

std::unique_ptr<SpectrumScene> makeSpectrumScene(SpectrumView which, ChartView* view, const QWidget* themed)
{
    switch (which) {
    case SpectrumView::SingularValues:
        return std::make_unique<ValuesScene>(view, themed);
    case SpectrumView::Components:
        return std::make_unique<ComponentsScene>(view, themed);
    case SpectrumView::Frequencies:
        return std::make_unique<FrequenciesScene>(view, themed);
    case SpectrumView::Neighbours:
        return std::make_unique<NeighboursScene>(view, themed);
    case SpectrumView::Decay:
        return std::make_unique<DecayScene>(view, themed);
    case SpectrumView::ByHead:
        return std::make_unique<HeadsScene>(view, themed);
    }
    return nullptr;
}

} // namespace pescope::ui::charts
