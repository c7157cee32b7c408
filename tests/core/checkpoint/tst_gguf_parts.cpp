// SPDX-License-Identifier: GPL-3.0-or-later
// Models in several GGUF files, as gguf-split of llama.cpp writes them: split.no and split.count in each, everything
// else in the first.
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/gguf_set.h"

#include "gguf_test_files.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;
using Writer = test::GgufWriter;

namespace {

std::string counting(const Writer& writer, int from, int count)
{
    std::string data;
    for (int i = 0; i < count; ++i)
        data += writer.real(static_cast<float>(from + i));
    return data;
}

bool says(const std::string& text, std::initializer_list<const char*> words)
{
    return std::ranges::all_of(words, [&](const char* word) { return text.contains(word); });
}

} // namespace

class TestGgufParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Part 1 has the metadata and no tensor, part 2 the table, part 3 another tensor.
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_folder = m_dir->path().toStdString();
        for (std::uint32_t number = 0; number < 3; ++number) {
            Writer writer;
            if (number == 0) {
                writer.key("general.architecture", "bert");
                writer.key("bert.context_length", 3);
                writer.key("bert.embedding_length", 8);
            }
            writer.key("split.no", 2, writer.number(number, 2)); // U16
            writer.key("split.count", 2, writer.number(3, 2));
            writer.key("split.tensors.count", 5, writer.number(2, 4));
            if (number == 1)
                writer.tensor("position_embd.weight", {8, 3}, 0, counting(writer, 0, 24));
            if (number == 2)
                writer.tensor("token_types.weight", {8, 2}, 0, counting(writer, 100, 16));
            test::writeFile(part(static_cast<int>(number) + 1), writer.file());
        }
    }

    void anyPartOpensAll_data()
    {
        QTest::addColumn<QString>("path");
        QTest::newRow("first") << QString::fromStdString(part(1).filename().string());
        QTest::newRow("second") << QString::fromStdString(part(2).filename().string());
        QTest::newRow("third") << QString::fromStdString(part(3).filename().string());
        QTest::newRow("folder") << QString();
    }

    void anyPartOpensAll()
    {
        QFETCH(QString, path);
        const auto model = Checkpoint::open(m_folder / path.toStdString());
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QVERIFY(model->warnings().empty());
        QCOMPARE(model->tensors().size(), std::size_t{2});
        QCOMPARE(model->tensors()[0].name, std::string("position_embd.weight"));
        QCOMPARE(model->tensors()[0].file.string(), part(2).string());
        QVERIFY(model->config()["max_position_embeddings"] == 3);
        for (const std::size_t index : {std::size_t{0}, std::size_t{1}}) {
            const auto data = model->read(index);
            QVERIFY(data);
            const auto values = *tables::toDouble(data->bytes, data->dtype);
            QCOMPARE(values.front(), index == 0 ? 0.0 : 100.0);
            QCOMPARE(values.back(), index == 0 ? 23.0 : 115.0);
        }
    }

    void aMissingPartIsNamed()
    {
        fs::remove(part(3));
        const auto model = Checkpoint::open(part(1));
        QVERIFY(model && model->warnings().size() == 1);
        QVERIFY2(says(model->warnings()[0], {"model-00003-of-00003.gguf", "missing", m_folder.c_str()}),
                 model->warnings()[0].c_str());
        QCOMPARE(model->tensors().size(), std::size_t{1});
        fs::remove(part(1));
        const auto headless = Checkpoint::open(m_folder); // by its folder, from the first part that is there
        QVERIFY2(headless, headless ? "" : describe(headless.error()).c_str());
        QVERIFY(headless->config().is_null());
        QVERIFY2(says(headless->warnings()[0], {"model-00001-of-00003.gguf, model-00003-of-00003.gguf", "first part"}),
                 headless->warnings()[0].c_str());
    }

    void aBrokenPartIsAWarning()
    {
        fs::resize_file(part(3), 40);
        const auto model = Checkpoint::open(part(2));
        QVERIFY(model && model->warnings().size() == 1);
        QVERIFY2(says(model->warnings()[0], {"model-00003-of-00003.gguf", "its 40 bytes"}),
                 model->warnings()[0].c_str());
    }

    void aPartUnderAnotherNameSaysSo()
    {
        fs::rename(part(2), m_folder / "table.gguf");
        const auto model = Checkpoint::open(m_folder / "table.gguf");
        QVERIFY(model && model->warnings().size() == 1);
        QVERIFY2(says(model->warnings()[0], {"table.gguf", "part 2 of 3", "-00002-of-00003.gguf"}),
                 model->warnings()[0].c_str());
        QCOMPARE(model->tensors().size(), std::size_t{1});
    }

    void names()
    {
        const auto name = ggufPartName("a-b-00002-of-00012.gguf");
        QVERIFY(name && name->stem == "a-b" && name->number == 2 && name->count == 12);
        QCOMPARE(name->withNumber(10), std::string("a-b-00010-of-00012.gguf"));
        for (const char* other : {"model.gguf", "a-00000-of-00002.gguf", "a-00003-of-00002.gguf", "a-0001-of-0002.gguf",
                                  "-00001-of-00002.gguf", "a-00001-of-00002.bin", "a-00001-of-99999.gguf"})
            QVERIFY2(!ggufPartName(other), other);
    }

private:
    [[nodiscard]] fs::path part(int number) const
    {
        return m_folder / ("model-0000" + std::to_string(number) + "-of-00003.gguf");
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    fs::path m_folder;
};

QTEST_APPLESS_MAIN(TestGgufParts)
#include "tst_gguf_parts.moc"
