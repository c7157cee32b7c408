// SPDX-License-Identifier: GPL-3.0-or-later
// Panels of a text: three maps on two scales, all layers, all heads, curves by layer; their numbers and words.
#include "ui/figure/layout.h"
#include "ui/figure/session_figure.h"
#include "ui/figure/text_panels.h"

#include <QGuiApplication>
#include <QTest>

using namespace pescope;
using namespace pescope::figure;
using namespace Qt::StringLiterals;

namespace {

constexpr int kTokens = 5, kLayers = 3, kHeads = 4;

/// Values that tell where they stand: 0.01 (10 i + j) and what was exchanged half of it.
tables::MatrixD marked(double factor)
{
    tables::MatrixD values(kTokens, kTokens);
    for (int i = 0; i < kTokens; ++i)
        for (int j = 0; j < kTokens; ++j)
            values(i, j) = factor * 0.01 * (10 * i + j);
    return values;
}

ShownSession shownText(bool attention = false)
{
    auto text = std::make_shared<ShownText>();
    text->side = {.model = "/models/small", .text = "机器学习", .seed = 7, .axisIndex = 2, .attention = attention};
    text->side.head = attention ? 1 : -1;
    text->model = "small";
    text->tokens = {u"CLS"_s, u"机"_s, u"器"_s, u"学"_s, u"SEP"_s};
    text->original = std::make_shared<const tables::MatrixD>(marked(1));
    text->exchanged = std::make_shared<const tables::MatrixD>(marked(0.5));
    text->layersOriginal.assign(kLayers + 1, marked(1));
    text->layersExchanged.assign(kLayers + 1, marked(0.5));
    text->headsOriginal.assign(kHeads, marked(1));
    text->headsExchanged.assign(kHeads, marked(0.5));
    text->change = {0.5, 0.25, 0.125, 0.0625};
    text->divergence = {0.1, 0.2, 0.3};
    ShownSession shown;
    shown.frame = std::make_shared<const frame::Frame>();
    shown.text = std::move(text);
    return shown;
}

SessionFigure made(const ShownSession& shown, const Settings& settings)
{
    auto figure = composeSession(shown, settings, {}, false, "talk.pescope");
    if (!figure) {
        qWarning("%s", describe(figure.error()).c_str());
        throw std::runtime_error("no figure");
    }
    return *std::move(figure);
}

} // namespace

class TestTextPanels : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void threeMapsWithoutAnySource()
    {
        const SessionFigure figure = made(shownText(), {});
        const auto& panels = figure.composed.figure.panels;
        QCOMPARE(panels.size(), std::size_t{3});
        const auto& original = std::get<HeatmapPanel>(panels[0]);
        const auto& exchanged = std::get<HeatmapPanel>(panels[1]);
        const auto& difference = std::get<HeatmapPanel>(panels[2]);
        QCOMPARE(original.colourBar, exchanged.colourBar); // comparable
        QVERIFY(difference.colourBar != original.colourBar);
        QCOMPARE(original.rowLabels, (QStringList{u"CLS"_s, u"机"_s, u"器"_s, u"学"_s, u"SEP"_s}));
        QCOMPARE(original.image.size(), QSize(kTokens, kTokens));
        const auto& bars = figure.composed.figure.colourBars;
        const raster::Scale& common = bars[std::size_t(original.colourBar)].scale;
        QVERIFY(common.low <= 0 && common.high >= 0.44 && common.high < 0.441); // 0.01 (10 · 4 + 4)
        const raster::Scale& change = bars[std::size_t(difference.colourBar)].scale;
        QVERIFY(change.low == -change.high && change.high >= 0.22 && change.high < 0.2201);
        // the colour of a cell is that of its value on the scale
        for (const auto& [panel, factor] : {std::pair(&original, 1.0), {&exchanged, 0.5}})
            QCOMPARE(panel->image.pixel(3, 2),
                     raster::colourOf(factor * 0.23, common, *bars[std::size_t(original.colourBar)].map));
        QCOMPARE(difference.image.pixel(3, 2),
                 raster::colourOf(-0.115, change, *bars[std::size_t(difference.colourBar)].map));
        QVERIFY(exchanged.subtitle.contains(u"seed 7"_s));
        QVERIFY(difference.subtitle.contains(u"layer 2"_s));
    }

    void allLayersAndHeads()
    {
        Settings settings;
        settings.panels = {"layers", "heads", "similarity", "divergence"};
        settings.withData = true;
        const SessionFigure figure = made(shownText(true), settings);
        const auto& panels = figure.composed.figure.panels;
        const auto& layers = std::get<GridPanel>(panels[0]);
        const auto& heads = std::get<GridPanel>(panels[1]);
        QCOMPARE(layers.columns, kLayers + 1);
        QCOMPARE(layers.cells.size(), std::size_t{2 * (kLayers + 1)});
        QCOMPARE(layers.columnLabels.front(), u"0"_s); // the embedding output
        QCOMPARE(heads.columns, kHeads);
        QCOMPARE(heads.columnLabels.front(), u"1"_s);
        QVERIFY(layers.cells[0] != layers.cells[kLayers + 1]); // original above exchanged
        QVERIFY(layers.colourBar != heads.colourBar);
        const auto& change = std::get<CurvePanel>(panels[2]).curves[0];
        QCOMPARE(change.x, (std::vector<double>{0, 1, 2, 3}));
        QCOMPARE(change.y, (std::vector<double>{0.5, 0.25, 0.125, 0.0625}));
        QCOMPARE(std::get<CurvePanel>(panels[3]).curves[0].x, (std::vector<double>{1, 2, 3}));
        QCOMPARE(figure.data.size(), std::size_t{4});
        QVERIFY(figure.data[0].csv.find("\nexchanged,3,4,2,0.21\n") != std::string::npos); // 0.5 · 0.42
        QVERIFY(figure.data[2].csv.find("\n2,0.125\n") != std::string::npos);
        const Layout layout = layOut(figure.composed.figure);
        QCOMPARE(layout.bars.size(), std::size_t{2});
        for (std::size_t k = 1; k < panels.size(); ++k)
            for (std::size_t j = 0; j < k; ++j)
                QVERIFY(!layout.panels[k].area.adjusted(0.1, 0.1, -0.1, -0.1).intersects(layout.panels[j].area));
    }

    void wordsSayWhatIsShown()
    {
        const SessionFigure cosine = made(shownText(), {});
        QVERIFY2(cosine.caption.contains("Tokens of “机器学习” in small, after layer 2: cosine of hidden states"),
                 cosine.caption.c_str());
        QVERIFY(cosine.caption.contains("positions shuffled, seed 7"));
        QVERIFY(!cosine.caption.contains("query minus key")); // no positions in it
        QVERIFY(cosine.composed.figure.description.contains(u"text “机器学习” in small, cosine, after layer 2"_s));
        Settings settings;
        settings.panels = {"original", "exchanged"};
        settings.letters = Letters::Parentheses;
        const SessionFigure attention = made(shownText(true), settings);
        QVERIFY2(attention.caption.contains("layer 2, head 2 (from 1): attention weight"), attention.caption.c_str());
        QVERIFY(attention.caption.contains("(a) Original. (b) Exchanged."));
        QCOMPARE(std::get<HeatmapPanel>(attention.composed.figure.panels[0]).rowTitle, u"query"_s);
        settings.language = Language::Chinese;
        const SessionFigure chinese = made(shownText(true), settings);
        for (const char* english : {"Original", "attention", "layer", "seed"})
            QVERIFY2(!chinese.caption.contains(english), chinese.caption.c_str());
    }

    void whatIsNotThereIsSaid()
    {
        Settings settings;
        settings.panels = {"A"};
        const auto none = composeSession(shownText(), settings, {}, false, {});
        QVERIFY(!none);
        QVERIFY(describe(none.error()).contains("original"));
        settings.panels = {"original"};
        ShownSession empty = shownText();
        empty.text = nullptr;
        QVERIFY(!composeSession(empty, settings, {}, false, {}));
    }

    void settingsKeepTheSide()
    {
        Settings settings;
        settings.textSide = 2;
        QVERIFY(optionsText(settings).contains("--text-side 2"));
        QCOMPARE(settingsFromJson(figure::toJson(settings))->textSide, 2);
    }
};

QTEST_MAIN(TestTextPanels)
#include "tst_text_panels.moc"
