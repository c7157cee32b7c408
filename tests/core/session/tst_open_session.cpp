// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "core/session/open_session.h"
#include "tests/core/checkpoint/hub_test_cache.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <filesystem>

using namespace pescope;
using session::Found;
using session::SessionFile;
namespace fs = std::filesystem;

class TestOpenSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// work/talk.pescope with work/models/bert, work/table.npy (f16), and a what-if of the latter.
    void init()
    {
        m_temporary = std::make_unique<QTemporaryDir>();
        m_work = fs::path(m_temporary->path().toStdString()) / "work";
        fs::create_directories(m_work / "models");
        const fs::path data(PESCOPE_TEST_DATA);
        fs::copy(data / "inputs/H01-bert", m_work / "models/bert");
        fs::copy(data / "npy-npz/pos_f16.npy", m_work / "table.npy");
        SessionFile file;
        open(file, (m_work / "models/bert").string(), "ape");
        open(file, (m_work / "table.npy").string(), "");
        open(file, "whatif:shuffle=0:" + (m_work / "table.npy").string(), "");
        open(file, "learned:length=4,dim=2", "");
        session::add(file.session, session::DifferenceOrigin{1, 2});
        const auto saved = session::save(file, session());
        QVERIFY2(saved.has_value(), saved ? "" : describe(saved.error()).c_str());
    }

    void nothingToSayWhereAllIsAsItWas()
    {
        const auto opened = session::open(session());
        QVERIFY2(opened.has_value(), opened ? "" : describe(opened.error()).c_str());
        QCOMPARE(opened->findings.size(), std::size_t(0));
        QCOMPARE(opened->file.session.sources.size(), std::size_t(5));
    }

    void aMovedFolderIsFoundFromTheSession()
    {
        const fs::path moved = m_work.parent_path() / "moved 到";
        fs::rename(m_work, moved);
        const auto opened = session::open(moved / "talk.pescope");
        QVERIFY(opened.has_value());
        QCOMPARE(opened->findings.size(), std::size_t(3));
        for (const session::Finding& finding : opened->findings)
            QVERIFY(finding.found == Found::Elsewhere);
        QCOMPARE(spec(*opened, 0), (moved / "models/bert").string());
        QCOMPARE(spec(*opened, 2), "whatif:shuffle=0:" + (moved / "table.npy").string());
        QVERIFY(session::save(opened->file, moved / "talk.pescope").has_value());
        QVERIFY(session::open(moved / "talk.pescope")->findings.empty()); // recorded anew
    }

    void aFileBesideTheSessionIsTakenWhenItIsTheOne()
    {
        fs::rename(m_work / "models/bert", m_work / "bert");
        const auto opened = session::open(session());
        QCOMPARE(opened->findings.size(), std::size_t(1));
        QVERIFY(opened->findings[0].found == Found::Elsewhere);
        QCOMPARE(spec(*opened, 0), (m_work / "bert").string());
    }

    void aFileInAnotherFolderIsTakenWhenAsked()
    {
        fs::create_directories(m_work / "demo");
        fs::rename(m_work / "table.npy", m_work / "demo/table.npy");
        const auto opened = session::open(session(), {m_work / "demo"});
        QCOMPARE(opened->findings.size(), std::size_t(2));
        QCOMPARE(spec(*opened, 1), (m_work / "demo/table.npy").string());
    }

    /// The content decides, not the place: the recorded place holds another file, the right one lies beside.
    void theRecordedContentIsPreferred()
    {
        fs::create_directories(m_work / "sub");
        SessionFile file;
        fs::rename(m_work / "table.npy", m_work / "sub/table.npy");
        open(file, (m_work / "sub/table.npy").string(), "");
        QVERIFY(session::save(file, session()).has_value());
        fs::rename(m_work / "sub/table.npy", m_work / "table.npy");
        fs::copy(fs::path(PESCOPE_TEST_DATA) / "npy-npz/pos_f32.npy", m_work / "sub/table.npy");
        const auto opened = session::open(session());
        QCOMPARE(opened->findings.size(), std::size_t(1));
        QVERIFY(opened->findings[0].found == Found::Elsewhere);
        QCOMPARE(spec(*opened, 0), (m_work / "table.npy").string());
    }

    void anotherContentIsSaidWithBothHashes()
    {
        fs::copy(fs::path(PESCOPE_TEST_DATA) / "npy-npz/pos_f32.npy", m_work / "table.npy",
                 fs::copy_options::overwrite_existing);
        const auto opened = session::open(session());
        QCOMPARE(opened->findings.size(), std::size_t(2)); // the table and the what-if of it
        const session::Finding& finding = opened->findings[0];
        QVERIFY(finding.found == Found::Changed);
        QVERIFY(finding.recordedHash.starts_with("da044d53cd20"));
        QVERIFY(finding.foundHash.starts_with("aca93936b9c5"));
        const std::string text = session::describe(finding, opened->file.session);
        for (const char* part : {"B", "table.npy", "da044d53cd20", "aca93936b9c5"})
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
        QCOMPARE(spec(*opened, 1), (m_work / "table.npy").string());
    }

    void whatIsMissingCostsTheOthersNothing()
    {
        fs::remove(m_work / "table.npy");
        const auto opened = session::open(session());
        QVERIFY(opened.has_value());
        QCOMPARE(opened->findings.size(), std::size_t(2));
        QVERIFY(opened->findings[0].found == Found::Missing);
        QCOMPARE(opened->findings[0].source, 2);
        QCOMPARE(opened->findings[0].recordedPath, (m_work / "table.npy").string());
        QCOMPARE(opened->file.session.sources.size(), std::size_t(5));
        QVERIFY(opened->file.records.at(2).fingerprint.sha256.starts_with("da044d53cd20")); // not forgotten
    }

    void whatDoesNotOpenIsSaid()
    {
        fs::resize_file(m_work / "models/bert/model.safetensors", 100);
        const auto opened = session::open(session());
        QCOMPARE(opened->findings.size(), std::size_t(1));
        QVERIFY(opened->findings[0].found == Found::Unreadable);
        QVERIFY(opened->findings[0].error.has_value());
    }

    /// A model of the hub cache keeps its name; a branch that moved on, and a model that is gone, are said.
    void aModelOfTheHubCache()
    {
        const test::HubCache cache(m_work / "hub");
        const std::string first(40, '1');
        const std::string second(40, '2');
        const std::string weights = test::contentOf(m_work / "models/bert/model.safetensors");
        std::string other = weights;
        std::uint64_t header = 0;
        std::memcpy(&header, other.data(), sizeof header);
        for (std::size_t k = sizeof header + header; k < other.size(); k += 4)
            other[k] = static_cast<char>(other[k] ^ 1); // the last bit of every float32 behind the header
        cache.file("org--name", first, "model.safetensors", "a", weights);
        cache.file("org--name", second, "model.safetensors", "b", other);
        cache.ref("org--name", "main", first);
        const QByteArray before = qgetenv("HF_HUB_CACHE");
        qputenv("HF_HUB_CACHE", QByteArray::fromStdString(cache.root().string()));
        SessionFile file;
        open(file, "hf:org/name", "");
        open(file, "whatif:shuffle=0:hf:org/name", "");
        QVERIFY(session::save(file, session()).has_value());
        const auto same = session::open(session());
        cache.ref("org--name", "main", second);
        const auto moved = session::open(session());
        fs::remove_all(cache.model("org--name"));
        const auto gone = session::open(session());
        qputenv("HF_HUB_CACHE", before);
        QVERIFY(same && same->findings.empty());
        QCOMPARE(spec(*same, 0), std::string("hf:org/name"));
        QCOMPARE(spec(*same, 1), std::string("whatif:shuffle=0:hf:org/name"));
        QVERIFY(moved && moved->findings.size() == 2 && moved->findings[0].found == Found::Changed);
        QVERIFY(!moved->findings[0].foundHash.empty());
        QVERIFY(gone && gone->findings.size() == 2 && gone->findings[0].found == Found::Unreadable);
        QVERIFY(session::describe(gone->findings[0], gone->file.session).contains("hf:org/name"));
    }

    void relocateMovesAllUnderAFolder()
    {
        auto opened = session::open(session());
        session::Session& s = opened->file.session;
        QCOMPARE(session::relocate(s, m_work, "/new"), std::size_t(3));
        QCOMPARE(spec(*opened, 0), std::string("/new/models/bert"));
        QCOMPARE(spec(*opened, 2), std::string("whatif:shuffle=0:/new/table.npy"));
        QCOMPARE(session::relocate(s, "/new/table.npy", "/x/y.npy"), std::size_t(2));
        QCOMPARE(spec(*opened, 1), std::string("/x/y.npy"));
        QCOMPARE(session::relocate(s, "/ne", "/z"), std::size_t(0)); // no folder above
    }

    void aStoppedOpeningIsCancelled()
    {
        std::stop_source stop;
        stop.request_stop();
        const auto opened = session::open(session(), {}, JobContext(stop.get_token(), {}));
        QVERIFY(!opened && opened.error().code == ErrorCode::Cancelled);
    }

private:
    [[nodiscard]] fs::path session() const { return m_work / "talk.pescope"; }

    static std::string spec(const session::OpenedSession& opened, std::size_t index)
    {
        return std::get<session::OpenedOrigin>(opened.file.session.sources[index].origin).spec;
    }

    /// Adds a source as the window does: with the hash of what was read.
    static void open(SessionFile& file, const std::string& spec, const std::string& id)
    {
        const auto key = session::add(file.session, session::OpenedOrigin{spec, id});
        const auto source = encoding::resolve(session::withoutWhatIfs(spec));
        QVERIFY2(source.has_value(), source ? "" : describe(source.error()).c_str());
        const auto print = session::fingerprintOf(*source, id);
        QVERIFY(print.has_value());
        file.records[key].fingerprint = *print;
    }

    std::unique_ptr<QTemporaryDir> m_temporary;
    fs::path m_work;
};

QTEST_APPLESS_MAIN(TestOpenSession)
#include "tst_open_session.moc"
