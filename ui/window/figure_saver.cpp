// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_saver.h"

#include "ui/heatmap/pane_card.h"
#include "ui/theme/theme.h"
#include "ui/workspaces/positions/frame_presenter.h"

#include <QFileDialog>
#include <QFileInfo>

#include <cmath>

namespace pescope::ui {

FigureSaver::FigureSaver(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
}

void FigureSaver::ask(QWidget* window, const QString& lastFolder)
{
    QFileDialog dialog(window, tr("Save figure"), lastFolder, tr("PDF (*.pdf);;SVG (*.svg);;PNG (*.png)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(QStringLiteral("pdf"));
    dialog.selectFile(QStringLiteral("positions.pdf"));
    connect(&dialog, &QFileDialog::filterSelected, &dialog,
            [&dialog](const QString& filter) { dialog.setDefaultSuffix(filter.left(3).toLower()); });
    if (dialog.exec() == QDialog::Accepted)
        save(dialog.selectedFiles().value(0));
}

/// The panes as they are on screen: lens, table, head, metric, region and colour scale are those of the frame.
figure::MapsRequest FigureSaver::panels(const frame::Frame& frame) const
{
    figure::MapsRequest request;
    QStringList marks;
    for (const frame::ColourScale& scale : frame.scales)
        request.scales.push_back({scale.scale, scale.map, QString::fromStdString(scale.formula)});
    for (const frame::Pane& pane : frame.panes) {
        const session::Source* source = session::find(m_document.session(), pane.source);
        if (!source || !pane.proximity || pane.raster.pixels.empty())
            continue;
        const proximity::Proximity& map = *pane.proximity;
        const PaneTexts texts = present::paneTexts(m_document, frame, pane);
        figure::MapPanel panel;
        panel.map = pane.proximity;
        panel.scale = pane.scale;
        panel.title = sourceLetter(source->letter) + QStringLiteral("  ") + texts.name;
        if (!texts.shape.isEmpty())
            panel.title += QStringLiteral(", ") + texts.shape;
        QStringList notes;
        if (pane.lens != proximity::Lens::Value)
            notes << PaneCard::lensName(pane.lens);
        if (texts.heads > 1)
            notes << tr("head %1 of %2").arg(texts.head + 1).arg(texts.heads);
        if (const QString mark = present::whatIfText(m_document, pane.source); !mark.isEmpty()) {
            notes << mark;
            marks << sourceLetter(source->letter) + QLatin1Char(' ') + mark;
        }
        panel.subtitle = notes.join(QStringLiteral(", "));
        const bool offsets = map.rowsAreOffsets();
        panel.rowTitle = offsets ? tr("offset r") : tr("position i");
        panel.columnTitle = map.isTable() ? tr("dimension k") : offsets ? tr("offset r′") : tr("position j");
        panel.firstRowLabel = offsets ? map.positionOf(0) : 0;
        panel.firstColumnLabel = offsets && !map.isTable() ? map.positionOf(0) : 0;
        const auto whole = [](double low, double high, tables::Index size) {
            return std::pair(std::clamp<tables::Index>(static_cast<tables::Index>(std::floor(low)), 0, size - 1),
                             std::clamp<tables::Index>(static_cast<tables::Index>(std::ceil(high)), 1, size));
        };
        std::tie(panel.row0, panel.row1) = whole(pane.view.row0, pane.view.row1, map.rows());
        std::tie(panel.column0, panel.column1) = whole(pane.view.col0, pane.view.col1, map.columns());
        request.panels.push_back(std::move(panel));
    }
    constexpr double kColumn = 84, kPage = 174; // mm
    request.widthMm = request.panels.size() > 1 ? kPage : kColumn;
    request.description = QStringLiteral("PEScope");
    if (!marks.isEmpty())
        request.description += QStringLiteral(" # ") + marks.join(QStringLiteral(", "));
    return request;
}

void FigureSaver::save(const QString& path)
{
    const auto current = m_document.currentFrame();
    if (path.isEmpty() || !current)
        return;
    figure::MapsRequest request = panels(*current);
    request.pixels = path.endsWith(u".png", Qt::CaseInsensitive);
    m_runner.start(
        this,
        [request, path](const JobContext& job) -> Status {
            PESCOPE_TRY(composed, figure::composeMaps(request, job));
            return figure::write(composed.figure, std::filesystem::path(path.toStdString()));
        },
        [this, path](const Status& done) {
            if (done)
                Q_EMIT saved(path);
            else
                Q_EMIT failed(path, QString::fromStdString(describe(done.error())));
        });
}

} // namespace pescope::ui
