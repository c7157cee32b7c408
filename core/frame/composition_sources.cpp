// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/column_choice.h"
#include "core/frame/composition.h"
#include "core/proximity/grid_of_grids.h"

namespace pescope::frame {

using session::DifferenceOrigin;
using session::OpenedOrigin;
using session::SinusoidOrigin;

namespace {

encoding::Encoding asEncoding(const encoding::SinusoidSpec& spec)
{
    encoding::Encoding encoding;
    encoding.kind = encoding::Kind::Sinusoid;
    encoding.content = spec;
    return encoding;
}

} // namespace

const Prepared& Composition::prepare(SourceKey key)
{
    const auto known = m_prepared.find(key);
    if (known != m_prepared.end())
        return known->second;
    Prepared prepared;
    if (const session::Source* source = session::find(m_session, key)) {
        auto derived = derive(*source, prepared);
        if (derived)
            prepared.derived = *derived;
        else if (!prepared.loading)
            prepared.error = std::move(derived).error();
    }
    return m_prepared.emplace(key, std::move(prepared)).first->second;
}

Result<std::shared_ptr<Derived>> Composition::derive(const session::Source& source, Prepared& prepared)
{
    if (const auto* sinusoid = std::get_if<SinusoidOrigin>(&source.origin))
        return deriveSinusoid(sinusoid->spec, metricOf(m_session, source));
    if (const auto* difference = std::get_if<DifferenceOrigin>(&source.origin))
        return deriveDifference(*difference, prepared);
    return deriveOpened(source, prepared);
}

Result<std::shared_ptr<Derived>> Composition::deriveOpened(const session::Source& source, Prepared& prepared)
{
    const auto found = m_request.opened.find(source.key);
    if (found == m_request.opened.end() || !found->second) {
        prepared.loading = true;
        return cancelled();
    }
    const std::shared_ptr<const Result<encoding::Encoding>>& opened = found->second;
    if (!*opened)
        return std::unexpected(opened->error());
    // a given map and a bias have no rows to compare: they are shown as they are under every metric
    const encoding::Encoding& encoding = **opened;
    DerivedKey key;
    key.data = opened;
    key.metric = encoding::isMap(encoding) ? proximity::Metric::Dot : metricOf(m_session, source);
    key.rows.includeUnused = m_session.options.includeUnused;
    if (std::holds_alternative<encoding::LogitBias>(encoding.content))
        key.rows.head = source.head;
    key.backend = m_request.backend;
    const auto make = [&] { return proximity::of(encoding, key.metric, m_request.backend, key.rows); };
    PESCOPE_TRY(whole, m_cache.get(key, make));
    if (!m_session.options.withoutMarked || whole->outlying.empty())
        return whole;
    key.rows.leaveOut = prepared.leftOut = whole->outlying;
    return m_cache.get(key, make);
}

Result<std::shared_ptr<Derived>> Composition::deriveSinusoid(const encoding::SinusoidSpec& spec,
                                                             proximity::Metric metric)
{
    PESCOPE_TRY(valid, encoding::validate(spec));
    static_cast<void>(valid);
    DerivedKey key;
    key.sinusoid = spec;
    key.metric = metric;
    key.backend = m_request.backend;
    return m_cache.get(key, [&] { return proximity::of(asEncoding(spec), key.metric, m_request.backend); });
}

Result<std::shared_ptr<Derived>> Composition::deriveDifference(const DifferenceOrigin& origin, Prepared& prepared)
{
    const Prepared a = prepare(origin.a);
    const Prepared b = prepare(origin.b);
    for (const Prepared* side : {&a, &b}) {
        if (side->loading) {
            prepared.loading = true;
            return cancelled();
        }
        if (side->error)
            return std::unexpected(*side->error);
        if (!side->derived)
            return fail(ErrorCode::Format, "one of the two sources is gone", "Undo, or remove this difference.");
    }
    DerivedKey key;
    key.left = a.derived->proximity;
    key.right = b.derived->proximity;
    key.metric = m_session.options.metric;
    key.backend = m_request.backend;
    return m_cache.get(key, [&] { return proximity::difference(a.derived->proximity, b.derived->proximity); });
}

Status Composition::applyLenses()
{
    for (const PaneGeometry& pane : m_request.panes) {
        const session::Source* source = session::find(m_session, pane.source);
        Prepared& prepared = m_prepared[pane.source];
        if (!source || !prepared.derived || prepared.shown)
            continue;
        auto shown = source->shown == session::Shown::Table ? tableOf(*source, prepared)
            : source->shown == session::Shown::Grid         ? gridOf(*source, prepared)
                                                            : throughLens(*source, prepared);
        if (shown)
            prepared.shown = *std::move(shown);
        else if (shown.error().code == ErrorCode::Cancelled)
            return cancelled();
        else
            prepared.lensError = std::move(shown).error();
    }
    return ok();
}

Result<std::shared_ptr<Derived>> Composition::throughLens(const session::Source& source, const Prepared& prepared)
{
    if (source.lens == proximity::Lens::Value)
        return prepared.derived;
    DerivedKey key;
    key.left = prepared.derived->proximity;
    key.lens = source.lens;
    return m_cache.get(key, [&] { return proximity::through(prepared.derived->proximity, source.lens, m_job); });
}

Result<std::shared_ptr<Derived>> Composition::gridOf(const session::Source& source, const Prepared& prepared)
{
    const encoding::Encoding* encoding = encodingOf(source);
    const auto grid = encoding ? proximity::patchGridOf(*encoding) : std::nullopt;
    if (!grid)
        return fail(ErrorCode::Unsupported, "a grid of grids of a source whose positions lie in a line",
                    "It shows tables and biases over the patches of a picture. “Open as…” gives a table a grid.");
    DerivedKey key;
    key.left = prepared.derived->proximity;
    key.grid = grid;
    return m_cache.get(key, [&] { return proximity::gridOfGrids(prepared.derived->proximity, *grid, m_job); });
}

Result<std::shared_ptr<Derived>> Composition::tableOf(const session::Source& source, const Prepared& prepared)
{
    DerivedKey key;
    key.table = source.columns;
    key.left = prepared.derived->proximity; // rows are those of its map
    encoding::Encoding computed;
    const encoding::Encoding* encoding = encodingOf(source);
    if (const auto* sinusoid = std::get_if<SinusoidOrigin>(&source.origin)) {
        computed = asEncoding(sinusoid->spec);
        encoding = &computed;
        key.sinusoid = sinusoid->spec;
    }
    if (!encoding)
        return fail(ErrorCode::Unsupported, "the table of a difference",
                    "A − B is taken of two maps; look at the tables of A and of B.");
    proximity::RowChoice rows{.includeUnused = m_session.options.includeUnused};
    if (m_session.options.withoutMarked)
        rows.leaveOut = prepared.leftOut;
    return m_cache.get(key, [&]() -> Result<proximity::SharedProximity> {
        PESCOPE_TRY(order, columnsOf(*encoding, source.columns, m_job));
        return proximity::tableCells(*encoding, order, rows);
    });
}

const encoding::Encoding* Composition::encodingOf(const session::Source& source) const
{
    const auto opened = m_request.opened.find(source.key);
    if (opened == m_request.opened.end() || !opened->second || !*opened->second)
        return nullptr;
    return &**opened->second;
}

std::vector<double> Composition::omegaOf(const session::Source& source) const
{
    if (const auto* sinusoid = std::get_if<SinusoidOrigin>(&source.origin))
        return encoding::omega(sinusoid->spec);
    const encoding::Encoding* encoding = encodingOf(source);
    if (!encoding || !encoding::productsArePsi(*encoding))
        return {};
    return encoding::frequencies(*encoding).value_or(std::vector<double>{});
}

session::Quantity Composition::quantityOf(const session::Source& source) const
{
    using session::Quantity;
    if (std::holds_alternative<DifferenceOrigin>(source.origin))
        return Quantity::Difference;
    const encoding::Encoding* encoding = encodingOf(source);
    if (!encoding)
        return Quantity::Positions;
    const encoding::Content& content = encoding->content;
    if (std::holds_alternative<encoding::RelativeTable>(content)
        || std::holds_alternative<encoding::RelativeSinusoid>(content))
        return Quantity::Relative;
    if (std::holds_alternative<encoding::RotarySpec>(content))
        return Quantity::Rotary;
    if (std::holds_alternative<encoding::LogitBias>(content))
        return Quantity::Bias;
    return std::holds_alternative<encoding::GivenMap>(content) ? Quantity::Matrix : Quantity::Positions;
}

std::string Composition::formulaOf(const session::Source& source) const
{
    const proximity::Metric metric = metricOf(m_session, source);
    const std::string ofMetric(proximity::formula(metric));
    if (const auto* difference = std::get_if<DifferenceOrigin>(&source.origin)) {
        const session::Source* a = session::find(m_session, difference->a);
        const session::Source* b = session::find(m_session, difference->b);
        const std::string ofA = a ? formulaOf(*a) : ofMetric;
        return b && formulaOf(*b) == ofA ? ofA : ofMetric;
    }
    const encoding::Encoding* encoding = encodingOf(source);
    return encoding ? std::string(proximity::formula(*encoding, metric)) : ofMetric;
}

} // namespace pescope::frame
