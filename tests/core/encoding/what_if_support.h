// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/encoding/resolve.h"
#include "core/encoding/what_if.h"
#include "tests/core/encoding/sources_support.h"

/// Sources of the tests of what-ifs.
namespace whatif {

using namespace pescope::encoding;
using pescope::tables::MatrixD;

inline Encoding one(const std::string& text)
{
    auto encoding = resolveOne(text);
    if (!encoding)
        throw std::runtime_error(describe(encoding.error()));
    return *std::move(encoding);
}

inline MatrixD rowsOf(const Encoding& encoding)
{
    if (const auto* relative = std::get_if<RelativeTable>(&encoding.content))
        return *relative->rows;
    return std::get<StoredTable>(encoding.content).positionRows();
}

inline MatrixD rowsOf(const std::string& text)
{
    return rowsOf(one(text));
}

inline const std::string kFive = "learned:length=5,dim=3,seed=1";
inline const std::string kRelative = sources::data("oracle/bert-relative-key");

} // namespace whatif
