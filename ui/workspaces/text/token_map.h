// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/raster/rasterise.h"
#include "core/tables/matrix.h"
#include "ui/workspaces/text/token_range.h"

#include <QImage>
#include <QStringList>
#include <QWidget>

#include <memory>
#include <optional>

namespace pescope::ui {

/// Values between every two tokens of a text.
struct TokenMapState {
    std::shared_ptr<const tables::MatrixD> values; ///< query or row token × key or column token; null: nothing yet
    QStringList tokens;
    raster::Scale scale;
    const raster::Colormap* map = nullptr;
    QString title, subtitle; ///< "exchanged", "sinusoid, matched × 0.034"
    QString name; ///< of the value, for read-outs: "cosine"
    bool directed = false; ///< rows are queries, columns keys
    bool clipped = false; ///< some values are beyond the scale
};

struct TokenPair {
    int row = 0, column = 0;
    bool operator==(const TokenPair&) const = default;
};

/// A square map with the tokens themselves as labels, as far as they have room, a colour bar below it and the value
/// under the mouse. Linked maps share the pair. GUI thread; knows no model.
class TokenMap : public QWidget {
    Q_OBJECT
public:
    explicit TokenMap(QWidget* parent = nullptr);

    void setState(const TokenMapState& state);
    void setPair(std::optional<TokenPair> pair);
    [[nodiscard]] const TokenMapState& state() const { return m_state; }
    void paint(QPainter& painter) const; ///< as on screen, on anything
    void setSpans(QList<TokenRange> spans); ///< lines along both edges, and frames where two of them meet
    [[nodiscard]] QRect mapRect() const; ///< of the cells
    [[nodiscard]] std::optional<TokenPair> pairAt(QPoint at) const;
    [[nodiscard]] QSize minimumSizeHint() const override { return {180, 220}; }

Q_SIGNALS:
    void hovered(std::optional<pescope::ui::TokenPair> pair);
    void picked(pescope::ui::TokenPair pair);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void paintHead(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    void paintSpans(QPainter& painter) const;
    void paintPair(QPainter& painter) const;
    void paintFoot(QPainter& painter) const;
    void describe();
    [[nodiscard]] int labelRoom() const;
    [[nodiscard]] int count() const; ///< tokens, 0 without a map
    [[nodiscard]] const QImage& imageFor(const QPainter& painter, int side) const;

    TokenMapState m_state;
    QImage m_image; ///< a pixel a cell
    mutable QImage m_means; ///< where cells are smaller than pixels
    mutable int m_meansSide = 0; ///< asked for
    std::optional<TokenPair> m_pair;
    QList<TokenRange> m_spans;
};

} // namespace pescope::ui
