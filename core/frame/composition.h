// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frame/composer_cache.h"

namespace pescope::frame {

/// A source on its way through one frame: still loading, failed, or with everything derived of it.
struct Prepared {
    bool loading = false;
    std::optional<Error> error;
    std::shared_ptr<Derived> derived;
    std::vector<Index> leftOut; ///< rows of the whole table that `derived` goes without
    std::shared_ptr<Derived>
        shown; ///< derived through the lens of the source, or its table; null: it has none, see lensError
    std::optional<Error> lensError;
};

/// One compose call: the request, what is prepared so far, the frame that grows.
class Composition {
public:
    Composition(const Request& request, const JobContext& job, DerivedCache& cache);
    Result<Frame> run();

private:
    // composition_sources.cpp: from sources to maps
    const Prepared& prepare(SourceKey key);
    Result<std::shared_ptr<Derived>> derive(const session::Source& source, Prepared& prepared);
    Result<std::shared_ptr<Derived>> deriveOpened(const session::Source& source, Prepared& prepared);
    Result<std::shared_ptr<Derived>> deriveSinusoid(const encoding::SinusoidSpec& spec, proximity::Metric metric);
    Result<std::shared_ptr<Derived>> deriveDifference(const session::DifferenceOrigin& origin, Prepared& prepared);
    Status applyLenses(); ///< of the sources that have a pane
    Result<std::shared_ptr<Derived>> throughLens(const session::Source& source, const Prepared& prepared);
    Result<std::shared_ptr<Derived>> gridOf(const session::Source& source, const Prepared& prepared);
    Result<std::shared_ptr<Derived>> tableOf(const session::Source& source, const Prepared& prepared);
    /// The opened encoding of a source; null: it has none, it is still being read, or it could not be.
    const encoding::Encoding* encodingOf(const session::Source& source) const;
    /// Frequencies of a source whose map is ψ of the distance; empty otherwise.
    std::vector<double> omegaOf(const session::Source& source) const;
    session::Quantity quantityOf(const session::Source& source) const;
    /// Of its plain values, for the colour bar.
    std::string formulaOf(const session::Source& source) const;

    // composition_scales.cpp: which sources share which colour scale, and its limits
    Status makeScales();
    int scaleKeyOf(const session::Source& source) const;
    void describe(ColourScale& scale) const;
    Status setLimits(ColourScale& scale);
    Result<proximity::ValueSample> sampleOfAll(const ColourScale& scale, bool plain);

    // composition_panes.cpp: pictures, and what is said beside them
    Status makePanes();
    Status draw(Pane& pane, const PaneGeometry& geometry, Derived& shown);
    static void printCells(Pane& pane);
    void describeMethod();

    // composition_curves.cpp: everything by distance
    Status makeCurves();
    Status setRanges(Curve& curve, Derived& derived);
    void makePsi();
    void askForProperties();
    std::optional<PropertySource> sinusoidBeside();

    const Request& m_request;
    const session::Session& m_session;
    const JobContext& m_job;
    DerivedCache& m_cache;
    std::map<SourceKey, Prepared> m_prepared;
    Frame m_frame;
};

} // namespace pescope::frame
