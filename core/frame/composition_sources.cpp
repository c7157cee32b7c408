// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frame/composition.h"

namespace pescope::frame {

using session::DifferenceOrigin;
using session::OpenedOrigin;
using session::SinusoidOrigin;

namespace {

encoding::Encoding encodingOf(const encoding::SinusoidSpec& spec)
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
        auto derived = std::visit([&](const auto& origin) { return derive(origin, prepared); }, source->origin);
        if (derived)
            prepared.derived = *derived;
        else if (!prepared.loading)
            prepared.error = std::move(derived).error();
    }
    return m_prepared.emplace(key, std::move(prepared)).first->second;
}

Result<std::shared_ptr<Derived>> Composition::derive(const std::shared_ptr<const Result<encoding::Encoding>>& opened)
{
    // a given map and a bias have no rows to compare: they are shown as they are under every metric
    const encoding::Encoding& encoding = **opened;
    const bool given = encoding::isMap(encoding);
    DerivedKey key;
    key.data = opened;
    key.metric = given ? proximity::Metric::Dot : m_session.options.metric;
    key.rows.includeUnused = m_session.options.includeUnused;
    key.backend = m_request.backend;
    const auto make = [&] { return proximity::of(encoding, key.metric, m_request.backend, key.rows); };
    PESCOPE_TRY(whole, m_cache.get(key, make));
    if (!m_session.options.withoutMarked || whole->outlying.empty())
        return whole;
    key.rows.leaveOut = whole->outlying;
    return m_cache.get(key, make);
}

Result<std::shared_ptr<Derived>> Composition::derive(const OpenedOrigin& origin, Prepared& prepared)
{
    for (const auto& [key, result] : m_request.opened) {
        const session::Source* source = session::find(m_session, key);
        if (!source || std::get_if<OpenedOrigin>(&source->origin) != &origin || !result)
            continue;
        if (!*result)
            return std::unexpected(result->error());
        return derive(result);
    }
    prepared.loading = true;
    return cancelled();
}

Result<std::shared_ptr<Derived>> Composition::derive(const SinusoidOrigin& origin, Prepared&)
{
    PESCOPE_TRY(valid, encoding::validate(origin.spec));
    static_cast<void>(valid);
    DerivedKey key;
    key.sinusoid = origin.spec;
    key.metric = m_session.options.metric;
    key.backend = m_request.backend;
    return m_cache.get(key, [&] { return proximity::of(encodingOf(origin.spec), key.metric, m_request.backend); });
}

Result<std::shared_ptr<Derived>> Composition::derive(const DifferenceOrigin& origin, Prepared& prepared)
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

std::vector<double> Composition::omegaOf(const session::Source& source) const
{
    if (const auto* sinusoid = std::get_if<SinusoidOrigin>(&source.origin))
        return encoding::omega(sinusoid->spec);
    const auto opened = m_request.opened.find(source.key);
    if (opened == m_request.opened.end() || !opened->second || !*opened->second)
        return {};
    return encoding::frequencies(**opened->second).value_or(std::vector<double>{});
}

} // namespace pescope::frame
