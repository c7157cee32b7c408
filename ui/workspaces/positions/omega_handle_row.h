// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/monotone_range.h"
#include "ui/charts/travel_strip.h"
#include "ui/state/landscapes.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QHBoxLayout;

namespace pescope::ui {

class LineSlider;

/// One handle of ω: title, number field, slider and, while it is in use, the strip of the three ranges over its travel.
/// Slider, field and strip are one model. Arrows move by 1 %, Shift+arrows (page) by 10 %.
class OmegaHandleRow : public QWidget {
    Q_OBJECT
public:
    OmegaHandleRow(session::OmegaHandle handle, QWidget* parent = nullptr);

    void setSpec(const encoding::SinusoidSpec& spec, const std::optional<encoding::SinusoidSpec>& former,
                 int sourceIndex);
    void setReached(const analysis::MonotoneRanges& ranges); ///< with the spec; shown with the next landscape
    void setLandscape(const std::shared_ptr<const HandleLandscape>& landscape, std::uint64_t revision);
    void setInUse(bool inUse); ///< shows the strip and the mark
    [[nodiscard]] session::OmegaHandle handle() const { return m_handle; }
    [[nodiscard]] LineSlider* slider() const { return m_slider; }
    [[nodiscard]] TravelStrip* strip() const { return m_strip; }

Q_SIGNALS:
    void used(); ///< focused or pressed: the strip moves here
    void dragged(double value); ///< live, while the slider is held
    void dragFinished();
    void committed(double value); ///< typed, a key, or a click on the strip: one step

protected:
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void retranslate();
    void showValue();
    void alignSlider();
    void commitText();

    session::OmegaHandle m_handle;
    encoding::SinusoidSpec m_spec;
    std::optional<encoding::SinusoidSpec> m_former;
    std::shared_ptr<const HandleLandscape> m_landscape;
    TravelRanges m_reached;
    int m_sourceIndex = 0;
    QLabel* m_title;
    QLabel* m_mark;
    QLabel* m_unit;
    QLineEdit* m_field;
    LineSlider* m_slider;
    QHBoxLayout* m_sliderRow;
    TravelStrip* m_strip;
};

} // namespace pescope::ui
