// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/document.h"
#include "ui/state/text_document.h"
#include "ui/state/text_probes.h"
#include "ui/workspaces/text/token_map.h"

#include <array>

class QComboBox;
class QAction;
class QLabel;
class QToolButton;

namespace pescope::figure {
struct ShownText;
}

namespace pescope::ui {

class LayerChart;
class LayerStrip;
class SegmentedControl;
class TextControls;
class TextInspector;
class TokenStrip;

/// The Text workspace: a text through a model with its trained positions and with exchanged ones; original, exchanged
/// and their difference for one layer, and what changes over the layers.
class TextWorkspace : public QWidget {
    Q_OBJECT
public:
    explicit TextWorkspace(Document& positions, QWidget* parent = nullptr);

    [[nodiscard]] TextDocument& text() { return m_text; }
    [[nodiscard]] TextProbes& probes() { return m_probes; }
    [[nodiscard]] TextControls& controls() { return *m_controls; }
    [[nodiscard]] TextInspector& inspector() { return *m_inspector; }
    [[nodiscard]] TokenStrip& tokens() { return *m_tokens; }
    [[nodiscard]] QString status() const; ///< for the status bar; empty without a model
    /// What is shown, for a figure; null without a run, or while what is shown is computed.
    [[nodiscard]] std::shared_ptr<const figure::ShownText> shown() const;
    [[nodiscard]] session::TextSide side() const; ///< model, text, exchange, and where one looks
    /// Writes the exchanged map of the layer, or its hidden states, as .npy and asks for it as a source.
    void sendToPositions(bool states);
    [[nodiscard]] bool busy() const { return m_text.busy() || m_probes.busy(); }
    /// What the maps show, as commands or as Python that works on what they write; empty without a run.
    [[nodiscard]] QString recipe(bool python) const;
    void openModel(const QString& folder);
    void setSentence(const QString& sentence);
    void setLayer(int axisIndex); ///< 0: the embedding output
    [[nodiscard]] int layer() const { return m_layer; }
    void setAttention(bool attention, int head = 0); ///< in place of similarity; head 0: the mean of all
    [[nodiscard]] bool showsAttention() const;
    [[nodiscard]] int headChoice() const; ///< 0: the mean of all
    void showBeside(bool beside); ///< whether another one stands at its side
    void hideBeside(); ///< it is that other one
    void markSpan(int begin, int end); ///< the first one, then the second; a third takes the place of the first
    [[nodiscard]] const std::array<TokenMap*, 3>& maps() const { return m_maps; } ///< original, exchanged, difference

Q_SIGNALS:
    void openRequested();
    void statusChanged();
    /// An array that is to become a source of Positions. @param spec  "matrix:FILE" or FILE
    void sourceWanted(const QString& spec);
    void saveRequested();
    void looked(); ///< another layer, head, or similarity in place of attention
    void besideToggled(bool beside);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* buildCentre();
    void connectAll();
    void connectInspector();
    void showModel();
    void showRun();
    void showMaps();
    void showCurves();
    void showSpans();
    void showHeads();
    void showStrip();
    void showPair(std::optional<TokenPair> pair);
    void showSettled(); ///< the pinned pair, or the one that changed most
    void follow(); ///< the choice of the left side
    void retranslate();
    [[nodiscard]] QString layerName(int axisIndex) const;
    [[nodiscard]] int layers() const;
    [[nodiscard]] int head() const; ///< from 0; below 0: the mean of all

    Document& m_positions;
    TextDocument m_text;
    TextProbes m_probes;
    int m_layer = 0;
    std::optional<TokenPair> m_pinned;
    std::array<std::optional<bert::TokenSpan>, 2> m_spans;
    std::vector<std::int64_t> m_shownIds; ///< of the text whose spans are marked

    TextControls* m_controls;
    TextInspector* m_inspector;
    TokenStrip* m_tokens;
    QLabel *m_tokensTitle, *m_spanNames, *m_banner, *m_factor, *m_title, *m_change;
    SegmentedControl* m_what;
    QComboBox* m_head;
    std::array<TokenMap*, 3> m_maps{};
    LayerStrip* m_strip;
    QToolButton* m_more;
    QAction *m_beside, *m_saveMaps, *m_sendMap, *m_sendStates, *m_copyCode, *m_copyCommands;
    LayerChart *m_similarity, *m_divergence;
};

} // namespace pescope::ui
