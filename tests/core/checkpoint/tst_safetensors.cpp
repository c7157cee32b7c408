// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/container.h"

#include "test_files.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;

namespace {

/// Bytes that this process has read from files so far.
long long bytesRead()
{
    std::ifstream io("/proc/self/io");
    std::string key;
    long long value = 0;
    io >> key >> value;
    return value;
}

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape,
                   const std::string& offsets)
{
    return "\"" + name + "\":{\"dtype\":\"" + dtype + "\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}";
}

} // namespace

class TestSafetensors : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsAndReadsInTheOrderOfTheHeader()
    {
        // names in any order of their data; no __metadata__; the data begins at an odd address
        const std::string header = "{" + tensor("b", "F32", "[2,1]", "[4,12]") + ", "
            + tensor("empty", "F32", "[0,8]", "[4,4]") + "," + tensor("a", "U8", "[]", "[0,1]") + ","
            + tensor("pad", "I8", "[3]", "[1,4]") + "}";
        const auto file =
            open(test::safetensors(header, std::string("\x07\xff\xfe\xfd", 4) + test::floats({1.5f, -2})));
        QVERIFY(file);
        QCOMPARE(std::string((*file)->format()), std::string("safetensors"));
        const auto& tensors = (*file)->tensors();
        QCOMPARE(tensors.size(), std::size_t{4});
        QCOMPARE(tensors[0].name, std::string("b"));
        QCOMPARE(tensors[0].shape, (std::vector<std::int64_t>{2, 1}));
        QCOMPARE(test::doubles(**file, 0), (std::vector<double>{1.5, -2}));
        QCOMPARE(tensors[1].shape, (std::vector<std::int64_t>{0, 8}));
        QVERIFY((*file)->read(1)->bytes.empty());
        QVERIFY(tensors[2].shape.empty());
        QCOMPARE(test::doubles(**file, 2), (std::vector<double>{7}));
        QCOMPARE(test::doubles(**file, 3), (std::vector<double>{-1, -2, -3}));
        QCOMPARE(tensors[3].file, m_file);
        QVERIFY_EXCEPTION_THROWN(static_cast<void>((*file)->read(4)), std::logic_error);
    }

    void acceptsWhatTheFormatAllows_data()
    {
        QTest::addColumn<QByteArray>("header");
        const std::string a = tensor("a", "F32", "[1]", "[0,4]");
        QTest::newRow("metadata first") << QByteArray::fromStdString(
            "{\"__metadata__\":{\"format\":\"pt\",\"x\":\"{}\"}," + a + "}");
        QTest::newRow("metadata last, odd values")
            << QByteArray::fromStdString("{" + a + ",\"__metadata__\":{\"n\":1,\"l\":[null,{\"k\":true}]}}");
        QTest::newRow("blanks after it") << QByteArray::fromStdString("{" + a + "}   \n ");
        QTest::newRow("unknown fields") << QByteArray::fromStdString(
            "{\"a\":{\"note\":[1,{\"x\":[2]}],\"data_offsets\":[0,4],\"dtype\":\"F32\",\"more\":null,\"shape\":[1]}}");
        QTest::newRow("escapes in the name")
            << QByteArray::fromStdString("{\"\\u0061\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}}");
    }

    void acceptsWhatTheFormatAllows()
    {
        QFETCH(QByteArray, header);
        const auto file = open(test::safetensors(header.toStdString(), test::floats({2.25f})));
        QVERIFY2(file, file ? "" : describe(file.error()).c_str());
        QCOMPARE((*file)->tensors().size(), std::size_t{1});
        QCOMPARE((*file)->tensors()[0].name, std::string("a"));
        QCOMPARE(test::doubles(**file), (std::vector<double>{2.25}));
    }

    void refusesEachDefectByNameAndNumber_data()
    {
        QTest::addColumn<QByteArray>("header");
        QTest::addColumn<QByteArray>("message"); // parts, separated by '|'
        const auto row = [](const char* title, const std::string& header, const char* message) {
            QTest::newRow(title) << QByteArray::fromStdString(header) << QByteArray(message);
        };
        const std::string a = tensor("a", "F32", "[2]", "[0,8]"); // the data has 16 bytes
        row("beyond the end", "{" + tensor("w", "F32", "[5]", "[0,20]") + "}", "`w`|[0, 20]|16 bytes|beyond");
        row("backwards", "{" + tensor("w", "F32", "[4]", "[16,0]") + "}", "`w`|[16, 0]|backwards");
        row("overlap", "{" + a + "," + tensor("w", "F32", "[3]", "[4,16]") + "}", "`w`|[4, 16]|overlap|`a`|8");
        row("hole", "{" + a + "," + tensor("w", "F32", "[1]", "[12,16]") + "}", "`w`|hole|8 to 12");
        row("hole before the first", "{" + tensor("w", "F32", "[3]", "[4,16]") + "}", "`w`|hole|0 to 4");
        row("left over", "{" + a + "}", "8 bytes are left over");
        row("nothing described", "{}", "16 bytes are left over");
        row("shape too small", "{" + tensor("w", "F32", "[3]", "[0,16]") + "}", "`w`|[3] of F32|12 bytes|span 16");
        row("shape overflows", "{" + tensor("w", "F32", "[4294967296,4294967296]", "[0,16]") + "}",
            "`w`|4294967296|larger");
        row("bytes overflow", "{" + tensor("w", "F64", "[4611686018427387904]", "[0,16]") + "}",
            "`w`|4611686018427387904|larger");
        row("negative extent", "{" + tensor("w", "F32", "[-4]", "[0,16]") + "}", "`w`|shape|-4");
        row("fractional extent", "{" + tensor("w", "F32", "[4.0]", "[0,16]") + "}", "`w`|shape|4.0");
        row("extent beyond 64 bits", "{" + tensor("w", "F32", "[36893488147419103232]", "[0,16]") + "}",
            "`w`|shape|36893488147419103232");
        row("extent beyond int64", "{" + tensor("w", "F32", "[9223372036854775808]", "[0,16]") + "}",
            "`w`|shape|9223372036854775808");
        row("one offset", "{" + tensor("w", "F32", "[4]", "[0]") + "}", "`w`|data_offsets|1");
        row("three offsets", "{" + tensor("w", "F32", "[4]", "[0,8,16]") + "}", "`w`|data_offsets");
        row("unknown type", "{" + tensor("w", "Q4_X", "[4]", "[0,16]") + "}", "`w`|Q4_X");
        row("no type", R"({"w":{"shape":[4],"data_offsets":[0,16]}})", "`w`|dtype");
        row("no shape", R"({"w":{"dtype":"F32","data_offsets":[0,16]}})", "`w`|shape");
        row("no offsets", R"({"w":{"dtype":"F32","shape":[4]}})", "`w`|data_offsets");
        row("type is a number", R"({"w":{"dtype":4,"shape":[4],"data_offsets":[0,16]}})", "`w`|dtype|4");
        row("shape is a text", R"({"w":{"dtype":"F32","shape":"4","data_offsets":[0,16]}})", "`w`|shape|\"4\"");
        row("nested shape", R"({"w":{"dtype":"F32","shape":[[4]],"data_offsets":[0,16]}})", "`w`|shape|list");
        row("too many axes", R"({"w":{"shape":[1)" + QByteArray(",1").repeated(64).toStdString() + "]}}",
            "`w`|64 axes");
        row("tensor is a number", R"({"w":16})", "`w`|16");
        row("tensor is a list", R"({"w":[16]})", "`w`|list");
        row("name twice", "{" + a + "," + tensor("a", "F32", "[2]", "[8,16]") + "}", "`a`|twice");
        row("metadata twice", R"({"__metadata__":{},"__metadata__":{}})", "__metadata__|twice");
        row("key twice in metadata", R"({"__metadata__":{"k":"1","k":"2"}})", "\"k\"|twice|__metadata__");
        row("field twice", R"({"w":{"dtype":"F32","dtype":"F32","shape":[4],"data_offsets":[0,16]}})",
            "`w`|dtype|twice");
        row("not JSON", "{not json", "not valid JSON");
        row("JSON cut off", R"({"w":{"dtype":"F32")", "not valid JSON");
        row("text after it", "{" + a + "}x", "not valid JSON");
        row("not UTF-8", "{\"w\xff\":{}}", "not valid JSON|UTF-8");
        row("deep", "{\"__metadata__\":{\"k\":" + std::string(100'000, '[') + "}}", "nested");
        row("deep in an unknown field", R"({"w":{"x":)" + std::string(100'000, '[') + "}}", "nested");
        row("half a byte", "{" + tensor("w", "F4", "[33]", "[0,16]") + "}", "`w`|132 bits");
    }

    void refusesEachDefectByNameAndNumber()
    {
        QFETCH(QByteArray, header);
        QFETCH(QByteArray, message);
        const auto file = open(test::safetensors(header.toStdString(), std::string(16, '\0')));
        QVERIFY(!file);
        QVERIFY(file.error().code == ErrorCode::Format || file.error().code == ErrorCode::Unsupported);
        const std::string text = describe(file.error());
        for (const QByteArray& part : message.split('|'))
            QVERIFY2(text.contains(part.toStdString()), (text + "\nlacks " + part.toStdString()).c_str());
        QVERIFY(text.contains("model.safetensors") && text.size() < 2000);
        QVERIFY(!file.error().hint.empty());
    }

    void theHeaderHasALimit()
    {
        const auto huge = open(test::little(1ull << 60, 8) + "{\"a\":1}");
        QVERIFY(describe(huge.error()).contains("1152921504606846976"));
        QVERIFY(describe(huge.error()).contains("100 MB"));
        const auto above = open(test::little(100'000'001, 8) + "{\"a\":1}");
        QVERIFY(describe(above.error()).contains("limit"));
        const auto below = open(test::little(100'000'000, 8) + "{\"a\":1}");
        QVERIFY(describe(below.error()).contains("100000000") && describe(below.error()).contains("truncated"));
        const auto wraps = open(test::little(~0ull, 8) + "{\"a\":1}");
        QVERIFY(describe(wraps.error()).contains("limit"));
    }

    void listedTypesAreNotRead()
    {
        const std::string header = "{" + tensor("w", "F4", "[2,4]", "[0,4]") + ","
            + tensor("x", "F6_E2M3", "[4]", "[4,7]") + "," + tensor("y", "C64", "[1]", "[7,15]") + ","
            + tensor("z", "U8", "[1]", "[15,16]") + "}";
        const auto file = open(test::safetensors(header, std::string(15, '\0') + "\x05"));
        QVERIFY2(file, file ? "" : describe(file.error()).c_str());
        QCOMPARE((*file)->tensors()[0].dtype, std::string("F4"));
        QVERIFY(!(*file)->tensors()[0].readable);
        const auto data = (*file)->read(0);
        QVERIFY(data.error().code == ErrorCode::Unsupported);
        QVERIFY(describe(data.error()).contains("`w`") && describe(data.error()).contains("F4"));
        QCOMPARE(test::doubles(**file, 3), (std::vector<double>{5}));
    }

    void aFileCutAtAnyByteIsRefused()
    {
        const std::string whole = test::smallSafetensors("wpe.weight");
        QVERIFY(open(whole));
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto file = open(whole.substr(0, size));
            QVERIFY2(!file, std::to_string(size).c_str());
            QVERIFY(describe(file.error()).size() > 20);
        }
    }

    void anyByteOfTheHeaderMayBeWrong()
    {
        const std::string whole = test::smallSafetensors("wpe.weight");
        for (std::size_t at = 0; at + 24 < whole.size(); ++at) {
            for (const char wrong : {'\0', '\xff', '"', '9', '[', '-'}) {
                std::string bytes = whole;
                bytes[at] = wrong;
                const auto file = open(bytes);
                if (file && !(*file)->tensors().empty())
                    QVERIFY((*file)->read(0) || (*file)->tensors()[0].dtype != "F32");
            }
        }
    }

    void onlyTheHeaderOfALargeFileIsRead()
    {
        constexpr std::uint64_t kBig = 10'000'000'000;
        const std::string header = "{" + tensor("big", "U8", "[10000000000]", "[0,10000000000]") + ","
            + tensor("wpe", "F32", "[1]", "[10000000000,10000000004]") + "}";
        const fs::path path = folder() / "sparse.safetensors";
        test::writeFile(path, test::safetensors(header, ""));
        const std::uint64_t begin = fs::file_size(path);
        fs::resize_file(path, begin + kBig);
        std::ofstream(path, std::ios::binary | std::ios::app) << test::floats({0.5f});
        QElapsedTimer timer;
        timer.start();
        const long long before = bytesRead();
        const auto file = openContainer(path);
        QVERIFY2(file, file ? "" : describe(file.error()).c_str());
        QCOMPARE(test::doubles(**file, 1), (std::vector<double>{0.5}));
        QVERIFY2(timer.elapsed() < 500, std::to_string(timer.elapsed()).c_str());
        QVERIFY(bytesRead() - before < 20'000);
        fs::remove(path);
    }

    void aFileThatChangesWhileOpenIsNoticed()
    {
        const std::string whole = test::smallSafetensors("wpe");
        const auto cut = open(whole);
        fs::resize_file(m_file, whole.size() - 4);
        QVERIFY((*cut)->read(0).error().code == ErrorCode::Io);
        QVERIFY(describe((*cut)->read(0).error()).contains(std::to_string(whole.size())));

        const auto rewritten = open(whole);
        fs::last_write_time(m_file, fs::last_write_time(m_file) + std::chrono::seconds(5));
        QVERIFY((*rewritten)->read(0).error().code == ErrorCode::Io);
        QVERIFY(describe((*rewritten)->read(0).error()).contains("changed"));
    }

    void aFileReplacedUnderItsNameKeepsItsContent()
    {
        const auto file = open(test::smallSafetensors("wpe"));
        test::writeFile(folder() / "new", "something else");
        fs::rename(folder() / "new", m_file);
        QCOMPARE(test::doubles(**file), (std::vector<double>{0, 1, 2, 3, 4, 5}));
    }

    void severalThreadsMayRead()
    {
        std::vector<float> values(1'000'000);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i);
        const auto file = open(test::safetensors("{" + tensor("a", "F32", "[500000]", "[0,2000000]") + ","
                                                     + tensor("b", "F32", "[500000]", "[2000000,4000000]") + "}",
                                                 test::floats(values)));
        std::atomic<int> good = 0;
        {
            std::vector<std::jthread> threads;
            for (std::size_t t = 0; t < 4; ++t) {
                threads.emplace_back([&, t] {
                    const auto data = test::doubles(**file, t % 2);
                    good += data.size() == 500'000 && data.back() == (t % 2 == 0 ? 499'999 : 999'999) ? 1 : 0;
                });
            }
        }
        QCOMPARE(good.load(), 4);
    }

    void thePathMayNotBeAFile()
    {
        QVERIFY(openContainer(folder() / "missing.safetensors").error().code == ErrorCode::Io);
        QVERIFY(describe(openContainer(folder() / "missing.safetensors").error()).contains("missing.safetensors"));
        QVERIFY(describe(openContainer(folder()).error()).contains("folder"));
        QVERIFY(openContainer("/dev/zero").error().code == ErrorCode::Io);
        QVERIFY(describe(open("").error()).contains("0 bytes"));
    }

private:
    [[nodiscard]] fs::path folder() const { return m_dir.path().toStdString(); }

    Result<std::unique_ptr<Container>> open(const std::string& bytes)
    {
        m_file = folder() / "model.safetensors";
        fs::remove(m_file);
        test::writeFile(m_file, bytes);
        return openContainer(m_file);
    }

    QTemporaryDir m_dir;
    fs::path m_file;
};

QTEST_APPLESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
