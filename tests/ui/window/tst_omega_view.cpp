// SPDX-License-Identifier: GPL-3.0-or-later
// ω in the real window: free handles, as the mouse and the keys move them.
#include "core/encoding/free_omega.h"
#include "tests/ui/charts/chart_probe.h"
#include "tests/ui/window/window_fixture.h"
#include "ui/charts/frequency_chart.h"
#include "ui/charts/omega_chart.h"
#include "ui/charts/travel_item.h"
#include "ui/theme/theme.h"
#include "ui/workspaces/positions/omega_handle_row.h"
#include "ui/workspaces/positions/omega_inspector.h"
#include "ui/workspaces/positions/positions_workspace.h"
#include "ui/workspaces/positions/reach_row.h"

#include <QApplication>
#include <QComboBox>
#include <QMouseEvent>
#include <QPushButton>
#include <QSpinBox>
#include <QStyleFactory>
#include <QTemporaryDir>

#include <cmath>

using namespace pescope;
using namespace pescope::ui;

class TestOmegaView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void aHandleTakesItsNeighboursAlong();
    void altMovesOneAlone();
    void escapeTakesADragBack();
    void keysMoveByOnePercent();
    void backToTheBase();
    void freeOmegaRestTheBase();
    void aRangeIsReachedByTheLeastChange();
    void theEndOfABarIsDragged();
    void undoStopsTheAdaptation();

private:
    QTemporaryDir m_home;
};

namespace {

/// The window with the ω chart up.
struct OmegaWindow : WindowFixture {
    FrequencyChart* chart = nullptr;
    bool open()
    {
        window.start(StartPage::Start::Omega);
        window.workspace().setChartKind(ChartKind::Frequencies);
        chart = window.workspace().charts()->frequencies();
        return settled();
    }
    [[nodiscard]] std::vector<double> omega() const { return encoding::omega(*document.activeSinusoid()); }

    void press(std::size_t k) { send(QEvent::MouseButtonPress, chart->handlePlace(k), Qt::NoModifier); }
    void moveTo(QPointF at, Qt::KeyboardModifiers modifiers = {}) { send(QEvent::MouseMove, at, modifiers); }
    void release(QPointF at) { send(QEvent::MouseButtonRelease, at, Qt::NoModifier); }
    [[nodiscard]] QWidget* target() const { return chart->childAt(chart->handlePlace(100).toPoint()); }

private:
    void send(QEvent::Type type, QPointF at, Qt::KeyboardModifiers modifiers)
    {
        const QPointF local = target()->mapFrom(chart, at.toPoint());
        QMouseEvent event(type, local, target()->mapToGlobal(local.toPoint()),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, modifiers);
        QApplication::sendEvent(target(), &event);
    }
};

} // namespace

void TestOmegaView::initTestCase()
{
    qputenv("XDG_CONFIG_HOME", m_home.path().toLocal8Bit());
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(Theme::font(TextSize::Body));
}

void TestOmegaView::aHandleTakesItsNeighboursAlong()
{
    OmegaWindow f;
    QVERIFY(f.open());
    const std::vector<double> before = f.omega();
    const int steps = f.document.undoStack().count();
    const QPointF at = f.chart->handlePlace(100);
    f.press(100);
    f.moveTo(at - QPointF(0, 12));
    f.moveTo(at - QPointF(0, 30));
    QVERIFY(f.document.inGesture());
    f.release(at - QPointF(0, 30));
    QVERIFY(!f.document.inGesture());
    const std::vector<double> now = f.omega();
    QCOMPARE(now.size(), before.size());
    const auto change = [&](std::size_t k) { return std::log(now[k] / before[k]); };
    const double whole = change(100);
    QVERIFY(whole > 0.1);
    // exp(−d²/2σ²) of the fall-off of 12 indices
    QVERIFY(std::abs(change(112) - whole * std::exp(-0.5)) < 1e-9);
    QVERIFY(std::abs(change(88) - whole * std::exp(-0.5)) < 1e-9);
    QVERIFY(std::abs(change(300)) < 1e-9);
    QCOMPARE(f.document.undoStack().count(), steps + 1);
    QVERIFY(f.settled());
    QCOMPARE(f.document.currentFrame()->psi->omega, now);
    f.document.undoStack().undo();
    QCOMPARE(f.omega(), before);
}

void TestOmegaView::altMovesOneAlone()
{
    OmegaWindow f;
    QVERIFY(f.open());
    const std::vector<double> before = f.omega();
    const QPointF at = f.chart->handlePlace(100);
    f.press(100);
    f.moveTo(at - QPointF(0, 25), Qt::AltModifier);
    f.release(at - QPointF(0, 25));
    const std::vector<double> now = f.omega();
    for (std::size_t k = 0; k < now.size(); ++k)
        QCOMPARE(now[k] == before[k], k != 100);
}

void TestOmegaView::escapeTakesADragBack()
{
    OmegaWindow f;
    QVERIFY(f.open());
    const encoding::SinusoidSpec before = *f.document.activeSinusoid();
    const int steps = f.document.undoStack().count();
    const QPointF at = f.chart->handlePlace(100);
    f.press(100);
    f.moveTo(at - QPointF(0, 25));
    QVERIFY(*f.document.activeSinusoid() != before);
    QTest::keyClick(f.target(), Qt::Key_Escape);
    QCOMPARE(*f.document.activeSinusoid(), before);
    QCOMPARE(f.document.undoStack().count(), steps);
}

void TestOmegaView::keysMoveByOnePercent()
{
    OmegaWindow f;
    QVERIFY(f.open());
    f.chart->findChild<QSpinBox*>(QStringLiteral("fallOff"))->setValue(0);
    const std::vector<double> before = f.omega();
    QWidget* view = f.target()->parentWidget();
    QTest::keyClick(view, Qt::Key_Right); // the first one is chosen
    QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(view, Qt::Key_Up);
    QTest::keyClick(view, Qt::Key_Down, Qt::ShiftModifier);
    const std::vector<double> now = f.omega();
    QVERIFY(std::abs(now[10] / before[10] - std::pow(1.01, -9)) < 1e-12);
    QCOMPARE(now[9], before[9]);
}

/// ω that are numbers of their own have no base: the scale of all of them stands in, and the rings of its strip are the
/// ranges of these ω, whatever its samples say.
void TestOmegaView::freeOmegaRestTheBase()
{
    OmegaWindow f;
    QVERIFY(f.open());
    f.document.useHandle(session::OmegaHandle::Base);
    const auto& handles = f.window.workspace().inspector()->handles();
    const auto row = [&](session::OmegaHandle handle) {
        return *std::ranges::find(handles, handle, &OmegaHandleRow::handle);
    };
    QVERIFY(f.settled());
    QVERIFY(!row(session::OmegaHandle::Base)->strip()->isHidden());
    f.document.edit(QStringLiteral("free"), [](session::Session& s) {
        auto& spec = std::get<session::SinusoidOrigin>(session::find(s, s.active)->origin).spec;
        spec = encoding::freed(spec);
        spec.freeOmega[40] *= 1.3;
    });
    QVERIFY(f.settled());
    QVERIFY(row(session::OmegaHandle::Base)->strip()->isHidden());
    const TravelStrip& strip = *row(session::OmegaHandle::Scale)->strip();
    QVERIFY(!strip.isHidden());
    const auto ranges = analysis::monotoneRanges(f.omega(), 1e-4, 1 << 16);
    const auto rings = testing::itemsOf<charts::TravelItem>(strip).first()->rings;
    QCOMPARE(rings.size(), 3); // ε, integer, continuous
    QChart* plot = testing::chartOf(strip, QStringLiteral("travel"));
    const double values[] = {static_cast<double>(*ranges->tolerance), static_cast<double>(*ranges->integer),
                             *ranges->continuous.m};
    for (qsizetype k = 0; k < 3; ++k)
        QVERIFY(std::abs(rings[k].at.y() - testing::pixelY(plot, std::log10(values[k]))) < 0.6);
}

void TestOmegaView::backToTheBase()
{
    OmegaWindow f;
    QVERIFY(f.open());
    const std::vector<double> before = f.omega();
    auto* formula = f.chart->findChild<QPushButton*>(QStringLiteral("formula"));
    QVERIFY(!formula->isVisible());
    const QPointF at = f.chart->handlePlace(100);
    f.press(100);
    f.moveTo(at - QPointF(0, 25));
    f.release(at - QPointF(0, 25));
    QVERIFY(f.settled());
    QVERIFY(formula->isVisible());
    formula->click();
    QCOMPARE(f.omega(), before);
}

void TestOmegaView::aRangeIsReachedByTheLeastChange()
{
    OmegaWindow f;
    QVERIFY(f.open());
    const std::vector<double> before = f.omega();
    const int steps = f.document.undoStack().count();
    int shown = 0;
    QString summary;
    OmegaJobs& jobs = f.window.workspace().jobs();
    connect(&jobs, &OmegaJobs::progressed, this, [&] { ++shown; });
    connect(&jobs, &OmegaJobs::finished, this, [&](const QString& text) { summary = text; });
    connect(&jobs, &OmegaJobs::failed, this,
            [](const QString& title, const Error& error) { qWarning() << title << describe(error).c_str(); });
    jobs.adapt({.target = 60}, Means::Omega);
    QVERIFY(f.settled());
    const auto ranges = analysis::monotoneRanges(f.omega());
    QCOMPARE(ranges->integer, std::optional<tables::Index>(60));
    QVERIFY(shown > 2); // seen on its way
    QCOMPARE(f.document.undoStack().count(), steps + 1);
    // what it says of the change is the change
    double squares = 0, largest = 0;
    for (std::size_t k = 0; k < before.size(); ++k) {
        const double change = std::log(f.omega()[k] / before[k]);
        squares += change * change;
        largest = std::max(largest, std::abs(change));
    }
    const auto percent = [](double change) { return QString::number(100 * std::expm1(change), 'g', 2); };
    QVERIFY2(summary.contains(percent(std::sqrt(squares / static_cast<double>(before.size())))), qPrintable(summary));
    QVERIFY2(summary.contains(percent(largest)), qPrintable(summary));
    f.document.undoStack().undo();
    QCOMPARE(f.omega(), before);
}

void TestOmegaView::theEndOfABarIsDragged()
{
    OmegaWindow f;
    QVERIFY(f.open());
    f.window.workspace().setChartKind(ChartKind::Psi);
    QVERIFY(f.settled());
    OmegaChart* chart = f.window.workspace().charts()->psi();
    f.window.workspace().inspector()->reach()->findChild<QComboBox*>()->setCurrentIndex(1); // by c
    const QPointF end = chart->rangeEnd(RangeSense::Continuous);
    QWidget* target = chart->childAt(end.toPoint());
    const auto send = [&](QEvent::Type type, QPointF at) {
        const QPointF local = target->mapFrom(chart, at.toPoint());
        QMouseEvent event(type, local, target->mapToGlobal(local.toPoint()),
                          type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          type == QEvent::MouseButtonRelease ? Qt::NoButton : Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(target, &event);
    };
    double wanted = 0;
    connect(chart, &OmegaChart::rangeWanted, this, [&](RangeSense sense, double m) {
        QCOMPARE(sense, RangeSense::Continuous);
        wanted = m;
    });
    const auto before = analysis::continuousRange(f.omega());
    send(QEvent::MouseButtonPress, end);
    send(QEvent::MouseMove, end + QPointF(40, 0));
    send(QEvent::MouseButtonRelease, end + QPointF(60, 0));
    QVERIFY(wanted > *before.m);
    QVERIFY(f.settled());
    // ∝ 1/c, exactly
    QVERIFY(std::abs(*analysis::continuousRange(f.omega()).m - wanted) < 1e-9 * wanted);
    QVERIFY(std::abs(f.document.activeSinusoid()->scale - *before.m / wanted) < 1e-9);
}

void TestOmegaView::undoStopsTheAdaptation()
{
    OmegaWindow f;
    QVERIFY(f.open());
    const encoding::SinusoidSpec before = *f.document.activeSinusoid();
    const int steps = f.document.undoStack().count();
    OmegaJobs& jobs = f.window.workspace().jobs();
    jobs.adapt({.target = 200}, Means::Omega);
    QVERIFY(QTest::qWaitFor([&] { return *f.document.activeSinusoid() != before; }, 20000));
    QTest::keyClick(&f.window, Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(!jobs.running());
    QVERIFY(f.settled());
    QCOMPARE(*f.document.activeSinusoid(), before);
    QCOMPARE(f.document.undoStack().count(), steps);
}

QTEST_MAIN(TestOmegaView)
#include "tst_omega_view.moc"
