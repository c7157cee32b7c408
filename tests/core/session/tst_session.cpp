// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <set>

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
    session::find(s, a)->lens = proximity::Lens::Rising;
    session::find(s, b)->lens = proximity::Lens::NonInvariance;
    session::find(s, b)->head = 5;
    s.active = b;
    s.handle = session::OmegaHandle::SkipSlow;
    s.options.metric = proximity::Metric::Centred;
    s.options.colormap = "viridis";
    s.options.scale = session::ScaleMode::Rank;
    s.options.limits = {{session::kSharedScale, {-0.5, 1.25}},
                        {session::kDifferenceScale, {-1, 1}},
                        {session::sharedScale(session::Quantity::Bias), {-8, 0}},
                        {session::sharedScale(session::Quantity::Relative, proximity::Lens::Asymmetry), {-2, 2}}};
    s.options.linked = false;
    s.options.includeUnused = true;
    s.options.withoutMarked = true;
    s.options.epsilon = 3e-5;
    s.options.band = session::Band::MinMax;
    s.options.psiPrime = true;
    s.options.signedOffsets = true;
    s.options.layout = session::Layout::Grid;
    s.options.commonPositions = false;
    s.options.localWindow = 32;
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

    void formerFilesAreRead()
    {
        nlohmann::json json = session::toJson(fullSession());
        for (nlohmann::json& source : json["sources"]) {
            source.erase("lens");
            source.erase("head");
        }
        json["options"].erase("common_positions");
        json["options"].erase("local_window");
        json["options"]["limits"] = nlohmann::json::parse(R"([{"scale":-1,"low":-0.5,"high":1.25},
                                                             {"scale":-2,"low":-1,"high":1}])");
        const auto read = session::fromJson(json);
        QVERIFY2(read.has_value(), read ? "" : read.error().message.c_str());
        for (const session::Source& source : read->sources) {
            QCOMPARE(source.lens, proximity::Lens::Value);
            QCOMPARE(source.head, 0);
        }
        QCOMPARE(read->options.commonPositions, true);
        QCOMPARE(read->options.localWindow, 16);
        QCOMPARE(read->options.limits.at(session::kSharedScale).high, 1.25);
        QCOMPARE(read->options.limits.at(session::kDifferenceScale).low, -1.0);
    }

    void lensesAreWrittenByName()
    {
        const nlohmann::json json = session::toJson(fullSession());
        QCOMPARE(json["sources"][0]["lens"].get<std::string>(), std::string("rising"));
        QCOMPARE(json["sources"][1]["lens"].get<std::string>(), std::string("departure"));
        QCOMPARE(json["sources"][2]["lens"].get<std::string>(), std::string("value"));
        QCOMPARE(json["sources"][1]["head"].get<int>(), 5);
    }

    void everyQuantityAndLensHasAScale()
    {
        using session::Quantity;
        std::set<int> keys;
        for (const Quantity quantity : {Quantity::Positions, Quantity::Difference, Quantity::Relative, Quantity::Rotary,
                                        Quantity::Bias, Quantity::Matrix})
            for (const proximity::Lens lens : proximity::kLenses) {
                QVERIFY(session::sharedScale(quantity, lens) < 0); // source keys are above 0
                keys.insert(session::sharedScale(quantity, lens));
            }
        QCOMPARE(keys.size(), std::size_t{6 * 3 + 1}); // one of all rising cells
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
        QTest::newRow("lens") << R"({"sources":[{"key":1,"sinusoid":{},"lens":"fisheye"}]})" << "fisheye";
        QTest::newRow("lens type") << R"({"sources":[{"key":1,"sinusoid":{},"lens":2}]})" << "lens";
        QTest::newRow("head") << R"({"sources":[{"key":1,"sinusoid":{},"head":-1}]})" << "head";
        QTest::newRow("window") << R"({"options":{"local_window":0}})" << "local_window";
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
        QCOMPARE(read.error().code, named == QStringLiteral("99") ? ErrorCode::Unsupported : ErrorCode::Format);
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
        QCOMPARE(session::paneSources(s), (std::vector<SourceKey>{keys[2], keys[3]}));
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
