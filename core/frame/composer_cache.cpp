// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/composer_cache.h"

#include "core/analysis/table_ranges.h"

#include <algorithm>
#include <cmath>

namespace pescope::frame {

namespace {
constexpr std::size_t kEntries = 24;
constexpr std::size_t kPictures = 4;
/// What four panes with a lens need at once: the map with all rows, that without the marked ones, and the lens's.
constexpr std::size_t kEntriesOfOneFrame = 12;
constexpr double kBytes = 512e6;

double bytesOf(const DerivedKey& key, const proximity::Proximity& made)
{
    if (key.grid)
        return 8 * static_cast<double>(made.rows()) * static_cast<double>(made.columns());
    if (key.lens != proximity::Lens::Rising || made.toeplitz())
        return 0;
    return 4 * static_cast<double>(made.rows() + 1) * static_cast<double>(made.columns() + 1);
}
} // namespace

Result<std::shared_ptr<Derived>> DerivedCache::get(const DerivedKey& key,
                                                   const std::function<Result<proximity::SharedProximity>()>& make)
{
    const auto at = std::ranges::find_if(m_entries, [&](const Entry& entry) { return entry.key == key; });
    if (at != m_entries.end()) {
        m_entries.splice(m_entries.begin(), m_entries, at);
        return m_entries.front().derived;
    }
    PESCOPE_TRY(proximity, make());
    auto derived = std::make_shared<Derived>();
    derived->proximity = proximity;
    if (std::vector<double> norms = proximity->rowNorms(); !norms.empty()) {
        derived->outlying = analysis::outlyingRows(norms);
        derived->norms = std::make_shared<const std::vector<double>>(std::move(norms));
    }
    m_entries.push_front({key, derived, bytesOf(key, *proximity)});
    trim();
    return derived;
}

void DerivedCache::trim()
{
    double bytes = 0;
    for (const Entry& entry : m_entries)
        bytes += entry.bytes;
    while (m_entries.size() > kEntries || (bytes > kBytes && m_entries.size() > kEntriesOfOneFrame)) {
        bytes -= m_entries.back().bytes;
        m_entries.pop_back();
    }
}

Result<const proximity::ValueSample*> sampleOf(Derived& derived, const JobContext& job)
{
    if (!derived.sample) {
        PESCOPE_TRY(sample, derived.proximity->sample(job));
        derived.sample = std::make_shared<const proximity::ValueSample>(std::move(sample));
    }
    return derived.sample.get();
}

Result<const proximity::Profile*> profileOf(Derived& derived, const JobContext& job)
{
    if (!derived.profile) {
        PESCOPE_TRY(profile, derived.proximity->profile(job));
        derived.profile = std::make_shared<const proximity::Profile>(std::move(profile));
    }
    return derived.profile.get();
}

Result<const proximity::Image<float>*> pictureOf(Derived& derived, const proximity::Viewport& view, int width,
                                                 int height, const JobContext& job)
{
    const auto at = std::ranges::find_if(derived.pictures, [&](const Derived::Picture& picture) {
        return picture.view == view && picture.image.width == width && picture.image.height == height;
    });
    if (at != derived.pictures.end()) {
        derived.pictures.splice(derived.pictures.begin(), derived.pictures, at);
        return &derived.pictures.front().image;
    }
    PESCOPE_TRY(image, derived.proximity->image(view, width, height, job));
    derived.pictures.push_front({view, std::move(image)});
    if (derived.pictures.size() > kPictures)
        derived.pictures.pop_back();
    return &derived.pictures.front().image;
}

Result<analysis::ProfileRanges> rangesOf(Derived& derived, double epsilon, const JobContext& job)
{
    if (!derived.ranges || derived.rangesEpsilon != epsilon) {
        PESCOPE_TRY(profile, profileOf(derived, job));
        derived.ranges = analysis::profileRanges(analysis::meanByDistance(*profile), epsilon);
        derived.rangesEpsilon = epsilon;
    }
    return *derived.ranges;
}

} // namespace pescope::frame
