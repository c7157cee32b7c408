// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/raster/pair_scales.h"
#include "core/raster/rasterise.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <random>

using namespace pescope;
using raster::Colormap;
using raster::Rgba;
using raster::Scale;

namespace {

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

const Colormap& mapNamed(std::string_view name)
{
    const Colormap* map = raster::findColormap(name);
    if (!map)
        qFatal("no colour map of this name");
    return *map;
}

raster::Raster row(std::vector<float> values, const Scale& scale, const Colormap& map)
{
    const int width = static_cast<int>(values.size());
    return raster::rasterise({.width = width, .height = 1, .pixels = std::move(values)}, scale, map);
}

struct Lab {
    double l, a, b;
};

/// CIE 1976 L*a*b* of an sRGB colour, white D65 (IEC 61966-2-1, CIE 15).
Lab labOf(Rgba colour)
{
    const auto linear = [](Rgba byte) {
        const double c = byte / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    const double r = linear(colour >> 16 & 0xFF), g = linear(colour >> 8 & 0xFF), b = linear(colour & 0xFF);
    const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
    const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const double y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    const double z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double deltaE(Rgba one, Rgba other)
{
    const Lab p = labOf(one), q = labOf(other);
    return std::hypot(p.l - q.l, p.a - q.a, p.b - q.b);
}

} // namespace

class TestRaster : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void publishedEndColours_data();
    void publishedEndColours();
    void namesAndDefaults();
    void lightnessRises();
    void outsideColoursAreUnlikeTheMap();
    void divergingMapsHaveTheirMiddleInTheMiddle();
    void chosenValuesHaveExactColours();
    void limitsAreInside();
    void limitsThatAreNoFloats();
    void agreesWithDoubleReference();
    void notFiniteIsCountedAndPainted();
    void constantMapHasTheMiddleColour();
    void rankScaleGivesEqualAreas();
    void rankScaleAgreesWithPlainSearch();
    void positionOfRanks();
    void scalesOfTwoMaps();
};

void TestRaster::publishedEndColours_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("index");
    QTest::addColumn<quint32>("colour");
    // hex values as published with the maps (matplotlib.colors.to_hex of the ends and of entry 128; ColorBrewer's
    // table)
    const auto add = [](const char* name, int index, quint32 colour) {
        QTest::addRow("%s %d", name, index) << QString::fromLatin1(name) << index << (0xFF000000U | colour);
    };
    add("cividis", 0, 0x00224E);
    add("cividis", 128, 0x7D7C78);
    add("cividis", 255, 0xFEE838);
    add("viridis", 0, 0x440154);
    add("viridis", 128, 0x21918C);
    add("viridis", 255, 0xFDE725);
    add("magma", 0, 0x000004);
    add("magma", 128, 0xB73779);
    add("magma", 255, 0xFCFDBF);
    add("rdbu", 0, 0x053061);
    add("rdbu", 127, 0xF7F7F7);
    add("rdbu", 128, 0xF7F7F7);
    add("rdbu", 255, 0x67001F);
    add("bwr", 127, 0xFFFFFF);
    add("bwr", 128, 0xFFFFFF);
}

void TestRaster::publishedEndColours()
{
    QFETCH(QString, name);
    QFETCH(int, index);
    QFETCH(quint32, colour);
    QCOMPARE(QString::number(mapNamed(name.toStdString()).colours[static_cast<std::size_t>(index)], 16),
             QString::number(colour, 16));
}

void TestRaster::namesAndDefaults()
{
    QCOMPARE(raster::defaultColormap().name, std::string_view("cividis"));
    QCOMPARE(raster::defaultDiverging().name, std::string_view("rdbu"));
    QVERIFY(raster::defaultDiverging().diverging);
    QVERIFY(!raster::defaultColormap().diverging);
    QVERIFY(!raster::findColormap("jet"));
    for (const Colormap& map : raster::colormaps()) {
        QCOMPARE(raster::findColormap(map.name), &map);
        QVERIFY(!map.licence.empty());
    }
}

void TestRaster::lightnessRises()
{
    // what these maps are chosen for: one-sided ones never fall in lightness, diverging ones rise to the middle
    for (const Colormap& map : raster::colormaps()) {
        for (std::size_t k = 1; k < 256; ++k) {
            const double step = labOf(map.colours[k]).l - labOf(map.colours[k - 1]).l;
            const bool rises = !map.diverging || k < 128;
            QVERIFY2((rises ? step : -step) > -0.35,
                     qPrintable(QString::fromStdString(std::string(map.name)) + QString::number(k)));
        }
    }
}

void TestRaster::outsideColoursAreUnlikeTheMap()
{
    for (const Colormap& map : raster::colormaps()) {
        QCOMPARE(map.below, map.diverging ? 0xFF00B3A4U : 0xFF8FD3FFU);
        QCOMPARE(map.above, map.diverging ? 0xFFF2B200U : 0xFFFF5D3AU);
        for (const Rgba outside : {map.below, map.above, map.notFinite})
            for (const Rgba colour : map.colours)
                QVERIFY2(deltaE(outside, colour) > 18, std::string(map.name).c_str());
        QVERIFY(deltaE(map.below, map.above) > 18);
        QVERIFY(deltaE(map.below, map.notFinite) > 18);
        QVERIFY(deltaE(map.above, map.notFinite) > 18);
        const Rgba grey = map.notFinite;
        QVERIFY((grey & 0xFF) == (grey >> 8 & 0xFF) && (grey & 0xFF) == (grey >> 16 & 0xFF));
    }
}

void TestRaster::divergingMapsHaveTheirMiddleInTheMiddle()
{
    for (const Colormap& map : raster::colormaps()) {
        if (!map.diverging)
            continue;
        for (const double limit : {1.0, 0.3, 7e-5, 3e8}) {
            const Scale scale{.low = -limit, .high = limit};
            QCOMPARE(raster::colourOf(0, scale, map), map.colours[127]);
            QCOMPARE(raster::colourOf(0, scale, map), map.colours[128]);
            QCOMPARE(raster::colourOf(-limit / 1000, scale, map), map.colours[127]);
        }
    }
}

void TestRaster::chosenValuesHaveExactColours()
{
    const Scale scale{.low = -1, .high = 3}; // 1/64 a colour: all edges are floats
    const Colormap& map = mapNamed("viridis");
    const raster::Raster picture = row({-1, -1 + 1.0F / 64, 0, 1, 2.99F, 3}, scale, map);
    QCOMPARE(picture.width, 6);
    QCOMPARE(picture.height, 1);
    QCOMPARE(picture.pixels,
             (std::vector<Rgba>{map.colours[0], map.colours[1], map.colours[64], map.colours[128], map.colours[255],
                                map.colours[255]}));
    QCOMPARE(picture.pixels[3], 0xFF21918CU);
    QCOMPARE(scale.position(0), 0.25);
    QCOMPARE(scale.position(-5), 0.0);
    QCOMPARE(scale.position(5), 1.0);
    QVERIFY(std::isnan(scale.position(kNaN)));
}

void TestRaster::limitsAreInside()
{
    const Colormap& map = raster::defaultColormap();
    const Scale scale{.low = -0.5, .high = 0.25};
    const raster::Raster picture =
        row({std::nextafter(-0.5F, -1.0F), -0.5F, 0.25F, std::nextafter(0.25F, 1.0F)}, scale, map);
    QCOMPARE(picture.pixels, (std::vector<Rgba>{map.below, map.colours[0], map.colours[255], map.above}));
    QCOMPARE(picture.shareBelow, 0.25);
    QCOMPARE(picture.shareAbove, 0.25);
    QCOMPARE(picture.shareNotFinite, 0.0);
}

void TestRaster::limitsThatAreNoFloats()
{
    // 0.1 and 0.7 are no floats; 0.1f > 0.1 is inside, 0.7f < 0.7 as well, the next ones outwards are outside
    const Colormap& map = raster::defaultColormap();
    const Scale scale{.low = 0.1, .high = 0.7};
    for (const float edge : {0.1F, 0.7F}) {
        for (float value = edge * (1 - 4e-7F); value < edge * (1 + 4e-7F); value = std::nextafter(value, 1.0F)) {
            const Rgba colour = raster::colourOf(value, scale, map);
            QCOMPARE(colour == map.below, double{value} < scale.low);
            QCOMPARE(colour == map.above, double{value} > scale.high);
        }
    }
}

void TestRaster::agreesWithDoubleReference()
{
    std::mt19937 random(7);
    std::normal_distribution<float> normal(0.2F, 0.4F);
    std::vector<float> values(20011); // no multiple of the chunk
    std::ranges::generate(values, [&] { return normal(random); });
    const Scale scale{.low = -0.46, .high = 0.84};
    const Colormap& map = raster::defaultColormap();
    const raster::Raster picture = row(values, scale, map);
    std::size_t below = 0, above = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
        const double value = values[k];
        below += value < scale.low;
        above += value > scale.high;
        if (value < scale.low) {
            QCOMPARE(picture.pixels[k], map.below);
        } else if (value > scale.high) {
            QCOMPARE(picture.pixels[k], map.above);
        } else {
            const double place = 256 * (value - scale.low) / (scale.high - scale.low);
            const auto colour = static_cast<std::size_t>(std::min(255.0, std::floor(place)));
            const bool atEdge = std::abs(place - std::round(place)) < 1e-4; // either neighbour is right in float
            QVERIFY(atEdge || picture.pixels[k] == map.colours[colour]);
        }
        QCOMPARE(raster::colourOf(value, scale, map), picture.pixels[k]);
    }
    QVERIFY(below > 0 && above > 0);
    QCOMPARE(picture.shareBelow, static_cast<double>(below) / 20011.0);
    QCOMPARE(picture.shareAbove, static_cast<double>(above) / 20011.0);
}

void TestRaster::notFiniteIsCountedAndPainted()
{
    const Colormap& map = raster::defaultColormap();
    auto ranks = std::make_shared<std::vector<float>>(257);
    for (std::size_t k = 0; k < 257; ++k)
        (*ranks)[k] = static_cast<float>(k) / 256;
    for (const Scale& scale : {Scale{.low = 0, .high = 1}, Scale{.low = 0, .high = 1, .ranks = ranks}}) {
        const raster::Raster picture = row({kNaN, 0.5F, kInfinity, -kInfinity}, scale, map);
        QCOMPARE(picture.pixels, (std::vector<Rgba>{map.notFinite, map.colours[128], map.above, map.below}));
        QCOMPARE(picture.shareNotFinite, 0.25);
        QCOMPARE(picture.shareAbove, 0.25);
        QCOMPARE(picture.shareBelow, 0.25);
    }
    const raster::Raster empty = raster::rasterise({}, Scale{}, map);
    QVERIFY(empty.pixels.empty());
    QCOMPARE(empty.shareNotFinite, 0.0);
}

void TestRaster::constantMapHasTheMiddleColour()
{
    const Colormap& map = mapNamed("viridis");
    const raster::Raster picture = row({2, 1, 3}, Scale{.low = 2, .high = 2}, map);
    QCOMPARE(picture.pixels, (std::vector<Rgba>{map.colours[128], map.below, map.above}));
    QCOMPARE((Scale{.low = 2, .high = 2}.position(2)), 0.5);
    QVERIFY_EXCEPTION_THROWN(row({1}, Scale{.low = 1, .high = 0}, map), std::logic_error);
}

void TestRaster::rankScaleGivesEqualAreas()
{
    // quantiles of a strongly skew distribution, known in closed form: q(p) = −ln(1 − p)
    auto ranks = std::make_shared<std::vector<float>>(257);
    for (std::size_t k = 0; k < 257; ++k)
        (*ranks)[k] = static_cast<float>(-std::log1p(-0.9999 * static_cast<double>(k) / 256));
    const Scale scale{.low = ranks->front(), .high = ranks->back(), .ranks = ranks};
    constexpr int kPerColour = 64;
    std::vector<float> values;
    for (int n = 0; n < 256 * kPerColour; ++n)
        values.push_back(static_cast<float>(-std::log1p(-0.9999 * (n + 0.5) / (256 * kPerColour))));
    const Colormap& map = raster::defaultColormap();
    const raster::Raster picture = row(values, scale, map);
    std::map<Rgba, int> expected, seen;
    for (const Rgba colour : map.colours)
        expected[colour] += kPerColour;
    for (const Rgba colour : picture.pixels)
        ++seen[colour];
    QVERIFY(seen == expected);
    QCOMPARE(picture.shareAbove, 0.0);
}

void TestRaster::rankScaleAgreesWithPlainSearch()
{
    // heavy tails put nearly all quantiles into one part of the span, rounding makes ties
    std::mt19937 random(11);
    std::cauchy_distribution<float> cauchy(0, 1);
    const auto draw = [&] { return std::round(16 * cauchy(random)) / 16; };
    auto ranks = std::make_shared<std::vector<float>>(257);
    std::ranges::generate(*ranks, draw);
    std::ranges::sort(*ranks);
    const Scale scale{.low = ranks->front(), .high = ranks->back(), .ranks = ranks};
    std::vector<float> values(5000);
    std::ranges::generate(values, draw);
    values.insert(values.end(), ranks->begin(), ranks->end());
    const Colormap& map = raster::defaultColormap();
    const raster::Raster picture = row(values, scale, map);
    for (std::size_t k = 0; k < values.size(); ++k) {
        if (values[k] < scale.low || values[k] > scale.high)
            continue;
        const auto upTo = std::ranges::count_if(*ranks, [&](float q) { return q <= values[k]; });
        const auto colour = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(upTo - 1, 0, 255));
        QCOMPARE(picture.pixels[k], map.colours[colour]);
    }
}

void TestRaster::positionOfRanks()
{
    auto ranks = std::make_shared<std::vector<float>>(257);
    for (std::size_t k = 0; k < 257; ++k)
        (*ranks)[k] = static_cast<float>(k * k);
    const Scale scale{.low = 0, .high = 65536, .ranks = ranks};
    QCOMPARE(scale.position(0), 0.0);
    QCOMPARE(scale.position(16384), 0.5);
    QCOMPARE(scale.position(65536), 1.0);
    QCOMPARE(scale.position(-1), 0.0);
    QCOMPARE(scale.position(1e6), 1.0);
    QCOMPARE(scale.position(2.5), (1 + 1.5 / 3) / 256);
}

void TestRaster::scalesOfTwoMaps()
{
    tables::MatrixD a(2, 2), b(2, 2);
    a << 0.2, 0.5, 1, 0.3;
    b << 0.1, 0.9, 0.4, 0.6;
    const Scale common = raster::commonScale({&a, &b});
    QVERIFY(common.low <= 0 && common.low > -1e-5); // 0 belongs to it
    QVERIFY(common.high >= 1 && common.high < 1 + 1e-5); // float(1) is inside
    b(0, 0) = -0.25;
    QVERIFY(std::abs(raster::commonScale({&a, &b}).low + 0.25) < 1e-5);
    QVERIFY(raster::commonScale({}).high > raster::commonScale({}).low);

    const raster::DifferenceScale small = raster::differenceScale(b - a);
    QVERIFY(small.scale.high == -small.scale.low && std::abs(small.scale.high - 0.6) < 1e-6); // 0.4 − 1
    QVERIFY(!small.clipped);
    // of 100 × 100 cells ten may lie beyond: the eleventh largest is the end
    tables::MatrixD large = tables::MatrixD::Constant(100, 100, 0.5);
    for (int k = 0; k < 10; ++k)
        large(k, k) = 100 + k;
    const raster::DifferenceScale clipped = raster::differenceScale(large);
    QVERIFY(std::abs(clipped.scale.high - 0.5) < 1e-6);
    QVERIFY(clipped.clipped);
    QVERIFY(raster::differenceScale(tables::MatrixD::Zero(3, 3)).scale.high > 0);
}

QTEST_APPLESS_MAIN(TestRaster)
#include "tst_raster.moc"
