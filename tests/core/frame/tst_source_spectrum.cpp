// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "core/frame/source_spectrum.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <numbers>

using namespace pescope;
using tables::Index;
using tables::MatrixD;

namespace {

encoding::Encoding opened(const std::string& spec)
{
    auto encoding = encoding::resolveOne(spec);
    if (!encoding)
        qFatal("%s", describe(encoding.error()).c_str());
    return *std::move(encoding);
}

encoding::Encoding stored(MatrixD rows)
{
    encoding::Encoding encoding;
    encoding.content = encoding::StoredTable{.rows = std::make_shared<const MatrixD>(std::move(rows)),
                                             .firstPositionRow = 0,
                                             .positions = 0,
                                             .sinusoid = {}};
    auto& table = std::get<encoding::StoredTable>(encoding.content);
    table.positions = table.rows->rows();
    return encoding;
}

frame::SourceSpectrum spectrum(const encoding::Encoding& encoding)
{
    auto answer = frame::spectrumOf(encoding);
    if (!answer)
        qFatal("%s", describe(answer.error()).c_str());
    return *std::move(answer);
}

/// ω_i = 10000^(−2i/D), here and not by the program.
double kernel(int dim, double m)
{
    double sum = 0;
    for (int i = 0; i < dim / 2; ++i)
        sum += std::cos(m * std::pow(10000.0, -2.0 * i / dim));
    return sum;
}

bool near(double value, double expected, double within = 1e-10)
{
    return std::abs(value - expected) <= within;
}

} // namespace

/// The numbers behind the Spectrum view, against closed forms.
class TestSourceSpectrum : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Whole waves over all rows: the columns are orthogonal, and each has a bin of its own.
    void wavesOfWholeNumber()
    {
        const int waves[] = {3, 20, 41, 150};
        encoding::SinusoidSpec spec;
        spec.dim = 8;
        spec.length = 512;
        for (const int k : waves)
            spec.freeOmega.push_back(2 * std::numbers::pi * k / 512);
        encoding::Encoding encoding;
        encoding.kind = encoding::Kind::Sinusoid;
        encoding.content = spec;
        const auto all = spectrum(encoding);
        QVERIFY(all.vectors && !all.rotary && !all.bias);
        QCOMPARE(all.omega, spec.freeOmega);
        const frame::VectorSpectrum& v = *all.vectors;
        QVERIFY(!v.rowsAreOffsets && v.firstRow == 0 && v.rows == 512 && v.columns == 8 && v.rowsLeftOut == 0);
        for (const auto* singular : {&*v.centred, &*v.plain}) {
            QCOMPARE(singular->values.size(), std::size_t{8});
            for (const double sigma : singular->values)
                QVERIFY(near(sigma, 16)); // √(512 ÷ 2)
            QVERIFY(near(singular->effectiveRank, 8));
            QVERIFY(near(singular->participationRatio, 8));
            QCOMPARE(singular->components90, Index{8});
        }
        QCOMPARE(v.centred->scores.rows(), Index{512});
        QCOMPARE(v.centred->scores.cols(), Index{3});
        QCOMPARE(v.plain->scores.cols(), Index{0});
        QCOMPARE(v.columnSpectrum->length, Index{512});
        for (int column = 0; column < 8; ++column) {
            const analysis::ColumnPeak peak = v.columnSpectrum->peaks[static_cast<std::size_t>(column)];
            // its neighbours are nothing but rounding, through which the parabola goes as well
            QVERIFY(near(peak.omega, spec.freeOmega[static_cast<std::size_t>(column / 2)],
                         0.05 * 2 * std::numbers::pi / 512));
            QVERIFY(near(peak.amplitude, 1, 1e-9));
        }
        for (std::size_t bin = 1; bin < v.columnSpectrum->rms.size(); ++bin) {
            const bool one = std::ranges::find(waves, static_cast<int>(bin)) != std::end(waves);
            QVERIFY(near(v.columnSpectrum->rms[bin], one ? 0.5 : 0, 1e-9)); // two columns of eight
        }
        QVERIFY(v.componentSpectrum && v.componentSpectrum->amplitudes.rows() == 3);
    }

    void neighboursOfASinusoid()
    {
        const auto all = spectrum(opened("sinusoid:dim=32,length=40"));
        const frame::VectorSpectrum& v = *all.vectors;
        QCOMPARE(v.neighbours.first, Index{0});
        QCOMPARE(v.neighbours.cosine.size(), std::size_t{39});
        for (const double cosine : v.neighbours.cosine)
            QVERIFY(near(cosine, kernel(32, 1) / 16));
        QCOMPARE(v.norms.size(), std::size_t{40});
        for (const double norm : v.norms)
            QVERIFY(near(norm, 4));
        QVERIFY(v.mirror.cosine.empty());
        double sum = 0;
        for (int r = 0; r < 40; ++r)
            for (int s = 0; s < 40; ++s)
                sum += r == s ? 0 : kernel(32, r - s) / 16;
        QVERIFY(v.meanCosine && near(*v.meanCosine, sum / (40 * 39)));
    }

    void offsetsOfARelativeSinusoid()
    {
        const auto all = spectrum(opened("sinusoid-relative:dim=16,max=9"));
        const frame::VectorSpectrum& v = *all.vectors;
        QVERIFY(v.rowsAreOffsets);
        QCOMPARE(v.firstRow, Index{-9});
        QCOMPARE(v.rows, Index{19});
        QCOMPARE(v.neighbours.first, Index{-9});
        QCOMPARE(v.mirror.first, Index{1});
        QCOMPARE(v.mirror.cosine.size(), std::size_t{9});
        for (int k = 1; k <= 9; ++k)
            QVERIFY(near(v.mirror.cosine[static_cast<std::size_t>(k - 1)], kernel(16, 2 * k) / 8));
        QCOMPARE(all.omega.size(), std::size_t{8});
    }

    /// A table stored with key − query is turned: labels ascend with query − key.
    void offsetsStoredTheOtherWay()
    {
        MatrixD rows(5, 2);
        rows << 1, 0, 0, 2, 3, 0, 0, 4, 5, 0; // m = 2, 1, 0, −1, −2
        encoding::Encoding encoding;
        encoding.kind = encoding::Kind::Relative;
        encoding.content = encoding::RelativeTable{
            .rows = std::make_shared<const MatrixD>(rows), .firstOffset = 2, .ascending = false};
        const auto all = spectrum(encoding);
        QCOMPARE(all.vectors->firstRow, Index{-2});
        QCOMPARE(all.vectors->norms, (std::vector<double>{5, 4, 3, 2, 1}));
        QCOMPARE(all.vectors->mirror.cosine, (std::vector<double>{1, 1}));
        for (const double cosine : all.vectors->neighbours.cosine)
            QCOMPARE(cosine, 0.0);
    }

    void componentsOfALine()
    {
        MatrixD rows(11, 3);
        for (Index p = 0; p < 11; ++p)
            rows.row(p) << 5 + 2 * static_cast<double>(p), 1 - 1 * static_cast<double>(p), 2 * static_cast<double>(p);
        const auto all = spectrum(stored(rows));
        const analysis::SingularSpectrum& centred = *all.vectors->centred;
        QVERIFY(near(centred.share.front(), 1) && near(centred.effectiveRank, 1));
        for (Index p = 0; p < 11; ++p) // unit vector (2, −1, 2) ÷ 3; row 0 positive
            QVERIFY(near(centred.scores(p, 0), 3 * (5 - static_cast<double>(p))));
        QVERIFY(all.vectors->plain->effectiveRank > 1.01);
        QVERIFY(all.omega.empty());
    }

    /// science.md §5.4
    void decayOfRotary()
    {
        const auto all = spectrum(opened("rotary:dim=128,length=300"));
        QVERIFY(all.rotary && !all.vectors && !all.bias);
        QCOMPARE(all.rotary->decay.size(), std::size_t{300});
        const std::pair<std::size_t, double> expected[] = {{0, 32.5},     {1, 31.5382},   {10, 17.9541},
                                                           {50, 12.6295}, {100, 10.2273}, {256, 6.5431}};
        for (const auto& [m, value] : expected)
            QVERIFY(near(all.rotary->decay[m], value, 5e-5));
        for (std::size_t m = 0; m < 300; m += 23)
            QVERIFY(near(all.rotary->kernel[m], kernel(128, static_cast<double>(m))));
        QCOMPARE(all.omega.size(), std::size_t{64});
        QCOMPARE(spectrum(opened("rotary:dim=8,length=100000")).rotary->decay.size(), std::size_t{4097});
    }

    void linesOfAlibi()
    {
        const auto all = spectrum(opened("alibi:heads=8,length=64"));
        QVERIFY(all.bias && !all.vectors && all.omega.empty());
        QCOMPARE(all.bias->firstOffset, Index{-63});
        QCOMPARE(all.bias->byHead.rows(), Index{8});
        QCOMPARE(all.bias->byHead.cols(), Index{127});
        for (Index head = 0; head < 8; ++head)
            for (Index m = -63; m <= 63; ++m)
                QCOMPARE(all.bias->byHead(head, m + 63),
                         -std::exp2(-static_cast<double>(head + 1)) * std::abs(static_cast<double>(m)));
        const auto causal = spectrum(opened("alibi:heads=2,length=5,causal=1"));
        for (Index m = -4; m <= 0; ++m)
            QCOMPARE(std::abs(causal.bias->byHead(0, m + 4)), 0.0);
        QCOMPARE(spectrum(opened("alibi:heads=2,length=1000000")).bias->byHead.cols(), Index{4097});
        const auto many = spectrum(opened("alibi:heads=65536,length=1000000"));
        QVERIFY(many.bias->byHead.size() <= Index{1} << 23);
    }

    void partsThatCannotBe()
    {
        const auto one = spectrum(stored(MatrixD::Ones(1, 4)));
        QVERIFY(!one.vectors->centred && !one.vectors->singularNote.empty());
        QVERIFY(!one.vectors->columnSpectrum && !one.vectors->frequencyNote.empty());
        QVERIFY(one.vectors->neighbours.cosine.empty() && !one.vectors->neighbourNote.empty());
        QCOMPARE(one.vectors->norms, std::vector<double>{2});

        const auto nothing = spectrum(stored(MatrixD::Constant(6, 4, std::numeric_limits<double>::quiet_NaN())));
        QVERIFY(!nothing.vectors->centred);
        QVERIFY(nothing.vectors->singularNote.find("none of the 6 rows") != std::string::npos);

        encoding::Encoding map;
        map.kind = encoding::Kind::Matrix;
        map.content = encoding::GivenMap{std::make_shared<const MatrixD>(MatrixD::Ones(3, 3))};
        const auto refused = frame::spectrumOf(map);
        QVERIFY(!refused && refused.error().code == ErrorCode::Unsupported && !refused.error().hint.empty());
    }

    void longTablesAreCut()
    {
        const auto all = spectrum(opened("sinusoid:dim=4,length=20000"));
        QCOMPARE(all.vectors->rows, Index{8192});
        QCOMPARE(all.vectors->rowsLeftOut, Index{20000 - 8192});
        QCOMPARE(all.vectors->norms.size(), std::size_t{8192});
        QCOMPARE(all.vectors->neighbours.cosine.size(), std::size_t{8191});
    }

    void aStopIsHeard()
    {
        std::stop_source stop;
        stop.request_stop();
        for (const char* spec : {"sinusoid:dim=32,length=64", "rotary:dim=8", "alibi:heads=2"}) {
            const auto answer = frame::spectrumOf(opened(spec), JobContext(stop.get_token(), {}));
            QVERIFY(!answer && answer.error().code == ErrorCode::Cancelled);
        }
    }
};

QTEST_APPLESS_MAIN(TestSourceSpectrum)
#include "tst_source_spectrum.moc"
