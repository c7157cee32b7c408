// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "tests/core/encoding/sources_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace pescope;
using namespace pescope::encoding;
using sources::biasMap;
using sources::data;
using sources::expected;
using sources::ids;
using sources::mentions;
using sources::parameter;
using tables::Index;
using tables::MatrixD;

class TestComputedSources : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void alibiOfTheReference_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("length");
        QTest::newRow("bloom") << QStringLiteral("bloom-6heads") << 128;
        QTest::newRow("mpt") << QStringLiteral("mpt-6heads") << 32;
    }

    void alibiOfTheReference()
    {
        QFETCH(QString, name);
        QFETCH(int, length);
        const std::string folder = data("oracle/" + name.toStdString());
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("alibi"));
        const Encoding& one = source->encodings.front();
        QCOMPARE(one.kind, Kind::Bias);
        QCOMPARE(one.heads, std::optional(6));
        QCOMPARE(one.positions, std::optional<Index>(length));
        QVERIFY(one.tensor.empty());
        const sources::Array slopes = expected(folder, "slopes");
        QVERIFY(parameter(one, "slopes").get<std::vector<double>>() == slopes.values);
        const sources::Array bias = expected(folder, "alibi_bias");
        for (int h = 0; h < 6; ++h)
            QCOMPARE(biasMap(one, h, 16), bias.matrix(h));
    }

    void alibiRules()
    {
        QCOMPARE(alibiSlopes(1), (std::vector<double>{1.0 / 256}));
        QCOMPARE(alibiSlopes(8).front(), 0.5);
        QCOMPARE(alibiSlopes(8).back(), 1.0 / 256);
        // BLOOM's rule written out: those of the power of two below, then every second of the doubled set
        for (int heads = 1; heads <= 128; ++heads) {
            int below = 1;
            while (2 * below <= heads)
                below *= 2;
            std::vector<double> want;
            for (int t = 1; t <= below; ++t)
                want.push_back(std::exp2(-8.0 * t / below));
            for (int t = 1; static_cast<int>(want.size()) < heads; t += 2)
                want.push_back(std::exp2(-8.0 * t / (2 * below)));
            QCOMPARE(alibiSlopes(heads), want);
        }
        QCOMPARE(alibiSlopes(2, 4), (std::vector<double>{0.25, 0.0625})); // 2^(−4·1/2), 2^(−4·2/2)
        // the family of jina: model_type bert, both directions
        QTemporaryDir temporary;
        const std::string folder = temporary.filePath(QStringLiteral("m")).toStdString();
        sources::writeModel(folder, {{"encoder.x.weight", {4, 4}, {}}},
                            {{"model_type", "bert"}, {"position_embedding_type", "alibi"}, {"num_attention_heads", 4}});
        const auto both = resolve(folder);
        QVERIFY2(both, both ? "" : describe(both.error()).c_str());
        const auto& bias = std::get<LogitBias>(both->encodings.front().content);
        QCOMPARE(biasAt(bias, 0, 3), -0.75);
        QCOMPARE(biasAt(bias, 0, -3), -0.75);
        // MPT without ALiBi, and a config that does not tell the heads
        sources::writeModel(folder, {{"transformer.wpe.weight", {6, 4}, {}}},
                            {{"model_type", "mpt"}, {"attn_config", {{"alibi", false}}}, {"n_heads", 4}});
        QCOMPARE(ids(*resolve(folder)), std::string("ape"));
        sources::writeModel(folder, {{"h.0.weight", {6, 4}, {}}}, {{"model_type", "bloom"}, {"n_head", 0}});
        QVERIFY(mentions({describe(resolve(folder).error())}, {"number of heads", "not there yet"}));
    }

    void rotaryOfTheReference_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("dim");
        QTest::addColumn<int>("headDim");
        QTest::newRow("llama") << QStringLiteral("llama-default") << 8 << 8;
        QTest::newRow("neox") << QStringLiteral("gpt-neox-partial") << 4 << 16;
    }

    void rotaryOfTheReference()
    {
        QFETCH(QString, name);
        QFETCH(int, dim);
        QFETCH(int, headDim);
        const std::string folder = data("oracle/" + name.toStdString());
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("rotary"));
        QVERIFY(source->warnings.empty());
        const Encoding& one = source->encodings.front();
        QCOMPARE(one.kind, Kind::Rotary);
        QVERIFY(parameter(one, "rotary_dim") == dim && parameter(one, "head_dim") == headDim);
        QVERIFY(parameter(one, "theta") == 10000.0 && parameter(one, "pairing") == "half-split");
        QVERIFY(parameter(one, "scaling").is_null());
        QCOMPARE(one.positions, std::optional<Index>(64));
        const sources::Array want = expected(folder, "inv_freq");
        const std::vector<double> got = *frequencies(one);
        QCOMPARE(got.size(), want.values.size());
        for (std::size_t k = 0; k < got.size(); ++k)
            QVERIFY(std::abs(got[k] - want.values[k]) < 1e-15);

        // the formula: (R_i q)·(R_j k) = qᵀ R_{i−j}ᵀ k, against the reference's rotated probes
        const MatrixD q = expected(folder, "probe_q").matrix();
        const MatrixD k = expected(folder, "probe_k").matrix();
        const MatrixD dot = expected(folder, "probe_dot").matrix();
        const auto half = static_cast<Index>(got.size());
        for (Index i = 0; i < dot.rows(); ++i)
            for (Index j = 0; j < dot.cols(); ++j) {
                double sum = 0;
                for (Index p = 0; p < half; ++p) {
                    const double angle = got[static_cast<std::size_t>(p)] * static_cast<double>(i - j);
                    sum += std::cos(angle) * (q(0, p) * k(0, p) + q(0, p + half) * k(0, p + half))
                        + std::sin(angle) * (q(0, p) * k(0, p + half) - q(0, p + half) * k(0, p));
                }
                QVERIFY(std::abs(sum - dot(i, j)) < 1e-12);
            }
    }

    void rotaryConfigs_data()
    {
        // frequencies as the reference implementation computes them from these configs
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("pairing");
        QTest::addColumn<QList<double>>("omega");
        QTest::newRow("linear, old key") << QByteArray(
            R"({"model_type":"llama","head_dim":8,"rope_scaling":{"factor":4.0,"type":"linear"}})")
                                         << QStringLiteral("half-split") << QList<double>{0.25, 0.025, 0.0025, 0.00025};
        QTest::newRow("rope_parameters") << QByteArray(R"({"model_type":"llama","head_dim":8,"rope_theta":7.0,
                "rope_parameters":{"factor":2.0,"rope_theta":50000.0,"rope_type":"linear"}})")
                                         << QStringLiteral("half-split")
                                         << QList<double>{0.5, 0.5 * std::pow(50000.0, -0.25),
                                                          0.5 * std::pow(50000.0, -0.5),
                                                          0.5 * std::pow(50000.0, -0.75)};
        QTest::newRow("gptj") << QByteArray(R"({"model_type":"gptj","n_embd":32,"n_head":4,"rotary_dim":4})")
                              << QStringLiteral("interleaved") << QList<double>{1, 0.01};
        QTest::newRow("neox keys") << QByteArray(
            R"({"model_type":"gpt_neox","hidden_size":64,"num_attention_heads":4,"rotary_pct":0.5,
                "rotary_emb_base":100})")
                                   << QStringLiteral("half-split")
                                   << QList<double>{1, std::pow(100.0, -0.25), 0.1, std::pow(100.0, -0.75)};
        // P = 16 and 32 positions: base 100·(4·2 − 3)^(4/2) = 2500
        QTest::newRow("dynamic") << QByteArray(
            R"({"model_type":"llama","head_dim":4,"rope_theta":100,"max_position_embeddings":16,
                "rope_scaling":{"factor":4.0,"rope_type":"dynamic"}})")
                                 << QStringLiteral("half-split") << QList<double>{1, 0.02};
    }

    void rotaryConfigs()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, pairing);
        QFETCH(QList<double>, omega);
        QTemporaryDir temporary;
        const std::string folder = temporary.filePath(QStringLiteral("m")).toStdString();
        sources::writeModel(folder, {{"layers.0.q_proj.weight", {8, 8}, {}}},
                            nlohmann::json::parse(config.toStdString()));
        auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        Encoding& one = source->encodings.front();
        QVERIFY(parameter(one, "pairing") == pairing.toStdString());
        if (parameter(one, "scaling").is_object() && parameter(one, "scaling").at("type") == "dynamic")
            std::get<RotarySpec>(one.content).length = 32;
        const std::vector<double> got = *frequencies(one);
        QCOMPARE(static_cast<qsizetype>(got.size()), omega.size());
        for (std::size_t k = 0; k < got.size(); ++k)
            QVERIFY(std::abs(got[k] - omega[static_cast<qsizetype>(k)]) < 1e-15);
    }

    void llama3Scaling()
    {
        // θ = 500000, 16 columns, factor 8, P = 32, low 1, high 4: waves below 8 stay, above 32 are divided
        RotarySpec spec;
        spec.dim = spec.headDim = 16;
        spec.base = 500000;
        spec.scaling = {.type = RopeScaling::Type::Llama3, .factor = 8, .trainedLength = 32};
        const std::vector<double> got = omega(spec);
        // the reference implementation's float64 values of this configuration
        const std::vector<double> want{1.0,
                                       0.02424034309358572,
                                       0.004700753866357992,
                                       0.0009115830921521386,
                                       0.00017677669529663688,
                                       3.428102195952591e-05,
                                       6.647869871181236e-06,
                                       1.2891731721515574e-06};
        QCOMPARE(got.size(), want.size());
        for (std::size_t k = 0; k < got.size(); ++k)
            QVERIFY(std::abs(got[k] / want[k] - 1) < 1e-14);
        // between the two wave lengths: 2π·10^0.5 = 19.87, s = (32/19.87 − 1)/3
        spec.base = 10;
        spec.dim = 4;
        const double plain = std::pow(10.0, -0.5);
        const double share = (32 * plain / (2 * std::acos(-1.0)) - 1) / 3;
        QVERIFY(std::abs(omega(spec)[1] - (share * plain + (1 - share) * plain / 8)) < 1e-15);
    }

    void laterRotaryIsRefusedByName_data()
    {
        QTest::addColumn<QByteArray>("config");
        QTest::addColumn<QString>("word");
        QTest::newRow("ntk") << QByteArray(
            R"({"model_type":"qwen2","head_dim":8,"rope_scaling":{"rope_type":"ntk","factor":4}})")
                             << QStringLiteral("“ntk”");
        QTest::newRow("yarn without a length")
            << QByteArray(R"({"model_type":"qwen2","head_dim":8,"rope_scaling":{"rope_type":"yarn","factor":4}})")
            << QStringLiteral("trained length");
        QTest::newRow("modernbert") << QByteArray(R"({"model_type":"modernbert"})") << QStringLiteral("rotary");
        QTest::newRow("no head size") << QByteArray(R"({"model_type":"llama"})") << QStringLiteral("head size");
        QTest::newRow("odd") << QByteArray(R"({"model_type":"llama","head_dim":7})") << QStringLiteral("dim is 7");
        QTest::newRow("shrinking") << QByteArray(
            R"({"model_type":"llama","head_dim":8,"rope_scaling":{"type":"linear","factor":0}})")
                                   << QStringLiteral("factor");
    }

    void laterRotaryIsRefusedByName()
    {
        QFETCH(QByteArray, config);
        QFETCH(QString, word);
        QTemporaryDir temporary;
        const std::string folder = temporary.filePath(QStringLiteral("m")).toStdString();
        sources::writeModel(folder, {{"layers.0.q_proj.weight", {8, 8}, {}}},
                            nlohmann::json::parse(config.toStdString()));
        const auto source = resolve(folder);
        QVERIFY(!source);
        QCOMPARE(source.error().code, ErrorCode::Unsupported);
        QVERIFY2(mentions({describe(source.error())}, {word.toUtf8().constData(), "not there yet"}),
                 describe(source.error()).c_str());
    }

    void storedInverseFrequenciesAreNoNews()
    {
        QTemporaryDir temporary;
        const std::string folder = temporary.filePath(QStringLiteral("m")).toStdString();
        sources::writeModel(folder, {{"model.layers.0.self_attn.rotary_emb.inv_freq", {4}, {}}},
                            {{"model_type", "llama"}, {"head_dim", 8}});
        const auto source = resolve(folder);
        QVERIFY(source);
        QVERIFY(source->warnings.empty());
    }

    void relativeSinusoids()
    {
        const auto one = [](const char* spec) { return resolveOne(spec); };
        const auto made = one("sinusoid-relative:dim=8,max=5");
        QVERIFY2(made, made ? "" : describe(made.error()).c_str());
        QCOMPARE(made->id, std::string("relative"));
        QCOMPARE(made->kind, Kind::Relative);
        QCOMPARE(made->shape, (std::vector<std::int64_t>{11, 8}));
        QVERIFY(parameter(*made, "offsets") == nlohmann::json({-5, 5}));
        QVERIFY(parameter(*made, "meaning") == "signed");
        const auto at = [](OffsetMeaning meaning, Index m, int column) {
            const RelativeSinusoid spec{.dim = 8, .maxOffset = 5, .meaning = meaning};
            return table(spec)(m + 5, column);
        };
        for (Index m = -5; m <= 5; ++m)
            for (int k = 0; k < 4; ++k) {
                const double w = std::pow(10000.0, -k / 4.0);
                const auto x = static_cast<double>(m);
                QVERIFY(std::abs(at(OffsetMeaning::Signed, m, 2 * k) - std::sin(w * x)) < 1e-15);
                QVERIFY(std::abs(at(OffsetMeaning::Signed, m, 2 * k + 1) - std::cos(w * x)) < 1e-15);
                QVERIFY(std::abs(at(OffsetMeaning::Shifted, m, 2 * k) - std::sin(w * (x + 5))) < 1e-15);
                QVERIFY(std::abs(at(OffsetMeaning::Absolute, m, 2 * k) - std::sin(w * std::abs(x))) < 1e-15);
            }
        QVERIFY(one("sinusoid-relative:"));
        QCOMPARE(*one("sinusoid-relative:")->positions, Index{255});
        for (const auto& [spec, word] : std::vector<std::pair<const char*, const char*>>{
                 {"sinusoid-relative:dim=7", "dim is 7"},
                 {"sinusoid-relative:max=0", "max is “0”"},
                 {"sinusoid-relative:meaning=odd", "signed, shifted or absolute"},
                 {"sinusoid-relative:base=1", "base is 1"},
                 {"sinusoid-relative:length=4", "no key “length”"},
                 {"alibi:heads=0", "heads is “0”"},
                 {"alibi:causal=2", "causal is “2”"},
                 {"rotary:dim=63", "dim is 63"},
                 {"rotary:base=-1", "base is -1"}}) {
            const auto refused = one(spec);
            QVERIFY2(!refused && mentions({describe(refused.error())}, {word}), spec);
        }
    }

    void computedBuiltIns()
    {
        const auto alibi = resolveOne("alibi:heads=8,length=32,causal=1");
        QVERIFY(alibi);
        QCOMPARE(alibi->id, std::string("alibi"));
        QCOMPARE(alibi->shape, (std::vector<std::int64_t>{8, 32, 32}));
        QCOMPARE(alibi->formula.text(), std::string("s_{ij} = q_i·k_j / √d + [b_h(i−j)]; b_h(m) = −slope_h·max(m, 0)"));
        const auto& causal = std::get<LogitBias>(alibi->content);
        QCOMPARE(biasAt(causal, 0, 4), -2.0);
        QCOMPARE(biasAt(causal, 0, -4), 0.0);
        QVERIFY(!std::signbit(biasAt(causal, 0, 0)));
        const auto both = resolveOne("alibi:heads=8");
        QCOMPARE(biasAt(std::get<LogitBias>(both->content), 0, -4), -2.0);
        QCOMPARE(*both->positions, Index{128});

        const auto rotary = resolveOne("rotary:dim=64,base=10000,length=2048");
        QVERIFY(rotary);
        QCOMPARE(rotary->shape, (std::vector<std::int64_t>{32}));
        QCOMPARE(*rotary->positions, Index{2048});
        QCOMPARE(frequencies(*rotary)->at(16), 0.01);
        QVERIFY(mentions({rotary->formula.text()}, {"[q_i^T R_{i−j}^T k_j]"}));
        QVERIFY(!isMap(*rotary) && isMap(*alibi));
    }

    void everyKindSaysWhereItEnters()
    {
        const auto text = [](const std::string& spec) { return resolveOne(spec)->formula.text(); };
        QVERIFY(mentions({text("sinusoid:dim=8")}, {"x_i = word_i + p_i", "[p_i W p_j^T]", "/ √d"}));
        QVERIFY(mentions({text("learned:length=4")}, {"[p_i W p_j^T]"}));
        QVERIFY(mentions({text(data("oracle/albert"))}, {"x_i = LN(word_i + p_i + type_i) W_E"}));
        QVERIFY(mentions({text(data("oracle/gpt2-lmhead"))}, {"x_i = word_i + p_i;"}));
        const auto map = resolveOne("matrix:" + data("inputs/H20-npy/pe.npy"));
        QVERIFY(map->formula.lines.empty() && !map->formula.shows.empty());
        // GPT-Neo does not divide by √d
        QTemporaryDir temporary;
        const std::string folder = temporary.filePath(QStringLiteral("m")).toStdString();
        sources::writeModel(folder, {{"transformer.wpe.weight", {6, 4}, {}}}, {{"model_type", "gpt_neo"}});
        QVERIFY(!mentions({text(folder)}, {"√d"}));
        int plotted = 0;
        for (const auto& line : relativeFormula(false).lines)
            for (const FormulaPart& part : line)
                plotted += part.plotted ? 1 : 0;
        QCOMPARE(plotted, 1);
    }
};

QTEST_APPLESS_MAIN(TestComputedSources)
#include "tst_computed_sources.moc"
