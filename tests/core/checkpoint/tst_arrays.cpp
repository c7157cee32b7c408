// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/container.h"

#include "test_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <cmath>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;

namespace {

using Values = std::vector<double>;

std::string bigEndian(std::string bytes, std::size_t itemSize)
{
    for (std::size_t at = 0; at < bytes.size(); at += itemSize)
        std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                     bytes.begin() + static_cast<std::ptrdiff_t>(at + itemSize));
    return bytes;
}

} // namespace

class TestArrays : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void npyOfEveryVersionOrderAndType_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<QList<int>>("shape");
        const auto row = [](const char* title, const std::string& bytes, const char* dtype, const QList<int>& shape) {
            QTest::newRow(title) << QByteArray::fromStdString(bytes) << QString::fromLatin1(dtype) << shape;
        };
        const std::string f4 = test::floats({0, 1, 2, 3, 4, 5});
        row("version 1", test::npy(test::npyDict("<f4", "(2, 3)"), f4), "F32", {2, 3});
        row("version 2", test::npy(test::npyDict("<f4", "(3, 2)"), f4, 2), "F32", {3, 2});
        row("version 3", test::npy(test::npyDict("<f4", "(6,)"), f4, 3), "F32", {6});
        row("big-endian", test::npy(test::npyDict(">f4", "(2, 3)"), bigEndian(f4, 4)), "F32", {2, 3});
        // column by column: (0 3) (1 4) (2 5)
        row("Fortran order", test::npy(test::npyDict("<f4", "(2, 3)", true), test::floats({0, 3, 1, 4, 2, 5})), "F32",
            {2, 3});
        row("big-endian in Fortran order",
            test::npy(test::npyDict(">f4", "(2, 3)", true), bigEndian(test::floats({0, 3, 1, 4, 2, 5}), 4)), "F32",
            {2, 3});
        row("Fortran order of one axis", test::npy(test::npyDict("<f4", "(6,)", true), f4), "F32", {6});
        row("Fortran order with axes of 1", test::npy(test::npyDict("<f4", "(1, 6, 1)", true), f4), "F32", {1, 6, 1});
        row("native mark", test::npy(test::npyDict("=f4", "(2, 3)"), f4), "F32", {2, 3});
        row("other quotes, other order", test::npy("{\"shape\":(2,3),\"descr\":\"<f4\",\"fortran_order\":False}", f4),
            "F32", {2, 3});
        row("long integers of Python 2", test::npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 3L), }", f4),
            "F32", {2, 3});
        row("half",
            test::npy(test::npyDict("<f2", "(2, 3)"),
                      std::string("\x00\x00\x00\x3c\x00\x40\x00\x42\x00\x44\x00\x45", 12)),
            "F16", {2, 3});
        row("big-endian int16", test::npy(test::npyDict(">i2", "(2, 3)"), std::string("\0\0\0\1\0\2\0\3\0\4\0\5", 12)),
            "I16", {2, 3});
        row("uint8", test::npy(test::npyDict("|u1", "(2, 3)"), std::string("\0\1\2\3\4\5", 6)), "U8", {2, 3});
    }

    void npyOfEveryVersionOrderAndType()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, dtype);
        QFETCH(QList<int>, shape);
        const auto file = open("pe.v1.npy", bytes.toStdString());
        QVERIFY2(file, file ? "" : describe(file.error()).c_str());
        QCOMPARE(std::string((*file)->format()), std::string("npy"));
        const TensorInfo& info = (*file)->tensors().at(0);
        QCOMPARE(info.name, std::string("pe.v1"));
        QCOMPARE(info.dtype, dtype.toStdString());
        QCOMPARE(info.shape, std::vector<std::int64_t>(shape.begin(), shape.end()));
        QCOMPARE(test::doubles(**file), (Values{0, 1, 2, 3, 4, 5}));
        QVERIFY((*file)->warnings().empty());
    }

    void fortranOrderOfThreeAxes()
    {
        // a[i, j, k] = 100 i + 10 j + k, written with i fastest
        std::vector<float> data;
        Values expected;
        for (int k = 0; k < 4; ++k)
            for (int j = 0; j < 3; ++j)
                for (int i = 0; i < 2; ++i)
                    data.push_back(static_cast<float>(100 * i + 10 * j + k));
        for (int i = 0; i < 2; ++i)
            for (int j = 0; j < 3; ++j)
                for (int k = 0; k < 4; ++k)
                    expected.push_back(100 * i + 10 * j + k);
        const auto file = open("a.npy", test::npy(test::npyDict("<f4", "(2, 3, 4)", true), test::floats(data)));
        QCOMPARE(test::doubles(**file), expected);
    }

    void smallShapes()
    {
        const auto scalar = open("a.npy", test::npy(test::npyDict("<f4", "()"), test::floats({7})));
        QVERIFY((*scalar)->tensors()[0].shape.empty());
        QCOMPARE(test::doubles(**scalar), (Values{7}));
        const auto empty = open("a.npy", test::npy(test::npyDict("<f4", "(0, 8)", true), ""));
        QCOMPARE((*empty)->tensors()[0].shape, (std::vector<std::int64_t>{0, 8}));
        QVERIFY((*empty)->read(0)->bytes.empty());
        const auto more = open("a.npy", test::npy(test::npyDict("<f4", "(1,)"), test::floats({7, 8})));
        QCOMPARE(test::doubles(**more), (Values{7}));
        QVERIFY((*more)->warnings().at(0).contains("4 bytes"));
    }

    void badNpyFilesAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* title, const std::string& bytes, const char* message) {
            QTest::newRow(title) << QByteArray::fromStdString(bytes) << QByteArray(message);
        };
        const std::string data(64, '\0');
        const auto typed = [&](const char* descr) { return test::npy(test::npyDict(descr, "(2,)"), data); };
        const auto dict = [&](const std::string& text) { return test::npy(text, data); };
        row("objects", typed("|O"), "|O,pickle");
        row("complex", typed("<c8"), "complex,<c8");
        row("text", typed("<U3"), "text,<U3");
        row("dates", typed("<M8[ns]"), "dates,<M8");
        row("bfloat16 as raw bytes", typed("<V2"), "raw bytes,<V2");
        row("long double", typed("<f16"), "<f16");
        row("structured",
            dict("{'descr': [('x', '<f4'), ('y', '<f4', (2,))], 'fortran_order': False, 'shape': (2,), }"),
            "structured,'x'");
        row("too short", test::npy(test::npyDict("<f4", "(100, 6)"), data),
            "[100; 6],2400 bytes,64 are there,truncated");
        row("overflow", test::npy(test::npyDict("<f8", "(4294967296, 4294967296)"), data), "4294967296,larger");
        row("byte overflow", test::npy(test::npyDict("<f8", "(4611686018427387904,)"), data), "larger");
        row("negative", test::npy(test::npyDict("<f4", "(-2,)"), data), "axis length");
        row("extent beyond 64 bits", test::npy(test::npyDict("<f4", "(99999999999999999999,)"), data), "axis length");
        row("code in the header",
            dict("{'descr': __import__('os').system('x'), 'fortran_order': False, 'shape': (2,)}"), "damaged");
        row("code after the header", dict(test::npyDict("<f4", "(2,)") + " + 1"), "damaged");
        row("no shape", dict("{'descr': '<f4', 'fortran_order': False}"), "shape");
        row("unknown key", dict("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'x': 1}"), "'x'");
        row("key twice", dict("{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,)}"), "'descr'");
        row("no dict", dict("[]"), "damaged");
        row("structured type without an end", dict("{'descr': [('x', '<f4'"), "damaged");
        row("version 9", test::npy(test::npyDict("<f4", "(2,)"), data, 9), "version 9");
        row("header of 4 GB", std::string("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12) + data, "4294967295,limit");
    }

    void badNpyFilesAreRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, message);
        const auto file = open("pe.npy", bytes.toStdString());
        QVERIFY(!file);
        verifyNames(file.error(), message);
    }

    void anNpyFileCutAtAnyByteIsRefused()
    {
        const std::string whole = test::npy(test::npyDict("<f4", "(2, 3)"), test::floats({0, 1, 2, 3, 4, 5}));
        QVERIFY(open("a.npy", whole));
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY2(!open("a.npy", whole.substr(0, size)), std::to_string(size).c_str());
    }

    void npzMembersStoredAndDeflated()
    {
        const std::string table = test::npy(test::npyDict("<f4", "(2, 3)"), test::floats({0, 1, 2, 3, 4, 5}));
        const std::string objects = test::npy(test::npyDict("|O", "(1,)"), "\x80\x02");
        const auto file =
            open("a.npz",
                 test::zip({test::storedMember("pos embed 位置.npy", table), test::storedMember("readme.txt", "hi"),
                            test::deflatedMember("b.npy", table), test::deflatedMember("o.npy", objects)}));
        QVERIFY2(file, file ? "" : describe(file.error()).c_str());
        QCOMPARE(std::string((*file)->format()), std::string("npz"));
        QCOMPARE((*file)->tensors().size(), std::size_t{3});
        QCOMPARE((*file)->tensors()[0].name, std::string("pos embed 位置"));
        QCOMPARE(test::doubles(**file, 0), (Values{0, 1, 2, 3, 4, 5}));
        QCOMPARE(test::doubles(**file, 1), (Values{0, 1, 2, 3, 4, 5}));
        QCOMPARE((*file)->tensors()[2].dtype, std::string("|O"));
        verifyNames((*file)->read(2).error(), "`o`,|O,pickle,a.npz");
        QVERIFY((*file)->warnings().at(0).contains("readme.txt"));
    }

    void npzMembersThatLieAreRefused_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* title, const std::vector<test::Member>& members, const char* message) {
            QTest::newRow(title) << QByteArray::fromStdString(test::zip(members)) << QByteArray(message);
        };
        const std::string table = test::npy(test::npyDict("<f4", "(2, 3)"), test::floats({0, 1, 2, 3, 4, 5}));
        const std::string huge = test::npy(test::npyDict("<f4", "(500000000,)"), test::floats({0, 1}));
        test::Member member = test::deflatedMember("pe.npy", huge);
        member.claimedSize = 2'000'000'000 + static_cast<std::uint32_t>(huge.size() - 8);
        row("claims two gigabytes", {member}, "`pe`,at most,2000000");
        member = test::deflatedMember("pe.npy", test::npy(test::npyDict("<f4", "(20000,)"), test::floats({0, 1})));
        member.claimedSize = 80'000 + static_cast<std::uint32_t>(member.stored.size() - 5 - 8);
        row("inflates to less than it claims", {member}, "`pe`,truncated,80000 bytes,8 are there");
        row("shape smaller than the member", {test::deflatedMember("pe.npy", table + "more")}, "`pe`,[2; 3],24 bytes");
        row("shape larger than the member", {test::storedMember("pe.npy", table.substr(0, table.size() - 1))},
            "`pe`,24 bytes");
        member = test::storedMember("pe.npy", table);
        member.crc ^= 1;
        row("wrong checksum", {member}, "`pe`,CRC");
        member = test::deflatedMember("pe.npy", table);
        member.stored[0] = '\x07';
        row("no deflate stream", {member}, "`pe`");
        member = test::storedMember("pe.npy", table);
        member.method = 12;
        row("another compression", {member}, "`pe`,method 12");
        row("not an array inside", {test::storedMember("pe.npy", "hello, this is no array")}, "`pe`,NUMPY");
        row("one name twice", {test::storedMember("pe.npy", table), test::storedMember("pe.npy", table)}, "`pe`,twice");
    }

    void npzMembersThatLieAreRefused()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, message);
        const auto file = open("a.npz", bytes.toStdString());
        if (!file)
            return verifyNames(file.error(), message);
        const auto data = (*file)->read(0);
        QVERIFY(!data);
        verifyNames(data.error(), message);
    }

    void anNpzFileCutAtAnyByteIsRefused()
    {
        const std::string whole =
            test::zip({test::deflatedMember("a.npy", test::npy(test::npyDict("<f4", "(1,)"), test::floats({1})))});
        QVERIFY(open("a.npz", whole));
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY2(!open("a.npz", whole.substr(0, size)), std::to_string(size).c_str());
    }

    void tablesAsText_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("notices");
        const auto row = [](const char* title, const char* text, int notices = 0) {
            QTest::newRow(title) << QByteArray(text) << notices;
        };
        row("commas", "1,2,3\n4,5,-6.5\n");
        row("no line end", "1,2,3\n4,5,-6.5");
        row("blanks around", " 1, 2 ,3\n 4,5 , -6.5 \n\n");
        row("CRLF and BOM",
            "\xEF\xBB\xBF"
            "1,2,3\r\n4,5,-6.5\r\n");
        row("semicolons with decimal commas", "1,0;2;3\n4;5;-6,5\n");
        row("semicolons with points", "1;2;3\n4;5;-6.5\n");
        row("tabs", "1\t2\t3\n4\t5\t-6.5\n");
        row("tabs with decimal commas", "1\t2\t3\n4\t5\t-6,5\n");
        row("blanks", "1 2 3\n4 5 -6.5\n");
        row("columns of blanks", "  1   2    3\n  4   5   -6.5  \n");
        row("as numpy.savetxt writes", "# made by hand\n1.000e+00 2.0E0 3\n4 5 -6.500000000000000000e+00\n");
        row("header", "dim0,dim1,dim2\n1,2,3\n4,5,-6.5\n");
        row("header with a comma in quotes", "\"a,b\",\"c\",d\n1,2,3\n4,5,-6.5\n");
        row("blank lines and comments between", "a,b,c\n\n1,2,3\n# half\n4,5,-6.5\n\n");
        row("a separator at the end of every line", "1,2,3,\n4,5,-6.5,\n");
        row("header and a separator at the end", "a;b;c;\n1;2;3;\n4;5;-6,5;\n");
        row("quoted numbers", "\"1\",\"2\",\"3\"\n\"4\",\"5\",\"-6.5\"\n");
        row("data frame", ",a,b,c\n0,1,2,3\n1,4,5,-6.5\n", 1);
        row("data frame without names", ",0,1,2\n0,1,2,3\n1,4,5,-6.5\n", 1);
        row("data frame read back and written again", "Unnamed: 0,a,b,c\n0,1,2,3\n1,4,5,-6.5\n", 1);
        row("data frame with names of the rows", ",a,b,c\np0,1,2,3\np1,4,5,-6.5\n", 1);
        row("write.csv of R", "\"\",\"V1\",\"V2\",\"V3\"\n\"1\",1,2,3\n\"2\",4,5,-6.5\n", 1);
        row("write.table of R", "\"V1\" \"V2\" \"V3\"\n\"1\" 1 2 3\n\"2\" 4 5 -6.5\n", 1);
        row("names that count the columns", "0,1,2\n1,2,3.0\n4,5,-6.5\n", 1);
    }

    void tablesAsText()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, notices);
        const auto file = open("table.csv", text.toStdString());
        QVERIFY2(file, file ? "" : describe(file.error()).c_str());
        QCOMPARE(std::string((*file)->format()), std::string("csv"));
        const TensorInfo& info = (*file)->tensors().at(0);
        QCOMPARE(info.shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(info.dtype, std::string("F64"));
        QCOMPARE(info.name, std::string("table"));
        QCOMPARE(test::doubles(**file), (Values{1, 2, 3, 4, 5, -6.5}));
        QCOMPARE(static_cast<int>((*file)->warnings().size()), notices);
        for (const std::string& warning : (*file)->warnings())
            QVERIFY(warning.starts_with("table.csv: the first "));
    }

    void textKeepsEveryDigitAndOddValue()
    {
        const auto file = open("a.csv", "0.1,0.30000000000000004,1e-320\nnan,-inf,1.7976931348623157e308\n");
        const Values values = test::doubles(**file);
        QCOMPARE(values[0], 0.1);
        QCOMPARE(values[1], 0.1 + 0.2);
        QCOMPARE(values[2], 1e-320);
        QVERIFY(std::isnan(values[3]) && std::isinf(values[4]));
        QCOMPARE(values[5], std::numeric_limits<double>::max());
    }

    void firstRowsThatCountAreKeptWhereNothingSaysNames()
    {
        // a sinusoid of two dimensions begins with 0, 1; a table of integers may begin with 0, 1, 2
        QCOMPARE((*open("a.csv", "0,1\n0.5,0.8\n"))->tensors()[0].shape, (std::vector<std::int64_t>{2, 2}));
        QCOMPARE((*open("a.csv", "0,1,2\n3,4,5\n"))->tensors()[0].shape, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE((*open("a.csv", "7\n"))->tensors()[0].shape, (std::vector<std::int64_t>{1, 1}));
        QCOMPARE((*open("a.csv", "x\n7\n8\n"))->tensors()[0].shape, (std::vector<std::int64_t>{2, 1}));
    }

    void aTableMayBeLongerThanABlock()
    {
        std::string text = "a,b\n";
        for (int i = 0; i < 200'000; ++i)
            text += std::to_string(i) + "," + std::to_string(-i) + (i % 2 == 0 ? "\n" : "\r\n");
        const auto file = open("a.csv", text);
        const Values values = test::doubles(**file);
        QCOMPARE(values.size(), std::size_t{400'000});
        for (std::size_t i = 0; i < 200'000; ++i)
            QVERIFY(values[2 * i] == static_cast<double>(i) && values[2 * i + 1] == -static_cast<double>(i));
    }

    void badTextIsExplained_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* title, const char* text, const char* message) {
            QTest::newRow(title) << QByteArray(text) << QByteArray(message);
        };
        row("a value missing", "1,2\n3,4\n\n5\n", "line 4: 1 values instead of 2");
        row("one too many", "a,b\n1,2\n3,4,5\n", "line 3: 3 values instead of 2");
        row("header of another width", "a,b,c,d\n1,2\n", "line 2: 2 values instead of 4");
        row("numbers of another width above", "1,2\n3,4,5\n6,7,8\n", "line 1 has 2 values,line 2 has 3");
        row("counting to another width", "# x\n0,1,2\n0.5,0.8,0.1,0.2\n", "line 2 has 3 values,line 3 has 4");
        row("counting further", "0,1,2,3\n0.5,0.8,0.1\n", "line 1 has 4 values,line 2 has 3");
        row("a word", "1,2\n3,four\n", "line 2: value 2 is `four`");
        row("an empty cell", "1,2\n3,\n", "line 2: value 2 is missing");
        row("thousands", "1;2\n1.234,5;2\n", "line 2: value 1 is `1.234,5`");
        row("prose", "Dear reader,\nthis is a letter.\n", "no table,line 2");
        row("one line of prose", "hello\n", "no table,`hello`");
        row("only blanks", " \n\n  \n", "no line of numbers");
        row("only an index", ",\n", "no table");
        row("a script", "#!/bin/sh\nset -e\necho 1\n", "no table");
    }

    void badTextIsExplained()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, message);
        const auto file = open("a.csv", text.toStdString());
        QVERIFY(!file);
        QVERIFY(file.error().code == ErrorCode::Format);
        verifyNames(file.error(), message);
    }

    void formatsNotReadAreNamed_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* title, const std::string& bytes, const char* message) {
            QTest::newRow(title) << QByteArray::fromStdString(bytes) << QByteArray(message);
        };
        const std::string zeros(600, '\0');
        row("HDF5", "\x89HDF\r\n\x1a\n" + zeros, "HDF5,transformers 4.57");
        row("Flax",
            "\x82\xaa"
            "embeddings\x81"
                + zeros,
            "Flax,transformers 4.57");
        row("index of a TensorFlow checkpoint", zeros + "\x57\xfb\x80\x8b\x24\x75\x47\xdb", "TensorFlow checkpoint");
        row("pickle", "\x80\x04\x95" + zeros, "pickle");
        row("Keras", test::zip({test::storedMember("config.json", "{}"), test::storedMember("model.weights.h5", "x")}),
            "Keras");
        row("other zip", test::zip({test::storedMember("hello.txt", "hi")}), "zip archive,hello.txt");
        row("empty zip", test::zip({}), "zip archive");
        row("ONNX", std::string("\x08\x08\x12\x07pytorch", 11) + zeros, "ONNX");
        row("TensorFlow Lite", std::string("\x1c\0\0\0TFL3", 8) + zeros, "TensorFlow Lite");
        row("LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:ab\nsize 440449768\n",
            "Git LFS pointer,not downloaded,git lfs pull");
        row("HTML", "\n<!DOCTYPE html><html><body>404</body></html>", "HTML");
        row("XML", "<?xml version=\"1.0\"?><Error><Code>AccessDenied</Code></Error>", "XML");
        row("JSON", "{\"model_type\": \"bert\"}", "JSON");
        row("gzip", "\x1f\x8b\x08" + zeros, "gzip,Unpack");
        row("UTF-16",
            std::string("\xff\xfe"
                        "1\0,\0002\0",
                        8),
            "UTF-16,UTF-8");
    }

    void formatsNotReadAreNamed()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, message);
        // the name says nothing: content decides
        for (const char* name : {"pytorch_model.bin", "model.safetensors", "table.csv"}) {
            const auto file = open(name, bytes.toStdString());
            QVERIFY(!file);
            QVERIFY(file.error().code == ErrorCode::Unsupported);
            QVERIFY(!file.error().hint.empty());
            verifyNames(file.error(), message);
        }
    }

    void contentDecidesNotTheName()
    {
        QCOMPARE(std::string((*open("pytorch_model.bin", test::smallSafetensors("w")))->format()),
                 std::string("safetensors"));
        QCOMPARE(std::string((*open("x.safetensors", "1,2\n3,4\n5,6\n"))->format()), std::string("csv"));
        QCOMPARE(std::string((*open("x.csv", test::npy(test::npyDict("<f4", "()"), test::floats({1}))))->format()),
                 std::string("npy"));
        const auto noise = open("noise.bin", std::string("\x9f\x01\x02\x03", 4) + std::string(100, '\x05'));
        QVERIFY(noise.error().code == ErrorCode::Format);
        verifyNames(noise.error(), "noise.bin,104 bytes,9f 01 02 03");
    }

private:
    /// Every part of `parts` (separated by commas; ';' stands for one) is in the message.
    static void verifyNames(const Error& error, const QByteArray& parts)
    {
        const std::string text = describe(error);
        for (QByteArray part : parts.split(',')) {
            part.replace(';', ',');
            QVERIFY2(text.contains(part.toStdString()), (text + "\nlacks " + part.toStdString()).c_str());
        }
        QVERIFY(text.size() < 1200);
    }

    Result<std::unique_ptr<Container>> open(const std::string& name, const std::string& bytes)
    {
        const fs::path file = fs::path(m_dir.path().toStdString()) / name;
        fs::remove(file);
        test::writeFile(file, bytes);
        return openContainer(file);
    }

    QTemporaryDir m_dir;
};

QTEST_APPLESS_MAIN(TestArrays)
#include "tst_arrays.moc"
