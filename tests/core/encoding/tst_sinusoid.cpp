// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/free_omega.h"
#include "core/encoding/resolve.h"
#include "core/encoding/sinusoid.h"
#include "core/encoding/spec.h"
#include "core/tables/write.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace pescope;
using namespace pescope::encoding;
using tables::MatrixD;

namespace {

/// The formula, written out once more and one entry at a time.
double entry(const SinusoidSpec& spec, int row, int column)
{
    const int pairs = spec.dim / 2;
    const bool unpaired = spec.dim % 2 == 1 && column == spec.dim - 1;
    const bool interleaved = spec.layout == Layout::Interleaved;
    const int k = unpaired ? pairs : interleaved ? column / 2 : column % pairs;
    const bool cosine = !unpaired && (interleaved ? column % 2 == 1 : column >= pairs);
    const double exponent =
        spec.spacing == Spacing::Half ? 2.0 * (k + spec.first) / spec.dim : (k + spec.first) / (pairs - 1.0);
    const double angle = row * spec.scale / std::pow(spec.base, exponent);
    return cosine ? std::cos(angle) : std::sin(angle);
}

MatrixD asFloat32(const MatrixD& table)
{
    return table.cast<float>().cast<double>();
}

std::string parseFault(std::string_view parameters)
{
    const auto spec = parseSinusoid(parameters);
    return spec ? std::string("accepted") : describe(spec.error());
}

} // namespace

class TestSinusoid : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tableFollowsTheFormula_data()
    {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"dim=8,length=24", "dim=8,length=24,layout=halves", "dim=16,base=500,first=1,length=40",
              "dim=16,spacing=half-1,layout=halves,length=30", "dim=7,length=20", "dim=3,layout=halves,length=9",
              "dim=1,length=5", "dim=12,scale=0.25,length=50"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }

    void tableFollowsTheFormula()
    {
        QFETCH(QString, text);
        const auto spec = parseSinusoid(text.toStdString());
        QVERIFY(spec);
        const MatrixD all = table(*spec, 0, spec->length);
        QCOMPARE(all.cols(), spec->dim);
        QCOMPARE(all.rows(), spec->length);
        for (int p = 0; p < all.rows(); ++p)
            for (int c = 0; c < all.cols(); ++c)
                QVERIFY2(std::abs(all(p, c) - entry(*spec, p, c)) < 1e-12,
                         qPrintable(QStringLiteral("%1,%2").arg(p).arg(c)));
        const MatrixD tail = table(*spec, 3, 2);
        QVERIFY((tail - all.middleRows(3, 2)).cwiseAbs().maxCoeff() < 1e-15);
    }

    void knownFrequencies()
    {
        const auto w = omega(*parseSinusoid("dim=8"));
        QCOMPARE(w.size(), std::size_t{4});
        for (std::size_t k = 0; k < 4; ++k)
            QVERIFY(std::abs(w[k] - std::pow(10.0, -static_cast<double>(k))) < 1e-15);
        // tensor2tensor's spacing ends exactly at 1 / base
        QVERIFY(std::abs(omega(*parseSinusoid("dim=64,spacing=half-1")).back() - 1e-4) < 1e-18);
        QCOMPARE(omega(*parseSinusoid("dim=2,spacing=half-1")), std::vector<double>{1.0});
    }

    void skipsLeaveTheFastestAndSlowestOut()
    {
        const auto all = omega(*parseSinusoid("dim=12"));
        const auto left = omega(*parseSinusoid("dim=12,skip_fast=2,skip_slow=1"));
        QCOMPARE(left, std::vector<double>(all.begin() + 2, all.end() - 1));
        // by size, not by place; the order stays
        const auto free = parseSinusoid("omega=[0.1;3;0.01;1],skip_fast=1,skip_slow=1,scale=2");
        QCOMPARE(omega(*free), (std::vector<double>{0.2, 2.0}));
        QCOMPARE(free->columns(), 4);
        QVERIFY(!free->hasUnpairedColumn());
    }

    void dotProductIsTheSumOfCosines()
    {
        const auto spec = parseSinusoid("dim=64,length=40,layout=halves");
        const MatrixD rows = table(*spec, 0, 40);
        const auto w = omega(*spec);
        for (int i = 0; i < 40; i += 3)
            for (int j = 0; j < 40; j += 7) {
                double psi = 0;
                for (const double frequency : w)
                    psi += std::cos(frequency * (i - j));
                QVERIFY(std::abs(rows.row(i).dot(rows.row(j)) - psi) < 1e-11);
            }
    }

    void recognisesFloat32Tables_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("progression");
        for (const char* text :
             {"dim=8,length=24", "dim=8,length=24,layout=halves", "dim=64,length=512,first=1", "dim=768,length=512",
              "dim=64,base=500,length=128,layout=halves", "dim=2,length=16,scale=0.5"})
            QTest::newRow(text) << QString::fromUtf8(text)
                                << !QString::fromUtf8(text).startsWith(QLatin1String("dim=2,"));
        QTest::newRow("free") << QStringLiteral("omega=[0.1;2.5;0.3],length=64") << false;
        QTest::newRow("half-1") << QStringLiteral("dim=32,spacing=half-1,length=100,layout=halves") << true;
    }

    void recognisesFloat32Tables()
    {
        QFETCH(QString, text);
        QFETCH(bool, progression);
        const auto spec = parseSinusoid(text.toStdString());
        QVERIFY(spec);
        const auto found = recogniseSinusoid(asFloat32(table(*spec, 0, spec->length)));
        QVERIFY(found);
        if (spec->pairs() > 1) // with one pair both layouts are the same columns
            QCOMPARE(found->layout, spec->layout);
        const auto w = omega(*spec);
        QCOMPARE(found->omega.size(), w.size());
        for (std::size_t k = 0; k < w.size(); ++k) // float32 noise of 6e-8, over the length of the table
            QVERIFY2(std::abs(found->omega[k] - w[k]) < 2e-7 / static_cast<double>(spec->length),
                     qPrintable(QString::number(found->omega[k] - w[k])));
        QVERIFY(found->maxResidual < 1e-6);
        QCOMPARE(found->base, progression ? spec->base : 0.0);
        if (progression) {
            QCOMPARE(found->first, spec->first);
            QCOMPARE(found->spacing, spec->spacing);
        }
    }

    void recognisesHalfPrecision()
    {
        const auto spec = parseSinusoid("dim=32,length=64");
        const MatrixD rounded = (table(*spec, 0, 64) * 256.0).array().round().matrix() / 256.0; // as coarse as bf16
        QVERIFY(!recogniseSinusoid(rounded));
        const auto found = recogniseSinusoid(rounded, 4e-3);
        QVERIFY(found);
        QCOMPARE(found->base, 10000.0);
    }

    void leavesOtherTablesAlone()
    {
        const MatrixD good = table(*parseSinusoid("dim=16,length=32"), 0, 32);
        QVERIFY(recogniseSinusoid(good));
        MatrixD touched = good;
        touched(20, 5) += 1e-3;
        QVERIFY(!recogniseSinusoid(touched));
        touched = good;
        touched(20, 5) = std::nan("");
        QVERIFY(!recogniseSinusoid(touched));
        QVERIFY(!recogniseSinusoid(good.leftCols(15)));
        QVERIFY(!recogniseSinusoid(good.topRows(1)));
        QVERIFY(!recogniseSinusoid(good.bottomRows(31))); // position 0 is not its first row
        QVERIFY(!recogniseSinusoid(MatrixD(good.row(0).replicate(8, 1)))); // turns with no frequency
        QVERIFY(!recogniseSinusoid(randomTable({.length = 32, .dim = 16})));
    }

    void badValuesAreNamed()
    {
        const auto says = [](const std::string& text, std::initializer_list<const char*> words) {
            return std::ranges::all_of(words, [&](const char* word) { return text.find(word) != std::string::npos; });
        };
        QVERIFY(says(parseFault("dim=0"), {"dim", "“0”", "1048576"}));
        QVERIFY(says(parseFault("dim=8x"), {"dim", "“8x”"}));
        QVERIFY(says(parseFault("dims=8"), {"dims", "dim, base, first"}));
        QVERIFY(says(parseFault("dim=8,dim=9"), {"dim", "twice"}));
        QVERIFY(says(parseFault("nonsense"), {"nonsense", "key=value"}));
        QVERIFY(says(parseFault("base=1"), {"base", "10000"}));
        QVERIFY(says(parseFault("base=-3"), {"base", "-3"}));
        QVERIFY(says(parseFault("base=nan"), {"base", "nan"}));
        QVERIFY(says(parseFault("first=2"), {"first", "“2”"}));
        QVERIFY(says(parseFault("layout=half"), {"layout", "“half”", "interleaved or halves"}));
        QVERIFY(says(parseFault("scale=0"), {"scale", "0"}));
        QVERIFY(says(parseFault("length=0"), {"length", "“0”"}));
        QVERIFY(says(parseFault("length=1e400"), {"length", "1e400"}));
        QVERIFY(says(parseFault("dim=8,skip_fast=3,skip_slow=1"), {"skip_fast 3", "4 frequencies"}));
        QVERIFY(says(parseFault("omega=[1;x]"), {"omega", "“x”"}));
        QVERIFY(says(parseFault("omega=missing.npy"), {"missing.npy"}));
        QVERIFY(!parseLearned("sd=0"));
        QVERIFY(!parseLearned("length=16777216,dim=1048576"));
        QVERIFY(!parseLearned("seed=-1"));
    }

    void frequenciesComeFromAFile()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("a,b.npy")).toStdString();
        const std::vector<double> w{1.0, 0.5, 0.003};
        QVERIFY(tables::writeNpy(path, {w, {3}, tables::Precision::Float64}));
        const auto spec = parseSinusoid("omega=" + path + ",length=7"); // a comma in a file name is none in the spec
        QVERIFY2(spec, spec ? "" : describe(spec.error()).c_str());
        QCOMPARE(spec->freeOmega, w);
        QCOMPARE(spec->length, tables::Index{7});
        QCOMPARE(spec->columns(), 6);
    }

    void specTextReadsBackEqual()
    {
        for (const char* text :
             {"", "dim=768,length=512", "dim=7,base=500,first=1,spacing=half-1,layout=halves,scale=0.1,length=9",
              "omega=[1;0.1;0.333333333333333314829616256247],length=40", "skip_fast=3,skip_slow=2"}) {
            const auto spec = parseSinusoid(text);
            QVERIFY(spec);
            const std::string written = specText(*spec);
            QVERIFY(written.starts_with("sinusoid:"));
            const auto again = parseSinusoid(written.substr(9));
            QVERIFY(again);
            QCOMPARE(*again, *spec);
        }
        QCOMPARE(specText(SinusoidSpec{}), std::string("sinusoid:dim=768,length=512"));
    }

    void freeOmegaAreTheSameOmega()
    {
        for (const char* text : {"dim=64", "dim=64,base=500,first=1,scale=0.3,skip_fast=3,skip_slow=2", "dim=7"}) {
            const auto spec = parseSinusoid(text);
            QVERIFY(spec);
            const SinusoidSpec free = freed(*spec);
            QVERIFY(validate(free));
            QCOMPARE(omega(free), omega(*spec));
            QCOMPARE(free.dim, 2 * spec->pairs());
            QCOMPARE(freed(free), free);
        }
    }

    void aMovedOmegaTakesItsNeighboursAlong()
    {
        SinusoidSpec spec = freed(SinusoidSpec{.dim = 32});
        spec.freeOmega[3] = 0;
        spec.freeOmega[8] *= -1;
        const SinusoidSpec one = moved(spec, 5, 2, 0);
        for (std::size_t k = 0; k < 16; ++k)
            QCOMPARE(one.freeOmega[k], k == 5 ? 2 * spec.freeOmega[k] : spec.freeOmega[k]);
        const SinusoidSpec some = moved(spec, 5, 2, 3);
        QCOMPARE(some.freeOmega[3], 0.0);
        for (std::size_t k = 0; k < 16; ++k) {
            const double d = static_cast<double>(k) - 5;
            if (k != 3)
                QVERIFY(std::abs(some.freeOmega[k] / spec.freeOmega[k] - std::exp2(std::exp(-d * d / 18))) < 1e-12);
        }
        QVERIFY(std::isfinite(moved(spec, 5, 1e300, 0).freeOmega[5]));
    }

    void randomTablesAreNormalAndFixed()
    {
        const LearnedSpec spec{.length = 500, .dim = 40, .seed = 7, .sd = 2.0};
        const MatrixD table = randomTable(spec);
        QCOMPARE(table, randomTable(spec));
        QVERIFY(table != randomTable({.length = 500, .dim = 40, .seed = 8, .sd = 2.0}));
        const double count = 20000;
        QVERIFY(std::abs(table.sum() / count) < 4 * 2.0 / std::sqrt(count));
        const double variance = table.squaredNorm() / count;
        QVERIFY(std::abs(variance - 4.0) < 4 * 4.0 * std::sqrt(2.0 / count));
        const double kurtosis = table.array().pow(4).sum() / count / (variance * variance);
        QVERIFY(std::abs(kurtosis - 3.0) < 4 * std::sqrt(24.0 / count));
        // The generator is that of the C++ standard, so the first value can be computed apart from the table.
        std::mt19937_64 engine(7);
        const double u1 = (static_cast<double>(engine() >> 11) + 0.5) / 9007199254740992.0;
        const double u2 = (static_cast<double>(engine() >> 11) + 0.5) / 9007199254740992.0;
        const double expected = 2.0 * std::sqrt(-2.0 * std::log(u1)) * std::cos(2.0 * M_PI * u2);
        QVERIFY(std::abs(table(0, 0) - expected) < 1e-6);
    }
};

QTEST_APPLESS_MAIN(TestSinusoid)
#include "tst_sinusoid.moc"
