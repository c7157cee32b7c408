// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/layer_chart.h"
#include "ui/state/text_probes.h"
#include "ui/workspaces/text/exchange_bars.h"

#include <QWidget>

#include <array>

class QLabel;

namespace pescope::ui {

class ElidedLabel;

/// Attention between two spans of the text and their similarity, by layer; and all exchanges beside each other.
class SpanPanel : public QWidget {
    Q_OBJECT
public:
    explicit SpanPanel(QWidget* parent = nullptr);

    /// @param spans  null: none are marked   @param a, b  the spans as they read   @param layers  of the model
    void showSpans(const SpanRun* spans, const QString& a, const QString& b, int layers, int layer);
    void showNorms(const std::vector<LayerCurve>& curves, int layers, int layer); ///< of the hidden states
    void showExchanges(std::vector<ExchangeBars::Bar> bars, const QString& layerName);

Q_SIGNALS:
    void layerChosen(int axisIndex);

protected:
    void changeEvent(QEvent* event) override;

private:
    void retranslate();

    QLabel *m_heading, *m_help;
    std::array<ElidedLabel*, 3> m_titles{};
    std::array<QLabel*, 3> m_values{};
    std::array<LayerChart*, 3> m_charts{};
    QLabel *m_exchanges, *m_unit;
    ExchangeBars* m_bars;
    QLabel* m_normTitle;
    LayerChart* m_norms;
};

} // namespace pescope::ui
