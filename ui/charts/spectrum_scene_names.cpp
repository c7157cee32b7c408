// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/spectrum_scene_names.h"

namespace pescope::ui::charts {

QString SpectrumNames::view(SpectrumView which)
{
    switch (which) {
    case SpectrumView::SingularValues:
        return tr("Singular values");
    case SpectrumView::Components:
        return tr("Components");
    case SpectrumView::Frequencies:
        return tr("Frequencies");
    case SpectrumView::Neighbours:
        return tr("Neighbours");
    case SpectrumView::Decay:
        return tr("Long-term decay");
    case SpectrumView::ByHead:
        return tr("By head");
    }
    return {};
}

QString SpectrumNames::tip(SpectrumView which)
{
    switch (which) {
    case SpectrumView::SingularValues:
        return tr("How many directions the vectors really use");
    case SpectrumView::Components:
        return tr("The vectors along their main directions, coloured by position");
    case SpectrumView::Frequencies:
        return tr("Which waves along positions the columns are made of");
    case SpectrumView::Neighbours:
        return tr("How alike vectors side by side are, and how long each is");
    case SpectrumView::Decay:
        return tr("How large a rotary product can still be at a distance (Su et al. 2021)");
    case SpectrumView::ByHead:
        return tr("The bias of every head by distance");
    }
    return {};
}

QStringList SpectrumNames::choices(SpectrumView which)
{
    if (which == SpectrumView::Components)
        return {tr("all pairs"), tr("PC 1 × 2"), tr("PC 1 × 3"), tr("PC 2 × 3"), tr("position")};
    if (which == SpectrumView::Frequencies)
        return {tr("columns"), tr("PC 1–3")};
    return {};
}

} // namespace pescope::ui::charts
