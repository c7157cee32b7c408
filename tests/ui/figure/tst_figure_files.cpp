// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/canvas.h"
#include "ui/figure/layout.h"
#include "ui/figure/pdf_file.h"

#include "figure_samples.h"

#include <QProcess>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace pescope;
using namespace pescope::figure;

namespace {

/// Device pixels inside the frame of panel `index`, as Canvas rounds them.
QRect plotPixels(const Figure& figure, std::size_t index)
{
    const QRectF plot = layOut(figure).panels[index].plot;
    const double scale = figure.dpi / 25.4;
    return QRect(QPoint(qRound(plot.left() * scale), qRound(plot.top() * scale)),
                 QPoint(qRound(plot.right() * scale) - 1, qRound(plot.bottom() * scale) - 1));
}

QSet<QRgb> coloursIn(const QImage& image, const QRect& rect)
{
    QSet<QRgb> colours;
    for (int y = rect.top(); y <= rect.bottom(); ++y)
        for (int x = rect.left(); x <= rect.right(); ++x)
            colours.insert(image.pixel(x, y));
    return colours;
}

struct Svg {
    bool valid = false;
    int images = 0;
    QString text, width, height, description;
    QList<QImage> pictures;
};

Svg readSvg(const QByteArray& bytes)
{
    Svg svg;
    QXmlStreamReader xml(bytes);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == u"svg") {
            svg.width = xml.attributes().value(QStringLiteral("width")).toString();
            svg.height = xml.attributes().value(QStringLiteral("height")).toString();
        } else if (xml.name() == u"image") {
            ++svg.images;
            const QByteArray link = xml.attributes().value(QStringLiteral("xlink:href")).toLatin1();
            svg.pictures.append(QImage::fromData(QByteArray::fromBase64(link.mid(link.indexOf(',') + 1)), "png"));
        } else if (xml.name() == u"text") {
            svg.text += xml.readElementText() + u'\n';
        } else if (xml.name() == u"desc") {
            svg.description = xml.readElementText();
        }
    }
    svg.valid = !xml.hasError();
    return svg;
}

} // namespace

class TestFigureFiles : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString path(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    void save(const Figure& figure, const char* name) const
    {
        const Status written = write(figure, path(name).toStdString());
        QVERIFY2(written, written ? "" : describe(written.error()).c_str());
    }

private Q_SLOTS:
    void pngSizeAndColours_data()
    {
        QTest::addColumn<double>("dpi");
        QTest::newRow("96") << 96.0;
        QTest::newRow("300") << 300.0;
        QTest::newRow("600") << 600.0;
    }
    void pngSizeAndColours()
    {
        QFETCH(double, dpi);
        Figure figure = samples::maps(1, 84, samples::checkerboard(37, 37));
        figure.dpi = dpi;
        save(figure, "checker.png");
        const QImage image(path("checker.png"));
        QCOMPARE(image.width(), qRound(84 * dpi / 25.4));
        QCOMPARE(image.height(), qRound(sizeMm(figure).height() * dpi / 25.4));
        QCOMPARE(image.dotsPerMeterX(), qRound(dpi / 0.0254));
        const QRect plot = plotPixels(figure, 0);
        QCOMPARE(coloursIn(image, plot), (QSet<QRgb>{samples::kDark, samples::kLight}));
        // Cells are where the axes say: the middle of cell (i, j).
        for (const int cell : {0, 1, 18, 36})
            QCOMPARE(image.pixel(plot.left() + int((cell + 0.5) * plot.width() / 37), plot.top() + plot.height() / 74),
                     cell % 2 == 0 ? samples::kDark : samples::kLight);
        QCOMPARE(image.pixel(0, 0), qRgb(255, 255, 255));
        QCOMPARE(image.text(QStringLiteral("Description")), figure.description);
    }

    void constantMatrixIsOneColour()
    {
        Figure figure = samples::maps(2, 84, samples::checkerboard(512, 512, samples::kDark));
        for (const double dpi : {96.0, 250.0, 600.0}) {
            figure.dpi = dpi;
            save(figure, "constant.png");
            for (const std::size_t panel : {0U, 1U})
                QCOMPARE(coloursIn(QImage(path("constant.png")), plotPixels(figure, panel)),
                         QSet<QRgb>{samples::kDark});
        }
    }

    void moreCellsThanPixelsAreAveraged()
    {
        // A checkerboard far finer than the picture is grey between its two colours, not a pattern of its own.
        Figure figure = samples::maps(1, 84, samples::checkerboard(1024, 1024));
        figure.dpi = 96;
        save(figure, "fine.png");
        const QRect plot = plotPixels(figure, 0).adjusted(1, 1, -1, -1);
        for (const QRgb colour : coloursIn(QImage(path("fine.png")), plot)) {
            QVERIFY(std::abs(qRed(colour) - (0x20 + 0xF0) / 2) < 16);
            QVERIFY(std::abs(qBlue(colour) - (0x40 + 0x50) / 2) < 16);
        }
    }

    void pdfPage()
    {
        for (const double width : {84.0, 174.0, 88.9}) {
            const Figure figure = samples::maps(3, width, samples::checkerboard(64, 64));
            save(figure, "page.pdf");
            const QByteArray pdf = samples::bytesOf(path("page.pdf"));
            const QRegularExpression box(QStringLiteral(R"(/MediaBox \[0 0 ([0-9.]+) ([0-9.]+) *\])"));
            const auto match = box.match(QString::fromLatin1(pdf));
            QVERIFY(match.hasMatch());
            QVERIFY(std::abs(match.captured(1).toDouble() * 25.4 / 72 - width) < 0.001);
            QVERIFY(std::abs(match.captured(2).toDouble() * 25.4 / 72 - sizeMm(figure).height()) < 0.001);
            QVERIFY(!pdf.contains("DCTDecode"));
            QCOMPARE(pdf.count("/Subtype /Image"), 3);
            QVERIFY(!pdf.contains("/CreationDate"));
            // The table of offsets still points at the objects.
            const qsizetype start = pdf.lastIndexOf("startxref");
            const qsizetype table = pdf.mid(start + 10).split('\n').front().trimmed().toLongLong();
            QVERIFY(pdf.mid(table).startsWith("xref"));
        }
    }

    void pdfTextCanBeFound()
    {
        save(samples::maps(2, 174, samples::checkerboard(512, 512)), "text.pdf");
        QProcess reader;
        reader.start(QStringLiteral("pdftotext"), {path("text.pdf"), QStringLiteral("-")});
        if (!reader.waitForStarted())
            QSKIP("pdftotext is not installed");
        QVERIFY(reader.waitForFinished());
        const QString text = QString::fromUtf8(reader.readAllStandardOutput());
        for (const char* word : {"position_embeddings", "position", "511", "128"})
            QVERIFY2(text.contains(QString::fromLatin1(word)), word);
    }

    void pdfDate()
    {
        const QByteArray pdf = "/CreationDate (D:20261129232505Z)\n/MediaBox [0 0 239.000000 301.000000]";
        QCOMPARE(finishedPdf(pdf, QSizeF(84, 106), std::nullopt),
                 QByteArray("                                 \n/MediaBox [0 0 238.1102 300.4724    ]"));
        QCOMPARE(finishedPdf(pdf, QSizeF(84, 106), 86400)->left(33), QByteArray("/CreationDate (D:19700102000000Z)"));
        QVERIFY(!finishedPdf("%PDF-2.0", QSizeF(84, 106), 0));
    }

    void svgStructure()
    {
        const Figure figure = samples::maps(3, 174, samples::checkerboard(48, 48));
        save(figure, "maps.svg");
        const Svg svg = readSvg(samples::bytesOf(path("maps.svg")));
        QVERIFY(svg.valid);
        QCOMPARE(svg.images, 3);
        QVERIFY(svg.width.endsWith(QStringLiteral("mm")));
        QVERIFY(std::abs(svg.width.chopped(2).toDouble() - 174) < 0.01);
        QVERIFY(std::abs(svg.height.chopped(2).toDouble() - sizeMm(figure).height()) < 0.01);
        QCOMPARE(svg.description, figure.description);
        for (const char* word : {"position_embeddings", "position i", "position j", "47", "mean of 1.33"})
            QVERIFY2(svg.text.contains(QString::fromLatin1(word)), word);
        for (const QImage& picture : svg.pictures) {
            // Whole pixels a cell, enough of them that smoothing by a viewer stays at the cells' edges.
            QCOMPARE(picture.width() % 48, 0);
            QVERIFY(picture.width() >= 48 * 8);
            QCOMPARE(coloursIn(picture, picture.rect()), (QSet<QRgb>{samples::kDark, samples::kLight}));
        }
    }

    void curvesAreVector()
    {
        for (const bool logY : {false, true}) {
            save(samples::curves(84, logY), "curves.svg");
            const Svg svg = readSvg(samples::bytesOf(path("curves.svg")));
            QVERIFY(svg.valid);
            QCOMPARE(svg.images, 0);
            QVERIFY(svg.text.contains(QStringLiteral("C  a source with")));
            QVERIFY(samples::bytesOf(path("curves.svg")).contains("<polyline"));
        }
    }

    void sameFigureSameBytes()
    {
        for (const char* name : {"same.png", "same.svg", "same.pdf"}) {
            const Figure figure = samples::maps(2, 84, samples::checkerboard(20, 20));
            save(figure, name);
            const QByteArray first = samples::bytesOf(path(name));
            QTest::qWait(1100); // a date in the file would have another second
            save(figure, name);
            QVERIFY(!first.isEmpty());
            QCOMPARE(samples::bytesOf(path(name)), first);
        }
    }

    void failureLeavesTheOldFile()
    {
        const QString blocked = path("gone/figure.pdf");
        const Status missing = write(samples::curves(84), blocked.toStdString());
        QVERIFY(!missing);
        QCOMPARE(missing.error().code, ErrorCode::Io);

        QFile old(path("old.png"));
        QVERIFY(old.open(QIODevice::WriteOnly));
        old.write("old");
        old.close();
        Figure huge = samples::curves(4000);
        huge.dpi = 4800;
        const Status tooLarge = write(huge, path("old.png").toStdString());
        QVERIFY(!tooLarge);
        QCOMPARE(tooLarge.error().code, ErrorCode::Shape);
        QCOMPARE(samples::bytesOf(path("old.png")), QByteArray("old"));

        const Status unknown = write(samples::curves(84), path("figure.tiff").toStdString());
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, ErrorCode::Unsupported);
    }
};

QTEST_MAIN(TestFigureFiles)
#include "tst_figure_files.moc"
