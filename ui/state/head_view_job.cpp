// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/head_view_job.h"

#include "core/checkpoint/checkpoint.h"
#include "core/encoding/resolve.h"
#include "ui/state/kept_array.h"

namespace pescope::ui {

namespace {

/// The model's folder or file behind an opened source; nothing for others and for what-ifs.
std::optional<std::string> modelPath(const session::Source* source)
{
    const auto* opened = source ? std::get_if<session::OpenedOrigin>(&source->origin) : nullptr;
    if (!opened)
        return std::nullopt;
    const encoding::SourceText text = encoding::parseSource(opened->spec);
    return text.builtIn() ? std::nullopt : std::optional(text.spec);
}

} // namespace

HeadViewJob::HeadViewJob(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
}

Result<bert::EncoderConfig> HeadViewJob::modelOf(session::SourceKey key) const
{
    const auto path = modelPath(session::find(m_document.session(), key));
    if (!path)
        return fail(ErrorCode::Unsupported, tr("This source is not the table of a model.").toStdString());
    PESCOPE_TRY(checkpoint, checkpoint::Checkpoint::open(*path));
    return bert::readEncoderConfig(checkpoint.config());
}

void HeadViewJob::add(session::SourceKey key, const HeadViewChoice& choice)
{
    const session::Source* source = session::find(m_document.session(), key);
    const auto path = modelPath(source);
    if (!path || m_running)
        return;
    m_running = true;
    const QString letter = QString(QChar(u'A' + source->letter % 26));
    QString name = tr("%1 as layer %2, head %3 sees it").arg(letter).arg(choice.layer).arg(choice.head + 1);
    if (choice.options.layerNorm)
        name += tr(", LayerNorm");
    if (choice.options.biases)
        name += tr(", biases");
    m_runner.start(
        this,
        [path = *path, choice, name](const JobContext&) -> Result<QString> {
            PESCOPE_TRY(checkpoint, checkpoint::Checkpoint::open(path));
            PESCOPE_TRY(weights, bert::loadHeadWeights(checkpoint, bert::Layer{choice.layer}));
            PESCOPE_TRY(factors, bert::headFactors(weights, choice.head, choice.options));
            const tables::MatrixD map = factors.queries * factors.keys.transpose();
            return keepArray(QStringLiteral("heads"), name, map);
        },
        [this, name](Result<QString> file) {
            m_running = false;
            if (!file) {
                Q_EMIT failed(tr("The head's view could not be computed"), file.error());
                return;
            }
            m_document.edit(name, [&](session::Session& s) {
                session::add(s, session::OpenedOrigin{"matrix:" + file->toStdString(), {}}, name.toStdString());
            });
            Q_EMIT finished(tr("%1: the part of the attention logit that two positions alone make. Symmetry is not "
                               "trivial here.")
                                .arg(name));
        });
}

} // namespace pescope::ui
