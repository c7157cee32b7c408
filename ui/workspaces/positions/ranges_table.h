// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/frame.h"

#include <QWidget>

#include <functional>
#include <optional>

class QLabel;
class QLineEdit;

namespace pescope::ui {

class SteadyLabel;

/// The three ranges by their names: of a sinusoid before and now with the change, of a table with the spread over its
/// rows; and ε as a log field from 10⁻⁶ to 10⁻¹.
class RangesTable : public QWidget {
    Q_OBJECT
public:
    explicit RangesTable(QWidget* parent = nullptr);

    void showSinusoid(const frame::Psi& now, const std::optional<frame::Psi>& before, int sourceIndex, double epsilon,
                      std::uint64_t revision);
    void showCurve(const frame::Curve& curve, int sourceIndex, double epsilon, std::uint64_t revision);
    enum class Absent { NoSource, Loading, Failed, Difference, Hidden };
    void showNothing(Absent why);
    [[nodiscard]] std::uint64_t paintedRevision() const { return m_painted; }

Q_SIGNALS:
    void epsilonChanged(double epsilon);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    static constexpr int kRows = 4, kColumns = 4;
    struct Cells;
    void setCell(int row, int column, const QString& text, const char* look = nullptr);
    void showValues(const Cells& cells);
    void setHeadings(const QString& first, const QString& second, const QString& third);
    void setRowNames(bool sinusoid);
    void setEpsilon(double epsilon);

    QLabel* m_title;
    QLabel* m_epsilonLabel;
    QLineEdit* m_epsilon;
    SteadyLabel* m_cells[kRows + 1][kColumns];
    QWidget* m_values; ///< holds the cells
    QLabel* m_note;
    std::uint64_t m_revision = 0, m_painted = 0;
    std::function<void()> m_again; ///< shows the same once more, in another language
};

} // namespace pescope::ui
