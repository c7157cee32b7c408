// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file.h"
#include "ui/figure/figure.h"
#include "ui/figure/layout.h"
#include "ui/figure/pdf_file.h"
#include "ui/figure/type.h"

#include <fmt/format.h>

#include <QBuffer>
#include <QHashFunctions>
#include <QImageWriter>
#include <QPageSize>
#include <QPainter>
#include <QPdfWriter>
#include <QScopeGuard>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace pescope::figure {

namespace {

constexpr double kSmallestMm = 20; ///< below that no text has room
constexpr double kLargestMm = 5000; ///< a PDF page ends at 14,400 points
constexpr double kMostPixels = 4e8;

std::optional<qint64> sourceDate()
{
    bool valid = false;
    const qint64 seconds = qgetenv("SOURCE_DATE_EPOCH").toLongLong(&valid);
    return valid ? std::optional(seconds) : std::nullopt;
}

Result<QByteArray> pngBytes(const Figure& figure, const QSizeF& mm)
{
    const double pixelsPerMm = figure.dpi / 25.4;
    const double width = std::max(1.0, std::round(mm.width() * pixelsPerMm));
    const double height = std::max(1.0, std::round(mm.height() * pixelsPerMm));
    if (width * height > kMostPixels)
        return fail(ErrorCode::Shape,
                    fmt::format("a picture of {:.0f} × {:.0f} pixels ({:.1f} × {:.1f} mm at {:g} dpi) is too large",
                                width, height, mm.width(), mm.height(), figure.dpi),
                    "Choose fewer dpi, or a PDF.");
    QImage image(static_cast<int>(width), static_cast<int>(height),
                 figure.transparent ? QImage::Format_ARGB32_Premultiplied : QImage::Format_RGB32);
    if (image.isNull())
        return fail(ErrorCode::OutOfMemory, fmt::format("no memory for {:.0f} × {:.0f} pixels", width, height),
                    "Choose fewer dpi, or a PDF.");
    image.fill(figure.transparent ? Qt::transparent : Qt::white);
    {
        QPainter painter(&image);
        paint(painter, figure, pixelsPerMm);
    }
    const int dotsPerMeter = qRound(figure.dpi / 0.0254);
    image.setDotsPerMeterX(dotsPerMeter);
    image.setDotsPerMeterY(dotsPerMeter);
    image.setText(QStringLiteral("Software"), QStringLiteral("PEScope"));
    if (!figure.description.isEmpty())
        image.setText(QStringLiteral("Description"), figure.description);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QImageWriter writer(&buffer, "png");
    writer.setQuality(70); // lossless whatever it says: a lighter compression, which takes a third of the time
    if (!writer.write(image))
        return fail(ErrorCode::Io, fmt::format("the PNG encoder failed: {}", writer.errorString().toStdString()));
    return buffer.data();
}

QByteArray svgBytes(const Figure& figure, const QSizeF& mm)
{
    const QSize units(qRound(mm.width() * kUnitsPerMm), qRound(mm.height() * kUnitsPerMm));
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    {
        QSvgGenerator generator;
        generator.setOutputDevice(&buffer);
        generator.setResolution(qRound(kUnitsPerMm * 25.4));
        generator.setSize(units);
        generator.setViewBox(QRect(QPoint(0, 0), units));
        // Qt writes both as they are, and they hold file names.
        generator.setTitle(QStringLiteral("PEScope figure"));
        generator.setDescription(figure.description.toHtmlEscaped());
        QPainter painter(&generator);
        paint(painter, figure, kUnitsPerMm);
    }
    QByteArray svg = buffer.data();
    // Qt names the first family alone; a reader without it would fall back to a serif face.
    const QByteArray families =
        "font-family=\"Inter, 'Noto Sans CJK SC', 'WenQuanYi Micro Hei', 'DejaVu Sans', sans-serif\"";
    svg.replace("font-family=\"Inter\"", families);
    if (!figure.family.isEmpty()) {
        const QByteArray family = figure.family.toHtmlEscaped().toUtf8();
        svg.replace(QByteArray("font-family=\"" + family + "\""),
                    QByteArray("font-family=\"'" + family + "', sans-serif\""));
    }
    svg.replace("font-family=\"Sans Serif\"", families);
    return svg;
}

Result<QByteArray> pdfBytes(const Figure& figure, const QSizeF& mm)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    // Qt keeps whole points: the page is a little larger at first and cut to size afterwards. Its y axis starts at the
    // lower edge, so the figure is moved down by what will be cut off there.
    const QSizeF points(mm.width() * 72 / 25.4, mm.height() * 72 / 25.4);
    const QSizeF whole(std::ceil(points.width()), std::ceil(points.height()));
    {
        // Qt writes the fonts in the order of a hash: with its usual random seed two runs would differ
        QHashSeed::setDeterministicGlobalSeed();
        const auto randomAgain = qScopeGuard([] { QHashSeed::resetRandomGlobalSeed(); });
        QPdfWriter writer(&buffer);
        writer.setResolution(qRound(kUnitsPerMm * 25.4));
        writer.setCreator(QStringLiteral("PEScope"));
        writer.setTitle(figure.description);
        writer.setPageSize(QPageSize(whole, QPageSize::Point, QStringLiteral("figure"), QPageSize::ExactMatch));
        writer.setPageMargins(QMarginsF(0, 0, 0, 0));
        QPainter painter;
        if (!painter.begin(&writer))
            return fail(ErrorCode::Io, "the PDF writer did not start");
        painter.translate(0, (whole.height() - points.height()) * kUnitsPerPoint);
        paint(painter, figure, kUnitsPerMm);
    }
    const std::optional<QByteArray> finished = finishedPdf(buffer.data(), mm, sourceDate());
    if (!finished)
        return fail(ErrorCode::Unsupported, fmt::format("Qt {} lays out PDF files in an unknown way", qVersion()),
                    "Write an SVG or PNG, and report the version of Qt.");
    return *finished;
}

/// The least width at which everything has its place, to a tenth of a millimetre; the layout decides, so it is asked.
double leastWidth(Figure figure)
{
    const auto fits = [&figure](double width) {
        figure.widthMm = width;
        return fitsWidth(layOut(figure));
    };
    double small = kSmallestMm;
    if (fits(small))
        return small;
    double large = 2 * small;
    while (large < kLargestMm && !fits(large))
        large *= 2;
    while (large - small > 0.05) {
        const double middle = (small + large) / 2;
        (fits(middle) ? large : small) = middle;
    }
    return std::ceil(10 * large) / 10;
}

/// A plot that runs out of its page is no figure.
Status checkWidth(const Figure& figure)
{
    if (figure.widthMm >= kSmallestMm && figure.widthMm <= kLargestMm && fitsWidth(layOut(figure)))
        return ok();
    return fail(ErrorCode::Shape, fmt::format("a figure of this content cannot be {:g} mm wide", figure.widthMm),
                fmt::format("Choose a width from {:g} to {:g} mm{}.", leastWidth(figure), kLargestMm,
                            figure.columns > 1 ? ", or fewer panels side by side" : ""));
}

Status checkHeight(const Figure& figure, const Layout& layout)
{
    if (figure.heightMm <= 0 || layout.contentHeight <= figure.heightMm + 0.05)
        return ok();
    return fail(ErrorCode::Shape, fmt::format("a figure of this content cannot be {:g} mm high", figure.heightMm),
                fmt::format("Choose a height from {:g} mm at this width, or leave the height to the content.",
                            std::ceil(10 * layout.contentHeight) / 10));
}

} // namespace

QByteArray svg(const Figure& figure)
{
    return svgBytes(figure, sizeMm(figure));
}

Status write(const Figure& figure, const std::filesystem::path& target)
{
    std::string extension = target.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    if (extension != ".png" && extension != ".svg" && extension != ".pdf")
        return fail(ErrorCode::Unsupported,
                    fmt::format("{}: a figure cannot be written as '{}'", target.string(), extension),
                    "Choose a file name that ends in .pdf, .svg or .png.");
    if (const Status fits = checkWidth(figure); !fits)
        return fits;
    if (!(figure.dpi >= 30 && figure.dpi <= 4800))
        return fail(ErrorCode::Shape, fmt::format("{:g} dpi is no resolution for a picture", figure.dpi),
                    "Choose 30 to 4800 dpi; 300 is what most journals ask for.");
    const Layout layout = layOut(figure);
    if (const Status fits = checkHeight(figure, layout); !fits)
        return fits;
    const QSizeF mm = layout.size;
    if (!(mm.height() > 0 && mm.height() <= kLargestMm))
        return fail(ErrorCode::Shape, fmt::format("the figure would be {:g} mm high", mm.height()),
                    "Choose fewer panels or more columns.");
    return runGuarded([&]() -> Status {
        PESCOPE_TRY(bytes,
                    extension == ".png"       ? pngBytes(figure, mm)
                        : extension == ".svg" ? Result<QByteArray>(svgBytes(figure, mm))
                                              : pdfBytes(figure, mm));
        return writeFileAtomically(target, std::string_view(bytes.constData(), static_cast<std::size_t>(bytes.size())));
    });
}

} // namespace pescope::figure
