// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <memory>
#include <vector>

namespace pescope::ui {

/// A number for each hidden state of a model, or for each of its layers.
struct LayerCurve {
    QString name;
    int sourceIndex = 0; ///< colour and dash
    int first = 0; ///< axis index of values[0]: 0 is the embedding output, n leaves layer n
    std::vector<double> values;
};

struct LayerChartState {
    QString title, note, yTitle;
    int layers = 0;
    int chosen = 0; ///< axis index with a line
    std::vector<LayerCurve> curves;
    std::uint64_t revision = 0;
};

/// Curves over the layers; a click chooses one. GUI thread.
class LayerChart : public QFrame {
    Q_OBJECT
public:
    explicit LayerChart(QWidget* parent = nullptr);
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
