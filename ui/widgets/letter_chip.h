// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

namespace pescope::ui {

/// The letter of a source, white (or dark) on the source's colour. Painted from the theme at each paint.
class LetterChip : public QWidget {
    Q_OBJECT
public:
    explicit LetterChip(int sourceIndex = 0, QWidget* parent = nullptr);
    void setSourceIndex(int index);
    [[nodiscard]] int sourceIndex() const { return m_index; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    int m_index = 0;
};

} // namespace pescope::ui
