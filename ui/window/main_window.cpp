// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/main_window.h"

#include "ui/theme/theme.h"
#include "ui/widgets/labels.h"
#include "ui/window/actions.h"
#include "ui/window/dialogs.h"
#include "ui/window/drop_overlay.h"
#include "ui/window/figure_saver.h"
#include "ui/window/message_bar.h"
#include "ui/window/session_messages.h"
#include "ui/window/session_window.h"
#include "ui/window/status_line.h"
#include "ui/window/sweep_dialog.h"
#include "ui/window/tool_bar.h"
#include "ui/window/window_help.h"
#include "ui/workspaces/positions/positions_workspace.h"
#include "ui/workspaces/positions/recipes.h"
#include "ui/workspaces/positions/sources_panel.h"
#include "ui/workspaces/positions/tour_banner.h"
#include "ui/workspaces/text/text_page.h"
#include "ui/workspaces/text/text_workspace.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDropEvent>
#include <QFileInfo>
#include <QMenuBar>
#include <QStackedWidget>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace pescope::ui {

namespace {

constexpr int kRailWidth = 72;
constexpr QSize kMinimumSize(1120, 700);
constexpr QSize kFirstSize(1440, 900);

/// The system's wish: its palette before Qt 6.5 asks the desktop itself.
bool systemIsDark()
{
    static const bool dark = QApplication::palette().color(QPalette::Window).lightness() < 128;
    return dark;
}

} // namespace

MainWindow::MainWindow(Document& document, Settings& settings, Language& language, QString device, QWidget* parent)
    : QMainWindow(parent)
    , m_settings(settings)
    , m_language(language)
    , m_device(std::move(device))
    , m_document(document)
    , m_actions(new Actions(m_document, settings, this))
    , m_toolBar(new ToolBar(m_document, *m_actions, this))
    , m_rail(new QFrame(this))
    , m_positions(new QToolButton(m_rail))
    , m_textButton(new QToolButton(m_rail))
    , m_settingsButton(new QToolButton(m_rail))
    , m_messages(new MessageBar(this))
    , m_status(new StatusLine(m_document, this))
    , m_pages(new QStackedWidget(this))
    , m_start(new StartPage(settings, m_pages))
    , m_workspace(new PositionsWorkspace(m_document, m_pages))
    , m_text(new TextPage(m_document, m_pages))
    , m_saver(new FigureSaver(m_document, this))
    , m_sessionMessages(new SessionMessages(new MessageBar(this)))
    , m_sessions(new SessionWindow(*this, m_document, settings, *m_sessionMessages))
{
    setMinimumSize(kMinimumSize);
    setAcceptDrops(true);
    addToolBar(m_toolBar);
    buildRail();
    m_pages->addWidget(m_start);
    m_pages->addWidget(m_workspace);
    m_pages->addWidget(m_text);
    auto* right = new QWidget(this);
    auto* rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins(0, 0, 0, 0);
    rightLayout->setSpacing(0);
    rightLayout->addWidget(m_messages);
    rightLayout->addWidget(&m_sessionMessages->bar());
    rightLayout->addWidget(m_pages, 1);
    auto* centre = new QWidget(this);
    auto* layout = new QHBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_rail);
    layout->addWidget(right, 1);
    setCentralWidget(centre);
    setStatusBar(m_status);
    m_drop = new DropOverlay(this);
    m_toolBar->setProperty("help", QStringLiteral("toolbar"));
    new WindowHelp(*this, *m_actions, m_document, *m_start);

    connectAll();
    retranslate();
    showSession();
    resize(kFirstSize);
    restoreGeometry(m_settings.bytes(QStringLiteral("geometry")));
}

MainWindow::~MainWindow() = default;

void MainWindow::buildRail()
{
    m_rail->setProperty("look", QStringLiteral("rail-frame"));
    m_rail->setFixedWidth(kRailWidth);
    for (QToolButton* button : {m_positions, m_textButton, m_settingsButton}) {
        button->setProperty("look", QStringLiteral("rail"));
        button->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
        button->setIconSize(QSize(20, 20));
        button->setFixedWidth(kRailWidth - 12);
        button->setFont(Theme::font(TextSize::Small));
    }
    m_positions->setIcon(icon(IconName::PositionGrid, m_positions));
    m_textButton->setIcon(icon(IconName::TextLines, m_textButton));
    for (QToolButton* button : {m_positions, m_textButton})
        button->setCheckable(true);
    m_positions->setChecked(true);
    m_settingsButton->setIcon(icon(IconName::Settings, m_settingsButton));
    auto* layout = new QVBoxLayout(m_rail);
    layout->setContentsMargins(6, 8, 6, 8);
    layout->addWidget(m_positions);
    layout->addWidget(m_textButton);
    layout->addStretch();
    layout->addWidget(m_settingsButton);
}

void MainWindow::connectAll()
{
    connect(m_actions->startNew, &QAction::triggered, m_sessions, &SessionWindow::startNew);
    connect(m_actions->save, &QAction::triggered, m_sessions, &SessionWindow::save);
    connect(m_actions->saveAs, &QAction::triggered, m_sessions, &SessionWindow::saveAs);
    connect(m_actions->open, &QAction::triggered, this, &MainWindow::askForFolder);
    connect(m_actions->openHub, &QAction::triggered, this, &MainWindow::askForHub);
    connect(m_actions->openFile, &QAction::triggered, this, &MainWindow::askForFile);
    connect(m_actions->addEncoding, &QAction::triggered, this, &MainWindow::addEncoding);
    connect(m_actions->saveFigure, &QAction::triggered, this, [this] { askForFigure(showsText() ? 1 : 0); });
    connect(m_actions->sweep, &QAction::triggered, this, [this] { showSweep(*this, m_document, m_settings); });
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    connect(m_actions->history, &QAction::triggered, this, [this] { showHistory(this, m_document); });
    connect(m_actions->rename, &QAction::triggered, this,
            [this] { m_workspace->sources()->rename(m_document.session().active); });
    connect(m_actions->copyPane, &QAction::triggered, this,
            [this] { copyOrExplain(this, tr("Copy as NumPy"), paneCode(m_document, m_document.session().active)); });
    connect(m_actions->copyChart, &QAction::triggered, this, [this] { m_workspace->charts()->copyAsNumpy(); });
    connect(m_actions->copyCommand, &QAction::triggered, this,
            [this] { copyOrExplain(this, tr("Copy command"), paneCommand(m_document, m_document.session().active)); });
    connect(m_actions->charts, &QActionGroup::triggered, this, [this](QAction* action) {
        m_workspace->setChartKind(static_cast<ChartKind>(m_actions->charts->actions().indexOf(action)));
    });
    connect(m_workspace, &PositionsWorkspace::chartKindChanged, this,
            [this](ChartKind kind) { m_actions->charts->actions().at(static_cast<int>(kind))->setChecked(true); });
    connect(m_actions->properties, &QAction::triggered, m_workspace, &PositionsWorkspace::showProperties);
    connect(m_workspace, &PositionsWorkspace::propertiesShown, m_actions->properties, &QAction::setChecked);
    connect(m_actions->foldSources, &QAction::triggered, this,
            [this](bool fold) { Q_EMIT m_workspace->sources()->foldToggled(fold); });
    connect(m_actions->fullScreen, &QAction::triggered, this,
            [this](bool on) { on ? showFullScreen() : showNormal(); });
    connect(m_actions->settings, &QAction::triggered, this, [this] { showSettings(this, m_settings, m_document); });
    connect(m_settingsButton, &QToolButton::clicked, m_actions->settings, &QAction::trigger);
    connect(m_actions->diagnostics, &QAction::triggered, this, [this] { showDiagnostics(this, m_document); });
    connect(m_actions->about, &QAction::triggered, this, [this] { showAbout(this); });
    connect(m_actions->tour, &QAction::triggered, this, [this] {
        m_settings.setTourWanted(true);
        start(StartPage::Start::TwoPanes);
    });
    connect(m_actions, &Actions::recentChosen, this, [this](const QString& source) { open({source}); });
    connect(m_positions, &QToolButton::clicked, this, [this] { showText(false); });
    connect(m_textButton, &QToolButton::clicked, this, [this] { showText(true); });
    connect(m_actions->workspaces, &QActionGroup::triggered, this,
            [this](QAction* action) { showText(m_actions->workspaces->actions().indexOf(action) == 1); });
    connectText();
    connect(m_start, &StartPage::started, this, &MainWindow::start);
    connect(m_start, &StartPage::openRequested, this, &MainWindow::askForFolder);
    connect(m_start, &StartPage::openFileRequested, this, &MainWindow::askForFile);
    connect(m_start, &StartPage::sourceChosen, this, [this](const QString& source) { open({source}); });
    connect(m_workspace, &PositionsWorkspace::openRequested, this, &MainWindow::askForFolder);
    connect(m_workspace, &PositionsWorkspace::addEncodingRequested, this, &MainWindow::addEncoding);
    connect(m_workspace->tour(), &TourBanner::finished, this, [this](bool forGood) {
        if (forGood)
            m_settings.setTourWanted(false);
    });
    connect(&m_document, &Document::sessionChanged, this, &MainWindow::showSession);
    connect(&m_document, &Document::backendChanged, this, &MainWindow::showBackend);
    connect(&m_document.store(), &SourceStore::changedOnDisk, this, [this](const QString& spec, bool gone) {
        if (gone)
            m_messages->raise(MessageBar::Kind::Warning,
                              tr("%1 is no longer there. What is shown was read before.").arg(spec));
        else
            m_messages->raise(MessageBar::Kind::Warning,
                              tr("%1 has changed on disk. What is shown was read before.").arg(spec), {},
                              tr("Read again"), [this, spec] { m_document.store().reload(spec.toStdString()); });
    });
    connect(m_saver, &FigureSaver::saved, this, [this](const QString& path) {
        m_settings.setLastFolder(QFileInfo(path).absolutePath());
        statusBar()->showMessage(tr("Saved %1").arg(path), 6000);
    });
    connect(m_saver, &FigureSaver::failed, this, [this](const QString& path, const QString& reason) {
        m_messages->raise(MessageBar::Kind::Error, tr("%1 was not saved.").arg(path), reason,
                          tr("Choose another place…"), [this] { askForFigure(showsText() ? 1 : 0); });
    });
    connect(&m_settings, &Settings::themeChanged, this, &MainWindow::applyTheme);
    connect(&m_settings, &Settings::languageChanged, this, [this] { m_language.use(m_settings.language()); });
    connect(&m_settings, &Settings::deviceChanged, this, &MainWindow::loadTorch);
}

void MainWindow::applyTheme()
{
    const bool dark =
        m_settings.theme() == ThemeChoice::System ? systemIsDark() : m_settings.theme() == ThemeChoice::Dark;
    const Theme theme(dark);
    QApplication::setPalette(theme.palette());
    qApp->setStyleSheet(theme.styleSheet());
}

void MainWindow::showEvent(QShowEvent* event)
{
    QMainWindow::showEvent(event);
    if (!m_torchAsked) {
        m_torchAsked = true;
        // after the first paint: the window must not wait for LibTorch's second
        QTimer::singleShot(200, this, &MainWindow::loadTorch);
    }
}

void MainWindow::loadTorch()
{
    const QString wanted = m_device.isEmpty() ? m_settings.device() : m_device;
    const auto device = compute::parseDevice(wanted.toStdString());
    m_document.loadTorch(device.value_or(compute::DeviceChoice{}));
    if (!device)
        m_messages->raise(MessageBar::Kind::Warning, tr("\"%1\" is no device: LibTorch runs on the CPU.").arg(wanted),
                          QString::fromStdString(describe(device.error())));
}

void MainWindow::showBackend()
{
    if (const auto& error = m_document.torchError())
        m_messages->raise(MessageBar::Kind::Warning,
                          tr("LibTorch is not in use: pictures are computed by Eigen, which is slower."),
                          QString::fromStdString(describe(*error)));
    else if (const auto& info = m_document.torchInfo(); info && info->slowBlas)
        m_messages->raise(MessageBar::Kind::Warning,
                          tr("LibTorch computes slowly on this machine: its matrix library is not optimised."),
                          QString::fromStdString(info->advice));
}

void MainWindow::open(const QStringList& sources)
{
    QStringList others = sources;
    const auto session = std::ranges::find_if(
        others, [](const QString& source) { return session::isSessionName(source.toStdString()); });
    const QString file = session == others.end() ? QString() : *session;
    if (!file.isEmpty())
        others.erase(session);
    for (const QString& source : others)
        if (QFileInfo::exists(source.section(u'#', 0, 0)))
            m_settings.addRecent(QFileInfo(source).absoluteFilePath());
    if (!file.isEmpty())
        m_sessions->open(file, others);
    else
        m_document.open(others);
}

QString MainWindow::demoTable() const
{
    // beside the program when it is installed or built, in the source tree otherwise
    const QString here = QApplication::applicationDirPath();
    const QStringList folders{here + QStringLiteral("/../share/pescope/demo"),
                              QStringLiteral(PESCOPE_SOURCE_RESOURCES "/demo")};
    for (const QString& folder : folders) {
        const QString file = folder + QStringLiteral("/minilm-l6-position.safetensors");
        if (QFileInfo::exists(file))
            return QFileInfo(file).absoluteFilePath();
    }
    return {};
}

void MainWindow::start(StartPage::Start start)
{
    const QString demo = demoTable();
    const std::string fixed = tr("Fixed sinusoid").toStdString();
    const auto sinusoid = [](int dim, double scale) {
        encoding::SinusoidSpec spec;
        spec.dim = dim;
        spec.scale = scale;
        return session::SinusoidOrigin{spec};
    };
    m_document.edit(tr("Start"), [&](session::Session& s) {
        switch (start) {
        case StartPage::Start::TwoPanes: {
            const session::SourceKey first = session::add(s, sinusoid(384, 1), fixed);
            if (!demo.isEmpty())
                session::add(s, session::OpenedOrigin{demo.toStdString(), {}}, tr("Learned (MiniLM)").toStdString());
            s.active = first;
            s.options.layout = session::Layout::SideBySide;
            break;
        }
        case StartPage::Start::Omega: {
            session::add(s, sinusoid(768, 1), fixed);
            session::add(s, sinusoid(768, 1), tr("Tweaked sinusoid").toStdString());
            s.handle = session::OmegaHandle::Scale;
            s.options.layout = session::Layout::SideBySide;
            break;
        }
        case StartPage::Start::Difference: {
            const session::SourceKey a = session::add(s, sinusoid(768, 1), fixed);
            const session::SourceKey b = session::add(s, sinusoid(768, 0.5), tr("Half the frequencies").toStdString());
            session::add(s, session::DifferenceOrigin{a, b});
            s.active = b;
            s.options.layout = session::Layout::Grid;
            break;
        }
        case StartPage::Start::Relative: {
            const session::SourceKey wide = session::add(s, sinusoid(768, 1), tr("APE, D = 768").toStdString());
            session::add(s, session::OpenedOrigin{"sinusoid-relative:dim=64,max=127", {}},
                         tr("RPE, D = 64").toStdString());
            s.active = wide;
            s.options.layout = session::Layout::SideBySide;
            break;
        }
        }
    });
    m_workspace->setChartKind(start == StartPage::Start::Omega ? ChartKind::Psi : ChartKind::Distance);
    if (start == StartPage::Start::TwoPanes && m_settings.tourWanted())
        m_workspace->tour()->begin();
}

void MainWindow::showSession()
{
    const bool text = m_textButton->isChecked();
    const bool empty = m_document.session().sources.empty();
    m_pages->setCurrentIndex(text ? 2 : empty ? 0 : 1);
    m_toolBar->setVisible(!text && !empty); // nothing to choose on the start page
    m_status->setOther(text ? textWorkspace().status() : QString());
}

void MainWindow::askForFigure(int textSide)
{
    m_saver->setChinese(m_language.current() == u"zh");
    m_saver->ask(this, m_sessions->files().path(), m_settings.lastFolder(), textSide);
}

bool MainWindow::settled() const
{
    return m_document.idle() && !m_workspace->computing() && !m_text->busy() && !m_sessions->files().busy();
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (!m_sessions->mayClose()) {
        event->ignore();
        return;
    }
    m_settings.setBytes(QStringLiteral("geometry"), saveGeometry());
    QMainWindow::closeEvent(event);
}

void MainWindow::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::LanguageChange)
        retranslate();
    QMainWindow::changeEvent(event);
}

void MainWindow::retranslate()
{
    m_actions->retranslate();
    m_toolBar->retranslate();
    m_positions->setText(tr("Positions"));
    m_textButton->setText(tr("Text"));
    m_settingsButton->setText(tr("Settings"));
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event)
{
    const QStringList paths = droppedPaths(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    m_drop->showFor(paths);
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent*)
{
    m_drop->hide();
}

void MainWindow::dropEvent(QDropEvent* event)
{
    m_drop->hide();
    const QStringList paths = droppedPaths(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    const bool session =
        std::ranges::any_of(paths, [](const QString& path) { return session::isSessionName(path.toStdString()); });
    if (session || !m_textButton->isChecked() || !dropOnText(paths.front()))
        open(paths);
}

void MainWindow::resizeEvent(QResizeEvent* event)
{
    QMainWindow::resizeEvent(event);
    if (m_drop)
        m_drop->setGeometry(rect());
}

} // namespace pescope::ui
