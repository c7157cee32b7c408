// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/backend.h"
#include "core/compute/product_kernels.h"
#include "core/compute/torch_module.h"

#include "backend_check.h"

#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace pescope;

class TestCompute : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void productsOfManyShapes();
    void emptyInnerDimensionGivesZeros();
    void bothInstructionSetsAgree();
    void sinusoidTableAtLargePositions();
    void devices();
    void workerThreadsFollowTheEnvironment();
    void missingModuleNamesThePackage();
    void anyOtherFileIsNoModule();
};

void TestCompute::productsOfManyShapes()
{
    const auto backend = compute::eigenBackend();
    QCOMPARE(backend->name(), std::string("Eigen"));
    for (const auto& [m, n, k] :
         {std::tuple{1, 1, 1}, {1, 37, 9}, {37, 1, 9}, {5, 7, 3}, {64, 48, 100}, {33, 130, 257}}) {
        QVERIFY2(test::productError<float>(*backend, m, n, k) < 1e-5 * k, qPrintable(QString::number(m)));
        QVERIFY2(test::productError<double>(*backend, m, n, k) < 1e-14 * k, qPrintable(QString::number(m)));
    }
}

void TestCompute::emptyInnerDimensionGivesZeros()
{
    std::vector<double> c(6, 99.0);
    QVERIFY(
        compute::eigenBackend()->multiplyTransposed(static_cast<const double*>(nullptr), nullptr, c.data(), 2, 3, 0));
    QCOMPARE(c, std::vector<double>(6, 0.0));
}

void TestCompute::bothInstructionSetsAgree()
{
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
        QSKIP("this processor has no AVX2");
    const std::vector<double> a{1, 2, 3, 4, 5, 6}; // 2 × 3
    const std::vector<double> b{1, 0, 2, 0, 1, -1}; // 2 × 3
    const std::vector<double> expected{7, -1, 16, -1};
    for (const compute::ProductKernels* kernels : {&compute::kBaselineKernels, &compute::kAvx2Kernels}) {
        std::vector<double> c(4);
        kernels->multiplyDouble(a.data(), b.data(), c.data(), 2, 2, 3);
        QCOMPARE(c, expected);
        const std::vector<double> omega{0.5};
        std::vector<double> table(4);
        std::vector<double> work(4);
        kernels->sinusoidRows(omega.data(), 1, 3, 2, table.data(), work.data());
        QVERIFY(std::abs(table[0] - std::sin(1.5)) < 1e-15 && std::abs(table[3] - std::cos(2.0)) < 1e-15);
    }
#endif
}

void TestCompute::sinusoidTableAtLargePositions()
{
    const auto backend = compute::eigenBackend();
    QVERIFY(test::tableError(*backend, test::bertOmega(), 0, 200) < 3e-14);
    QVERIFY(test::tableError(*backend, test::bertOmega(), 131'000, 130) < 3e-14);
    QVERIFY(test::tableError(*backend, {-0.3, 0.0, 2.9}, -70, 140) < 3e-14);
}

void TestCompute::devices()
{
    const auto cpu = compute::parseDevice("cpu");
    QVERIFY(cpu && !cpu->cuda);
    const auto first = compute::parseDevice("cuda");
    QVERIFY(first && first->cuda && first->index == 0);
    const auto third = compute::parseDevice("cuda:2");
    QVERIFY(third && third->cuda && third->index == 2);
    for (const char* wrong : {"", "gpu", "cuda:", "cuda:-1", "cuda:x", "cuda:1x", "CPU", "cuda:99999999999"}) {
        const auto device = compute::parseDevice(wrong);
        QVERIFY2(!device, wrong);
        QVERIFY(device.error().message.find('"' + std::string(wrong) + '"') != std::string::npos);
        QVERIFY(!device.error().hint.empty());
    }
}

void TestCompute::workerThreadsFollowTheEnvironment()
{
    const QByteArray before = qgetenv("OMP_NUM_THREADS");
    qputenv("OMP_NUM_THREADS", "1,4");
    QCOMPARE(compute::workerThreads(), 1);
    qputenv("OMP_NUM_THREADS", "100000");
    const int all = compute::workerThreads();
    qputenv("OMP_NUM_THREADS", "nonsense");
    QCOMPARE(compute::workerThreads(), all);
    QVERIFY(all >= 1 && all <= static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_CONF))));
    qputenv("OMP_NUM_THREADS", before);
}

void TestCompute::missingModuleNamesThePackage()
{
    qputenv("PESCOPE_TORCH_MODULE", "/nonexistent");
    const auto module = compute::loadTorchModule();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::Backend);
    QVERIFY(module.error().message.find("/nonexistent") != std::string::npos);
    QVERIFY(module.error().hint.find("libtorch1.13") != std::string::npos);
    QVERIFY(module.error().hint.find("libopenblas0-pthread") != std::string::npos);
}

void TestCompute::anyOtherFileIsNoModule()
{
    QFile file(QStringLiteral("no-library.so"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("text");
    file.close();
    qputenv("PESCOPE_TORCH_MODULE", "no-library.so");
    const auto module = compute::loadTorchModule();
    QVERIFY(!module);
    QCOMPARE(module.error().code, ErrorCode::Backend);
    QVERIFY(module.error().message.find("no-library.so could not be loaded") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestCompute)
#include "tst_compute.moc"
