// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_saver.h"

#include "ui/figure/compose.h"
#include "ui/theme/theme.h"

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

void FigureSaver::save(const QString& path)
{
    const auto current = m_document.currentFrame();
    if (path.isEmpty() || !current)
        return;
    const session::Session& session = m_document.session();
    figure::FigureRequest request;
    request.metric = session.options.metric;
    request.map = raster::findColormap(session.options.colormap);
    request.scale = static_cast<figure::ScaleMode>(session.options.scale);
    for (const frame::ColourScale& scale : current->scales)
        if (scale.key == session::kSharedScale && session.options.scale == session::ScaleMode::Shared)
            request.limits = {scale.scale.low, scale.scale.high};
    const auto encodingOf = [&](const session::Source& source) -> std::optional<encoding::Encoding> {
        std::optional<encoding::Encoding> found;
        if (const auto* sinusoid = std::get_if<session::SinusoidOrigin>(&source.origin)) {
            auto built = encoding::resolve(encoding::specText(sinusoid->spec));
            if (built && !built->encodings.empty()) {
                found = built->encodings.front();
                found->content = sinusoid->spec;
            }
        } else if (const auto opened = m_document.encoding(source.key); opened && *opened) {
            found = **opened;
        }
        if (found)
            found->title = source.name;
        return found;
    };
    for (const frame::Pane& pane : current->panes) {
        const session::Source* source = session::find(session, pane.source);
        if (!source || !pane.proximity)
            continue;
        if (const auto* difference = std::get_if<session::DifferenceOrigin>(&source->origin)) {
            // one difference alone is a figure of its own
            if (current->panes.size() > 1)
                continue;
            request.kind = figure::FigureKind::Difference;
            request.map = nullptr;
            request.limits.reset();
            for (const session::SourceKey key : {difference->a, difference->b})
                if (const session::Source* side = session::find(session, key))
                    if (auto encoding = encodingOf(*side))
                        request.encodings.push_back(std::move(*encoding));
        } else if (auto encoding = encodingOf(*source)) {
            request.encodings.push_back(std::move(*encoding));
        }
        if (m_document.view(source->key).viewport) {
            const auto whole = [](double low, double high, tables::Index size) {
                return std::pair(std::clamp<tables::Index>(static_cast<tables::Index>(std::floor(low)), 0, size - 1),
                                 std::clamp<tables::Index>(static_cast<tables::Index>(std::ceil(high)), 1, size));
            };
            request.rows = whole(pane.view.row0, pane.view.row1, pane.proximity->rows());
            request.columns = whole(pane.view.col0, pane.view.col1, pane.proximity->columns());
        }
    }
    if (std::ranges::all_of(request.encodings, [](const auto& encoding) { return encoding::isMap(encoding); }))
        request.metric.reset(); // shown as they are, as on screen
    request.widthMm = request.encodings.size() > 1 && request.kind == figure::FigureKind::Heatmap ? 174 : 84;
    request.pixels = path.endsWith(u".png", Qt::CaseInsensitive);
    request.description = QStringLiteral("PEScope");
    m_runner.start(
        this,
        [request, path](const JobContext& job) -> Status {
            PESCOPE_TRY(composed, figure::compose(request, compute::eigenBackend(), job));
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
