// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace pescope {

/// a · b, or nothing when it does not fit. Sizes read from files go through these before any use.
[[nodiscard]] inline std::optional<std::uint64_t> checkedMultiply(std::uint64_t a, std::uint64_t b) noexcept
{
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return std::nullopt;
    return product;
}

[[nodiscard]] inline std::optional<std::uint64_t> checkedAdd(std::uint64_t a, std::uint64_t b) noexcept
{
    std::uint64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return std::nullopt;
    return sum;
}

/// Number of elements of a tensor; nothing for a negative extent or on overflow. A scalar (no extents) has one.
[[nodiscard]] inline std::optional<std::uint64_t> elementCount(std::span<const std::int64_t> shape) noexcept
{
    std::uint64_t count = 1;
    for (const std::int64_t extent : shape) {
        const auto next = extent < 0 ? std::nullopt : checkedMultiply(count, static_cast<std::uint64_t>(extent));
        if (!next)
            return std::nullopt;
        count = *next;
    }
    return count;
}

} // namespace pescope
