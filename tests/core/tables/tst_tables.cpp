// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tables/dtype.h"
#include "core/tables/write.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <memory>
#include <sstream>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::tables;

namespace {

template<typename T>
std::vector<std::byte> bytesOf(const std::vector<T>& values)
{
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

bool same(double a, double b)
{
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

/// (−1)^s · 2^(e − bias) · (1 + m / 2^k), subnormals 2^(1 − bias) · m / 2^k: the definition of a small float, in
/// powers.
double byDefinition(unsigned code, int exponentBits, int mantissaBits, bool hasInfinity)
{
    const int bias = (1 << (exponentBits - 1)) - 1;
    const int e = static_cast<int>(code >> mantissaBits) & ((1 << exponentBits) - 1);
    const int m = static_cast<int>(code) & ((1 << mantissaBits) - 1);
    const double sign = (code >> (exponentBits + mantissaBits)) != 0 ? -1.0 : 1.0;
    const int top = (1 << exponentBits) - 1;
    if (hasInfinity && e == top)
        return m == 0 ? sign * std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
    if (!hasInfinity && e == top && m == (1 << mantissaBits) - 1)
        return std::numeric_limits<double>::quiet_NaN();
    const double fraction = m / std::pow(2.0, mantissaBits);
    return e == 0 ? sign * std::pow(2.0, 1 - bias) * fraction : sign * std::pow(2.0, e - bias) * (1 + fraction);
}

std::string contentOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

} // namespace

class TestTables : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAreThoseOfSafetensors()
    {
        for (int i = 0; i <= static_cast<int>(DType::Bool); ++i) {
            const auto type = static_cast<DType>(i);
            QVERIFY(dtypeFromName(name(type)) == type);
        }
        QCOMPARE(std::string(name(DType::Bool)), std::string("BOOL"));
        QCOMPARE(byteSize(DType::BF16), std::size_t{2});
        QCOMPARE(byteSize(DType::U64), std::size_t{8});
        QVERIFY(isFloating(DType::F8_E5M2) && !isFloating(DType::Bool));
        QVERIFY(!dtypeFromName("F4") && !dtypeFromName("f32") && !dtypeFromName(""));
    }

    void everySixteenBitCodeWidensByDefinition()
    {
        std::vector<std::uint16_t> codes(65536);
        for (unsigned i = 0; i < codes.size(); ++i)
            codes[i] = static_cast<std::uint16_t>(i);
        const auto half = toDouble(bytesOf(codes), DType::F16);
        const auto brain = toDouble(bytesOf(codes), DType::BF16);
        QVERIFY(half && brain);
        for (unsigned i = 0; i < codes.size(); ++i) {
            QVERIFY2(same((*half)[i], byDefinition(i, 5, 10, true)), std::to_string(i).c_str());
            QVERIFY2(same((*brain)[i], byDefinition(i, 8, 7, true)), std::to_string(i).c_str());
        }
        QCOMPARE((*half)[0x7BFF], 65504.0);
        QCOMPARE((*half)[0x3555], 0.333251953125);
        QCOMPARE((*brain)[0x4049], 3.140625);
    }

    void everyEightBitCodeWidensByDefinition()
    {
        std::vector<std::uint8_t> codes(256);
        for (unsigned i = 0; i < codes.size(); ++i)
            codes[i] = static_cast<std::uint8_t>(i);
        const auto e4m3 = toDouble(bytesOf(codes), DType::F8_E4M3);
        const auto e5m2 = toDouble(bytesOf(codes), DType::F8_E5M2);
        QVERIFY(e4m3 && e5m2);
        for (unsigned i = 0; i < codes.size(); ++i) {
            QVERIFY2(same((*e4m3)[i], byDefinition(i, 4, 3, false)), std::to_string(i).c_str());
            QVERIFY2(same((*e5m2)[i], byDefinition(i, 5, 2, true)), std::to_string(i).c_str());
        }
        // OCP 8-bit Floating Point Specification, table 1
        QCOMPARE((*e4m3)[0x7E], 448.0);
        QCOMPARE((*e4m3)[0x01], std::pow(2.0, -9));
        QCOMPARE((*e4m3)[0x08], std::pow(2.0, -6));
        QVERIFY(std::isnan((*e4m3)[0x7F]) && std::isnan((*e4m3)[0xFF]));
        QCOMPARE((*e5m2)[0x7B], 57344.0);
        QCOMPARE((*e5m2)[0x01], std::pow(2.0, -16));
        QVERIFY(std::isinf((*e5m2)[0x7C]) && std::isnan((*e5m2)[0x7D]));
    }

    void wideTypesWidenExactly()
    {
        QCOMPARE(*toDouble(bytesOf<double>({0.1, -1e300}), DType::F64), (std::vector<double>{0.1, -1e300}));
        QCOMPARE(*toDouble(bytesOf<float>({0.1f, 1e-45f}), DType::F32),
                 (std::vector<double>{static_cast<double>(0.1f), static_cast<double>(1e-45f)}));
        QCOMPARE(*toDouble(bytesOf<std::int64_t>({-(1ll << 53), 7}), DType::I64),
                 (std::vector<double>{-9007199254740992.0, 7}));
        QCOMPARE(*toDouble(bytesOf<std::uint64_t>({1ull << 63}), DType::U64),
                 (std::vector<double>{9223372036854775808.0}));
        QCOMPARE(*toDouble(bytesOf<std::int32_t>({-2147483647 - 1}), DType::I32), (std::vector<double>{-2147483648.0}));
        QCOMPARE(*toDouble(bytesOf<std::uint32_t>({4294967295u}), DType::U32), (std::vector<double>{4294967295.0}));
        QCOMPARE(*toDouble(bytesOf<std::int16_t>({-32768}), DType::I16), (std::vector<double>{-32768.0}));
        QCOMPARE(*toDouble(bytesOf<std::uint16_t>({65535}), DType::U16), (std::vector<double>{65535.0}));
        QCOMPARE(*toDouble(bytesOf<std::int8_t>({-128}), DType::I8), (std::vector<double>{-128.0}));
        QCOMPARE(*toDouble(bytesOf<std::uint8_t>({255}), DType::U8), (std::vector<double>{255.0}));
        QCOMPARE(*toDouble(bytesOf<std::uint8_t>({0, 1, 2}), DType::Bool), (std::vector<double>{0, 1, 1}));
        QVERIFY(toDouble({}, DType::F32)->empty());
    }

    void integersStayIntegers()
    {
        constexpr std::int64_t kTop = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(*toInt64(bytesOf<std::int64_t>({kTop, -kTop - 1}), DType::I64),
                 (std::vector<std::int64_t>{kTop, -kTop - 1}));
        QCOMPARE(*toInt64(bytesOf<std::int8_t>({-1}), DType::I8), (std::vector<std::int64_t>{-1}));
        QCOMPARE(*toInt64(bytesOf<std::uint8_t>({255}), DType::U8), (std::vector<std::int64_t>{255}));
        QCOMPARE(*toInt64(bytesOf<std::int16_t>({-2}), DType::I16), (std::vector<std::int64_t>{-2}));
        QCOMPARE(*toInt64(bytesOf<std::uint16_t>({65535}), DType::U16), (std::vector<std::int64_t>{65535}));
        QCOMPARE(*toInt64(bytesOf<std::int32_t>({-3}), DType::I32), (std::vector<std::int64_t>{-3}));
        QCOMPARE(*toInt64(bytesOf<std::uint32_t>({4294967295u}), DType::U32), (std::vector<std::int64_t>{4294967295}));
        QCOMPARE(*toInt64(bytesOf<std::uint64_t>({static_cast<std::uint64_t>(kTop)}), DType::U64),
                 (std::vector<std::int64_t>{kTop}));
        const auto tooLarge = toInt64(bytesOf<std::uint64_t>({5, 1ull << 63}), DType::U64);
        QVERIFY(tooLarge.error().code == ErrorCode::Numeric);
        QVERIFY(tooLarge.error().message.contains("element 1 is 9223372036854775808"));
        QVERIFY(toInt64(bytesOf<float>({1}), DType::F32).error().code == ErrorCode::Unsupported);
    }

    void halfAnElementIsRefused()
    {
        const auto cut = toDouble(std::vector<std::byte>(7), DType::F32);
        QVERIFY(cut.error().code == ErrorCode::Shape);
        QVERIFY(cut.error().message.contains("7 bytes"));
        QVERIFY(toInt64(std::vector<std::byte>(9), DType::I64).error().code == ErrorCode::Shape);
    }

    void npyFilesFollowTheFormatToTheByte_data()
    {
        QTest::addColumn<bool>("single");
        QTest::addColumn<QList<int>>("shape");
        QTest::addColumn<QByteArray>("dict");
        QTest::newRow("float64 table") << false << QList<int>{2, 3}
                                       << QByteArray("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }");
        QTest::newRow("float32 table") << true << QList<int>{3, 2}
                                       << QByteArray("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }");
        QTest::newRow("vector") << false << QList<int>{6}
                                << QByteArray("{'descr': '<f8', 'fortran_order': False, 'shape': (6,), }");
        QTest::newRow("three axes") << false << QList<int>{1, 2, 3}
                                    << QByteArray("{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2, 3), }");
    }

    void npyFilesFollowTheFormatToTheByte()
    {
        QFETCH(bool, single);
        QFETCH(QList<int>, shape);
        QFETCH(QByteArray, dict);
        const std::vector<double> values{0.1, -1, 2, 3.5, std::numeric_limits<double>::infinity(), 5};
        const fs::path file = folder() / "a.npy";
        QVERIFY(
            writeNpy(file, {values, {shape.begin(), shape.end()}, single ? Precision::Float32 : Precision::Float64}));
        // numpy/lib/format.py: 10 bytes, the dict, blanks, a line feed; together a multiple of 64
        std::string expected("\x93NUMPY\x01\x00\x76\x00", 10);
        expected += dict.toStdString() + std::string(static_cast<std::size_t>(117 - dict.size()), ' ') + "\n";
        QCOMPARE(expected.size(), std::size_t{128});
        for (const double value : values) {
            const auto f = static_cast<float>(value);
            expected += single ? std::string(reinterpret_cast<const char*>(&f), 4)
                               : std::string(reinterpret_cast<const char*>(&value), 8);
        }
        QVERIFY(contentOf(file) == expected);
    }

    void aLargeFloat32FileIsWrittenInBlocks()
    {
        std::vector<double> values(200'003);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<double>(i);
        const fs::path file = folder() / "large.npy";
        QVERIFY(writeNpy(file, {values, {200'003}, Precision::Float32}));
        const std::string content = contentOf(file);
        QCOMPARE(content.size(), 128 + 4 * values.size());
        for (const std::size_t i : {std::size_t{0}, std::size_t{65'535}, std::size_t{65'536}, values.size() - 1}) {
            float stored = -1;
            std::memcpy(&stored, content.data() + 128 + 4 * i, 4);
            QCOMPARE(stored, static_cast<float>(i));
        }
    }

    void csvHasOneHeaderAndTheShortestDigits()
    {
        const std::vector<double> values{0.1, 1.0 / 3.0, -2.5, static_cast<double>(0.1f)};
        const fs::path file = folder() / "a.csv";
        QVERIFY(writeCsv(file, {values, {2, 2}}));
        QCOMPARE(contentOf(file), std::string("c0,c1\n0.1,0.3333333333333333\n-2.5,0.10000000149011612\n"));
        QVERIFY(writeCsv(file, {values, {2, 2}, Precision::Float32}, {"m", "mean, \"S\""}));
        QCOMPARE(contentOf(file), std::string("m,\"mean, \"\"S\"\"\"\n0.1,0.33333334\n-2.5,0.1\n"));
        QVERIFY(writeCsv(file, {values, {4}}, {"omega"}));
        QCOMPARE(contentOf(file), std::string("omega\n0.1\n0.3333333333333333\n-2.5\n0.10000000149011612\n"));
    }

    void csvOfMoreAxesHasTheLeadingIndexesInFront()
    {
        const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
        const fs::path file = folder() / "a.csv";
        QVERIFY(writeCsv(file, {values, {2, 3, 2}}, {}, {"head", "query"}));
        QCOMPARE(contentOf(file),
                 std::string("head,query,c0,c1\n0,0,1,2\n0,1,3,4\n0,2,5,6\n1,0,7,8\n1,1,9,10\n1,2,11,12\n"));
    }

    void theExtensionChoosesTheFormat()
    {
        const std::vector<double> values{1};
        QVERIFY(writeArray(folder() / "a.NPY", {values, {1}}));
        QVERIFY(contentOf(folder() / "a.NPY").starts_with("\x93NUMPY"));
        QVERIFY(writeArray(folder() / "a.csv", {values, {1}}));
        QCOMPARE(contentOf(folder() / "a.csv"), std::string("c0\n1\n"));
        const Status other = writeArray(folder() / "a.mat", {values, {1}});
        QVERIFY(other.error().code == ErrorCode::Unsupported);
        QVERIFY(other.error().message.contains("a.mat") && !fs::exists(folder() / "a.mat"));
        QVERIFY(writeNpy(folder() / "missing/a.npy", {values, {1}}).error().code == ErrorCode::Io);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(writeNpy(folder() / "b.npy", {values, {2}})), std::logic_error);
    }

private:
    [[nodiscard]] fs::path folder() const { return m_dir.path().toStdString(); }
    QTemporaryDir m_dir;
};

QTEST_APPLESS_MAIN(TestTables)
#include "tst_tables.moc"
