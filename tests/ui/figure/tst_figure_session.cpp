// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of a session: charts beside maps, letters, captions, numbers, provenance; settings and colours.
#include "core/analysis/monotone_range.h"
#include "core/encoding/resolve.h"
#include "core/session/source_hash.h"
#include "ui/figure/colour_vision.h"
#include "ui/figure/layout.h"
#include "ui/figure/session_figure.h"

#include <nlohmann/json.hpp>

#include <QGuiApplication>
#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sstream>

using namespace pescope;
using namespace pescope::figure;
using namespace Qt::StringLiterals;

namespace {

const std::string kTable = PESCOPE_RESOURCES "/demo/minilm-l6-position.safetensors";

/// A sinusoid, a learned table and a bias.
ShownSession shownSession(int firstIndex = 0)
{
    ShownSession shown;
    encoding::SinusoidSpec spec;
    spec.dim = 768;
    spec.length = 128;
    spec.first = firstIndex;
    session::add(shown.session, session::SinusoidOrigin{spec});
    const session::SourceKey table = session::add(shown.session, session::OpenedOrigin{kTable, {}}, "MiniLM");
    const session::SourceKey bias = session::add(shown.session, session::OpenedOrigin{"alibi:heads=4,length=32", {}});
    shown.session.active = 1;
    for (const auto& [key, text] : {std::pair(table, kTable), std::pair(bias, std::string("alibi:heads=4,length=32"))})
        shown.encodings[key] = std::make_shared<const Result<encoding::Encoding>>(encoding::resolveOne(text));
    shown.backend = compute::eigenBackend();
    frame::Request request;
    request.session = shown.session;
    request.opened = shown.encodings;
    request.backend = shown.backend;
    for (const session::Source& source : shown.session.sources)
        request.panes.push_back(
            {.source = source.key, .width = 2, .height = 2, .view = proximity::Viewport{0, 1, 0, 1}});
    auto frame = frame::Composer().compose(request);
    if (!frame)
        throw std::runtime_error(describe(frame.error()));
    shown.frame = std::make_shared<const frame::Frame>(*std::move(frame));
    return shown;
}

SessionFigure made(const ShownSession& shown, const Settings& settings)
{
    auto figure = composeSession(shown, settings, {}, false, "talk.pescope");
    if (!figure)
        throw std::runtime_error(describe(figure.error()));
    return *std::move(figure);
}

std::vector<std::vector<std::string>> csvLines(const std::string& text)
{
    std::vector<std::vector<std::string>> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        std::vector<std::string>& fields = lines.emplace_back();
        std::istringstream parts(line);
        for (std::string field; std::getline(parts, field, ',');)
            fields.push_back(field);
    }
    return lines;
}

} // namespace

class TestFigureSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void panelsStandInTheirOrder()
    {
        const ShownSession shown = shownSession();
        Settings settings;
        settings.panels = {"B", "distance", "A", "properties", "psi"};
        settings.letters = Letters::Parentheses;
        const SessionFigure figure = made(shown, settings);
        const auto& panels = figure.composed.figure.panels;
        QCOMPARE(panels.size(), std::size_t{5});
        const std::size_t kinds[] = {0, 1, 0, 2, 1};
        for (std::size_t k = 0; k < 5; ++k)
            QCOMPARE(panels[k].index(), kinds[k]);
        // charts call sources by the panels with their maps, and what has no map by its letter
        const auto& curves = std::get<CurvePanel>(panels[1]).curves;
        QCOMPARE(curves[0].label.left(3), u"(c)"_s);
        QCOMPARE(curves[1].label.left(3), u"(a)"_s);
        QCOMPARE(curves[2].label.left(1), u"C"_s);
        const Layout layout = layOut(figure.composed.figure);
        QCOMPARE(layout.panels[4].letter, u"(e)"_s);
        for (std::size_t k = 1; k < 5; ++k) // below each other, none over another
            for (std::size_t j = 0; j < k; ++j)
                QVERIFY(!layout.panels[k].area.adjusted(0.1, 0.1, -0.1, -0.1).intersects(layout.panels[j].area));
        QVERIFY(layout.bars.size() >= 1);
    }

    void psiSaysItsRanges()
    {
        Settings settings;
        settings.panels = {"psi", "steps"};
        const SessionFigure figure = made(shownSession(), settings);
        const auto& psi = std::get<CurvePanel>(figure.composed.figure.panels[0]);
        QVERIFY2(psi.subtitle.contains(u"m = 43 (integer), 74 (ε = 0.0001), 6.166 (continuous)"_s), // science.md §2
                 qPrintable(psi.subtitle));
        QCOMPARE(psi.spans.size(), std::size_t{1});
        QCOMPARE(psi.spans[0].to, 43.0);
        QCOMPARE(psi.curves[0].y.front(), 384.0);
        const auto& steps = std::get<CurvePanel>(figure.composed.figure.panels[1]).curves[0];
        QVERIFY(steps.points);
        for (std::size_t m = 0; m < 43; ++m)
            QVERIFY(steps.y[m] < 0);
        QVERIFY(steps.y[43] > 0); // where the range ends
    }

    /// ω_i = base^(−2i/D) at i = first, first + 1, … as the formula counts.
    void frequenciesBeginAtTheFirstIndex()
    {
        Settings settings;
        settings.panels = {"omega"};
        for (const int first : {0, 1}) {
            const SessionFigure figure = made(shownSession(first), settings);
            const CurvePanel::Curve& curve = std::get<CurvePanel>(figure.composed.figure.panels[0]).curves[0];
            QCOMPARE(curve.x.front(), static_cast<double>(first));
            for (std::size_t k = 0; k < curve.x.size(); k += 50)
                QVERIFY(std::abs(curve.y[k] / std::pow(10000, -2 * curve.x[k] / 768) - 1) < 1e-12);
        }
    }

    void numbersBesideTheFigure()
    {
        const QTemporaryDir folder;
        const ShownSession shown = shownSession();
        Settings settings;
        settings.panels = {"B", "distance", "properties"};
        settings.withData = settings.withCaption = true;
        const SessionFigure figure = made(shown, settings);
        QCOMPARE(figure.data.size(), std::size_t{3});
        const auto cells = csvLines(figure.data[0].csv);
        QCOMPARE(cells.size(), std::size_t{513});
        QCOMPARE(cells[0].size(), std::size_t{513});
        QCOMPARE(cells[0][1], std::string("0"));
        const proximity::Proximity& map = *shown.frame->panes[1].proximity;
        for (const auto& [i, j] : {std::pair(0, 0), {3, 511}, {200, 17}})
            QVERIFY(std::abs(std::stod(cells[std::size_t(i) + 1][std::size_t(j) + 1]) - map.value(i, j)) < 1e-6);
        const auto curve = csvLines(figure.data[1].csv);
        QCOMPARE(curve[0][0], std::string("m_A"));
        const auto path = std::filesystem::path(folder.filePath(u"图 1.pdf"_s).toStdString());
        QVERIFY(write(figure.composed.figure, path).has_value());
        QVERIFY(writeBeside(figure, settings, path).has_value());
        for (const char* name :
             {"图 1.pdf", "图 1-a-B.csv", "图 1-b-distance.csv", "图 1-c-properties.csv", "图 1.txt", "图 1.tex"})
            QVERIFY2(QFile::exists(folder.filePath(QString::fromUtf8(name))), name);
    }

    void captionAndProvenance()
    {
        const ShownSession shown = shownSession();
        Settings settings;
        settings.panels = {"A", "B", "distance"};
        settings.letters = Letters::Lower;
        SessionFigure figure = made(shown, settings);
        QVERIFY2(figure.caption.find("b MiniLM, 512 × 384.") != std::string::npos, figure.caption.c_str());
        QVERIFY2(figure.caption.find("m = i − j is query minus key") != std::string::npos, figure.caption.c_str());
        QVERIFY(figure.captionLatex.starts_with("\\caption{"));
        QCOMPARE(latexCaption(u"50 % of a_b & c\\d"_s),
                 std::string("\\caption{50 \\% of a\\_b \\& c\\textbackslash{}d}\n"));
        const std::string description = figure.composed.figure.description.toStdString();
        const auto hash = session::contentHash(**shown.encodings.at(2));
        for (const std::string& part : {std::string("pescope figure talk.pescope --panels A,B,distance"),
                                        "sha256 " + *hash, std::string("PEScope "), std::string("query − key")})
            QVERIFY2(description.find(part) != std::string::npos, description.c_str());
        settings.language = Language::Chinese;
        figure = made(shown, settings);
        QVERIFY2(figure.caption.find("查询减键") != std::string::npos, figure.caption.c_str());
        QCOMPARE(std::get<HeatmapPanel>(figure.composed.figure.panels[0]).rowTitle, u"位置 i"_s);
        settings.caption = "My words.";
        QCOMPARE(made(shown, settings).caption, std::string("My words.\n"));
    }

    void whatIsNotThereIsSaid()
    {
        ShownSession shown = shownSession();
        Settings settings;
        settings.panels = {"Z"};
        const auto none = composeSession(shown, settings, {}, false, "");
        QVERIFY(!none && none.error().hint.find("A, B, C, distance") != std::string::npos);
        for (session::Source& source : shown.session.sources)
            source.visible = source.key != 1;
        settings.panels = {"psi"};
        QVERIFY(!composeSession(shown, settings, {}, false, ""));
    }

    void settingsComeBack()
    {
        Settings settings;
        settings.panels = {"A", "omega"};
        settings.widthMm = 82.55;
        settings.heightMm = 100;
        settings.dpi = 600;
        settings.fontPt = 7.5;
        settings.family = "DejaVu Sans";
        settings.perRow = 2;
        settings.letters = Letters::Parentheses;
        settings.bars = Bars::Each;
        settings.titles = settings.axes = false;
        settings.transparent = settings.withData = settings.withCaption = true;
        settings.language = Language::Chinese;
        settings.caption = "图";
        QVERIFY(*settingsFromJson(toJson(settings)) == settings);
        QVERIFY(*settingsFromJson(nlohmann::json::object()) == Settings{});
        for (const char* wrong : {R"({"width_mm": "wide"})", R"({"dpi": 5})", R"({"letters": "B"})", "[]"})
            QVERIFY2(!settingsFromJson(nlohmann::json::parse(wrong)), wrong);
        QCOMPARE(optionsText(settings),
                 std::string("--panels A,omega --width 82.55mm --height 100mm --dpi 600 --font-size 7.5 --font 'DejaVu "
                             "Sans' --per-row 2 --letters '(a)' --bars each --no-titles --no-axes --background "
                             "transparent --language zh --csv --caption"));
    }

    void barsAndBackground()
    {
        const ShownSession shown = shownSession();
        Settings settings;
        settings.panels = {"A", "B"};
        const auto bars = [&](Bars wanted) {
            settings.bars = wanted;
            return layOut(made(shown, settings).composed.figure).bars.size();
        };
        QCOMPARE(bars(Bars::Shared), std::size_t{1});
        QCOMPARE(bars(Bars::Each), std::size_t{2});
        QCOMPARE(bars(Bars::None), std::size_t{0});
        settings.transparent = true;
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.filePath(u"f.png"_s).toStdString());
        QVERIFY(write(made(shown, settings).composed.figure, path).has_value());
        const QImage image(QString::fromStdString(path.string()));
        QCOMPARE(qAlpha(image.pixel(0, 0)), 0);
        QCOMPARE(image.width(), qRound(174 / 25.4 * 300));
    }

    void coloursAsOthersSeeThem()
    {
        // ΔE*ab of primaries under D65 from their published L*a*b*: (53.24, 80.09, 67.20), (87.73, −86.18, 83.18)
        QVERIFY(std::abs(colourDifference(Qt::black, Qt::white) - 100) < 0.01);
        QVERIFY(std::abs(colourDifference(Qt::red, Qt::green) - std::hypot(34.49, 166.27, 15.98)) < 0.1);
        // greys stay, red and green come together for a deuteranope, blue and green for nobody
        for (const Vision vision : kVisions)
            QVERIFY(colourDifference(seenBy(vision, QColor(128, 128, 128)), QColor(128, 128, 128)) < 1);
        const QColor red(0xC0, 0x40, 0x20), green(0x50, 0x80, 0x20);
        QVERIFY(colourDifference(seenBy(Vision::Deuteranopia, red), seenBy(Vision::Deuteranopia, green))
                < 0.4 * colourDifference(red, green));
        Figure figure;
        CurvePanel panel;
        panel.curves.resize(2);
        panel.curves[0].colour = red;
        panel.curves[1].colour = green;
        figure.panels.emplace_back(panel);
        QCOMPARE(closestColours(figure)->vision, Vision::Deuteranopia);
        QVERIFY(!closestColours(Figure{}));
    }
};

QTEST_MAIN(TestFigureSession)
#include "tst_figure_session.moc"
