// SPDX-License-Identifier: GPL-3.0-or-later
// A rival: the same heatmap by Eigen and QCustomPlot. bench_qcustomplot N STEPS prints the milliseconds of each step
// from a new ω to a painted picture of 1000 × 1000, as a JSON list.
#include <Eigen/Dense>

#include <qcustomplot.h>

#include <chrono>
#include <cmath>
#include <cstdio>

namespace {

constexpr int kDim = 768;
constexpr int kSide = 1000;

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void sinusoid(double scale, Matrix& table)
{
    const auto half = kDim / 2;
    for (int i = 0; i < half; ++i) {
        const auto omega = static_cast<float>(scale * std::pow(10000.0, -2.0 * i / kDim));
        const auto angle = Eigen::ArrayXf::LinSpaced(table.rows(), 0, static_cast<float>(table.rows() - 1)) * omega;
        table.col(i) = angle.sin().matrix();
        table.col(half + i) = angle.cos().matrix();
    }
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc != 3)
        return 2;
    const int positions = std::atoi(argv[1]);
    const int steps = std::atoi(argv[2]);
    QCustomPlot plot;
    plot.resize(kSide, kSide);
    auto* const map = new QCPColorMap(plot.xAxis, plot.yAxis); // the plot owns it
    map->setInterpolate(false);
    map->setGradient(QCPColorGradient::gpThermal);
    map->data()->setSize(positions, positions);
    map->data()->setRange(QCPRange(0, positions), QCPRange(0, positions));
    plot.rescaleAxes();
    plot.show();
    QApplication::processEvents();

    Matrix table(positions, kDim);
    Matrix product(positions, positions);
    for (int step = 0; step <= steps; ++step) {
        const auto start = std::chrono::steady_clock::now();
        sinusoid(0.3 + 0.5 * step / steps, table);
        product.noalias() = table * table.transpose();
        product /= kDim / 2;
        for (int i = 0; i < positions; ++i)
            for (int j = 0; j < positions; ++j)
                map->data()->setCell(j, i, static_cast<double>(product(i, j)));
        map->setDataRange(QCPRange(-0.5, 1));
        plot.replot(QCustomPlot::rpImmediateRefresh);
        const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
        if (step > 0) // the first makes the buffers
            std::printf("%s%.3f", step > 1 ? ", " : "[", ms);
    }
    std::printf("]\n");
    return 0;
}
