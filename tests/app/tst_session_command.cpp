// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "core/session/session_file.h"

#include "program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace pescope;
using namespace Qt::StringLiterals;
using program::Run;
using session::SessionFile;
namespace fs = std::filesystem;

namespace {

QByteArray bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestSessionCommand : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A a sinusoid, B the position table of a tiny BERT through the lens of asymmetry, C = A − B of cosines, D a bias.
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        const fs::path folder(m_folder->path().toStdString());
        fs::copy(fs::path(PESCOPE_TEST_DATA) / "inputs/H01-bert", folder / "bert");
        SessionFile file;
        session::Session& s = file.session;
        encoding::SinusoidSpec spec;
        spec.dim = 8;
        spec.length = 16;
        spec.scale = 0.5;
        const auto a = session::add(s, session::SinusoidOrigin{spec}, "half");
        const auto b = session::add(s, session::OpenedOrigin{(folder / "bert").string(), "ape"}, "learned");
        session::add(s, session::DifferenceOrigin{a, b});
        session::add(s, session::OpenedOrigin{"alibi:heads=4,length=16", ""}, "slopes");
        session::find(s, b)->lens = proximity::Lens::Asymmetry;
        session::find(s, 4)->head = 2;
        s.options.metric = proximity::Metric::Cosine;
        s.options.colormap = "viridis";
        s.options.layout = session::Layout::Grid;
        s.options.limits[session::kSharedScale] = {-0.25, 0.75};
        const auto source = encoding::resolve((folder / "bert").string());
        file.records[b].fingerprint = *session::fingerprintOf(*source, "ape");
        m_session = m_folder->filePath(QStringLiteral("谈话 1.pescope"));
        QVERIFY(session::save(file, m_session.toStdString()).has_value());
    }

    void inspectListsTheSourcesByLetter()
    {
        const Run run = program::start({u"inspect"_s, m_session, u"--json"_s});
        QCOMPARE(run.status, 0);
        const auto json = run.parsed();
        QCOMPARE(json["container"].get<std::string>(), std::string("session"));
        QCOMPARE(json["encodings"].size(), std::size_t(3));
        QCOMPARE(json["encodings"][0]["id"].get<std::string>(), std::string("A"));
        QCOMPARE(json["encodings"][1]["id"].get<std::string>(), std::string("B"));
        QCOMPARE(json["encodings"][1]["kind"].get<std::string>(), std::string("absolute"));
        QCOMPARE(json["encodings"][2]["id"].get<std::string>(), std::string("D"));
        QVERIFY2(run.err.contains("A − B"), run.err); // C is named all the same
        const Run one = program::start({u"inspect"_s, m_session + u"#d"_s, u"--json"_s});
        QCOMPARE(one.parsed()["encodings"].size(), std::size_t(1));
    }

    /// What a session says equals the same said by hand.
    void dataTakesSourceMetricAndOmega()
    {
        const QString byLetter = m_folder->filePath(QStringLiteral("a.npy"));
        const QString byHand = m_folder->filePath(QStringLiteral("b.npy"));
        const auto same = [&](const QString& letter, const QString& source, const QStringList& more,
                              const QStringList& said) {
            const Run first =
                program::start(QStringList{u"data"_s, m_session + u"#"_s + letter, u"-o"_s, byLetter} + more);
            const Run second = program::start(QStringList{u"data"_s, source, u"-o"_s, byHand} + more + said);
            return first.status == 0 && second.status == 0 && bytesOf(byLetter) == bytesOf(byHand);
        };
        const QString sinusoid = QStringLiteral("sinusoid:dim=8,length=16,scale=0.5");
        QVERIFY(same(u"A"_s, sinusoid, {u"--what"_s, u"proximity"_s}, {u"--metric"_s, u"cosine"_s}));
        QVERIFY(same(u"A"_s, sinusoid, {u"--what"_s, u"omega"_s}, {}));
        QVERIFY(same(u"B"_s, m_folder->filePath(QStringLiteral("bert#ape")), {u"--what"_s, u"profile"_s},
                     {u"--metric"_s, u"cosine"_s}));
        QVERIFY(same(u"D"_s, QStringLiteral("alibi:heads=4,length=16"), {u"--what"_s, u"proximity"_s},
                     {u"--head"_s, u"2"_s}));
        // the command line wins
        QVERIFY(same(u"A"_s, sinusoid, {u"--what"_s, u"proximity"_s, u"--metric"_s, u"dot"_s}, {}));
    }

    void whatOneMustNameIsSaid()
    {
        const QString out = m_folder->filePath(QStringLiteral("x.npy"));
        const Run several = program::start({u"data"_s, m_session, u"--what"_s, u"table"_s, u"-o"_s, out});
        QCOMPARE(several.status, 1);
        QVERIFY2(several.err.contains("A, B, C, D") && several.err.contains("#A"), several.err);
        const Run none = program::start({u"data"_s, m_session + u"#K"_s, u"--what"_s, u"table"_s, u"-o"_s, out});
        QCOMPARE(none.status, 1);
        QVERIFY2(none.err.contains("“K”"), none.err);
        const Run difference = program::start({u"data"_s, m_session + u"#C"_s, u"--what"_s, u"table"_s, u"-o"_s, out});
        QCOMPARE(difference.status, 1);
        QVERIFY2(difference.err.contains("A − B"), difference.err);
        QVERIFY(!QFile::exists(out));
    }

    void propertiesAreThoseOfTheSourcesByHand()
    {
        const Run run = program::start({u"properties"_s, m_session, u"--json"_s});
        QVERIFY2(run.status == 0, run.err);
        const auto rows = run.parsed();
        QCOMPARE(rows.size(), std::size_t(3)); // without the difference, which is named
        QVERIFY(run.err.contains("left out"));
        QCOMPARE(rows[1]["metric"].get<std::string>(), std::string("cosine"));
        const auto byHand = program::start({u"properties"_s, m_folder->filePath(QStringLiteral("bert#ape")),
                                            u"--metric"_s, u"cosine"_s, u"--json"_s})
                                .parsed();
        for (const char* key : {"translation_invariance", "symmetry", "monotonicity", "step"})
            QVERIFY2(rows[1][key] == byHand[0][key], key);
    }

    void rangeTakesALetter()
    {
        const auto byHand = program::start({u"range"_s, u"sinusoid:dim=8,length=16,scale=0.5"_s, u"--json"_s}).parsed();
        const auto run = program::start({u"range"_s, m_session + u"#A"_s, u"--json"_s}).parsed();
        QVERIFY(run == byHand);
    }

#ifdef PESCOPE_GUI
    void figureOfASessionIsTheSameTwice()
    {
        for (const char* ending : {"svg", "pdf", "png"}) {
            QList<QByteArray> bytes;
            for (const char* name : {"one", "two"}) {
                const QString out = m_folder->filePath(
                    QStringLiteral("%1.%2").arg(QString::fromLatin1(name), QString::fromLatin1(ending)));
                const Run run = program::start({u"figure"_s, m_session, u"-o"_s, out, u"--width"_s, u"174mm"_s});
                QVERIFY2(run.status == 0, run.err);
                bytes << bytesOf(out);
            }
            QVERIFY(!bytes[0].isEmpty());
            QVERIFY2(bytes[0] == bytes[1], ending);
        }
    }

    void figureShowsWhatTheSessionSays()
    {
        const QString out = m_folder->filePath(QStringLiteral("f.svg"));
        const auto draw = [&](const QStringList& more) {
            const Run run =
                program::start(QStringList{u"figure"_s, m_session, u"-o"_s, out, u"--width"_s, u"174mm"_s} + more);
            return run.status == 0 ? QString::fromUtf8(bytesOf(out)) : QString::fromUtf8(run.err);
        };
        const QString svg = draw({});
        for (const char* text : {"half", "learned", "A − B", "slopes", "asymmetry", "head 2"})
            QVERIFY2(svg.contains(QString::fromUtf8(text)), text);
        // the colour bar of A goes from −0.25 to 0.75, and not to 1, the largest cosine
        QVERIFY(svg.contains(u">−0.2<"_s) && svg.contains(u">0.6<"_s) && !svg.contains(u">0.8<"_s));
        // the command line wins
        QVERIFY(draw({u"--limits=-30:30"_s}).contains(u">20<"_s));
        QVERIFY(draw({u"--colormap"_s, u"magma"_s}) != svg);
        QVERIFY(draw({u"--metric"_s, u"distance"_s}) != svg);
        QVERIFY(draw({u"--head"_s, u"1"_s}).contains(u"head 1"_s));
        QVERIFY(draw({u"--rows"_s, u"0:99"_s}).contains(u"0:99"_s)); // refused, with the numbers
    }

    void figureTakesLettersAndOthersBeside()
    {
        const QString out = m_folder->filePath(QStringLiteral("f.svg"));
        const Run run = program::start({u"figure"_s, m_session + u"#B"_s, u"learned:length=16,dim=4"_s, u"-o"_s, out});
        QVERIFY2(run.status == 0, run.err);
        const QString svg = QString::fromUtf8(bytesOf(out));
        QVERIFY(svg.contains(u"learned"_s) && !svg.contains(u"slopes"_s));
        for (const char* kind : {"psi", "omega", "profile"}) {
            const Run curve =
                program::start({u"figure"_s, m_session, u"-o"_s, out, u"--kind"_s, QString::fromLatin1(kind)});
            QVERIFY2(curve.status == 0, curve.err);
        }
    }
#endif

    void aMissingFileCostsTheOthersNothing()
    {
        QVERIFY(QDir(m_folder->filePath(QStringLiteral("bert"))).removeRecursively());
        const QString out = m_folder->filePath(QStringLiteral("a.npy"));
        QCOMPARE(program::start({u"data"_s, m_session + u"#A"_s, u"--what"_s, u"table"_s, u"-o"_s, out}).status, 0);
        const Run gone = program::start({u"data"_s, m_session + u"#B"_s, u"--what"_s, u"table"_s, u"-o"_s, out});
        QCOMPARE(gone.status, 1);
        QVERIFY2(gone.err.contains("bert"), gone.err);
        const Run list = program::start({u"inspect"_s, m_session});
        QCOMPARE(list.status, 0);
        QVERIFY2(list.err.contains("is not there"), list.err);
    }

    void anotherContentIsAWarning()
    {
        QFile weights(m_folder->filePath(QStringLiteral("bert/model.safetensors")));
        QVERIFY(weights.open(QIODevice::ReadWrite));
        QByteArray bytes = weights.readAll();
        for (qsizetype k = bytes.size() / 2; k < bytes.size(); k += 4)
            bytes[k] = static_cast<char>(bytes[k] ^ 1); // the last bits of its numbers
        weights.seek(0);
        weights.write(bytes);
        weights.close();
        const Run run = program::start({u"inspect"_s, m_session + u"#B"_s});
        QVERIFY2(run.status == 0, run.err);
        QVERIFY2(run.err.contains("SHA-256 59eee59d2531 recorded"), run.err);
    }

    void aNewerSessionIsRefused()
    {
        QFile file(m_session);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray text = file.readAll();
        text.replace("\"version\": 1", "\"version\": 7");
        file.seek(0);
        file.write(text);
        file.close();
        const Run run = program::start({u"inspect"_s, m_session});
        QCOMPARE(run.status, 1);
        QVERIFY2(run.err.contains("version 7") && run.err.contains("newer PEScope"), run.err);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_session;
};

QTEST_APPLESS_MAIN(TestSessionCommand)
#include "tst_session_command.moc"
