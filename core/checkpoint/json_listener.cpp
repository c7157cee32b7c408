// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/json_listener.h"

#include <fmt/format.h>

namespace pescope::checkpoint {

namespace {
constexpr int kMaxHeaderDepth = 32;
constexpr std::size_t kMaxReason = 300; // the library quotes the token that it read, however long
} // namespace

Status JsonListener::parse(std::string_view text)
{
    nlohmann::json_sax<nlohmann::json>* events = this; // whose hooks are public
    if (nlohmann::json::sax_parse(text.data(), text.data() + text.size(), events))
        return ok();
    return fail(ErrorCode::Format, m_reason.empty() ? "is not valid JSON" : m_reason);
}

bool JsonListener::refuse(std::string reason)
{
    m_reason = std::move(reason);
    return false;
}

bool JsonListener::parse_error(std::size_t position, const std::string&, const nlohmann::json::exception& e)
{
    std::string_view what = e.what();
    if (const auto bracket = what.find("] "); bracket != std::string_view::npos)
        what.remove_prefix(bracket + 2);
    return refuse(fmt::format("is not valid JSON: {} (byte {})", what.substr(0, kMaxReason), position));
}

bool JsonListener::start(bool isObject)
{
    if (m_depth == kMaxHeaderDepth)
        return refuse(fmt::format("JSON is nested more than {} deep", kMaxHeaderDepth));
    ++m_depth;
    return onStart(isObject);
}

bool JsonListener::end(bool isObject)
{
    --m_depth;
    return onEnd(isObject);
}

} // namespace pescope::checkpoint
