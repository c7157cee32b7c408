// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/actions.h"

#include "core/proximity/lens.h"
#include "core/raster/colormap.h"
#include "ui/heatmap/pane_card.h"
#include "ui/workspaces/positions/chart_area.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include <algorithm>

namespace pescope::ui {

Actions::Actions(Document& document, Settings& programSettings, QMainWindow* window)
    : QObject(window)
    , startNew(make(QKeySequence(Qt::CTRL | Qt::Key_N)))
    , openFile(make(QKeySequence(Qt::CTRL | Qt::Key_O)))
    , open(make(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)))
    , openHub(make(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H)))
    , save(make(QKeySequence(Qt::CTRL | Qt::Key_S)))
    , saveAs(make(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S)))
    , addEncoding(make(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)))
    , saveFigure(make(QKeySequence(Qt::CTRL | Qt::Key_E)))
    , sweep(make())
    , closeAll(make(QKeySequence(Qt::CTRL | Qt::Key_W)))
    , quit(make(QKeySequence(Qt::CTRL | Qt::Key_Q)))
    , undo(make(QKeySequence(Qt::CTRL | Qt::Key_Z)))
    , redo(make(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z)))
    , history(make())
    , rename(make())
    , duplicate(make(QKeySequence(Qt::CTRL | Qt::Key_D)))
    , remove(make())
    , copyPane(make(QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_C)))
    , copyChart(make(QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_C)))
    , copyCommand(make())
    , link(make(QKeySequence(Qt::Key_L)))
    , resetZoom(make(QKeySequence(Qt::CTRL | Qt::Key_0)))
    , unusedRows(make())
    , withoutMarked(make())
    , properties(make(QKeySequence(Qt::CTRL | Qt::Key_I)))
    , foldSources(make(QKeySequence(Qt::Key_F9)))
    , fullScreen(make(QKeySequence(Qt::Key_F11)))
    , settings(make(QKeySequence(Qt::CTRL | Qt::Key_Comma)))
    , diagnostics(make())
    , tour(make())
    , help(make(QKeySequence(Qt::Key_F1)))
    , commands(make(QKeySequence(Qt::CTRL | Qt::Key_K)))
    , shortcuts(make(QKeySequence(Qt::CTRL | Qt::Key_Slash)))
    , about(make())
    , metrics(makeGroup(5))
    , colormaps(makeGroup(static_cast<int>(raster::colormaps().size())))
    , scales(makeGroup(3))
    , layouts(makeGroup(4))
    , lenses(makeGroup(static_cast<int>(std::size(proximity::kLenses))))
    , workspaces(makeGroup(2))
    , charts(makeGroup(kChartKinds))
    , themes(makeGroup(3))
    , languages(makeGroup(3))
    , m_document(document)
    , m_settings(programSettings)
{
    for (QAction* action : {link, unusedRows, withoutMarked, properties, foldSources, fullScreen})
        action->setCheckable(true);
    for (int k = 0; k < lenses->actions().size(); ++k)
        lenses->actions().at(k)->setShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + k)));
    for (int k = 0; k < kChartKinds; ++k)
        charts->actions().at(k)->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + k)));
    charts->actions().front()->setChecked(true);
    const Qt::Key keys[] = {Qt::Key_P, Qt::Key_T};
    for (int k = 0; k < 2; ++k)
        workspaces->actions().at(k)->setShortcut(QKeySequence(Qt::CTRL | Qt::SHIFT | keys[k]));
    workspaces->actions().front()->setChecked(true);
    buildMenus(window);
    connectChoices();
    retranslate();
    showSession();
    connect(&m_document, &Document::sessionChanged, this, &Actions::showSession);
    connect(&m_document.undoStack(), &QUndoStack::indexChanged, this, &Actions::showSession);
    connect(&m_settings, &Settings::recentChanged, this, &Actions::showRecent);
    connect(&m_settings, &Settings::themeChanged, this, &Actions::showSession);
    connect(&m_settings, &Settings::languageChanged, this, &Actions::showSession);
    showRecent();
}

QAction* Actions::make(const QKeySequence& key)
{
    auto* action = new QAction(this);
    action->setShortcut(key);
    return action;
}

QActionGroup* Actions::makeGroup(int count)
{
    auto* group = new QActionGroup(this);
    for (int k = 0; k < count; ++k)
        group->addAction(make())->setCheckable(true);
    return group;
}

void Actions::buildMenus(QMainWindow* window)
{
    QMenuBar* bar = window->menuBar();
    m_file = bar->addMenu(QString());
    m_file->addActions({startNew, openFile, open, openHub});
    m_recent = m_file->addMenu(QString());
    m_file->addAction(addEncoding);
    m_file->addSeparator();
    m_file->addActions({save, saveAs});
    m_file->addSeparator();
    m_file->addActions({saveFigure, sweep, closeAll});
    m_file->addSeparator();
    m_file->addActions({settings, quit});
    m_edit = bar->addMenu(QString());
    m_edit->addActions({undo, redo, history});
    m_edit->addSeparator();
    m_edit->addActions({rename, duplicate, remove});
    m_edit->addSeparator();
    m_edit->addActions({copyPane, copyChart, copyCommand});
    m_view = bar->addMenu(QString());
    m_view->addActions(workspaces->actions());
    m_view->addSeparator();
    m_metric = m_view->addMenu(QString());
    m_metric->addActions(metrics->actions());
    m_colormap = m_view->addMenu(QString());
    m_colormap->addActions(colormaps->actions());
    m_scale = m_view->addMenu(QString());
    m_scale->addActions(scales->actions());
    m_layout = m_view->addMenu(QString());
    m_layout->addActions(layouts->actions());
    m_lens = m_view->addMenu(QString());
    m_lens->addActions(lenses->actions());
    m_view->addSeparator();
    m_view->addActions({link, resetZoom, unusedRows, withoutMarked});
    m_view->addSeparator();
    m_chart = m_view->addMenu(QString());
    m_chart->addActions(charts->actions());
    m_view->addActions({properties, foldSources});
    m_view->addSeparator();
    m_theme = m_view->addMenu(QString());
    m_theme->addActions(themes->actions());
    m_language = m_view->addMenu(QString());
    m_language->addActions(languages->actions());
    m_view->addAction(fullScreen);
    m_compute = bar->addMenu(QString());
    m_compute->addAction(diagnostics);
    m_help = bar->addMenu(QString());
    m_help->addActions({help, commands, shortcuts, tour, about});
}

void Actions::connectChoices()
{
    const auto onChoice = [this](QActionGroup* group, auto change) {
        connect(group, &QActionGroup::triggered, this,
                [group, change](QAction* action) { change(static_cast<int>(group->actions().indexOf(action))); });
    };
    const auto editOptions = [this](const QString& name, auto change) {
        m_document.edit(name, [change](session::Session& s) { change(s.options); });
    };
    onChoice(metrics, [editOptions](int k) {
        editOptions(tr("Proximity %1").arg(metricNames().at(k)), [k](session::Options& o) {
            o.metric = proximity::kMetrics[k];
            o.limits.clear(); // limits of one metric mean nothing under another
        });
    });
    onChoice(colormaps, [editOptions](int k) {
        const std::string name(raster::colormaps()[static_cast<std::size_t>(k)].name);
        editOptions(tr("Colour map %1").arg(QString::fromStdString(name)),
                    [name](session::Options& o) { o.colormap = name; });
    });
    onChoice(scales, [editOptions](int k) {
        editOptions(tr("Colour scale %1").arg(scaleNames().at(k)),
                    [k](session::Options& o) { o.scale = static_cast<session::ScaleMode>(k); });
    });
    onChoice(layouts, [editOptions](int k) {
        editOptions(tr("Layout %1").arg(layoutNames().at(k)),
                    [k](session::Options& o) { o.layout = static_cast<session::Layout>(k); });
    });
    onChoice(lenses, [this](int k) {
        const proximity::Lens lens = proximity::kLenses[k];
        m_document.edit(tr("Lens: %1").arg(PaneCard::lensName(lens)), [lens](session::Session& s) {
            if (session::Source* active = session::find(s, s.active))
                active->lens = lens;
        });
    });
    onChoice(themes, [this](int k) { m_settings.setTheme(static_cast<ThemeChoice>(k)); });
    onChoice(languages, [this](int k) {
        m_settings.setLanguage(k == 1 ? QStringLiteral("en") : k == 2 ? QStringLiteral("zh") : QString());
    });
    connect(undo, &QAction::triggered, this, [this] {
        if (m_document.inGesture()) // what is going on is taken back first
            m_document.cancelGesture();
        else
            m_document.undoStack().undo();
    });
    connect(redo, &QAction::triggered, &m_document.undoStack(), &QUndoStack::redo);
    connect(link, &QAction::triggered, this, [editOptions](bool on) {
        editOptions(on ? tr("Link views") : tr("Free views"), [on](session::Options& o) { o.linked = on; });
    });
    connect(unusedRows, &QAction::triggered, this, [editOptions](bool on) {
        editOptions(tr("Show unused rows"), [on](session::Options& o) { o.includeUnused = on; });
    });
    connect(withoutMarked, &QAction::triggered, this, [editOptions](bool on) {
        editOptions(tr("Without marked rows"), [on](session::Options& o) { o.withoutMarked = on; });
    });
    connect(resetZoom, &QAction::triggered, this, [this] {
        for (const session::Source& source : m_document.session().sources)
            m_document.setViewport(source.key, std::nullopt);
    });
    connect(duplicate, &QAction::triggered, this, [this] {
        m_document.edit(tr("Duplicate a source"), [](session::Session& s) { session::duplicate(s, s.active); });
    });
    connect(remove, &QAction::triggered, this, [this] {
        m_document.edit(tr("Remove a source"), [](session::Session& s) { session::remove(s, s.active); });
    });
    connect(closeAll, &QAction::triggered, this, [this] {
        m_document.edit(tr("Close all sources"), [](session::Session& s) {
            s.sources.clear();
            s.active = 0;
            s.options.limits.clear();
        });
    });
}

void Actions::showRecent()
{
    m_recent->clear();
    const auto add = [this](const QStringList& list) {
        for (const QString& source : list)
            m_recent->addAction(source, this, [this, source] { Q_EMIT recentChosen(source); });
    };
    add(m_settings.recentSessions());
    if (!m_recent->isEmpty())
        m_recent->addSeparator();
    add(m_settings.recent());
    m_recent->setEnabled(!m_recent->isEmpty());
}

void Actions::showSession()
{
    if (m_document.inGesture())
        return; // its end is a step of the history, which comes here again
    const session::Session& s = m_document.session();
    const QUndoStack& stack = m_document.undoStack();
    undo->setEnabled(stack.canUndo());
    redo->setEnabled(stack.canRedo());
    undo->setText(stack.canUndo() ? tr("&Undo: %1").arg(stack.undoText()) : tr("&Undo"));
    redo->setText(stack.canRedo() ? tr("&Redo: %1").arg(stack.redoText()) : tr("&Redo"));
    const bool any = !s.sources.empty();
    for (QAction* action : {saveFigure, save, saveAs, closeAll, rename, duplicate, remove, resetZoom})
        action->setEnabled(any);
    const session::Source* active = session::find(s, s.active);
    lenses->setEnabled(active != nullptr);
    for (QAction* action : {copyPane, copyChart, copyCommand})
        action->setEnabled(active != nullptr);
    const auto* const lens = std::ranges::find(proximity::kLenses, active ? active->lens : proximity::Lens::Value);
    lenses->actions().at(lens - std::begin(proximity::kLenses))->setChecked(true);
    charts->actions().at(static_cast<int>(ChartKind::Psi))->setEnabled(m_document.activeSinusoid() != nullptr);
    sweep->setEnabled(m_document.activeSinusoid() != nullptr);
    link->setChecked(s.options.linked);
    unusedRows->setChecked(s.options.includeUnused);
    withoutMarked->setChecked(s.options.withoutMarked);
    metrics->actions().at(static_cast<int>(s.options.metric))->setChecked(true);
    scales->actions().at(static_cast<int>(s.options.scale))->setChecked(true);
    layouts->actions().at(static_cast<int>(s.options.layout))->setChecked(true);
    for (std::size_t k = 0; k < raster::colormaps().size(); ++k)
        if (raster::colormaps()[k].name == s.options.colormap)
            colormaps->actions().at(static_cast<int>(k))->setChecked(true);
    themes->actions().at(static_cast<int>(m_settings.theme()))->setChecked(true);
    const QString language = m_settings.language();
    languages->actions().at(language == u"en" ? 1 : language == u"zh" ? 2 : 0)->setChecked(true);
}

QStringList Actions::metricNames()
{
    return {tr("Dot"), tr("Scaled dot"), tr("Cosine"), tr("Centred dot"), tr("Distance")};
}

QStringList Actions::scaleNames()
{
    return {tr("Shared"), tr("Own"), tr("Rank")};
}

QStringList Actions::layoutNames()
{
    return {QStringLiteral("1"), QStringLiteral("1 × 2"), QStringLiteral("2 × 1"), QStringLiteral("2 × 2")};
}

void Actions::retranslate()
{
    m_file->setTitle(tr("&File"));
    m_recent->setTitle(tr("Open &recent"));
    m_edit->setTitle(tr("&Edit"));
    m_view->setTitle(tr("&View"));
    m_metric->setTitle(tr("&Proximity φ"));
    m_colormap->setTitle(tr("&Colour map"));
    m_scale->setTitle(tr("Colour &scale"));
    m_layout->setTitle(tr("&Layout"));
    m_lens->setTitle(tr("L&ens"));
    m_chart->setTitle(tr("C&hart"));
    m_theme->setTitle(tr("&Theme"));
    m_language->setTitle(tr("La&nguage"));
    m_compute->setTitle(tr("&Compute"));
    m_help->setTitle(tr("&Help"));
    startNew->setText(tr("&New"));
    openFile->setText(tr("&Open…"));
    open->setText(tr("Open &model folder…"));
    openHub->setText(tr("Open from the h&ub cache…"));
    save->setText(tr("S&ave"));
    saveAs->setText(tr("Sav&e as…"));
    addEncoding->setText(tr("A&dd encoding…"));
    saveFigure->setText(tr("Save &figure…"));
    sweep->setText(tr("Ani&mate ω…"));
    closeAll->setText(tr("&Close all sources"));
    quit->setText(tr("&Quit"));
    history->setText(tr("&History…"));
    rename->setText(tr("Re&name…"));
    duplicate->setText(tr("&Duplicate source"));
    remove->setText(tr("Re&move source"));
    copyPane->setText(tr("&Copy pane as NumPy"));
    copyChart->setText(tr("Copy c&hart as NumPy"));
    copyCommand->setText(tr("Copy co&mmand"));
    link->setText(tr("&Link views"));
    resetZoom->setText(tr("&Reset zoom"));
    unusedRows->setText(tr("Show &unused rows"));
    withoutMarked->setText(tr("&Without marked rows"));
    properties->setText(tr("Propert&ies"));
    foldSources->setText(tr("&Fold sources"));
    fullScreen->setText(tr("F&ull screen"));
    settings->setText(tr("Se&ttings…"));
    diagnostics->setText(tr("&Diagnostics…"));
    tour->setText(tr("&Tour"));
    help->setText(tr("&Explain this part"));
    commands->setText(tr("&Find a command…"));
    shortcuts->setText(tr("&Keys and mouse"));
    about->setText(tr("&About PEScope"));
    const auto setTexts = [](const QActionGroup* group, const QStringList& texts) {
        for (int k = 0; k < texts.size(); ++k)
            group->actions().at(k)->setText(texts.at(k));
    };
    setTexts(metrics, metricNames());
    setTexts(scales, scaleNames());
    setTexts(layouts, layoutNames());
    QStringList lensNames;
    for (const proximity::Lens lens : proximity::kLenses)
        lensNames << PaneCard::lensName(lens);
    setTexts(lenses, lensNames);
    setTexts(workspaces, {tr("Positions"), tr("Text")});
    setTexts(charts, {tr("Proximity by distance"), tr("ψ(m) and its steps"), tr("Frequencies ω"), tr("Spectrum")});
    setTexts(themes, {tr("As the system"), tr("Light"), tr("Dark")});
    setTexts(languages, {tr("As the system"), QStringLiteral("English"), QStringLiteral("中文")});
    QStringList maps;
    for (const raster::Colormap& map : raster::colormaps())
        maps << QString::fromUtf8(map.name.data(), static_cast<qsizetype>(map.name.size()));
    setTexts(colormaps, maps);
    showSession();
}

} // namespace pescope::ui
