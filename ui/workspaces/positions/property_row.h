// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/permutation_null.h"

#include <QAbstractButton>

namespace pescope::ui {

/// One property of every source as bars from 0 to 1, with what rows in random order would reach as a tick. Pressing it
/// asks for the lens that shows where the property fails.
class PropertyRow : public QAbstractButton {
    Q_OBJECT
public:
    struct Bar {
        int sourceIndex = 0; ///< letter, colour; below 0: a sinusoid of the same size, for comparison
        std::optional<double> value;
        QString text; ///< "0.477", "1", "—"
        QString remark; ///< "theorem", "shuffled 0.119"
        std::optional<analysis::NullValue> null;
    };

    explicit PropertyRow(QWidget* parent = nullptr);
    void setTexts(const QString& name, const QString& meaning);
    void setBars(const QList<Bar>& bars);
    [[nodiscard]] const QList<Bar>& bars() const { return m_bars; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    QString m_meaning;
    QList<Bar> m_bars;
};

} // namespace pescope::ui
