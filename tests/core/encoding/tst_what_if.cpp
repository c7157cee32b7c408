// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/permutation_null.h"
#include "core/analysis/properties.h"
#include "core/compute/backend.h"
#include "core/encoding/resolve.h"
#include "core/encoding/spec.h"
#include "core/encoding/what_if.h"
#include "core/session/reproduce.h"
#include "tests/core/encoding/sources_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <fstream>

using namespace pescope;
using namespace pescope::encoding;
using sources::data;
using sources::mentions;
using tables::Index;
using tables::MatrixD;

namespace {

using Texts = std::vector<std::string>;

Encoding one(const std::string& text)
{
    auto encoding = resolveOne(text);
    if (!encoding)
        throw std::runtime_error(describe(encoding.error()));
    return *std::move(encoding);
}

MatrixD rowsOf(const Encoding& encoding)
{
    if (const auto* relative = std::get_if<RelativeTable>(&encoding.content))
        return *relative->rows;
    return std::get<StoredTable>(encoding.content).positionRows();
}

MatrixD rowsOf(const std::string& text)
{
    return rowsOf(one(text));
}

std::string faultOf(const std::string& text)
{
    const auto result = resolveOne(text);
    return result ? std::string("opened") : describe(result.error());
}

double largestDifference(const MatrixD& a, const MatrixD& b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() ? (a - b).cwiseAbs().maxCoeff() : 1e300;
}

proximity::SharedProximity mapOf(const Encoding& encoding)
{
    return proximity::of(encoding, proximity::Metric::Dot, compute::eigenBackend()).value();
}

double translationInvariance(const Encoding& encoding)
{
    return analysis::properties(mapOf(encoding))->translationInvariance.value.value();
}

/// Σ over offsets of n (μ_m − μ)² ÷ Σ (S − μ)² off the diagonal, written out from its definition.
double slowTranslationInvariance(const MatrixD& s)
{
    const Index n = s.rows();
    double total = 0;
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            total += i == j ? 0 : s(i, j);
    const double mean = total / static_cast<double>(n * (n - 1));
    double spread = 0;
    double left = 0;
    for (Index m = 1 - n; m < n; ++m) {
        if (m == 0)
            continue;
        double sum = 0;
        const Index first = std::max<Index>(0, m);
        const Index count = n - std::abs(m);
        for (Index i = first; i < first + count; ++i)
            sum += s(i, i - m);
        for (Index i = first; i < first + count; ++i) {
            left += std::pow(s(i, i - m) - sum / static_cast<double>(count), 2);
            spread += std::pow(s(i, i - m) - mean, 2);
        }
    }
    return 1 - left / spread;
}

const std::string kFive = "learned:length=5,dim=3,seed=1";
const std::string kRelative = data("oracle/bert-relative-key");

} // namespace

class TestWhatIf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY(m_folder.isValid()); }

    void extendedTables()
    {
        const MatrixD p = rowsOf(kFive);
        const MatrixD clipped = rowsOf("whatif:extend=8,rule=clip:" + kFive);
        const MatrixD tiled = rowsOf("whatif:extend=13,rule=tile:" + kFive);
        QCOMPARE(clipped.rows(), Eigen::Index{8});
        for (Index r = 0; r < 8; ++r)
            QVERIFY(clipped.row(r) == p.row(r < 5 ? r : 4));
        QCOMPARE(tiled.rows(), Eigen::Index{13});
        for (Index r = 0; r < 13; ++r)
            QVERIFY(tiled.row(r) == p.row(r % 5));
        const MatrixD same = rowsOf("whatif:extend=5,rule=clip:" + kFive);
        QVERIFY(same == p);
    }

    void interpolatedTables()
    {
        const MatrixD p = rowsOf(kFive);
        for (const char* change : {"whatif:extend=9,rule=interpolate:", "whatif:interpolate=9:"}) {
            const MatrixD longer = rowsOf(change + kFive); // every second row is a row of p, exactly
            for (Index r = 0; r < 9; ++r)
                QVERIFY(largestDifference(longer.row(r), (p.row(r / 2) + p.row((r + 1) / 2)) / 2) < 1e-15);
            QVERIFY(longer.row(0) == p.row(0) && longer.row(4) == p.row(2) && longer.row(8) == p.row(4));
        }
        const MatrixD shorter = rowsOf("whatif:interpolate=4:" + kFive); // at 0, 4/3, 8/3, 4
        const MatrixD second = 2.0 / 3 * p.row(1) + 1.0 / 3 * p.row(2);
        const MatrixD third = 1.0 / 3 * p.row(2) + 2.0 / 3 * p.row(3);
        QVERIFY(largestDifference(shorter.row(1), second) < 1e-15 && largestDifference(shorter.row(2), third) < 1e-15);
        QVERIFY(shorter.row(0) == p.row(0) && shorter.row(3) == p.row(4));
        const MatrixD single = rowsOf("whatif:interpolate=3:learned:length=1,dim=3");
        QVERIFY(single.row(2) == rowsOf("learned:length=1,dim=3").row(0));
    }

    void valuesThatAreNotFiniteStayWhereTheyAre()
    {
        const std::string file = write("nan.csv", "1,2\nnan,4\n5,6\n");
        const MatrixD rows = rowsOf("whatif:interpolate=5:" + file);
        QVERIFY(rows.row(0).allFinite() && rows.row(4).allFinite() && rows(3, 1) == 5);
        QVERIFY(std::isnan(rows(1, 0)) && std::isnan(rows(2, 0)) && std::isnan(rows(3, 0)));
        const Encoding shuffled = one("whatif:shuffle=0:" + file);
        const std::vector<Index> order = shuffledOrder(3, 0);
        const auto place = std::ranges::find(order, 1) - order.begin();
        QVERIFY(std::ranges::any_of(shuffled.notes, [&](const std::string& note) {
            return note.starts_with("position " + std::to_string(place) + " of 3 holds NaN"); // of the new rows
        }));
        QVERIFY(mentions(shuffled.notes, {"source: position 1 of 3 holds NaN"}));
    }

    void orderOfShuffledRows()
    {
        // an independent implementation of the generator in Python, checked by the 10,000th number of the C++ standard
        QCOMPARE(shuffledOrder(8, 0), (std::vector<Index>{4, 5, 2, 0, 7, 1, 3, 6}));
        QCOMPARE(shuffledOrder(8, 1), (std::vector<Index>{4, 6, 3, 5, 1, 7, 2, 0}));
        QCOMPARE(shuffledOrder(5, 123456789012), (std::vector<Index>{2, 0, 3, 4, 1}));
        QCOMPARE(shuffledOrder(1, 0), std::vector<Index>{0});
    }

    void gramOfShuffledRowsIsPermuted()
    {
        const MatrixD p = rowsOf("learned:length=8,dim=6,seed=3");
        const MatrixD gram = p * p.transpose();
        const Encoding shuffled = one("whatif:shuffle=0:learned:length=8,dim=6,seed=3");
        const MatrixD s = mapOf(shuffled)->cells(0, 8, 0, 8).value();
        const std::vector<Index> order{4, 5, 2, 0, 7, 1, 3, 6};
        for (std::size_t i = 0; i < 8; ++i)
            for (std::size_t j = 0; j < 8; ++j)
                QVERIFY(std::abs(s(static_cast<Index>(i), static_cast<Index>(j)) - gram(order[i], order[j])) < 1e-12);
        QVERIFY(largestDifference(s, gram) > 0.1);
        QVERIFY(rowsOf("whatif:shuffle=1:learned:length=8,dim=6,seed=3") != rowsOf(shuffled));
    }

    void shuffledSinusoidIsNoneAnyMore()
    {
        const std::string sinusoid = "sinusoid:dim=64,length=128";
        QVERIFY(std::abs(translationInvariance(one(sinusoid)) - 1) < 1e-9);
        const Encoding shuffled = one("whatif:shuffle=0:" + sinusoid);
        QVERIFY(translationInvariance(shuffled) < 0.1);
        QCOMPARE(shuffled.kind, Kind::Absolute);
        QVERIFY(!frequencies(shuffled));
        // one order of the null model, measured by other code
        const auto null = analysis::permutationNull(mapOf(one(sinusoid)), {.permutations = 1, .seed = 0});
        QVERIFY(std::abs(null->translationInvariance->mean - translationInvariance(shuffled)) < 1e-9);
        const Encoding stored = one("whatif:shuffle=0:" + data("oracle/distilbert-sinusoidal"));
        QVERIFY(!frequencies(stored) && frequencies(one(data("oracle/distilbert-sinusoidal"))));
        QVERIFY(mentions(stored.notes, {"source: recognised as a stored sinusoid"}));
        QVERIFY(!mentions({stored.notes.front()}, {"recognised"}));
        // two rows that happen to stay in order
        std::uint64_t seed = 0;
        while (shuffledOrder(2, seed) != std::vector<Index>{0, 1})
            ++seed;
        const std::string pair = "sinusoid:dim=4,length=2";
        QVERIFY(!frequencies(one("whatif:shuffle=" + std::to_string(seed) + ":" + pair)));
    }

    void withoutRowZero()
    {
        const std::string roberta = data("oracle/roberta-sharded-safetensors");
        const Encoding source = one(roberta);
        const Encoding changed = one("whatif:without-first:" + roberta);
        QCOMPARE(*source.firstPositionRow, Index{2});
        QCOMPARE(*changed.firstPositionRow, Index{0});
        QCOMPARE(*changed.positions, *source.positions - 1);
        QVERIFY(rowsOf(changed) == rowsOf(source).bottomRows(*source.positions - 1));
        QVERIFY(std::get<StoredTable>(changed.content).rows->rows() == *changed.positions);
        const MatrixD p = rowsOf(kFive);
        QVERIFY(rowsOf("whatif:without-first:whatif:without-first:" + kFive) == p.bottomRows(3));
        const MatrixD sine = rowsOf("whatif:without-first:sinusoid:dim=2,length=3");
        QVERIFY(sine(0, 0) == std::sin(1.0) && sine(1, 1) == std::cos(2.0));
        QVERIFY(!frequencies(one("whatif:without-first:sinusoid:dim=8,length=32")));
    }

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

    void changesAreAppliedFromTheInside()
    {
        const MatrixD p = rowsOf(kFive);
        const MatrixD shuffledLast = rowsOf("whatif:shuffle=0:whatif:extend=8,rule=tile:" + kFive);
        const MatrixD tiledLast = rowsOf("whatif:extend=8,rule=tile:whatif:shuffle=0:" + kFive);
        const std::vector<Index> eight{4, 5, 2, 0, 7, 1, 3, 6};
        const std::vector<Index> five = shuffledOrder(5, 0);
        for (Index r = 0; r < 8; ++r) {
            QVERIFY(shuffledLast.row(r) == p.row(eight[static_cast<std::size_t>(r)] % 5));
            QVERIFY(tiledLast.row(r) == p.row(five[static_cast<std::size_t>(r % 5)]));
        }
    }

    void sinusoidsExtendByTheirFormula()
    {
        const Encoding extended = one("whatif:extend=1024:sinusoid:dim=32,base=500,length=1");
        const auto& spec = std::get<SinusoidSpec>(extended.content);
        QVERIFY(spec.length == 1024 && spec.base == 500 && spec.dim == 32);
        QCOMPARE(*extended.positions, Index{1024});
        QCOMPARE(extended.shape, (std::vector<std::int64_t>{1024, 32}));
        QCOMPARE(extended.whatIf, Texts{"extended to 1024 by its formula"});
        QVERIFY(!mentions(extended.notes, {"one position"}));
        QVERIFY(mentions(extended.notes, {"1024 positions instead of 1", "formula"}));
        QVERIFY(frequencies(extended) == frequencies(one("sinusoid:dim=32,base=500")));

        const Encoding clipped = one("whatif:extend=8,rule=clip:sinusoid:dim=4,length=6");
        QCOMPARE(clipped.kind, Kind::Absolute);
        QVERIFY(rowsOf(clipped)(7, 0) == std::sin(5.0) && rowsOf(clipped)(6, 1) == std::cos(5.0));
        // every second row of a sinusoid is one of twice the frequency
        const Encoding halved = one("whatif:interpolate=65:sinusoid:dim=8,length=129");
        const auto omega = frequencies(one("sinusoid:dim=8"));
        const auto found = frequencies(halved);
        QVERIFY(found && found->size() == 4);
        for (std::size_t k = 0; k < 4; ++k)
            QVERIFY(std::abs((*found)[k] - 2 * (*omega)[k]) < 1e-9);
        QVERIFY(!frequencies(one("whatif:interpolate=200:sinusoid:dim=8,length=129")));
    }

    void relativeTables()
    {
        const Encoding source = one(kRelative + "#layer1.relative_key");
        const auto& table = std::get<RelativeTable>(source.content);
        const Encoding clipped = one("whatif:extend=31,rule=clip:" + kRelative + "#layer1.relative_key");
        const auto& wide = std::get<RelativeTable>(clipped.content);
        QCOMPARE(wide.rows->rows(), Eigen::Index{61});
        QVERIFY(wide.lowestOffset() == -30 && wide.lastOffset() == 30);
        for (Index m = -30; m <= 30; ++m)
            QVERIFY(wide.rows->row(wide.storedRow(m))
                    == table.rows->row(table.storedRow(std::clamp<Index>(m, -19, 19))));
        QVERIFY(clipped.parameters->at("offsets") == nlohmann::json({-30, 30}));
        QCOMPARE(clipped.kind, Kind::Relative);
        QCOMPARE(clipped.whatIf, Texts{"extended to offsets ±30 by clip"});
        QVERIFY(mentions(clipped.notes, {"row r is offset", "r − 30"}));
        QVERIFY(clipped.layer == source.layer && clipped.positions == 61);

        // offsets 0, ±38 are 0, ±19; ±1 lies half way between 0 and ±1 of the table
        const Encoding resampled = one("whatif:interpolate=39:" + kRelative + "#layer1.relative_key");
        const auto& fine = std::get<RelativeTable>(resampled.content);
        for (const Index m : {-19, -4, 0, 7, 19})
            QVERIFY(fine.rows->row(fine.storedRow(2 * m)) == table.rows->row(table.storedRow(m)));
        const MatrixD half = (table.rows->row(table.storedRow(-1)) + table.rows->row(table.storedRow(0))) / 2;
        QVERIFY(largestDifference(fine.rows->row(fine.storedRow(-1)), half) < 1e-15);
        QVERIFY(one("whatif:interpolate=5:" + kRelative + "#layer0.relative_key").shape
                == (std::vector<std::int64_t>{9, 8}));

        const Encoding shuffled = one("whatif:shuffle=0:" + kRelative + "#layer1.relative_key");
        const std::vector<Index> order = shuffledOrder(39, 0);
        for (Index r = 0; r < 39; ++r)
            QVERIFY(rowsOf(shuffled).row(r) == table.rows->row(order[static_cast<std::size_t>(r)]));
        QVERIFY(shuffled.parameters->at("offsets") == nlohmann::json({-19, 19}));
    }

    void relativeTablesStoredTheOtherWay()
    {
        Encoding source = one(kRelative + "#layer0.relative_key");
        const MatrixD stored = *std::get<RelativeTable>(source.content).rows;
        source.content = RelativeTable{std::make_shared<const MatrixD>(stored), 19, false};
        const auto clipped = applied({.rule = WhatIf::Rule::Clip, .length = 22}, source);
        QVERIFY(clipped);
        const auto& table = std::get<RelativeTable>(clipped->content);
        QVERIFY(!table.ascending && table.firstOffset == 21 && table.lastOffset() == -21);
        for (Index m = -21; m <= 21; ++m)
            QVERIFY(table.rows->row(table.storedRow(m)) == stored.row(19 - std::clamp<Index>(m, -19, 19)));
        QVERIFY(clipped->parameters->at("offsets") == nlohmann::json({21, -21}));
        QVERIFY(mentions(clipped->notes, {"21 − r"}));
    }

    void propertiesOfAChangedRelativeTable()
    {
        // P_m = (m, ½), so S(r, r′) = r r′/4 + ¼ with r half as large at twice as many offsets
        MatrixD rows(9, 2);
        for (Index r = 0; r < 9; ++r)
            rows.row(r) << static_cast<double>(r - 4), 0.5;
        Encoding source = one(kRelative + "#layer0.relative_key");
        source.content = RelativeTable{.rows = std::make_shared<const MatrixD>(rows), .firstOffset = -4};
        const auto fine = applied({.change = WhatIf::Change::Interpolate, .length = 9}, source);
        QVERIFY(fine);
        MatrixD s(17, 17);
        for (Index i = 0; i < 17; ++i)
            for (Index j = 0; j < 17; ++j)
                s(i, j) = static_cast<double>((i - 8) * (j - 8)) / 4 + 0.25;
        QVERIFY(largestDifference(mapOf(*fine)->cells(0, 17, 0, 17).value(), s) < 1e-12);
        const auto properties = analysis::properties(mapOf(*fine));
        QVERIFY(std::abs(*properties->translationInvariance.value - slowTranslationInvariance(s)) < 1e-10);
        QVERIFY(*properties->translationInvariance.value < 0.9);
    }

    void formulasExtend()
    {
        const Encoding rotary = one("whatif:extend=4096:rotary:dim=8,length=64");
        QVERIFY(std::get<RotarySpec>(rotary.content).length == 4096 && rotary.positions == 4096);
        QVERIFY(frequencies(rotary) == frequencies(one("rotary:dim=8")));
        const Encoding llama = one("whatif:extend=4096:" + data("oracle/llama-default"));
        QVERIFY(std::get<RotarySpec>(llama.content).length == 4096 && llama.title.starts_with("what-if: "));
        const Encoding alibi = one("whatif:extend=200:alibi:heads=2,length=8");
        QCOMPARE(alibi.shape, (std::vector<std::int64_t>{2, 200, 200}));
        QVERIFY(biasAt(std::get<LogitBias>(alibi.content), 0, 150) == -150 * alibiSlopes(2)[0]);
        const Encoding relative = one("whatif:extend=100:sinusoid-relative:dim=8,max=9,meaning=shifted");
        QVERIFY(std::get<RelativeSinusoid>(relative.content).maxOffset == 99);
        QVERIFY(relative.parameters->at("offsets") == nlohmann::json({-99, 99}));
        QCOMPARE(relative.shape, (std::vector<std::int64_t>{199, 8}));
        QVERIFY(mentions(relative.notes, {"meaning shifted", "m + 99"}) && !mentions(relative.notes, {"m + 9 "}));
        const Encoding t5 = one("whatif:extend=300:" + data("oracle/t5-fp32") + "#decoder.bias");
        QVERIFY(std::get<LogitBias>(t5.content).length == 300 && t5.shape == (std::vector<std::int64_t>{32, 4}));
        QCOMPARE(t5.whatIf, Texts{"extended to 300 by its formula"});
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
        row("fewer", "whatif:extend=4,rule=clip:" + kFive, words("extend=4|5 positions|whatif:interpolate|--length"));
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

    void stops()
    {
        std::stop_source stop;
        stop.request_stop();
        const JobContext job(stop.get_token(), {});
        for (const WhatIf& change :
             {WhatIf{.change = WhatIf::Change::Shuffle}, WhatIf{.change = WhatIf::Change::Interpolate, .length = 9}}) {
            const auto result = applied(change, one(kFive), job);
            QVERIFY(!result && result.error().code == ErrorCode::Cancelled);
        }
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

QTEST_APPLESS_MAIN(TestWhatIf)
#include "tst_what_if.moc"
