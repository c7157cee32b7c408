// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "tests/core/encoding/sources_support.h"
#include "tests/core/proximity/reference.h"

#include <QTemporaryDir>
#include <QTest>

using namespace pescope;
using namespace pescope::proximity;
using encoding::Encoding;
using tables::MatrixD;

namespace {

Encoding open(const std::string& source)
{
    auto one = encoding::resolveOne(source);
    if (!one)
        throw std::runtime_error(describe(one.error()));
    return *std::move(one);
}

Result<SharedProximity> make(const Encoding& e, Metric metric = Metric::Dot, const RowChoice& rows = {})
{
    return of(e, metric, compute::eigenBackend(), rows);
}

RowChoice ofHead(int head)
{
    RowChoice choice;
    choice.head = head;
    return choice;
}

RowChoice without(std::vector<Index> rows)
{
    RowChoice choice;
    choice.leaveOut = std::move(rows);
    return choice;
}

MatrixD allCells(const Proximity& s)
{
    return *s.cells(0, s.rows(), 0, s.columns());
}

double psi(int dim, Index m)
{
    double sum = 0;
    for (int k = 0; k < dim / 2; ++k)
        sum += std::cos(std::pow(10000.0, -2.0 * k / dim) * static_cast<double>(m));
    return sum;
}

Encoding relativeTable(MatrixD rows, Index firstOffset, bool ascending)
{
    Encoding e;
    e.id = "layer0.relative_key";
    e.kind = encoding::Kind::Relative;
    e.content = encoding::RelativeTable{
        .rows = std::make_shared<const MatrixD>(std::move(rows)), .firstOffset = firstOffset, .ascending = ascending};
    return e;
}

/// Value of a profile at offset m.
double at(const Profile& profile, Index m)
{
    return profile.mean[static_cast<std::size_t>(m - profile.firstOffset)];
}

} // namespace

class TestRelativeMaps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void gramOfOffsets()
    {
        const std::string folder = sources::data("oracle/bert-relative-key");
        const sources::Array want = sources::expected(folder, "rel_dot");
        for (int layer = 0; layer < 2; ++layer) {
            const auto s = make(open(folder + "#layer" + std::to_string(layer) + ".relative_key"));
            QVERIFY(s);
            QCOMPARE((*s)->rows(), Index{39});
            QVERIFY((allCells(**s) - want.matrix(layer)).cwiseAbs().maxCoeff() < 1e-12);
            QVERIFY((*s)->rowsAreOffsets());
            QCOMPARE((*s)->positionOf(0), Index{-19});
            QCOMPARE((*s)->positionOf(38), Index{19});
            QCOMPARE((*s)->rowNorms().size(), std::size_t{39});
        }
    }

    /// S(r, 0) = r + ¼ says which row is which offset, in every metric and either stored order.
    void antisymmetricTable_data()
    {
        QTest::addColumn<bool>("ascending");
        QTest::addRow("query-key") << true;
        QTest::addRow("key-query") << false;
    }

    void antisymmetricTable()
    {
        QFETCH(bool, ascending);
        constexpr int kReach = 4;
        const std::vector<float> values = sources::antisymmetricRows(kReach, ascending);
        const MatrixD stored =
            Eigen::Map<const Eigen::Matrix<float, -1, -1, Eigen::RowMajor>>(values.data(), 2 * kReach + 1, 2)
                .cast<double>();
        const Encoding e = relativeTable(stored, ascending ? -kReach : kReach, ascending);
        const auto dot = make(e);
        QVERIFY(dot);
        const auto first = [](Index m) { return m == 0 ? 1.0 : static_cast<double>(m); };
        for (Index r = 0; r < 9; ++r) {
            QCOMPARE((*dot)->positionOf(r), r - kReach);
            for (Index c = 0; c < 9; ++c)
                QCOMPARE((*dot)->value(r, c), first(r - kReach) * first(c - kReach) + 0.25);
        }
        MatrixD turned = ascending ? stored : MatrixD(stored.colwise().reverse());
        for (const Metric metric : kMetrics) {
            const auto s = make(e, metric);
            QVERIFY(s);
            QVERIFY((allCells(**s) - reference::matrix(turned, metric)).cwiseAbs().maxCoeff() < 1e-12);
        }
        // rows left out are counted from the lowest offset
        const auto part = make(e, Metric::Dot, without({0, 4}));
        QCOMPARE((*part)->rows(), Index{7});
        QCOMPARE((*part)->positionOf(0), Index{-3});
        QCOMPARE((*part)->positionOf(3), Index{1});
    }

    /// The whole way from a file: BERT's row r is i − j + P − 1.
    void antisymmetricRelativeKey()
    {
        QTemporaryDir temporary;
        const std::string folder = temporary.filePath(QStringLiteral("m")).toStdString();
        sources::writeModel(
            folder,
            {{"encoder.layer.0.attention.self.distance_embedding.weight", {9, 2}, sources::antisymmetricRows(4)}},
            {{"model_type", "bert"}, {"position_embedding_type", "relative_key"}});
        const auto s = make(open(folder));
        QVERIFY(s);
        QCOMPARE((*s)->positionOf(7), Index{3}); // a query three places after its key
        QCOMPARE((*s)->value(7, 4), 3.25); // P_3·P_0
        QCOMPARE((*s)->value(1, 4), -2.75); // P_−3·P_0
    }

    /// The whole way from a file: T5 asks for the bucket of key − query, the screen shows query − key.
    void antisymmetricBuckets()
    {
        QTemporaryDir temporary;
        const std::string folder = temporary.filePath(QStringLiteral("m")).toStdString();
        std::vector<float> values;
        for (int bucket = 0; bucket < 32; ++bucket) // keys before the query +, behind it −; head 1 ten times that
            for (const float scale : {1.0F, 10.0F})
                values.push_back(scale * static_cast<float>(bucket < 16 ? bucket : 16 - bucket));
        sources::writeModel(folder,
                            {{"encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", {32, 2}, values}},
                            {{"model_type", "t5"}, {"relative_attention_max_distance", 128}, {"n_positions", 16}});
        const Encoding e = open(folder);
        const auto s = make(e);
        QVERIFY(s);
        QVERIFY((*s)->toeplitz() && !(*s)->rowsAreOffsets());
        QCOMPARE((*s)->rows(), Index{16});
        QCOMPARE((*s)->value(5, 2), 3.0); // query 5, key 2: m = 3
        QCOMPARE((*s)->value(2, 5), -3.0);
        const auto profile = (*s)->profile();
        QCOMPARE(at(*profile, 3), 3.0);
        QCOMPARE(at(*profile, -3), -3.0);
        const auto second = make(e, Metric::Dot, ofHead(1));
        QCOMPARE((*second)->value(5, 2), 30.0);
        QVERIFY((*s)->rowNorms().empty());
        for (const int head : {-1, 2}) {
            const auto none = make(e, Metric::Dot, ofHead(head));
            QVERIFY(!none);
            QCOMPARE(none.error().code, ErrorCode::Shape);
            QVERIFY(describe(none.error()).find("of 2") != std::string::npos);
        }
    }

    void causalAlibiSeesEarlierKeysOnly()
    {
        const auto s = make(open("alibi:heads=8,length=12,causal=1"), Metric::Dot, ofHead(1));
        QVERIFY(s);
        QCOMPARE((*s)->value(9, 1), -2.0); // slope 1/4
        QCOMPARE((*s)->value(1, 9), 0.0);
        const auto both = make(open("alibi:heads=8,length=12"), Metric::Dot, ofHead(1));
        QCOMPARE((*both)->value(1, 9), -2.0);
        QCOMPARE(at(*(*both)->profile(), -11), -2.75);
    }

    void relativeSinusoids()
    {
        constexpr int kDim = 64;
        constexpr Index kMax = 20;
        for (const char* meaning : {"signed", "shifted", "absolute"}) {
            const Encoding e = open("sinusoid-relative:dim=64,max=20,meaning=" + std::string(meaning));
            const auto s = make(e);
            QVERIFY(s);
            QVERIFY((*s)->rowsAreOffsets());
            QCOMPARE((*s)->positionOf(0), -kMax);
            const MatrixD cells = allCells(**s);
            const bool absolute = std::string_view(meaning) == "absolute";
            for (Index r = -kMax; r <= kMax; ++r)
                for (Index c = -kMax; c <= kMax; ++c) {
                    const Index apart = absolute ? std::abs(r) - std::abs(c) : r - c;
                    QVERIFY(std::abs(cells(r + kMax, c + kMax) - psi(kDim, apart)) < 1e-12);
                }
            QCOMPARE((*s)->toeplitz(), !absolute);
            // both diagonals are as bright: the X of the third meaning
            QVERIFY(!absolute || std::abs(cells(kMax - 5, kMax + 5) - 32) < 1e-12);
            const MatrixD rows = encoding::table(std::get<encoding::RelativeSinusoid>(e.content));
            for (const Metric metric : kMetrics) {
                const auto shown = make(e, metric);
                QVERIFY(shown);
                const MatrixD want = reference::matrix(rows, metric);
                QVERIFY((allCells(**shown) - want).cwiseAbs().maxCoeff() < 1e-11);
            }
            const auto part = make(e, Metric::Dot, without({0, 20}));
            QCOMPARE((*part)->positionOf(0), 1 - kMax);
            QCOMPARE((*part)->positionOf(19), Index{1});
        }
    }

    void rotaryKernel()
    {
        const Encoding e = open("rotary:dim=64,length=300");
        const auto s = make(e);
        QVERIFY(s);
        QCOMPARE((*s)->rows(), Index{300});
        QVERIFY((*s)->toeplitz() && !(*s)->rowsAreOffsets());
        QVERIFY((*s)->rowNorms().empty());
        const auto profile = (*s)->profile();
        for (const Index m : {0, 1, 5, 17, 299}) {
            QVERIFY(std::abs((*s)->value(299, 299 - m) - psi(64, m)) < 1e-12);
            QVERIFY(std::abs((*s)->value(299 - m, 299) - psi(64, m)) < 1e-12);
            QVERIFY(std::abs(at(*profile, -m) - psi(64, m)) < 1e-12);
        }
        for (const Metric metric : {Metric::Scaled, Metric::Cosine})
            QVERIFY(std::abs((*make(e, metric))->value(7, 2) - psi(64, 5) / 32) < 1e-14);
        for (const Metric metric : {Metric::Centred, Metric::Distance}) {
            const auto none = make(e, metric);
            QVERIFY(!none);
            QCOMPARE(none.error().code, ErrorCode::Unsupported);
            QVERIFY(describe(none.error()).find(name(metric)) != std::string::npos);
        }
        // LLaMA with θ = 500000 and heads of 8: values of the kernel, known to 16 digits
        Encoding llama = e;
        llama.content = encoding::RotarySpec{.dim = 8, .headDim = 8, .base = 500000, .scaling = {}, .length = 64};
        const auto kernel = make(llama);
        for (const auto& [m, value] : std::vector<std::pair<Index, double>>{{0, 4.0},
                                                                            {1, 3.5395942810023113},
                                                                            {2, 2.5810220637558667},
                                                                            {10, 2.0909470679175852},
                                                                            {63, 2.2656955805955925}})
            QVERIFY(std::abs((*kernel)->value(m, 0) - value) < 1e-13);
    }

    void metricsThatDoNotExist()
    {
        const Encoding bias = open("alibi:heads=4");
        for (const Metric metric : {Metric::Scaled, Metric::Cosine, Metric::Centred, Metric::Distance}) {
            const auto none = make(bias, metric);
            QVERIFY(!none);
            QCOMPARE(none.error().code, ErrorCode::Unsupported);
            QVERIFY(describe(none.error()).find(name(metric)) != std::string::npos);
        }
    }

    void formulas()
    {
        const auto text = [](const char* source, Metric metric) { return std::string(formula(open(source), metric)); };
        QCOMPARE(text("alibi:heads=2", Metric::Dot), std::string("φ = bₕ(i − j)"));
        QCOMPARE(text("rotary:dim=8", Metric::Dot), std::string("φ = Σ cos ωₖ(i − j)"));
        QCOMPARE(text("rotary:dim=8", Metric::Scaled), std::string("φ = Σ cos ωₖ(i − j) ÷ #ω"));
        QCOMPARE(text("sinusoid-relative:dim=8", Metric::Dot), std::string("φ = Pᵣ·Pᵣ′"));
        for (const Metric metric : kMetrics) {
            QCOMPARE(text("sinusoid:dim=8", metric), std::string(formula(metric)));
            QVERIFY(text("sinusoid-relative:dim=8", metric).find("Pᵣ′") != std::string::npos);
        }
    }

    void picturesAreMeansOfCells()
    {
        for (const char* source : {"sinusoid-relative:dim=16,max=9,meaning=absolute", "sinusoid-relative:dim=16,max=9",
                                   "alibi:heads=2,length=19,causal=1", "rotary:dim=16,length=19"}) {
            const auto s = make(open(source));
            QVERIFY(s);
            const MatrixD cells = allCells(**s);
            const Viewport view{1.3, 17.9, -2, 15.5};
            const auto want = reference::image([&](Index i, Index j) { return cells(i, j); }, 19, 19, view, 7, 5);
            QVERIFY(reference::worst(*(*s)->imageExact(view, 7, 5), want) < 1e-12);
            QVERIFY(reference::worst(*(*s)->image(view, 7, 5), want) < 1e-4);
        }
    }

    void differences()
    {
        const auto relative = [](const char* more) {
            return *make(open("sinusoid-relative:dim=16," + std::string(more)));
        };
        const auto same = difference(relative("max=9"), relative("max=9,base=100"));
        QVERIFY(same);
        QVERIFY((*same)->rowsAreOffsets());
        QCOMPARE((*same)->positionOf(0), Index{-9});
        const auto absolute = difference(relative("max=9,meaning=absolute"), relative("max=9,meaning=absolute"));
        QVERIFY(absolute && (*absolute)->rowsAreOffsets());
        QCOMPARE((*absolute)->positionOf(18), Index{9});
        QCOMPARE((*absolute)->value(3, 8), 0.0);
        const auto shifted = difference(relative("max=9"), relative("max=8"));
        QVERIFY(!shifted && describe(shifted.error()).find("-9") != std::string::npos);
        QVERIFY(!difference(relative("max=9"), *make(open("sinusoid:dim=16,length=19"))));
        QVERIFY(difference(*make(open("rotary:dim=16,length=19")), *make(open("alibi:heads=2,length=12"))));
    }
};

QTEST_APPLESS_MAIN(TestRelativeMaps)
#include "tst_relative_maps.moc"
