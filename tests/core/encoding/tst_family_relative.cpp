// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/computed_encodings.h"
#include "core/encoding/resolve.h"
#include "tests/core/encoding/sources_support.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

using namespace pescope;
using namespace pescope::encoding;
using nlohmann::json;
using sources::data;
using sources::expected;
using sources::ids;
using sources::largestDifference;
using sources::mentions;
using sources::parameter;
using tables::Index;
using tables::MatrixD;

namespace {

std::vector<float> numbered(int count, float step = 0.25F)
{
    std::vector<float> values;
    for (int k = 0; k < count; ++k)
        values.push_back(step * static_cast<float>((k * 7) % 31 - 15));
    return values;
}

} // namespace

/// Families whose position information meets the logits: relative tables, biases by bucket and by window, sinusoids of
/// the offset, slopes.
class TestFamilyRelative : public QObject {
    Q_OBJECT

private:
    Result<Source> opened(const std::vector<sources::Tensor>& tensors, const json& config) const
    {
        return sources::opened(m_temporary.filePath(QStringLiteral("m")).toStdString(), tensors, config);
    }

    QTemporaryDir m_temporary;

private Q_SLOTS:
    void disentangledTableOfTheReference()
    {
        const std::string folder = data("oracle/deberta-v1");
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("relative"));
        QVERIFY(source->warnings.empty());
        const Encoding& one = source->encodings.front();
        QVERIFY(parameter(one, "offsets") == json({-16, 15}));
        QVERIFY(parameter(one, "sign") == "query-key");
        QVERIFY(mentions(one.notes, {"m = i − j = r − 16", "query − key"}));
        QCOMPARE(one.formula.text(),
                 std::string("s_{ij} = (q_i·k_j + [q_i·(P_{i−j} W_K) + k_j·(P_{i−j} W_Q)]) / √(3d)"));
        const auto& table = std::get<RelativeTable>(one.content);
        QCOMPARE(*table.rows, expected(folder, "rel_embeddings").matrix());
        // the row that the reference looks up for a pair of positions
        const MatrixD index = expected(folder, "rel_index").matrix();
        for (Index i = 0; i < index.rows(); ++i)
            for (Index j = 0; j < index.cols(); ++j)
                QCOMPARE(static_cast<double>(table.storedRow(std::clamp<Index>(i - j, -16, 15))), index(i, j));
    }

    /// (x − mean) / √(variance + ε) · weight + bias, with the weights of the encoder's own norm.
    void disentangledTableIsShownAsAttentionUsesIt()
    {
        const std::vector<float> rows = numbered(8 * 4);
        const std::vector<float> weight{2, 1, 0.5F, -1};
        const std::vector<float> bias{0, 1, 0, 0.25F};
        json config = {{"model_type", "deberta-v2"},     {"norm_rel_ebd", "layer_norm"}, {"position_buckets", -1},
                       {"position_biased_input", false}, {"layer_norm_eps", 1e-3},       {"pos_att_type", "p2c|c2p"}};
        const std::vector<sources::Tensor> tensors{{"deberta.encoder.rel_embeddings.weight", {8, 4}, rows},
                                                   {"deberta.encoder.LayerNorm.weight", {4}, weight},
                                                   {"deberta.encoder.LayerNorm.bias", {4}, bias}};
        const auto source = opened(tensors, config);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        const auto& shown = *std::get<RelativeTable>(source->encodings[0].content).rows;
        for (int r = 0; r < 8; ++r) {
            double mean = 0;
            double square = 0;
            for (int k = 0; k < 4; ++k)
                mean += rows[static_cast<std::size_t>(4 * r + k)] / 4.0;
            for (int k = 0; k < 4; ++k)
                square += std::pow(rows[static_cast<std::size_t>(4 * r + k)] - mean, 2) / 4.0;
            for (std::size_t k = 0; k < 4; ++k) {
                const double x = rows[static_cast<std::size_t>(4 * r) + k];
                const double want = (x - mean) / std::sqrt(square + 1e-3) * weight[k] + bias[k];
                QVERIFY(std::abs(shown(r, static_cast<Index>(k)) - want) < 1e-12);
            }
        }
        QVERIFY(mentions(source->encodings[0].notes, {"LayerNorm", "as attention uses it"}));
        config["norm_rel_ebd"] = "none";
        config["pos_att_type"] = json{"c2p"};
        const auto plain = opened(tensors, config);
        QCOMPARE((*std::get<RelativeTable>(plain->encodings[0].content).rows)(1, 0), static_cast<double>(rows[4]));
        QVERIFY(mentions({plain->encodings[0].formula.text()}, {"[q_i·(P_{i−j} W_K)]) / √(2d)"}));
        config["norm_rel_ebd"] = "layer_norm";
        QVERIFY(mentions({describe(opened({tensors[0]}, config).error())}, {"LayerNorm", "missing"}));
        QVERIFY(mentions({describe(opened({{"encoder.rel_embeddings.weight", {7, 4}, {}}}, config).error())},
                         {"7 rows", "odd"}));
    }

    /// The published layout: 256 buckets on each side for texts of 512. By make_log_bucket_position of the reference,
    /// offset 128 is bucket 128, 129 → 129, 508 → 255, 511 → 255, 512 → 256 (row 0 of the other side).
    void disentangledBuckets()
    {
        const auto source =
            opened({{"deberta.encoder.rel_embeddings.weight", {512, 2}, {}}},
                   {{"model_type", "deberta-v2"}, {"position_buckets", 256}, {"max_position_embeddings", 512}});
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        const Encoding& one = source->encodings.front();
        QVERIFY(parameter(one, "buckets") == 512 && parameter(one, "max_distance") == 512);
        // the first offset of bucket 255 by the formula, counted by hand
        Index first = 128;
        while (128 + std::ceil(std::log(static_cast<double>(first) / 128) / std::log(511.0 / 128) * 127) < 255)
            ++first;
        QVERIFY(parameter(one, "offsets") == json({-512, first}));
        QVERIFY(mentions(one.notes, {"bucket r − 256", "up to ±128"}));
    }

    void unusedDisentangledTable()
    {
        const auto source = opened(
            {{"encoder.rel_embeddings.weight", {8, 4}, {}}, {"embeddings.position_embeddings.weight", {8, 4}, {}}},
            {{"model_type", "deberta"}, {"relative_attention", false}, {"position_biased_input", true}});
        QCOMPARE(ids(*source), std::string("ape relative!"));
    }

    void mpnetOfTheReference()
    {
        const std::string folder = data("oracle/mpnet");
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("ape bias"));
        const Encoding& one = source->encodings[1];
        QVERIFY(parameter(one, "buckets") == 32 && parameter(one, "max_distance") == 128);
        QCOMPARE(one.formula.text(), std::string("s_{ij} = q_i·k_j / √d + [b_h(i−j)]"));
        const sources::Array bias = expected(folder, "position_bias");
        for (int h = 0; h < 4; ++h)
            QVERIFY(largestDifference(sources::biasMap(one, h, 36), bias.matrix(h)) < 1e-7);
    }

    void windowsOfTheReference()
    {
        const std::string folder = data("oracle/swin");
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("layer0.bias layer1.bias layer2.bias layer3.bias"));
        QVERIFY(source->warnings.empty());
        const MatrixD index = expected(folder, "relative_position_index").matrix();
        for (std::size_t n = 0; n < 4; ++n) {
            const Encoding& one = source->encodings[n];
            QCOMPARE(*one.layer, static_cast<int>(n));
            QCOMPARE(*one.positions, Index{9});
            QCOMPARE(*one.heads, n < 2 ? 2 : 4);
            QVERIFY(parameter(one, "grid") == json({3, 3}) && parameter(one, "prefix_tokens") == 0);
            QVERIFY(parameter(one, "sign") == "query-key");
            const auto& bias = std::get<LogitBias>(one.content);
            QVERIFY(!bias.byOffset());
            const auto& window = std::get<WindowTable>(bias.rule);
            for (Index i = 0; i < 9; ++i)
                for (Index j = 0; j < 9; ++j)
                    QCOMPARE(static_cast<double>(rowOf(window, i, j)), index(i, j));
            const std::string name = "bias_stage" + std::to_string(n / 2) + "_block" + std::to_string(n % 2);
            const sources::Array want = expected(folder, name);
            for (int h = 0; h < bias.heads(); ++h)
                QVERIFY(largestDifference(encoding::biasMap(bias, h), want.matrix(h)) < 1e-7);
        }
        QVERIFY(mentions(source->encodings[2].notes, {"block 0 of stage 1"}));
        QVERIFY(mentions(source->encodings[0].notes, {"y_i − y_j + 2", "·5 + x_i − x_j + 2", "query − key"}));
    }

    /// BEiT: a class token before the patches; the last three rows are its own.
    void windowWithAClassToken()
    {
        const std::vector<float> values = numbered(3 * 5 + 3);
        const std::string name = "beit.encoder.layer.1.attention.attention.relative_position_bias."
                                 "relative_position_bias_table";
        const json config = {{"model_type", "beit"}, {"image_size", {8, 12}}, {"patch_size", 4}};
        const auto source = opened({{name, {18, 1}, values}}, config);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("layer1.bias"));
        const Encoding& one = source->encodings.front();
        QVERIFY(parameter(one, "grid") == json({2, 3}) && parameter(one, "prefix_tokens") == 1);
        const MatrixD map = encoding::biasMap(std::get<LogitBias>(one.content), 0);
        QCOMPARE(map.rows(), Index{7});
        for (int i = 0; i < 7; ++i)
            for (int j = 0; j < 7; ++j) {
                std::size_t row = 17; // class to class
                if (i > 0 && j > 0)
                    row = static_cast<std::size_t>(((i - 1) / 3 - (j - 1) / 3 + 1) * 5 + (i - 1) % 3 - (j - 1) % 3 + 2);
                else if (i > 0)
                    row = 16; // a patch looks at the class token
                else if (j > 0)
                    row = 15; // the class token looks at a patch
                QCOMPARE(map(i, j), static_cast<double>(values[row]));
            }
        // one table for all layers; a number of rows that no window has
        const auto shared = opened({{"encoder.relative_position_bias.relative_position_bias_table", {12, 2}, {}}},
                                   {{"model_type", "beit"}});
        QVERIFY2(shared, shared ? "" : describe(shared.error()).c_str());
        QCOMPARE(ids(*shared), std::string("bias"));
        QVERIFY(parameter(shared->encodings[0], "grid") == json({2, 2}));
        QVERIFY(mentions({describe(opened({{name, {19, 1}, {}}}, {{"model_type", "beit"}}).error())},
                         {"19 rows", "image_size"}));
    }

    void windowsHaveTheirOwnLength()
    {
        const Encoding one = resolve(data("oracle/swin"))->encodings[0];
        const auto longer = withLength(one, 12);
        QVERIFY(!longer);
        QVERIFY(mentions({describe(longer.error())}, {"length is 12", "9 positions"}));
        QVERIFY(withLength(one, 9));
        const auto extended = resolve("whatif:extend=64:" + data("oracle/swin"));
        QVERIFY(!extended);
        QVERIFY(mentions({describe(extended.error())}, {"window of 9 positions"}));
        // by offset: the mean over the pairs of the window that are so far apart in reading order
        const auto& bias = std::get<LogitBias>(one.content);
        const std::vector<double> byOffset = biasByOffset(bias, 1, -9, 19);
        const MatrixD map = encoding::biasMap(bias, 1);
        QCOMPARE(byOffset.front(), 0.0);
        QCOMPARE(byOffset[9 + 8], map(8, 0));
        QVERIFY(std::abs(byOffset[9 - 7] - (map(0, 7) + map(1, 8)) / 2) < 1e-15);
    }

    void offsetSinusoidsOfTheReference_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("last");
        QTest::newRow("xlnet") << QStringLiteral("xlnet") << 10 << -9;
        QTest::newRow("transformer-xl") << QStringLiteral("transfo-xl-bin") << 9 << 0;
    }

    void offsetSinusoidsOfTheReference()
    {
        QFETCH(QString, name);
        QFETCH(int, first);
        QFETCH(int, last);
        const std::string folder = data("oracle/" + name.toStdString());
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("relative"));
        QVERIFY(source->warnings.empty());
        QVERIFY(source->encodings[0].tensor.empty());
        QCOMPARE(*source->encodings[0].heads, 4);
        const auto one = withLength(source->encodings[0], 10);
        QVERIFY(one);
        QVERIFY(parameter(*one, "offsets") == json({first, last}));
        QVERIFY(parameter(*one, "sign") == "key-query" && parameter(*one, "layout") == "halves");
        QVERIFY(mentions(one->notes, {"query − key", "rows run down", "turned"}));
        const auto& table = std::get<RelativeTable>(one->content);
        QCOMPARE(table.firstOffset, Index{first});
        QCOMPARE(table.lastOffset(), Index{last});
        // float32 angles of the reference
        QVERIFY(largestDifference(*table.rows, expected(folder, "pos_emb").matrix()) < 2e-6);
        QCOMPARE(frequencies(*one)->size(), std::size_t{16});
    }

    void farOffsetsAreClamped()
    {
        json config = {{"model_type", "transfo-xl"}, {"d_model", 4}, {"clamp_len", 3}};
        const auto rowsOf = [&](Index length) {
            const auto one = withLength(opened({{"word_emb.weight", {4, 4}, {}}}, config)->encodings[0], length);
            return *std::get<RelativeTable>(one->content).rows;
        };
        const MatrixD rows = rowsOf(6);
        QCOMPARE(rows.row(0).eval(), rows.row(2).eval()); // offsets 5 and 3
        QVERIFY(std::abs(rows(0, 0) - std::sin(3.0)) < 1e-15);
        QVERIFY(std::abs(rows(4, 1) - std::sin(0.01)) < 1e-15); // m = 1, ω = 1/100
        config = {{"model_type", "xlnet"}, {"d_model", 4}, {"attn_type", "uni"}};
        QCOMPARE(rowsOf(6).rows(), Index{7}); // L … 0
        config.erase("d_model");
        QVERIFY(mentions({describe(opened({{"word_emb.weight", {4, 4}, {}}}, config).error())},
                         {"relative sinusoid", "width"}));
    }

    /// NEZHA looks up row clip(j − i, ±K) + K of a table of sines and cosines in turn.
    /// ψ of the frequencies is no statement about a map in which far offsets share a vector, or m and −m do.
    void productsArePsiWhereAllOffsetsDiffer()
    {
        const auto says = [](const std::string& text) { return productsArePsi(*resolveOne(text)); };
        QVERIFY(says("sinusoid:dim=16,length=32"));
        QVERIFY(says("sinusoid-relative:dim=16,max=31,meaning=signed"));
        QVERIFY(says("sinusoid-relative:dim=16,max=31,meaning=shifted"));
        QVERIFY(!says("sinusoid-relative:dim=16,max=31,meaning=absolute"));
        QVERIFY(says("rotary:dim=16,length=64"));
        QVERIFY(says(sources::data("oracle/xlnet")));
        QVERIFY(!says(sources::data("oracle/transfo-xl-bin"))); // clamp_len 20
        QVERIFY(!says("learned:length=8,dim=4,seed=0"));
    }

    void nezha()
    {
        const auto source = opened(
            {{"bert.embeddings.word_embeddings.weight", {9, 8}, {}}},
            {{"model_type", "nezha"}, {"hidden_size", 8}, {"num_attention_heads", 2}, {"max_relative_position", 5}});
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("relative"));
        const Encoding& one = source->encodings.front();
        QVERIFY(parameter(one, "offsets") == json({5, -5}) && parameter(one, "sign") == "key-query");
        QVERIFY(mentions(one.notes, {"key − query = r − 5", "m = i − j = 5 − r"}));
        const auto& table = std::get<RelativeTable>(one.content);
        for (Index i = 0; i < 4; ++i)
            for (Index j = 0; j < 4; ++j) {
                const auto row = static_cast<double>(j - i + 5);
                QCOMPARE(static_cast<double>(table.storedRow(i - j)), row);
                QVERIFY(std::abs((*table.rows)(table.storedRow(i - j), 2) - std::sin(row / 100)) < 1e-15);
                QVERIFY(std::abs((*table.rows)(table.storedRow(i - j), 3) - std::cos(row / 100)) < 1e-15);
            }
        QVERIFY(!hasLength(one));
    }

    /// Falcon rounds its slopes to bfloat16 and divides them by √d with the product.
    void falconSlopes()
    {
        const auto source =
            opened({{"transformer.h.0.x.weight", {4, 4}, {}}},
                   {{"model_type", "falcon"}, {"alibi", true}, {"hidden_size", 96}, {"num_attention_heads", 6}});
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("alibi"));
        const Encoding& one = source->encodings.front();
        const auto slopes = parameter(one, "slopes").get<std::vector<double>>();
        // 2^(−8t/4), t = 1 … 4, then 2^(−1/1), 2^(−3): the powers of two are exact, and all of these are
        QCOMPARE(slopes, (std::vector<double>{0.25, 0.0625, 0.015625, 0.00390625, 0.5, 0.125}));
        const auto& bias = std::get<LogitBias>(one.content);
        QCOMPARE(biasAt(bias, 0, 3), -0.75 / 4); // √16
        QCOMPARE(biasAt(bias, 0, -3), 0.0);
        QVERIFY(mentions(one.notes, {"bfloat16", "√16"}));
        QVERIFY(mentions({one.formula.text()}, {"slope_h·max(m, 0) / √d"}));
        // with 12 heads 2^(−1/2) = 0.70710678… becomes 0.70703125, the nearest number of eight bits
        const auto twelve =
            opened({{"transformer.h.0.x.weight", {4, 4}, {}}},
                   {{"model_type", "falcon"}, {"alibi", true}, {"hidden_size", 96}, {"num_attention_heads", 12}});
        QCOMPARE(parameter(twelve->encodings[0], "slopes")[8].get<double>(), 0.70703125);
    }

    /// Row t of the kernel after weight norm, all channels in it; and with its rows the model's output: step i of x
    /// plus GELU of the sum over m of W_m x_{i−m} is what the reference implementation computes.
    void convolutionOfTheReference()
    {
        const std::string folder = data("oracle/wav2vec2");
        const auto source = resolve(folder);
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("conv"));
        QVERIFY(source->warnings.empty());
        const Encoding& one = source->encodings.front();
        QVERIFY(one.kind == Kind::Convolution);
        QVERIFY(isByOffset(one));
        const auto& table = std::get<RelativeTable>(one.content);
        QCOMPARE(table.firstOffset, Index{8});
        QCOMPARE(table.lastOffset(), Index{-7});
        const sources::Array weight = expected(folder, "effective_weight"); // channels, those of a group, steps
        const Index channels = 32, inGroup = 8, steps = 16;
        for (Index c = 0; c < channels; ++c)
            for (Index g = 0; g < inGroup; ++g)
                for (Index t = 0; t < steps; ++t) {
                    const double stored = weight.values[static_cast<std::size_t>((c * inGroup + g) * steps + t)];
                    QVERIFY(std::abs((*table.rows)(t, c * inGroup + g) - stored) < 1e-6);
                }
        const MatrixD x = expected(folder, "x").matrix(), out = expected(folder, "pos_conv_out").matrix();
        const sources::Array bias = expected(folder, "conv_bias");
        for (Index i = 0; i < x.rows(); ++i)
            for (Index c = 0; c < channels; ++c) {
                double sum = bias.values[static_cast<std::size_t>(c)];
                for (Index m = table.lastOffset(); m <= table.firstOffset; ++m) // j = i − m
                    if (i - m >= 0 && i - m < x.rows())
                        for (Index g = 0; g < inGroup; ++g)
                            sum += (*table.rows)(table.storedRow(m), c * inGroup + g)
                                * x(i - m, c / inGroup * inGroup + g);
                QVERIFY(std::abs(sum / 2 * (1 + std::erf(sum / std::sqrt(2.0))) - out(i, c)) < 1e-5);
            }
    }

    void convolutionsAsOtherVersionsWriteThem()
    {
        const std::string prefix = "encoder.pos_conv_embed.conv.";
        const std::vector<float> v = numbered(2 * 2 * 3), g = {2, 0.5F, 1};
        const auto older = opened({{prefix + "weight_v", {2, 2, 3}, v}, {prefix + "weight_g", {1, 1, 3}, g}},
                                  {{"model_type", "hubert"}});
        QVERIFY2(older, older ? "" : describe(older.error()).c_str());
        const MatrixD rows = *std::get<RelativeTable>(older->encodings[0].content).rows;
        for (Index t = 0; t < 3; ++t)
            QVERIFY(std::abs(rows.row(t).norm() - static_cast<double>(g[static_cast<std::size_t>(t)])) < 1e-12);
        const auto fused = opened({{prefix + "weight", {2, 2, 3}, v}}, {{"model_type", "hubert"}});
        QVERIFY(fused);
        QCOMPARE((*std::get<RelativeTable>(fused->encodings[0].content).rows)(1, 2), static_cast<double>(v[2 * 3 + 1]));
        const auto half = opened({{prefix + "weight_v", {2, 2, 3}, v}}, {{"model_type", "hubert"}});
        QVERIFY(!half);
        QVERIFY(mentions({describe(half.error())}, {"weight_g", "3 lengths"}));
    }

    /// A tensor that cannot be read is said, and what else the file holds opens.
    void whatCannotBeReadIsAWarning()
    {
        const auto source = opened({{"embeddings.position_embeddings.weight", {6, 4}, numbered(24)},
                                    {"encoder.layer.0.attention.self.distance_embedding.weight", {0, 4}, {}}},
                                   {{"model_type", "bert"}});
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("ape"));
        QVERIFY(mentions(source->warnings, {"distance_embedding", "[0, 4]"}));
        const auto alone = opened({{"encoder.layer.0.attention.self.distance_embedding.weight", {0, 4}, {}}},
                                  {{"model_type", "bert"}, {"position_embedding_type", "relative_key"}});
        QVERIFY(!alone);
        const auto forged = opened({{"table\x1b[31m\nok", {6, 4}, numbered(24)}}, {{"model_type", "bert"}});
        QVERIFY(!forged);
        QVERIFY(mentions({describe(forged.error())}, {"control characters"}));
    }

    void crossAttentionBiasIsNotUsed()
    {
        const auto source =
            opened({{"decoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", {8, 2}, {}},
                    {"decoder.block.0.layer.1.EncDecAttention.relative_attention_bias.weight", {8, 2}, {}}},
                   {{"model_type", "t5"}});
        QVERIFY2(source, source ? "" : describe(source.error()).c_str());
        QCOMPARE(ids(*source), std::string("decoder.bias decoder.layer0.bias!"));
        QVERIFY(mentions(source->encodings[1].notes, {"not used by this model", "cross-attention"}));
    }
};

QTEST_APPLESS_MAIN(TestFamilyRelative)
#include "tst_family_relative.moc"
