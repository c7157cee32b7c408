// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QStringList>
#include <QWidget>

namespace pescope::ui {

/// A small picture of every hidden state in a row, a row for each run; a click chooses the state. GUI thread; knows no
/// model.
class LayerStrip : public QWidget {
    Q_OBJECT
public:
    struct Row {
        QString name;
        QList<QImage> images;
    };
    explicit LayerStrip(QWidget* parent = nullptr);
    void setRows(const QList<Row>& rows);
    void setChosen(int index);
    [[nodiscard]] QRect cellRect(int row, int index) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void picked(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    [[nodiscard]] int count() const;
    [[nodiscard]] int nameWidth() const;
    void pick(QPoint at);

    QList<Row> m_rows;
    int m_chosen = 0;
};

} // namespace pescope::ui
