// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep/animation.h"

#include <fmt/format.h>

#include <QBuffer>
#include <QImageWriter>
#include <QtEndian>

#include <algorithm>
#include <array>
#include <cmath>

namespace pescope::sweep {

namespace {

constexpr int kSignatureBytes = 8;

/// CRC-32 of ISO 3309, as PNG asks for by a table of bytes.
quint32 crc32(const QByteArray& bytes)
{
    constexpr auto kTable = [] {
        std::array<quint32, 256> table{};
        for (quint32 k = 0; k < 256; ++k) {
            table[k] = k;
            for (int bit = 0; bit < 8; ++bit)
                table[k] = (table[k] >> 1U) ^ ((table[k] & 1U) != 0 ? 0xEDB88320U : 0U);
        }
        return table;
    }();
    quint32 crc = 0xFFFFFFFFU;
    for (const char byte : bytes)
        crc = kTable[(crc ^ static_cast<unsigned char>(byte)) & 0xFFU] ^ (crc >> 8U);
    return ~crc;
}

template<typename T>
QByteArray bigEndian(T value)
{
    QByteArray bytes(sizeof(T), '\0');
    qToBigEndian(value, bytes.data());
    return bytes;
}

QByteArray chunk(const QByteArray& type, const QByteArray& data)
{
    const QByteArray body = type + data;
    return bigEndian(static_cast<quint32>(data.size())) + body + bigEndian(crc32(body));
}

/// The data of one kind of chunk in a PNG that Qt has just written, in their order.
QList<QByteArray> chunksOf(const QByteArray& png, const QByteArray& type)
{
    QList<QByteArray> found;
    for (qsizetype at = kSignatureBytes; at + 12 <= png.size();) {
        const auto size = static_cast<qsizetype>(qFromBigEndian<quint32>(png.constData() + at));
        if (png.mid(at + 4, 4) == type)
            found.append(png.mid(at + 8, size));
        at += 12 + size;
    }
    return found;
}

/// Source: Animated PNG 1.0 (acTL, fcTL, fdAT), part of PNG since its third edition.
class PngAnimation final : public Animation {
public:
    PngAnimation(double milliseconds, QString description)
        : m_milliseconds(static_cast<quint16>(std::clamp(std::lround(milliseconds), 1L, 65535L)))
        , m_description(std::move(description))
    {
    }

    Status add(const QImage& picture) override
    {
        QImage image = picture.convertToFormat(QImage::Format_RGB32);
        if (m_count == 0)
            m_size = image.size();
        if (image.size() != m_size)
            return fail(ErrorCode::Shape,
                        fmt::format("a picture of {} × {} in a film of {} × {}", image.width(), image.height(),
                                    m_size.width(), m_size.height()));
        QBuffer buffer;
        buffer.open(QIODevice::WriteOnly);
        QImageWriter writer(&buffer, "png");
        writer.setQuality(70); // a lighter compression that takes a third of the time, as in figures
        if (!writer.write(image))
            return fail(ErrorCode::Io, fmt::format("the PNG encoder failed: {}", writer.errorString().toStdString()));
        const QByteArray png = buffer.data();
        if (m_count == 0)
            m_head = png.left(kSignatureBytes) + chunk("IHDR", chunksOf(png, "IHDR").value(0));
        const QByteArray place = bigEndian(static_cast<quint32>(m_size.width()))
            + bigEndian(static_cast<quint32>(m_size.height())) + bigEndian(quint32(0)) + bigEndian(quint32(0));
        const QByteArray time = bigEndian(m_milliseconds) + bigEndian(quint16(1000));
        // the next one takes the whole place of this one: dispose none, blend source
        m_body += chunk("fcTL", bigEndian(m_sequence++) + place + time + QByteArray(2, '\0'));
        for (const QByteArray& data : chunksOf(png, "IDAT"))
            m_body += m_count == 0 ? chunk("IDAT", data) : chunk("fdAT", bigEndian(m_sequence++) + data);
        ++m_count;
        return ok();
    }

    Result<std::string> finish() override
    {
        if (m_count == 0)
            return fail(ErrorCode::Shape, "a film without pictures");
        QByteArray file = m_head + chunk("acTL", bigEndian(m_count) + bigEndian(quint32(0)));
        file += chunk("tEXt", QByteArray("Software\0PEScope", 16));
        if (!m_description.isEmpty()) // keyword, not compressed, no language, UTF-8
            file += chunk("iTXt", QByteArray("Description\0\0\0\0\0", 16) + m_description.toUtf8());
        file += m_body + chunk("IEND", {});
        return file.toStdString();
    }

private:
    quint16 m_milliseconds;
    QString m_description;
    QSize m_size;
    quint32 m_count = 0;
    quint32 m_sequence = 0; ///< of fcTL and fdAT together
    QByteArray m_head, m_body;
};

} // namespace

std::unique_ptr<Animation> pngAnimation(double milliseconds, const QString& description)
{
    return std::make_unique<PngAnimation>(milliseconds, description);
}

} // namespace pescope::sweep
