// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/lens.h"
#include "ui/state/document.h"

#include <QWidget>

#include <vector>

class QGridLayout;

namespace pescope::ui {

class PaneCard;

/// One to four panes in the session's layout: they show a frame, and turn what the mouse does into changes of the
/// document.
class PaneGrid : public QWidget {
    Q_OBJECT
public:
    explicit PaneGrid(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] const std::vector<PaneCard*>& panes() const { return m_panes; }
    [[nodiscard]] std::vector<frame::PaneGeometry> geometry() const;
    void setEnlarged(session::SourceKey key); ///< 0: all panes
    void arrange();
    void showFrame(const frame::Frame& frame);
    /// Crosshairs and read-outs, of the frame that is shown.
    void showView();
    void setLens(session::SourceKey key, proximity::Lens lens);
    void showGrid(session::SourceKey key);
    void showTable(session::SourceKey key, session::Columns columns); ///< in place of the map
    void showProgress(session::SourceKey key, double fraction, const QString& step);

Q_SIGNALS:
    void addEncodingRequested();
    void menuRequested(int key, const QPoint& globalPosition);
    void openAsRequested(int key); ///< of a source that no rule could read

private:
    std::vector<session::SourceKey> shownSources() const;
    void connectPane(std::size_t index);
    void showPane(std::size_t index, const frame::Frame& frame);
    void showError(PaneCard& card, session::SourceKey key, const Error& error);

    Document& m_document;
    QGridLayout* m_grid;
    std::vector<PaneCard*> m_panes;
    std::vector<session::SourceKey> m_keys; ///< of the panes; 0: none
    session::SourceKey m_enlarged = 0;
    std::vector<session::SourceKey> m_arrangedKeys;
    session::Grid m_arrangedGrid{0, 0}; ///< none yet
};

} // namespace pescope::ui
