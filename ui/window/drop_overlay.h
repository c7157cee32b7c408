// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QMimeData;

namespace pescope::ui {

/// The local paths of a drop; empty when nothing in it can be opened.
[[nodiscard]] QStringList droppedPaths(const QMimeData* data);

/// Tints the edge of the whole window while files hang over it, and names what a drop would do.
class DropOverlay : public QWidget {
    Q_OBJECT
public:
    explicit DropOverlay(QWidget* window);
    void showFor(const QStringList& paths);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_text;
};

} // namespace pescope::ui
