// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session_text.h"

#include "ui/workspaces/text/text_controls.h"
#include "ui/workspaces/text/text_page.h"
#include "ui/workspaces/text/text_workspace.h"

#include <nlohmann/json.hpp>

#include <QFileInfo>

namespace pescope::ui {

using nlohmann::json;

namespace {

constexpr const char* kExchangeNames[] = {"none", "shuffled", "source", "first_rows"}; // as kExchanges

json sideState(TextWorkspace& side)
{
    return {{"model", side.text().modelFolder().toStdString()},
            {"text", side.controls().sentence().toStdString()},
            {"exchange", kExchangeNames[static_cast<std::size_t>(side.text().choice().kind)]},
            {"layer", side.layer()},
            {"attention", side.showsAttention()},
            {"head", side.headChoice()}};
}

template<typename T>
T valueOr(const json& object, const char* key, T fallback)
{
    try {
        return object.value(key, std::move(fallback));
    } catch (const json::exception&) { // of another type: as if it were not there
        return T{};
    }
}

void applySide(TextWorkspace& side, const json& state)
{
    side.setSentence(QString::fromStdString(valueOr(state, "text", std::string())));
    const std::string exchange = valueOr(state, "exchange", std::string());
    for (std::size_t k = 0; k < std::size(kExchangeNames); ++k)
        if (exchange == kExchangeNames[k])
            side.controls().setExchange(kExchanges[k]);
    const QString model = QString::fromStdString(valueOr(state, "model", std::string()));
    if (!QFileInfo(model).isDir())
        return;
    // a model shows its last layer first; where one looked comes after that, once
    auto* once = new QObject(&side);
    QObject::connect(&side.text(), &TextDocument::runFinished, once,
                     [&side, once, layer = valueOr(state, "layer", 0), attention = valueOr(state, "attention", false),
                      head = valueOr(state, "head", 0)] {
                         side.setLayer(layer);
                         side.setAttention(attention, head);
                         once->deleteLater();
                     });
    side.openModel(model);
}

const json* sidesOf(const session::OpaqueObject& state)
{
    if (!state || !state->is_object())
        return nullptr;
    const auto sides = state->find("sides");
    return sides != state->end() && sides->is_array() && !sides->empty() ? &*sides : nullptr;
}

} // namespace

session::OpaqueObject textState(TextPage& page, bool shown, const session::OpaqueObject& former)
{
    if (page.first().text().modelFolder().isEmpty())
        return former;
    json state = former && former->is_object() ? *former : json::object();
    json sides = json::array({sideState(page.first())});
    if (page.second())
        sides.push_back(sideState(*page.second()));
    state["sides"] = std::move(sides);
    state["shown"] = shown;
    return std::make_shared<const json>(std::move(state));
}

void applyTextState(TextPage& page, const session::OpaqueObject& state)
{
    const json* sides = sidesOf(state);
    if (!sides)
        return;
    page.setBeside(sides->size() > 1);
    applySide(page.first(), sides->front());
    if (page.second())
        applySide(*page.second(), sides->at(1));
}

bool hasTextState(const session::OpaqueObject& state)
{
    return sidesOf(state) != nullptr;
}

bool textShown(const session::OpaqueObject& state)
{
    return sidesOf(state) && valueOr(*state, "shown", false);
}

} // namespace pescope::ui
