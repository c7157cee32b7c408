// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/proximity/reference.h"

#include <QTest>

#include <numeric>

using namespace pescope;
using proximity::SharedProximity;
using proximity::Viewport;
using tables::Index;
using tables::MatrixD;

namespace {

encoding::Encoding stored(MatrixD rows, Index first = 0)
{
    encoding::Encoding encoding;
    encoding::StoredTable table;
    table.firstPositionRow = first;
    table.positions = rows.rows() - first;
    table.rows = std::make_shared<const MatrixD>(std::move(rows));
    encoding.content = std::move(table);
    return encoding;
}

void comparePictures(const SharedProximity& cells, const MatrixD& expected)
{
    const auto value = [&](Index i, Index k) -> long double { return expected(i, k); };
    for (const Viewport& view : {Viewport{0, double(expected.rows()), 0, double(expected.cols())},
                                 Viewport{3.25, 40.5, 1.5, 9.75}, Viewport{2, 5, 3, 6}})
        for (const auto& [width, height] : {std::pair(7, 11), {64, 48}, {300, 250}}) {
            const auto picture = cells->imageExact(view, width, height);
            QVERIFY(picture);
            const auto slow = reference::image(value, expected.rows(), expected.cols(), view, width, height);
            for (std::size_t p = 0; p < slow.pixels.size(); ++p) {
                const bool both = std::isnan(slow.pixels[p]) == std::isnan(picture->pixels[p]);
                QVERIFY(both);
                QVERIFY(std::isnan(slow.pixels[p]) || std::abs(slow.pixels[p] - picture->pixels[p]) < 1e-6);
            }
        }
}

} // namespace

class TestTableCells : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void picturesAreMeansOfTheTable()
    {
        const MatrixD rows = reference::numbers(150, 24);
        const auto cells = proximity::tableCells(stored(rows), {});
        QVERIFY(cells);
        QVERIFY((*cells)->isTable());
        QCOMPARE((*cells)->rows(), Index{150});
        QCOMPARE((*cells)->columns(), Index{24});
        QCOMPARE((*cells)->value(17, 5), rows(17, 5));
        comparePictures(*cells, rows);
        QVERIFY(!(*cells)->profile());
    }

    void columnsInAnyOrder()
    {
        const MatrixD rows = reference::numbers(60, 10);
        std::vector<Index> order(10);
        std::iota(order.rbegin(), order.rend(), Index{0});
        std::swap(order[2], order[7]);
        const auto cells = proximity::tableCells(stored(rows), order);
        QVERIFY(cells);
        MatrixD expected(60, 10);
        for (Index k = 0; k < 10; ++k) {
            expected.col(k) = rows.col(order[static_cast<std::size_t>(k)]);
            QCOMPARE((*cells)->columnOf(k), order[static_cast<std::size_t>(k)]);
        }
        comparePictures(*cells, expected);
        const auto part = (*cells)->cells(3, 9, 1, 4);
        QVERIFY(part);
        QCOMPARE(*part, MatrixD(expected.block(3, 1, 6, 3)));
    }

    void aSinusoidIsNeverStored()
    {
        for (const auto layout : {encoding::Layout::Interleaved, encoding::Layout::Halves})
            for (const int dim : {12, 13}) {
                const encoding::SinusoidSpec spec{.dim = dim, .layout = layout, .length = 100};
                encoding::Encoding encoding;
                encoding.kind = encoding::Kind::Sinusoid;
                encoding.content = spec;
                const auto cells = proximity::tableCells(encoding, {});
                QVERIFY(cells);
                const MatrixD expected = encoding::table(spec, 0, 100);
                QCOMPARE((*cells)->columns(), expected.cols());
                for (Index k = 0; k < expected.cols(); ++k)
                    QVERIFY(std::abs((*cells)->value(73, k) - expected(73, k)) < 1e-9);
                comparePictures(*cells, expected);
            }
        // a hundred thousand positions cost no more than the picture
        encoding::Encoding encoding;
        encoding.content = encoding::SinusoidSpec{.dim = 768, .length = 131072};
        const auto cells = proximity::tableCells(encoding, {});
        QVERIFY(cells);
        QVERIFY((*cells)->image(Viewport{0, 131072, 0, 768}, 200, 200));
    }

    void badRowsAreNaNLines()
    {
        MatrixD rows = reference::numbers(50, 8);
        rows(20, 3) = std::numeric_limits<double>::quiet_NaN();
        const auto cells = proximity::tableCells(stored(rows), {});
        QVERIFY(cells);
        const auto picture = (*cells)->image(Viewport{0, 50, 0, 8}, 8, 50);
        QVERIFY(picture);
        for (std::size_t p = 0; p < picture->pixels.size(); ++p)
            QCOMPARE(std::isnan(picture->pixels[p]), p / 8 == 20);
        const auto sample = (*cells)->sample();
        QVERIFY(sample);
        QCOMPARE(sample->notFinite, Index{8});
        QCOMPARE(sample->values.size(), std::size_t{49 * 8});
    }

    void rowsOfRelativeTablesAreTurned()
    {
        const MatrixD rows = reference::numbers(7, 4);
        encoding::Encoding encoding;
        encoding.kind = encoding::Kind::Relative;
        encoding.content = encoding::RelativeTable{
            .rows = std::make_shared<const MatrixD>(rows), .firstOffset = 3, .ascending = false};
        const auto cells = proximity::tableCells(encoding, {});
        QVERIFY(cells);
        QVERIFY((*cells)->rowsAreOffsets());
        QCOMPARE((*cells)->positionOf(0), Index{-3});
        QCOMPARE((*cells)->value(0, 2), rows(6, 2));
    }

    void unusedRowsAndLeftOutOnes()
    {
        const MatrixD rows = reference::numbers(12, 4);
        const auto used = proximity::tableCells(stored(rows, 2), {});
        QVERIFY(used);
        QCOMPARE((*used)->value(0, 1), rows(2, 1));
        const auto all = proximity::tableCells(stored(rows, 2), {}, {.includeUnused = true});
        QVERIFY(all);
        QCOMPARE((*all)->rows(), Index{12});
        const auto fewer = proximity::tableCells(stored(rows, 2), {}, {.leaveOut = {0, 4}});
        QVERIFY(fewer);
        QCOMPARE((*fewer)->rows(), Index{8});
        QCOMPARE((*fewer)->positionOf(0), Index{1});
        QCOMPARE((*fewer)->value(3, 0), rows(7, 0));
    }

    void whatHasNoVectorsIsRefusedByName()
    {
        encoding::Encoding encoding;
        encoding.kind = encoding::Kind::Rotary;
        encoding.content = encoding::RotarySpec{};
        const auto cells = proximity::tableCells(encoding, {});
        QVERIFY(!cells);
        QCOMPARE(cells.error().code, ErrorCode::Unsupported);
        QVERIFY(cells.error().message.find("rotary") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestTableCells)
#include "tst_table_cells.moc"
