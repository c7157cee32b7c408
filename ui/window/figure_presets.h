// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/settings.h"

#include <QWidget>

class QAction;
class QComboBox;

namespace pescope::ui {

/// Sizes that journals and slides ask for, and looks that the user kept under a name: size, type, letters, colour bars,
/// background, language; not the panels and the caption, which belong to a session. Kept looks are remembered from one
/// start to the next. GUI thread.
class FigurePresets : public QWidget {
    Q_OBJECT
public:
    explicit FigurePresets(QWidget* parent = nullptr);

    void show(const figure::Settings& settings); ///< names the preset that they are, where they are one
    void keepAs(const QString& name); ///< what is shown; in place of one with that name
    void removeKept(const QString& name);
    [[nodiscard]] QStringList kept() const;
    [[nodiscard]] QComboBox* box() const { return m_box; }

Q_SIGNALS:
    void chosen(const pescope::figure::Settings& settings); ///< what was shown with the look of the preset

private:
    void fill();
    void choose(int index);
    void askForName();

    figure::Settings m_shown;
    QComboBox* m_box;
    QAction *m_keep, *m_remove;
};

} // namespace pescope::ui
