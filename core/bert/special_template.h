// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pescope::bert {

/// What stands where around one text or two: [CLS] A [SEP] B [SEP].
struct SpecialTemplate {
    struct Item {
        enum class What { First, Second, Special };
        What what = What::First;
        std::int32_t id = 0; ///< of a special token
        std::int32_t typeId = 0;
    };
    std::vector<Item> single{{Item::What::First, 0, 0}};
    std::vector<Item> pair{{Item::What::First, 0, 0}, {Item::What::Second, 0, 1}};

    /// Number of special tokens that it adds.
    [[nodiscard]] static std::size_t added(const std::vector<Item>& items)
    {
        return static_cast<std::size_t>(
            std::ranges::count_if(items, [](const Item& item) { return item.what == Item::What::Special; }));
    }

    /// [CLS] A [SEP] and [CLS] A [SEP] B [SEP] with types 0 and 1 (Devlin et al. 2019).
    [[nodiscard]] static SpecialTemplate bert(std::int32_t cls, std::int32_t sep)
    {
        using enum Item::What;
        return {.single = {{Special, cls, 0}, {First, 0, 0}, {Special, sep, 0}},
                .pair = {{Special, cls, 0}, {First, 0, 0}, {Special, sep, 0}, {Second, 0, 1}, {Special, sep, 1}}};
    }

    /// <s> A </s> and <s> A </s></s> B </s>, all of type 0 (Liu et al. 2019).
    [[nodiscard]] static SpecialTemplate roberta(std::int32_t cls, std::int32_t sep)
    {
        using enum Item::What;
        return {.single = {{Special, cls, 0}, {First, 0, 0}, {Special, sep, 0}},
                .pair = {{Special, cls, 0},
                         {First, 0, 0},
                         {Special, sep, 0},
                         {Special, sep, 0},
                         {Second, 0, 0},
                         {Special, sep, 0}}};
    }
};

} // namespace pescope::bert
