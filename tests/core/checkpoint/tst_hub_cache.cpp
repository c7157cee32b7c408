// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/hub_cache.h"

#include "hub_test_cache.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;

namespace {

const std::string kFirst = "86b5e0934494bd15c9632b12f734a8a67f723594";
const std::string kSecond = "86b5ffff4494bd15c9632b12f734a8a67f723594";
const std::string kThird = "1234567890abcdef1234567890abcdef12345678";

bool says(const std::string& text, std::initializer_list<const char*> words)
{
    return std::ranges::all_of(words, [&](const char* word) { return text.contains(word); });
}

/// Variables as they were, whatever a test does to them.
class Environment {
public:
    Environment()
    {
        for (const char* name : {"HF_HUB_CACHE", "HUGGINGFACE_HUB_CACHE", "HF_HOME", "XDG_CACHE_HOME", "HOME"}) {
            m_before.emplace_back(name, qgetenv(name), qEnvironmentVariableIsSet(name));
            qunsetenv(name);
        }
    }
    ~Environment()
    {
        for (const auto& [name, value, wasSet] : m_before)
            wasSet ? qputenv(name, value) : qunsetenv(name);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    std::vector<std::tuple<const char*, QByteArray, bool>> m_before;
};

} // namespace

class TestHubCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        const test::HubCache cache(fs::path(m_dir->path().toStdString()) / "hub");
        cache.file("org--name", kFirst, "model.safetensors", "aa", test::smallSafetensors("wpe.weight", 3));
        cache.file("org--name", kFirst, "config.json", "bb", R"({"model_type": "gpt2"})");
        cache.file("org--name", kSecond, "model.safetensors", "cc", test::smallSafetensors("wpe.weight", 5));
        cache.file("org--name", kSecond, "config.json", "bb", R"({"model_type": "gpt2"})");
        cache.file("org--name", kThird, "config.json", "bb", R"({"model_type": "gpt2"})");
        cache.ref("org--name", "main", kFirst + "\n");
        cache.ref("org--name", "v1.0", kSecond);
        cache.ref("org--name", "refs-like/branch", kSecond);
        cache.file("early", kThird, "model.safetensors.index.json", "dd",
                   R"({"weight_map": {"wpe.weight": "model-1.safetensors", "b": "model-2.safetensors"}})");
        cache.file("early", kThird, "model-1.safetensors", "ee", test::smallSafetensors("wpe.weight", 4));
        cache.file("early", kThird, "model-2.safetensors", "ff", nullptr);
        cache.ref("early", "main", kThird);
        fs::create_directories(cache.root() / "datasets--org--name" / "snapshots" / kFirst);
        fs::create_directories(cache.root() / ".locks" / "models--org--name");
        m_root = cache.root();
    }

    void revisions_data()
    {
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QString>("commit");
        const auto row = [](const char* revision, const std::string& commit) {
            QTest::newRow(revision) << QString::fromLatin1(revision) << QString::fromStdString(commit);
        };
        row("", kFirst);
        row("main", kFirst);
        row("v1.0", kSecond);
        row("refs-like/branch", kSecond);
        row("86b5e", kFirst);
        row("86b5f", kSecond);
        row(kThird.c_str(), kThird);
    }

    void revisions()
    {
        QFETCH(QString, revision);
        QFETCH(QString, commit);
        const auto folder = hubFolder("org/name", revision.toStdString(), m_root);
        QVERIFY2(folder, folder ? "" : describe(folder.error()).c_str());
        QCOMPARE(folder->string(), (m_root / "models--org--name" / "snapshots" / commit.toStdString()).string());
    }

    void errorsSayWhatIsThere_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("revision");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* tag, const char* name, const char* revision,
                            std::initializer_list<const char*> words) {
            QStringList list;
            for (const char* word : words)
                list << QString::fromLatin1(word);
            QTest::newRow(tag) << QString::fromLatin1(name) << QString::fromLatin1(revision) << list;
        };
        row("other organisation", "google/name", "", {"models--google--name", "nearest of the 2 models", "org/name"});
        row("letter case", "Early", "", {"models--Early", "nearest", "early"});
        row("no such revision", "org/name", "v2.0", {"models--org--name", "v2.0", "main (86b5e09)", "v1.0", "1234567"});
        row("ambiguous", "org/name", "86b5", {"2 commits", kFirst.c_str(), kSecond.c_str()});
        row("too short", "org/name", "86b", {"no revision"});
        row("leaves the cache", "../org/name", "", {"no name of a model"});
        row("dots", "org/..", "", {"no name of a model"});
        row("three parts", "a/b/c", "", {"no name of a model"});
        row("empty", "", "", {"no name of a model", "pescope inspect hf:"});
    }

    void errorsSayWhatIsThere()
    {
        QFETCH(QString, name);
        QFETCH(QString, revision);
        QFETCH(QStringList, words);
        const auto folder = hubFolder(name.toStdString(), revision.toStdString(), m_root);
        QVERIFY(!folder);
        const std::string text = describe(folder.error());
        for (const QString& word : words)
            QVERIFY2(text.contains(word.toStdString()), text.c_str());
    }

    void aRefToNothingAndNoCache()
    {
        const test::HubCache cache(m_root);
        cache.ref("org--name", "gone", "ffffffff4494bd15c9632b12f734a8a67f723594");
        const auto gone = hubFolder("org/name", "gone", m_root);
        QVERIFY(!gone && says(describe(gone.error()), {"gone", "ffffffff", "no files", "main (86b5e09)"}));
        // a ref is a commit, never a way out of the folder
        cache.ref("org--name", "out", "../../../elsewhere");
        fs::create_directories(m_root / "elsewhere");
        QVERIFY(!hubFolder("org/name", "out", m_root));
        const auto none = hubFolder("org/name", "", m_root / "nowhere");
        QVERIFY(!none && says(describe(none.error()), {"nowhere", "never downloads", "HF_HUB_CACHE"}));
        QVERIFY(!cachedModels(m_root / "nowhere"));
    }

    void theRootFollowsTheEnvironment()
    {
        const Environment kept;
        qputenv("HOME", "/home/someone");
        QCOMPARE(hubCacheRoot().string(), std::string("/home/someone/.cache/huggingface/hub"));
        qputenv("XDG_CACHE_HOME", "/xdg");
        QCOMPARE(hubCacheRoot().string(), std::string("/xdg/huggingface/hub"));
        qputenv("HF_HOME", "~/hf");
        QCOMPARE(hubCacheRoot().string(), std::string("/home/someone/hf/hub"));
        qputenv("HF_HUB_CACHE", "");
        QCOMPARE(hubCacheRoot().string(), std::string("/home/someone/hf/hub"));
        qputenv("HF_HUB_CACHE", "/cache");
        QCOMPARE(hubCacheRoot().string(), std::string("/cache"));
    }

    void aHubNameOpensAsItsFolder()
    {
        const Environment kept;
        qputenv("HF_HUB_CACHE", QByteArray::fromStdString(m_root.string()));
        const auto first = Checkpoint::open("hf:org/name");
        QVERIFY2(first, first ? "" : describe(first.error()).c_str());
        QVERIFY(first->config().at("model_type") == "gpt2");
        QVERIFY((first->tensors().at(0).shape == std::vector<std::int64_t>{3, 2}));
        const auto tagged = Checkpoint::open("hf:org/name@v1.0");
        QVERIFY(tagged && (tagged->tensors().at(0).shape == std::vector<std::int64_t>{5, 2}));
        const auto missing = Checkpoint::open("hf:org/nam");
        QVERIFY(!missing && says(describe(missing.error()), {"hf:org/nam", "nearest", "org/name"}));
    }

    void aMissingBlobIsAnIncompleteDownload()
    {
        const Environment kept;
        qputenv("HF_HUB_CACHE", QByteArray::fromStdString(m_root.string()));
        const auto sharded = Checkpoint::open("hf:early"); // the shard with the table is there
        QVERIFY2(sharded, sharded ? "" : describe(sharded.error()).c_str());
        QCOMPARE(sharded->warnings().size(), std::size_t{1});
        QVERIFY2(says(sharded->warnings().front(), {"model-2.safetensors", "incomplete", "blobs/ff"}),
                 sharded->warnings().front().c_str());
        const fs::path blobs = m_root / "models--org--name" / "blobs";
        fs::rename(blobs / "aa", blobs / "aa.incomplete");
        fs::remove(blobs / "bb");
        const auto broken = Checkpoint::open("hf:org/name");
        QVERIFY(!broken);
        const std::string partial = std::to_string(fs::file_size(blobs / "aa.incomplete")) + " bytes";
        QVERIFY2(says(describe(broken.error()), {"model.safetensors", "incomplete", "blobs/aa", partial.c_str()}),
                 describe(broken.error()).c_str());
        const auto config = Checkpoint::open("hf:org/name@v1.0"); // its weights are there, its config is not
        QVERIFY(config && config->warnings().size() == 1);
        QVERIFY2(says(config->warnings().front(), {"config.json", "incomplete"}), config->warnings().front().c_str());
    }

    void theListNamesWhatIsThere()
    {
        const auto models = cachedModels(m_root);
        QVERIFY(models);
        QCOMPARE(models->size(), std::size_t{2});
        using State = WeightsThere::State;
        const CachedModel& early = (*models)[0];
        QCOMPARE(early.name, std::string("early"));
        QCOMPARE(early.revisions.size(), std::size_t{1});
        QVERIFY(early.revisions[0].weights.state == State::Incomplete);
        QCOMPARE(early.revisions[0].weights.missing, std::string("model-2.safetensors"));
        QCOMPARE(early.source(early.revisions[0]), std::string("hf:early"));

        const CachedModel& model = (*models)[1];
        const auto small = [](int rows) { return test::smallSafetensors("wpe.weight", rows).size(); };
        const std::size_t config = std::string(R"({"model_type": "gpt2"})").size();
        QCOMPARE(model.name, std::string("org/name"));
        QCOMPARE(model.bytes, std::uint64_t{small(3) + small(5) + config}); // the config once
        QCOMPARE(model.revisions.size(), std::size_t{3});
        QCOMPARE(model.revisions[0].commit, kFirst);
        QCOMPARE(model.revisions[0].bytes, std::uint64_t{small(3) + config});
        QVERIFY(model.revisions[0].weights.state == State::Complete);
        QVERIFY((model.revisions[1].names == std::vector<std::string>{"refs-like/branch", "v1.0"}));
        QVERIFY(model.revisions[2].weights.state == State::None);
        QCOMPARE(model.source(model.revisions[0]), std::string("hf:org/name"));
        QCOMPARE(model.source(model.revisions[1]), std::string("hf:org/name@refs-like/branch"));
        QCOMPARE(model.source(model.revisions[2]), std::string("hf:org/name@1234567"));
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    fs::path m_root;
};

QTEST_APPLESS_MAIN(TestHubCache)
#include "tst_hub_cache.moc"
