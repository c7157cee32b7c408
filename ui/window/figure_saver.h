// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session_file.h"
#include "ui/figure/session_figure.h"
#include "ui/state/document.h"
#include "ui/window/figure_dialog.h"

#include <QObject>
#include <QPointer>

namespace pescope::ui {

/// Figures of the session: the dialog that asks how they look, and the writing on a worker. The same panels, region and
/// scales as on screen, by the painter of `pescope figure`.
class FigureSaver : public QObject {
    Q_OBJECT
public:
    explicit FigureSaver(Document& document, QObject* parent = nullptr);

    /// What the Text workspace shows on its side 1 or 2; null: nothing.
    using TextShown = std::function<std::shared_ptr<const figure::ShownText>(int side)>;
    void setText(TextShown text) { m_text = std::move(text); }
    void setChinese(bool chinese) { m_chinese = chinese; } ///< the window speaks it

    /// Shows the dialog. @param sessionFile  of the session; empty: none yet  @param folder  where it begins
    /// @param textSide  asked for by that side of the Text workspace: the figure has panels of it; 0: by Positions
    void ask(QWidget* window, const QString& sessionFile, const QString& folder, int textSide = 0);
    void save(const QString& path); ///< as the settings say
    [[nodiscard]] const figure::Settings& settings() const { return m_settings; }
    void setSettings(const figure::Settings& settings) { m_settings = settings; }
    /// The settings as a session file keeps them, with what another version wrote; null while nothing was chosen.
    [[nodiscard]] session::OpaqueObject state() const;
    void setState(const session::OpaqueObject& state); ///< null, or what does not fit: the defaults
    [[nodiscard]] FigureDialog* dialog() const { return m_dialog; } ///< null: it is not shown

Q_SIGNALS:
    void saved(const QString& path);
    void failed(const QString& path, const QString& reason);
    void settingsChanged();

private:
    [[nodiscard]] figure::ShownSession shown(int textSide) const;

    Document& m_document;
    TextShown m_text;
    bool m_chinese = false;
    figure::Settings m_settings;
    session::OpaqueObject m_kept; ///< of the session that is open
    QString m_sessionFile;
    QPointer<FigureDialog> m_dialog;
    TaskRunner m_runner;
};

} // namespace pescope::ui
