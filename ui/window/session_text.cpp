// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/session_text.h"

#include "core/session/text_view.h"
#include "ui/workspaces/text/text_controls.h"
#include "ui/workspaces/text/text_page.h"
#include "ui/workspaces/text/text_workspace.h"

#include <QFileInfo>

namespace pescope::ui {

namespace {

void applySide(TextWorkspace& side, const session::TextSide& state)
{
    side.setSentence(QString::fromStdString(state.text));
    side.controls().setExchange(state);
    const QString model = QString::fromStdString(state.model);
    if (!QFileInfo(model).isDir())
        return;
    // a model shows its last layer first; where one looked comes after that, once
    auto* once = new QObject(&side);
    QObject::connect(&side.text(), &TextDocument::runFinished, once, [&side, once, state] {
        side.setLayer(state.axisIndex);
        side.setAttention(state.attention, state.head + 1);
        once->deleteLater();
    });
    side.openModel(model);
}

} // namespace

session::OpaqueObject textState(TextPage& page, bool shown, const session::OpaqueObject& former)
{
    if (page.first().text().modelFolder().isEmpty())
        return former;
    session::TextView view{.sides = {page.first().side()}, .shown = shown};
    if (page.second())
        view.sides.push_back(page.second()->side());
    return session::toObject(view, former);
}

void applyTextState(TextPage& page, const session::OpaqueObject& state)
{
    const session::TextView view = session::textViewOf(state);
    if (view.sides.empty())
        return;
    page.setBeside(view.sides.size() > 1);
    applySide(page.first(), view.sides.front());
    if (page.second())
        applySide(*page.second(), view.sides.at(1));
}

} // namespace pescope::ui
