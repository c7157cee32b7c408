// SPDX-License-Identifier: GPL-3.0-or-later
// What the Text workspace copies as commands and as NumPy makes the numbers of its maps.
#include "core/session/python_runs.h"
#include "ui/workspaces/text/text_controls.h"
#include "ui/workspaces/text/text_workspace.h"

#include "support/random_bert.h"
#include "window_fixture.h"

#include <QStandardPaths>
#include <QTemporaryDir>

using namespace pescope;
using namespace pescope::ui;
using namespace Qt::StringLiterals;

class TestTextRecipe : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        QVERIFY(m_folder.isValid());
        m_model = m_folder.filePath(u"chinese bert"_s); // a blank: words are quoted
        random_bert::write(m_model.toStdString(), PESCOPE_TEST_DATA "/tokenizer/vocab-zh-synthetic.txt");
        m_python = python::interpreter();
        QVERIFY2(!m_python.isEmpty(), "no Python can import NumPy: install the package python3-numpy");
    }

    void numbersAreThoseOfTheMaps_data()
    {
        QTest::addColumn<ExchangeChoice>("choice");
        QTest::addColumn<int>("layer");
        QTest::addColumn<int>("head"); // 0: similarity; 1: the mean of all; else a head from 2 on
        QTest::addColumn<QString>("sentence");
        ExchangeChoice shuffled, every, none, first, sinusoid;
        shuffled.kind = every.kind = Exchange::Shuffled;
        shuffled.seed = 3;
        every.endsStay = false;
        none.kind = Exchange::None;
        first.kind = Exchange::FirstRows;
        first.firstRows = 3;
        sinusoid.kind = Exchange::Source;
        sinusoid.sinusoid.base = 500;
        ExchangeChoice asItIs = sinusoid;
        asItIs.matchNorm = false;
        const QString sentence = u"机器学习改变了世界"_s;
        QTest::newRow("shuffled, embedding output") << shuffled << 0 << 0 << sentence;
        QTest::newRow("shuffled, last layer") << shuffled << 2 << 0 << sentence;
        QTest::newRow("all shuffled, a head") << every << 1 << 3 << sentence;
        QTest::newRow("none, mean of all heads") << none << 2 << 1 << sentence;
        QTest::newRow("first rows") << first << 2 << 0 << sentence;
        QTest::newRow("sinusoid, matched") << sinusoid << 1 << 0 << sentence;
        QTest::newRow("sinusoid as it is, a head") << asItIs << 2 << 2 << sentence;
        QTest::newRow("a text with a dash and quotes") << shuffled << 1 << 0 << u"-o '机器' \"学习\" $x"_s;
        QTest::newRow("a text that is cut") << none << 1 << 0 << sentence.repeated(200);
    }

    void numbersAreThoseOfTheMaps()
    {
        QFETCH(ExchangeChoice, choice);
        QFETCH(int, layer);
        QFETCH(int, head);
        QFETCH(QString, sentence);
        WindowFixture f;
        f.window.showText(true);
        TextWorkspace& text = f.window.textWorkspace();
        text.setSentence(sentence);
        text.openModel(m_model);
        const auto done = [&] { return QTest::qWaitFor([&] { return !text.busy() && text.text().current(); }, 60000); };
        QVERIFY(done());
        text.text().setChoice(choice);
        QVERIFY(done());
        text.setLayer(layer);
        text.setAttention(head > 0, std::max(0, head - 1));
        QVERIFY(done());

        const std::filesystem::path folder =
            m_folder.filePath(QString::fromLatin1(QTest::currentDataTag())).toStdString();
        std::filesystem::create_directories(folder);
        const QString commands = text.recipe(false);
        QProcess shell;
        shell.setWorkingDirectory(QString::fromStdString(folder.string()));
        shell.start(u"/bin/sh"_s,
                    {u"-ec"_s, u"pescope() { '%1' \"$@\"; }\n%2"_s.arg(QStringLiteral(PESCOPE_PROGRAM), commands)});
        QVERIFY(shell.waitForFinished(60000));
        QVERIFY2(shell.exitCode() == 0, qPrintable(QString::fromUtf8(shell.readAllStandardError()) + commands));
        const QString code = text.recipe(true);
        for (const QString& command : commands.trimmed().split(u'\n'))
            QVERIFY2(code.contains(u"# "_s + command), qPrintable(code));
        python::write(folder / "code.py",
                      code.toStdString()
                          + "for name in ('original', 'exchanged', 'difference'):\n    np.save(name, eval(name))\n");
        QVERIFY(python::runAll(m_python, {folder}));
        QCOMPARE(QString::fromStdString(python::read(folder / "error.txt")), QString());
        const char* names[] = {"original", "exchanged", "difference"};
        for (std::size_t k = 0; k < 3; ++k) {
            const tables::MatrixD written = python::readMatrix(folder / (std::string(names[k]) + ".npy"));
            const tables::MatrixD& shown = *text.maps()[k]->state().values;
            QCOMPARE(written.rows(), shown.rows());
            const double worst = (written - shown).cwiseAbs().maxCoeff();
            QVERIFY2(worst < 1e-5, qPrintable(u"%1 differs by %2"_s.arg(QLatin1String(names[k])).arg(worst)));
        }
        QVERIFY(text.maps()[2]->state().values->cwiseAbs().maxCoeff() > 1e-3); // something was exchanged
    }

private:
    QTemporaryDir m_folder;
    QString m_model, m_python;
};

QTEST_MAIN(TestTextRecipe)
#include "tst_text_recipe.moc"
