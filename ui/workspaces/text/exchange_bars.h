// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <vector>

namespace pescope::ui {

/// Names with a number and a bar each. GUI thread; knows no model.
class ExchangeBars : public QWidget {
    Q_OBJECT
public:
    struct Bar {
        QString name;
        double value = 0;
        bool emphasised = false;
    };
    explicit ExchangeBars(QWidget* parent = nullptr);
    void setBars(std::vector<Bar> bars);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<Bar> m_bars;
};

} // namespace pescope::ui
