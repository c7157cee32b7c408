// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/checkpoint.h"

#include "test_files.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;

namespace {

const std::string kPickle = "\x80\x02}q\x01.";

std::string index(const std::string& map)
{
    return "{\"metadata\":{\"total_size\":48},\"weight_map\":{" + map + "}}";
}

std::string all(const std::vector<std::string>& warnings)
{
    std::string text;
    for (const std::string& warning : warnings)
        text += warning + "\n";
    return text;
}

} // namespace

class TestModelFolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_folder = fs::path(m_dir->path().toStdString()) / "modèle 位置 #1";
        fs::create_directory(m_folder);
    }

    void theCompleteFileComesFirst()
    {
        put("model.safetensors", test::smallSafetensors("a"));
        put("pytorch_model.bin", kPickle);
        put("config.json", R"({"model_type":"bert"})");
        const auto model = Checkpoint::open(m_folder);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(model->path(), m_folder);
        QCOMPARE(model->weightFile(), m_folder / "model.safetensors");
        QCOMPARE(std::string(model->format()), std::string("safetensors"));
        QCOMPARE(model->tensors().at(0).name, std::string("a"));
        QCOMPARE(model->read(0)->bytes.size(), std::size_t{24});
        QCOMPARE(model->config()["model_type"].get<std::string>(), std::string("bert"));
        QVERIFY(model->warnings().empty());
    }

    void aStaleIndexBesideItIsAWarning()
    {
        put("model.safetensors", test::smallSafetensors("a"));
        put("model.safetensors.index.json",
            index(R"("a":"model-00001-of-00002.safetensors","b":"model-00002-of-00002.safetensors")"));
        const auto stale = Checkpoint::open(m_folder);
        QCOMPARE(stale->weightFile(), m_folder / "model.safetensors");
        QCOMPARE(stale->warnings().size(), std::size_t{1});
        QVERIFY(stale->warnings()[0].contains("model.safetensors.index.json"));
        put("model.safetensors.index.json", index(R"("a":"model.safetensors")"));
        QVERIFY(Checkpoint::open(m_folder)->warnings().empty());
    }

    void shardsFollowTheIndex()
    {
        put("s1.safetensors", test::smallSafetensors("a", 3));
        put("s2.safetensors", test::smallSafetensors("b", 4));
        put("model.safetensors.index.json", index(R"("b":"s2.safetensors","a":"s1.safetensors")"));
        put("config.json", "{}");
        for (const fs::path& path : {m_folder, m_folder / "model.safetensors.index.json"}) {
            const auto model = Checkpoint::open(path);
            QVERIFY2(model, model ? "" : describe(model.error()).c_str());
            QCOMPARE(model->weightFile(), m_folder / "model.safetensors.index.json");
            QCOMPARE(std::string(model->format()), std::string("safetensors"));
            QCOMPARE(model->tensors().size(), std::size_t{2});
            const std::size_t b = indexOf(*model, "b");
            QCOMPARE(model->tensors()[b].file, m_folder / "s2.safetensors");
            QCOMPARE(model->tensors()[b].shape, (std::vector<std::int64_t>{4, 2}));
            QCOMPARE(model->read(b)->bytes.size(), std::size_t{32});
            QVERIFY(model->config().is_object());
            QVERIFY(model->warnings().empty());
        }
    }

    void aMissingShardIsAWarningUntilItIsAskedFor()
    {
        put("s1.safetensors", test::smallSafetensors("a"));
        put("model.safetensors.index.json", index(R"("a":"s1.safetensors","b":"s2.safetensors","c":"s2.safetensors")"));
        const auto model = Checkpoint::open(m_folder);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(model->tensors().size(), std::size_t{3});
        QVERIFY(model->read(indexOf(*model, "a")));
        const std::size_t b = indexOf(*model, "b");
        QVERIFY(model->tensors()[b].isMissing && !model->tensors()[b].readable);
        const std::string why = describe(model->read(b).error());
        QVERIFY2(why.contains("s2.safetensors") && why.contains("missing") && why.contains("`b`"), why.c_str());
        QCOMPARE(model->warnings().size(), std::size_t{1});
        QVERIFY(model->warnings()[0].contains("s2.safetensors") && model->warnings()[0].contains("2 tensors"));
    }

    void aBrokenShardIsLikeAMissingOne()
    {
        put("s1.safetensors", test::smallSafetensors("a"));
        put("s2.safetensors", "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 4404\n");
        put("model.safetensors.index.json", index(R"("a":"s1.safetensors","b":"s2.safetensors")"));
        const auto model = Checkpoint::open(m_folder);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QVERIFY(model->warnings().at(0).contains("Git LFS"));
        QVERIFY(describe(model->read(indexOf(*model, "b")).error()).contains("Git LFS"));
    }

    void withoutAnyShardThereIsNoModel()
    {
        put("model.safetensors.index.json", index(R"("a":"s1.safetensors")"));
        const auto model = Checkpoint::open(m_folder);
        QVERIFY(!model);
        QVERIFY(describe(model.error()).contains("s1.safetensors"));
    }

    void theIndexDecidesBetweenShardsThatShareAName()
    {
        put("s1.safetensors", test::smallSafetensors("a", 3));
        put("s2.safetensors", test::smallSafetensors("a", 5));
        put("model.safetensors.index.json", index(R"("a":"s2.safetensors","x":"s1.safetensors")"));
        const auto model = Checkpoint::open(m_folder);
        QCOMPARE(model->tensors().size(), std::size_t{1});
        QCOMPARE(model->tensors()[0].shape[0], std::int64_t{5});
        QVERIFY2(all(model->warnings()).contains("`x`"), all(model->warnings()).c_str());
    }

    void badIndexesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* title, const std::string& text, const char* message) {
            QTest::newRow(title) << QByteArray::fromStdString(text) << QByteArray(message);
        };
        row("parent folder", index(R"("a":"../outside/secret.safetensors")"),
            "\"../outside/secret.safetensors\"|not allowed|`a`");
        row("absolute", index(R"("a":"/etc/passwd")"), "\"/etc/passwd\"|not allowed");
        row("sub-folder", index(R"("a":"sub/x.safetensors")"), "\"sub/x.safetensors\"|not allowed");
        row("backslash", index(R"("a":"..\\x.safetensors")"), "not allowed");
        row("the folder itself", index(R"("a":"..")"), "\"..\"|not allowed");
        row("empty name", index(R"("a":"")"), "not allowed");
        row("escaped slash", index(R"("a":"..\u002fx")"), "\"../x\"|not allowed");
        row("tensor twice", index(R"("a":"s1.safetensors","a":"s2.safetensors")"), "`a`|twice");
        row("no map", R"({"metadata":{}})", "weight_map");
        row("empty map", R"({"weight_map":{}})", "weight_map");
        row("map is a list", R"({"weight_map":["s1.safetensors"]})", "weight_map");
        row("map is a text", R"({"weight_map":"s1.safetensors"})", "weight_map");
        row("number as file", R"({"weight_map":{"a":1}})", "1");
        row("not JSON", "{", "not valid JSON");
        row("deep", "{\"metadata\":" + std::string(100'000, '['), "nested");
    }

    void badIndexesAreRefused()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, message);
        put("s1.safetensors", test::smallSafetensors("a"));
        put("s2.safetensors", test::smallSafetensors("a"));
        put("sub/x.safetensors", test::smallSafetensors("a"));
        put("../outside/secret.safetensors", test::smallSafetensors("a"));
        put("model.safetensors.index.json", text.toStdString());
        const auto model = Checkpoint::open(m_folder);
        QVERIFY(!model);
        const std::string why = describe(model.error());
        for (const QByteArray& part : message.split('|'))
            QVERIFY2(why.contains(part.toStdString()), why.c_str());
        QVERIFY(why.contains("model.safetensors.index.json"));
    }

    void aBrokenFileGivesWayToItsIndex()
    {
        put("model.safetensors", test::smallSafetensors("a").substr(0, 80));
        QVERIFY(describe(Checkpoint::open(m_folder).error()).contains("model.safetensors"));
        put("s1.safetensors", test::smallSafetensors("a"));
        put("model.safetensors.index.json", index(R"("a":"s1.safetensors")"));
        const auto model = Checkpoint::open(m_folder);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(model->weightFile(), m_folder / "model.safetensors.index.json");
        QVERIFY(model->warnings().at(0).starts_with("model.safetensors is passed over"));
    }

    void theReasonOfTheFirstChoiceIsGiven()
    {
        put("model.safetensors", "");
        put("pytorch_model.bin", kPickle);
        const std::string why = describe(Checkpoint::open(m_folder).error());
        QVERIFY2(why.contains("model.safetensors") && why.contains("0 bytes"), why.c_str());
    }

    void theOnlyFileOfAnotherKindIsTaken()
    {
        put("table.npy", test::npy(test::npyDict("<f4", "(1, 2)"), test::floats({1, 2})));
        put("config.json", R"({"model_type":"x"})");
        put("training_args.bin", kPickle);
        put("optimizer.pt", kPickle);
        put("notes.txt", "1,2");
        const auto model = Checkpoint::open(m_folder);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(std::string(model->format()), std::string("npy"));
        QCOMPARE(model->config()["model_type"].get<std::string>(), std::string("x"));
    }

    void arraysBesideTheModelAreLeftOut()
    {
        put("expected.npy", test::npy(test::npyDict("<f4", "()"), test::floats({1})));
        put("weights.safetensors", test::smallSafetensors("a"));
        const auto model = Checkpoint::open(m_folder);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(model->weightFile(), m_folder / "weights.safetensors");
        QVERIFY(model->warnings().at(0).contains("expected.npy"));
        put("other.safetensors", test::smallSafetensors("a"));
        QVERIFY(describe(Checkpoint::open(m_folder).error()).contains("3 weight files"));
    }

    void aTensorflowCheckpointIsNamed()
    {
        put("bert_model.ckpt.index", "x");
        put("bert_model.ckpt.data-00000-of-00001", "x");
        const std::string why = describe(Checkpoint::open(m_folder).error());
        QVERIFY2(why.contains("TensorFlow checkpoint") && why.contains("from_tf"), why.c_str());
    }

    void severalFilesOfOtherKindsAreNamed()
    {
        put("b.npy", test::npy(test::npyDict("<f4", "()"), test::floats({1})));
        put("a.csv", "1,2\n");
        const auto model = Checkpoint::open(m_folder);
        QVERIFY(model.error().code == ErrorCode::Io);
        QVERIFY2(describe(model.error()).contains("2 weight files: a.csv, b.npy"), describe(model.error()).c_str());
    }

    void shardsWithoutTheirIndexAreExplained()
    {
        put("model-00001-of-00002.safetensors", test::smallSafetensors("a"));
        put("model-00002-of-00002.safetensors", test::smallSafetensors("b"));
        QVERIFY(describe(Checkpoint::open(m_folder).error()).contains("model.safetensors.index.json"));
    }

    void aFolderWithoutWeightsSaysWhatItHolds()
    {
        QVERIFY(describe(Checkpoint::open(m_folder).error()).contains("nothing"));
        put("config.json", "{}");
        put("1_Pooling/config.json", "{}");
        const auto model = Checkpoint::open(m_folder);
        QVERIFY(model.error().code == ErrorCode::Io);
        QVERIFY2(describe(model.error()).contains("1_Pooling/, config.json"), describe(model.error()).c_str());
        for (int i = 0; i < 20; ++i)
            put("file" + std::to_string(i), "x");
        QVERIFY(describe(Checkpoint::open(m_folder).error()).contains("and 12 more"));
        QVERIFY(Checkpoint::open(m_folder / "missing").error().code == ErrorCode::Io);
    }

    void linksAreFollowedAsInAHubCache()
    {
        put("blobs/0a1b", test::smallSafetensors("a"));
        put("blobs/2c3d", R"({"model_type":"bert"})");
        put("blobs/4e5f", test::smallSafetensors("b"));
        fs::create_directories(m_folder / "snapshots/rev");
        fs::create_symlink("../../blobs/0a1b", m_folder / "snapshots/rev/model.safetensors");
        fs::create_symlink("../../blobs/2c3d", m_folder / "snapshots/rev/config.json");
        for (const char* path : {"snapshots/rev", "snapshots/rev/model.safetensors"}) {
            const auto model = Checkpoint::open(m_folder / path);
            QVERIFY2(model, model ? "" : describe(model.error()).c_str());
            QCOMPARE(model->config()["model_type"].get<std::string>(), std::string("bert"));
        }
        fs::rename(m_folder / "snapshots/rev/model.safetensors", m_folder / "snapshots/rev/s1.safetensors");
        fs::create_symlink("../../blobs/4e5f", m_folder / "snapshots/rev/s2.safetensors");
        put("snapshots/rev/model.safetensors.index.json", index(R"("a":"s1.safetensors","b":"s2.safetensors")"));
        QCOMPARE(Checkpoint::open(m_folder / "snapshots/rev")->tensors().size(), std::size_t{2});
    }

    void aLinkToNothingIsSaidToBeOne()
    {
        fs::create_symlink("../blobs/gone", m_folder / "model.safetensors");
        const std::string why = describe(Checkpoint::open(m_folder).error());
        QVERIFY2(why.contains("model.safetensors") && why.contains("link"), why.c_str());
    }

    void theConfigBesideASingleFileIsTakenForModelsOnly()
    {
        put("model.safetensors", test::smallSafetensors("a"));
        put("a.csv", "1,2\n");
        put("config.json", R"({"model_type":"bert"})");
        QVERIFY(Checkpoint::open(m_folder / "model.safetensors")->config().is_object());
        QVERIFY(Checkpoint::open(m_folder / "a.csv")->config().is_null());
    }

    void configsAsPeopleWriteThem_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("BOM and CRLF") << QByteArray("\xEF\xBB\xBF{\r\n \"n\": 1\r\n}\r\n");
        QTest::newRow("comments") << QByteArray("{ // don't \"n\": 2\n /* \"n\": 3 */ \"n\": 1 }");
        QTest::newRow("numbers of Python")
            << QByteArray("{\"limit\": [0.0, Infinity, -Infinity], \"x\": NaN, \"n\": 1}");
        QTest::newRow("such words in a text") << QByteArray("{\"s\": \"NaN \\\" Infinity // [[\", \"n\": 1}");
        QTest::newRow("huge number") << QByteArray("{\"v\": 1000000000000000019884624838656, \"n\": 1}");
        QTest::newRow("a key twice") << QByteArray("{\"n\": 2, \"n\": 1}");
    }

    void configsAsPeopleWriteThem()
    {
        QFETCH(QByteArray, text);
        put("model.safetensors", test::smallSafetensors("a"));
        put("config.json", text.toStdString());
        const auto model = Checkpoint::open(m_folder);
        QVERIFY2(model->warnings().empty(), all(model->warnings()).c_str());
        QCOMPARE(model->config()["n"].get<int>(), 1);
        if (model->config().contains("v"))
            QCOMPARE(model->config()["v"].get<double>(), 1e30);
        if (model->config().contains("s"))
            QCOMPARE(model->config()["s"].get<std::string>(), std::string("NaN \" Infinity // [["));
        if (model->config().contains("x"))
            QVERIFY(model->config()["x"].is_null() && model->config()["limit"][1].is_null());
    }

    void aBrokenConfigIsOneWarning_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");
        QTest::newRow("cut") << QByteArray("{\n\"n\": ") << QByteArray("line 2");
        QTest::newRow("empty") << QByteArray("") << QByteArray("parse error");
        QTest::newRow("list") << QByteArray("[1]") << QByteArray("array");
        QTest::newRow("deep") << QByteArray(100'000, '[') << QByteArray("nested");
        QTest::newRow("LFS") << QByteArray("version https://git-lfs.github.com/spec/v1\n") << QByteArray("line 1");
    }

    void aBrokenConfigIsOneWarning()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, message);
        put("model.safetensors", test::smallSafetensors("a"));
        put("config.json", text.toStdString());
        const auto model = Checkpoint::open(m_folder);
        QVERIFY(model && model->config().is_null());
        QCOMPARE(model->warnings().size(), std::size_t{1});
        QVERIFY2(model->warnings()[0].contains("config.json") && model->warnings()[0].contains(message.toStdString()),
                 model->warnings()[0].c_str());
        fs::remove(m_folder / "config.json");
        fs::create_directory(m_folder / "config.json");
        QCOMPARE(Checkpoint::open(m_folder)->warnings().size(), std::size_t{1});
    }

    void copiesShareTheOpenFile()
    {
        put("model.safetensors", test::smallSafetensors("a"));
        std::optional<Checkpoint> copy;
        {
            const auto model = Checkpoint::open(m_folder);
            copy = *model;
        }
        fs::remove(m_folder / "model.safetensors");
        QCOMPARE(copy->read(0)->bytes.size(), std::size_t{24});
    }

private:
    void put(const std::string& name, const std::string& bytes) const { test::writeFile(m_folder / name, bytes); }

    static std::size_t indexOf(const Checkpoint& model, const std::string& name)
    {
        const auto& tensors = model.tensors();
        return static_cast<std::size_t>(std::ranges::find(tensors, name, &TensorInfo::name) - tensors.begin());
    }

    std::unique_ptr<QTemporaryDir> m_dir;
    fs::path m_folder;
};

QTEST_APPLESS_MAIN(TestModelFolder)
#include "tst_model_folder.moc"
