// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/properties.h"
#include "core/analysis/table_ranges.h"
#include "core/compute/backend.h"
#include "core/session/session.h"

#include <memory>
#include <optional>
#include <vector>

namespace pescope::frame {

/// In place of a source's key: the sinusoid of the size of the selected source, beside which it is measured.
inline constexpr session::SourceKey kSinusoidBeside = 0;

/// A source as it is measured: S itself, whatever lens its pane has.
struct PropertySource {
    session::SourceKey source = 0;
    proximity::SharedProximity proximity;
    tables::Index positions = 0; ///< as in analysis::PropertyOptions; 0: all of its own
    /// Of a relative source its vectors, for what holds of (i, j) ↦ P_{i−j} beside the map that is measured; else null.
    std::shared_ptr<const Result<encoding::Encoding>> relative;
    bool hasRanges = true; ///< false of A − B, which may rise and fall
    std::vector<double> omega; ///< of a source that is given by frequencies, else empty: where its ranges come from
    bool operator==(const PropertySource&) const = default;
};

/// What a table of properties is computed from. Equal questions have equal answers.
struct PropertyQuestion {
    std::vector<PropertySource> sources;
    tables::Index commonPositions = 0; ///< that several sources are measured on; 0: each on its own
    tables::Index window = 16; ///< W
    double epsilon = 1e-4; ///< of the range with tolerance
    std::shared_ptr<const compute::Backend> backend;
    bool operator==(const PropertyQuestion&) const = default;
};

struct SourceProperties {
    session::SourceKey source = 0;
    Result<analysis::Properties> properties;
    std::optional<analysis::TableRanges> ranges;
    /// Of a relative source, mean of cos(P_k, P_−k): how symmetric (i, j) ↦ P_{i−j} is, which is translation invariant
    /// by construction. The properties are those of the map P_r·P_r′.
    std::optional<double> mirrorCosine;
};

/// The properties of every source of the question, in its order; a source that cannot be measured has its error.
/// Errors: only Cancelled, and OutOfMemory. O(Σ N² (D + log N)) on two threads, a job of its own; cancel points per row
/// block. `job` reports from the calling thread alone.
[[nodiscard]] Result<std::vector<SourceProperties>> propertiesOf(const PropertyQuestion& question,
                                                                 const JobContext& job = {});

/// The question for sources whose positions are not chosen yet. On common positions they are the smallest number that
/// a map over positions has as rows and columns; maps over offsets keep their own offsets.
[[nodiscard]] PropertyQuestion askProperties(std::vector<PropertySource> sources, const session::Options& options,
                                             std::shared_ptr<const compute::Backend> backend);

} // namespace pescope::frame
