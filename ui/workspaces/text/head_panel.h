// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/text_probes.h"

#include <QImage>
#include <QWidget>

class QComboBox;
class QLabel;
class QTableWidget;

namespace pescope::ui {

class HeadGrid;
class LayerChart;
class SegmentedControl;

/// Which heads look by position: all heads by a measure, those of the layer as small maps, and the chosen one's
/// measures and attention by distance, each with trained and with exchanged positions.
class HeadPanel : public QWidget {
    Q_OBJECT
public:
    using HeadTables = BothRuns<std::vector<bert::MeasuredHead>>;
    explicit HeadPanel(QWidget* parent = nullptr);

    /// @param attention  of the layer; null while it is computed   @param head  from 0; below 0: the mean of all
    void showLayer(const std::shared_ptr<const TextRun>& run, const std::shared_ptr<const TextAttention>& attention,
                   int layer, int head);
    void showHeads(const std::shared_ptr<const HeadTables>& heads); ///< null while they are measured
    [[nodiscard]] QTableWidget* table() const { return m_table; }
    [[nodiscard]] HeadGrid* grid() const { return m_grid; }

Q_SIGNALS:
    void headChosen(int layer, int head); ///< layer from 1, head from 0

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillTable();
    void selectRow(bool scroll);
    void fillGrid();
    void fillChosen();
    void fillDistance();
    void retranslate();
    [[nodiscard]] bert::HeadMeasure measure() const;
    [[nodiscard]] const bert::MeasuredHead* measured(bool exchanged) const;

    std::shared_ptr<const TextRun> m_run;
    std::shared_ptr<const TextAttention> m_attention;
    std::shared_ptr<const HeadTables> m_heads;
    std::shared_ptr<const TextAttention> m_imagesOf; ///< whose heads m_images shows
    QList<QImage> m_images;
    bool m_imagesExchanged = false;
    std::shared_ptr<const HeadTables> m_tableOf; ///< whose heads the table lists, by m_tableMeasure
    bert::HeadMeasure m_tableMeasure{};
    int m_layer = 0, m_head = -1;
    bool m_filling = false;
    QLabel *m_sortLabel, *m_sortNote, *m_gridTitle, *m_chosenTitle, *m_chosenText, *m_distanceTitle;
    QComboBox* m_measure;
    QTableWidget* m_table;
    SegmentedControl* m_which;
    HeadGrid* m_grid;
    LayerChart* m_distance;
};

} // namespace pescope::ui
