// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/matrix.h"
#include "ui/theme/theme.h"

#include "tst_chart_parts.h"
#include "tst_distance_chart.h"
#include "tst_omega_chart.h"
#include "tst_spectrum_chart.h"

#include <QApplication>
#include <QtTest>

#include <optional>

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    const pescope::ui::Theme theme(false);
    QApplication::setPalette(theme.palette());
    app.setStyleSheet(theme.styleSheet());
    QApplication::setFont(pescope::ui::Theme::font(pescope::ui::TextSize::Body));
    qRegisterMetaType<std::optional<pescope::tables::Index>>("std::optional<pescope::tables::Index>");
    TestChartParts parts;
    TestDistanceChart distance;
    TestOmegaChart omega;
    TestSpectrumChart spectrum;
    int failed = 0;
    for (QObject* test : {static_cast<QObject*>(&parts), static_cast<QObject*>(&distance),
                          static_cast<QObject*>(&omega), static_cast<QObject*>(&spectrum)})
        failed += QTest::qExec(test, argc, argv);
    return failed;
}
