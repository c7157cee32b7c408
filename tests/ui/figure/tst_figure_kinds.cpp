// SPDX-License-Identifier: GPL-3.0-or-later
// What the tools of others say of a figure with every kind of panel: poppler of its PDF, ImageMagick of its PNG, an XML
// parser of its SVG.
#include "ui/figure/axes.h"
#include "ui/figure/layout.h"

#include "figure_samples.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <cmath>
#include <optional>

using namespace pescope;
using namespace pescope::figure;
using namespace Qt::StringLiterals;

namespace {

/// What a program prints; the test fails where it is not there.
QString output(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.start(program, arguments);
    if (!process.waitForStarted() || !process.waitForFinished() || process.exitCode() != 0)
        throw std::runtime_error(qPrintable(program + u" is not installed, or failed: "_s
                                            + QString::fromUtf8(process.readAllStandardError())));
    return QString::fromUtf8(process.readAllStandardOutput());
}

FigureColourBar bar()
{
    FigureColourBar bar;
    bar.map = &raster::defaultColormap();
    bar.scale = {0, 1, nullptr};
    bar.title = u"attention weight"_s;
    return bar;
}

Figure figureOf(const char* kind, const QImage& image)
{
    Figure figure;
    figure.widthMm = 84;
    const QByteArray name(kind);
    if (name == "map" || name == "tokens") {
        HeatmapPanel panel = samples::mapPanel(image, u"A  机器学习 heat, 8 × 8"_s);
        if (name == "tokens")
            for (int k = 0; k < image.width(); ++k)
                panel.rowLabels << (k % 2 ? u"␣world"_s : u"世界"_s);
        panel.columnLabels = panel.rowLabels;
        figure.panels.emplace_back(std::move(panel));
        figure.colourBars = {bar()};
    } else if (name == "curve") {
        figure = samples::curves(84);
        std::get<CurvePanel>(figure.panels[0]).title = u"A  机器学习 heat"_s;
    } else if (name == "table") {
        figure.panels.emplace_back(TablePanel{.title = u"A  机器学习 heat"_s,
                                              .subtitle = u"1 = holds"_s,
                                              .lines = {{u"source"_s, u"TI"_s}, {u"sinusoid"_s, u"1.000"_s}}});
    } else {
        GridPanel grid;
        grid.title = u"A  机器学习 heat"_s;
        grid.columnTitle = u"layer"_s;
        grid.rowLabels = {u"Original"_s, u"Exchanged"_s};
        grid.columns = 13;
        for (int k = 0; k < 13; ++k)
            grid.columnLabels << QString::number(k);
        grid.cells.assign(26, image);
        figure.panels.emplace_back(std::move(grid));
        figure.colourBars = {bar()};
    }
    return figure;
}

int picturesOf(const char* kind)
{
    const QByteArray name(kind);
    return name == "map" || name == "tokens" ? 1 : name == "grid" ? 26 : 0;
}

} // namespace

class TestFigureKinds : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString saved(const Figure& figure, const char* name) const
    {
        const QString path = m_folder.filePath(QString::fromLatin1(name));
        if (const Status written = write(figure, path.toStdString()); !written)
            throw std::runtime_error(describe(written.error()));
        return path;
    }
    static void kinds()
    {
        QTest::addColumn<QByteArray>("kind");
        for (const char* kind : {"map", "tokens", "curve", "table", "grid"})
            QTest::newRow(kind) << QByteArray(kind);
    }

private Q_SLOTS:
    void pdf_data() { kinds(); }
    void pdf()
    {
        QFETCH(QByteArray, kind);
        const Figure figure = figureOf(kind, samples::checkerboard(8, 8));
        const QString path = saved(figure, "kind.pdf");
        // every font embedded, none of Type 3 ("name type encoding emb sub uni object")
        const QStringList fonts = output(u"pdffonts"_s, {path}).split(u'\n', Qt::SkipEmptyParts).mid(2);
        QVERIFY(!fonts.isEmpty());
        for (const QString& font : fonts) {
            QVERIFY2(!font.contains(u"Type 3"_s), qPrintable(font));
            QVERIFY2(QRegularExpression(u"\\syes\\s+(yes|no)\\s+(yes|no)\\s+\\d+\\s+\\d+$"_s).match(font).hasMatch(),
                     qPrintable(font));
        }
        // one lossless picture a map, and none for what is vector
        const QStringList images = output(u"pdfimages"_s, {u"-list"_s, path}).split(u'\n', Qt::SkipEmptyParts).mid(2);
        QCOMPARE(images.size(), picturesOf(kind));
        for (const QString& image : images)
            QVERIFY2(!image.contains(u"jpeg"_s) && !image.contains(u"jpx"_s) && image.contains(u" no "_s),
                     qPrintable(image)); // " no ": not interpolated
        const QString text = output(u"pdftotext"_s, {path, u"-"_s});
        QVERIFY2(text.contains(u"heat"_s) && text.contains(u"机器学习"_s), qPrintable(text));
        // the size of the page in points
        static const QRegularExpression size(u"Page size:\\s+([0-9.]+) x ([0-9.]+) pts"_s);
        const auto match = size.match(output(u"pdfinfo"_s, {path}));
        QVERIFY(match.hasMatch());
        QVERIFY(std::abs(match.captured(1).toDouble() * 25.4 / 72 - 84) < 0.1);
        QVERIFY(std::abs(match.captured(2).toDouble() * 25.4 / 72 - sizeMm(figure).height()) < 0.1);
    }

    void svg_data() { kinds(); }
    void svg()
    {
        QFETCH(QByteArray, kind);
        QXmlStreamReader xml(samples::bytesOf(saved(figureOf(kind, samples::checkerboard(8, 8)), "kind.svg")));
        int images = 0;
        QString text;
        while (!xml.atEnd())
            if (xml.readNext() == QXmlStreamReader::StartElement) {
                images += xml.name() == u"image" ? 1 : 0;
                if (xml.name() == u"text")
                    text += xml.readElementText();
            }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QCOMPARE(images, picturesOf(kind));
        QVERIFY(text.contains(u"heat"_s) && text.contains(u"机器学习"_s));
    }

    void png_data() { kinds(); }
    void png()
    {
        QFETCH(QByteArray, kind);
        Figure figure = figureOf(kind, samples::checkerboard(8, 8));
        figure.dpi = 254;
        const QString path = saved(figure, "kind.png");
        const QStringList said =
            output(u"identify"_s, {u"-units"_s, u"PixelsPerInch"_s, u"-format"_s, u"%w %h %x"_s, path}).split(u' ');
        QCOMPARE(said[0].toInt(), 840);
        QCOMPARE(said[1].toInt(), qRound(sizeMm(figure).height() * 10));
        QVERIFY(std::abs(said[2].toDouble() - 254) < 0.1);
    }

    /// Rendered by poppler at three zooms: a constant map has no seam, a checkerboard no third colour.
    void noSeams_data() { kinds(); }
    void noSeams()
    {
        QFETCH(QByteArray, kind);
        if (picturesOf(kind) == 0)
            return; // nothing but vectors
        for (const QRgb odd : {samples::kDark, samples::kLight}) {
            const Figure figure = figureOf(kind, samples::checkerboard(8, 8, odd));
            const QString path = saved(figure, "seams.pdf");
            const PanelPlace place = layOut(figure).panels[0];
            const QRectF map = place.maps.empty() ? place.plot : place.maps[17];
            for (const int dpi : {96, 217, 600}) {
                const QString picture = m_folder.filePath(u"seams"_s);
                output(u"pdftoppm"_s, {u"-r"_s, QString::number(dpi), u"-png"_s, u"-singlefile"_s, path, picture});
                const QImage image(picture + u".png"_s);
                const double scale = dpi / 25.4;
                // The renderer puts the edges of a picture on whole pixels: two pixels from an edge all have the colour
                // of their cell, but for rounding. In the constant map that holds at edges too: a seam would be a
                // mixture with what lies under it.
                const auto cellAt = [&](int pixel, double start) -> std::optional<int> {
                    const double cell = (pixel + 0.5 - start * scale) / (map.width() * scale / 8);
                    const double fromEdge = std::abs(cell - std::round(cell)) * map.width() * scale / 8;
                    return odd == samples::kDark || fromEdge > 2 ? std::optional(static_cast<int>(cell)) : std::nullopt;
                };
                int seen = 0;
                for (int y = qCeil(map.top() * scale) + 1; y < qFloor(map.bottom() * scale) - 1; ++y)
                    for (int x = qCeil(map.left() * scale) + 1; x < qFloor(map.right() * scale) - 1; ++x) {
                        const auto i = cellAt(y, map.top());
                        const auto j = cellAt(x, map.left());
                        if (!i || !j)
                            continue;
                        ++seen;
                        const QRgb own = (*i + *j) % 2 == 0 ? samples::kDark : odd;
                        const QRgb got = image.pixel(x, y);
                        if (std::abs(qRed(own) - qRed(got)) > 1 || std::abs(qGreen(own) - qGreen(got)) > 1
                            || std::abs(qBlue(own) - qBlue(got)) > 1)
                            QFAIL(qPrintable(u"%1 at (%2, %3), %4 dpi"_s.arg(got, 8, 16).arg(x).arg(y).arg(dpi)));
                    }
                QVERIFY(seen > 100);
            }
        }
    }

    void nothingLeavesThePage_data() { kinds(); }
    void nothingLeavesThePage()
    {
        QFETCH(QByteArray, kind);
        for (const double width : {84.0, 174.0}) {
            Figure figure = figureOf(kind, samples::checkerboard(12, 12));
            figure.widthMm = width;
            const Layout layout = layOut(figure);
            QVERIFY(fitsWidth(layout));
            const PanelPlace& place = layout.panels[0];
            const Type type(figure.fontPt, figure.family);
            for (std::size_t k = 1; k < place.maps.size(); ++k)
                QVERIFY(!place.maps[k].intersects(place.maps[k - 1]));
            for (const QRectF& map : place.maps)
                QVERIFY(map.right() <= width && map.bottom() <= layout.size.height());
            for (const TextBlock& cell : place.cells)
                for (const QString& line : cell.lines)
                    QVERIFY2(type.widthMm(cell.role, line) <= cell.width + 0.05, qPrintable(line));
            if (!place.xTurned)
                continue;
            for (std::size_t k = 1; k < place.xTicks.size(); ++k) // upright names
                QVERIFY(place.xTicks[k].at - place.xTicks[k - 1].at >= kNameApart * type.lineMm(TypeRole::Tick) - 1e-9);
            for (const Tick& tick : place.xTicks)
                QVERIFY(place.plot.bottom() + kTickLength + kLabelGap + type.widthMm(TypeRole::Tick, tick.label)
                        <= place.xTitle.top);
        }
    }
};

QTEST_MAIN(TestFigureKinds)
#include "tst_figure_kinds.moc"
