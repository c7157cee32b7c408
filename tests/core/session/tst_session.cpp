// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace pescope;
using session::Session;
using session::SourceKey;

namespace {

session::SinusoidOrigin sinusoid(int dim)
{
    encoding::SinusoidSpec spec;
    spec.dim = dim;
    return {spec};
}

/// A session with every kind of source and no option at its default.
Session fullSession()
{
    Session s;
    const SourceKey a = session::add(s, sinusoid(64), "first");
    const SourceKey b = session::add(s, session::OpenedOrigin{"/models/été/模型", "ape"});
    session::add(s, session::DifferenceOrigin{a, b});
    auto& spec = std::get<session::SinusoidOrigin>(session::find(s, a)->origin).spec;
    spec.base = 500.25;
    spec.first = 1;
    spec.spacing = encoding::Spacing::HalfMinusOne;
    spec.layout = encoding::Layout::Halves;
    spec.scale = 0.1 + 0.2; // has no short decimal form
    spec.skipFast = 2;
    spec.skipSlow = 3;
    spec.length = 77;
    session::find(s, b)->visible = false;
    s.active = b;
    s.handle = session::OmegaHandle::SkipSlow;
    s.options.metric = proximity::Metric::Centred;
    s.options.colormap = "viridis";
    s.options.scale = session::ScaleMode::Rank;
    s.options.limits = {{session::kSharedScale, {-0.5, 1.25}}, {session::kDifferenceScale, {-1, 1}}};
    s.options.linked = false;
    s.options.includeUnused = true;
    s.options.withoutMarked = true;
    s.options.epsilon = 3e-5;
    s.options.band = session::Band::MinMax;
    s.options.psiPrime = true;
    s.options.signedOffsets = true;
    s.options.layout = session::Layout::Grid;
    return s;
}

} // namespace

class TestSession : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void jsonKeepsEverything()
    {
        const Session before = fullSession();
        const auto text = session::toJson(before).dump();
        const auto after = session::fromJson(nlohmann::json::parse(text));
        QVERIFY2(after.has_value(), after ? "" : after.error().message.c_str());
        QVERIFY(*after == before);
    }

    void jsonSaysWhatIsWrong_data()
    {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("named");
        QTest::newRow("format") << R"({"format":"other"})" << "format";
        QTest::newRow("version") << R"({"version":99})" << "99";
        QTest::newRow("metric") << R"({"options":{"metric":"manhattan"}})" << "manhattan";
        QTest::newRow("type") << R"({"sources":[{"key":"x"}]})" << "key";
        QTest::newRow("origin") << R"({"sources":[{"key":1}]})" << "open";
        QTest::newRow("dim") << R"({"sources":[{"key":1,"sinusoid":{"dim":0}}]})" << "dim";
        QTest::newRow("self") << R"({"sources":[{"key":1,"difference":[1,1]}]})" << "difference";
        QTest::newRow("twice") << R"({"sources":[{"key":1,"sinusoid":{}},{"key":1,"sinusoid":{}}]})" << "key 1";
        QTest::newRow("epsilon") << R"({"options":{"epsilon":0}})" << "epsilon";
    }

    void jsonSaysWhatIsWrong()
    {
        QFETCH(QString, change);
        QFETCH(QString, named);
        nlohmann::json json = session::toJson(Session{});
        json.merge_patch(nlohmann::json::parse(change.toStdString()));
        const auto read = session::fromJson(json);
        QVERIFY(!read.has_value());
        QVERIFY2(QString::fromStdString(read.error().message).contains(named), read.error().message.c_str());
    }

    void lettersAreReusedKeysAreNot()
    {
        Session s;
        const SourceKey a = session::add(s, sinusoid(8));
        const SourceKey b = session::add(s, sinusoid(16));
        session::remove(s, a);
        const SourceKey c = session::add(s, sinusoid(32));
        QCOMPARE(session::find(s, b)->letter, 1);
        QCOMPARE(session::find(s, c)->letter, 0);
        QVERIFY(c > b);
    }

    void removingTakesDifferencesAlong()
    {
        Session s;
        const SourceKey a = session::add(s, sinusoid(8));
        const SourceKey b = session::add(s, sinusoid(16));
        const SourceKey d = session::add(s, session::DifferenceOrigin{a, b});
        session::add(s, session::DifferenceOrigin{d, a});
        session::remove(s, b);
        QCOMPARE(s.sources.size(), std::size_t(1));
        QCOMPARE(s.active, a);
    }

    void panesShowVisibleSourcesAndTheSelectedOne()
    {
        Session s;
        std::vector<SourceKey> keys;
        for (int k = 0; k < 4; ++k)
            keys.push_back(session::add(s, sinusoid(8 + k)));
        s.options.layout = session::Layout::SideBySide;
        s.active = keys[0];
        QCOMPARE(session::paneSources(s), (std::vector<SourceKey>{keys[0], keys[1]}));
        s.active = keys[3];
        QCOMPARE(session::paneSources(s), (std::vector<SourceKey>{keys[0], keys[3]}));
        session::find(s, keys[0])->visible = false;
        QCOMPARE(session::visibleSources(s).size(), std::size_t(3));
    }

    void duplicateStandsBesideItsOriginal()
    {
        Session s;
        const SourceKey a = session::add(s, sinusoid(8), "mine");
        session::add(s, sinusoid(16));
        const SourceKey copy = session::duplicate(s, a);
        QCOMPARE(s.sources[1].key, copy);
        QVERIFY(s.sources[1].origin == s.sources[0].origin);
        QCOMPARE(s.active, copy);
    }
};

QTEST_APPLESS_MAIN(TestSession)
#include "tst_session.moc"
