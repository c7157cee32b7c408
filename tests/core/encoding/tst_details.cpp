// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/details.h"
#include "core/encoding/resolve.h"
#include "tests/core/encoding/sources_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace pescope;
using namespace pescope::encoding;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

bool near(double a, double b, double scale)
{
    return std::abs(a - b) <= 1e-14 * scale;
}

} // namespace

class TestDetails : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Against sums in long double, two passes, however the numbers are cut into blocks; with a mean far from 0.
    void statistics()
    {
        std::mt19937_64 engine(3);
        std::normal_distribution<double> normal(1e6, 0.25);
        std::vector<double> values(100'003);
        for (double& x : values)
            x = normal(engine);
        long double sum = 0;
        for (const double x : values)
            sum += x;
        const long double mean = sum / static_cast<long double>(values.size());
        long double squares = 0;
        for (const double x : values)
            squares += (x - mean) * (x - mean);
        const auto deviation = static_cast<double>(std::sqrt(squares / static_cast<long double>(values.size())));
        for (const std::size_t block : {values.size(), std::size_t{1}, std::size_t{4097}}) {
            tables::StatisticsSum all;
            for (std::size_t at = 0; at < values.size(); at += block)
                all.add(std::span(values).subspan(at, std::min(block, values.size() - at)));
            const auto result = all.result();
            QVERIFY(near(result.mean, static_cast<double>(mean), 1e6));
            QVERIFY(std::abs(result.deviation - deviation) < 1e-9);
            QCOMPARE(result.min, std::ranges::min(values));
            QCOMPARE(result.max, std::ranges::max(values));
            QCOMPARE(result.count, std::uint64_t{values.size()});
        }
        values[50'000] = kNan; // in the midst of a block that is otherwise finite
        values[60'000] = -kInfinity;
        values[60'001] = 0;
        tables::StatisticsSum some;
        some.add(values);
        QCOMPARE(some.result().notANumber, std::uint64_t{1});
        QCOMPARE(some.result().infinite, std::uint64_t{1});
        QCOMPARE(some.result().zeros, std::uint64_t{1});
        QCOMPARE(some.result().min, 0.0);
        QVERIFY(std::isfinite(some.result().mean) && std::isfinite(some.result().deviation));
        tables::StatisticsSum none;
        none.add(std::vector<double>{kNan, kInfinity, -kInfinity, kNan});
        QCOMPARE(none.result().notANumber, std::uint64_t{2});
        QCOMPARE(none.result().infinite, std::uint64_t{2});
        QVERIFY(std::isnan(none.result().mean) && std::isnan(none.result().min));
        none.add(std::vector<double>{-3, 0, 6});
        QCOMPARE(none.result().min, -3.0);
        QCOMPARE(none.result().mean, 1.0);
        QCOMPARE(none.result().zeros, std::uint64_t{1});
    }

    void paddingAndZeroRows()
    {
        const std::string model = folder("roberta");
        std::vector<float> values(6 * 2, 1.0F);
        values[2] = values[3] = 0; // row 1, padding
        values[6] = kNan; // row 3
        values[10] = values[11] = 0; // row 5
        sources::writeModel(
            model, {{"roberta.embeddings.position_embeddings.weight", {6, 2}, values}},
            {{"model_type", "roberta"}, {"max_position_embeddings", 6}, {"pad_token_id", 1}, {"hidden_size", 2}});
        const auto details = of(model);
        QCOMPARE(details.size(), std::size_t{1});
        const RowCounts& rows = *details[0].rows;
        QCOMPARE(rows.stored, tables::Index{6});
        QCOMPARE(rows.positions, tables::Index{4});
        QCOMPARE(rows.before, tables::Index{2});
        QCOMPARE(rows.behind, tables::Index{0});
        QVERIFY(rows.zero == (std::vector<tables::Index>{1, 5}));
        QVERIFY(rows.notFinite == (std::vector<tables::Index>{3}));
        QCOMPARE(details[0].values->count, std::uint64_t{12});
        QCOMPARE(details[0].values->notANumber, std::uint64_t{1});
        QCOMPARE(details[0].values->zeros, std::uint64_t{4});
        QCOMPARE(details[0].values->mean, 7.0 / 11.0);
        const ConfigLength& config = *details[0].config;
        QVERIFY(config.agrees);
        QCOMPARE(config.sentence,
                 std::string("config.json says max_position_embeddings 6, the table in model.safetensors has 6 rows, 2 "
                             "are padding: 4 positions are left"));
    }

    void configAgainstTable_data()
    {
        QTest::addColumn<int>("said");
        QTest::addColumn<bool>("agrees");
        QTest::newRow("the rows") << 514 << true;
        QTest::newRow("the positions") << 512 << true;
        QTest::newRow("neither") << 1024 << false;
    }

    void configAgainstTable()
    {
        QFETCH(int, said);
        QFETCH(bool, agrees);
        const std::string model = folder("table");
        sources::writeModel(model, {{"roberta.embeddings.position_embeddings.weight", {514, 2}, {}}},
                            {{"model_type", "roberta"}, {"max_position_embeddings", said}, {"pad_token_id", 1}});
        const ConfigLength config = *of(model)[0].config;
        QCOMPARE(config.agrees, agrees);
        QVERIFY(config.sentence.starts_with("config.json says max_position_embeddings " + std::to_string(said)
                                            + ", the table in model.safetensors has 514 rows, 2 are padding"));
        QCOMPARE(config.sentence.contains("do not agree"), !agrees);
    }

    void ofGgufTheMetadataIsNamed()
    {
        const std::string file = sources::data("oracle/gguf-bert-f32/model.gguf");
        const auto details = of(file);
        QCOMPARE(details[0].config->sentence,
                 std::string("the metadata of model.gguf says context_length 40, the table in model.gguf has 40 rows"));
        const auto rope = resolve(sources::data("oracle/gguf-llama-rope/model.gguf"));
        QVERIFY(rope);
        for (const Encoding& one : rope->encodings)
            for (const std::string& note : one.notes)
                QVERIFY2(!note.contains("config.json"), note.c_str());
        QVERIFY(sources::mentions(rope->encodings[0].notes, {"computed from the metadata of model.gguf"}));
    }

    void whatIsComputedHasNoNumbers()
    {
        const auto details = of("sinusoid:dim=8,length=4");
        QVERIFY(details.size() == 1 && !details[0].values && !details[0].rows && !details[0].config);
        const auto changed = of("whatif:shuffle=0:" + sources::data("inputs/H01-bert"));
        QVERIFY(changed.size() == 1 && changed[0].values && changed[0].rows && !changed[0].config);
    }

    /// A tensor of more than one part, against a sum of whole numbers.
    void everyTensorInParts()
    {
        constexpr int kCount = (1 << 22) + 1000; // 16 MiB of float32 and some
        std::vector<float> values(kCount);
        for (int i = 0; i < kCount; ++i)
            values[static_cast<std::size_t>(i)] = static_cast<float>(i % 1024);
        const std::string model = folder("big");
        sources::writeModel(model, {{"wpe.weight", {4, 2}, {}}, {"big", {kCount}, values}}, {{"model_type", "gpt2"}});
        const auto source = resolve(model);
        QVERIFY(source);
        const auto all = tensorStatistics(*source);
        QVERIFY(all && all->size() == source->tensors.size());
        for (std::size_t k = 0; k < all->size(); ++k) {
            const auto& one = (*all)[k];
            QVERIFY(one);
            if (source->tensors[k].name != "big")
                continue;
            double sum = 0;
            for (const float x : values)
                sum += x; // whole numbers below 2^53: exact
            QCOMPARE(one->count, std::uint64_t{kCount});
            QVERIFY(near(one->mean, sum / kCount, 1e3));
            QCOMPARE(one->max, 1023.0);
        }
    }

    void cancelIsNotLost()
    {
        const auto source = resolve(sources::data("inputs/H01-bert"));
        QVERIFY(source);
        std::stop_source stop;
        const JobContext job(stop.get_token(), [&](const Progress&) { stop.request_stop(); });
        const auto all = tensorStatistics(*source, job);
        QVERIFY(!all && all.error().code == ErrorCode::Cancelled);
    }

private:
    std::string folder(const char* name) { return m_dir.filePath(QString::fromLatin1(name)).toStdString(); }

    static std::vector<EncodingDetails> of(const std::string& spec)
    {
        const auto source = resolve(spec);
        if (!source)
            throw std::runtime_error(describe(source.error()));
        return *detailsOf(*source);
    }

    QTemporaryDir m_dir;
};

QTEST_APPLESS_MAIN(TestDetails)
#include "tst_details.moc"
