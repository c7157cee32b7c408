// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace pescope::ui {

/// The frequencies of one source, in index order; rad per position.
struct FrequencyCurve {
    int sourceIndex = 0;
    QString name;
    std::vector<double> omega;
};

struct FrequencyChartState {
    std::optional<FrequencyCurve> active; ///< with handles, when it can be edited
    bool editable = false;
    bool free = false; ///< its ω are numbers of their own, no longer made from a base
    std::vector<double> former; ///< of the active one before the last edit
    std::vector<FrequencyCurve> others;
    int firstIndex = 0; ///< i of the first ω
    qint64 positions = 0; ///< N: a wave as long as that is marked
    std::uint64_t revision = 0;
};

/// ω_i over i on a log axis, and as handles: a drag up or down moves one ω and its neighbours with a smooth fall-off
/// (Alt: that one alone), arrow keys choose one and move it by 1 % (Shift: 10 steps). GUI thread; knows no session.
class FrequencyChart : public QFrame {
    Q_OBJECT
public:
    explicit FrequencyChart(QWidget* parent = nullptr);
    ~FrequencyChart() override;

    void setState(const FrequencyChartState& state);
    [[nodiscard]] std::uint64_t paintedRevision() const;
    /// Where the handle of the k-th ω of the active source is, in this widget's coordinates; for tests.
    [[nodiscard]] QPointF handlePlace(std::size_t k) const;

Q_SIGNALS:
    /// ω_index by `factor` since the drag began, its neighbours by less (fallOff in indices, 0: none).
    void dragged(std::size_t index, double factor, double fallOff);
    void dragFinished(std::size_t index);
    void dragCancelled();
    void stepped(std::size_t index, double factor, double fallOff); ///< by a key: a change of its own
    void formulaRequested(); ///< back to ω from a base

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pescope::ui
