// SPDX-License-Identifier: GPL-3.0-or-later
// Container::visit: what is handed out in parts is what `read` gives as a whole.
#include "core/checkpoint/checkpoint.h"

#include "gguf_test_files.h"
#include "torch_test_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <bit>
#include <cstring>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;

namespace {

/// float32 beyond one part, as [kRows, 32]; no two parts are alike.
constexpr std::int64_t kRows = (1 << 17) + 96;
constexpr std::int64_t kCount = kRows * 32;

std::string numbers(bool bigEndian = false)
{
    std::string bytes(kCount * sizeof(float), '\0');
    for (std::int64_t i = 0; i < kCount; ++i) {
        auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(i));
        if (bigEndian)
            bits = __builtin_bswap32(bits);
        std::memcpy(bytes.data() + static_cast<std::size_t>(i) * sizeof bits, &bits, sizeof bits);
    }
    return bytes;
}

std::string shape()
{
    return "(" + std::to_string(kRows) + ", 32)";
}

std::string gguf(bool bigEndian)
{
    test::GgufWriter writer(bigEndian);
    writer.tensor("t", {32, kRows}, 0, numbers(bigEndian));
    return writer.file();
}

} // namespace

class TestParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theSameNumbers_data()
    {
        QTest::addColumn<QByteArray>("file");
        QTest::addColumn<int>("parts");
        const auto row = [](const char* name, const std::string& file, int parts) {
            QTest::newRow(name) << QByteArray::fromStdString(file) << parts;
        };
        row("npy", test::npy(test::npyDict("<f4", shape()), numbers()), 2);
        row("npy, big-endian", test::npy(test::npyDict(">f4", shape()), numbers(true)), 2);
        row("npy, Fortran", test::npy(test::npyDict("<f4", shape(), true), numbers()), 1);
        row("gguf", gguf(false), 2);
        row("gguf, big-endian", gguf(true), 2);
        const std::string span = std::to_string(kCount * 4);
        row("safetensors",
            test::safetensors(R"({"t":{"dtype":"F32","shape":[)" + std::to_string(kRows) + R"(,32],"data_offsets":[0,)"
                                  + span + "]}}",
                              numbers()),
            2);
        const auto torch = [](std::vector<std::int64_t> shape, std::vector<std::int64_t> strides) {
            return test::torchZip(
                test::pickledDict({{"t",
                                    test::pickledTensor(
                                        {.count = kCount, .shape = std::move(shape), .strides = std::move(strides)})}}),
                {{"0", numbers()}});
        };
        row("torch", torch({kRows, 32}, {32, 1}), 2);
        row("torch, turned", torch({32, kRows}, {1, 32}), 1);
    }

    void theSameNumbers()
    {
        QFETCH(QByteArray, file);
        QFETCH(int, parts);
        const fs::path path = fs::path(m_dir.path().toStdString()) / "file";
        test::writeFile(path, file.toStdString());
        const auto container = openContainer(path);
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        const auto whole = (*container)->read(0);
        QVERIFY(whole);
        std::vector<std::byte> together;
        int count = 0;
        const Status visited = (*container)->visit(0, [&](const TensorBytes& part) -> Status {
            ++count;
            if (part.shape.size() != 1
                || part.bytes.size() != static_cast<std::size_t>(part.shape[0]) * tables::byteSize(part.dtype))
                return fail(ErrorCode::Shape, "a part that is not what it says");
            together.insert(together.end(), part.bytes.begin(), part.bytes.end());
            return ok();
        });
        QVERIFY2(visited, visited ? "" : describe(visited.error()).c_str());
        QCOMPARE(count, parts);
        QVERIFY(together == whole->bytes);
        int taken = 0;
        const Status stopped = (*container)->visit(0, [&](const TensorBytes&) -> Status {
            ++taken;
            return fail(ErrorCode::Cancelled, "enough");
        });
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled && taken == 1);
    }

private:
    QTemporaryDir m_dir;
};

QTEST_APPLESS_MAIN(TestParts)
#include "tst_parts.moc"
