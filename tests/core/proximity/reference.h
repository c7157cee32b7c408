// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/encoding.h"
#include "core/proximity/proximity.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

/// Slow and obvious versions of what core/proximity computes, in long double.
namespace reference {

using pescope::proximity::Image;
using pescope::proximity::Metric;
using pescope::proximity::Viewport;
using pescope::tables::Index;
using pescope::tables::MatrixD;

/// A table without structure, the same each time.
inline MatrixD numbers(Index rows, Index columns)
{
    MatrixD values(rows, columns);
    for (Index i = 0; i < rows; ++i)
        for (Index k = 0; k < columns; ++k)
            values(i, k) = std::sin(0.37 * static_cast<double>(i * columns + k)) + 0.01 * static_cast<double>(i);
    return values;
}

using Value = std::function<long double(Index, Index)>;

/// Area-weighted mean of the part of pixel (x, y) inside a rows × columns matrix.
inline double pixel(const Value& value, Index rows, Index columns, const Viewport& v, int width, int height, int x,
                    int y)
{
    const auto edge = [](double from, double to, int k, int n) {
        return static_cast<long double>(from) + (static_cast<long double>(to) - from) * k / n;
    };
    const long double r0 = std::max(0.0L, edge(v.row0, v.row1, y, height));
    const long double r1 = std::min<long double>(static_cast<long double>(rows), edge(v.row0, v.row1, y + 1, height));
    const long double c0 = std::max(0.0L, edge(v.col0, v.col1, x, width));
    const long double c1 = std::min<long double>(static_cast<long double>(columns), edge(v.col0, v.col1, x + 1, width));
    if (!(r1 > r0) || !(c1 > c0))
        return std::numeric_limits<double>::quiet_NaN();
    long double sum = 0;
    for (auto i = static_cast<Index>(std::floor(r0)); static_cast<long double>(i) < r1; ++i) {
        const long double height_i = std::min<long double>(r1, static_cast<long double>(i + 1))
            - std::max<long double>(r0, static_cast<long double>(i));
        for (auto j = static_cast<Index>(std::floor(c0)); static_cast<long double>(j) < c1; ++j) {
            const long double width_j = std::min<long double>(c1, static_cast<long double>(j + 1))
                - std::max<long double>(c0, static_cast<long double>(j));
            // an edge that is a whole number up to its rounding does not touch the next cell
            if (height_i * width_j > 1e-9L * (r1 - r0) * (c1 - c0))
                sum += height_i * width_j * value(i, j);
        }
    }
    return static_cast<double>(sum / ((r1 - r0) * (c1 - c0)));
}

inline Image<double> image(const Value& value, Index rows, Index columns, const Viewport& v, int width, int height)
{
    Image<double> result{width, height, {}};
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            result.pixels.push_back(pixel(value, rows, columns, v, width, height, x, y));
    return result;
}

/// Largest difference; infinite when sizes or NaNs differ.
template<typename T>
double worst(const Image<T>& a, const Image<double>& b)
{
    if (a.width != b.width || a.height != b.height || a.pixels.size() != b.pixels.size())
        return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (std::size_t k = 0; k < a.pixels.size(); ++k) {
        if (std::isnan(a.pixels[k]) != std::isnan(b.pixels[k]))
            return std::numeric_limits<double>::infinity();
        if (!std::isnan(b.pixels[k]))
            largest = std::max(largest, std::abs(static_cast<double>(a.pixels[k]) - b.pixels[k]));
    }
    return largest;
}

/// S of the rows of a table by the definition of the metric.
inline MatrixD matrix(const MatrixD& table, Metric metric)
{
    const Index n = table.rows();
    const Index d = table.cols();
    const auto dot = [d](const auto& a, const auto& b) {
        long double sum = 0;
        for (Index k = 0; k < d; ++k)
            sum += static_cast<long double>(a(k)) * b(k);
        return sum;
    };
    using Row = Eigen::Matrix<long double, 1, Eigen::Dynamic>;
    std::vector<Row> rows;
    Row mean = Row::Zero(d);
    long double meanSquare = 0;
    Index good = 0;
    for (Index i = 0; i < n; ++i) {
        rows.push_back(table.row(i).cast<long double>());
        if (!table.row(i).allFinite())
            continue;
        ++good;
        mean += rows.back();
        meanSquare += dot(rows.back(), rows.back());
    }
    mean /= static_cast<long double>(good);
    meanSquare /= static_cast<long double>(good);
    MatrixD s(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j) {
            const Row& p = rows[static_cast<std::size_t>(i)];
            const Row& q = rows[static_cast<std::size_t>(j)];
            long double value = dot(p, q);
            if (metric == Metric::Scaled)
                value = meanSquare > 0 ? value / meanSquare : 0;
            if (metric == Metric::Cosine) {
                const long double norms = std::sqrt(dot(p, p) * dot(q, q));
                value = norms > 0 || std::isnan(norms) ? value / norms : 0;
            }
            if (metric == Metric::Centred)
                value = dot(Row(p - mean), Row(q - mean));
            if (metric == Metric::Distance)
                value = -dot(Row(p - q), Row(p - q));
            s(i, j) = static_cast<double>(value);
        }
    return s;
}

inline double largest(const MatrixD& s)
{
    double result = 0;
    for (Index k = 0; k < s.size(); ++k)
        if (std::isfinite(s.data()[k]))
            result = std::max(result, std::abs(s.data()[k]));
    return result;
}

inline MatrixD randomTable(Index rows, Index columns, unsigned seed, double offset = 0.3)
{
    std::mt19937 random(seed);
    MatrixD table(rows, columns);
    for (Index k = 0; k < table.size(); ++k)
        table.data()[k] = offset + static_cast<double>(random()) / 4294967296.0 - 0.5;
    return table;
}

/// Somewhere on an n × n matrix, often over its border, from 0.05 to many cells a pixel.
struct RandomView {
    Viewport view;
    int width, height;
};
inline RandomView randomView(Index n, std::mt19937& random, int maxPixels)
{
    const auto unit = [&] { return static_cast<double>(random()) / 4294967296.0; };
    RandomView v;
    v.width = 1 + static_cast<int>(random() % static_cast<unsigned>(maxPixels));
    v.height = 1 + static_cast<int>(random() % static_cast<unsigned>(maxPixels));
    const auto extent = static_cast<double>(n);
    const auto side = [&](int pixels) {
        return pixels * std::exp(std::log(0.05) + unit() * std::log(1.3 * extent / pixels / 0.05));
    };
    const double height = side(v.height);
    const double width = unit() < 0.4 ? height * v.width / v.height : side(v.width);
    v.view.row0 = (unit() * 1.2 - 0.1) * extent - height * unit();
    v.view.col0 = unit() < 0.4 ? v.view.row0 : (unit() * 1.2 - 0.1) * extent - width * unit();
    v.view.row1 = v.view.row0 + height;
    v.view.col1 = v.view.col0 + width;
    return v;
}

inline pescope::encoding::Encoding tableEncoding(MatrixD table, Index firstRow = 0, Index positions = -1)
{
    pescope::encoding::Encoding e;
    e.id = "ape";
    const Index rows = table.rows();
    e.content = pescope::encoding::StoredTable{std::make_shared<const MatrixD>(std::move(table)), firstRow,
                                               positions < 0 ? rows - firstRow : positions, std::nullopt};
    return e;
}

inline pescope::encoding::Encoding sinusoidEncoding(pescope::encoding::SinusoidSpec spec)
{
    pescope::encoding::Encoding e;
    e.id = "sinusoid";
    e.content = std::move(spec);
    return e;
}

} // namespace reference
