// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/text_view.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace pescope::session {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr std::pair<const char*, ExchangeKind> kExchanges[] = {{"none", ExchangeKind::None},
                                                               {"shuffled", ExchangeKind::Shuffled},
                                                               {"source", ExchangeKind::Source},
                                                               {"first_rows", ExchangeKind::FirstRows}};

template<typename T>
void take(const json& object, const char* key, T& into)
{
    const auto at = object.find(key);
    if (at == object.end())
        return;
    try {
        into = at->template get<T>();
    } catch (const json::exception&) { // of another type: as if it were not there
    }
}

TextSide sideOf(const json& object)
{
    TextSide side;
    if (!object.is_object())
        return side;
    take(object, "model", side.model);
    take(object, "text", side.text);
    std::string exchange;
    take(object, "exchange", exchange);
    for (const auto& [name, kind] : kExchanges)
        if (exchange == name)
            side.exchange = kind;
    take(object, "seed", side.seed);
    take(object, "ends_stay", side.endsStay);
    take(object, "rows", side.firstRows);
    take(object, "match_norm", side.matchNorm);
    take(object, "source", side.source);
    take(object, "source_name", side.sourceName);
    take(object, "layer", side.axisIndex);
    take(object, "attention", side.attention);
    int head = 0; // in the file 0 is the mean, and heads count from 1 as on screen
    take(object, "head", head);
    side.head = std::max(head, 0) - 1;
    side.axisIndex = std::max(side.axisIndex, 0);
    side.firstRows = std::max(side.firstRows, 1);
    return side;
}

json toJson(const TextSide& side)
{
    const auto* exchange = std::ranges::find(kExchanges, side.exchange, &std::pair<const char*, ExchangeKind>::second);
    return {{"model", side.model},
            {"text", side.text},
            {"exchange", exchange->first},
            {"seed", side.seed},
            {"ends_stay", side.endsStay},
            {"rows", side.firstRows},
            {"match_norm", side.matchNorm},
            {"source", side.source},
            {"source_name", side.sourceName},
            {"layer", side.axisIndex},
            {"attention", side.attention},
            {"head", side.head + 1}};
}

/// A copy of the object in which `change` was called for each side that names a model.
template<typename Change>
OpaqueObject changed(const OpaqueObject& object, Change change)
{
    if (!object || !object->is_object() || !object->contains("sides") || !object->at("sides").is_array())
        return object;
    json copy = *object;
    for (json& side : copy["sides"])
        if (side.is_object() && side.contains("model") && side["model"].is_string() && side["model"] != "")
            change(side);
    return std::make_shared<const json>(std::move(copy));
}

} // namespace

TextView textViewOf(const OpaqueObject& object)
{
    TextView view;
    if (!object || !object->is_object())
        return view;
    take(*object, "shown", view.shown);
    if (const auto sides = object->find("sides"); sides != object->end() && sides->is_array())
        for (const json& side : *sides)
            view.sides.push_back(sideOf(side));
    return view;
}

OpaqueObject toObject(const TextView& view, const OpaqueObject& former)
{
    json object = former && former->is_object() ? *former : json::object();
    json sides = json::array();
    for (const TextSide& side : view.sides)
        sides.push_back(toJson(side));
    object["sides"] = std::move(sides);
    object["shown"] = view.shown;
    return std::make_shared<const json>(std::move(object));
}

OpaqueObject withRelativeModels(const OpaqueObject& object, const fs::path& sessionFile)
{
    return changed(object, [&](json& side) {
        const fs::path model(side["model"].get<std::string>());
        std::error_code failed;
        const fs::path relative = fs::relative(model, fs::absolute(sessionFile).parent_path(), failed);
        if (!failed && !relative.empty())
            side["relative"] = relative.generic_string();
    });
}

OpaqueObject withFoundModels(const OpaqueObject& object, const fs::path& sessionFile)
{
    return changed(object, [&](json& side) {
        std::string relative;
        take(side, "relative", relative);
        std::error_code failed;
        if (relative.empty() || fs::is_directory(fs::path(side["model"].get<std::string>()), failed))
            return;
        const fs::path beside = fs::absolute(sessionFile).parent_path() / relative;
        if (fs::is_directory(beside, failed))
            side["model"] = beside.lexically_normal().generic_string();
    });
}

} // namespace pescope::session
