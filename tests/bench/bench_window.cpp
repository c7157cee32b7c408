// SPDX-License-Identifier: GPL-3.0-or-later
// The real window, dragged and timed. Each way prints one line of JSON; times in milliseconds.
//   bench_window start FROM SOURCE…   first paint and first heatmaps, since FROM (seconds of CLOCK_MONOTONIC)
//   bench_window four N STEPS         four panes, charts and ω's handles: each step from the new ω to painted
//   bench_window one N STEPS          one pane of 1000 × 1000
#include "ui/theme/theme.h"
#include "ui/widgets/line_slider.h"
#include "ui/window/language.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"
#include "ui/workspaces/positions/omega_handle_row.h"
#include "ui/workspaces/positions/omega_inspector.h"
#include "ui/workspaces/positions/positions_workspace.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>

using namespace pescope;
using namespace pescope::ui;

namespace {

constexpr int kSide = 1000;
constexpr int kPatience = 60000; // milliseconds

double monotonicSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Of all threads: what other programs take does not count.
double processorSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool paintedUpTo(const MainWindow& window, const PositionsWorkspace& workspace, quint64 revision)
{
    if (!window.isVisible())
        return false;
    const auto painted = workspace.paintedRevisions();
    return !painted.isEmpty()
        && std::ranges::all_of(painted, [revision](const auto& widget) { return widget.second >= revision; });
}

/// Runs the event loop until `ready` holds.
template<typename Ready>
void runUntil(const char* what, Ready ready)
{
    QTimer wakeUp; // an event loop that waits needs something to end it
    wakeUp.start(kPatience);
    QElapsedTimer timer;
    timer.start();
    while (!ready()) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        if (timer.elapsed() >= kPatience)
            qFatal("bench_window: %s did not come within %d s", what, kPatience / 1000);
    }
}

void settle(const MainWindow& window)
{
    QElapsedTimer timer;
    timer.start();
    QTimer tick;
    tick.start(10);
    runUntil("rest", [&] { return window.settled() && timer.elapsed() > 500; });
}

class FirstPaint : public QObject {
public:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && at == 0)
            QTimer::singleShot(0, this, [this] { at = at == 0 ? monotonicSeconds() : at; }); // when it has been painted
        return QObject::eventFilter(watched, event);
    }
    double at = 0;
};

int timeStart(MainWindow& window, double from, const QStringList& sources)
{
    FirstPaint paint;
    window.installEventFilter(&paint);
    window.show();
    window.open(sources);
    runUntil("the first paint", [&] { return paint.at > 0; });
    runUntil("the first heatmaps", [&] {
        const auto frame = window.document().currentFrame();
        return frame && std::ranges::none_of(frame->panes, &frame::Pane::loading)
            && paintedUpTo(window, window.workspace(), frame->revision);
    });
    const double heatmaps = monotonicSeconds();
    std::printf("{\"paint\": %.2f, \"heatmaps\": %.2f}\n", 1000 * (paint.at - from), 1000 * (heatmaps - from));
    std::fflush(stdout);
    std::_Exit(0);
}

void fill(MainWindow& window, bool one, tables::Index length)
{
    Document& document = window.document();
    document.edit(QStringLiteral("Start"), [&](session::Session& s) {
        encoding::SinusoidSpec spec;
        spec.length = length;
        const session::SourceKey moved = session::add(s, session::SinusoidOrigin{spec});
        if (!one) {
            const session::SourceKey fixed = session::add(s, session::SinusoidOrigin{spec});
            session::add(s, session::DifferenceOrigin{moved, fixed});
            session::add(s,
                         session::OpenedOrigin{"learned:length=" + std::to_string(std::min<tables::Index>(length, 4096))
                                                   + ",dim=768",
                                               {}});
        }
        s.active = moved;
        s.handle = session::OmegaHandle::Scale;
        s.options.layout = one ? session::Layout::Single : session::Layout::Grid;
    });
    window.workspace().setChartKind(ChartKind::Psi);
    settle(window);
    // panes of the wanted size, within what the layout gives
    const int wanted = one ? kSide : 400;
    for (int k = 0; k < 4; ++k) {
        const raster::Raster& raster = document.currentFrame()->panes.front().raster;
        const int factor = one ? 1 : 2;
        window.resize(window.width() + factor * (wanted - raster.width),
                      window.height() + factor * (wanted - raster.height));
        settle(window);
    }
}

int drag(MainWindow& window, bool one, tables::Index length, int steps)
{
    window.show();
    settle(window);
    fill(window, one, length);
    LineSlider* slider = nullptr;
    for (OmegaHandleRow* row : window.workspace().inspector()->handles())
        if (row->handle() == session::OmegaHandle::Scale)
            slider = row->slider();
    if (slider == nullptr)
        qFatal("bench_window: there is no slider");
    slider->setSliderDown(true);
    std::vector<double> painted, composed, processor;
    const double begin = monotonicSeconds();
    for (int k = 1; k <= steps; ++k) {
        const quint64 before = window.document().revision();
        const double start = monotonicSeconds();
        const double worked = processorSeconds();
        slider->setSliderPosition(slider->maximum() / 4 + slider->maximum() * k / (2 * steps));
        const quint64 revision = window.document().revision();
        if (revision == before)
            qFatal("bench_window: step %d moved nothing", k);
        runUntil("a painted frame", [&] { return paintedUpTo(window, window.workspace(), revision); });
        painted.push_back(1000 * (monotonicSeconds() - start));
        processor.push_back(1000 * (processorSeconds() - worked));
        composed.push_back(window.document().currentFrame()->milliseconds);
    }
    const double perSecond = steps / (monotonicSeconds() - begin);
    const raster::Raster& raster = window.document().currentFrame()->panes.front().raster;
    const auto list = [](const std::vector<double>& values) {
        QStringList texts;
        for (const double value : values)
            texts << QString::number(value, 'f', 3);
        return texts.join(QLatin1String(", ")).toStdString();
    };
    std::printf("{\"width\": %d, \"height\": %d, \"per_second\": %.2f, \"backend\": \"%s\", \"painted\": [%s], "
                "\"composed\": [%s], \"processor\": [%s]}\n",
                raster.width, raster.height, perSecond, qPrintable(window.document().backendName()),
                list(painted).c_str(), list(composed).c_str(), list(processor).c_str());
    std::fflush(stdout);
    std::_Exit(0); // closing asks nothing and costs nothing here
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
    Settings settings;
    settings.setTourWanted(false);
    Language language;
    language.use(QStringLiteral("en"));
    Document document;
    MainWindow window(document, settings, language);
    window.applyTheme();
    const QString way = arguments.value(1);
    if (way == QLatin1String("start") && arguments.size() > 3)
        return timeStart(window, arguments[2].toDouble(), arguments.mid(3));
    if ((way == QLatin1String("four") || way == QLatin1String("one")) && arguments.size() == 4)
        return drag(window, way == QLatin1String("one"), arguments[2].toLongLong(), arguments[3].toInt());
    std::fprintf(stderr, "usage: bench_window start FROM SOURCE... | four N STEPS | one N STEPS\n");
    return 2;
}
