// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/proximity/grid_of_grids.h"
#include "core/proximity/lens.h"
#include "ui/heatmap/heatmap_view.h"

#include <QFrame>

#include <memory>

namespace pescope::ui {

/// What stands around the map of one pane.
struct PaneTexts {
    int sourceIndex = 0; ///< letter, colour
    QString name; ///< "Fixed sinusoid"
    QString shape; ///< "512×384"
    QString badge; ///< "APE"; empty: none
    QString normNote; ///< "‖pᵢ‖ = 13.86 for all i"
    QString normWarning; ///< "‖p₀‖ = 2.36, others ≈ 0.48"; shown with a warning triangle
    QString cellNote; ///< "mean of 1.6 × 1.6 cells"; empty at one cell a pixel or more
    QString scaleNote; ///< "own scale", "rank scale": the visible mark when the scale is not shared
    proximity::Lens lens = proximity::Lens::Value;
    QString lensNote; ///< what the lens shows, in place of the norms; empty: none
    bool table = false; ///< the vectors themselves, position × dimension
    int columns = 0; ///< order of the table's columns, index into columnOrderNames()
    std::optional<proximity::PatchGrid> grid; ///< that its positions lie on; a grid of grids can be chosen
    bool gridShown = false;
    int heads = 0, head = 0; ///< of a bias; above 1 they can be chosen
    bool offsets = false; ///< rows are offsets: a switch says how their crosshair follows that of positions
    bool linked = true; ///< else a broken-link mark in the head
    double shareBelow = 0, shareAbove = 0, shareNotFinite = 0;
    bool sharesOfView = false; ///< of a zoomed view, not of the whole map
    bool diverging = false; ///< end colours of the clipped shares
    bool operator==(const PaneTexts&) const = default;
};

/// The values under the crosshair of one pane.
struct PaneReadout {
    std::optional<Cell> cell;
    Index rowLabel = 0, columnLabel = 0; ///< positions i and j, or offsets r and r′
    bool offsets = false; ///< which of both
    bool table = false; ///< columnLabel is the stored column, `place` where it is shown
    Index place = 0;
    std::optional<proximity::PatchPair> patches; ///< of a grid of grids
    double value = 0;
    QString valueName; ///< "φ"
};

/// A card with head (chip, name, shape, badge, buttons), the heatmap and a foot (read-out, clipped shares, cell note).
/// Instead of the map it can show: loading (title at once, 4 px bar, step, Cancel), an error (what, which file, what to
/// do, Details, Copy), or empty (one sentence and one button). Other panes are not touched by any of these.
class PaneCard : public QFrame {
    Q_OBJECT
public:
    explicit PaneCard(QWidget* parent = nullptr);
    ~PaneCard() override;

    [[nodiscard]] HeatmapView* view() const;
    void setTexts(const PaneTexts& texts);
    void setReadout(const PaneReadout& readout);
    [[nodiscard]] static QString lensName(proximity::Lens lens); ///< "departure", "where it rises", …
    [[nodiscard]] static QStringList columnOrderNames();
    void setSelected(bool selected); ///< accent line
    void setOffsetsMirrored(bool mirrored); ///< state of the switch: r′ = −m, else r′ = 0

    void showMap();
    void showLoading(const QString& step, double fraction); ///< fraction < 0: unknown
    /// @param canBeRead  the file is there: *Open as…* is offered
    void showError(const QString& title, const QString& message, const QString& hint, const QString& details,
                   bool canBeRead);
    void showEmpty(const QString& sentence, const QString& button);

Q_SIGNALS:
    void activated(); ///< clicked anywhere or focused
    void cancelRequested(); ///< while loading
    void retryRequested(); ///< of what could not be shown
    void removeRequested();
    void openAsRequested(); ///< of what no rule could read
    void emptyButtonPressed();
    void offsetsMirroredChosen(bool mirrored);
    void lensChosen(pescope::proximity::Lens lens);
    void tableChosen(); ///< instead of the map
    void gridChosen(); ///< the grid of grids instead of the map, and back
    void columnsChosen(int order);
    void headChosen(int head);
    void enlargeRequested();
    void menuRequested(const QPoint& globalPosition);

protected:
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace pescope::ui
