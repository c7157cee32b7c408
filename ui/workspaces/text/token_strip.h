// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workspaces/text/token_range.h"

#include <QList>
#include <QStringList>
#include <QWidget>

#include <optional>

namespace pescope::ui {

/// The tokens of a text as chips with their positions, in one line that scrolls; the two of a pair are marked, and two
/// spans, which a drag marks.
class TokenStrip : public QWidget {
    Q_OBJECT
public:
    explicit TokenStrip(QWidget* parent = nullptr);
    /// @param places  what is written below each: its position
    void setTokens(const QStringList& tokens, const QStringList& places);
    void setMarked(std::optional<int> row, std::optional<int> column);
    void setSpans(QList<TokenRange> spans);
    [[nodiscard]] QRect chipRect(int token) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void hovered(std::optional<int> token);
    void spanMarked(int begin, int end); ///< by a drag over more than nothing, or Shift and arrow keys
    void clicked(int token); ///< pressed and released on it

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void scrollTo(int token);
    [[nodiscard]] std::optional<int> tokenAt(double x) const;
    [[nodiscard]] TokenRange dragged() const;

    QStringList m_tokens, m_places;
    QList<int> m_edges; ///< left edges, one more than tokens
    std::optional<int> m_row, m_column;
    QList<TokenRange> m_spans;
    std::optional<int> m_dragFrom, m_dragTo, m_cursor;
    int m_offset = 0;
};

} // namespace pescope::ui
