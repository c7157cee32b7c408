// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "ui/figure/settings.h"

#include <QWidget>

class QCheckBox;
class QDoubleSpinBox;
class QFontComboBox;
class QListWidget;
class QSpinBox;

namespace pescope::ui {

class FigurePresets;
class SegmentedControl;

/// The settings of a figure as a form. GUI thread.
class FigureForm : public QWidget {
    Q_OBJECT
public:
    /// @param possible  names of the panels that there can be
    FigureForm(const session::Session& session, std::vector<std::string> possible, QWidget* parent = nullptr);

    /// Panels that are not possible are left out; without any the maps are ticked.
    void setSettings(const figure::Settings& settings);
    [[nodiscard]] const figure::Settings& settings() const { return m_settings; }
    void setFormat(int index); ///< PDF, SVG, PNG
    [[nodiscard]] FigurePresets* presets() const { return m_preset; }
    [[nodiscard]] QListWidget* panels() const { return m_panels; }

Q_SIGNALS:
    void changed(); ///< by the user
    void formatChosen(int index);

private:
    void build();
    void connectAll();
    void fillPanels();
    void show();
    void read();
    [[nodiscard]] QString panelText(const std::string& name) const;

    const session::Session& m_session; ///< outlives it
    std::vector<std::string> m_possible;
    figure::Settings m_settings;
    bool m_filling = false;
    SegmentedControl* m_format;
    FigurePresets* m_preset;
    QDoubleSpinBox *m_width, *m_height, *m_font, *m_dpi;
    QFontComboBox* m_family;
    SegmentedControl *m_letters, *m_bars, *m_background, *m_language;
    QCheckBox *m_titles, *m_axes, *m_data, *m_captionFile;
    QSpinBox* m_perRow;
    QListWidget* m_panels;
};

} // namespace pescope::ui
