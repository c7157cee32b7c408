// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/text_inspector.h"
#include "ui/workspaces/text/text_page.h"
#include "ui/workspaces/text/text_workspace.h"

#include "window_pictures.h"

namespace pescope::ui {

void takeText(Pictures& pictures)
{
    const QString model = qEnvironmentVariable("PESCOPE_MODEL");
    if (model.isEmpty())
        return;
    const Look light, dark{.dark = true}, wide{.size = QSize(1920, 1080)}, small{.size = QSize(1280, 800)},
        chinese{.size = QSize(1280, 800), .language = QStringLiteral("zh")};
    const auto text = [model](MainWindow& window) {
        window.showText(true);
        window.textWorkspace().setSentence(QStringLiteral("The cat that the dogs chased sat on the mat."));
        window.textWorkspace().openModel(model);
        Pictures::settle(window);
        window.textWorkspace().setLayer(4);
        Q_EMIT window.textWorkspace().maps()[0]->picked({3, 6});
    };
    pictures.take(QStringLiteral("text"), light, text);
    pictures.take(QStringLiteral("text-zh"), chinese, [text](MainWindow& window) {
        text(window);
        window.textWorkspace().setSentence(QStringLiteral("机器学习改变了世界"));
        window.textWorkspace().text().run();
        Pictures::settle(window);
    });
    const auto exporting = [text](MainWindow& window) {
        text(window);
        Q_EMIT window.textWorkspace().saveRequested();
        Pictures::settle(window);
    };
    pictures.take(QStringLiteral("text-export"), light, exporting);
    pictures.take(QStringLiteral("text-export-dark-zh"), Look{.dark = true, .language = QStringLiteral("zh")},
                  exporting);
    pictures.take(QStringLiteral("text-attention-dark"), dark, [text](MainWindow& window) {
        text(window);
        window.textWorkspace().setAttention(true, 3);
    });
    const auto spans = [text](MainWindow& window) {
        text(window);
        window.textWorkspace().markSpan(1, 7);
        window.textWorkspace().markSpan(7, 12);
        Pictures::settle(window);
    };
    pictures.take(QStringLiteral("text-spans"), light, spans);
    pictures.take(QStringLiteral("text-spans-1280"), small, spans);
    const auto heads = [text](MainWindow& window) {
        text(window);
        window.textWorkspace().inspector().setPage(TextInspector::Page::Heads);
        window.textWorkspace().setAttention(true, 3);
        Pictures::settle(window);
    };
    pictures.take(QStringLiteral("text-heads"), light, heads);
    pictures.take(QStringLiteral("text-heads-dark"), dark, heads);
    const auto probes = [text](MainWindow& window) {
        text(window);
        TextWorkspace& workspace = window.textWorkspace();
        workspace.inspector().setPage(TextInspector::Page::Probes);
        workspace.probes().measureWords({});
        Pictures::settle(window);
        workspace.probes().measureDecodability({.words = 20, .seed = 0, .tokens = 24, .special = true});
        Pictures::settle(window);
    };
    pictures.take(QStringLiteral("text-probes"), light, probes);
    pictures.take(QStringLiteral("text-probes-zh"), chinese, probes);
    pictures.take(QStringLiteral("text-two"), wide, [text](MainWindow& window) {
        text(window);
        window.textPage().setBeside(true);
        Pictures::settle(window);
        window.textPage().second()->setSentence(QStringLiteral("The dogs that the cat chased sat on the mat."));
        window.textPage().second()->text().run();
        Pictures::settle(window);
        window.textWorkspace().setLayer(5);
    });
    pictures.take(QStringLiteral("text-512"), wide, [text](MainWindow& window) {
        text(window);
        QString words;
        for (int k = 0; k < 60; ++k)
            words += QStringLiteral("The cat that the dogs chased sat on the mat. ");
        window.textWorkspace().setSentence(words);
        window.textWorkspace().text().run();
        Pictures::settle(window);
    });
}

} // namespace pescope::ui
