// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/landscapes.h"

#include <algorithm>
#include <cmath>

namespace pescope::ui {

using encoding::SinusoidSpec;
using session::OmegaHandle;

namespace {

/// A rise is looked for this far; the strips are drawn on a log axis on which more would say nothing.
constexpr tables::Index kSearchTo = 8192;

} // namespace

double Travel::valueAt(double fraction) const
{
    fraction = std::clamp(fraction, 0.0, 1.0);
    return logarithmic ? first * std::pow(last / first, fraction) : first + (last - first) * fraction;
}

double Travel::fractionOf(double value) const
{
    if (!(last > first))
        return 0;
    const double fraction =
        logarithmic ? std::log(value / first) / std::log(last / first) : (value - first) / (last - first);
    return std::clamp(fraction, 0.0, 1.0);
}

Travel travelOf(OmegaHandle handle, const SinusoidSpec& spec)
{
    const int pairs = std::max(1, spec.pairs() + spec.skipFast + spec.skipSlow);
    switch (handle) {
    case OmegaHandle::Base:
        return {1e2, 1e6, true, 241};
    case OmegaHandle::Scale:
        return {0.05, 4, true, 401};
    case OmegaHandle::SkipFast: {
        const int last = std::max(1, pairs - spec.skipSlow - 1);
        return {0, static_cast<double>(last), false, std::min(last + 1, 201)};
    }
    case OmegaHandle::SkipSlow: {
        const int last = std::max(1, pairs - spec.skipFast - 1);
        return {0, static_cast<double>(last), false, std::min(last + 1, 201)};
    }
    }
    return {};
}

double valueOf(OmegaHandle handle, const SinusoidSpec& spec)
{
    switch (handle) {
    case OmegaHandle::Base:
        return spec.base;
    case OmegaHandle::Scale:
        return spec.scale;
    case OmegaHandle::SkipFast:
        return spec.skipFast;
    case OmegaHandle::SkipSlow:
        return spec.skipSlow;
    }
    return 0;
}

SinusoidSpec withValue(OmegaHandle handle, SinusoidSpec spec, double value)
{
    switch (handle) {
    case OmegaHandle::Base:
        spec.base = value;
        break;
    case OmegaHandle::Scale:
        spec.scale = value;
        break;
    case OmegaHandle::SkipFast:
        spec.skipFast = static_cast<int>(std::lround(value));
        break;
    case OmegaHandle::SkipSlow:
        spec.skipSlow = static_cast<int>(std::lround(value));
        break;
    }
    return spec;
}

Landscapes::Landscapes(QObject* parent)
    : QObject(parent)
{
}

std::shared_ptr<const HandleLandscape> Landscapes::get(OmegaHandle handle, const SinusoidSpec& spec, double epsilon)
{
    const Travel travel = travelOf(handle, spec);
    SinusoidSpec rest = withValue(handle, spec, travel.first);
    // neither changes any ω
    rest.length = 1;
    rest.layout = encoding::Layout::Interleaved;

    Slot& slot = m_slots[handle];
    if (slot.known && slot.known->rest == rest && slot.known->epsilon == epsilon)
        return slot.known;
    if (slot.inFlight && slot.wanted == rest && slot.wantedEpsilon == epsilon)
        return nullptr;
    slot.task.requestStop();
    slot.wanted = rest;
    slot.wantedEpsilon = epsilon;
    slot.inFlight = true;
    slot.task = m_runner.start(
        this,
        [handle, rest, travel, epsilon](const JobContext& job) -> Result<HandleLandscape> {
            HandleLandscape result{.rest = rest, .epsilon = epsilon, .x = {}, .ranges = {}};
            for (int step = 0; step < travel.steps; ++step) {
                const double value = travel.valueAt(static_cast<double>(step) / std::max(1, travel.steps - 1));
                result.x.push_back(travel.logarithmic ? value : std::round(value));
            }
            const auto omegaAt = [&](std::size_t step) {
                return encoding::omega(withValue(handle, rest, result.x[step]));
            };
            PESCOPE_TRY(ranges, analysis::landscape(result.x.size(), omegaAt, epsilon, kSearchTo, job));
            result.ranges = std::move(ranges);
            return result;
        },
        [this, handle](Result<HandleLandscape> result) {
            Slot& done = m_slots[handle];
            done.inFlight = false;
            if (result) {
                done.known = std::make_shared<const HandleLandscape>(std::move(*result));
                Q_EMIT ready(handle);
            }
        });
    return nullptr;
}

bool Landscapes::computing() const
{
    return std::ranges::any_of(m_slots, [](const auto& slot) { return slot.second.inFlight; });
}

} // namespace pescope::ui
