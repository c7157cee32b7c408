// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session_window.h"

#include "core/session/source_path.h"
#include "core/session/text_view.h"
#include "ui/theme/core_text.h"
#include "ui/window/figure_saver.h"
#include "ui/window/main_window.h"
#include "ui/window/session_messages.h"
#include "ui/window/session_text.h"
#include "ui/workspaces/positions/positions_workspace.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QStandardPaths>
#include <QStatusBar>

#include <algorithm>

namespace pescope::ui {

using session::Found;

namespace {

constexpr int kNoteMs = 6000;
constexpr int kHashHead = 12; // digits of a hash that are shown
constexpr std::string_view kCharts[] = {"distance", "psi", "omega", "spectrum"}; // as ChartKind

QString autosaveFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + QStringLiteral("/autosave");
}

} // namespace

SessionWindow::SessionWindow(MainWindow& window, Document& document, Settings& settings, SessionMessages& messages)
    : QObject(&window)
    , m_window(window)
    , m_document(document)
    , m_settings(settings)
    , m_messages(messages)
    , m_files(document, autosaveFolder())
{
    m_files.setExtras([this] { return extras(); });
    connect(&m_files, &SessionFiles::stateChanged, this, &SessionWindow::showTitle);
    connect(&m_files, &SessionFiles::opened, this, &SessionWindow::report);
    connect(&m_files, &SessionFiles::openFailed, this, [this](const QString& path, const Error& error) {
        m_beside.clear();
        m_messages.add({.kind = MessageBar::Kind::Error,
                        .text = tr("%1 was not opened.").arg(path),
                        .details = qt(describe(error)),
                        .choices = {}});
    });
    connect(&m_files, &SessionFiles::saved, this, [this](const QString& path) {
        m_settings.addRecentSession(path);
        m_settings.setLastFolder(QFileInfo(path).absolutePath());
        m_window.statusBar()->showMessage(tr("Saved %1").arg(path), kNoteMs);
        if (const auto after = std::exchange(m_afterSave, {}))
            after();
    });
    connect(&m_files, &SessionFiles::saveFailed, this, [this](const QString& path, const Error& error) {
        m_afterSave = {};
        m_messages.add({.kind = MessageBar::Kind::Error,
                        .text = tr("%1 was not saved.").arg(path),
                        .details = qt(describe(error)),
                        .choices = {{tr("Choose another place…"), [this] { saveAs(); }}}});
    });
    showTitle();
}

QString SessionWindow::name() const
{
    return m_files.path().isEmpty() ? tr("Untitled") : QFileInfo(m_files.path()).completeBaseName();
}

void SessionWindow::showTitle()
{
    const bool untouched = m_files.path().isEmpty() && !m_files.changed();
    m_window.setWindowTitle(untouched ? QStringLiteral("PEScope") : name() + QStringLiteral("[*] – PEScope"));
    m_window.setWindowModified(m_files.changed());
}

SessionExtras SessionWindow::extras() const
{
    const auto kind = static_cast<std::size_t>(m_window.workspace().charts()->kind());
    return {.chart = std::string(kCharts[kind]),
            .text = textState(m_window.textPage(), m_window.showsText(), m_text),
            .figure = m_window.figures().state()};
}

void SessionWindow::startNew()
{
    askThen([this] {
        m_messages.dropAboutSources();
        m_text = nullptr;
        m_textWaits = false;
        m_files.startNew();
        m_window.showText(false);
    });
}

void SessionWindow::open(const QString& path, const QStringList& beside)
{
    askThen([this, path, beside] {
        m_beside = beside;
        m_files.open(path);
    });
}

void SessionWindow::save()
{
    if (m_files.path().isEmpty())
        saveAs();
    else
        m_files.save(m_files.path());
}

void SessionWindow::saveAs()
{
    auto* dialog =
        new QFileDialog(&m_window, tr("Save session"), m_settings.lastFolder(), tr("PEScope sessions (*.pescope)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("pescope"));
    dialog->selectFile(name() + QStringLiteral(".pescope"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { m_files.save(path); });
    connect(dialog, &QDialog::rejected, this, [this] { m_afterSave = {}; });
    dialog->open();
}

/// Goes on at once where nothing would be lost.
void SessionWindow::askThen(std::function<void()> go)
{
    if (!m_files.changed()) {
        go();
        return;
    }
    auto* box = new QMessageBox(QMessageBox::Question, QStringLiteral("PEScope"),
                                tr("Save the changes of “%1”?").arg(name()), QMessageBox::NoButton, &m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setInformativeText(tr("Without saving they are lost."));
    const auto* keep = box->addButton(tr("Save"), QMessageBox::AcceptRole);
    const auto* discard = box->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    box->setEscapeButton(box->addButton(tr("Cancel"), QMessageBox::RejectRole));
    connect(box, &QDialog::finished, this, [this, box, keep, discard, go = std::move(go)] {
        if (box->clickedButton() == keep) {
            m_afterSave = go;
            save();
        } else if (box->clickedButton() == discard) {
            go();
        }
    });
    box->open();
}

bool SessionWindow::mayClose()
{
    if (m_closing || !m_files.changed()) {
        m_files.finish();
        return true;
    }
    askThen([this] {
        m_closing = true;
        m_window.close();
    });
    return false;
}

void SessionWindow::report(const QString& path, const std::vector<session::Finding>& findings,
                           const SessionExtras& extras)
{
    m_messages.dropAboutSources();
    if (!path.isEmpty()) {
        m_settings.addRecentSession(path);
        m_settings.setLastFolder(QFileInfo(path).absolutePath());
    }
    m_text = extras.text;
    const session::TextView textView = session::textViewOf(m_text);
    m_textWaits = !textView.sides.empty();
    const auto* const chart = std::ranges::find(kCharts, extras.chart);
    if (chart != std::end(kCharts))
        m_window.workspace().setChartKind(static_cast<ChartKind>(chart - std::begin(kCharts)));
    m_window.figures().setState(extras.figure);
    m_window.showText(m_textWaits && textView.shown);
    if (const QStringList beside = std::exchange(m_beside, {}); !beside.isEmpty())
        m_document.open(beside);

    QStringList elsewhere, asked;
    for (const session::Finding& finding : findings) {
        const QString file = QFileInfo(qt(finding.path)).fileName();
        switch (finding.found) {
        case Found::Elsewhere:
            elsewhere << qt(finding.path);
            break;
        case Found::Changed:
            m_messages.add(
                {.text = tr("%1 is not the file that the session was saved with. It is shown as it is now.").arg(file),
                 .details = tr("%1\nSHA-256 of its values: %2… when the session was saved, %3… now")
                                .arg(qt(finding.path), qt(finding.recordedHash).left(kHashHead),
                                     finding.foundHash.empty() ? tr("none") : qt(finding.foundHash).left(kHashHead)),
                 .choices = {},
                 .aboutSources = true});
            break;
        case Found::Missing:
        case Found::Unreadable:
            if (!asked.contains(qt(finding.recordedPath))) // layers of one model are one file
                reportMissing(finding);
            asked << qt(finding.recordedPath);
            break;
        }
    }
    elsewhere.removeDuplicates();
    if (!elsewhere.isEmpty())
        m_window.statusBar()->showMessage(tr("Found at another place: %1").arg(elsewhere.join(QStringLiteral(", "))),
                                          2 * kNoteMs);
}

void SessionWindow::reportMissing(const session::Finding& finding)
{
    const QString path = qt(finding.recordedPath);
    const QFileInfo info(path);
    const bool missing = finding.found == Found::Missing;
    m_messages.add({.text = missing
                        ? tr("%1 is not at %2; where is it?").arg(info.fileName(), info.path())
                        : tr("%1 at %2 does not open; is there another one?").arg(info.fileName(), info.path()),
                    .details = finding.error ? qt(describe(*finding.error)) : QString(),
                    .choices = {{tr("Find…"), [this, path] { askWhere(path); }},
                                {tr("Leave out"), [this, path] { leaveOut(path); }}},
                    .aboutSources = true});
}

void SessionWindow::askWhere(const QString& oldPath)
{
    const QString title = tr("Where is %1?").arg(QFileInfo(oldPath).fileName());
    const bool file = !QFileInfo(oldPath).suffix().isEmpty();
    const QString path = file ? QFileDialog::getOpenFileName(&m_window, title, m_settings.lastFolder())
                              : QFileDialog::getExistingDirectory(&m_window, title, m_settings.lastFolder());
    if (!path.isEmpty())
        found(oldPath, path);
}

void SessionWindow::found(const QString& oldPath, const QString& newPath)
{
    m_settings.setLastFolder(QFileInfo(newPath).absolutePath());
    m_files.moveSources(oldPath, newPath);
}

void SessionWindow::leaveOut(const QString& oldPath)
{
    m_document.edit(tr("Leave out %1").arg(QFileInfo(oldPath).fileName()), [&](session::Session& s) {
        std::vector<session::SourceKey> gone;
        for (const session::Source& source : s.sources)
            if (const auto* origin = std::get_if<session::OpenedOrigin>(&source.origin))
                if (const auto parts = session::pathOf(origin->spec); parts && qt(parts->path) == oldPath)
                    gone.push_back(source.key);
        for (const session::SourceKey key : gone)
            session::remove(s, key);
    });
}

bool SessionWindow::fillText()
{
    if (!std::exchange(m_textWaits, false))
        return false;
    applyTextState(m_window.textPage(), m_text);
    return true;
}

void SessionWindow::offerLeftovers()
{
    for (const Leftover& leftover : m_files.autosave().leftovers())
        offer(leftover);
}

void SessionWindow::offer(const Leftover& leftover)
{
    constexpr int kNamed = 3;
    QString sources = QStringList(leftover.sources.mid(0, kNamed)).join(QStringLiteral(", "));
    if (leftover.sources.size() > kNamed)
        sources += QStringLiteral(", …");
    const QString time = QLocale().toString(leftover.time, QLocale::ShortFormat);
    const QString what = leftover.path.isEmpty() ? tr("A session without a file") : QFileInfo(leftover.path).fileName();
    m_messages.add(
        {.text = tr("%1 was not saved before its window ended, at %2: %3.").arg(what, time, sources),
         .details = leftover.path,
         .choices = {{tr("Restore"), [this, leftover] { askThen([this, leftover] { m_files.restore(leftover); }); }},
                     {tr("Discard"), [this, leftover] { m_files.autosave().discard(leftover); }}}});
}

} // namespace pescope::ui
