// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/state/landscapes.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QLabel;
class QSpinBox;

namespace pescope::ui {

class ElidedLabel;
class LetterChip;
class OmegaHandleRow;
class ReachRow;
class RangesTable;
class SegmentedControl;

/// ω as an instrument: the settings of the active sinusoid, its handles with the landscape of the ranges under the one
/// in use, and the ranges before and now. Every change goes through the document; the widgets show what it holds.
class OmegaInspector : public QWidget {
    Q_OBJECT
public:
    explicit OmegaInspector(Document& document, QWidget* parent = nullptr);

    void showSession(); ///< settings and handle places, from the session
    void showFrame(const frame::Frame& frame); ///< ranges and strips, of the same ω as the pictures
    [[nodiscard]] RangesTable* ranges() const { return m_ranges; }
    [[nodiscard]] const std::vector<OmegaHandleRow*>& handles() const { return m_handles; }
    [[nodiscard]] ReachRow* reach() const { return m_reach; }
    [[nodiscard]] bool computing() const { return m_landscapes.computing(); }

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();
    void editSpec(const QString& name, const std::function<void(encoding::SinusoidSpec&)>& change);
    void setHandle(session::OmegaHandle handle, double value);
    QString handleStepName(session::OmegaHandle handle, double from, double to) const;
    void applyPreset(int index);
    void loadOmega();
    void saveOmega();
    [[nodiscard]] session::OmegaHandle handleInUse() const;
    void showLandscape(std::uint64_t revision);

    Document& m_document;
    Landscapes m_landscapes;
    LetterChip* m_chip;
    ElidedLabel* m_name;
    QLabel* m_dimLabel;
    QSpinBox* m_dim;
    QLabel* m_dimNote;
    QLabel* m_lengthLabel;
    QSpinBox* m_length;
    QLabel* m_firstLabel;
    SegmentedControl* m_first;
    QLabel* m_firstNote;
    QLabel* m_layoutLabel;
    SegmentedControl* m_layout;
    QLabel* m_presetsLabel;
    QComboBox* m_presets;
    std::vector<OmegaHandleRow*> m_handles;
    ReachRow* m_reach;
    RangesTable* m_ranges;
    std::uint64_t m_revision = 0;
    std::optional<double> m_dragFrom; ///< the handle's value when the drag began, for the history's name
    bool m_showing = false; ///< widgets are being filled: their signals are no edits
};

} // namespace pescope::ui
