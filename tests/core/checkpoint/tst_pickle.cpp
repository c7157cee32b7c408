// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle.h"
#include "core/checkpoint/pickle_calls.h"

#include "torch_test_files.h"

#include <QTest>

using namespace pescope;
using namespace pescope::checkpoint;
using pickle::Document;
using pickle::readPickle;

namespace {

/// Python's own pickles of the same values, made with
/// python3 -c 'import pickle; print(pickle.dumps({"a": [1, -2, 70000, 2**40, 1.5, None, True], "b": (b"x", "é")}, P))'
const std::string kPlain2(
    "\x80\x02}q\x00(X\x01\x00\x00\x00"
    "aq\x01]q\x02(K\x01J\xfe\xff\xff\xffJp\x11\x01\x00\x8a\x06\x00\x00\x00\x00\x00\x01G?\xf8\x00\x00\x00\x00\x00\x00N"
    "\x88"
    "eX\x01\x00\x00\x00"
    "bq\x03"
    "c_codecs\nencode\nq\x04X\x01\x00\x00\x00xq\x05X\x06\x00\x00\x00latin1q\x06\x86q\x07Rq\x08X\x02\x00\x00\x00\xc3\xa9"
    "q\t\x86q\nu.",
    117);
const std::string kPlain4(
    "\x80\x04\x95;\x00\x00\x00\x00\x00\x00\x00}\x94(\x8c\x01"
    "a\x94]\x94(K\x01J\xfe\xff\xff\xffJp\x11\x01\x00\x8a\x06\x00\x00\x00\x00\x00\x01G?\xf8\x00\x00\x00\x00\x00\x00N\x88"
    "e\x8c\x01"
    "b\x94"
    "C\x01x\x94\x8c\x02\xc3\xa9\x94\x86\x94u.",
    70);

Result<pickle::Pickle> read(const std::string& bytes)
{
    return readPickle(bytes).pickle;
}

std::string messageOf(const std::string& value)
{
    const auto result = read(test::pickled(value));
    return result ? std::string() : describe(result.error());
}

} // namespace

class TestPickle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plainValues_data()
    {
        QTest::addColumn<bool>("isNew");
        QTest::newRow("protocol 2") << false;
        QTest::newRow("protocol 4") << true;
    }

    void plainValues()
    {
        QFETCH(bool, isNew);
        const std::string& bytes = isNew ? kPlain4 : kPlain2;
        const auto pickle = read(bytes);
        QVERIFY2(pickle, pickle ? "" : describe(pickle.error()).c_str());
        QCOMPARE(pickle->length, bytes.size());
        const Document& document = pickle->document;
        const auto* dict = document.find<pickle::Dict>(document.root);
        QVERIFY(dict && dict->items.size() == 2);
        QCOMPARE(*document.text(dict->items[0].first), std::string_view("a"));
        const pickle::Sequence* list = document.sequence(dict->items[0].second);
        QCOMPARE(list->items.size(), std::size_t{7});
        const std::int64_t integers[] = {1, -2, 70000, std::int64_t{1} << 40};
        for (std::size_t i = 0; i < 4; ++i)
            QCOMPARE(*document.integer(list->items[i]), integers[i]);
        QCOMPARE(*document.find<double>(list->items[4]), 1.5);
        QVERIFY(document.find<pickle::None>(list->items[5]) != nullptr);
        QVERIFY(*document.find<bool>(list->items[6]));
        const pickle::Sequence* tuple = document.tuple(dict->items[1].second);
        QCOMPARE(*document.text(tuple->items[0]), std::string_view("x"));
        QCOMPARE(*document.text(tuple->items[1]), std::string_view("é"));
    }

    void everyCutIsAnError()
    {
        for (const std::string* whole : {&kPlain2, &kPlain4})
            for (std::size_t length = 0; length < whole->size(); ++length) {
                const auto reading = readPickle(std::string_view(*whole).substr(0, length));
                QVERIFY2(!reading.pickle && reading.endedEarly, std::to_string(length).c_str());
            }
    }

    void tensorsAreRecords()
    {
        const std::string bytes = test::pickled(test::pickledTensor(
            {.storage = "HalfStorage", .key = "7", .count = 100, .offset = 4, .shape = {2, 3}, .strides = {1, 2}}));
        const auto pickle = read(bytes);
        QVERIFY2(pickle, pickle ? "" : describe(pickle.error()).c_str());
        const pickle::Tensor* tensor = pickle->document.tensor(pickle->document.root);
        QVERIFY(tensor != nullptr);
        QCOMPARE(tensor->offset, std::int64_t{4});
        QVERIFY(tensor->shape == (std::vector<std::int64_t>{2, 3}));
        QVERIFY(tensor->strides == (std::vector<std::int64_t>{1, 2}));
        const pickle::Storage* storage = pickle->document.storage(tensor->storage);
        QCOMPARE(storage->dtype, std::string_view("F16"));
        QCOMPARE(storage->key, std::string_view("7"));
        QCOMPARE(storage->count, std::uint64_t{100});
    }

    void whatOtherCallsBecome_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("description");
        const auto row = [](const char* title, const std::string& value, const char* description) {
            QTest::newRow(title) << QByteArray::fromStdString(value) << QByteArray(description);
        };
        const std::string tensor = test::pickledTensor({});
        row("Parameter", test::pickledCall("torch._utils", "_rebuild_parameter", tensor + "\x88}"), "a tensor");
        row("Parameter with state",
            test::pickledCall("torch._utils", "_rebuild_parameter_with_state", tensor + "\x88}}"), "a tensor");
        row("from type",
            test::pickledCall("torch._tensor", "_rebuild_from_type_v2",
                              test::pickledName("torch._utils", "_rebuild_parameter")
                                  + test::pickledName("torch.nn.parameter", "Parameter") + "(" + tensor + "\x88}t}"),
            "a tensor");
        row("Size", test::pickledCall("torch", "Size", test::pickledTuple({2, 3})), "a tuple of 2 values");
        row("OrderedDict of Python 2",
            test::pickledCall("collections", "OrderedDict", "](](" + test::pickledText("a") + "K\x01" + "ee"),
            "a dict of 1 value");
        row("defaultdict",
            test::pickledCall("collections", "defaultdict", test::pickledName("__builtin__", "list"))
                + test::pickledText("a") + "K\x01s",
            "a dict of 1 value");
        row("set",
            test::pickledCall("__builtin__", "set",
                              "](K\x01K\x02"
                              "e"),
            "a list of 2 values");
        row("dtype", test::pickledName("torch", "float16"), "the name torch.float16");
        row("device", test::pickledCall("torch", "device", test::pickledText("cpu")), "an object of torch.device");
        row("Namespace", test::pickledCall("argparse", "Namespace", "") + "}" + test::pickledText("lr") + "K\x01sb",
            "an object of argparse.Namespace");
        row("NEWOBJ", test::pickledName("my.models", "Net") + ")\x81}b", "an object of my.models.Net");
        row("INST", "(imy.models\nNet\n", "an object of my.models.Net");
        row("OBJ", "(" + test::pickledName("my.models", "Net") + "o", "an object of my.models.Net");
        row("a class like a dict",
            test::pickledName("my.models", "Config") + ")\x81(" + test::pickledText("a") + "K\x01u",
            "an object of my.models.Config");
        row("NumPy scalar",
            test::pickledCall("numpy.core.multiarray", "scalar", test::pickledName("numpy", "dtype") + "U\x01x"),
            "an object of numpy.core.multiarray.scalar");
        row("a name that is not called", test::pickledName("os", "system"), "the name os.system");
    }

    void whatOtherCallsBecome()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, description);
        const std::string bytes = test::pickled(value.toStdString()); // the document points into it
        const auto pickle = read(bytes);
        QVERIFY2(pickle, pickle ? "" : describe(pickle.error()).c_str());
        QCOMPARE(describeValue(pickle->document, pickle->document.root), description.toStdString());
    }

    void callsAreRefusedByName_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("name");
        const auto row = [](const std::string& value, const char* name) {
            QTest::newRow(name) << QByteArray::fromStdString(value) << QByteArray(name);
        };
        const std::string command = test::pickledText("true");
        row(test::pickledCall("os", "system", command), "os.system");
        row(test::pickledCall("posix", "system", command), "posix.system (os.system)");
        row(test::pickledCall("__builtin__", "eval", command), "builtins.eval");
        row(test::pickledCall("builtins", "__import__", command), "builtins.__import__");
        row(test::pickledCall("subprocess", "Popen", command), "subprocess.Popen");
        row(test::pickledName("subprocess", "run") + ")\x81", "subprocess.run");
        row("(ios\npopen\n", "os.popen");
        row("(" + test::pickledName("shutil", "rmtree") + command + "o", "shutil.rmtree");
        row(test::pickledName("os", "path") + "}b", "os.path");
        row(test::pickledCall("torch.storage", "_load_from_bytes", "C\x01x"), "torch.storage._load_from_bytes");
        row(test::pickledCall("some.module", "function", ""), "some.module.function");
        row(test::pickledCall("some.module", "Class.method", ""), "some.module.Class.method");
        row(test::pickledCall("torch._tensor", "_rebuild_from_type_v2",
                              test::pickledName("os", "remove") + "N(" + command + "t}"),
            "os.remove");
        // the result of a call is called
        row(test::pickledCall("functools", "partial", test::pickledName("os", "abort")) + ")R", "functools.partial");
        row("\x8c\x02os\x8c\x06system\x93(" + command + "tR", "os.system");
    }

    void callsAreRefusedByName()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, name);
        const auto pickle = read(test::pickled(value.toStdString()));
        QVERIFY(!pickle);
        QVERIFY(pickle.error().code == ErrorCode::Unsupported);
        const std::string message = describe(pickle.error());
        QVERIFY2(message.contains(name.toStdString()) && message.contains("refused")
                     && message.contains("Nothing was run"),
                 message.c_str());
    }

    void damageIsNamed_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char* title, const std::string& value, const char* words) {
            QTest::newRow(title) << QByteArray::fromStdString(value) << QByteArray(words);
        };
        row("nothing", "", "0 values");
        row("two values", "NN", "2 values");
        row("open mark", "(N", "ends with");
        row("memo that is not there", "h\x05", "memo");
        row("memo slot far away", "Nr\xff\xff\xff\x7f", "slot");
        row("tuple of nothing", "\x85", "too few");
        row("values below a mark", "NN(\x86", "too few");
        row("append to a number",
            "K\x01K\x02"
            "a",
            "the number 1");
        row("append to a tuple",
            ")K\x02"
            "a",
            "a tuple");
        row("items of a list", "]NNs", "a list");
        row("odd items", "}(Nu", "too few");
        row("text opcode of protocol 0", "S'a'\n", "0x53");
        row("persistent id of protocol 0", "P0\n", "0x50");
        row("extension", "\x82\x01", "0x82");
        row("out-of-band buffer", "\x97", "0x97");
        row("attributes of a number", "K\x01}b", "the number 1");
        row("object of a text", test::pickledText("os") + ")\x81", "no class");
        row("storage of no tuple", "NQ", "where a storage belongs");
        row("unknown storage", test::pickledStorage({.storage = "MysteryStorage"}), "torch.MysteryStorage");
        row("negative count", test::pickledStorage({.count = -1}), "without a key or a size");
        row("view outside its storage",
            test::pickledStorage(
                {.view = "(" + test::pickledText("v") + test::pickledNumber(4) + test::pickledNumber(3) + "t"}),
            "outside its 6 elements");
        row("negative offset", test::pickledTensor({.offset = -1}), "the number -1");
        row("negative extent", test::pickledTensor({.shape = {-3, 2}}), "a shape");
        row("negative stride", test::pickledTensor({.strides = {-2, 1}}), "strides");
        row("strides of another rank", test::pickledTensor({.strides = {1}}), "2 strides");
        row("tensor of no storage",
            test::pickledCall("torch._utils", "_rebuild_tensor_v2",
                              "NK\x01"
                              "))"),
            "None where a storage");
        row("tensor without arguments", test::pickledCall("torch._utils", "_rebuild_tensor_v2", ""), "0 arguments");
    }

    void damageIsNamed()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, words);
        const std::string message = messageOf(value.toStdString());
        QVERIFY2(message.contains(words.toStdString()), message.c_str());
        QVERIFY2(message.contains("byte "), message.c_str());
    }

    void otherProtocolsAreNamed()
    {
        QVERIFY(describe(read(std::string("\x80\x06N.", 4)).error()).contains("protocol 6"));
    }

    void littleBytesCannotFillTheMemory()
    {
        // a dict made again and again of one long list: the copies are counted
        std::string value = "](";
        for (int i = 0; i < 100'000; ++i)
            value += "N";
        value += "eq\x01"
                 "0";
        std::string pairs = "](";
        for (int i = 0; i < 20'000; ++i)
            pairs += "NN\x86";
        pairs += "eq\x01"
                 "0";
        std::string calls = "]";
        for (int i = 0; i < 1000; ++i)
            calls += "ccollections\nOrderedDict\nh\x01\x85R"
                     "a";
        const std::string message = messageOf(pairs + calls);
        QVERIFY2(message.contains("more than 4000000 values"), message.c_str());
        const auto big = read(test::pickled(value + "N"));
        QVERIFY(big && big->document.values.size() < 200'000);
    }

    void aListMayHoldItself()
    {
        const auto pickle = read(test::pickled("]q\x01h\x01"
                                               "a"));
        QVERIFY(pickle);
        QCOMPARE(pickle->document.sequence(pickle->document.root)->items.front(), pickle->document.root);
    }
};

QTEST_APPLESS_MAIN(TestPickle)
#include "tst_pickle.moc"
