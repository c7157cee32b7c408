// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QStringList>

#include <memory>
#include <optional>
#include <vector>

namespace pescope::ui {

/// A number for each hidden state of a model, or for each of its layers.
struct LayerCurve {
    QString name;
    int sourceIndex = 0; ///< colour and dash
    int first = 0; ///< axis index of values[0]: 0 is the embedding output, n leaves layer n
    std::vector<double> values;
    bool former = false; ///< grey and dashed: what the others are compared with
    bool emphasised = false; ///< the one that is looked at, among several
};

struct LayerChartState {
    QString title, note, yTitle, xTitle;
    int first = 0; ///< axis index at the left; 0 is written "emb.", the embedding output, unless `plainIndex`
    int layers = 0; ///< axis index at the right
    bool plainIndex = false; ///< the axis counts something else than layers
    std::optional<int> chosen; ///< axis index with a line
    std::vector<LayerCurve> curves;
    QStringList details; ///< for the read-out, from axis index `first` on: "pairs: 14"; may be empty
    std::uint64_t revision = 0;
};

/// Curves over the layers, or over another whole number; a click chooses one. GUI thread.
class LayerChart : public QFrame {
    Q_OBJECT
public:
    explicit LayerChart(QWidget* parent = nullptr);
    void setCompact(); ///< for a narrow column: no note beside the title, less height
    ~LayerChart() override;
    void setState(const LayerChartState& state);

Q_SIGNALS:
    void chosen(int axisIndex);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pescope::ui
