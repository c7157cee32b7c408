// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/head_choice.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::app {

using encoding::Encoding;
using encoding::LogitBias;

namespace {

bool hasHeads(const Encoding& encoding)
{
    return std::holds_alternative<LogitBias>(encoding.content);
}

} // namespace

Result<proximity::RowChoice> rowsOfHead(const Encoding& encoding, std::optional<int> head)
{
    proximity::RowChoice rows;
    if (!head)
        return rows;
    if (!hasHeads(encoding))
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} ({}, {}) has no heads: one map stands for all of them", encoding.id,
                                encoding::name(encoding.kind), encoding.title),
                    "Leave --head out.");
    rows.head = *head;
    return rows;
}

Status checkHead(std::span<const Encoding> encodings, std::optional<int> head)
{
    if (!head || encodings.empty())
        return ok();
    if (std::ranges::none_of(encodings, hasHeads)) {
        PESCOPE_TRY(rows, rowsOfHead(encodings.front(), head));
        static_cast<void>(rows);
    }
    for (const Encoding& encoding : encodings) {
        const auto* bias = std::get_if<LogitBias>(&encoding.content);
        if (bias && *head >= bias->heads())
            return fail(ErrorCode::Shape,
                        fmt::format("{} ({}): head {} of {}", encoding.id, encoding.title, *head, bias->heads()),
                        fmt::format("Heads are counted from 0 to {}.", bias->heads() - 1));
    }
    return ok();
}

} // namespace pescope::app
