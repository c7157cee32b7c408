// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/backend.h"
#include "ui/figure/compose.h"

#include <QTest>

#include <cmath>
#include <numbers>

using namespace pescope;
using namespace pescope::figure;

namespace {

encoding::Encoding tableOf(tables::MatrixD rows, const char* title)
{
    encoding::Encoding encoding;
    encoding.id = "ape";
    encoding.title = title;
    encoding.positions = rows.rows();
    encoding.dim = rows.cols();
    encoding.shape = {rows.rows(), rows.cols()};
    encoding::StoredTable table;
    table.positions = rows.rows();
    table.rows = std::make_shared<const tables::MatrixD>(std::move(rows));
    encoding.content = std::move(table);
    return encoding;
}

/// Rows whose dot products are not constant along diagonals.
tables::MatrixD growingRows(int count, double scale = 1)
{
    tables::MatrixD rows(count, 3);
    for (int i = 0; i < count; ++i)
        rows.row(i) << scale * std::cos(0.3 * i), scale * std::sin(0.3 * i), scale * (0.1 + 0.01 * i);
    return rows;
}

encoding::Encoding mapOf(const tables::MatrixD& values)
{
    encoding::Encoding encoding;
    encoding.id = "map";
    encoding.kind = encoding::Kind::Matrix;
    encoding.title = "given";
    encoding.content = encoding::GivenMap{std::make_shared<const tables::MatrixD>(values)};
    return encoding;
}

encoding::Encoding sinusoid(int dim, Index length)
{
    encoding::SinusoidSpec spec;
    spec.dim = dim;
    spec.length = length;
    encoding::Encoding encoding;
    encoding.id = "ape";
    encoding.kind = encoding::Kind::Sinusoid;
    encoding.title = "Fixed sinusoid";
    encoding.positions = length;
    encoding.dim = dim;
    encoding.content = spec;
    return encoding;
}

Composed composed(const FigureRequest& request)
{
    auto result = compose(request, compute::eigenBackend());
    if (!result)
        throw std::runtime_error(describe(result.error()));
    return *std::move(result);
}

const HeatmapPanel& mapPanel(const Composed& figure, std::size_t index)
{
    return std::get<HeatmapPanel>(figure.figure.panels.at(index));
}

} // namespace

class TestFigureCompose : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyCellHasItsColour()
    {
        FigureRequest request;
        request.encodings = {tableOf(growingRows(9), "small")};
        request.metric = proximity::Metric::Dot;
        request.limits = std::pair(-0.5, 1.01);
        const Composed figure = composed(request);
        const HeatmapPanel& panel = mapPanel(figure, 0);
        QCOMPARE(panel.image.size(), QSize(9, 9));
        const tables::MatrixD rows = growingRows(9);
        const raster::Scale scale{-0.5, 1.01, nullptr};
        for (int i = 0; i < 9; ++i)
            for (int j = 0; j < 9; ++j)
                QCOMPARE(panel.image.pixel(j, i),
                         raster::colourOf(rows.row(i).dot(rows.row(j)), scale, raster::defaultColormap()));
        QVERIFY(figure.figure.colourBars[0].arrowBelow);
        QVERIFY(figure.figure.colourBars[0].arrowAbove);
        QCOMPARE(panel.title, QStringLiteral("small, 9 × 3"));
        QVERIFY(panel.subtitle.isEmpty());
    }

    void limitsArePercentilesOffTheDiagonal()
    {
        // 0 … 100 off the diagonal of a 101-column strip; the diagonal is far away and must not count.
        tables::MatrixD values(2, 102);
        for (int j = 0; j < 102; ++j)
            values(0, j) = values(1, j) = j;
        values(0, 0) = values(1, 1) = 1e6;
        FigureRequest request;
        request.encodings = {mapOf(values)};
        const FigureColourBar bar = composed(request).figure.colourBars.at(0);
        QVERIFY(bar.scale.low > 0 && bar.scale.low < 2);
        QVERIFY(bar.scale.high > 99 && bar.scale.high < 101.5);
        QVERIFY(bar.arrowAbove);
        QCOMPARE(bar.map, &raster::defaultColormap());
    }

    void sharedAndOwnScales()
    {
        FigureRequest request;
        request.encodings = {tableOf(growingRows(20), "one"), tableOf(growingRows(20, 3), "three times")};
        request.metric = proximity::Metric::Dot;
        const Composed shared = composed(request);
        QCOMPARE(shared.figure.colourBars.size(), std::size_t(1));
        QVERIFY(mapPanel(shared, 0).image != mapPanel(shared, 1).image); // 3 × the table does not look the same
        QCOMPARE(mapPanel(shared, 1).title, QStringLiteral("B  three times, 20 × 3"));
        request.scale = ScaleMode::Own;
        const Composed own = composed(request);
        QCOMPARE(own.figure.colourBars.size(), std::size_t(2));
        QCOMPARE(mapPanel(own, 1).colourBar, 1);
        QVERIFY(std::abs(own.figure.colourBars[1].scale.high / own.figure.colourBars[0].scale.high - 9) < 1e-4);
        request.scale = ScaleMode::Rank;
        const Composed rank = composed(request);
        QVERIFY(rank.figure.colourBars.at(0).scale.ranks != nullptr);
    }

    void differenceIsSymmetricAboutZero()
    {
        FigureRequest request;
        request.kind = FigureKind::Difference;
        request.metric = proximity::Metric::Dot;
        request.encodings = {tableOf(growingRows(12), "a"), tableOf(growingRows(15, 0.5), "b")};
        const Composed figure = composed(request);
        const HeatmapPanel& panel = mapPanel(figure, 0);
        const FigureColourBar& bar = figure.figure.colourBars.at(0);
        QCOMPARE(panel.image.size(), QSize(12, 12));
        QVERIFY(bar.map->diverging);
        QCOMPARE(bar.scale.low, -bar.scale.high);
        const tables::MatrixD rows = growingRows(12);
        const double value = rows.row(3).dot(rows.row(8)) * 0.75;
        QCOMPARE(panel.image.pixel(8, 3), raster::colourOf(value, bar.scale, *bar.map));
        request.encodings.pop_back();
        QCOMPARE(compose(request, compute::eigenBackend()).error().code, ErrorCode::Shape);
    }

    void partsAndMeans()
    {
        FigureRequest request;
        request.encodings = {sinusoid(16, 2048)};
        const HeatmapPanel whole = mapPanel(composed(request), 0);
        QCOMPARE(whole.image.size(), QSize(1024, 1024));
        QCOMPARE(whole.subtitle, QStringLiteral("mean of 2 × 2 cells"));
        request.rows = std::pair<Index, Index>(10, 30);
        request.columns = std::pair<Index, Index>(0, 40);
        const HeatmapPanel part = mapPanel(composed(request), 0);
        QCOMPARE(part.image.size(), QSize(40, 20));
        QCOMPARE(part.view, (proximity::Viewport{10, 30, 0, 40}));
        request.rows = std::pair<Index, Index>(10, 3000);
        const auto outside = compose(request, compute::eigenBackend());
        QCOMPARE(outside.error().code, ErrorCode::Shape);
        QVERIFY(outside.error().message.find("2048") != std::string::npos);
    }

    void pngTakesNoMoreCellsThanPixels()
    {
        FigureRequest request;
        request.encodings = {sinusoid(16, 512)};
        request.pixels = true;
        request.dpi = 96;
        const HeatmapPanel panel = mapPanel(composed(request), 0);
        QVERIFY(panel.image.width() < 320);
        QVERIFY(panel.subtitle.startsWith(QStringLiteral("mean of ")));
        request.dpi = 600;
        QCOMPARE(mapPanel(composed(request), 0).image.size(), QSize(512, 512));
    }

    void constantMapIsOneColour()
    {
        FigureRequest request;
        request.encodings = {mapOf(tables::MatrixD::Constant(6, 6, 0.3))};
        const QImage image = mapPanel(composed(request), 0).image;
        for (int y = 0; y < 6; ++y)
            for (int x = 0; x < 6; ++x)
                QCOMPARE(image.pixel(x, y), image.pixel(0, 0));
    }

    void psiIsTheSumOfCosines()
    {
        FigureRequest request;
        request.kind = FigureKind::Psi;
        request.encodings = {sinusoid(8, 64), sinusoid(16, 64)};
        request.length = 32;
        const auto panel = std::get<CurvePanel>(composed(request).figure.panels.at(0));
        QCOMPARE(panel.curves.size(), std::size_t(2));
        const CurvePanel::Curve& curve = panel.curves[0];
        QCOMPARE(curve.x.front(), 0.0);
        QCOMPARE(curve.x.back(), 31.0);
        for (std::size_t k = 0; k < curve.x.size(); ++k) {
            double sum = 0;
            for (int i = 0; i < 4; ++i)
                sum += std::cos(std::pow(10000.0, -i / 4.0) * curve.x[k]);
            QVERIFY(std::abs(curve.y[k] - sum) < 1e-12);
        }
        QVERIFY(panel.curves[0].colour != panel.curves[1].colour);
        QVERIFY(panel.curves[0].dashes != panel.curves[1].dashes);
        request.encodings = {tableOf(growingRows(9), "no sinusoid")};
        const auto none = compose(request, compute::eigenBackend());
        QCOMPARE(none.error().code, ErrorCode::Unsupported);
        QVERIFY(none.error().message.find("no sinusoid") != std::string::npos);
    }

    void omegaFallsFromOne()
    {
        FigureRequest request;
        request.kind = FigureKind::Omega;
        request.encodings = {sinusoid(8, 64)};
        const auto panel = std::get<CurvePanel>(composed(request).figure.panels.at(0));
        QVERIFY(panel.logY);
        QCOMPARE(panel.curves[0].x, (std::vector<double>{0, 1, 2, 3}));
        QVERIFY(std::abs(panel.curves[0].y[3] - std::pow(10000.0, -0.75)) < 1e-15);
    }

    void profileIsTheMeanOverPairs()
    {
        FigureRequest request;
        request.kind = FigureKind::Profile;
        request.metric = proximity::Metric::Dot;
        request.encodings = {tableOf(growingRows(14), "table")};
        const auto panel = std::get<CurvePanel>(composed(request).figure.panels.at(0));
        const CurvePanel::Curve& curve = panel.curves.at(0);
        QCOMPARE(curve.x.front(), 0.0); // a Gram map is symmetric: m < 0 says nothing new
        QCOMPARE(curve.x.size(), std::size_t(14));
        const tables::MatrixD rows = growingRows(14);
        for (int m = 0; m < 14; ++m) {
            double sum = 0;
            for (int i = m; i < 14; ++i)
                sum += rows.row(i).dot(rows.row(i - m));
            QVERIFY(std::abs(curve.y[static_cast<std::size_t>(m)] - sum / (14 - m)) < 1e-9);
        }
        QCOMPARE(curve.low.size(), curve.y.size());
        for (std::size_t m = 0; m < 14; ++m)
            QVERIFY(curve.low[m] <= curve.high[m]);
        tables::MatrixD uneven = tables::MatrixD::Zero(5, 5);
        uneven(3, 1) = 1;
        request.metric = std::nullopt;
        request.encodings = {mapOf(uneven)};
        const auto both = std::get<CurvePanel>(composed(request).figure.panels.at(0));
        QCOMPARE(both.curves[0].x.front(), -4.0);
    }
};

QTEST_MAIN(TestFigureCompose)
#include "tst_figure_compose.moc"
