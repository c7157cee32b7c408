// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include "core/base/number_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace pescope::session {

namespace {

std::string automaticName(const Session& session,
                          const std::variant<OpenedOrigin, SinusoidOrigin, DifferenceOrigin>& origin)
{
    if (const auto* opened = std::get_if<OpenedOrigin>(&origin)) {
        const std::filesystem::path path(opened->spec);
        std::string name = path.filename().empty() ? path.parent_path().filename().string() : path.filename().string();
        if (name == "model.safetensors" || name == "pytorch_model.bin")
            name = path.parent_path().filename().string();
        if (name.empty())
            name = opened->spec;
        return opened->id.empty() || opened->id == "ape" ? name : name + " · " + opened->id;
    }
    if (const auto* difference = std::get_if<DifferenceOrigin>(&origin)) {
        const auto letter = [&](SourceKey key) {
            const Source* source = find(session, key);
            return source ? letterText(*source) : std::string("?");
        };
        return letter(difference->a) + " − " + letter(difference->b);
    }
    return "Sinusoid";
}

int firstFreeLetter(const Session& session)
{
    std::set<int> used;
    for (const Source& source : session.sources)
        used.insert(source.letter);
    int letter = 0;
    while (used.contains(letter))
        ++letter;
    return letter;
}

} // namespace

const Source* find(const Session& session, SourceKey key)
{
    const auto at = std::ranges::find(session.sources, key, &Source::key);
    return at == session.sources.end() ? nullptr : &*at;
}

Source* find(Session& session, SourceKey key)
{
    const auto at = std::ranges::find(session.sources, key, &Source::key);
    return at == session.sources.end() ? nullptr : &*at;
}

std::string letterText(const Source& source)
{
    return {static_cast<char>('A' + source.letter % 26)};
}

proximity::Metric metricOf(const Session& session, const Source& source)
{
    return source.metric.value_or(session.options.metric);
}

SourceKey add(Session& session, std::variant<OpenedOrigin, SinusoidOrigin, DifferenceOrigin> origin, std::string name)
{
    Source source;
    source.key = session.nextKey++;
    source.letter = firstFreeLetter(session);
    source.name = name.empty() ? automaticName(session, origin) : std::move(name);
    source.origin = std::move(origin);
    session.active = source.key;
    session.sources.push_back(std::move(source));
    return session.active;
}

void remove(Session& session, SourceKey key)
{
    std::set<SourceKey> gone{key};
    for (bool more = true; more;) { // a difference of a difference goes with the first
        more = false;
        for (const Source& source : session.sources)
            if (const auto* difference = std::get_if<DifferenceOrigin>(&source.origin))
                if ((gone.contains(difference->a) || gone.contains(difference->b)) && gone.insert(source.key).second)
                    more = true;
    }
    std::erase_if(session.sources, [&](const Source& source) { return gone.contains(source.key); });
    std::erase_if(session.options.limits, [&](const auto& entry) { return gone.contains(entry.first); });
    if (gone.contains(session.active))
        session.active = session.sources.empty() ? 0 : session.sources.front().key;
}

SourceKey duplicate(Session& session, SourceKey key)
{
    const auto at = std::ranges::find(session.sources, key, &Source::key);
    if (at == session.sources.end())
        return 0;
    Source copy = *at;
    copy.key = session.nextKey++;
    copy.letter = firstFreeLetter(session);
    copy.visible = true;
    session.active = copy.key;
    session.sources.insert(at + 1, std::move(copy));
    return session.active;
}

Grid grid(Layout layout)
{
    switch (layout) {
    case Layout::Single:
        return {1, 1};
    case Layout::SideBySide:
        return {1, 2};
    case Layout::Stacked:
        return {2, 1};
    case Layout::Grid:
        return {2, 2};
    }
    return {};
}

int capacity(Layout layout)
{
    const Grid panes = grid(layout);
    return panes.rows * panes.columns;
}

std::vector<SourceKey> visibleSources(const Session& session)
{
    std::vector<SourceKey> keys;
    for (const Source& source : session.sources)
        if (source.visible)
            keys.push_back(source.key);
    return keys;
}

std::vector<SourceKey> paneSources(const Session& session)
{
    std::vector<SourceKey> keys = visibleSources(session);
    const auto places = static_cast<std::size_t>(capacity(session.options.layout));
    // a selected source is always seen: where it would not fit, it comes with those just before it, which it was most
    // likely made from
    const auto active = std::ranges::find(keys, session.active);
    if (active != keys.end() && active - keys.begin() >= static_cast<std::ptrdiff_t>(places))
        keys.erase(keys.begin(), active + 1 - static_cast<std::ptrdiff_t>(places));
    keys.resize(std::min(keys.size(), places));
    return keys;
}

} // namespace pescope::session
