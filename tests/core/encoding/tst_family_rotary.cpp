// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "tests/core/encoding/sources_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace pescope;
using namespace pescope::encoding;
using nlohmann::json;
using sources::ids;
using sources::mentions;
using sources::parameter;

namespace {

double largestRatio(const std::vector<double>& got, const std::vector<double>& want)
{
    if (got.size() != want.size())
        return 1e300;
    double worst = 0;
    for (std::size_t k = 0; k < got.size(); ++k)
        worst = std::max(worst, std::abs(got[k] / want[k] - 1));
    return worst;
}

/// base^(−2k/dim) / factor
std::vector<double> geometric(double base, int dim, double factor = 1)
{
    std::vector<double> values;
    for (int k = 0; k < dim / 2; ++k)
        values.push_back(std::pow(base, -2.0 * k / dim) / factor);
    return values;
}

} // namespace

/// Rotary encodings of the families: which encodings there are, their frequencies, and what turns with what.
class TestFamilyRotary : public QObject {
    Q_OBJECT

private:
    Result<Source> opened(const json& config) const
    {
        return sources::opened(m_temporary.filePath(QStringLiteral("m")).toStdString(),
                               {{"model.layers.0.q_proj.weight", {8, 8}, {}}}, config);
    }

    QTemporaryDir m_temporary;

private Q_SLOTS:
    /// Frequencies that the reference implementation (transformers 4.57.6, 5.24.0) computes in float64.
    void frequenciesOfTheReference_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QList<double>>("want");
        const QList<double> yarn{1.0,     0.11114246312743267,   0.007905694150420948,  0.0014058533129758727,
                                 0.00025, 4.445698525097307e-05, 7.905694150420949e-06, 1.4058533129758728e-06};
        QTest::newRow("qwen2, yarn") << QByteArray(R"({"model_type":"qwen2","hidden_size":32,"num_attention_heads":2,
            "max_position_embeddings":256,"rope_theta":1e6,
            "rope_scaling":{"factor":4.0,"original_max_position_embeddings":64,"rope_type":"yarn"}})")
                                     << yarn;
        QTest::newRow("yarn, version 5") << QByteArray(R"({"model_type":"qwen2","head_dim":16,
            "max_position_embeddings":256,"rope_parameters":{"rope_theta":1e6,
            "factor":4.0,"original_max_position_embeddings":64,"rope_type":"yarn"}})")
                                         << yarn;
        QTest::newRow("llama 3.1") << QByteArray(R"({"model_type":"llama","head_dim":16,"hidden_size":32,
            "num_attention_heads":4,"max_position_embeddings":256,"rope_theta":500000.0,"rope_scaling":{"factor":8.0,
            "high_freq_factor":4.0,"low_freq_factor":1.0,"original_max_position_embeddings":32,
            "rope_type":"llama3"}})")
                                   << QList<double>{1.0,
                                                    0.02424034309358572,
                                                    0.004700753866357992,
                                                    0.0009115830921521386,
                                                    0.00017677669529663688,
                                                    3.428102195952591e-05,
                                                    6.647869871181236e-06,
                                                    1.2891731721515574e-06};
        QTest::newRow("linear, old key") << QByteArray(R"({"model_type":"llama","head_dim":8,
            "rope_scaling":{"type":"linear","factor":4}})")
                                         << QList<double>{0.25, 0.025, 0.0025, 0.00025};
        QTest::newRow("gptj") << QByteArray(R"({"model_type":"gptj","n_embd":32,"n_head":4,"rotary_dim":4})")
                              << QList<double>{1.0, 0.01};
    }

    void frequenciesOfTheReference()
    {
        QFETCH(QByteArray, config);
        QFETCH(QList<double>, want);
        const auto source = opened(json::parse(config.toStdString()));
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("rotary"));
        QVERIFY(largestRatio(*frequencies(source->encodings.front()), {want.begin(), want.end()}) < 1e-14);
    }

    void yarnSaysHowLogitsGrow()
    {
        json config = {{"model_type", "qwen2"},
                       {"head_dim", 16},
                       {"max_position_embeddings", 256},
                       {"rope_scaling", {{"type", "yarn"}, {"factor", 4}, {"original_max_position_embeddings", 64}}}};
        const auto amplitude = [&] {
            return parameter(opened(config)->encodings[0], "scaling").at("attention_factor");
        };
        QCOMPARE(amplitude().get<double>(), 0.1 * std::log(4.0) + 1); // 1.138629…, as families of YaRN publish it
        config["rope_scaling"]["mscale"] = 1.0;
        config["rope_scaling"]["mscale_all_dim"] = 0.5;
        QCOMPARE(amplitude().get<double>(), (0.1 * std::log(4.0) + 1) / (0.05 * std::log(4.0) + 1));
        config["rope_scaling"]["attention_factor"] = 1.5;
        QCOMPARE(amplitude().get<double>(), 1.5);
        QVERIFY(mentions(opened(config)->encodings[0].notes, {"multiplied by 1.5", "square"}));
        // limits that are not rounded to an index give other frequencies
        const auto rounded = *frequencies(opened(config)->encodings[0]);
        config["rope_scaling"]["truncate"] = false;
        QVERIFY(*frequencies(opened(config)->encodings[0]) != rounded);
    }

    void longRopeHasTwoSets()
    {
        json config = {
            {"model_type", "phi3"},
            {"hidden_size", 16},
            {"num_attention_heads", 2},
            {"max_position_embeddings", 64},
            {"original_max_position_embeddings", 16},
            {"rope_scaling", {{"type", "su"}, {"short_factor", {1, 1, 2, 2}}, {"long_factor", {1, 2, 4, 8}}}}};
        auto source = opened(config);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        Encoding one = source->encodings.front();
        QCOMPARE(*one.positions, tables::Index{64});
        QVERIFY(largestRatio(*frequencies(one), {1, 0.1 / 2, 0.01 / 4, 0.001 / 8}) < 1e-14);
        std::get<RotarySpec>(one.content).length = 16; // up to the trained length
        QVERIFY(largestRatio(*frequencies(one), {1, 0.1, 0.01 / 2, 0.001 / 2}) < 1e-14);
        QVERIFY(parameter(one, "scaling").at("type") == "longrope");
        // √(1 + ln(64/16) / ln 16): the length at the top of the config overrides a factor
        QCOMPARE(parameter(one, "scaling").at("attention_factor").get<double>(), std::sqrt(1.5));
        config["rope_scaling"]["factor"] = 16;
        QCOMPARE(parameter(opened(config)->encodings[0], "scaling").at("attention_factor").get<double>(),
                 std::sqrt(1.5));
        config["rope_parameters"] = config["rope_scaling"];
        config.erase("rope_scaling"); // in version 5 the factor wins
        QCOMPARE(parameter(opened(config)->encodings[0], "scaling").at("attention_factor").get<double>(),
                 std::sqrt(2.0));
        config["rope_parameters"]["long_factor"] = {1, 2};
        QVERIFY(mentions({describe(opened(config).error())}, {"2 divisors for 4 frequencies"}));
    }

    void twoRopes_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("global");
        QTest::addColumn<QString>("local");
        QTest::addColumn<double>("globalBase");
        QTest::addColumn<double>("factor");
        const QString none;
        QTest::newRow("modernbert, version 4")
            << QByteArray(R"({"model_type":"modernbert","hidden_size":32,"num_attention_heads":4,
                "num_hidden_layers":4,"global_attn_every_n_layers":3,"global_rope_theta":160000.0,
                "local_rope_theta":10000.0,"local_attention":8,"max_position_embeddings":64})")
            << QStringLiteral("layers 0, 3 (full_attention)")
            << QStringLiteral("layers 1, 2 (sliding_attention), which "
                              "see keys within ±4 positions")
            << 160000.0 << 1.0;
        QTest::newRow("modernbert, version 5") << QByteArray(R"({"model_type":"modernbert","head_dim":8,
                "layer_types":["full_attention","sliding_attention"],"rope_parameters":{
                "sliding_attention":{"rope_theta":10000.0,"rope_type":"default"},
                "full_attention":{"rope_theta":160000.0,"rope_type":"default"}}})")
                                               << QStringLiteral("layers 0 (full_attention)")
                                               << QStringLiteral("layers 1 (sliding_attention)") << 160000.0 << 1.0;
        QTest::newRow("gemma 3, version 4")
            << QByteArray(R"({"model_type":"gemma3_text","head_dim":8,"hidden_size":32,"num_attention_heads":4,
                "num_hidden_layers":6,"sliding_window_pattern":6,"rope_theta":1000000.0,"rope_local_base_freq":10000.0,
                "rope_scaling":{"factor":8.0,"rope_type":"linear"}})")
            << QStringLiteral("layers 5 (full_attention)") << QStringLiteral("layers 0, 1, 2, 3, 4") << 1e6 << 8.0;
        QTest::newRow("gemma 3, version 5")
            << QByteArray(R"({"model_type":"gemma3_text","head_dim":8,"sliding_window":8,
                "layer_types":["sliding_attention","sliding_attention","full_attention"],"rope_parameters":{
                "full_attention":{"factor":8.0,"rope_theta":1000000.0,"rope_type":"linear"},
                "sliding_attention":{"rope_theta":10000.0,"rope_type":"default"}}})")
            << QStringLiteral("layers 2 (full_attention)")
            << QStringLiteral("layers 0, 1 (sliding_attention), which see a window of 8 positions") << 1e6 << 8.0;
        QTest::newRow("gemma 3 with pictures")
            << QByteArray(R"({"model_type":"gemma3","text_config":{"model_type":"gemma3_text","head_dim":8,
                "hidden_size":32,"rope_scaling":{"factor":8.0,"rope_type":"linear"}}})")
            << none << none << 1e6 << 8.0;
    }

    /// Bases and factors are those of the reference's inv_freq: 160000^(−2k/8) = 1, 0.05, …; 1e6 / 8 = 0.125, ….
    void twoRopes()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, global);
        QFETCH(QString, local);
        QFETCH(double, globalBase);
        QFETCH(double, factor);
        const auto source = opened(json::parse(config.toStdString()));
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("rotary rotary.local"));
        QVERIFY(largestRatio(*frequencies(source->encodings[0]), geometric(globalBase, 8, factor)) < 1e-14);
        QVERIFY(largestRatio(*frequencies(source->encodings[1]), geometric(10000, 8)) < 1e-14);
        QVERIFY(mentions(source->encodings[0].notes, {global.toUtf8().constData()}));
        QVERIFY(mentions(source->encodings[1].notes, {local.toUtf8().constData()}));
    }

    void oneSectionIsOneRope()
    {
        const auto source = opened({{"model_type", "llama"},
                                    {"head_dim", 8},
                                    {"rope_parameters", {{"full_attention", {{"rope_theta", 1e4}}}}}});
        QVERIFY(source);
        QCOMPARE(ids(*source), std::string("rotary"));
        QVERIFY(mentions(source->encodings[0].notes, {"the same in every layer"}));
    }

    void pairingIsWrittenOut_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("pairing");
        QTest::addColumn<int>("dim");
        const auto half = QStringLiteral("half-split");
        const auto turn = QStringLiteral("interleaved");
        QTest::newRow("stablelm") << QByteArray(R"({"model_type":"stablelm","head_dim":16})") << half << 4;
        QTest::newRow("partial, version 5")
            << QByteArray(R"({"model_type":"phi","head_dim":20,"rope_parameters":{"partial_rotary_factor":0.4}})")
            << half << 8;
        QTest::newRow("nomic") << QByteArray(R"({"model_type":"nomic_bert","n_embd":32,"n_head":4,
            "rotary_emb_base":1000,"rotary_emb_fraction":0.5,"rotary_emb_interleaved":false})")
                               << half << 4;
        QTest::newRow("cohere") << QByteArray(R"({"model_type":"cohere","head_dim":16})") << turn << 16;
        QTest::newRow("glm") << QByteArray(R"({"model_type":"glm","head_dim":16})") << turn << 8;
        QTest::newRow("falcon") << QByteArray(R"({"model_type":"falcon","hidden_size":32,"num_attention_heads":4,
            "alibi":false})") << half
                                << 8;
        QTest::newRow("esm") << QByteArray(R"({"model_type":"esm","hidden_size":32,"num_attention_heads":4,
            "position_embedding_type":"rotary"})")
                             << half << 8;
        QTest::newRow("unknown") << QByteArray(R"({"model_type":"new","hidden_size":32,"num_attention_heads":4,
            "position_embedding_type":"rope","rope_theta":20000})")
                                 << half << 8;
    }

    void pairingIsWrittenOut()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, pairing);
        QFETCH(int, dim);
        const auto source = opened(json::parse(config.toStdString()));
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        const Encoding& one = source->encodings.front();
        QCOMPARE(one.id, std::string("rotary"));
        QCOMPARE(QString::fromStdString(parameter(one, "pairing").get<std::string>()), pairing);
        QCOMPARE(std::get<RotarySpec>(one.content).dim, dim);
        const std::string columns =
            pairing == QStringLiteral("interleaved") ? "2k and 2k + 1" : "k and k + " + std::to_string(dim / 2);
        QVERIFY(mentions(one.notes, {columns.c_str(), "query − key"}));
    }

    void guessesAndAbsencesAreSaid()
    {
        const json unknown = {{"model_type", "new"}, {"head_dim", 8}, {"rope_theta", 20000}};
        QVERIFY(mentions(opened(unknown)->encodings[0].notes, {"new is not in the catalogue", "half-split"}));
        QVERIFY(largestRatio(*frequencies(opened(unknown)->encodings[0]), geometric(20000, 8)) < 1e-14);
        const json mrope = {
            {"model_type", "qwen2_vl"}, {"head_dim", 8}, {"rope_scaling", {{"type", "mrope"}, {"mrope_section", {1}}}}};
        QVERIFY(mentions(opened(mrope)->encodings[0].notes, {"mrope", "words"}));
        const json absolute = {{"model_type", "esm"}, {"hidden_size", 32}, {"num_attention_heads", 4}};
        QVERIFY(!opened(absolute)); // neither a table nor a rotary encoding
        const json odd = {{"model_type", "llama"}, {"head_dim", 8}, {"rope_scaling", {{"type", "ntk"}}}};
        QVERIFY(mentions({describe(opened(odd).error())}, {"“ntk”", "not there yet"}));
    }

    /// θ^(−2k/head) for the first pairs of the head; the others do not turn.
    void proportionalShareOfTheHead()
    {
        const auto source =
            opened({{"model_type", "gemma3_text"},
                    {"head_dim", 16},
                    {"rope_parameters",
                     {{"rope_type", "proportional"}, {"rope_theta", 1e4}, {"partial_rotary_factor", 0.25}}}});
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QVERIFY(largestRatio(*frequencies(source->encodings[0]), {1, std::pow(1e4, -2.0 / 16)}) < 1e-14);
        QVERIFY(parameter(source->encodings[0], "theta") == 1e4);
        QVERIFY(mentions(source->encodings[0].notes, {"k and k + 8", "do not turn"}));
    }

    /// A table of cos and sin turns queries and keys: it is no table that is added to words.
    void storedSinusoidThatTurns()
    {
        SinusoidSpec spec{.dim = 8, .layout = Layout::Halves};
        const tables::MatrixD rows = table(spec, 0, 12);
        std::vector<float> values(rows.data(), rows.data() + rows.size());
        const std::string folder = m_temporary.filePath(QStringLiteral("r")).toStdString();
        const json config = {{"model_type", "roformer"}, {"hidden_size", 32}, {"num_attention_heads", 4}};
        const std::string name = "roformer.encoder.embed_positions.weight";
        sources::writeModel(folder, {{name, {12, 8}, values}}, config);
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("rotary"));
        const Encoding& one = source->encodings.front();
        QCOMPARE(one.kind, Kind::Rotary);
        QCOMPARE(one.tensor, name);
        QCOMPARE(one.shape, (std::vector<std::int64_t>{12, 8}));
        QVERIFY(parameter(one, "pairing") == "interleaved" && parameter(one, "layout") == "halves");
        QVERIFY(largestRatio(*frequencies(one), geometric(10000, 8)) < 1e-6);
        QVERIFY(mentions(one.notes, {"12 positions", "not rows that are added"}));
        values[3] = 7;
        sources::writeModel(folder, {{name, {12, 8}, values}}, config);
        QVERIFY(mentions({describe(resolve(folder).error())}, {"embed_positions", "sines and cosines"}));
    }
};

QTEST_APPLESS_MAIN(TestFamilyRotary)
#include "tst_family_rotary.moc"
