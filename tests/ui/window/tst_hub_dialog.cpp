// SPDX-License-Identifier: GPL-3.0-or-later
// The picker of models in the hub cache: search, what is complete, the source that opens.
#include "tests/core/checkpoint/hub_test_cache.h"
#include "ui/window/hub_dialog.h"

#include "window_fixture.h"

#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTreeWidget>

#include <algorithm>

using namespace pescope;
using namespace pescope::ui;
using namespace Qt::StringLiterals;

class TestHubDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesAreFoundByAPart()
    {
        const QTemporaryDir folder;
        const test::HubCache cache(folder.path().toStdString());
        const std::string commits[] = {std::string(40, 'a'), std::string(40, 'b')};
        for (const auto& [name, commit] : {std::pair("org--alpha", commits[0]), {"org--beta", commits[1]}}) {
            cache.file(name, commit, "model.safetensors", "weights", "not read for the list");
            cache.ref(name, "main", commit);
        }
        cache.file("org--gone", commits[0], "model.safetensors", "missing", nullptr); // its blob never came
        HubDialog dialog(cache.root(), nullptr);
        QTRY_COMPARE(dialog.list()->topLevelItemCount(), 3);
        QCOMPARE(dialog.source(), u"hf:org/alpha"_s);
        dialog.search()->setText(u"BETA"_s);
        QCOMPARE(dialog.source(), u"hf:org/beta"_s);
        QCOMPARE(dialog.list()->currentItem()->text(1), u"main"_s);
        QCOMPARE(dialog.list()->currentItem()->text(3), u"complete"_s);
        dialog.search()->setText(u"gone"_s);
        QVERIFY2(dialog.list()->currentItem()->text(3).contains(u"model.safetensors"_s),
                 qPrintable(dialog.list()->currentItem()->text(3)));
        dialog.search()->setText(u"gamma"_s);
        QVERIFY(dialog.source().isEmpty());
    }

    void whereThereIsNoCacheItSaysSo()
    {
        HubDialog dialog("/nowhere/hub", nullptr);
        QTRY_VERIFY(std::ranges::any_of(dialog.findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text().contains(u"/nowhere/hub"_s) && !label->text().startsWith(u"Looking"_s);
        }));
        QVERIFY(dialog.source().isEmpty());
    }
};

QTEST_MAIN(TestHubDialog)
#include "tst_hub_dialog.moc"
