// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/json_text.h"
#include "core/session/session_file.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

using namespace pescope;
using nlohmann::json;
using session::SessionFile;
namespace fs = std::filesystem;

namespace {

std::string bytesOf(const fs::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Every kind of source and of pane, and no view at its default.
SessionFile fullFile()
{
    SessionFile file;
    session::Session& s = file.session;
    encoding::SinusoidSpec spec;
    spec.dim = 64;
    spec.scale = 0.1 + 0.2; // has no short decimal form
    const auto a = session::add(s, session::SinusoidOrigin{spec}, "mine");
    encoding::SinusoidSpec free;
    free.freeOmega = {1, 1.0 / 3, 1e-300};
    free.dim = 6;
    const auto b = session::add(s, session::SinusoidOrigin{free}, "free ω");
    session::add(s, session::DifferenceOrigin{a, b});
    for (const char* open : {"/models/été/模型", "matrix:/maps/h.npy", "whatif:shuffle=0:whatif:without-first:/m/t.csv",
                             "learned:length=10,dim=4", "alibi:heads=4", "rotary:dim=8"})
        session::add(s, session::OpenedOrigin{open, "ape"});
    s.sources[3].lens = proximity::Lens::Asymmetry;
    s.sources[4].shown = session::Shown::Table;
    s.sources[4].columns = session::Columns::Variance;
    s.sources[5].metric = proximity::Metric::Cosine;
    s.sources[7].head = 3;
    s.options.limits = {{session::kSharedScale, {-0.5, 1.0 / 3}}, {a, {-1e22, 5e-324}}};
    s.options.layout = session::Layout::Grid;
    s.options.linked = false;
    file.records[4] = {.fingerprint = {.sha256 = std::string(64, 'a'), .kind = "absolute", .shape = {512, 384}},
                       .relative = {}};
    file.view.shared[0] = {.viewport = proximity::Viewport{0, 100.5, 1, 7}, .row = 3, .column = 9, .pinned = true};
    file.view.own[a] = {.viewport = proximity::Viewport{1, 2, 3, 4}, .row = {}, .column = {}, .pinned = false};
    file.view.mirrored = true;
    file.chart = "psi";
    file.figure = std::make_shared<const json>(json{{"width_mm", 84.5}, {"journal", "ACL"}});
    file.text = std::make_shared<const json>(json{{"model", "/m"}, {"texts", {"a", "模型"}}});
    return file;
}

std::string textOf(const SessionFile& file, const fs::path& target = "/s/x.pescope")
{
    const auto text = session::textOf(file, target);
    return text ? *text : describe(text.error());
}

} // namespace

class TestSessionFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        m_path = m_folder->path().toStdString() + "/a.pescope";
    }

    void savedLoadedSavedIsTheSameFile()
    {
        const SessionFile file = fullFile();
        QVERIFY(session::save(file, m_path).has_value());
        const std::string first = bytesOf(m_path);
        const auto loaded = session::load(m_path);
        QVERIFY2(loaded.has_value(), loaded ? "" : describe(loaded.error()).c_str());
        QVERIFY(loaded->session == file.session);
        QVERIFY(loaded->view == file.view);
        QCOMPARE(loaded->chart, file.chart);
        QVERIFY(loaded->records.at(4).fingerprint == file.records.at(4).fingerprint);
        QVERIFY(*loaded->figure == *file.figure);
        QVERIFY(*loaded->text == *file.text);
        QVERIFY(session::save(*loaded, m_path).has_value());
        QVERIFY(bytesOf(m_path) == first);
    }

    void pathsAreAbsoluteAndRelative()
    {
        SessionFile file;
        session::add(file.session, session::OpenedOrigin{"models/a.npy", ""});
        session::add(file.session, session::OpenedOrigin{"matrix:/s/maps/b.npy", ""});
        const json object = json::parse(textOf(file));
        QCOMPARE(object["sources"][0]["open"]["source"].get<std::string>(),
                 (fs::current_path() / "models/a.npy").string());
        QCOMPARE(object["sources"][1]["open"]["source"].get<std::string>(), std::string("matrix:/s/maps/b.npy"));
        QCOMPARE(object["sources"][1]["open"]["relative"].get<std::string>(), std::string("maps/b.npy"));
    }

    void aCrosshairThatFollowsTheMouseIsNotKept()
    {
        SessionFile hover = fullFile();
        const std::string before = textOf(hover);
        hover.view.shared[1] = {.viewport = {}, .row = 5, .column = 6, .pinned = false};
        QVERIFY(textOf(hover) == before);
    }

    void keysAreSortedAndNumbersShortest()
    {
        const auto text = session::canonicalText(
            json::parse(R"({"b":[1,2.5,-0.0],"a":{"z":0.1,"y":1e300},"c":[],"d":{},"e":[{"x":3.0}],"f":"模\n"})"));
        QCOMPARE(QString::fromStdString(*text), QString::fromUtf8(R"({
  "a": {
    "y": 1e+300,
    "z": 0.1
  },
  "b": [1, 2.5, -0.0],
  "c": [],
  "d": {},
  "e": [
    {
      "x": 3.0
    }
  ],
  "f": "模\n"
}
)"));
    }

    void unknownKeysComeBack()
    {
        json object = json::parse(textOf(fullFile()));
        object["newer"] = {{"a", json::array({1, 2})}};
        object["options"]["fog"] = 0.25;
        object["options"]["limits"][0]["unit"] = "nat";
        object["sources"][0]["colour"] = "red";
        object["sources"][0]["sinusoid"]["phase"] = 1;
        object["sources"][3]["open"]["revision"] = "main";
        object["view"]["tilt"] = 3;
        object["view"]["positions"]["grid"] = true;
        object["view"]["panes"][0]["frame"] = "thick";
        object["figure"]["new"] = 1;
        object["text"]["new"] = json{{"deep", nullptr}};
        const auto loaded = session::fromText(object.dump());
        QVERIFY2(loaded.has_value(), loaded ? "" : describe(loaded.error()).c_str());
        const json after = json::parse(textOf(*loaded));
        QVERIFY2(after == object, json::diff(object, after).dump().c_str());
    }

    void unknownKeysGoWithTheirSourceAndRaiseNothing()
    {
        json object = json::parse(textOf(fullFile()));
        object["sources"][0]["colour"] = "red";
        object["sources"][3]["open"]["revision"] = "main";
        auto loaded = session::fromText(object.dump());
        session::Session& s = loaded->session;
        session::Source& was = s.sources[3]; // opened, becomes a sinusoid
        was.origin = s.sources[0].origin;
        s.sources[5].metric.reset();
        session::remove(s, s.sources[0].key);
        const json after = json::parse(textOf(*loaded));
        QVERIFY(after.dump().find("\"red\"") == std::string::npos);
        QVERIFY(after.dump().find("revision") == std::string::npos);
        const auto again = session::fromText(after.dump());
        QVERIFY2(again.has_value(), again ? "" : describe(again.error()).c_str());
        QVERIFY(again->session == s);
    }

    void faultsAreNamed_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("named");
        QTest::newRow("empty") << QString() << "no JSON";
        QTest::newRow("cut") << QStringLiteral("{\"format\":\n \"pesc") << "line 2";
        QTest::newRow("other") << QStringLiteral("[1]") << "not an object";
        QTest::newRow("format") << QStringLiteral("{}") << "format";
        QTest::newRow("deep") << QString(200000, QLatin1Char('[')) << "no JSON";
        QTest::newRow("deep and whole") << QString(100, QLatin1Char('[')) + QString(100, QLatin1Char(']')) << "64";
        const QString head = QStringLiteral(R"({"format":"pescope-session","version":1,)");
        QTest::newRow("sources") << head + QStringLiteral(R"("sources":3})") << "sources";
        QTest::newRow("view") << head + QStringLiteral(R"("view":[]})") << "view";
        QTest::newRow("panes") << head + QStringLiteral(R"("view":{"panes":[{}]}})") << "panes";
        QTest::newRow("area") << head + QStringLiteral(R"("view":{"table":{"viewport":[1,1,0,2]}}})") << "area";
        QTest::newRow("edges") << head + QStringLiteral(R"("view":{"table":{"viewport":[1]}}})") << "4";
        QTest::newRow("hash") << head
                + QStringLiteral(R"("sources":[{"key":1,"open":{"source":"x","id":"","sha256":3}}]})")
                              << "sha256";
    }

    void faultsAreNamed()
    {
        QFETCH(QString, text);
        QFETCH(QString, named);
        const auto file = session::fromText(text.toStdString());
        QVERIFY(!file.has_value());
        QCOMPARE(file.error().code, ErrorCode::Format);
        QVERIFY2(QString::fromStdString(describe(file.error())).contains(named), describe(file.error()).c_str());
    }

    void everyCutIsRefused()
    {
        const std::string whole = textOf(fullFile());
        for (std::size_t n = 0; n + 1 < whole.size(); ++n)
            QVERIFY2(!session::fromText(whole.substr(0, n)), std::to_string(n).c_str());
    }

    void aNewerVersionIsRefusedWithWhatToDo()
    {
        json object = json::parse(textOf(fullFile()));
        object["version"] = 2;
        std::ofstream(m_path) << object.dump();
        const auto file = session::load(m_path);
        QVERIFY(!file.has_value());
        QCOMPARE(file.error().code, ErrorCode::Unsupported);
        const std::string text = describe(file.error());
        for (const char* part : {"a.pescope", "version 2", "up to 1", "newer PEScope"})
            QVERIFY2(text.find(part) != std::string::npos, text.c_str());
    }

    void oddNames()
    {
        const std::string longest = std::string(255 - 8, 'x') + ".pescope";
        for (const std::string& name : {std::string("中文 模型.pescope"), std::string(" a b\n'\".pescope"), longest}) {
            const fs::path path = fs::path(m_folder->path().toStdString()) / name;
            const auto saved = session::save(fullFile(), path);
            QVERIFY2(saved.has_value(), saved ? "" : describe(saved.error()).c_str());
            const auto loaded = session::load(path);
            QVERIFY(loaded && loaded->session == fullFile().session);
        }
        QVERIFY(session::isSessionName("/a/Talk.PESCOPE"));
        QVERIFY(!session::isSessionName(".pescope"));
        const auto tooLong = session::save(fullFile(), fs::path(m_folder->path().toStdString()) / ("x" + longest));
        QVERIFY(!tooLong && tooLong.error().code == ErrorCode::Io);
        QVERIFY(!session::load(m_folder->path().toStdString()));
    }

    void namesThatAreNoTextAreRefused()
    {
        SessionFile file;
        session::add(file.session, session::OpenedOrigin{"/m/\xff.npy", ""}, "x");
        const auto text = session::textOf(file, m_path);
        QVERIFY(!text.has_value());
        QVERIFY2(text.error().message.find("/m/\xEF\xBF\xBD.npy") != std::string::npos, text.error().message.c_str());
    }

    void nothingIsLostWhereNothingCanBeWritten()
    {
        QVERIFY(session::save(fullFile(), m_path).has_value());
        const std::string before = bytesOf(m_path);
        SessionFile longer = fullFile();
        for (int k = 0; k < 100; ++k)
            session::add(longer.session, session::OpenedOrigin{"/some/where", ""});

        // a disk that is full: no file may grow beyond 4 KiB
        rlimit limit{};
        QCOMPARE(::getrlimit(RLIMIT_FSIZE, &limit), 0);
        const rlimit small{4096, limit.rlim_max};
        std::signal(SIGXFSZ, SIG_IGN);
        ::setrlimit(RLIMIT_FSIZE, &small);
        const auto full = session::save(longer, m_path);
        ::setrlimit(RLIMIT_FSIZE, &limit);
        QVERIFY(!full.has_value());
        QCOMPARE(full.error().code, ErrorCode::Io);
        QVERIFY2(full.error().message.find(m_path) != std::string::npos, full.error().message.c_str());
        QVERIFY(bytesOf(m_path) == before);
        QCOMPARE(std::distance(fs::directory_iterator(m_folder->path().toStdString()), fs::directory_iterator()),
                 std::ptrdiff_t(1));

        // a folder that takes no files, whoever asks
        const auto nowhere = session::save(fullFile(), "/proc/self/x.pescope");
        QVERIFY(!nowhere && nowhere.error().code == ErrorCode::Io);
        QVERIFY(!nowhere.error().hint.empty());
        if (::geteuid() != 0) {
            fs::permissions(m_folder->path().toStdString(), fs::perms::owner_read | fs::perms::owner_exec);
            QVERIFY(!session::save(fullFile(), m_path));
            fs::permissions(m_folder->path().toStdString(), fs::perms::owner_all);
            QVERIFY(bytesOf(m_path) == before);
        }
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::string m_path;
};

QTEST_APPLESS_MAIN(TestSessionFile)
#include "tst_session_file.moc"
