// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/composer_cache.h"

namespace pescope::frame {

/// A source on its way through one frame: still loading, failed, or with everything derived of it.
struct Prepared {
    bool loading = false;
    std::optional<Error> error;
    std::shared_ptr<Derived> derived;
};

/// One compose call: the request, what is prepared so far, the frame that grows.
class Composition {
public:
    Composition(const Request& request, const JobContext& job, DerivedCache& cache);
    Result<Frame> run();

private:
    // composition_sources.cpp: from sources to maps
    const Prepared& prepare(SourceKey key);
    Result<std::shared_ptr<Derived>> derive(const std::shared_ptr<const Result<encoding::Encoding>>& opened);
    Result<std::shared_ptr<Derived>> derive(const session::OpenedOrigin& origin, Prepared& prepared);
    Result<std::shared_ptr<Derived>> derive(const session::SinusoidOrigin& origin, Prepared& prepared);
    Result<std::shared_ptr<Derived>> derive(const session::DifferenceOrigin& origin, Prepared& prepared);
    /// Frequencies of a sinusoid or of a stored table that is one; empty otherwise.
    std::vector<double> omegaOf(const session::Source& source) const;

    // composition_scales.cpp: which sources share which colour scale, and its limits
    Status makeScales();
    Status setLimits(ColourScale& scale);

    // composition_panes.cpp: pictures, and what is said beside them
    Status makePanes();
    Status draw(Pane& pane, const PaneGeometry& geometry, Derived& derived);
    static void printCells(Pane& pane);
    void describeMethod();

    // composition_curves.cpp: everything by distance
    Status makeCurves();
    Status setRanges(Curve& curve, Derived& derived);
    void makePsi();

    const Request& m_request;
    const session::Session& m_session;
    const JobContext& m_job;
    DerivedCache& m_cache;
    std::map<SourceKey, Prepared> m_prepared;
    Frame m_frame;
};

} // namespace pescope::frame
