// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/pdf_file.h"

#include <QDateTime>

namespace pescope::figure {

namespace {

/// Replaces `length` bytes at `at`; a shorter text is filled up with blanks, which PDF ignores between tokens.
bool overwrite(QByteArray& pdf, qsizetype at, qsizetype length, const QByteArray& text)
{
    if (at < 0 || length < text.size() || at + length > pdf.size())
        return false;
    pdf.replace(at, length, text.leftJustified(length, ' '));
    return true;
}

} // namespace

std::optional<QByteArray> finishedPdf(QByteArray pdf, QSizeF pageMm, std::optional<qint64> secondsSinceEpoch)
{
    const QByteArray boxKey = "/MediaBox [";
    const qsizetype box = pdf.indexOf(boxKey);
    const qsizetype boxEnd = pdf.indexOf(']', box);
    if (box < 0 || boxEnd < 0 || pdf.indexOf(boxKey, boxEnd) >= 0)
        return std::nullopt;
    const QByteArray size = "0 0 " + QByteArray::number(pageMm.width() * 72 / 25.4, 'f', 4) + ' '
        + QByteArray::number(pageMm.height() * 72 / 25.4, 'f', 4);
    if (!overwrite(pdf, box + boxKey.size(), boxEnd - box - boxKey.size(), size))
        return std::nullopt;

    const QByteArray dateKey = "/CreationDate (D:";
    const qsizetype date = pdf.indexOf(dateKey);
    const qsizetype dateEnd = pdf.indexOf(')', date);
    if (date < 0 || dateEnd < 0)
        return std::nullopt;
    QByteArray text;
    if (secondsSinceEpoch)
        text = dateKey
            + QDateTime::fromSecsSinceEpoch(*secondsSinceEpoch, Qt::UTC)
                  .toString(QStringLiteral("yyyyMMddHHmmss"))
                  .toLatin1()
            + "Z)";
    if (!overwrite(pdf, date, dateEnd + 1 - date, text))
        return std::nullopt;
    return pdf;
}

} // namespace pescope::figure
