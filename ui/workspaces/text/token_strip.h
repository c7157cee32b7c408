// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include <optional>

namespace pescope::ui {

/// The tokens of a text as chips with their positions, in one line that scrolls; the two of a pair are marked.
class TokenStrip : public QWidget {
    Q_OBJECT
public:
    explicit TokenStrip(QWidget* parent = nullptr);
    void setTokens(const QStringList& tokens);
    void setMarked(std::optional<int> row, std::optional<int> column);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void hovered(std::optional<int> token);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void layOut();
    void scrollTo(int token);

    QStringList m_tokens;
    QList<int> m_edges; ///< left edges, one more than tokens
    std::optional<int> m_row, m_column;
    int m_offset = 0;
};

} // namespace pescope::ui
