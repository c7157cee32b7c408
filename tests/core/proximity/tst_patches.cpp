// SPDX-License-Identifier: GPL-3.0-or-later
// Maps over the patches of a picture: biases of windows, and the grid of grids.
#include "core/proximity/grid_of_grids.h"
#include "tests/core/proximity/reference.h"

#include <nlohmann/json.hpp>

#include <QTest>

using namespace pescope;
using proximity::PatchGrid;
using tables::Index;
using tables::MatrixD;

namespace {

void setGrid(encoding::Encoding& encoding, const PatchGrid& grid)
{
    encoding.positions = grid.prefix + grid.patches();
    encoding.parameters = std::make_shared<const nlohmann::json>(
        nlohmann::json{{"grid", {grid.height, grid.width}}, {"prefix_tokens", grid.prefix}});
}

encoding::Encoding tableOver(const PatchGrid& grid, Index dims)
{
    encoding::Encoding encoding;
    encoding::StoredTable table;
    table.positions = grid.prefix + grid.patches();
    table.rows = std::make_shared<const MatrixD>(reference::numbers(table.positions, dims));
    encoding.content = std::move(table);
    setGrid(encoding, grid);
    return encoding;
}

encoding::Encoding windowOf(Index height, Index width, bool classToken)
{
    const Index rows = (2 * height - 1) * (2 * width - 1) + (classToken ? 3 : 0);
    encoding::WindowTable table{.values = std::make_shared<const MatrixD>(reference::numbers(rows, 3)),
                                .height = height,
                                .width = width,
                                .classToken = classToken};
    encoding::Encoding encoding;
    encoding.kind = encoding::Kind::Bias;
    encoding.heads = 3;
    encoding::LogitBias bias{.rule = table, .length = table.positions()};
    encoding.content = std::move(bias);
    setGrid(encoding, {.height = height, .width = width, .prefix = classToken ? 1 : 0});
    return encoding;
}

} // namespace

class TestPatches : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Against the index that Swin's and BEiT's authors build: offsets shifted to start at 0, rows times the number of
    /// column offsets; the class token has the last three rows of the table.
    void biasesOfWindows_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("width");
        QTest::addColumn<bool>("classToken");
        QTest::newRow("square") << 4 << 4 << false;
        QTest::newRow("wide") << 3 << 5 << false;
        QTest::newRow("with a class token") << 5 << 3 << true;
    }
    void biasesOfWindows()
    {
        QFETCH(const int, height);
        QFETCH(const int, width);
        QFETCH(const bool, classToken);
        const encoding::Encoding encoding = windowOf(height, width, classToken);
        const auto& window = std::get<encoding::WindowTable>(std::get<encoding::LogitBias>(encoding.content).rule);
        const int prefix = classToken ? 1 : 0, rows = static_cast<int>(window.values->rows());
        for (int head = 0; head < 3; ++head) {
            const auto map = proximity::of(encoding, proximity::Metric::Dot, compute::eigenBackend(), {.head = head});
            QVERIFY2(map, map ? "" : describe(map.error()).c_str());
            QCOMPARE((*map)->rows(), Index{height * width + prefix});
            for (int i = 0; i < (*map)->rows(); ++i)
                for (int j = 0; j < (*map)->columns(); ++j) {
                    const int query = i - prefix, key = j - prefix;
                    const int down = query / width - key / width + height - 1;
                    const int right = query % width - key % width + width - 1;
                    const int row = query < 0 && key < 0 ? rows - 1
                        : query < 0                      ? rows - 3
                        : key < 0                        ? rows - 2
                                                         : down * (2 * width - 1) + right;
                    QCOMPARE((*map)->value(i, j), (*window.values)(row, head));
                }
            const auto cells = (*map)->cells(1, 4, 0, (*map)->columns());
            QVERIFY(cells);
            QCOMPARE((*cells)(2, 7), (*map)->value(3, 7));
        }
    }

    void aWindowIsNoFunctionOfTheOffset()
    {
        const auto map = proximity::of(windowOf(3, 4, false), proximity::Metric::Dot, compute::eigenBackend());
        QVERIFY(map);
        QVERIFY(!(*map)->toeplitz());
        QVERIFY((*map)->value(4, 3) != (*map)->value(5, 4)); // both i − j = 1, over the end of a row and within one
    }

    void gridOfGrids_data()
    {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("prefix");
        QTest::newRow("square behind a class token") << 4 << 4 << 1;
        QTest::newRow("wide, nothing in front") << 2 << 6 << 0;
        QTest::newRow("high behind two tokens") << 7 << 3 << 2;
    }
    void gridOfGrids()
    {
        QFETCH(const int, height);
        QFETCH(const int, width);
        QFETCH(const int, prefix);
        const PatchGrid grid{.height = height, .width = width, .prefix = prefix};
        const encoding::Encoding encoding = tableOver(grid, 5);
        QCOMPARE(proximity::patchGridOf(encoding), std::optional(grid));
        const auto map = proximity::of(encoding, proximity::Metric::Cosine, compute::eigenBackend());
        QVERIFY(map);
        const auto grids = proximity::gridOfGrids(*map, grid);
        QVERIFY2(grids, grids ? "" : describe(grids.error()).c_str());
        QCOMPARE((*grids)->rows(), Index{height * height});
        QCOMPARE((*grids)->columns(), Index{width * width});
        QCOMPARE((*grids)->grid(), std::optional(grid));
        QVERIFY(!(*grids)->hasOffsets());
        for (int yi = 0; yi < height; ++yi)
            for (int xi = 0; xi < width; ++xi)
                for (int yj = 0; yj < height; ++yj)
                    for (int xj = 0; xj < width; ++xj) {
                        const Index row = yi * height + yj, column = xi * width + xj;
                        const double expected = (*map)->value(prefix + yi * width + xi, prefix + yj * width + xj);
                        QVERIFY(std::abs((*grids)->value(row, column) - expected) < 1e-12);
                        const proximity::PatchPair pair = proximity::patchesOf(grid, row, column);
                        QCOMPARE(grid.position(pair.i), Index{prefix + yi * width + xi});
                        QCOMPARE(grid.position(pair.j), Index{prefix + yj * width + xj});
                    }
        const auto value = [&](Index i, Index j) -> long double { return (*grids)->value(i, j); };
        const proximity::Viewport view{0.5, double(height * height) - 0.25, 1.25, double(width * width)};
        const auto picture = (*grids)->imageExact(view, 17, 9);
        const auto slow = reference::image(value, (*grids)->rows(), (*grids)->columns(), view, 17, 9);
        QVERIFY(picture);
        for (std::size_t p = 0; p < slow.pixels.size(); ++p)
            QVERIFY(std::abs(slow.pixels[p] - picture->pixels[p]) < 1e-9);
        QVERIFY(!(*grids)->profile()); // i − j of patches is no distance
        const auto sample = (*grids)->sample();
        QVERIFY(sample && sample->exact);
        QCOMPARE(sample->values.size(), static_cast<std::size_t>(grid.patches() * grid.patches()));
    }

    /// Products are symmetric, so that they do not tell the query from the key; a window's biases do.
    void gridOfGridsOfABias()
    {
        const auto map = proximity::of(windowOf(3, 5, true), proximity::Metric::Dot, compute::eigenBackend());
        QVERIFY(map);
        const auto grids = proximity::gridOfGrids(*map, {.height = 3, .width = 5, .prefix = 1});
        QVERIFY(grids);
        bool differs = false;
        for (int yi = 0; yi < 3; ++yi)
            for (int xi = 0; xi < 5; ++xi)
                for (int yj = 0; yj < 3; ++yj)
                    for (int xj = 0; xj < 5; ++xj) {
                        const Index i = 1 + yi * 5 + xi, j = 1 + yj * 5 + xj;
                        QCOMPARE((*grids)->value(yi * 3 + yj, xi * 5 + xj), (*map)->value(i, j));
                        differs = differs || (*map)->value(i, j) != (*map)->value(j, i);
                    }
        QVERIFY(differs);
    }

    void patchesThatWereLeftOutAreNaN()
    {
        const PatchGrid grid{.height = 2, .width = 3, .prefix = 1};
        const auto map = proximity::of(tableOver(grid, 4), proximity::Metric::Dot, compute::eigenBackend(),
                                       {.leaveOut = {0, 3}}); // [CLS], patch 2
        QVERIFY(map);
        const auto grids = proximity::gridOfGrids(*map, grid);
        QVERIFY(grids);
        const auto whole = proximity::of(tableOver(grid, 4), proximity::Metric::Dot, compute::eigenBackend());
        for (Index row = 0; row < (*grids)->rows(); ++row)
            for (Index column = 0; column < (*grids)->columns(); ++column) {
                const proximity::PatchPair pair = proximity::patchesOf(grid, row, column);
                const Index i = grid.position(pair.i), j = grid.position(pair.j);
                const double value = (*grids)->value(row, column);
                QCOMPARE(std::isnan(value), i == 3 || j == 3);
                QVERIFY(std::isnan(value) || std::abs(value - (*whole)->value(i, j)) < 1e-12);
            }
    }

    void whatHasNoGridIsRefused()
    {
        const PatchGrid grid{.height = 3, .width = 3, .prefix = 0};
        encoding::Encoding line = tableOver(grid, 4);
        line.positions = 8; // as a what-if leaves it
        QVERIFY(!proximity::patchGridOf(line));
        line.parameters.reset();
        QVERIFY(!proximity::patchGridOf(line));
        const auto table = proximity::tableCells(tableOver(grid, 4), {});
        QVERIFY(table && !proximity::gridOfGrids(*table, grid));
        const auto map = proximity::of(tableOver(grid, 4), proximity::Metric::Dot, compute::eigenBackend());
        QVERIFY(map && !proximity::gridOfGrids(*map, {.height = 65, .width = 64, .prefix = 0}));
        QVERIFY(!proximity::gridOfGrids(*map, {.height = 3, .width = 3, .prefix = 9}));
    }
};

QTEST_GUILESS_MAIN(TestPatches)
#include "tst_patches.moc"
