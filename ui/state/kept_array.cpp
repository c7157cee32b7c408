// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/kept_array.h"

#include "core/tables/write.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace pescope::ui {

Result<QString> keepArray(const QString& kind, const QString& name, const tables::MatrixD& values)
{
    const QDir folder(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation) + u'/' + kind);
    folder.mkpath(QStringLiteral("."));
    QString path = folder.filePath(name + QStringLiteral(".npy"));
    for (int k = 2; QFileInfo::exists(path); ++k)
        path = folder.filePath(QStringLiteral("%1 (%2).npy").arg(name).arg(k));
    PESCOPE_TRY(written,
                tables::writeNpy(path.toStdString(),
                                 {.values = {values.data(), static_cast<std::size_t>(values.size())},
                                  .shape = {values.rows(), values.cols()}}));
    static_cast<void>(written);
    return path;
}

} // namespace pescope::ui
