// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the Text workspace: what figures and sessions keep of it, arrays as sources of Positions.
#include "ui/state/kept_array.h"
#include "ui/state/text_figure.h"
#include "ui/widgets/segmented_control.h"
#include "ui/workspaces/text/text_controls.h"
#include "ui/workspaces/text/text_recipe.h"
#include "ui/workspaces/text/text_workspace.h"

namespace pescope::ui {

QString TextWorkspace::recipe(bool python) const
{
    const auto& run = m_text.current();
    if (!run)
        return {};
    const ShownText shown{.model = m_text.modelFolder().toStdString(),
                          .text = run->text,
                          .axisIndex = m_layer,
                          .attention = showsAttention() && m_layer > 0,
                          .head = head()};
    return QString::fromStdString(python ? textCode(shown, *run) : textCommands(shown, *run));
}

session::TextSide TextWorkspace::side() const
{
    session::TextSide state;
    state.model = m_text.modelFolder().toStdString();
    state.text = m_controls->sentence().toStdString();
    describe(m_text.choice(), state);
    state.axisIndex = m_layer;
    state.attention = showsAttention();
    state.head = headChoice() - 1;
    return state;
}

std::shared_ptr<const figure::ShownText> TextWorkspace::shown() const
{
    const auto& run = m_text.current();
    const auto& attention = m_text.attention();
    const bool ofLayer = attention && attention->layer.number == m_layer;
    session::TextSide looked = side();
    looked.attention = looked.attention && m_layer > 0;
    if (!run || (looked.attention && !ofLayer))
        return nullptr;
    const auto& similarity = m_text.similarity();
    const bool ofState = similarity && similarity->axisIndex == m_layer;
    if (!looked.attention && !ofState)
        return nullptr;
    return std::make_shared<const figure::ShownText>(shownText(
        looked, *run, looked.attention ? TextSimilarity{} : *similarity, ofLayer ? attention.get() : nullptr));
}

void TextWorkspace::sendToPositions(bool states)
{
    const auto& run = m_text.current();
    if (!run)
        return;
    const QString layer = m_layer == 0 ? tr("embedding output") : tr("layer %1").arg(m_layer);
    tables::MatrixD values;
    QString name;
    if (states) {
        const auto state =
            m_layer == 0 ? bert::StateId::embeddingOutput() : bert::StateId::outputOf(bert::Layer{m_layer});
        values = run->exchanged->hidden(state).cast<double>();
        name = tr("hidden states, %1").arg(layer);
    } else {
        if (!m_maps[1]->state().values)
            return;
        values = *m_maps[1]->state().values;
        name = m_what->currentIndex() == 1
            ? head() >= 0 ? tr("attention, %1, head %2").arg(layer).arg(head() + 1) : tr("attention, %1").arg(layer)
            : tr("cosine, %1").arg(layer);
    }
    const auto path = keepArray(QStringLiteral("text"), name, values);
    if (!path) {
        Q_EMIT m_text.failed(tr("The array could not be kept for Positions"), path.error());
        return;
    }
    Q_EMIT sourceWanted(states ? *path : QStringLiteral("matrix:") + *path);
}

} // namespace pescope::ui
