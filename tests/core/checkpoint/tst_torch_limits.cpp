// SPDX-License-Identifier: GPL-3.0-or-later
// PyTorch files that are cut, damaged, hostile or large.
#include "core/checkpoint/container.h"

#include "torch_test_files.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <sys/resource.h>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;
using test::TorchTensor;

namespace {

long peakKilobytes()
{
    rusage usage{};
    ::getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

} // namespace

class TestTorchLimits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tensorsOutsideTheirStorageAreRefused_data()
    {
        QTest::addColumn<QByteArray>("tensor");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* title, const TorchTensor& tensor, const char* words) {
            QTest::newRow(title) << QByteArray::fromStdString(test::pickledTensor(tensor)) << QByteArray(words);
        };
        constexpr std::int64_t kHuge = std::int64_t{1} << 62;
        row("too long", {.shape = {4, 2}}, "element 7, outside its storage `0` of 6 elements");
        row("offset", {.offset = 1}, "element 6, outside");
        row("stride", {.strides = {3, 1}}, "element 7, outside");
        row("more claimed than there", {.count = 100, .shape = {50, 2}}, "bytes up to 400 of its storage");
        row("huge shape", {.shape = {kHuge, kHuge}}, "larger than any file");
        row("huge strides", {.shape = {3, 2}, .strides = {kHuge, kHuge}}, "outside");
        row("huge count", {.count = kHuge, .offset = kHuge - 6}, "outside|bytes up to");
        row("wider elements", {.storage = "DoubleStorage"}, "bytes up to 48 of its storage `0`, which has 24");
        row("missing storage", {.key = "1"}, "storage `1` is missing");
        row("storage of another folder", {.key = "../data.pkl"}, "is missing");
    }

    void tensorsOutsideTheirStorageAreRefused()
    {
        QFETCH(QByteArray, tensor);
        QFETCH(QByteArray, words);
        const auto container = open(
            test::torchZip(test::pickledDict({{"some.weight", tensor.toStdString()}}), {{"0", test::counting(6)}}));
        QVERIFY(!container);
        const std::string message = describe(container.error());
        const QList<QByteArray> alternatives = words.split('|');
        QVERIFY2(std::ranges::any_of(alternatives,
                                     [&](const QByteArray& one) { return message.contains(one.toStdString()); }),
                 message.c_str());
        QVERIFY2(message.contains("some.weight") && message.contains("w.bin"), message.c_str());
    }

    void everyCutIsAnError()
    {
        const std::string value = test::pickledDict({{"w", test::pickledTensor({})}});
        const std::string zip = test::torchZip(value, {{"0", test::counting(6)}}, "little");
        const std::string legacy = test::torchLegacy(value, {{"0", {6, test::counting(6)}}});
        for (const std::string* whole : {&zip, &legacy}) {
            QVERIFY(open(*whole));
            for (std::size_t length = 0; length < whole->size(); ++length) {
                const auto container = open(whole->substr(0, length));
                QVERIFY2(!container, std::to_string(length).c_str());
                QVERIFY(!container.error().message.empty());
            }
        }
    }

    void everyChangedByteIsSurvived()
    {
        const std::string value = test::pickledDict({{"w", test::pickledTensor({})}});
        const std::string zip = test::torchZip(value, {{"0", test::counting(6)}}, "little");
        const std::string legacy = test::torchLegacy(value, {{"0", {6, test::counting(6)}}});
        for (const std::string* whole : {&zip, &legacy})
            for (std::size_t at = 0; at < whole->size(); ++at)
                for (const char flip : {'\x01', '\x80', '\xff'}) {
                    std::string changed = *whole;
                    changed[at] = static_cast<char>(changed[at] ^ flip);
                    const auto container = open(changed);
                    if (container)
                        for (std::size_t i = 0; i < (*container)->tensors().size(); ++i)
                            static_cast<void>((*container)->read(i));
                }
    }

    void smallPicklesCannotMakeLongNames()
    {
        const std::string name(3000, 'n');
        std::string deep = test::pickledTensor({});
        for (int i = 0; i < 200; ++i)
            deep = test::pickledDict({{"n", deep}});
        QVERIFY(describe(open(test::torchZip(deep, {{"0", test::counting(6)}})).error()).contains("nests values"));
        const std::string longName = test::pickledDict({{name, test::pickledDict({{name, test::pickledTensor({})}})}});
        QVERIFY(describe(open(test::torchZip(longName, {{"0", test::counting(6)}})).error()).contains("longer than"));
        std::string many = test::pickledTensor({})
            + "q\x01"
              "0](";
        for (int i = 0; i < 600'000; ++i)
            many += "h\x01";
        QVERIFY(
            describe(open(test::torchZip(many + "e", {{"0", test::counting(6)}})).error()).contains("names more than"));
    }

    void filesOfTenGigabytesCostTheirPickles_data()
    {
        QTest::addColumn<bool>("isLegacy");
        QTest::newRow("zip") << false;
        QTest::newRow("legacy") << true;
    }

    void filesOfTenGigabytesCostTheirPickles()
    {
        QFETCH(bool, isLegacy);
        constexpr std::int64_t kCount = 2'500'000'000; // float32
        const std::string value = test::pickledDict(
            {{"w", test::pickledTensor({.count = kCount, .offset = kCount - 2, .shape = {2}, .strides = {1}})}});
        const fs::path file = fs::path(m_dir.path().toStdString()) / "large.bin";
        const std::uint64_t bytes = 4 * static_cast<std::uint64_t>(kCount);
        if (isLegacy) {
            test::writeFile(file, test::torchLegacy(value, {{"0", {static_cast<std::uint64_t>(kCount), {}}}}));
            fs::resize_file(file, fs::file_size(file) + bytes);
        } else {
            writeLargeZip(file, test::pickled(value), bytes);
        }
        const long before = peakKilobytes();
        QElapsedTimer timer;
        timer.start();
        const auto container = openContainer(file);
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        QVERIFY(test::doubles(**container) == (std::vector<double>{0, 0}));
        QVERIFY2(timer.elapsed() < 1000, std::to_string(timer.elapsed()).c_str());
        QVERIFY(peakKilobytes() - before < 20'000);
        fs::remove(file);
    }

private:
    Result<std::unique_ptr<Container>> open(const std::string& bytes)
    {
        const fs::path file = fs::path(m_dir.path().toStdString()) / "w.bin";
        fs::remove(file);
        test::writeFile(file, bytes);
        return openContainer(file);
    }

    /// A zip64 archive whose storage is a hole (APPNOTE.TXT 4.3.14–4.5.3).
    static void writeLargeZip(const fs::path& file, const std::string& pickle, std::uint64_t bytes)
    {
        const auto local = [](const std::string& name, std::uint32_t crc, std::uint64_t size) {
            const std::string extra =
                test::little(1, 2) + test::little(16, 2) + test::little(size, 8) + test::little(size, 8);
            return "PK\x03\x04" + test::little(45, 2) + test::little(0, 4) + test::little(0x21'0000, 4)
                + test::little(crc, 4) + test::little(0xFFFFFFFF, 4) + test::little(0xFFFFFFFF, 4)
                + test::little(name.size(), 2) + test::little(extra.size(), 2) + name + extra;
        };
        const auto central = [](const std::string& name, std::uint32_t crc, std::uint64_t size, std::uint64_t at) {
            const std::string extra = test::little(1, 2) + test::little(24, 2) + test::little(size, 8)
                + test::little(size, 8) + test::little(at, 8);
            return "PK\x01\x02" + test::little(45, 2) + test::little(45, 2) + test::little(0, 4)
                + test::little(0x21'0000, 4) + test::little(crc, 4) + test::little(0xFFFFFFFF, 4)
                + test::little(0xFFFFFFFF, 4) + test::little(name.size(), 2) + test::little(extra.size(), 2)
                + test::little(0, 2 + 2 + 2 + 4) + test::little(0xFFFFFFFF, 4) + name + extra;
        };
        const std::uint32_t crc = test::crc32(pickle);
        const std::string head = local("a/data.pkl", crc, pickle.size()) + pickle + local("a/data/0", 0, bytes);
        test::writeFile(file, head);
        const std::uint64_t directoryAt = head.size() + bytes;
        const std::string directory = central("a/data.pkl", crc, pickle.size(), 0)
            + central("a/data/0", 0, bytes, local("a/data.pkl", crc, 0).size() + pickle.size());
        const std::string end64 = "PK\x06\x06" + test::little(44, 8) + test::little(45, 2) + test::little(45, 2)
            + test::little(0, 4) + test::little(0, 4) + test::little(2, 8) + test::little(2, 8)
            + test::little(directory.size(), 8) + test::little(directoryAt, 8);
        const std::string tail = directory + end64 + "PK\x06\x07" + test::little(0, 4)
            + test::little(directoryAt + directory.size(), 8) + test::little(1, 4) + "PK\x05\x06" + test::little(0, 4)
            + test::little(2, 2) + test::little(2, 2) + test::little(directory.size(), 4) + test::little(0xFFFFFFFF, 4)
            + test::little(0, 2);
        fs::resize_file(file, directoryAt);
        std::ofstream(file, std::ios::binary | std::ios::app) << tail;
    }

    QTemporaryDir m_dir;
};

QTEST_APPLESS_MAIN(TestTorchLimits)
#include "tst_torch_limits.moc"
