// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/global_options.h"
#include "core/encoding/encoding.h"
#include "core/proximity/metric.h"
#include "core/tables/write.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace pescope::app {

/// Rows or columns [begin, end), cut at the edge only where `end` was not given.
struct IndexRange {
    tables::Index begin = 0;
    tables::Index end = std::numeric_limits<tables::Index>::max();
};

struct DataRequest {
    std::string what; ///< "table", "proximity", "profile", "psi", "omega", "bias"
    proximity::Metric metric = proximity::Metric::Dot;
    IndexRange rows, columns;
    std::optional<tables::Index> length;
    std::optional<int> head; ///< of a bias; head 0 where it is not given
};

/// An array to be written, with the names of its columns for a CSV file.
struct DataArray {
    std::vector<double> values;
    std::vector<std::int64_t> shape;
    tables::Precision precision = tables::Precision::Float64;
    std::vector<std::string> columnNames, axisNames;
    std::string method; ///< what computed it, for --verbose
};

/// The numbers of `pescope data`. Errors: Unsupported for what an encoding does not have, by name; Shape for a range
/// outside, and for more cells than fit into memory.
[[nodiscard]] Result<DataArray> dataArray(const encoding::Encoding& encoding, const DataRequest& request,
                                          const GlobalOptions& options);

/// What is wrong with the name of a file for an array, for the command line; empty: nothing.
[[nodiscard]] std::string checkArrayFile(const std::string& path);

} // namespace pescope::app
