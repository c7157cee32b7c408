// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_saver.h"

#include <nlohmann/json.hpp>

#include <QDir>

namespace pescope::ui {

FigureSaver::FigureSaver(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
}

figure::ShownSession FigureSaver::shown() const
{
    figure::ShownSession shown;
    shown.session = m_document.session();
    shown.view = m_document.viewOfAll();
    shown.frame = m_document.currentFrame();
    for (const session::Source& source : shown.session.sources)
        if (auto encoding = m_document.encoding(source.key))
            shown.encodings.emplace(source.key, std::move(encoding));
    return shown;
}

void FigureSaver::ask(QWidget* window, const QString& sessionFile, const QString& folder)
{
    if (!m_document.currentFrame() || m_dialog)
        return;
    m_sessionFile = sessionFile;
    m_dialog = new FigureDialog(shown(), m_settings, sessionFile,
                                QDir(folder).filePath(QStringLiteral("positions.pdf")), window);
    connect(m_dialog, &QDialog::finished, this, [this, dialog = m_dialog.data()](int result) {
        if (m_settings != dialog->settings()) {
            m_settings = dialog->settings();
            Q_EMIT settingsChanged();
        }
        if (result == QDialog::Accepted)
            save(dialog->target());
    });
    m_dialog->open();
}

session::OpaqueObject FigureSaver::state() const
{
    if (!m_kept && m_settings == figure::Settings{})
        return nullptr;
    nlohmann::json object = m_kept ? *m_kept : nlohmann::json::object();
    object.update(figure::toJson(m_settings));
    return std::make_shared<const nlohmann::json>(std::move(object));
}

void FigureSaver::setState(const session::OpaqueObject& state)
{
    m_kept = state;
    const auto settings = state ? figure::settingsFromJson(*state) : figure::Settings{};
    m_settings = settings ? *settings : figure::Settings{};
}

void FigureSaver::save(const QString& path)
{
    if (path.isEmpty() || !m_document.currentFrame())
        return;
    const bool pixels = path.endsWith(u".png", Qt::CaseInsensitive);
    m_runner.start(
        this,
        [shown = shown(), settings = m_settings, path, pixels,
         file = m_sessionFile.toStdString()](const JobContext& job) -> Status {
            PESCOPE_TRY(made, figure::composeSession(shown, settings, {}, pixels, file, job));
            const std::filesystem::path target(path.toStdString());
            if (Status written = figure::write(made.composed.figure, target); !written)
                return written;
            return figure::writeBeside(made, settings, target);
        },
        [this, path](const Status& done) {
            if (done)
                Q_EMIT saved(path);
            else
                Q_EMIT failed(path, QString::fromStdString(describe(done.error())));
        });
}

} // namespace pescope::ui
