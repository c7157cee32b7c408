// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/checkpoint.h"
#include "ui/charts/layer_chart.h"
#include "ui/figure/text_panels.h"
#include "ui/widgets/job_note.h"
#include "ui/workspaces/positions/positions_workspace.h"
#include "ui/workspaces/text/head_grid.h"
#include "ui/workspaces/text/head_panel.h"
#include "ui/workspaces/text/probe_panel.h"
#include "ui/workspaces/text/span_panel.h"
#include "ui/workspaces/text/text_controls.h"
#include "ui/workspaces/text/text_inspector.h"
#include "ui/workspaces/text/text_page.h"
#include "ui/workspaces/text/text_presenter.h"
#include "ui/workspaces/text/text_workspace.h"
#include "ui/workspaces/text/token_strip.h"

#include "support/random_bert.h"
#include "window_fixture.h"

#include <QLabel>
#include <QMouseEvent>
#include <QStandardPaths>
#include <QTableWidget>
#include <QTemporaryDir>

#include <algorithm>
#include <ranges>

using namespace pescope;
using namespace pescope::ui;
using namespace Qt::StringLiterals;

namespace {

const QString kSentence = u"机器学习改变了世界"_s;

/// The window with its Text workspace and a Chinese BERT with random weights.
struct TextFixture : WindowFixture {
    explicit TextFixture(const QString& model, bool open = true)
    {
        window.showText(true);
        workspace().setSentence(kSentence);
        if (open) {
            workspace().openModel(model);
            QVERIFY(done() && workspace().text().current());
        }
    }
    [[nodiscard]] TextWorkspace& workspace() { return window.textWorkspace(); }
    [[nodiscard]] bool done()
    {
        return QTest::qWaitFor([&] { return !workspace().busy(); }, 60000);
    }
    void write(const QString& sentence)
    {
        workspace().controls().setSentence(sentence);
        workspace().text().setText(sentence);
        workspace().text().run();
        QVERIFY(done());
    }
    template<typename Widget>
    [[nodiscard]] static bool says(const QWidget& parent, const QString& part)
    {
        const auto widgets = parent.findChildren<Widget*>();
        return std::ranges::any_of(widgets, [&](const Widget* one) { return one->text().contains(part); });
    }
    void drag(int from, int to)
    {
        TokenStrip& strip = workspace().tokens();
        QTest::mousePress(&strip, Qt::LeftButton, {}, strip.chipRect(from).center());
        for (int k = from; from < to ? k <= to : k >= to; from < to ? ++k : --k) {
            QMouseEvent move(QEvent::MouseMove, strip.chipRect(k).center(),
                             strip.mapToGlobal(strip.chipRect(k).center()), Qt::NoButton, Qt::LeftButton, {});
            QApplication::sendEvent(&strip, &move);
        }
        QTest::mouseRelease(&strip, Qt::LeftButton, {}, strip.chipRect(to).center());
    }
};

} // namespace

/// The Text workspace as its user meets it.
class TestTextView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true); // what is kept goes to a place of its own
        QVERIFY(m_folder.isValid());
        m_model = m_folder.filePath(u"chinese-bert"_s);
        random_bert::write(m_model.toStdString(), PESCOPE_TEST_DATA "/tokenizer/vocab-zh-synthetic.txt");
    }

    void showsARun()
    {
        TextFixture f(m_model);
        const auto run = f.workspace().text().current();
        QCOMPARE(run->encoded.tokens.size(), std::size_t{11});
        QVERIFY(TextFixture::says<QLabel>(f.workspace().controls(), u"shape (1, 11, 32)"_s));
        // the maps are those of the states, of the layer that is named
        f.workspace().setLayer(2);
        const auto& maps = f.workspace().maps();
        const auto expected = bert::cosineMap(*run->exchanged, bert::StateId::outputOf(bert::Layer{2}));
        QCOMPARE((*maps[1]->state().values - expected).cwiseAbs().maxCoeff(), 0.0);
        QCOMPARE(
            (*maps[2]->state().values - (*maps[1]->state().values - *maps[0]->state().values)).cwiseAbs().maxCoeff(),
            0.0);
        QVERIFY(TextFixture::says<QLabel>(f.workspace(), u"dependence, not quality"_s));
        QVERIFY(f.workspace().status().contains(u"3 layers, 4 heads, D = 32"_s));
    }

    void keysChooseLayerAndHead()
    {
        TextFixture f(m_model);
        TextWorkspace& text = f.workspace();
        QCOMPARE(text.layer(), 3);
        QTest::keyClick(&text, Qt::Key_BracketLeft);
        QCOMPARE(text.layer(), 2);
        QTest::keyClick(&text, Qt::Key_BraceRight);
        QVERIFY(f.done());
        const auto attention = text.text().attention();
        QCOMPARE(attention->layer.number, 2);
        const tables::MatrixD first = attention->original.map(0).cast<double>();
        QCOMPARE((*text.maps()[0]->state().values - first).cwiseAbs().maxCoeff(), 0.0);
        for (int k = 0; k < 4; ++k)
            QTest::keyClick(&text, Qt::Key_BracketLeft);
        QCOMPARE(text.layer(), 0); // the embedding has states and no attention
        QVERIFY(text.maps()[0]->state().values);
    }

    void spansAreMarkedByDragging()
    {
        TextFixture f(m_model);
        f.drag(1, 4);
        QVERIFY(!f.workspace().probes().spans());
        f.drag(9, 5); // from behind
        QVERIFY(f.done());
        const auto spans = f.workspace().probes().spans();
        QVERIFY(spans != nullptr);
        QCOMPARE(spans->a, (bert::TokenSpan{1, 5}));
        QCOMPARE(spans->b, (bert::TokenSpan{5, 10}));
        // what the first four tokens of layer 3 give to the other five, from the maps themselves
        const auto maps = f.workspace().text().attention();
        double sum = 0;
        for (int head = 0; head < 4; ++head)
            sum += maps->original.map(head).cast<double>().block(1, 5, 4, 5).sum();
        QVERIFY(std::abs(spans->curves.original.fromAToB[2] - sum / 16) < 1e-6);
        const SpanPanel* panel = f.workspace().inspector().spans();
        const auto charts = panel->findChildren<LayerChart*>();
        QVERIFY(std::ranges::all_of(charts, [](const LayerChart* chart) { return chart->isVisible(); }));
        // a click on a token of a span takes it away
        TokenStrip& strip = f.workspace().tokens();
        QTest::mouseClick(&strip, Qt::LeftButton, {}, strip.chipRect(2).center());
        QVERIFY(f.done());
        QVERIFY(!f.workspace().probes().spans());
        // another text has no spans
        f.drag(1, 2);
        f.write(u"我爱自然语言"_s);
        QVERIFY(!f.workspace().probes().spans());
    }

    void exchangesAreCompared()
    {
        TextFixture f(m_model);
        QVERIFY(QTest::qWaitFor([&] { return f.workspace().probes().others().size() == 4; }, 30000));
        for (const OtherExchange& other : f.workspace().probes().others()) {
            QVERIFY(other.choice != f.workspace().text().current()->choice);
            QCOMPARE(other.curves.cosine.size(), std::size_t{4});
        }
        const auto& others = f.workspace().probes().others();
        const auto none = std::ranges::find(others, Exchange::None, [](const auto& one) { return one.choice.kind; });
        QVERIFY(none != others.end());
        const std::vector<double> asOther = none->curves.cosine;
        const std::vector<double> shuffled = f.workspace().text().current()->curves.cosine;
        f.workspace().controls().setExchange(Exchange::None);
        QVERIFY(f.done());
        // what was one of the others is the run now, with the same curve, and the run before is one of the others
        const auto run = f.workspace().text().current();
        QCOMPARE(run->choice.kind, Exchange::None);
        QCOMPARE(run->curves.cosine, asOther);
        QVERIFY(run->curves.cosine[3] > 0 && run->curves.cosine != shuffled);
        QVERIFY(QTest::qWaitFor(
            [&] {
                return std::ranges::any_of(others, [&](const OtherExchange& one) {
                    return one.choice.kind == Exchange::Shuffled && one.curves.cosine == shuffled;
                });
            },
            30000));
    }

    /// Where each token went stands on its chip, and what changed most is named.
    void shuffledTokensSayWhereTheyStand()
    {
        TextFixture f(m_model);
        const auto run = f.workspace().text().current();
        const QStringList places = present::placeTexts(*run);
        QCOMPARE(places.size(), 11);
        QVERIFY(places.front() == u"0"_s && places.back() == u"10"_s); // [CLS] and [SEP] stay
        QList<int> targets;
        for (const QString& place : places)
            targets << place.section(u' ', -1).toInt();
        QVERIFY(std::ranges::is_permutation(targets, std::views::iota(0, 11)));
        QVERIFY(!std::ranges::is_sorted(targets));
        // a token that stays has the same embedding in both runs, one that moves has not
        const auto embedding = bert::StateId::embeddingOutput();
        for (int k = 0; k < 11; ++k)
            QCOMPARE(run->original->hidden(embedding).row(k) == run->exchanged->hidden(embedding).row(k),
                     targets[k] == k);
        const auto& change = *f.workspace().maps()[2]->state().values;
        tables::Index i = 0, j = 0;
        change.cwiseAbs().maxCoeff(&i, &j);
        QVERIFY(TextFixture::says<QLabel>(f.workspace(), u"(%1) and"_s.arg(std::min(i, j)))
                || TextFixture::says<QLabel>(f.workspace(), u"(%1) and"_s.arg(std::max(i, j))));
    }

    void omegaMovesLive()
    {
        TextFixture f(m_model);
        f.document.edit(u"add"_s, [](session::Session& s) {
            encoding::SinusoidSpec spec;
            spec.dim = 32;
            session::add(s, session::SinusoidOrigin{spec}, "S");
        });
        f.workspace().controls().setExchange(Exchange::Source);
        QVERIFY(f.done());
        const auto before = f.workspace().text().current();
        QCOMPARE(before->choice.kind, Exchange::Source);
        QVERIFY(before->exchanged->positions.factor.has_value());
        f.document.edit(u"move"_s, [](session::Session& s) {
            std::get<session::SinusoidOrigin>(s.sources.front().origin).spec.scale = 0.25;
        });
        QVERIFY(QTest::qWaitFor([&] { return f.workspace().text().current()->choice.sinusoid.scale == 0.25; }, 30000));
        QVERIFY(f.workspace().text().current()->curves.cosine != before->curves.cosine);
    }

    void headsAreSortedAndChosen()
    {
        TextFixture f(m_model);
        f.workspace().inspector().setPage(TextInspector::Page::Heads);
        QVERIFY(f.done() && f.workspace().probes().heads());
        HeadPanel* panel = f.workspace().inspector().heads();
        QCOMPARE(panel->table()->rowCount(), 12);
        // sorted by the strongest key, to begin with
        const auto& heads = f.workspace().probes().heads()->original;
        const auto order = bert::rankHeads(heads, bert::HeadMeasure::StrongestShare);
        const bert::MeasuredHead& last = heads[order.back()];
        panel->table()->setCurrentCell(11, 0);
        QVERIFY(f.done());
        QCOMPARE(f.workspace().layer(), last.layer.number);
        QCOMPARE(panel->grid()->chosen(), static_cast<int>(last.head));
        const tables::MatrixD map = f.workspace().text().attention()->original.map(last.head).cast<double>();
        QCOMPARE((*f.workspace().maps()[0]->state().values - map).cwiseAbs().maxCoeff(), 0.0);
        QTest::mouseClick(panel->grid(), Qt::LeftButton, {}, panel->grid()->cellRect(1).center());
        QCOMPARE(panel->grid()->chosen(), 1);
    }

    void identicalWordsAndDecodability()
    {
        TextFixture f(m_model);
        f.workspace().inspector().setPage(TextInspector::Page::Probes);
        TextProbes& probes = f.workspace().probes();
        probes.measureWords({.words = 3, .seed = 1, .tokens = 8, .special = true});
        QVERIFY(f.done());
        QVERIFY(probes.words() != nullptr);
        QCOMPARE(probes.words()->properties.original.words, tables::Index{3});
        QCOMPARE(probes.words()->properties.original.tokens, tables::Index{6});
        QVERIFY(TextFixture::says<QLabel>(*f.workspace().inspector().probes(), u"over 3 words, 6 tokens"_s));
        probes.measureDecodability({.words = 6, .seed = 1, .tokens = 12, .special = true});
        QVERIFY(f.done());
        QVERIFY(probes.decodability() != nullptr);
        QCOMPARE(probes.decodability()->byState.original.size(), std::size_t{4});
        // cancelled: nothing comes any more, and the former result stays
        const auto words = probes.words();
        probes.measureWords({.words = 300, .seed = 2, .tokens = 60, .special = true});
        probes.cancelProbe();
        QVERIFY(!probes.busy());
        QTest::qWait(200);
        QCOMPARE(probes.words(), words);
    }

    void faultsAreSaidAndTheRestWorks()
    {
        const QString broken = m_folder.filePath(u"no-tokeniser"_s);
        random_bert::write(broken.toStdString(), PESCOPE_TEST_DATA "/tokenizer/vocab-zh-synthetic.txt");
        QVERIFY(QFile::remove(broken + u"/vocab.txt"_s));
        TextFixture f(m_model);
        f.workspace().openModel(broken);
        QVERIFY(f.done());
        QVERIFY(TextFixture::says<QLabel>(*f.workspace().controls().note(), u"vocab.txt"_s));
        f.write(u"世界"_s); // the model before is still there
        QCOMPARE(f.workspace().text().current()->encoded.tokens.size(), std::size_t{4});
    }

    void oddTexts_data()
    {
        QTest::addColumn<QString>("sentence");
        QTest::addColumn<int>("tokens");
        QTest::newRow("empty") << QString() << 2;
        QTest::newRow("blank") << u" \n "_s << 2;
        QTest::newRow("unknown only") << u"\u0e01\u0e01 \u0e02"_s << 4;
        QTest::newRow("long") << QString(100000, u'世') << 64; // cut to what the model takes
        QTest::newRow("surrogate alone") << QString(QChar(0xD83D)) << 3;
    }

    void oddTexts()
    {
        QFETCH(const QString, sentence);
        QFETCH(const int, tokens);
        TextFixture f(m_model);
        f.workspace().inspector().setPage(TextInspector::Page::Heads);
        f.write(sentence);
        QCOMPARE(static_cast<int>(f.workspace().text().current()->encoded.tokens.size()), tokens);
        QVERIFY(f.done());
        if (sentence.size() > 1000)
            QVERIFY(TextFixture::says<QLabel>(f.workspace().controls(), u"cut off"_s));
    }

    void mapsBecomeSourcesAndFigures()
    {
        TextFixture f(m_model);
        const auto figure = f.workspace().shown();
        QVERIFY(figure);
        QVERIFY(*figure->original == *f.workspace().maps()[0]->state().values);
        QVERIFY(*figure->exchanged == *f.workspace().maps()[1]->state().values);
        QCOMPARE(figure->tokens, f.workspace().maps()[0]->state().tokens);
        const tables::MatrixD shown = *f.workspace().maps()[1]->state().values;
        f.workspace().sendToPositions(false);
        QVERIFY(f.settled());
        QCOMPARE(f.document.session().sources.size(), std::size_t{1});
        const auto frame = f.document.currentFrame();
        QCOMPARE(frame->panes.size(), std::size_t{1});
        QCOMPARE(frame->panes.front().proximity->rows(), tables::Index{11});
        QVERIFY(std::abs(frame->panes.front().proximity->value(3, 7) - shown(3, 7)) < 1e-12);
        f.workspace().sendToPositions(true);
        QVERIFY(f.settled());
        QCOMPARE(f.document.session().sources.size(), std::size_t{2});
    }

    /// Two models side by side look at the same layer and head.
    void twoBesideEachOther()
    {
        const QString deeper = m_folder.filePath(u"deeper"_s);
        random_bert::write(deeper.toStdString(), PESCOPE_TEST_DATA "/tokenizer/vocab-zh-synthetic.txt",
                           {.layers = 2, .heads = 2, .hidden = 16, .positions = 32});
        TextFixture f(m_model);
        TextPage& page = f.window.textPage();
        page.setBeside(true);
        QVERIFY(QTest::qWaitFor([&] { return !page.busy(); }, 60000));
        QCOMPARE(page.second()->text().current()->encoded.tokens.size(), std::size_t{11});
        page.second()->openModel(deeper);
        QVERIFY(QTest::qWaitFor([&] { return !page.busy(); }, 60000));
        page.first().setLayer(1);
        QCOMPARE(page.second()->layer(), 1);
        page.second()->setAttention(true, 2);
        QCOMPARE(page.first().headChoice(), 2);
        QVERIFY(page.first().showsAttention());
        page.first().setLayer(3); // which the other does not have
        QCOMPARE(page.second()->layer(), 2);
        QCOMPARE(page.first().layer(), 3);
        page.setBeside(false);
        QVERIFY(!page.second());
    }

    /// What the attention logit of one head owes to two positions, from the weights alone.
    void positionsAsAHeadSeesThem()
    {
        WindowFixture f;
        f.window.open({m_model});
        QVERIFY(f.settled());
        HeadViewJob& views = f.window.workspace().headViews();
        const auto model = views.modelOf(f.document.session().active);
        QVERIFY(model.has_value());
        QCOMPARE(model->layers, 3);
        views.add(f.document.session().active, {.layer = 2, .head = 1, .options = {}});
        QVERIFY(QTest::qWaitFor([&] { return !views.running(); }, 30000));
        QVERIFY(f.settled());
        const auto weights =
            bert::loadHeadWeights(*checkpoint::Checkpoint::open(m_model.toStdString()), bert::Layer{2});
        const auto factors = bert::headFactors(*weights, 1);
        const auto& pane = f.document.currentFrame()->panes.back();
        QCOMPARE(pane.proximity->rows(), tables::Index{64});
        QVERIFY(std::abs(pane.proximity->value(5, 40) - factors->queries.row(5).dot(factors->keys.row(40))) < 1e-12);
        QVERIFY(std::abs(pane.proximity->value(5, 40) - pane.proximity->value(40, 5)) > 1e-6);
    }

private:
    QTemporaryDir m_folder;
    QString m_model;
};

QTEST_MAIN(TestTextView)
#include "tst_text_view.moc"
