// SPDX-License-Identifier: GPL-3.0-or-later
// GGUF: the files of its own Python package, and small ones made here from ggml/docs/gguf.md.
#include "core/checkpoint/checkpoint.h"

#include "gguf_test_files.h"

#include <nlohmann/json.hpp>

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;
using Writer = test::GgufWriter;

namespace {

const fs::path kOracle = fs::path(PESCOPE_TEST_DATA) / "oracle";

/// A table [3, 8] of 0, 1, …, 23 as F32, which fills its last block of 32 bytes.
Writer smallFile(bool bigEndian = false, std::uint32_t version = 3)
{
    Writer writer(bigEndian, version);
    writer.key("general.architecture", "bert");
    writer.key("bert.context_length", 3);
    writer.key("bert.embedding_length", 8);
    std::string data;
    for (int i = 0; i < 24; ++i)
        data += writer.real(static_cast<float>(i));
    writer.tensor("position_embd.weight", {8, 3}, 0, data);
    return writer;
}

std::size_t indexOf(const Checkpoint& model, std::string_view name)
{
    return static_cast<std::size_t>(std::ranges::find(model.tensors(), name, &TensorInfo::name)
                                    - model.tensors().begin());
}

} // namespace

class TestGguf : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filesOfTheReference()
    {
        const auto model = Checkpoint::open(kOracle / "gguf-bert-f32/model.gguf");
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(std::string(model->format()), std::string("gguf"));
        QCOMPARE(model->tensors().size(), std::size_t{37});
        const std::size_t table = indexOf(*model, "position_embd.weight");
        QVERIFY(model->tensors()[table].shape == (std::vector<std::int64_t>{40, 32}));
        const auto data = model->read(table);
        const auto expected = openContainer(kOracle / "gguf-bert-f32/expected.npz");
        QVERIFY(*tables::toDouble(data->bytes, data->dtype) == test::doubles(**expected));
        const nlohmann::json& config = model->config();
        QVERIFY(config["model_type"] == "bert");
        QVERIFY(config["max_position_embeddings"] == 40);
        QVERIFY(config["hidden_size"] == 32);
        QVERIFY(config["num_attention_heads"] == 4);
        QVERIFY(config["is_decoder"] == false);
        QVERIFY(config["vocab_size"] == 48); // the number of its tokens
    }

    void rotaryMetadataIsAConfig()
    {
        const auto model = Checkpoint::open(kOracle / "gguf-llama-rope/model.gguf");
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        const nlohmann::json& config = model->config();
        QVERIFY(config["model_type"] == "llama");
        QVERIFY(config["rope_theta"] == 500000.0);
        QVERIFY(config["num_key_value_heads"] == 2);
        QVERIFY(config["rotary_emb_interleaved"] == true); // its converter permutes the rows
        QVERIFY(config["rope_scaling"]["rope_type"] == "divisors");
        QVERIFY(config["rope_scaling"]["divisors"] == nlohmann::json({1.0, 8.0, 8.0, 8.0}));
        QVERIFY(config["partial_rotary_factor"] == 1.0);
    }

    void scalingsAreNamedAsTransformersDoes()
    {
        Writer writer;
        writer.key("general.architecture", "phi2");
        writer.key("phi2.embedding_length", 64);
        writer.key("phi2.attention.head_count", 2);
        writer.key("phi2.rope.dimension_count", 8);
        writer.key("phi2.rope.scaling.type", "linear");
        writer.key("phi2.rope.scaling.factor", 6, writer.real(4));
        writer.key("phi2.rope.scaling.original_context_length", 2048);
        const auto model = Checkpoint::open(write(writer.file()));
        const nlohmann::json& config = model->config();
        QVERIFY(config["model_type"] == "phi");
        QVERIFY(config["partial_rotary_factor"] == 0.25);
        QVERIFY(config["rotary_emb_interleaved"] == false);
        QVERIFY(config["rope_scaling"]["rope_type"] == "linear");
        QVERIFY(config["rope_scaling"]["factor"] == 4.0);
        QVERIFY(config["rope_scaling"]["original_max_position_embeddings"] == 2048);
    }

    void aConfigBesideItIsNotUsed()
    {
        const fs::path file = write(smallFile().file());
        test::writeFile(file.parent_path() / "config.json", R"({"model_type":"gpt2"})");
        const auto model = Checkpoint::open(file);
        QVERIFY(model->config()["model_type"] == "bert");
        fs::remove(file.parent_path() / "config.json");
    }

    void versionsAndByteOrders_data()
    {
        QTest::addColumn<bool>("bigEndian");
        QTest::addColumn<int>("version");
        QTest::newRow("version 3") << false << 3;
        QTest::newRow("version 2") << false << 2;
        QTest::newRow("version 3, big-endian") << true << 3;
    }

    void versionsAndByteOrders()
    {
        QFETCH(bool, bigEndian);
        QFETCH(int, version);
        const auto model = Checkpoint::open(write(smallFile(bigEndian, static_cast<std::uint32_t>(version)).file()));
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QVERIFY(model->tensors()[0].shape == (std::vector<std::int64_t>{3, 8}));
        QVERIFY(model->config()["max_position_embeddings"] == 3);
        const auto data = model->read(0);
        const auto values = *tables::toDouble(data->bytes, data->dtype);
        for (std::size_t i = 0; i < values.size(); ++i)
            QCOMPARE(values[i], static_cast<double>(i));
    }

    void typesOfElements()
    {
        Writer writer;
        writer.key("general.architecture", "bert");
        writer.tensor("half", {2}, 1, writer.number(0x3C00, 2) + writer.number(0xC000, 2)); // 1, -2
        writer.tensor("brain", {2}, 30, writer.number(0x3F80, 2) + writer.number(0x4040, 2)); // 1, 3
        std::string block = writer.number(0x3800, 2); // 0.5
        for (int i = 0; i < 32; ++i)
            block += static_cast<char>(i - 16);
        std::string small = writer.number(0x8001, 2); // -2^-24
        small += std::string(32, '\x7f');
        writer.tensor("blocks", {32, 2}, 8, block + small);
        writer.tensor("quantised", {32}, 2, std::string(18, '\0'));
        writer.tensor("unknown", {32}, 99, "");
        const auto model = Checkpoint::open(write(writer.file()));
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        const auto values = [&](std::size_t i) {
            const auto data = model->read(i);
            return *tables::toDouble(data->bytes, data->dtype);
        };
        QVERIFY(values(0) == (std::vector<double>{1, -2}));
        QVERIFY(values(1) == (std::vector<double>{1, 3}));
        const auto widened = values(2);
        QCOMPARE(widened.size(), std::size_t{64});
        for (int i = 0; i < 32; ++i)
            QCOMPARE(widened[static_cast<std::size_t>(i)], 0.5 * (i - 16));
        QCOMPARE(widened[32], -127 * std::ldexp(1.0, -24));
        QCOMPARE(model->tensors()[2].dtype, std::string("Q8_0"));
        QCOMPARE(model->tensors()[3].dtype, std::string("Q4_0"));
        QVERIFY(describe(model->read(3).error()).contains("Q4_0"));
        QVERIFY(!model->tensors()[4].readable);
        QVERIFY(describe(model->read(4).error()).contains("GGML type 99"));
    }

    void damageIsNamed_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* title, const std::string& file, const char* words) {
            QTest::newRow(title) << QByteArray::fromStdString(file) << QByteArray(words);
        };
        const auto with = [](auto change) {
            Writer writer;
            writer.key("general.architecture", "bert");
            change(writer);
            return writer.file();
        };
        row("version 1", smallFile(false, 1).file(), "version 1");
        row("version 4", smallFile(false, 4).file(), "version 4");
        for (const std::uint32_t alignment : {0u, 3u, 0x80000000u})
            row(("alignment " + std::to_string(alignment)).c_str(),
                with([&](Writer& w) { w.key("general.alignment", alignment); }), "alignment");
        row("value of an unknown type", with([](Writer& w) { w.key("k", 77, ""); }), "`k`,77");
        row("array of arrays", with([](Writer& w) { w.key("k", 9, w.number(9, 4) + w.number(1, 8)); }), "`k`,array");
        row("long array", with([](Writer& w) { w.key("k", 9, w.number(10, 4) + w.number(1ull << 61, 8)); }),
            "`k`,truncated");
        row("long text", with([](Writer& w) { w.key("k", 8, w.number(~0ull, 8)); }), "`k`,truncated");
        row("many axes", with([](Writer& w) { w.tensor("t", std::vector<std::uint64_t>(9, 1), 0, "1234"); }),
            "`t`,9 axes");
        row("huge shape", with([](Writer& w) { w.tensor("t", {1ull << 40, 1ull << 40}, 0, ""); }),
            "`t`,larger than any file");
        row("negative extent", with([](Writer& w) { w.tensor("t", {~0ull}, 0, ""); }), "`t`,axis");
        row("beyond the end", with([](Writer& w) { w.tensor("t", {100}, 0, "1234"); }), "`t`,end of the file");
        row("part of a block", with([](Writer& w) { w.tensor("t", {33}, 8, std::string(68, '\0')); }),
            "`t`,multiple of 32");
        row("two of a name", with([](Writer& w) {
                w.tensor("t", {1}, 0, "1234");
                w.tensor("t", {1}, 0, "1234");
            }),
            "`t`,twice");
    }

    void damageIsNamed()
    {
        QFETCH(QByteArray, file);
        QFETCH(QByteArray, words);
        const auto opened = openContainer(write(file.toStdString()));
        QVERIFY(!opened);
        const std::string message = describe(opened.error());
        for (const QByteArray& word : words.split(','))
            QVERIFY2(message.contains(word.toStdString()), message.c_str());
    }

    void everyCutIsAnError()
    {
        const std::string whole = smallFile().file();
        QVERIFY(openContainer(write(whole)));
        for (std::size_t length = 0; length < whole.size(); ++length)
            QVERIFY2(!openContainer(write(whole.substr(0, length))), std::to_string(length).c_str());
    }

    void everyChangedByteIsSurvived()
    {
        const std::string whole = smallFile().file();
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (const char flip : {'\x01', '\x80', '\xff'}) {
                std::string changed = whole;
                changed[at] = static_cast<char>(changed[at] ^ flip);
                if (const auto opened = Checkpoint::open(write(changed)))
                    for (std::size_t i = 0; i < opened->tensors().size(); ++i)
                        static_cast<void>(opened->read(i));
            }
    }

    void aFileOfTenGigabytesCostsItsHeader()
    {
        Writer writer;
        writer.key("general.architecture", "bert");
        writer.tensor("position_embd.weight", {8}, 0, std::string(32, '\0'));
        writer.tensor("large", {2'500'000'000}, 0, "");
        const fs::path file = write(writer.file());
        fs::resize_file(file, fs::file_size(file) + 10'000'000'000);
        QElapsedTimer timer;
        timer.start();
        const auto opened = openContainer(file);
        QVERIFY2(opened, opened ? "" : describe(opened.error()).c_str());
        QVERIFY((*opened)->read(0));
        QVERIFY(timer.elapsed() < 1000);
    }

private:
    fs::path write(const std::string& bytes)
    {
        const fs::path file = fs::path(m_dir.path().toStdString()) / "model.gguf";
        fs::remove(file);
        test::writeFile(file, bytes);
        return file;
    }

    QTemporaryDir m_dir;
};

QTEST_APPLESS_MAIN(TestGguf)
#include "tst_gguf.moc"
