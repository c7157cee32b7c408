// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/figure/compose_maps.h"
#include "ui/state/document.h"

#include <QObject>

class QWidget;

namespace pescope::ui {

/// Saves what the panes show as PNG, SVG or PDF: the same painter as `pescope figure`, on a worker, of the same maps,
/// region and scales as on screen.
class FigureSaver : public QObject {
    Q_OBJECT
public:
    explicit FigureSaver(Document& document, QObject* parent = nullptr);

    /// Asks for the file, then saves. `lastFolder` is where the dialog begins.
    void ask(QWidget* window, const QString& lastFolder);
    void save(const QString& path);

Q_SIGNALS:
    void saved(const QString& path);
    void failed(const QString& path, const QString& reason);

private:
    [[nodiscard]] figure::MapsRequest panels(const frame::Frame& frame) const;

    Document& m_document;
    TaskRunner m_runner;
};

} // namespace pescope::ui
