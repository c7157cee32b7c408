// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/token_roles.h"

#include <algorithm>

namespace pescope::bert {

using tables::Index;

TokenRoles tokenRoles(const Encoded& text)
{
    TokenRoles roles;
    roles.reserve(text.tokens.size());
    for (const Token& token : text.tokens)
        roles.push_back(token.padding ? TokenRole::Padding : token.special ? TokenRole::Special : TokenRole::Word);
    return roles;
}

TokenRoles tokenRoles(const EncoderInput& input, std::span<const std::int64_t> special, Index sequence)
{
    PESCOPE_EXPECTS(sequence >= 0 && sequence < input.sequences);
    TokenRoles roles;
    roles.reserve(static_cast<std::size_t>(input.tokens));
    for (Index t = 0; t < input.tokens; ++t) {
        const auto at = static_cast<std::size_t>(sequence * input.tokens + t);
        if (!input.mask.empty() && input.mask[at] == 0)
            roles.push_back(TokenRole::Padding);
        else
            roles.push_back(std::ranges::find(special, input.ids[at]) != special.end() ? TokenRole::Special
                                                                                       : TokenRole::Word);
    }
    return roles;
}

std::vector<Index> measuredPlaces(const TokenRoles& roles, bool withSpecial)
{
    std::vector<Index> places;
    for (std::size_t t = 0; t < roles.size(); ++t)
        if (roles[t] == TokenRole::Word || (withSpecial && roles[t] == TokenRole::Special))
            places.push_back(static_cast<Index>(t));
    return places;
}

} // namespace pescope::bert
