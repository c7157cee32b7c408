// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::bert {

namespace {
constexpr std::size_t kShownBytes = 60;
}

Status Vocabulary::add(std::string_view token, std::int64_t id)
{
    return put(token, id, false);
}

Status Vocabulary::addExtra(std::string_view token, std::int64_t id)
{
    return put(token, id, true);
}

Status Vocabulary::put(std::string_view token, std::int64_t id, bool extra)
{
    if (id < 0 || id >= kMaxSize)
        return fail(ErrorCode::Shape,
                    fmt::format("token “{}” has the id {}; ids run from 0 to {}", token.substr(0, kShownBytes), id,
                                kMaxSize - 1));
    const auto place = static_cast<std::size_t>(id);
    if (place < m_tokens.size() && m_tokens[place] != nullptr && *m_tokens[place] != token)
        return fail(ErrorCode::Format,
                    fmt::format("tokens “{}” and “{}” both have the id {}", m_tokens[place]->substr(0, kShownBytes),
                                token.substr(0, kShownBytes), id));
    const Entry made{static_cast<std::int32_t>(id), extra};
    const auto [entry, isNew] = m_entries.try_emplace(std::string(token), made);
    if (!isNew) {
        m_tokens[static_cast<std::size_t>(entry->second.id)] = nullptr;
        entry->second = made;
    }
    if (place >= m_tokens.size())
        m_tokens.resize(place + 1, nullptr);
    m_tokens[place] = &entry->first;
    if (!extra)
        m_longest = std::max(m_longest, token.size());
    return ok();
}

std::optional<std::int32_t> Vocabulary::idOf(std::string_view token) const
{
    const auto found = m_entries.find(token);
    return found == m_entries.end() ? std::nullopt : std::optional(found->second.id);
}

std::optional<std::int32_t> Vocabulary::modelIdOf(std::string_view token) const
{
    const auto found = m_entries.find(token);
    return found == m_entries.end() || found->second.extra ? std::nullopt : std::optional(found->second.id);
}

std::string_view Vocabulary::tokenOf(std::int32_t id) const
{
    return contains(id) ? std::string_view(*m_tokens[static_cast<std::size_t>(id)]) : std::string_view();
}

bool Vocabulary::contains(std::int32_t id) const
{
    return id >= 0 && static_cast<std::size_t>(id) < m_tokens.size()
        && m_tokens[static_cast<std::size_t>(id)] != nullptr;
}

} // namespace pescope::bert
