// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/truncation.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::bert {

Result<std::pair<std::size_t, std::size_t>> lengthsWithin(std::size_t first, std::optional<std::size_t> second,
                                                          std::size_t added, std::int64_t maxLength, Truncation rule)
{
    if (std::cmp_less(maxLength, added))
        return fail(ErrorCode::Shape,
                    fmt::format("a maximum of {} tokens has no room for the {} special ones", maxLength, added),
                    fmt::format("Give {} or more.", added + 1));
    const std::size_t room = static_cast<std::size_t>(maxLength) - added;
    const std::size_t total = first + second.value_or(0);
    if (total <= room)
        return std::pair{first, second.value_or(0)};
    const std::size_t excess = total - room;
    if (rule != Truncation::LongestFirst) {
        const bool cutsFirst = rule == Truncation::OnlyFirst;
        if (!cutsFirst && !second)
            return fail(ErrorCode::Shape, "the second text is to be cut, and there is none");
        const std::size_t length = cutsFirst ? first : *second;
        if (length <= excess && room > 0)
            return fail(ErrorCode::Shape,
                        fmt::format("the {} text has {} tokens, and {} must go", cutsFirst ? "first" : "second", length,
                                    excess),
                        "Allow more tokens, or cut the longer text.");
        if (room == 0)
            return std::pair{std::size_t{0}, std::size_t{0}};
        return cutsFirst ? std::pair{first - excess, second.value_or(0)} : std::pair{first, *second - excess};
    }
    if (!second)
        return std::pair{room, std::size_t{0}};
    const std::size_t shorter = std::min(first, *second);
    std::size_t low = shorter;
    std::size_t high = shorter > room ? shorter : std::max(shorter, room - shorter);
    if (low + high > room) {
        low = room / 2;
        high = low + room % 2;
    }
    return first > *second ? std::pair{high, low} : std::pair{low, high};
}

} // namespace pescope::bert
