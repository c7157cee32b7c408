// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace pescope::ui {

/// Tokens begin … end − 1 that belong together.
struct TokenRange {
    int begin = 0, end = 0;
    int sourceIndex = 0; ///< colour

    [[nodiscard]] bool contains(int token) const { return token >= begin && token < end; }
    bool operator==(const TokenRange&) const = default;
};

} // namespace pescope::ui
