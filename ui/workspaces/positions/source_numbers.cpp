// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/positions/source_numbers.h"

#include "ui/theme/theme.h"

#include <QStringList>

#include <algorithm>
#include <cmath>

namespace pescope::ui {

namespace {

/// "1, 5, 9, …"
QString rowList(const std::vector<tables::Index>& rows)
{
    constexpr std::size_t kShown = 4;
    QStringList shown;
    for (std::size_t k = 0; k < std::min(rows.size(), kShown); ++k)
        shown << QString::number(rows[k]);
    return shown.join(QStringLiteral(", ")) + (rows.size() > kShown ? QStringLiteral(", …") : QString());
}

} // namespace

SourceNumbers::SourceNumbers(QObject* parent)
    : QObject(parent)
{
}

const encoding::EncodingDetails* SourceNumbers::find(const SourceStore::Entry& entry, const std::string& id)
{
    if (!entry || !*entry)
        return nullptr;
    const auto [at, fresh] = m_counted.try_emplace(entry.get(), Counted{.of = entry, .details = {}});
    if (fresh)
        m_runner.start(
            this, [entry](const JobContext& job) { return encoding::detailsOf(**entry, job); },
            [this, entry](Result<Details> counted) {
                if (!counted)
                    return;
                m_counted[entry.get()].details = *std::move(counted);
                Q_EMIT changed();
            });
    const Details& details = at->second.details;
    const std::vector<encoding::Encoding>& encodings = (*entry)->encodings;
    const auto wanted = std::ranges::find(encodings, id, &encoding::Encoding::id);
    const auto index = static_cast<std::size_t>(wanted - encodings.begin());
    return index < details.size() ? &details[index] : nullptr;
}

std::vector<std::pair<QString, QString>> numberLines(const encoding::EncodingDetails& details)
{
    std::vector<std::pair<QString, QString>> lines;
    if (const auto& values = details.values) {
        if (std::isfinite(values->mean)) {
            lines.emplace_back(SourceNumbers::tr("Values"),
                               QStringLiteral("%1 … %2").arg(numberText(values->min), numberText(values->max)));
            lines.emplace_back(SourceNumbers::tr("Mean ± sd"),
                               QStringLiteral("%1 ± %2").arg(numberText(values->mean), numberText(values->deviation)));
        }
        lines.emplace_back(SourceNumbers::tr("NaN, ∞"),
                           QStringLiteral("%1, %2").arg(values->notANumber).arg(values->infinite));
    }
    if (const auto& rows = details.rows) {
        if (rows->before > 0)
            lines.emplace_back(SourceNumbers::tr("Padding rows"), QString::number(rows->before));
        if (rows->behind > 0)
            lines.emplace_back(SourceNumbers::tr("Unused rows"), QString::number(rows->behind));
        if (!rows->zero.empty())
            lines.emplace_back(SourceNumbers::tr("Zero rows"),
                               QStringLiteral("%1 (%2)").arg(rows->zero.size()).arg(rowList(rows->zero)));
        if (!rows->notFinite.empty())
            lines.emplace_back(SourceNumbers::tr("NaN, ∞ rows"),
                               QStringLiteral("%1 (%2)").arg(rows->notFinite.size()).arg(rowList(rows->notFinite)));
    }
    return lines;
}

} // namespace pescope::ui
