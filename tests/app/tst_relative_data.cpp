// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/data_arrays.h"
#include "app/range_report.h"
#include "core/encoding/resolve.h"
#include "tests/core/encoding/sources_support.h"

#include <QTest>

#include <cmath>

using namespace pescope;
using namespace pescope::app;
using tables::Index;
using tables::MatrixD;

namespace {

Result<DataArray> ask(const std::string& source, const DataRequest& request)
{
    auto encoding = encoding::resolveOne(source);
    if (!encoding)
        return std::unexpected(std::move(encoding).error());
    return dataArray(*encoding, request, {});
}

DataRequest what(const char* text, std::optional<Index> length = std::nullopt)
{
    DataRequest request;
    request.what = text;
    request.length = length;
    return request;
}

bool refused(const Result<DataArray>& result, std::initializer_list<const char*> words)
{
    return !result && sources::mentions({describe(result.error())}, words);
}

using Shape = std::vector<std::int64_t>;

} // namespace

class TestRelativeData : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void relativeTables()
    {
        const std::string folder = sources::data("oracle/bert-relative-key");
        const sources::Array want = sources::expected(folder, "distance_embedding");
        const auto table = ask(folder + "#layer1.relative_key", what("table"));
        QVERIFY(table);
        QCOMPARE(table->shape, (Shape{39, 8}));
        QCOMPARE(table->precision, tables::Precision::Float32);
        QVERIFY(std::equal(table->values.begin(), table->values.end(), want.values.begin() + 39 * 8));
        DataRequest corner = what("proximity");
        corner.rows = {.begin = 0, .end = 2};
        corner.columns = {.begin = 38};
        const auto gram = ask(folder + "#layer0.relative_key", corner);
        QVERIFY(gram);
        QCOMPARE(gram->shape, (Shape{2, 1}));
        const MatrixD dot = sources::expected(folder, "rel_dot").matrix();
        QVERIFY(std::abs(gram->values[1] - dot(1, 38)) < 1e-12);
        QVERIFY(refused(ask(folder + "#layer0.relative_key", what("bias")), {"no bias", "meets the query"}));
        QVERIFY(refused(ask(folder + "#layer0.relative_key", what("psi")), {"no ψ"}));
        QVERIFY(refused(ask(folder + "#layer0.relative_key", what("table", 8)), {"--length 8"}));
        DataRequest head = what("proximity");
        head.head = 0;
        QVERIFY(refused(ask(folder + "#layer0.relative_key", head), {"no heads"}));
        QVERIFY(refused(ask(folder, what("table")), {"several", "layer0.relative_key, layer1.relative_key"}));
    }

    void relativeSinusoids()
    {
        const std::string source = "sinusoid-relative:dim=8,max=5";
        const auto table = ask(source, what("table"));
        QCOMPARE(table->shape, (Shape{11, 8}));
        QCOMPARE(table->precision, tables::Precision::Float64);
        QVERIFY(std::abs(table->values[0] - std::sin(-5.0)) < 1e-15); // the row of m = −5
        const auto psi = ask(source, what("psi"));
        QCOMPARE(psi->shape, (Shape{6, 2}));
        QCOMPARE(psi->values[1], 4.0);
        QCOMPARE(ask(source, what("psi", 40))->shape, (Shape{40, 2}));
        QVERIFY(refused(ask(source, what("table", 9)), {"−5 … 5", "max=8"}));
        // 0 … 5 positions: the short range of a head's width
        const auto range = rangeOf(*encoding::resolveOne("sinusoid-relative:dim=64"), 1e-4);
        QVERIFY(range);
        QCOMPARE(range->integer, std::optional<Index>(5));
        QVERIFY(std::abs(range->continuous->m.value() - 5.05350605190640) < 1e-12);
    }

    void rotary()
    {
        const std::string source = "rotary:dim=64,length=40";
        QVERIFY(refused(ask(source, what("table")), {"rotary", "no table", "psi"}));
        QVERIFY(refused(ask(source, what("bias")), {"no bias"}));
        const auto psi = ask(source, what("psi"));
        QCOMPARE(psi->shape, (Shape{40, 2}));
        const auto map = ask(source, what("proximity", 7));
        QCOMPARE(map->shape, (Shape{7, 7}));
        for (std::size_t m = 0; m < 7; ++m) {
            double sum = 0;
            for (int k = 0; k < 32; ++k)
                sum += std::cos(std::pow(10000.0, -k / 32.0) * static_cast<double>(m));
            QVERIFY(std::abs(psi->values[2 * m + 1] - sum) < 1e-12);
            QVERIFY(std::abs(map->values[7 * m] - sum) < 1e-12);
        }
        QCOMPARE(ask(source, what("omega"))->shape, (Shape{32}));
        const auto range = rangeOf(*encoding::resolveOne(source), 1e-4);
        QVERIFY(std::abs(range->continuous->m.value() - 5.05350605190640) < 1e-12);
    }

    void biases()
    {
        const std::string folder = sources::data("oracle/t5-fp32");
        for (const char* stack : {"encoder", "decoder"}) {
            const auto bias = ask(folder + "#" + stack + ".bias", what("bias", 36));
            QVERIFY(bias);
            const sources::Array want = sources::expected(folder, std::string(stack) + "_position_bias");
            QCOMPARE(bias->shape, want.shape);
            for (std::size_t k = 0; k < want.values.size(); ++k)
                QVERIFY(std::abs(bias->values[k] - want.values[k]) < 1e-7);
        }
        const std::string encoder = folder + "#encoder.bias";
        QCOMPARE(ask(encoder, what("table"))->shape, (Shape{32, 4}));
        QCOMPARE(ask(encoder, what("bias"))->shape, (Shape{4, 128, 128}));
        DataRequest third = what("proximity", 36);
        third.head = 2;
        const auto map = ask(encoder, third);
        const MatrixD want = sources::expected(folder, "encoder_position_bias").matrix(2);
        for (Index k = 0; k < want.size(); ++k)
            QVERIFY(std::abs(map->values[static_cast<std::size_t>(k)] - want.data()[k]) < 1e-7);
        const auto profile = ask(encoder, what("profile", 36));
        QCOMPARE(profile->shape, (Shape{71, 3}));
        QCOMPARE(profile->values[0], -35.0); // m = i − j: the key 35 places behind the query
        QVERIFY(std::abs(profile->values[1] - sources::expected(folder, "encoder_position_bias").matrix(0)(0, 35))
                < 1e-7);
        third.head = 4;
        QVERIFY(refused(ask(encoder, third), {"head 4 of 4"}));
        third.head = 0;
        third.metric = proximity::Metric::Cosine;
        QVERIFY(refused(ask(encoder, third), {"cosine", "bias"}));
        QVERIFY(refused(ask(encoder, what("omega")), {"no ω"}));
        QVERIFY(refused(ask("alibi:heads=2", what("table")), {"no table", "--what bias"}));
        QVERIFY(refused(ask("alibi:heads=8", what("bias", Index{1} << 40)), {"memory"}));
        QCOMPARE(ask("alibi:heads=2,length=5", what("bias"))->shape, (Shape{2, 5, 5}));
        QVERIFY(refused(ask("sinusoid:dim=8,length=4", what("bias")), {"added to the words"}));
    }
};

QTEST_APPLESS_MAIN(TestRelativeData)
#include "tst_relative_data.moc"
