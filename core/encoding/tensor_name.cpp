// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/tensor_name.h"

#include "core/base/number_text.h"

namespace pescope::encoding {

bool endsAtDot(std::string_view name, std::string_view tail)
{
    if (!name.ends_with(tail))
        return false;
    return name.size() == tail.size() || name[name.size() - tail.size() - 1] == '.';
}

bool hasComponent(std::string_view name, std::string_view component)
{
    for (std::size_t at = name.find(component); at != std::string_view::npos; at = name.find(component, at + 1)) {
        const std::size_t end = at + component.size();
        if ((at == 0 || name[at - 1] == '.') && (end == name.size() || name[end] == '.'))
            return true;
    }
    return false;
}

std::optional<int> numberAfter(std::string_view name, std::string_view component)
{
    std::optional<int> last;
    std::string_view before;
    while (!name.empty()) {
        const std::size_t dot = name.find('.');
        const std::string_view part = name.substr(0, dot);
        constexpr std::size_t kMostDigits = 6; // no model has a million layers
        const bool digits = !part.empty() && part.size() <= kMostDigits
            && part.find_first_not_of("0123456789") == std::string_view::npos;
        if (digits && before == component)
            if (const auto number = parseInteger(part))
                last = static_cast<int>(*number);
        before = part;
        name = dot == std::string_view::npos ? std::string_view{} : name.substr(dot + 1);
    }
    return last;
}

} // namespace pescope::encoding
