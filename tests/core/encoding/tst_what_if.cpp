// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/permutation_null.h"
#include "core/analysis/properties.h"
#include "core/compute/backend.h"
#include "tests/core/encoding/what_if_support.h"

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
using whatif::kFive;
using whatif::kRelative;
using whatif::one;
using whatif::rowsOf;

namespace {

using Texts = std::vector<std::string>;

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
