// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>

class QButtonGroup;
class QToolButton;

namespace pescope::ui {

/// Exclusive choices side by side in one frame ("Shared | Own | Rank"). Tab reaches the chosen one, the arrow keys,
/// Home and End choose another.
class SegmentedControl : public QFrame {
    Q_OBJECT
public:
    /// @param name  accessible name of the whole ("Scale")
    explicit SegmentedControl(const QString& name, const QStringList& texts = {}, QWidget* parent = nullptr);

    void setTexts(const QStringList& texts); ///< same count: new texts only (language); else new segments, first chosen
    void setSegmentToolTip(int index, const QString& text);
    void setSegmentEnabled(int index, bool enabled);
    void setCurrentIndex(int index); ///< no signal
    [[nodiscard]] int currentIndex() const;
    [[nodiscard]] int count() const;

Q_SIGNALS:
    void chosen(int index); ///< by the user

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] QToolButton* segment(int index) const;
    void choose(int index);
    void updateFocusPolicies();

    QButtonGroup* m_group;
};

} // namespace pescope::ui
