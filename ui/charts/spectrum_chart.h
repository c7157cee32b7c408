// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/source_spectrum.h"

#include <QFrame>

#include <cstdint>
#include <memory>
#include <optional>

namespace pescope::ui {

using tables::Index;

enum class SpectrumView {
    SingularValues, ///< σ_k with effective rank: vectors
    Components, ///< principal components, coloured by position: vectors
    Frequencies, ///< amplitudes by ω: vectors
    Neighbours, ///< cos(P_r, P_{r+1}), norms, cos(P_k, P_−k): vectors
    Decay, ///< the long-term decay: rotary encodings
    ByHead, ///< b_h(m): biases
};

struct SpectrumChartState {
    int sourceIndex = 0;
    QString name;
    std::shared_ptr<const frame::SourceSpectrum> spectrum; ///< null: none (yet)
    bool computing = false; ///< with a spectrum beside it: that one is the former
    QString error; ///< one sentence, in place of a spectrum
    int head = 0; ///< of a bias, drawn thick
    std::uint64_t revision = 0;
};

/// The spectrum of one source, one view of it at a time; it offers those that the source has. Left and right (Shift:
/// 10) move the point that is read out. A view that the user chose comes back with the next source that has it. GUI
/// thread; knows no session.
class SpectrumChart : public QFrame {
    Q_OBJECT
public:
    explicit SpectrumChart(QWidget* parent = nullptr);
    ~SpectrumChart() override;

    void setState(const SpectrumChartState& state);
    /// Marks a row (a position, or an offset of a relative source) where the view shows rows.
    void setCrosshairRow(std::optional<Index> row);
    void setView(SpectrumView which); ///< no signal; one that the source lacks counts for later ones
    [[nodiscard]] std::optional<SpectrumView> view() const; ///< that is shown; nothing: a message instead
    [[nodiscard]] QList<SpectrumView> views() const; ///< that the source has
    [[nodiscard]] std::uint64_t paintedRevision() const;

Q_SIGNALS:
    void hoveredRow(std::optional<pescope::tables::Index> row); ///< a label as in setCrosshairRow()
    void viewChanged(pescope::ui::SpectrumView view); ///< by the user

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pescope::ui
