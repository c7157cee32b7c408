// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy arrays in what torch.save wrote, put together from NumPy's own __reduce__; tst_torch_python has the same from
// NumPy itself.
#include "core/checkpoint/container.h"

#include "torch_test_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;

namespace {

/// bytes as protocol 2 writes them: _codecs.encode of a text of the same characters.
std::string latin1(const std::string& bytes)
{
    std::string text;
    for (const char c : bytes) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x80) {
            text += c;
        } else {
            text += static_cast<char>(0xC0 | code >> 6);
            text += static_cast<char>(0x80 | (code & 0x3F));
        }
    }
    return test::pickledCall("_codecs", "encode", test::pickledText(text) + test::pickledText("latin1"));
}

/// BINBYTES, protocol 3 and later.
std::string plainBytes(const std::string& bytes)
{
    return "B" + test::little(bytes.size(), 4) + bytes;
}

std::string dtype(const std::string& code, const std::string& order = "<")
{
    return test::pickledCall("numpy", "dtype", test::pickledText(code) + "\x89\x88") + "(" + test::pickledNumber(3)
        + test::pickledText(order) + "NNNJ\xff\xff\xff\xffJ\xff\xff\xff\xffK" + std::string(1, '\0') + "tb";
}

std::string array(const std::vector<std::int64_t>& shape, const std::string& type, const std::string& data,
                  bool fortran = false, const std::string& module = "numpy.core.multiarray")
{
    return test::pickledCall(module, "_reconstruct",
                             test::pickledName("numpy", "ndarray") + test::pickledTuple({0}) + latin1("b"))
        + "(" + test::pickledNumber(1) + test::pickledTuple(shape) + type + (fortran ? "\x88" : "\x89") + data + "tb";
}

std::string reversed(std::string bytes, std::size_t size)
{
    for (std::size_t at = 0; at + size <= bytes.size(); at += size)
        std::ranges::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                             bytes.begin() + static_cast<std::ptrdiff_t>(at + size));
    return bytes;
}

} // namespace

class TestNumpyPickles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void arraysAreTensors_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QList<qint64>>("shape");
        QTest::addColumn<QList<double>>("values");
        const auto row = [](const char* name, const std::string& value, const char* type, const QList<qint64>& shape,
                            const QList<double>& values) {
            QTest::newRow(name) << QByteArray::fromStdString(value) << QString::fromLatin1(type) << shape << values;
        };
        const std::string six = test::counting(6);
        const QList<double> counted{0, 1, 2, 3, 4, 5};
        row("protocol 2", array({3, 2}, dtype("f4"), latin1(six)), "F32", {3, 2}, counted);
        row("protocol 4", array({3, 2}, dtype("f4"), plainBytes(six)), "F32", {3, 2}, counted);
        row("Python 2", array({3, 2}, dtype("f4"), "T" + test::little(24, 4) + six), "F32", {3, 2}, counted);
        row("NumPy 2", array({6}, dtype("f4"), latin1(six), false, "numpy._core.multiarray"), "F32", {6}, counted);
        row("big-endian", array({6}, dtype("f4", ">"), plainBytes(reversed(six, 4))), "F32", {6}, counted);
        row("Fortran", array({3, 2}, dtype("f4"), plainBytes(six), true), "F32", {3, 2}, {0, 3, 1, 4, 2, 5});
        row("bytes above 127", array({3}, dtype("u1", "|"), latin1("\x01\x80\xff")), "U8", {3}, {1, 128, 255});
        row("half", array({2}, dtype("f2"), plainBytes(std::string("\x00\x3c\x00\xc0", 4))), "F16", {2}, {1, -2});
        row("scalar",
            test::pickledCall("numpy.core.multiarray", "scalar",
                              dtype("f8") + plainBytes(std::string("\0\0\0\0\0\0\xe0\x3f", 8))),
            "F64", {}, {0.5});
        row("buffer",
            test::pickledCall("numpy.core.numeric", "_frombuffer",
                              plainBytes(six) + dtype("f4") + test::pickledTuple({2, 3}) + test::pickledText("C")),
            "F32", {2, 3}, counted);
        row("empty", array({0, 7}, dtype("f4"), test::pickledCall("__builtin__", "bytes", "")), "F32", {0, 7}, {});
    }

    void arraysAreTensors()
    {
        QFETCH(QByteArray, value);
        QFETCH(QString, dtype);
        QFETCH(QList<qint64>, shape);
        QFETCH(QList<double>, values);
        const std::string pickled = test::pickledDict({{"table", value.toStdString()}});
        for (const bool legacy : {false, true}) {
            const fs::path file = write(legacy ? test::torchLegacy(pickled, {}) : test::torchZip(pickled, {}));
            const auto container = openContainer(file);
            QVERIFY2(container, container ? "" : describe(container.error()).c_str());
            QCOMPARE((*container)->tensors().size(), std::size_t{1});
            const TensorInfo& info = (*container)->tensors()[0];
            QCOMPARE(info.name, std::string("table"));
            QCOMPARE(info.dtype, dtype.toStdString());
            QVERIFY(info.shape == std::vector<std::int64_t>(shape.begin(), shape.end()));
            QVERIFY(test::doubles(**container) == std::vector<double>(values.begin(), values.end()));
        }
    }

    void arraysStandBesideTensors()
    {
        const std::string value =
            test::pickledDict({{"a", test::pickledTensor({})},
                               {"b", array({2}, dtype("f4"), latin1(test::counting(2)))},
                               {"words", array({1}, dtype("O", "|"), "](Ne")},
                               {"when", array({1}, dtype("M8"), plainBytes(std::string(8, 'x')))}});
        const auto container = openContainer(write(test::torchZip(value, {{"0", test::counting(6)}})));
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        QCOMPARE((*container)->tensors().size(), std::size_t{2});
        QVERIFY(test::doubles(**container, 1) == (std::vector<double>{0, 1}));
    }

    /// tests/data/torch-numpy, written by NumPy 1.24.2 and PyTorch 1.13: arange(12) / 8 as float32, arange(6) as
    /// big-endian float64 in Fortran order, float64(0.5), two objects, a tensor, and the bytes 120 to 135.
    void filesThatNumPyWrote_data()
    {
        QTest::addColumn<QString>("file");
        for (const char* file : {"zip.pt", "legacy.pt", "five.pt"})
            QTest::newRow(file) << QString::fromLatin1(file);
    }

    void filesThatNumPyWrote()
    {
        QFETCH(QString, file);
        const auto container = openContainer(fs::path(PESCOPE_TEST_DATA) / "torch-numpy" / file.toStdString());
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        std::string names;
        for (const TensorInfo& info : (*container)->tensors())
            names += info.name;
        QCOMPARE(names, std::string("afstb"));
        for (std::size_t i = 0; i < 12; ++i)
            QCOMPARE(test::doubles(**container, 0)[i], static_cast<double>(i) / 8);
        QVERIFY(test::doubles(**container, 1) == (std::vector<double>{0, 1, 2, 3, 4, 5}));
        QVERIFY(test::doubles(**container, 2) == (std::vector<double>{0.5}));
        QVERIFY(test::doubles(**container, 3) == (std::vector<double>{0, 1, 2, 3, 4, 5}));
        QCOMPARE(test::doubles(**container, 4).front(), 120.0);
        QCOMPARE(test::doubles(**container, 4).back(), 135.0);
    }

    void bytesThatDoNotFillTheShapeAreAnError()
    {
        for (const std::vector<std::int64_t>& shape :
             {std::vector<std::int64_t>{4, 2}, std::vector<std::int64_t>{std::int64_t{1} << 62, 1 << 20}}) {
            const auto container =
                openContainer(write(test::torchZip(array(shape, dtype("f4"), latin1(test::counting(6))), {})));
            QVERIFY(!container && container.error().code == ErrorCode::Format);
            QVERIFY2(describe(container.error()).contains("24 bytes"), describe(container.error()).c_str());
        }
        const auto beyond = openContainer(write(test::torchZip(
            array({1}, dtype("u1"),
                  test::pickledCall("_codecs", "encode", test::pickledText("\xc4\x80") + test::pickledText("latin1"))),
            {})));
        QVERIFY(!beyond);
    }

    void functionsOfNumPyAreStillRefusedByName()
    {
        for (const char* name : {"fromfile", "load", "frompyfunc"}) {
            const auto container =
                openContainer(write(test::torchZip(test::pickledCall("numpy", name, test::pickledText("x")), {})));
            QVERIFY2(!container && container.error().code == ErrorCode::Unsupported, name);
            QVERIFY(describe(container.error()).contains(std::string("numpy.") + name));
        }
    }

private:
    fs::path write(const std::string& bytes)
    {
        const fs::path file = fs::path(m_dir.path().toStdString()) / ("file" + std::to_string(m_files++) + ".pt");
        test::writeFile(file, bytes);
        return file;
    }

    QTemporaryDir m_dir;
    int m_files = 0;
};

QTEST_APPLESS_MAIN(TestNumpyPickles)
#include "tst_numpy_pickles.moc"
