// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/column_choice.h"

#include "core/analysis/column_order.h"
#include "core/analysis/omega_fit.h"
#include "core/frame/vectors.h"

namespace pescope::frame {

namespace {

using encoding::Layout;
using tables::Index;

Result<std::vector<Index>> byFrequency(const encoding::Encoding& encoding, const JobContext& job)
{
    if (const auto omega = encoding::frequencies(encoding))
        return analysis::orderByOmega(*omega, layoutOf(encoding), vectorLength(encoding));
    PESCOPE_TRY(table, vectorsOf(encoding));
    PESCOPE_TRY(fit, analysis::fitOmega(table, {.shuffledRows = false}, job));
    return analysis::orderByOmega(fit.omega(), fit.layout, table.cols());
}

} // namespace

Result<std::vector<Index>> columnsOf(const encoding::Encoding& encoding, session::Columns columns,
                                     const JobContext& job)
{
    return runGuarded([&]() -> Result<std::vector<Index>> {
        switch (columns) {
        case session::Columns::Stored:
            break;
        case session::Columns::OtherLayout: {
            const Layout now = layoutOf(encoding);
            return analysis::relayout(vectorLength(encoding), now,
                                      now == Layout::Interleaved ? Layout::Halves : Layout::Interleaved);
        }
        case session::Columns::Variance: {
            PESCOPE_TRY(table, vectorsOf(encoding));
            return analysis::orderByVariance(table);
        }
        case session::Columns::Frequency:
            return byFrequency(encoding, job);
        }
        return std::vector<Index>{};
    });
}

} // namespace pescope::frame
