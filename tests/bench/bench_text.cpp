// SPDX-License-Identifier: GPL-3.0-or-later
// The real Text workspace, used and timed: bench_text MODEL [ROUNDS]. One line a deed, from the event that asks for it
// to the painted window: NAME TOKENS best median worst    in ms.
#include "ui/theme/theme.h"
#include "ui/window/language.h"
#include "ui/window/main_window.h"
#include "ui/window/settings.h"
#include "ui/workspaces/text/text_inspector.h"
#include "ui/workspaces/text/text_workspace.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QStyleFactory>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>

using namespace pescope;
using namespace pescope::ui;

namespace {

constexpr int kPatience = 120000; // milliseconds

template<typename Ready>
void runUntil(const char* what, Ready ready)
{
    QTimer wakeUp; // an event loop that waits needs something to end it
    wakeUp.start(1000);
    QElapsedTimer timer;
    timer.start();
    while (!ready()) {
        QApplication::processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        if (timer.elapsed() >= kPatience)
            qFatal("bench_text: %s did not come within %d s", what, kPatience / 1000);
    }
}

/// Words of one token each, so that a text has as many tokens as words, [CLS] and [SEP].
QString sentence(int tokens, int round)
{
    static const QStringList words{QStringLiteral("the"),  QStringLiteral("cat"), QStringLiteral("sat"),
                                   QStringLiteral("on"),   QStringLiteral("a"),   QStringLiteral("mat"),
                                   QStringLiteral("with"), QStringLiteral("two"), QStringLiteral("dogs")};
    QStringList text;
    for (int k = 0; k < tokens - 2; ++k)
        text << words[(k * 5 + round) % words.size()];
    return text.join(u' ');
}

class Bench {
public:
    Bench(MainWindow& window, int rounds)
        : m_window(window)
        , m_text(window.textWorkspace())
        , m_rounds(rounds)
    {
    }

    /// @param ask  asks for the deed of a round  @param done  holds when its result is shown
    template<typename Ask, typename Done>
    void time(const char* name, int tokens, Ask ask, Done done)
    {
        std::vector<double> times;
        for (int round = 0; round < m_rounds + 1; ++round) {
            const auto start = std::chrono::steady_clock::now();
            ask(round);
            runUntil(name, done);
            m_window.repaint();
            const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
            if (round > 0) // the first one warms up
                times.push_back(took.count());
            runUntil("rest", [this] { return !m_text.busy(); });
        }
        std::ranges::sort(times);
        std::printf("%s %d %.2f %.2f %.2f\n", name, tokens, times.front(), times[times.size() / 2], times.back());
        std::fflush(stdout);
    }

    void say(int tokens, int round)
    {
        m_text.setSentence(sentence(tokens, round));
        m_before = m_text.text().current();
        m_text.text().run();
    }

    [[nodiscard]] bool ran() const { return m_text.text().current() != m_before && m_text.maps()[1]->state().values; }

    void deeds(int tokens)
    {
        m_text.setAttention(false);
        time("return", tokens, [&](int round) { say(tokens, round); }, [this] { return ran(); });
        time(
            "exchange", tokens,
            [&](int round) {
                ExchangeChoice choice = m_text.text().choice();
                choice.kind = Exchange::Shuffled;
                choice.seed = static_cast<std::uint64_t>(round + 1); // 0 is the one of the beginning
                m_before = m_text.text().current();
                m_text.text().setChoice(choice);
            },
            [this] { return ran(); });
        const int layers = m_text.text().encoder()->info().config.layers;
        time("layer", tokens, [&](int round) { m_text.setLayer(round % (layers + 1)); }, [] { return true; });
        m_text.setLayer(layers);
        m_text.setAttention(true, 1);
        const int heads = m_text.text().encoder()->info().config.heads;
        const auto attended = [this] { return m_text.text().attention() != nullptr; };
        runUntil("attention", attended);
        time("head", tokens, [&](int round) { m_text.setAttention(true, round % heads + 1); }, attended);
        time("attention", tokens, [&](int round) { m_text.setLayer(1 + round % layers); }, attended);
    }

private:
    MainWindow& m_window;
    TextWorkspace& m_text;
    int m_rounds;
    std::shared_ptr<const TextRun> m_before;
};

} // namespace

int main(int argc, char** argv)
{
    const QTemporaryDir home; // the user's own settings stay as they are
    qputenv("XDG_CONFIG_HOME", home.path().toLocal8Bit());
    setenv("OMP_WAIT_POLICY", "passive", 0); // as the program does
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(Theme::font(TextSize::Body));
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        std::fprintf(stderr, "usage: bench_text MODEL [ROUNDS]\n");
        return 2;
    }
    Settings settings;
    settings.setTourWanted(false);
    Language language;
    language.use(QStringLiteral("en"));
    Document document;
    MainWindow window(document, settings, language);
    window.applyTheme();
    window.resize(1440, 900);
    window.showText(true);
    window.show();
    window.textWorkspace().openModel(arguments[1]);
    runUntil("the model", [&] { return window.textWorkspace().text().current() && !window.textWorkspace().busy(); });
    Bench bench(window, std::max(1, arguments.value(2, QStringLiteral("10")).toInt()));
    for (const int tokens : {64, 512})
        bench.deeds(tokens);
    std::fflush(stdout);
    std::_Exit(0); // closing asks nothing and costs nothing here
}
