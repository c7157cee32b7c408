// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps of ω: values by closed forms, frames against ψ and the ranges of analysis, films against their own pictures as
// other readers see them.
#include "core/analysis/psi.h"
#include "ui/figure/layout.h"
#include "ui/sweep/animation.h"
#include "ui/sweep/write.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QtEndian>

#include <cmath>
#include <cstring>
#include <webp/demux.h>

using namespace pescope;
using namespace pescope::sweep;

namespace {

Request small()
{
    Request request;
    request.spec.dim = 32;
    request.spec.length = 48;
    request.title = "Fixed sinusoid";
    request.what = What::Scale;
    request.from = 1;
    request.to = 0.25;
    request.frames = 5;
    request.metric = proximity::Metric::Dot;
    request.dpi = 60;
    request.description = "pescope sweep a test";
    return request;
}

Sweep planned(const Request& request)
{
    auto sweep = Sweep::plan(request);
    if (!sweep)
        qFatal("%s", sweep.error().message.c_str());
    return *std::move(sweep);
}

QByteArray contents(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Target targetAt(const QString& path)
{
    auto target = targetOf(path.toStdString());
    if (!target)
        qFatal("%s", target.error().message.c_str());
    return *std::move(target);
}

const figure::CurvePanel& curves(const figure::Figure& figure)
{
    return std::get<figure::CurvePanel>(figure.panels[1]);
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void valuesGoInEqualRatiosOrWholeNumbers()
    {
        const auto scale = valuesOf(small());
        QVERIFY(scale.has_value());
        const double expected[] = {1, std::sqrt(0.5), 0.5, std::sqrt(0.125), 0.25};
        QCOMPARE(scale->size(), std::size_t(5));
        for (std::size_t k = 0; k < 5; ++k)
            QVERIFY(std::abs((*scale)[k] - expected[k]) < 1e-15);
        Request cut = small();
        cut.what = What::SkipFast;
        cut.from = 0;
        cut.to = 10;
        cut.frames = 4;
        QVERIFY(valuesOf(cut).value() == (std::vector<double>{0, 3, 7, 10}));
    }

    void impossibleSweepsSayWhy()
    {
        Request request = small();
        request.frames = 1;
        QCOMPARE(valuesOf(request).error().code, ErrorCode::Shape);
        request = small();
        request.to = -1;
        QVERIFY(
            QString::fromStdString(valuesOf(request).error().message).contains(QStringLiteral("scale cannot be -1")));
        request = small();
        request.what = What::SkipFast;
        request.from = 0;
        request.to = 16; // D/2 = 16 frequencies: nothing is left
        QCOMPARE(Sweep::plan(request).error().code, ErrorCode::Shape);
        request = small();
        request.what = What::Base;
        request.spec.freeOmega = {1, 0.5};
        QCOMPARE(valuesOf(request).error().code, ErrorCode::Unsupported);
    }

    void framesShowTheRangesOfTheirOmega()
    {
        Request request = small();
        request.spec.dim = 768;
        request.spec.length = 512;
        request.frames = 3;
        const Sweep sweep = planned(request);
        // science: D = 768, base 10 000, first 0, ε = 10⁻⁴
        QCOMPARE(sweep.ranges(0).integer, std::optional<Index>(43));
        QCOMPARE(sweep.ranges(0).tolerance, std::optional<Index>(74));
        const auto first = sweep.figureOf(0);
        QVERIFY(first.has_value());
        QVERIFY(curves(*first).subtitle.contains(
            QStringLiteral("0…43 (integer), 0…74 (ε = 0.0001), ψ′ = 0 first at m = 6.17")));
        for (int k = 0; k < sweep.frames(); ++k) {
            encoding::SinusoidSpec spec = request.spec;
            spec.scale = sweep.value(k);
            const std::vector<double> omega = encoding::omega(spec);
            const auto ranges = analysis::monotoneRanges(omega);
            const auto figure = sweep.figureOf(k);
            QVERIFY(figure.has_value());
            const QString said = QStringLiteral("0…%1 (integer), 0…%2 (ε = 0.0001), ψ′ = 0 first at m = %3")
                                     .arg(*ranges->integer)
                                     .arg(*ranges->tolerance)
                                     .arg(*ranges->continuous.m, 0, 'f', 2);
            QVERIFY2(curves(*figure).subtitle.contains(said), qPrintable(curves(*figure).subtitle));
            QVERIFY(curves(*figure).title.contains(valueText(What::Scale, spec.scale)));
            // half the ω: every distance twice as long
            QVERIFY(std::abs(*ranges->continuous.m * spec.scale - 6.1657) < 1e-3);
            // the lines stand at the ends
            QCOMPARE(curves(*figure).curves[1].x, (std::vector<double>(2, static_cast<double>(*ranges->integer))));
            const auto& psi = curves(*figure).curves.back();
            QCOMPARE(psi.y.front(), 384.0);
            QVERIFY(std::abs(psi.y[40] - analysis::psi(omega, 10)) < 1e-9); // four points a position
        }
    }

    void onlyWhatMovesDiffersBetweenFrames()
    {
        const Sweep sweep = planned(small());
        const auto first = *sweep.figureOf(0);
        const figure::Layout still = figure::layOut(first);
        for (int k = 1; k < sweep.frames(); ++k) {
            const auto other = *sweep.figureOf(k);
            QCOMPARE(other.colourBars.size(), std::size_t(1));
            QCOMPARE(other.colourBars[0].scale.low, first.colourBars[0].scale.low);
            QCOMPARE(other.colourBars[0].scale.high, first.colourBars[0].scale.high);
            QCOMPARE(other.colourBars[0].arrowBelow, first.colourBars[0].arrowBelow);
            const figure::Layout layout = figure::layOut(other);
            QCOMPARE(layout.size, still.size);
            for (std::size_t panel = 0; panel < 2; ++panel)
                QCOMPARE(layout.panels[panel].plot, still.panels[panel].plot);
            QCOMPARE(layout.panels[1].x1, still.panels[1].x1);
            QCOMPARE(layout.panels[1].y0, still.panels[1].y0);
            QCOMPARE(layout.panels[1].y1, still.panels[1].y1);
            QCOMPARE(sweep.picture(k)->size(), sweep.picture(0)->size());
        }
        QVERIFY(*sweep.picture(0) != *sweep.picture(4));
    }

    void theMapHasTheColoursOfPsi()
    {
        Request request = small();
        request.dpi = 300; // a cell is larger than a pixel: the picture is at cell resolution
        const Sweep sweep = planned(request);
        for (const int k : {0, 4}) {
            encoding::SinusoidSpec spec = request.spec;
            spec.scale = sweep.value(k);
            const std::vector<double> omega = encoding::omega(spec);
            const auto figure = *sweep.figureOf(k);
            const QImage& image = std::get<figure::HeatmapPanel>(figure.panels[0]).image;
            QCOMPARE(image.size(), QSize(48, 48));
            for (const auto& [i, j] : {std::pair(0, 0), std::pair(5, 9), std::pair(40, 3)}) {
                const double value = analysis::psi(omega, std::abs(i - j));
                const double place = sweep.scale().position(value);
                const double near = std::abs(256 * place - std::round(256 * place));
                if (near > 1e-3 || place >= 1) // float32 may fall on either side of the edge of two colours
                    QCOMPARE(QColor(image.pixel(j, i)).rgb(),
                             QColor(raster::colourOf(value, sweep.scale(), raster::defaultColormap())).rgb());
            }
        }
    }

    void aWebpFilmHasEveryPicture()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("film.webp"));
        const Sweep sweep = planned(small());
        QVERIFY(write(sweep, targetAt(path), 8));
        const QByteArray bytes = contents(path);
        const WebPData data{reinterpret_cast<const uint8_t*>(bytes.constData()), static_cast<size_t>(bytes.size())};
        WebPAnimDecoderOptions options;
        QVERIFY(WebPAnimDecoderOptionsInit(&options) != 0);
        options.color_mode = MODE_BGRA;
        WebPAnimDecoder* decoder = WebPAnimDecoderNew(&data, &options);
        QVERIFY(decoder != nullptr);
        WebPAnimInfo info;
        QVERIFY(WebPAnimDecoderGetInfo(decoder, &info) != 0);
        QCOMPARE(info.loop_count, 0U); // for ever
        int k = 0;
        while (WebPAnimDecoderHasMoreFrames(decoder) != 0) {
            uint8_t* pixels = nullptr;
            int until = 0;
            QVERIFY(WebPAnimDecoderGetNext(decoder, &pixels, &until) != 0);
            const QImage shown(pixels, static_cast<int>(info.canvas_width), static_cast<int>(info.canvas_height),
                               QImage::Format_ARGB32);
            QCOMPARE(shown.convertToFormat(QImage::Format_RGB32), *sweep.picture(k));
            QCOMPARE(until, 125 * (k + 1));
            ++k;
        }
        WebPAnimDecoderDelete(decoder);
        QCOMPARE(k, 5);
        QVERIFY(write(sweep, targetAt(folder.filePath(QStringLiteral("again.webp"))), 8));
        QCOMPARE(contents(folder.filePath(QStringLiteral("again.webp"))), bytes);
    }

    void anAnimatedPngIsAPngOfItsFirstPicture()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("film.apng"));
        const Sweep sweep = planned(small());
        QVERIFY(write(sweep, targetAt(path), 10));
        const QByteArray bytes = contents(path);
        QImage first;
        QVERIFY(first.loadFromData(bytes, "png"));
        QCOMPARE(first.convertToFormat(QImage::Format_RGB32), *sweep.picture(0));
        QCOMPARE(first.text(QStringLiteral("Description")), QStringLiteral("pescope sweep a test"));
        // every other picture, put back into a PNG of its own: fdAT without its number is IDAT
        quint32 frames = 0;
        quint32 sequence = 0;
        QList<QByteArray> pictures;
        for (qsizetype at = 8; at + 12 <= bytes.size();) {
            const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(bytes.constData() + at));
            const QByteArray type = bytes.mid(at + 4, 4);
            const QByteArray data = bytes.mid(at + 8, size);
            if (type == "acTL")
                frames = qFromBigEndian<quint32>(data.constData());
            if (type == "fcTL" || type == "fdAT")
                QCOMPARE(qFromBigEndian<quint32>(data.constData()), sequence++);
            if (type == "fcTL") {
                pictures.append(QByteArray());
                QCOMPARE(qFromBigEndian<quint16>(data.constData() + 20), quint16(100)); // of 1000: a tenth of a second
            }
            if (type == "fdAT")
                pictures.last() += data.mid(4);
            at += 12 + size;
        }
        QCOMPARE(frames, 5U);
        QCOMPARE(pictures.size(), 5);
        for (int k = 1; k < 5; ++k) {
            const QByteArray raw = qUncompress(QByteArray(4, '\x7f') + pictures.at(k)); // size hint, then zlib
            const QImage expected = *sweep.picture(k);
            QCOMPARE(raw.size(), qsizetype(expected.height()) * (1 + 3 * expected.width()));
        }
        QVERIFY(write(sweep, targetAt(folder.filePath(QStringLiteral("again.apng"))), 10));
        QCOMPARE(contents(folder.filePath(QStringLiteral("again.apng"))), bytes);
    }

    void numberedPicturesAreAllThereOrNone()
    {
        const QTemporaryDir folder;
        const Target target = targetAt(folder.filePath(QStringLiteral("frames/f-%03d.png")));
        const Sweep sweep = planned(small());
        QVERIFY(write(sweep, target, 10));
        const QDir frames(folder.filePath(QStringLiteral("frames")));
        QCOMPARE(frames.entryList(QDir::Files | QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name),
                 (QStringList{QStringLiteral("f-001.png"), QStringLiteral("f-002.png"), QStringLiteral("f-003.png"),
                              QStringLiteral("f-004.png"), QStringLiteral("f-005.png")}));
        for (int k = 0; k < 5; ++k) {
            const QImage read(frames.filePath(QStringLiteral("f-%1.png").arg(k + 1, 3, 10, QLatin1Char('0'))));
            QCOMPARE(read.convertToFormat(QImage::Format_RGB32).size(), sweep.picture(k)->size());
        }

        // stopped at the third frame: nothing but what was there before
        std::stop_source stop;
        const JobContext job(stop.get_token(), [&stop](const Progress& progress) {
            if (progress.fraction > 0.3)
                stop.request_stop();
        });
        const Status stopped = write(sweep, targetAt(folder.filePath(QStringLiteral("none/f-%d.png"))), 10, job);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
        QVERIFY(QDir(folder.filePath(QStringLiteral("none")))
                    .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)
                    .isEmpty());
        const QString kept = folder.filePath(QStringLiteral("kept.webp"));
        QFile old(kept);
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("before");
        old.close();
        std::stop_source again;
        const JobContext second(again.get_token(), [&again](const Progress&) { again.request_stop(); });
        QVERIFY(!write(sweep, targetAt(kept), 10, second));
        QCOMPARE(contents(kept), QByteArray("before"));
    }

    void targetsAreCheckedByName()
    {
        for (const char* wrong : {"film.gif", "frame.png", "a%d-%d.png", "%s.png", "film"})
            QVERIFY2(!targetOf(wrong), wrong);
        QCOMPARE(targetOf("out/f%04d.png")->frame(6), std::filesystem::path("out/f0007.png"));
        QCOMPARE(targetOf("f-%d.png")->frame(11), std::filesystem::path("f-12.png"));
    }
};

QTEST_MAIN(TestSweep)
#include "tst_sweep.moc"
