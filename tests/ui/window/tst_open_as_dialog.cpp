// SPDX-License-Identifier: GPL-3.0-or-later
// "Open as…": the tensors of a file, what the choice makes of one, and the source that comes of it.
#include "core/encoding/resolve.h"
#include "ui/workspaces/positions/open_as_dialog.h"

#include "window_fixture.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSpinBox>

#include <algorithm>

using namespace pescope;
using namespace pescope::ui;
using namespace Qt::StringLiterals;

namespace {

const QString kModel = QStringLiteral(PESCOPE_TEST_DATA "/oracle/bert-tiny-safetensors");

} // namespace

class TestOpenAsDialog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsEveryTableAndFindsByName()
    {
        OpenAsDialog dialog(kModel, {}, nullptr);
        QTRY_VERIFY(dialog.tensors()->count() > 10);
        const int all = dialog.tensors()->count();
        dialog.findChild<QLineEdit*>()->setText(u"position"_s);
        QVERIFY(dialog.tensors()->count() > 0 && dialog.tensors()->count() < all);
        for (int k = 0; k < dialog.tensors()->count(); ++k)
            QVERIFY(dialog.tensors()->item(k)->text().contains(u"position"_s));
    }

    void theSourceOpensAsWasSaid()
    {
        const auto plain = encoding::resolveOne(kModel.toStdString());
        QVERIFY(plain.has_value());
        OpenAsDialog dialog(kModel, QString::fromStdString(plain->tensor), nullptr);
        QTRY_VERIFY(dialog.ready());
        QVERIFY(dialog.tensors()->currentItem()->data(Qt::UserRole) == QString::fromStdString(plain->tensor));
        encoding::OpenAs as;
        as.kind = encoding::OpenAs::Kind::Absolute;
        as.offset = 2;
        as.positions = 9;
        as.grid = {2, 4};
        as.prefix = 1;
        dialog.choose(as);
        QVERIFY(dialog.choice() == as);
        QVERIFY(dialog.ready());
        WindowFixture f;
        f.document.open({dialog.source()});
        QVERIFY(f.settled());
        const auto opened = f.document.encoding(f.document.session().sources.front().key);
        QVERIFY(opened && *opened);
        QCOMPARE(*(*opened)->positions, tables::Index{9});
        const auto& rows = std::get<encoding::StoredTable>((*opened)->content);
        const auto& stored = std::get<encoding::StoredTable>(plain->content);
        QVERIFY(rows.positionRows() == stored.rows->middleRows(2, 9));
    }

    /// The pane of a file in which no rule found a table offers the dialog; what is picked takes the place of what
    /// failed, and the session keeps it.
    void pickingATensor()
    {
        WindowFixture f;
        f.document.open({QStringLiteral(PESCOPE_TEST_DATA "/inputs/H06-no-table")});
        QVERIFY(f.settled());
        QPushButton* offered = nullptr;
        for (QPushButton* button : f.window.findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == u"Open as…"_s)
                offered = button;
        QVERIFY(offered);
        offered->click();
        auto* dialog = f.window.findChild<OpenAsDialog*>();
        QVERIFY(dialog);
        QTRY_VERIFY(dialog->ready());
        dialog->accept();
        QVERIFY(f.settled());
        const auto& sources = f.document.session().sources;
        QCOMPARE(sources.size(), std::size_t{1});
        const auto opened = f.document.encoding(sources.front().key);
        QVERIFY(opened && *opened);
        QCOMPARE(QString::fromStdString((*opened)->tensor), u"encoder.patch_embed.proj.weight"_s);
        QVERIFY(std::get<session::OpenedOrigin>(sources.front().origin).spec.starts_with("as:tensor="));
        f.document.undoStack().undo();
        QVERIFY(f.settled());
        QVERIFY(!*f.document.encoding(sources.front().key));
    }

    void whatDoesNotFitCannotBeOpened()
    {
        OpenAsDialog dialog(kModel, {}, nullptr);
        QTRY_VERIFY(dialog.ready());
        encoding::OpenAs as;
        as.offset = 100000;
        dialog.choose(as);
        QVERIFY(!dialog.ready());
        as.offset = 0;
        as.grid = {7, 1000};
        dialog.choose(as);
        QVERIFY(!dialog.ready());
        dialog.choose({});
        QVERIFY(dialog.ready());
    }

    void aFileThatIsNone()
    {
        OpenAsDialog dialog(QStringLiteral("/nowhere/model.safetensors"), {}, nullptr);
        QTRY_VERIFY(std::ranges::any_of(dialog.findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text().contains(u"/nowhere/model.safetensors"_s);
        }));
        QVERIFY(!dialog.ready());
    }
};

QTEST_MAIN(TestOpenAsDialog)
#include "tst_open_as_dialog.moc"
