// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QStringList>
#include <QWidget>

namespace pescope::ui {

/// Small maps of the heads of a layer; a click or the arrow keys choose one. GUI thread; knows no model.
class HeadGrid : public QWidget {
    Q_OBJECT
public:
    struct Cell {
        QImage image; ///< a pixel a cell
        QString name, value;
    };
    explicit HeadGrid(QWidget* parent = nullptr);
    void setCells(const QList<Cell>& cells);
    void setChosen(int index); ///< −1: none
    [[nodiscard]] int chosen() const { return m_chosen; }
    [[nodiscard]] QRect cellRect(int index) const; ///< of the map, without its names
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

Q_SIGNALS:
    void picked(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    [[nodiscard]] int columns(int width) const;
    [[nodiscard]] int side(int width) const;

    QList<Cell> m_cells;
    int m_chosen = -1;
};

} // namespace pescope::ui
