// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/encoding/encoding.h"
#include "core/tables/statistics.h"

#include <optional>
#include <string>
#include <vector>

namespace pescope::encoding {

/// Rows of a stored table, by what they are for.
struct RowCounts {
    tables::Index stored = 0;
    tables::Index positions = 0;
    tables::Index before = 0; ///< in front of position 0: reserved, as for padding
    tables::Index behind = 0; ///< after the last position
    std::vector<tables::Index> zero; ///< stored rows, from 0, in which every number is 0
    std::vector<tables::Index> notFinite; ///< stored rows, from 0, with NaN or an infinite number
};

/// What the model's settings say about the number of rows, beside the table.
struct ConfigLength {
    std::string where; ///< "config.json", "the metadata of FILE.gguf"
    std::string key; ///< "max_position_embeddings"
    std::int64_t value = 0;
    bool agrees = true; ///< with the stored rows, or with those of them that are positions
    std::string sentence;
};

/// What there is to say about the numbers of one encoding.
struct EncodingDetails {
    std::optional<tables::ValueStatistics> values; ///< of every stored number; nothing: computed, nothing is stored
    std::optional<RowCounts> rows; ///< of a table by position
    std::optional<ConfigLength> config; ///< nothing: not known, or a what-if
};

/// Of every encoding of a source, in its order. The settings are read again from the source's place; where they cannot
/// be, nothing is said about them. O(values); no copy of them is made; a cancel point per encoding.
[[nodiscard]] Result<std::vector<EncodingDetails>> detailsOf(const Source& source, const JobContext& job = {});

/// Numbers of every tensor of a source's files, in the order of Source::tensors, whatever it is for; an error where one
/// cannot be read (a type that is only listed, a missing shard). Empty for what has no file.
/// Reads the whole of the files, in parts of 16 MiB where the format allows it (checkpoint::Container::visit): memory
/// is bounded by that, not by the tensors. Errors: Cancelled; those of opening. Cancel points per part.
[[nodiscard]] Result<std::vector<Result<tables::ValueStatistics>>> tensorStatistics(const Source& source,
                                                                                    const JobContext& job = {});

} // namespace pescope::encoding
