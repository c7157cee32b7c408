// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/lens.h"
#include "ui/state/property_table.h"
#include "ui/workspaces/positions/property_row.h"

#include <QWidget>

#include <array>
#include <functional>

class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;
class QVBoxLayout;

namespace pescope::ui {

/// The three properties of the visible sources: bars with the values of shuffled rows, whether each holds exactly for
/// the selected source, and the first cells where it does not.
class PropertiesPanel : public QWidget {
    Q_OBJECT
public:
    explicit PropertiesPanel(Document& document, QWidget* parent = nullptr);
    [[nodiscard]] PropertyTable& table() { return m_table; }
    [[nodiscard]] bool computing() const { return m_table.computing(); }

Q_SIGNALS:
    void lensRequested(pescope::proximity::Lens lens);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    static constexpr int kRows = 7, kExact = 3;
    void showTable();
    QList<PropertyRow::Bar> bars(const std::function<void(const MeasuredSource&, PropertyRow::Bar&)>& fill);
    QList<PropertyRow::Bar> propertyBars(std::size_t row);
    QList<PropertyRow::Bar> rangeBars(std::size_t row);
    void showExact();
    void showNulls(double fraction);
    void copy(int format);
    void retranslate();

    Document& m_document;
    PropertyTable m_table;
    QLabel* m_title;
    QLabel* m_measured;
    QToolButton* m_copy;
    QCheckBox* m_common;
    QCheckBox* m_beside;
    std::array<PropertyRow*, kRows> m_rows{}; ///< properties, then ranges
    bool m_compared = false; ///< some bar has a value of shuffled rows
    QPushButton* m_shuffle;
    QProgressBar* m_progress;
    QPushButton* m_cancel;
    QLabel* m_nullNote;
    QLabel* m_exactTitle;
    struct Exact {
        QLabel* name;
        QPushButton* example; ///< pins it in the map
        analysis::Cell cell;
    };
    std::array<Exact, kExact> m_exact{};
    QLabel* m_notes;
};

} // namespace pescope::ui
