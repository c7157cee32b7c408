// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/spec.h"
#include "core/session/reproduce.h"
#include "tests/core/encoding/what_if_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace pescope;
using namespace pescope::encoding;
using sources::data;
using sources::mentions;
using tables::Index;
using whatif::kFive;
using whatif::kRelative;
using whatif::one;
using whatif::rowsOf;

namespace {

using Texts = std::vector<std::string>;

std::string faultOf(const std::string& text)
{
    const auto result = resolveOne(text);
    return result ? std::string("opened") : describe(result.error());
}

} // namespace

class TestWhatIfSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void marks()
    {
        const std::string path = data("oracle/roberta-sharded-safetensors");
        const std::string text = "whatif:shuffle=3:whatif:extend=64,rule=clip:" + path;
        const auto source = resolve(text);
        QVERIFY(source);
        QCOMPARE(source->spec, text);
        QCOMPARE(source->container, std::string("safetensors"));
        const Encoding& changed = source->encodings.front();
        const Encoding plain = one(path);
        QVERIFY(plain.whatIf.empty() && whatIfText(plain).empty());
        QCOMPARE(changed.whatIf, (Texts{"extended to 64 by clip", "rows shuffled, seed 3"}));
        QCOMPARE(whatIfText(changed), std::string("what-if: extended to 64 by clip; rows shuffled, seed 3"));
        QCOMPARE(changed.title, whatIfText(changed) + " · " + plain.title);
        QCOMPARE(changed.id, plain.id);
        QCOMPARE(changed.family, plain.family);
        QVERIFY(changed.tensor.empty() && changed.dtype == tables::DType::F64); // it is stored nowhere
        QCOMPARE(changed.file, plain.file);
        QCOMPARE(changed.shape, (std::vector<std::int64_t>{64, *plain.dim}));
        QCOMPARE(*changed.positions, Index{64});
        QVERIFY(changed.formula == plain.formula);
        QVERIFY(mentions({changed.notes.front()}, {"random order, seed 3", "not what the model was trained with"}));
        QVERIFY(mentions(changed.notes, {"64 positions instead of 40", "repeat the last row", plain.tensor.c_str()}));
        QVERIFY(mentions(changed.notes, {"source: position 0 is row 2"}));
        for (const std::string& note : changed.notes)
            QVERIFY2(note.starts_with("what-if: ") || note.starts_with("source: "), note.c_str());
        const nlohmann::json json = inspectJson(*source);
        QCOMPARE(json["encodings"][0]["parameters"]["what_if"].get<Texts>(), changed.whatIf);
        QVERIFY(!inspectJson(*resolve(path))["encodings"][0]["parameters"].contains("what_if"));
        QVERIFY(mentions(one("whatif:shuffle=0:" + kFive).notes, {"not what a model was trained with"}));
    }

    void refused_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, const std::string& text, const QStringList& words) {
            QTest::newRow(name) << QString::fromStdString(text) << words;
        };
        const auto words = [](const char* text) { return QString::fromUtf8(text).split(u'|'); };
        row("no rule", "whatif:extend=8:" + kFive, words("ape|Random table|formula|rule=clip|rule=tile"));
        row("fewer", "whatif:extend=4,rule=clip:" + kFive, words("extend=4|5 positions|whatif:interpolate|--rows"));
        row("fewer by formula", "whatif:extend=511:sinusoid:dim=8", words("extend=511|512 positions"));
        row("fewer rotary", "whatif:extend=8:rotary:dim=8,length=9", words("rotary|extend=8|9 positions"));
        row("fewer offsets", "whatif:extend=19,rule=clip:" + kRelative + "#layer0.relative_key",
            words("layer0.relative_key|extend=19|20 positions"));
        row("too long", "whatif:extend=1048577,rule=clip:" + kFive, words("extend|1048577|1048576"));
        row("no length", "whatif:extend=0,rule=clip:" + kFive, words("extend|“0”|1048576"));
        row("too large", "whatif:extend=1048576,rule=tile:learned:length=2,dim=512", words("1048576|512|268435456"));
        row("endless sinusoid", "whatif:shuffle=0:sinusoid:dim=8,length=1000000000", words("1000000000|268435456"));
        row("one end", "whatif:interpolate=1:" + kFive, words("interpolate=1|both ends|at least 2"));
        row("nothing left", "whatif:without-first:learned:length=1,dim=2", words("one position|nothing is left"));
        row("rule", "whatif:extend=8,rule=mirror:" + kFive, words("rule|“mirror”|clip|tile|interpolate"));
        row("rule alone", "whatif:rule=clip:" + kFive, words("names no change|whatif:shuffle=SEED"));
        row("rule of another", "whatif:shuffle=0,rule=clip:" + kFive, words("rule “clip” belongs to extend"));
        row("two at once", "whatif:shuffle=0,interpolate=9:" + kFive, words("2 changes|they nest"));
        row("unknown", "whatif:reverse:" + kFive, words("“reverse”|without-first"));
        row("unknown key", "whatif:reverse=1:" + kFive, words("“reverse”|without-first"));
        row("no seed", "whatif:shuffle:" + kFive, words("“shuffle”|whatif:shuffle=SEED"));
        row("bad seed", "whatif:shuffle=-1:" + kFive, words("shuffle|“-1”|seed"));
        row("no source", "whatif:shuffle=0:", words("names no source|SOURCE"));
        row("no colon", "whatif:shuffle=0", words("names no source"));
        row("no file", "whatif:shuffle=0:missing.npy", words("missing.npy"));
        row("source at fault", "whatif:shuffle=0:sinusoid:dim=x", words("sinusoid: dim is “x”"));
        row("tiled offsets", "whatif:extend=40,rule=tile:" + kRelative + "#layer0.relative_key",
            words("layer0.relative_key (relative|rule=clip"));
        row("offsets without rule", "whatif:extend=40:" + kRelative + "#layer0.relative_key",
            words("layer0.relative_key|formula|rule=clip"));
        row("first offset", "whatif:without-first:" + kRelative + "#layer0.relative_key",
            words("layer0.relative_key|row 0 is offset -19"));
        row("one offset", "whatif:interpolate=1:" + kRelative + "#layer0.relative_key", words("offset other than 0"));
        row("rotary shuffled", "whatif:shuffle=0:rotary:dim=8", words("rotary (rotary|no rows to shuffle|extend=N"));
        row("rotary resampled", "whatif:interpolate=8:rotary:dim=8", words("no rows to resample"));
        row("rotary without first", "whatif:without-first:rotary:dim=8", words("no row 0"));
        row("rotary with a rule", "whatif:extend=9999,rule=clip:rotary:dim=8", words("formula|without a rule"));
        row("alibi shuffled", "whatif:shuffle=0:alibi:heads=8", words("alibi (bias|no rows to shuffle"));
        row("bias shuffled", "whatif:shuffle=0:" + data("oracle/t5-fp32"), words("encoder.bias (bias|no rows"));
        row("relative sinusoid", "whatif:shuffle=0:sinusoid-relative:dim=8", words("relative (relative|no rows"));
        row("map", "whatif:shuffle=0:matrix:" + data("inputs/H20-npy/pe.npy"), words("matrix (matrix|a map"));
        row("unknown id", "whatif:shuffle=0:" + kRelative + "#nothing", words("“nothing”|ape|layer0.relative_key"));
        row("no position left", "whatif:without-first:" + kRelative, words("layer0.relative_key|row 0 is offset"));
        std::string deep = kFive;
        for (int k = 0; k < 33; ++k)
            deep.insert(0, "whatif:shuffle=0:");
        row("nested too deep", deep, words("more than 32"));
    }

    void refused()
    {
        QFETCH(QString, text);
        QFETCH(QStringList, words);
        const QString fault = QString::fromStdString(faultOf(text.toStdString()));
        for (const QString& word : words)
            QVERIFY2(fault.contains(word), qPrintable(fault));
    }

    void severalEncodings()
    {
        const auto all = resolve("whatif:shuffle=0:" + kRelative);
        QVERIFY(all);
        QCOMPARE(sources::ids(*all), std::string("layer0.relative_key layer1.relative_key ape!"));
        for (const Encoding& encoding : all->encodings)
            QCOMPARE(encoding.whatIf, Texts{"rows shuffled, seed 0"});
        QVERIFY(all->warnings.empty());
        const Encoding ape = one("whatif:without-first:" + kRelative + "#ape");
        QCOMPARE(*ape.positions, Index{19});
        const auto mixed = applied({WhatIf{.change = WhatIf::Change::WithoutFirst}},
                                   Source{.spec = "x",
                                          .container = {},
                                          .family = {},
                                          .encodings = {one(kFive), one("rotary:dim=8")},
                                          .tensors = {},
                                          .warnings = {}});
        QVERIFY(mixed && mixed->encodings.size() == 1 && mixed->encodings[0].id == "ape");
        QVERIFY(mentions(mixed->warnings, {"left out", "rotary", "no row 0"}));
    }

    void textsOfSources()
    {
        const auto parsed = [](const char* text) { return parseSource(text); };
        QCOMPARE(parsed("whatif:shuffle=0:a#ape").spec, std::string("whatif:shuffle=0:a"));
        QCOMPARE(parsed("whatif:shuffle=0:a#ape").id, std::string("ape"));
        QCOMPARE(parsed("whatif:shuffle=0:whatif:without-first:sinusoid:dim=8#ape").spec,
                 std::string("whatif:shuffle=0:whatif:without-first:sinusoid:dim=8"));
        QVERIFY(parsed("whatif:shuffle=0:sinusoid:dim=8").builtIn());
        QVERIFY(!parsed("whatif:shuffle=0:model").builtIn());
        QCOMPARE(whatIfPrefix("model"), std::size_t{0});
        QCOMPARE(whatIfPrefix("whatif:shuffle=0:C:whatif:x"), std::size_t{17});
        const std::string file = write("odd:name,rule=x#1.csv", "1,2\n3,4\n5,7\n");
        QCOMPARE(parseSource("whatif:shuffle=0:" + file).spec, "whatif:shuffle=0:" + file); // an existing path wins
        QCOMPARE(parseSource("whatif:shuffle=0:" + file + "#ape").id, std::string("ape"));
        QCOMPARE(rowsOf("whatif:without-first:" + file + "#ape")(0, 1), 4.0);

        for (const char* text : {"whatif:extend=7,rule=clip:", "whatif:extend=7,rule=tile:",
                                 "whatif:extend=7,rule=interpolate:", "whatif:extend=1048576:", "whatif:interpolate=2:",
                                 "whatif:shuffle=9223372036854775807:", "whatif:without-first:"}) {
            const auto changes = parseWhatIfs(text + std::string("x"));
            QVERIFY2(changes && changes->changes.size() == 1 && changes->source == "x", text);
            QCOMPARE(specText(changes->changes[0]), std::string(text));
        }
        QVERIFY(parseWhatIfs("whatif:rule=tile,extend=7:x")->changes[0].rule == WhatIf::Rule::Tile);
        QVERIFY(parseWhatIfs("model")->changes.empty());
    }

    void copiedCodeDoesNotReadTheStoredTable()
    {
        const std::string text = "whatif:shuffle=0:" + data("oracle/roberta-sharded-safetensors");
        session::ShownMap map;
        map.source = text;
        map.encoding = one(text);
        const auto code = session::numpyCode(map, proximity::Metric::Dot);
        QVERIFY(code);
        QVERIFY2(code->find("pescope data '" + text + "#ape' --what table") != std::string::npos
                     || code->find("pescope data " + text + "#ape --what table") != std::string::npos,
                 code->c_str());
        QVERIFY(code->find("np.fromfile") == std::string::npos);
        const auto command = session::commandText(map, proximity::Metric::Cosine);
        QVERIFY(command && command->find(text + "#ape") != std::string::npos);
    }

    void productsThatOverflow()
    {
        const auto noteOf = [&](const char* text) {
            const Encoding encoding = one(write("large.csv", text));
            return encoding.notes;
        };
        QVERIFY(mentions(noteOf("1e300,0\n0,-3e300\n1,1\n"), {"values up to 3e+300", "products overflow", "1.8e308"}));
        QVERIFY(mentions(noteOf("1,2\n-2e20,nan\n3,4\n"), {"values up to 2e+20", "float32"}));
        // 9.4e153² · 2 lies below the largest double, 9.5e153² · 2 above
        QVERIFY(!mentions(noteOf("9.4e153,0\n1,1\n2,1\n"), {"mean nothing"}));
        QVERIFY(mentions(noteOf("9.5e153,0\n1,1\n2,1\n"), {"mean nothing"}));
        QVERIFY(!mentions(noteOf("1e18,1\n1,1\n2,1\n"), {"overflow"}));
        QVERIFY(!mentions(noteOf("inf,1\n1,1\n2,1\n"), {"overflow"}));
    }

    void dimThatContradictsOmega()
    {
        const auto file = write("omega.csv", "1\n0.1\n0.01\n");
        const std::string spec = "sinusoid:omega=" + file;
        QVERIFY(mentions({faultOf(spec + ",dim=8")}, {"dim is “8”", "3 frequencies", "dim=6"}));
        QVERIFY(mentions({faultOf("sinusoid:dim=4,omega=[1]")}, {"dim is “4”", "1 frequency,", "dim=2"}));
        QCOMPARE(*one(spec + ",dim=6").dim, Index{6});
        SinusoidSpec free; // made by hand from another width
        free.freeOmega = {1, 0.1};
        QVERIFY(resolveOne(specText(free)));
        QCOMPARE(*one(specText(free)).dim, Index{4});
    }

private:
    std::string write(const char* name, const char* text)
    {
        const std::string path = m_folder.filePath(QString::fromUtf8(name)).toStdString();
        std::ofstream(path) << text;
        return path;
    }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TestWhatIfSources)
#include "tst_what_if_sources.moc"
