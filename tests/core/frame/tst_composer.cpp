// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "tests/core/frame/fixture.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace pescope;
using session::SourceKey;
using Fixture = frametest::Fixture;
using frametest::opened;
using frametest::smallTable;

class TestComposer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A sinusoid's diagonal is its largest value, above the percentile that the colours end at.
    void clippedSharesCountTheDiagonal()
    {
        Fixture f;
        f.addSinusoid(32, 64);
        f.showAll(17);
        const frame::Frame frame = f.compose();
        const frame::Pane& pane = frame.panes[0];
        const tables::Index n = pane.proximity->rows();
        double above = 0;
        for (tables::Index i = 0; i < n; ++i)
            for (tables::Index j = 0; j < n; ++j)
                above += static_cast<float>(pane.proximity->value(i, j)) > frame.scales[0].scale.high;
        QVERIFY(above >= static_cast<double>(n));
        QVERIFY(std::abs(pane.clipped.above - above / static_cast<double>(n * n)) < 1e-12);
    }

    /// The shares are of the cells, whatever the size of the pane, whose pixels are means of cells.
    void clippedSharesCountCells()
    {
        Fixture f;
        tables::MatrixD rows = smallTable();
        rows(7, 2) = std::nan("");
        f.addTable(opened(std::move(rows)));
        std::optional<frame::ClippedShares> first;
        for (const int width : {160, 17}) {
            f.showAll(width);
            const frame::Frame frame = f.compose();
            const frame::Pane& pane = frame.panes[0];
            const raster::Scale& scale = frame.scales[0].scale;
            double below = 0, above = 0, broken = 0;
            const tables::Index n = pane.proximity->rows();
            for (tables::Index i = 0; i < n; ++i)
                for (tables::Index j = 0; j < n; ++j) {
                    const auto value = static_cast<float>(pane.proximity->value(i, j));
                    below += value < static_cast<float>(scale.low);
                    above += value > static_cast<float>(scale.high);
                    broken += !std::isfinite(value);
                }
            const auto cells = static_cast<double>(n * n);
            QVERIFY(below > 0 && above > 0);
            QVERIFY(std::abs(pane.clipped.below - below / cells) <= 1.5 / cells);
            QVERIFY(std::abs(pane.clipped.above - above / cells) <= 1.5 / cells);
            QCOMPARE(pane.clipped.notFinite, broken / cells);
            QVERIFY(!pane.clipped.ofView);
            if (first)
                QVERIFY(first->below == pane.clipped.below && first->above == pane.clipped.above);
            first = pane.clipped;
        }
        f.request.panes[0].view = proximity::Viewport{0, 4, 0, 4};
        const frame::Frame zoomed = f.compose();
        QVERIFY(zoomed.panes[0].clipped.ofView);
        QCOMPARE(zoomed.panes[0].clipped.above, zoomed.panes[0].raster.shareAbove);
    }

    void everythingBelongsToOneOmega()
    {
        Fixture f;
        const SourceKey key = f.addSinusoid();
        f.showAll();
        for (const double scale : {1.0, 0.6, 0.31}) {
            auto& spec = std::get<session::SinusoidOrigin>(session::find(f.request.session, key)->origin).spec;
            spec.scale = scale;
            const frame::Frame frame = f.compose();
            QCOMPARE(frame.revision, f.request.revision);
            const std::vector<double> omega = encoding::omega(spec);
            double psi = 0, psi0 = static_cast<double>(omega.size());
            for (const double w : omega)
                psi += std::cos(w * 7);
            QVERIFY(std::abs(frame.panes[0].proximity->value(10, 3) - psi / psi0) < 1e-12);
            QVERIFY(std::abs(frame.psi->samples[7 * 8] - psi) < 1e-10);
            QVERIFY(
                std::abs(
                    frame.curves[0].profile->mean[static_cast<std::size_t>(7 - frame.curves[0].profile->firstOffset)]
                    - psi / psi0)
                < 1e-10);
            QCOMPARE(frame.curves[0].integer, frame.psi->ranges.integer);
        }
    }

    void automaticLimitsAreThePercentilesOfAllOffDiagonalCells()
    {
        Fixture f;
        f.addTable(opened(smallTable()));
        f.request.session.options.metric = proximity::Metric::Dot;
        f.showAll();
        const frame::Frame frame = f.compose();
        const tables::MatrixD rows = smallTable();
        std::vector<double> cells;
        for (Eigen::Index i = 0; i < rows.rows(); ++i)
            for (Eigen::Index j = 0; j < rows.rows(); ++j)
                if (i != j)
                    cells.push_back(rows.row(i).dot(rows.row(j)));
        std::ranges::sort(cells);
        const auto at = [&](double percent) {
            const double place = percent / 100 * static_cast<double>(cells.size() - 1);
            const auto below = static_cast<std::size_t>(place);
            return cells[below] + (place - static_cast<double>(below)) * (cells[below + 1] - cells[below]);
        };
        QCOMPARE(frame.scales.size(), std::size_t(1));
        // a symmetric map is sampled on one side of its diagonal, so neighbours in the order may be interpolated
        // otherwise
        QVERIFY(frame.scales[0].scale.low >= at(0.4) && frame.scales[0].scale.low <= at(0.6));
        QVERIFY(frame.scales[0].scale.high >= at(99.4) && frame.scales[0].scale.high <= at(99.6));
        QVERIFY(frame.panes[0].raster.shareAbove > 0); // row 0 is clipped, and said so
    }

    void ownScalesDifferAndDifferencesAreSymmetricAboutZero()
    {
        Fixture f;
        const SourceKey a = f.addSinusoid(32);
        const SourceKey b = f.addSinusoid(8);
        session::add(f.request.session, session::DifferenceOrigin{a, b});
        f.showAll();
        frame::Frame frame = f.compose();
        QCOMPARE(frame.scales.size(), std::size_t(2));
        QCOMPARE(frame.scales[1].key, session::kDifferenceScale);
        QCOMPARE(frame.scales[1].scale.low, -frame.scales[1].scale.high);
        QVERIFY(frame.scales[1].map->diverging);
        f.request.session.options.scale = session::ScaleMode::Own;
        frame = f.compose();
        QCOMPARE(frame.scales.size(), std::size_t(3));
        f.request.session.options.limits[a] = {-3, 3};
        frame = f.compose();
        QCOMPARE(frame.scales[0].scale.high, 3.0);
        QVERIFY(!frame.scales[0].automatic);
    }

    void aDifferenceIsTheDifference()
    {
        Fixture f;
        const SourceKey a = f.addSinusoid(32, 64);
        const SourceKey b = f.addTable(opened(smallTable()));
        const SourceKey d = session::add(f.request.session, session::DifferenceOrigin{a, b});
        f.showAll();
        const frame::Frame frame = f.compose();
        const auto paneOf = [&](SourceKey key) { return std::ranges::find(frame.panes, key, &frame::Pane::source); };
        QCOMPARE(paneOf(d)->proximity->rows(), tables::Index(40)); // the common positions
        const double expected = paneOf(a)->proximity->value(5, 9) - paneOf(b)->proximity->value(5, 9);
        QVERIFY(std::abs(paneOf(d)->proximity->value(5, 9) - expected) < 1e-12);
    }

    void markedRowsCanBeLeftOut()
    {
        Fixture f;
        f.addTable(opened(smallTable()));
        f.showAll();
        frame::Frame frame = f.compose();
        const std::vector<tables::Index> marked = frame.panes[0].outlying;
        QVERIFY(std::ranges::find(marked, 0) != marked.end());
        f.request.session.options.withoutMarked = true;
        frame = f.compose();
        QCOMPARE(frame.panes[0].proximity->rows(), tables::Index(40 - static_cast<int>(marked.size())));
    }

    void oneBrokenSourceLeavesTheOthers()
    {
        Fixture f;
        f.addSinusoid();
        const SourceKey broken = f.addTable(std::make_shared<const Result<encoding::Encoding>>(
            fail(ErrorCode::Io, "no such file", "Choose another one.")));
        const SourceKey loading = f.addTable(nullptr);
        const SourceKey difference = session::add(f.request.session, session::DifferenceOrigin{1, broken});
        f.showAll();
        const frame::Frame frame = f.compose();
        QVERIFY(!frame.panes[0].raster.pixels.empty());
        for (const frame::Pane& pane : frame.panes) {
            QCOMPARE(pane.loading, pane.source == loading);
            QCOMPARE(pane.error.has_value(), pane.source == broken || pane.source == difference);
        }
        QCOMPARE(frame.curves.size(), std::size_t(1));
    }

    void relativeSourcesBesideTables()
    {
        Fixture f;
        f.addSinusoid();
        std::vector<SourceKey> keys;
        for (const char* spec :
             {"sinusoid-relative:dim=16,max=9", "alibi:heads=4,length=20", "rotary:dim=16,length=20"})
            keys.push_back(f.addTable(std::make_shared<const Result<encoding::Encoding>>(encoding::resolveOne(spec))));
        f.showAll();
        f.request.session.options.metric = proximity::Metric::Scaled;
        const frame::Frame frame = f.compose();
        QCOMPARE(frame.panes.size(), std::size_t{4});
        for (const frame::Pane& pane : frame.panes)
            QVERIFY(!pane.error && pane.proximity);
        QVERIFY(frame.panes[1].proximity->rowsAreOffsets());
        QCOMPARE(frame.panes[1].proximity->positionOf(0), tables::Index{-9});
        QCOMPARE(frame.panes[2].proximity->value(5, 3), -0.5); // slope ¼; a bias is shown as it is
        QVERIFY(!frame.panes[2].norms && !frame.panes[3].norms);
        QVERIFY(frame.curves[1].fromOmega && !frame.curves[2].fromOmega && frame.curves[3].fromOmega);
        // what does not exist is said in its pane, the others stay
        f.request.session.options.metric = proximity::Metric::Distance;
        const frame::Frame distance = f.compose();
        QVERIFY(distance.panes[3].error && describe(*distance.panes[3].error).find("distance") != std::string::npos);
        QVERIFY(!distance.panes[0].error && !distance.panes[1].error && !distance.panes[2].error);
    }

    void onlyWhatChangedIsMadeAnew()
    {
        Fixture f;
        const SourceKey moved = f.addSinusoid();
        f.addTable(opened(smallTable()));
        f.showAll();
        const frame::Frame first = f.compose();
        std::get<session::SinusoidOrigin>(session::find(f.request.session, moved)->origin).spec.scale = 0.5;
        const frame::Frame second = f.compose();
        QVERIFY(first.panes[0].proximity != second.panes[0].proximity);
        QVERIFY(first.panes[1].proximity == second.panes[1].proximity);
    }

    void cellsArePrintedWhenLarge()
    {
        Fixture f;
        f.addTable(opened(smallTable()));
        f.showAll();
        f.request.panes[0].view = proximity::Viewport{2, 4, 5, 7};
        const frame::Frame frame = f.compose();
        QCOMPARE(frame.panes[0].cellValues.size(), std::size_t(2));
        QCOMPARE(frame.panes[0].cellValues[0][1], frame.panes[0].proximity->value(2, 6));
    }

    void aStopIsHeard()
    {
        Fixture f;
        f.addSinusoid();
        f.showAll();
        std::stop_source stop;
        stop.request_stop();
        const auto frame = f.composer.compose(f.request, JobContext(stop.get_token(), {}));
        QVERIFY(!frame.has_value());
        QCOMPARE(frame.error().code, ErrorCode::Cancelled);
    }

    void statisticsAreOfTheTable()
    {
        Fixture f;
        f.addTable(opened(smallTable()));
        f.showAll();
        frame::Frame frame = f.compose();
        const auto& s = *frame.curves[0].proximity;
        auto statistics = frame::statisticsOf(s);
        QVERIFY(statistics.has_value());
        QCOMPARE(statistics->rows.rowsUsed, s.rows());
        f.request.statistics[frame.curves[0].proximity] = std::make_shared<const frame::TableStatistics>(*statistics);
        frame = f.compose();
        QVERIFY(frame.curves[0].statistics != nullptr);
    }
};

QTEST_APPLESS_MAIN(TestComposer)
#include "tst_composer.moc"
