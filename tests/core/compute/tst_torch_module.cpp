// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/torch_module.h"

#include "backend_check.h"

#include <QTest>

#include <atomic>
#include <dlfcn.h>
#include <thread>

using namespace pescope;

/// The real module with the LibTorch that the build found.
class TestTorchModule : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void saysWhatItIs();
    void productsAgreeWithEigenAndTheDefinition();
    void sinusoidTablesAgreeWithEigen();
    void errorsOfLibTorchArriveAsErrors();
    void noSuchDeviceListsThoseThatExist();
    void twoThreadsAtOnce();
    void secondLoadGivesTheSameModule();
    void refusesAnotherInterface();

private:
    std::shared_ptr<const compute::TorchModule> m_module;
    std::shared_ptr<const compute::Backend> m_torch;
    std::shared_ptr<const compute::Backend> m_eigen = compute::eigenBackend();
};

void TestTorchModule::initTestCase()
{
    const auto module = compute::loadTorchModule();
    QVERIFY2(module, module ? "" : describe(module.error()).c_str());
    m_module = *module;
    const auto backend = m_module->backend({});
    QVERIFY2(backend, backend ? "" : describe(backend.error()).c_str());
    m_torch = *backend;
}

void TestTorchModule::saysWhatItIs()
{
    const compute::TorchInfo info = m_module->info();
    QVERIFY(!info.version.empty() && std::isdigit(static_cast<unsigned char>(info.version.front())));
    QVERIFY(!info.blas.empty());
    QCOMPARE(info.devices.front(), std::string("cpu"));
    QCOMPARE(info.threads, compute::workerThreads());
    QVERIFY(info.gflops > 0);
    QCOMPARE(info.slowBlas, info.gflops < 10);
    QCOMPARE(info.advice.empty(), !info.slowBlas);
    if (info.slowBlas)
        QVERIFY(info.advice.find("libopenblas0-pthread") != std::string::npos);
    QVERIFY(m_torch->name().starts_with("LibTorch " + info.version + " on CPU"));
    qInfo("%s, %s, %d threads, %.1f GFLOP/s", m_torch->name().c_str(), info.blas.c_str(), info.threads, info.gflops);
}

void TestTorchModule::productsAgreeWithEigenAndTheDefinition()
{
    for (const auto& [m, n, k] : {std::tuple{1, 1, 1}, {1, 37, 9}, {37, 1, 9}, {64, 48, 100}, {33, 130, 257}}) {
        QVERIFY(test::productError<float>(*m_torch, m, n, k) < 1e-5 * k);
        QVERIFY(test::productError<double>(*m_torch, m, n, k) < 1e-14 * k);
    }
    const tables::MatrixD a = tables::MatrixD::Random(120, 96);
    const tables::MatrixD b = tables::MatrixD::Random(70, 96);
    tables::MatrixD byTorch(120, 70);
    tables::MatrixD byEigen(120, 70);
    QVERIFY(m_torch->multiplyTransposed(a.data(), b.data(), byTorch.data(), 120, 70, 96));
    QVERIFY(m_eigen->multiplyTransposed(a.data(), b.data(), byEigen.data(), 120, 70, 96));
    QVERIFY((byTorch - byEigen).cwiseAbs().maxCoeff() < 1e-12);
    const tables::MatrixF af = a.cast<float>();
    const tables::MatrixF bf = b.cast<float>();
    tables::MatrixF floatTorch(120, 70);
    tables::MatrixF floatEigen(120, 70);
    QVERIFY(m_torch->multiplyTransposed(af.data(), bf.data(), floatTorch.data(), 120, 70, 96));
    QVERIFY(m_eigen->multiplyTransposed(af.data(), bf.data(), floatEigen.data(), 120, 70, 96));
    QVERIFY((floatTorch - floatEigen).cwiseAbs().maxCoeff() < 1e-5 * floatEigen.cwiseAbs().maxCoeff());
    std::vector<double> zeros(6, 99.0);
    QVERIFY(m_torch->multiplyTransposed(a.data(), b.data(), zeros.data(), 2, 3, 0));
    QCOMPARE(zeros, std::vector<double>(6, 0.0));
}

void TestTorchModule::sinusoidTablesAgreeWithEigen()
{
    const std::vector<double> omega = test::bertOmega();
    QVERIFY(test::tableError(*m_torch, omega, 100, 130) < 1e-12);
    std::vector<double> byTorch(130 * 768);
    std::vector<double> byEigen(130 * 768);
    QVERIFY(m_torch->sinusoidTable(omega, 100, 130, byTorch.data()));
    QVERIFY(m_eigen->sinusoidTable(omega, 100, 130, byEigen.data()));
    for (std::size_t i = 0; i < byTorch.size(); ++i)
        QVERIFY(std::abs(byTorch[i] - byEigen[i]) < 1e-12);
}

void TestTorchModule::errorsOfLibTorchArriveAsErrors()
{
    float cell = 0;
    const Status done = m_torch->multiplyTransposed(&cell, &cell, &cell, -1, 1, 1);
    QVERIFY(!done);
    QCOMPARE(done.error().code, ErrorCode::Backend);
    QVERIFY2(done.error().message.starts_with("LibTorch: "), done.error().message.c_str());
    QVERIFY(done.error().message.find("negative") != std::string::npos);
    QVERIFY2(done.error().message.find("frame #") == std::string::npos, "the stack trace is not for the user");
}

void TestTorchModule::noSuchDeviceListsThoseThatExist()
{
    const auto backend = m_module->backend({.cuda = true, .index = 77});
    QVERIFY(!backend);
    QCOMPARE(backend.error().code, ErrorCode::Backend);
    QVERIFY(backend.error().message.find("cuda:77") != std::string::npos);
    for (const std::string& device : m_module->info().devices)
        QVERIFY(backend.error().message.find(device) != std::string::npos);
}

void TestTorchModule::twoThreadsAtOnce()
{
    std::atomic<int> wrong = 0;
    const auto work = [&](int shape) {
        for (int i = 0; i < 10; ++i) {
            if (!(test::productError<float>(*m_torch, 40 + shape, 50, 60) < 1e-3))
                ++wrong;
            if (!(test::tableError(*m_torch, {1.0, 0.3 * shape}, i, 50) < 1e-12))
                ++wrong;
        }
    };
    {
        const std::jthread one(work, 1);
        const std::jthread two(work, 2);
    }
    QCOMPARE(wrong.load(), 0);
}

void TestTorchModule::secondLoadGivesTheSameModule()
{
    const auto again = compute::loadTorchModule();
    QVERIFY(again);
    QCOMPARE(again->get(), m_module.get());
}

void TestTorchModule::refusesAnotherInterface()
{
    void* const library = dlopen(qgetenv("PESCOPE_TORCH_MODULE").constData(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    QVERIFY(library != nullptr);
    const auto factory = reinterpret_cast<compute::TorchModule* (*)(int)>(dlsym(library, compute::kTorchModuleFactory));
    QVERIFY(factory != nullptr);
    QVERIFY(factory(compute::kTorchModuleAbi + 1) == nullptr);
}

QTEST_APPLESS_MAIN(TestTorchModule)
#include "tst_torch_module.moc"
