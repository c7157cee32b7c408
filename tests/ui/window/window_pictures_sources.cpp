// SPDX-License-Identifier: GPL-3.0-or-later
// Kinds of position information, and the dialogs that find them.
#include "ui/heatmap/pane_card.h"
#include "ui/window/hub_dialog.h"
#include "ui/workspaces/positions/open_as_dialog.h"

#include "window_pictures.h"

namespace pescope::ui {

namespace {

QString oracle(const char* model)
{
    return QStringLiteral(PESCOPE_TEST_DATA "/oracle/") + QString::fromLatin1(model);
}

auto opening(const QStringList& sources)
{
    return [sources](MainWindow& window) {
        window.document().open(sources);
        Pictures::settle(window);
        window.document().select(1);
    };
}

void patches(MainWindow& window)
{
    window.document().open({QStringLiteral("as:grid=8x8,prefix=1:learned:length=65,dim=24,seed=4"), oracle("swin")});
    Pictures::settle(window);
    for (PaneCard* pane : {window.workspace().panes().at(0), window.workspace().panes().at(1)})
        Q_EMIT pane->gridChosen();
    Pictures::settle(window);
    window.document().select(1);
    window.document().setCrosshair(1, 3 * 8 + 5, 4 * 8 + 2, true);
}

void openAs(MainWindow& window)
{
    auto* dialog = new OpenAsDialog(oracle("roberta-sharded-safetensors"), {}, &window);
    dialog->show();
    [[maybe_unused]] const bool ready = QTest::qWaitFor([dialog] { return dialog->ready(); }, 10000);
    encoding::OpenAs as;
    as.family = "roberta";
    dialog->choose(as);
}

void hub(MainWindow& window)
{
    auto* dialog = new HubDialog(qEnvironmentVariable("PESCOPE_HUB").toStdString(), &window);
    dialog->show();
    QTest::qWait(1500);
}

} // namespace

void takeSources(Pictures& pictures)
{
    pictures.take(
        QStringLiteral("details"), Look{.size = QSize(1920, 1080)},
        opening({oracle("roberta-sharded-safetensors"), QStringLiteral(PESCOPE_TEST_DATA "/inputs/H27-nan")}));
    for (const auto& [suffix, look] :
         {std::pair(QString(), Look{}), std::pair(QStringLiteral("-dark"), Look{.dark = true}),
          std::pair(QStringLiteral("-zh-1280"), Look{.size = QSize(1280, 800), .language = QStringLiteral("zh")})}) {
        pictures.take(QStringLiteral("grid") + suffix, look, patches);
        pictures.take(QStringLiteral("absolute") + suffix, look,
                      opening({oracle("roberta-sharded-safetensors"), oracle("distilbert-sinusoidal")}));
        pictures.take(QStringLiteral("relative") + suffix, look,
                      opening({oracle("bert-relative-key") + QStringLiteral("#layer0.relative_key"), oracle("xlnet")}));
        pictures.take(QStringLiteral("rotary") + suffix, look,
                      opening({oracle("llama-default"), oracle("gpt-neox-partial")}));
        pictures.take(QStringLiteral("bias") + suffix, look,
                      opening({oracle("t5-fp32") + QStringLiteral("#encoder.bias"), oracle("bloom-6heads")}));
        pictures.take(QStringLiteral("pick") + suffix, look,
                      opening({QStringLiteral(PESCOPE_TEST_DATA "/inputs/H06-no-table")}));
        pictures.take(QStringLiteral("open-as") + suffix, look, openAs);
        if (qEnvironmentVariableIsSet("PESCOPE_HUB"))
            pictures.take(QStringLiteral("hub") + suffix, look, hub);
    }
}

} // namespace pescope::ui
