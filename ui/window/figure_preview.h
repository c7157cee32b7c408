// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/figure.h"

#include <QWidget>

#include <memory>

namespace pescope::ui {

/// A figure on its paper with a ruler in millimetres above it, as large as fits or at print size. GUI thread.
class FigurePreview : public QWidget {
    Q_OBJECT
public:
    explicit FigurePreview(QWidget* parent = nullptr);

    void setFigure(std::shared_ptr<const figure::Figure> figure); ///< null: nothing to show
    void setPrintSize(bool print); ///< a millimetre is a millimetre of the screen
    [[nodiscard]] double pixelsPerMm() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();
    std::shared_ptr<const figure::Figure> m_figure;
    QSizeF m_mm;
    bool m_print = false;
    QPixmap m_picture; ///< painted once, not at every update
    double m_pictureScale = 0;
};

} // namespace pescope::ui
