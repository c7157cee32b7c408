// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QSizeF>

#include <optional>

namespace pescope::figure {

/// Mends what Qt's PDF writer cannot be told, without moving a byte (the file's table of offsets stays right):
/// the page has exactly `pageMm` (Qt keeps whole points, up to 0.18 mm off), and the only date is `secondsSinceEpoch`.
/// @return nothing if the bytes are not laid out as expected, so that a changed Qt is noticed instead of trusted
[[nodiscard]] std::optional<QByteArray> finishedPdf(QByteArray pdf, QSizeF pageMm,
                                                    std::optional<qint64> secondsSinceEpoch);

} // namespace pescope::figure
