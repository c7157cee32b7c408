// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/what_if.h"
#include "ui/state/document.h"

#include <QDialog>

class QComboBox;
class QLabel;
class QSpinBox;

namespace pescope::ui {

/// False for differences and given maps, which are no encodings.
[[nodiscard]] bool canAskWhatIf(const session::Source& source);

/// Adds a source that is another one with a change that no model was trained with; one undo step.
void addWhatIf(Document& document, session::SourceKey key, const encoding::WhatIf& change);

/// How many positions, and what stands where nothing is stored.
class WhatIfDialog : public QDialog {
    Q_OBJECT
public:
    /// @param positions  that the source has now
    explicit WhatIfDialog(tables::Index positions, QWidget* parent = nullptr);
    [[nodiscard]] encoding::WhatIf change() const;

private:
    void showMeaning();

    tables::Index m_now;
    QSpinBox* m_length;
    QComboBox* m_rule;
    QLabel* m_meaning;
};

} // namespace pescope::ui
