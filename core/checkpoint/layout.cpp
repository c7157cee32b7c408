// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/layout.h"

#include <algorithm>
#include <cstring>

namespace pescope::checkpoint {

void swapByteOrder(std::span<std::byte> bytes, std::size_t itemSize)
{
    if (itemSize < 2)
        return;
    for (std::size_t at = 0; at + itemSize <= bytes.size(); at += itemSize)
        std::ranges::reverse(bytes.subspan(at, itemSize));
}

std::vector<std::byte> gatherRowMajor(std::span<const std::byte> bytes, std::span<const std::int64_t> shape,
                                      std::span<const std::int64_t> strides, std::size_t itemSize)
{
    std::size_t count = 1;
    for (const std::int64_t extent : shape)
        count *= static_cast<std::size_t>(extent);
    std::vector<std::byte> out(count * itemSize);
    std::vector<std::int64_t> index(shape.size(), 0);
    std::int64_t from = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::memcpy(out.data() + i * itemSize, bytes.data() + static_cast<std::size_t>(from) * itemSize, itemSize);
        for (std::size_t axis = shape.size(); axis-- > 0;) {
            from += strides[axis];
            if (++index[axis] < shape[axis])
                break;
            from -= strides[axis] * shape[axis];
            index[axis] = 0;
        }
    }
    return out;
}

std::vector<std::int64_t> fortranStrides(std::span<const std::int64_t> shape)
{
    std::vector<std::int64_t> strides;
    std::int64_t step = 1;
    for (const std::int64_t extent : shape) {
        strides.push_back(step);
        step *= extent;
    }
    return strides;
}

} // namespace pescope::checkpoint
