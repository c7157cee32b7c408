// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the real window with real data in many states and saves each as a PNG: window_pictures FOLDER [NAME...].
#include "window_pictures.h"

#include "ui/charts/frequency_chart.h"
#include "ui/charts/omega_chart.h"
#include "ui/charts/spectrum_chart.h"
#include "ui/theme/theme.h"
#include "ui/widgets/line_slider.h"
#include "ui/window/figure_saver.h"
#include "ui/workspaces/positions/omega_handle_row.h"
#include "ui/workspaces/positions/omega_inspector.h"
#include "ui/workspaces/positions/properties_panel.h"
#include "ui/workspaces/positions/tour_banner.h"
#include "ui/workspaces/positions/what_if.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstdio>

using namespace pescope;
using namespace pescope::ui;

namespace {

QString writeCsv(const QTemporaryDir& folder, const QString& name, int rows, bool nans)
{
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly | QIODevice::Text))
        qFatal("cannot write %s", qPrintable(name));
    for (int i = 0; i < rows; ++i)
        for (int k = 0; k < 8; ++k)
            file.write((nans && i % 9 == 4 ? QByteArray("nan") : QByteArray::number(std::sin(i * (k + 1) * 0.13)))
                       + (k == 7 ? "\n" : ","));
    return file.fileName();
}

/// Holds a handle in mid-drag, as a mouse would.
void dragHandle(MainWindow& window, session::OmegaHandle handle, double fraction)
{
    for (OmegaHandleRow* row : window.workspace().inspector()->handles())
        if (row->handle() == handle) {
            row->slider()->setSliderDown(true);
            row->slider()->setSliderPosition(static_cast<int>(fraction * row->slider()->maximum()));
        }
}

void crosshair(MainWindow& window, tables::Index i, tables::Index j)
{
    window.document().setCrosshair(window.document().session().active, i, j, true);
}

/// Presses at one point of a widget and moves to another, the button still down.
void pressAndMove(QWidget* widget, QPointF from, QPointF to, Qt::KeyboardModifiers modifiers = {})
{
    QWidget* target = widget->childAt(from.toPoint());
    QTest::mousePress(target, Qt::LeftButton, modifiers, target->mapFrom(widget, from.toPoint()));
    const QPoint at = target->mapFrom(widget, to.toPoint());
    QMouseEvent move(QEvent::MouseMove, at, target->mapToGlobal(at), Qt::NoButton, Qt::LeftButton, modifiers);
    QApplication::sendEvent(target, &move);
}

void takeAll(Pictures& pictures)
{
    const QTemporaryDir folder;
    const QString table = writeCsv(folder, QStringLiteral("nans.csv"), 48, true);
    const QString oneRow = writeCsv(folder, QStringLiteral("one_row.csv"), 1, false);
    const auto twoPanes = [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        Pictures::settle(window);
        crosshair(window, 212, 180);
    };
    const auto omega = [](MainWindow& window) {
        window.start(StartPage::Start::Omega);
        Pictures::settle(window);
        crosshair(window, 212, 180);
        dragHandle(window, session::OmegaHandle::Scale, std::log(0.6 / 0.05) / std::log(80));
    };
    const Look light, dark{.dark = true};
    const Look wide{.size = QSize(1920, 1080)}, small{.size = QSize(1280, 800)};
    const Look chinese{.size = QSize(1280, 800), .language = QStringLiteral("zh")};
    pictures.take(QStringLiteral("start"), light, [](MainWindow&) { });
    pictures.take(QStringLiteral("start-dark"), dark, [](MainWindow&) { });
    pictures.take(QStringLiteral("start-zh"), chinese, [](MainWindow&) { });
    pictures.take(QStringLiteral("two-panes"), light, twoPanes);
    pictures.take(QStringLiteral("two-panes-dark"), dark, twoPanes);
    pictures.take(QStringLiteral("two-panes-1280"), small, twoPanes);
    pictures.take(QStringLiteral("two-panes-zh"), chinese, twoPanes);
    pictures.take(QStringLiteral("two-panes-1920"), wide, twoPanes);
    pictures.take(QStringLiteral("omega-scale"), light, omega);
    pictures.take(QStringLiteral("omega-scale-dark"), dark, omega);
    pictures.take(QStringLiteral("omega-scale-1280"), small, omega);
    pictures.take(QStringLiteral("omega-scale-zh"), chinese, omega);
    pictures.take(QStringLiteral("omega-scale-1920"), wide, omega);
    const std::pair<const char*, session::OmegaHandle> handles[] = {
        {"omega-base", session::OmegaHandle::Base},
        {"omega-skip-fast", session::OmegaHandle::SkipFast},
        {"omega-skip-slow", session::OmegaHandle::SkipSlow}};
    for (const auto& [name, handle] : handles)
        pictures.take(QString::fromLatin1(name), light, [handle = handle](MainWindow& window) {
            window.start(StartPage::Start::Omega);
            window.document().edit(QStringLiteral("handle"), [handle](session::Session& s) { s.handle = handle; });
            Pictures::settle(window);
            dragHandle(window, handle, 0.3);
        });
    const auto freeOmega = [](MainWindow& window) {
        window.start(StartPage::Start::Omega);
        window.workspace().setChartKind(ChartKind::Frequencies);
        Pictures::settle(window);
        FrequencyChart* chart = window.workspace().charts()->frequencies();
        const QPointF handle = chart->handlePlace(150);
        pressAndMove(chart, handle, handle - QPointF(0, 40));
    };
    pictures.take(QStringLiteral("omega-free"), light, freeOmega);
    pictures.take(QStringLiteral("omega-free-dark"), dark, freeOmega);
    pictures.take(QStringLiteral("omega-free-zh"), chinese, freeOmega);
    const auto adapt = [](MainWindow& window) {
        window.start(StartPage::Start::Omega);
        Pictures::settle(window);
        window.workspace().jobs().adapt({.target = 100}, Means::Omega);
        Pictures::settle(window);
    };
    pictures.take(QStringLiteral("adapt"), light, adapt);
    pictures.take(QStringLiteral("adapt-omega-dark"), dark, [adapt](MainWindow& window) {
        adapt(window);
        window.workspace().setChartKind(ChartKind::Frequencies);
    });
    pictures.take(QStringLiteral("adapt-target-1280"), small, [](MainWindow& window) {
        window.start(StartPage::Start::Omega);
        window.workspace().setChartKind(ChartKind::Psi);
        Pictures::settle(window);
        OmegaChart* chart = window.workspace().charts()->psi();
        const QPointF end = chart->rangeEnd(RangeSense::Integer);
        pressAndMove(chart, end, end + QPointF(120, 0));
    });
    const std::pair<const char*, SpectrumView> spectra[] = {{"spectrum-values", SpectrumView::SingularValues},
                                                            {"spectrum-components", SpectrumView::Components},
                                                            {"spectrum-frequencies", SpectrumView::Frequencies},
                                                            {"spectrum-neighbours", SpectrumView::Neighbours}};
    for (const auto& [name, view] : spectra)
        pictures.take(QString::fromLatin1(name), light, [view = view](MainWindow& window) {
            window.start(StartPage::Start::TwoPanes);
            Pictures::settle(window);
            window.workspace().tour()->hide();
            window.document().select(2);
            window.workspace().charts()->spectrum()->setView(view);
            window.workspace().setChartKind(ChartKind::Spectrum);
        });
    pictures.take(QStringLiteral("spectrum-decay-dark"), dark, [](MainWindow& window) {
        window.document().open({QStringLiteral("rotary:dim=128,base=10000,length=512")});
        Pictures::settle(window);
        window.workspace().setChartKind(ChartKind::Spectrum);
    });
    pictures.take(QStringLiteral("spectrum-heads-zh"), chinese, [](MainWindow& window) {
        window.document().open({QStringLiteral(PESCOPE_TEST_DATA "/oracle/t5-fp32#encoder.bias")});
        Pictures::settle(window);
        window.workspace().setChartKind(ChartKind::Spectrum);
    });
    const auto exporting = [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        Pictures::settle(window);
        figure::Settings settings;
        settings.panels = {"A", "B", "distance", "psi", "properties"};
        settings.letters = figure::Letters::Parentheses;
        window.figures().setSettings(settings);
        window.figures().ask(&window, QStringLiteral("/home/reader/talk.pescope"), QStringLiteral("/home/reader"));
        QTest::qWait(50);
        while (window.figures().dialog()->composing())
            QTest::qWait(20);
    };
    pictures.take(QStringLiteral("export"), light, exporting);
    pictures.take(QStringLiteral("export-dark-zh"), Look{.dark = true, .language = QStringLiteral("zh")}, exporting);
    takeText(pictures);
    takeSources(pictures);
    const auto tables = [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        Pictures::settle(window);
        window.workspace().tour()->hide();
        window.document().edit(QStringLiteral("tables"), [](session::Session& s) {
            for (session::Source& source : s.sources) {
                source.shown = session::Shown::Table;
                source.columns = source.key == 2 ? session::Columns::Variance : session::Columns::OtherLayout;
            }
        });
        Pictures::settle(window);
        window.document().setCrosshair(2, 212, 40, true);
    };
    pictures.take(QStringLiteral("tables"), light, tables);
    pictures.take(QStringLiteral("tables-dark"), dark, tables);
    const auto whatIf = [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        Pictures::settle(window);
        window.workspace().tour()->hide();
        addWhatIf(window.document(), 2, {.change = encoding::WhatIf::Change::Shuffle});
        addWhatIf(window.document(), 2,
                  {.change = encoding::WhatIf::Change::Extend, .rule = encoding::WhatIf::Rule::Tile, .length = 1024});
        window.document().edit(QStringLiteral("what if"), [](session::Session& s) {
            session::find(s, 1)->visible = false;
            s.options.layout = session::Layout::Grid;
        });
        window.document().select(3);
    };
    pictures.take(QStringLiteral("what-if"), wide, whatIf);
    pictures.take(QStringLiteral("what-if-1280-zh"), chinese, whatIf);
    const auto rows = [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        Pictures::settle(window);
        window.document().edit(QStringLiteral("rows"), [](session::Session& s) {
            s.options.band = session::Band::Fan;
            s.options.rowRanges = true;
        });
        window.document().select(2);
    };
    pictures.take(QStringLiteral("rows"), light, rows);
    pictures.take(QStringLiteral("rows-dark-1280"), Look{.dark = true, .size = QSize(1280, 800)}, rows);
    pictures.take(QStringLiteral("fit"), light, [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        Pictures::settle(window);
        window.workspace().tour()->hide();
        window.workspace().jobs().fit(2);
        Pictures::settle(window);
        window.workspace().setChartKind(ChartKind::Frequencies);
    });
    pictures.take(QStringLiteral("dot-cosine"), light, [](MainWindow& window) {
        window.open({QStringLiteral(PESCOPE_TEST_DATA "/oracle/bert-relative-key#layer0.relative_key")});
        Pictures::settle(window);
        window.document().edit(QStringLiteral("dot beside cosine"), [](session::Session& s) {
            session::duplicate(s, 1);
            session::find(s, 1)->metric = proximity::Metric::Dot;
            session::find(s, 2)->metric = proximity::Metric::Cosine;
        });
    });
    pictures.take(QStringLiteral("four-panes"), wide, [](MainWindow& window) {
        window.start(StartPage::Start::Difference);
        window.document().open({QStringLiteral("learned:length=512,dim=64,seed=1,sd=1")});
        Pictures::settle(window);
        crosshair(window, 212, 180);
    });
    pictures.take(QStringLiteral("four-panes-1280"), small, [](MainWindow& window) {
        window.start(StartPage::Start::Difference);
        Pictures::settle(window);
    });
    pictures.take(QStringLiteral("error"), light, [](MainWindow& window) {
        window.start(StartPage::Start::Omega);
        window.open({QStringLiteral("/no/such/folder/bert-base")});
    });
    pictures.take(QStringLiteral("nans"), light, [table](MainWindow& window) { window.open({table}); });
    pictures.take(QStringLiteral("one-row"), light, [oneRow](MainWindow& window) { window.open({oneRow}); });
    pictures.take(QStringLiteral("no-table"), light,
                  [](MainWindow& window) { window.open({QStringLiteral(PESCOPE_TEST_DATA "/inputs/H06-no-table")}); });
    pictures.take(QStringLiteral("zoomed"), light, [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        Pictures::settle(window);
        window.document().setViewport(1, proximity::Viewport{0, 9, 0, 9});
    });
    pictures.take(QStringLiteral("loading"), Look{.settled = false}, [](MainWindow& window) {
        window.start(StartPage::Start::Omega);
        Pictures::settle(window);
        window.document().open({QStringLiteral("learned:length=40000,dim=1500")}); // seconds of work
        QTest::qWait(400);
    });
    const auto relative = [](MainWindow& window) {
        window.start(StartPage::Start::Relative);
        Pictures::settle(window);
        crosshair(window, 212, 180);
    };
    pictures.take(QStringLiteral("absolute-relative"), light, relative);
    pictures.take(QStringLiteral("absolute-relative-dark"), Look{.dark = true, .size = QSize(1920, 1080)}, relative);
    pictures.take(QStringLiteral("absolute-relative-zh"), chinese, relative);
    pictures.take(QStringLiteral("relative-learned"), light, [](MainWindow& window) {
        window.open({QStringLiteral(PESCOPE_TEST_DATA "/oracle/bert-relative-key")});
    });
    pictures.take(QStringLiteral("rotary-bias"), light, [](MainWindow& window) {
        window.document().open({QStringLiteral("rotary:dim=64,base=10000,length=512"),
                                QStringLiteral("alibi:heads=8,length=512"),
                                QStringLiteral(PESCOPE_TEST_DATA "/oracle/t5-fp32#encoder.bias"),
                                QStringLiteral("sinusoid-relative:dim=64,max=127,meaning=absolute")});
        window.document().edit(QStringLiteral("grid"),
                               [](session::Session& s) { s.options.layout = session::Layout::Grid; });
    });
    const auto properties = [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        window.workspace().showProperties(true);
        window.document().select(2);
        Pictures::settle(window);
        window.workspace().properties()->table().startNulls();
        for (int k = 0; k < 600 && window.workspace().properties()->table().nullsRunning(); ++k)
            QTest::qWait(50);
    };
    const auto lenses = [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        Pictures::settle(window);
        window.workspace().tour()->hide();
        const proximity::Lens shown[] = {proximity::Lens::Value, proximity::Lens::NonInvariance,
                                         proximity::Lens::Asymmetry, proximity::Lens::Rising};
        window.document().edit(QStringLiteral("lenses"), [&](session::Session& s) {
            session::remove(s, 1);
            for (int k = 1; k < 4; ++k)
                session::duplicate(s, s.sources.front().key);
            for (std::size_t k = 0; k < s.sources.size(); ++k)
                s.sources[k].lens = shown[k];
            s.options.layout = session::Layout::Grid;
        });
        Pictures::settle(window);
        crosshair(window, 212, 180);
    };
    pictures.take(QStringLiteral("lenses"), wide, lenses);
    pictures.take(QStringLiteral("lenses-dark"), Look{.dark = true, .size = QSize(1920, 1080)}, lenses);
    pictures.take(QStringLiteral("properties"), light, properties);
    pictures.take(QStringLiteral("properties-dark"), dark, properties);
    pictures.take(QStringLiteral("properties-zh"), chinese, properties);
    pictures.take(QStringLiteral("difference"), light, [](MainWindow& window) {
        window.start(StartPage::Start::TwoPanes);
        window.document().edit(QStringLiteral("difference"), [](session::Session& s) {
            session::add(s, session::DifferenceOrigin{1, 2});
            session::find(s, 1)->visible = false;
        });
    });
}

} // namespace

int main(int argc, char** argv)
{
    const QTemporaryDir home; // the user's own settings stay as they are
    qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit());
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(Theme::font(TextSize::Body));
    const QStringList arguments = QApplication::arguments();
    Pictures pictures(arguments.value(1, QStringLiteral(".")), arguments.mid(2));
    takeAll(pictures);
    takeHelp(pictures);
    return 0;
}
