// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the Text workspace: its maps as a figure, arrays as sources of Positions.
#include "ui/state/kept_array.h"
#include "ui/theme/theme.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/text/text_recipe.h"
#include "ui/workspaces/text/text_workspace.h"

#include <QBuffer>
#include <QFileInfo>
#include <QPainter>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace pescope::ui {

namespace {

constexpr int kBetween = 16; // px between two maps
constexpr double kPngScale = 2;

Status asFailure(const QString& path, const QString& reason)
{
    return fail(ErrorCode::Io, QStringLiteral("%1: %2").arg(path, reason).toStdString(),
                TextWorkspace::tr("Choose another folder or name.").toStdString());
}

} // namespace

QString TextWorkspace::recipe(bool python) const
{
    const auto& run = m_text.current();
    if (!run)
        return {};
    const ShownText shown{.model = m_text.modelFolder().toStdString(),
                          .text = run->text,
                          .axisIndex = m_layer,
                          .attention = showsAttention() && m_layer > 0,
                          .head = head()};
    return QString::fromStdString(python ? textCode(shown, *run) : textCommands(shown, *run));
}

Status TextWorkspace::saveMaps(const QString& path) const
{
    const int width = m_maps[0]->width() * 3 + 2 * kBetween, height = m_maps[0]->height();
    const auto paint = [&](QPainter& painter) {
        painter.fillRect(QRect(0, 0, width, height), Theme::of(this).colour(Role::Panel));
        for (std::size_t k = 0; k < m_maps.size(); ++k) {
            painter.save();
            painter.translate(static_cast<double>(k) * (m_maps[0]->width() + kBetween), 0);
            m_maps[k]->paint(painter); // not render(): that would make a picture of it
            painter.restore();
        }
    };
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    const QString kind = QFileInfo(path).suffix().toLower();
    if (kind == u"pdf") {
        QPdfWriter writer(&buffer);
        writer.setResolution(96);
        writer.setPageSize(QPageSize(QSizeF(width, height) * 72.0 / 96.0, QPageSize::Point));
        writer.setPageMargins(QMarginsF());
        QPainter painter(&writer);
        paint(painter);
    } else if (kind == u"svg") {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setSize({width, height});
        generator.setViewBox(QRect(0, 0, width, height));
        QPainter painter(&generator);
        paint(painter);
    } else if (kind == u"png") {
        QImage image(QSizeF(width * kPngScale, height * kPngScale).toSize(), QImage::Format_RGB32);
        image.setDevicePixelRatio(kPngScale);
        QPainter painter(&image);
        paint(painter);
        painter.end();
        image.save(&buffer, "PNG");
    } else {
        return asFailure(path, tr("its name must end in .pdf, .svg or .png"));
    }
    QSaveFile file(path); // replaced only by a complete new one
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return asFailure(path, file.errorString());
    return ok();
}

void TextWorkspace::sendToPositions(bool states)
{
    const auto& run = m_text.current();
    if (!run)
        return;
    const QString layer = m_layer == 0 ? tr("embedding output") : tr("layer %1").arg(m_layer);
    tables::MatrixD values;
    QString name;
    if (states) {
        const auto state =
            m_layer == 0 ? bert::StateId::embeddingOutput() : bert::StateId::outputOf(bert::Layer{m_layer});
        values = run->exchanged->hidden(state).cast<double>();
        name = tr("hidden states, %1").arg(layer);
    } else {
        if (!m_maps[1]->state().values)
            return;
        values = *m_maps[1]->state().values;
        name = m_what->currentIndex() == 1
            ? head() >= 0 ? tr("attention, %1, head %2").arg(layer).arg(head() + 1) : tr("attention, %1").arg(layer)
            : tr("cosine, %1").arg(layer);
    }
    const auto path = keepArray(QStringLiteral("text"), name, values);
    if (!path) {
        Q_EMIT m_text.failed(tr("The array could not be kept for Positions"), path.error());
        return;
    }
    Q_EMIT sourceWanted(states ? *path : QStringLiteral("matrix:") + *path);
}

} // namespace pescope::ui
