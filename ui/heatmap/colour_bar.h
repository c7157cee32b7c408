// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/raster/rasterise.h"

#include <QWidget>

#include <memory>

namespace pescope::ui {

/// What a colour bar stands for.
struct ColourBarState {
    const raster::Colormap* map = nullptr;
    raster::Scale scale; ///< limits in use; with `ranks` the bar says "rank"
    double dataMin = 0, dataMax = 0; ///< span of all cells of the sources that share the bar
    QString formula; ///< "φ = pᵢ·pⱼ ÷ mean ‖p‖²"
    QString sources; ///< "A and B", "A", …
    QString limits; ///< "0.5…99.5 percentile of off-diagonal cells", "set by hand"
    bool automatic = true;
};

/// A horizontal colour bar across the whole data span (around the limits only, where they take less than a quarter of
/// it) with two handles for the limits, end colours where values are clipped, number fields for both limits and an
/// "Auto" button. On a diverging map the limits stay symmetric about 0. Two rows high at most; usable by keyboard
/// (handles are focusable: arrows 1 %, Shift 10 %).
class ColourBar : public QWidget {
    Q_OBJECT
public:
    explicit ColourBar(QWidget* parent = nullptr);
    ~ColourBar() override;
    void setState(const ColourBarState& state);
    [[nodiscard]] const ColourBarState& state() const;

Q_SIGNALS:
    void limitsChanged(double low, double high, bool finished); ///< `finished` false while a handle is being dragged
    void automaticRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pescope::ui
