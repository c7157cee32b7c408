// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/frame.h"

#include <list>

namespace pescope::frame {

/// A proximity with what has been derived of it so far. All of it depends on nothing else, so it never goes stale.
struct Derived {
    proximity::SharedProximity proximity;
    std::shared_ptr<const std::vector<double>> norms;
    std::vector<Index> outlying;
    std::shared_ptr<const proximity::ValueSample> sample;
    std::shared_ptr<const proximity::Profile> profile;
    std::optional<std::vector<float>> diagonal; ///< S(i, i), evenly spread cells of it
    std::optional<analysis::ProfileRanges> ranges;
    double rangesEpsilon = 0;

    struct Picture {
        proximity::Viewport view;
        proximity::Image<float> image;
    };
    std::list<Picture> pictures; ///< the last few
};

/// What a proximity was made from; equal keys give equal numbers.
struct DerivedKey {
    std::shared_ptr<const void> data; ///< of an opened encoding; kept alive, so that an address means one thing
    std::optional<encoding::SinusoidSpec> sinusoid;
    std::shared_ptr<const void> left, right; ///< of a difference; left alone: what a lens is laid on
    proximity::Lens lens = proximity::Lens::Value;
    proximity::Metric metric = proximity::Metric::Dot;
    proximity::RowChoice rows;
    std::optional<proximity::PatchGrid> grid; ///< a grid of grids of `left`
    std::optional<session::Columns> table; ///< the table itself, in this order of columns
    std::shared_ptr<const void> backend;
    bool operator==(const DerivedKey&) const = default;
};

/// The most recently used proximities. A drag makes new ones every frame, so the list is short, and shorter still when
/// they are large: rising cells of a table are kept by number of cells.
class DerivedCache {
public:
    /// The entry of `key`, made by `make` when it is not there.
    Result<std::shared_ptr<Derived>> get(const DerivedKey& key,
                                         const std::function<Result<proximity::SharedProximity>()>& make);

private:
    struct Entry {
        DerivedKey key;
        std::shared_ptr<Derived> derived;
        double bytes = 0; ///< about; what stands out
    };
    void trim();

    std::list<Entry> m_entries;
};

/// These fill in what is missing in the entry.
Result<const proximity::ValueSample*> sampleOf(Derived& derived, const JobContext& job);
Result<const proximity::Profile*> profileOf(Derived& derived, const JobContext& job);
Result<const proximity::Image<float>*> pictureOf(Derived& derived, const proximity::Viewport& view, int width,
                                                 int height, const JobContext& job);
/// Ranges on the mean profile by |m|.
Result<analysis::ProfileRanges> rangesOf(Derived& derived, double epsilon, const JobContext& job);

} // namespace pescope::frame
