// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/state/text_document.h"
#include "ui/workspaces/text/token_map.h"

#include <array>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;
class QRadioButton;
class QSlider;
class QSpinBox;

namespace pescope::ui {

class ElidedLabel;
class JobNote;
class LayerChart;
class SegmentedControl;
class TokenStrip;

/// The Text workspace: a text through a model with its trained positions and with exchanged ones; original, exchanged
/// and their difference for one layer, and what changes over the layers.
class TextWorkspace : public QWidget {
    Q_OBJECT
public:
    TextWorkspace(Document& positions, QWidget* parent = nullptr);

    [[nodiscard]] TextDocument& text() { return m_text; }
    void openModel(const QString& folder);
    void setSentence(const QString& sentence);
    void setLayer(int axisIndex); ///< 0: the embedding output
    [[nodiscard]] int layer() const { return m_layer; }
    void setAttention(bool attention, int head = 0); ///< in place of similarity; head 0: the mean of all
    [[nodiscard]] const std::array<TokenMap*, 3>& maps() const { return m_maps; } ///< original, exchanged, difference

Q_SIGNALS:
    void openRequested();

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* buildLeft();
    QWidget* buildCentre();
    void connectAll();
    void readChoice(); ///< from the widgets into the document
    void showModel();
    void showRun();
    void showMaps();
    void showCurves();
    void showPair(std::optional<TokenPair> pair);
    void retranslate();
    [[nodiscard]] QString layerName(int axisIndex) const;
    [[nodiscard]] QString exchangeName() const;

    Document& m_positions;
    TextDocument m_text;
    int m_layer = 0;
    std::optional<TokenPair> m_pinned;

    ElidedLabel* m_model;
    QPushButton* m_open;
    QPlainTextEdit* m_edit;
    QLabel *m_modelLabel, *m_textLabel, *m_shape, *m_exchangeLabel, *m_normNote, *m_banner, *m_factor, *m_title;
    QPushButton* m_run;
    QButtonGroup* m_exchanges;
    std::array<QRadioButton*, 4> m_exchange{};
    QSpinBox *m_seed, *m_rows;
    QComboBox* m_sinusoid;
    QCheckBox* m_match;
    JobNote* m_note;
    TokenStrip* m_tokens;
    SegmentedControl* m_what;
    QComboBox* m_head;
    std::array<TokenMap*, 3> m_maps{};
    QSlider* m_layerSlider;
    QLabel* m_layerLabel;
    LayerChart *m_similarity, *m_divergence;
    bool m_showing = false; ///< widgets are being filled: their signals are no changes
};

} // namespace pescope::ui
