// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/text_probes.h"

#include <QWidget>

class QCheckBox;
class QLabel;
class QPushButton;
class QSpinBox;

namespace pescope::ui {

class JobNote;
class LayerChart;
class SegmentedControl;

/// Probes with made-up texts: attention between identical words, and position read from hidden states; with trained
/// and with exchanged positions.
class ProbePanel : public QWidget {
    Q_OBJECT
public:
    explicit ProbePanel(QWidget* parent = nullptr);

    void showLayer(int layers, int layer, int head); ///< head from 0; below 0: averaged over heads
    void showWords(const std::shared_ptr<const WordRun>& run, const QString& exchange);
    void showDecodability(const std::shared_ptr<const DecodeRun>& run, const QString& exchange);
    void setReady(bool ready); ///< a model is open
    [[nodiscard]] JobNote* note() const { return m_note; }
    [[nodiscard]] ProbeRequest request() const;

Q_SIGNALS:
    void wordsRequested(const pescope::ui::ProbeRequest& request);
    void decodabilityRequested(const pescope::ui::ProbeRequest& request);
    void layerChosen(int axisIndex);

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillWords();
    void fillDecodability();
    void retranslate();

    std::shared_ptr<const WordRun> m_words;
    std::shared_ptr<const DecodeRun> m_decodability;
    QString m_wordsExchange, m_decodeExchange;
    int m_layers = 0, m_layer = 0, m_head = -1;
    QLabel *m_title, *m_help, *m_countLabel, *m_seedLabel, *m_tokensLabel, *m_table, *m_decodeTitle, *m_decodeHelp,
        *m_decodeNote;
    QSpinBox *m_count, *m_seed, *m_tokens;
    QCheckBox* m_special;
    QPushButton *m_measure, *m_decode;
    JobNote* m_note;
    SegmentedControl* m_property;
    LayerChart *m_chart, *m_decodeChart;
};

} // namespace pescope::ui
