// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/label_layout.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pescope::ui::charts {

std::optional<QList<double>> spread(const QList<WantedLabel>& labels, double low, double high, double gap)
{
    const qsizetype n = labels.size();
    double total = gap * static_cast<double>(std::max<qsizetype>(0, n - 1));
    for (const WantedLabel& label : labels)
        total += label.size;
    if (total > high - low + 1e-9)
        return std::nullopt;

    QList<qsizetype> order(n);
    std::iota(order.begin(), order.end(), 0);
    std::ranges::stable_sort(order, {}, [&](qsizetype i) { return labels[i].centre; });

    // a block is a run of labels that touch: it lies at the mean of what its members want, held within the line
    struct Block {
        qsizetype first = 0;
        qsizetype count = 0;
        double wantedSum = 0; ///< of the block's start, one vote a member
        double size = 0;
        double start = 0;
    };
    const auto settle = [&](Block& block) {
        block.start =
            std::clamp(block.wantedSum / static_cast<double>(block.count), low, std::max(low, high - block.size));
    };
    QList<Block> blocks;
    for (qsizetype k = 0; k < n; ++k) {
        const WantedLabel& label = labels[order[k]];
        const double wanted = std::isfinite(label.centre) ? label.centre - label.size / 2 : low;
        Block block{k, 1, wanted, label.size, 0};
        settle(block);
        while (!blocks.isEmpty() && blocks.last().start + blocks.last().size + gap > block.start) {
            Block before = blocks.takeLast();
            const double shift = before.size + gap; // of the later members within the joint block
            before.wantedSum += block.wantedSum - shift * static_cast<double>(block.count);
            before.count += block.count;
            before.size += gap + block.size;
            block = before;
            settle(block);
        }
        blocks.append(block);
    }

    QList<double> starts(n);
    for (const Block& block : blocks) {
        double at = block.start;
        for (qsizetype k = block.first; k < block.first + block.count; ++k) {
            starts[order[k]] = at;
            at += labels[order[k]].size + gap;
        }
    }
    return starts;
}

std::optional<double> nearestFree(double wanted, double size, double low, double high, double gap,
                                  const QList<Interval>& taken)
{
    const auto isFree = [&](double start) {
        return start >= low - 1e-9 && start + size <= high + 1e-9
            && std::ranges::none_of(taken, [&](const Interval& t) {
                   return start < t.to + gap - 1e-9 && t.from < start + size + gap - 1e-9;
               });
    };
    QList<double> candidates{std::clamp(wanted, low, std::max(low, high - size)), low, high - size};
    for (const Interval& t : taken)
        candidates << t.to + gap << t.from - gap - size;
    std::optional<double> best;
    for (const double start : candidates)
        if (isFree(start) && (!best || std::abs(start - wanted) < std::abs(*best - wanted)))
            best = start;
    return best;
}

} // namespace pescope::ui::charts
