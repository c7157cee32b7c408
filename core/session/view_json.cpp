// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/view_json.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace pescope::session {

using nlohmann::json;

namespace {

constexpr std::pair<const char*, RowKind> kKinds[] = {{"positions", RowKind::Positions},
                                                      {"offsets", RowKind::Offsets},
                                                      {"table", RowKind::Table},
                                                      {"grid", RowKind::Grid}};

json paneJson(const PaneView& pane)
{
    json out = json::object();
    if (const auto& view = pane.viewport)
        out["viewport"] = {view->row0, view->row1, view->col0, view->col1};
    if (pane.pinned && pane.row && pane.column) {
        out["row"] = *pane.row;
        out["column"] = *pane.column;
    }
    return out;
}

Result<PaneView> paneFromJson(const json& object, const std::string& where)
{
    PaneView pane;
    try {
        if (const auto at = object.find("viewport"); at != object.end()) {
            const auto edges = at->get<std::vector<double>>();
            if (edges.size() != 4)
                return fail(ErrorCode::Format,
                            fmt::format("{}: \"viewport\" has {} numbers instead of 4", where, edges.size()));
            const proximity::Viewport view{edges[0], edges[1], edges[2], edges[3]};
            const bool area = view.row0 < view.row1 && view.col0 < view.col1;
            if (!area || !std::isfinite(view.row1 - view.row0) || !std::isfinite(view.col1 - view.col0))
                return fail(ErrorCode::Format,
                            fmt::format("{}: \"viewport\" [{}, {}, {}, {}] has no area", where, edges[0], edges[1],
                                        edges[2], edges[3]));
            pane.viewport = view;
        }
        if (object.contains("row") && object.contains("column")) {
            pane.row = object.at("row").get<tables::Index>();
            pane.column = object.at("column").get<tables::Index>();
            pane.pinned = true;
        }
    } catch (const json::exception&) {
        return fail(ErrorCode::Format, fmt::format(R"({}: "viewport", "row" or "column" has the wrong type)", where));
    }
    return pane;
}

} // namespace

json viewJson(const View& view)
{
    json out{{"mirrored", view.mirrored}};
    for (const auto& [name, kind] : kKinds)
        out[name] = paneJson(view.of(kind));
    json panes = json::array();
    for (const auto& [key, pane] : view.own) {
        panes.push_back(paneJson(pane));
        panes.back()["key"] = key;
    }
    out["panes"] = std::move(panes);
    return out;
}

Result<View> viewFromJson(const json& object)
{
    View view;
    try {
        view.mirrored = object.value("mirrored", false);
        for (const auto& [name, kind] : kKinds)
            if (const auto at = object.find(name); at != object.end()) {
                PESCOPE_TRY(pane, paneFromJson(*at, fmt::format(R"("view" "{}")", name)));
                view.shared[static_cast<std::size_t>(kind)] = pane;
            }
        for (const json& entry : object.value("panes", json::array())) {
            const auto key = entry.at("key").get<SourceKey>();
            PESCOPE_TRY(pane, paneFromJson(entry, fmt::format(R"("view" of source {})", key)));
            view.own[key] = pane;
        }
    } catch (const json::exception&) {
        return fail(ErrorCode::Format, R"("view": "mirrored" or "panes" has the wrong type, or a pane has no "key")");
    }
    return view;
}

} // namespace pescope::session
