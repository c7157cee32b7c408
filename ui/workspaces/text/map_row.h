// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QWidget>

namespace pescope::ui {

/// Square maps side by side, or two in a row where a tall place leaves them more room so.
class MapRow : public QWidget {
    Q_OBJECT
public:
    explicit MapRow(const QList<QWidget*>& maps, QWidget* parent = nullptr);
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint() * 2; }

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    QList<QWidget*> m_maps;
};

} // namespace pescope::ui
