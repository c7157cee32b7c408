// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figure_saver.h"

#include "ui/figure/text_panels.h"

#include <nlohmann/json.hpp>

#include <QDir>

#include <algorithm>

namespace pescope::ui {

FigureSaver::FigureSaver(Document& document, QObject* parent)
    : QObject(parent)
    , m_document(document)
{
}

figure::ShownSession FigureSaver::shown(int textSide) const
{
    figure::ShownSession shown;
    shown.session = m_document.session();
    shown.view = m_document.viewOfAll();
    shown.frame = m_document.currentFrame();
    if (!shown.frame)
        shown.frame = std::make_shared<const frame::Frame>();
    for (const session::Source& source : shown.session.sources)
        if (auto encoding = m_document.encoding(source.key))
            shown.encodings.emplace(source.key, std::move(encoding));
    if (m_text)
        shown.text = m_text(textSide);
    return shown;
}

void FigureSaver::ask(QWidget* window, const QString& sessionFile, const QString& folder, int textSide)
{
    if (m_dialog)
        return;
    figure::Settings settings = m_settings;
    if (settings == figure::Settings{} && !m_kept) // nothing was chosen yet: it speaks as the window does
        settings.language = m_chinese ? figure::Language::Chinese : figure::Language::English;
    const auto ofText = [](const std::string& name) {
        return std::ranges::find(figure::textPanels(), name) != figure::textPanels().end();
    };
    const bool any = std::ranges::any_of(settings.panels, ofText);
    if (textSide > 0) {
        settings.textSide = textSide;
        if (!any)
            settings.panels = {"original", "exchanged", "difference"};
    } else if (any && std::ranges::all_of(settings.panels, ofText)) {
        settings.panels.clear();
    }
    figure::ShownSession now = shown(settings.textSide);
    if (figure::possiblePanels(now).empty())
        return;
    m_sessionFile = sessionFile;
    const QString name = textSide > 0 ? QStringLiteral("text.pdf") : QStringLiteral("positions.pdf");
    m_dialog = new FigureDialog(std::move(now), settings, sessionFile, QDir(folder).filePath(name), window);
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
    if (path.isEmpty())
        return;
    const bool pixels = path.endsWith(u".png", Qt::CaseInsensitive);
    m_runner.start(
        this,
        [shown = shown(m_settings.textSide), settings = m_settings, path, pixels,
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
