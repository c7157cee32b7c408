// SPDX-License-Identifier: GPL-3.0-or-later
// Files of torch.save: the reference's, and small ones made here from the layouts' definitions.
#include "core/checkpoint/checkpoint.h"

#include "torch_test_files.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;

namespace {

const fs::path kOracle = fs::path(PESCOPE_TEST_DATA) / "oracle";

std::vector<std::string> namesOf(const Container& container)
{
    std::vector<std::string> names;
    for (const TensorInfo& info : container.tensors())
        names.push_back(info.name);
    return names;
}

std::string all(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

} // namespace

class TestTorchFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filesOfTheReference_data()
    {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("dtype");
        QTest::addColumn<int>("count");
        QTest::newRow("bert-zip-views-bin") << "pytorch" << "F32" << 39;
        QTest::newRow("bert-legacy-nonzip-fp16-bin") << "pytorch-legacy" << "F16" << 39;
        QTest::newRow("bert-bf16-sharded-bin") << "pytorch" << "BF16" << 39;
        // 39 parameters and the buffers position_ids and token_type_ids
        QTest::newRow("torchscript-bert/model.pt") << "torchscript" << "F32" << 41;
        QTest::newRow("pickled-module-refuse/model.pt") << "pytorch" << "F32" << 41;
    }

    void filesOfTheReference()
    {
        QFETCH(QString, format);
        QFETCH(QString, dtype);
        QFETCH(int, count);
        const fs::path path = kOracle / QTest::currentDataTag();
        const auto model = Checkpoint::open(path);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(std::string(model->format()), format.toStdString());
        QVERIFY2(model->warnings().empty(), all(model->warnings()).c_str());
        QCOMPARE(model->tensors().size(), static_cast<std::size_t>(count));
        const auto at = std::ranges::find(model->tensors(), "embeddings.position_embeddings.weight", &TensorInfo::name);
        QVERIFY(at != model->tensors().end());
        QCOMPARE(at->dtype, dtype.toStdString());
        QVERIFY(at->shape == (std::vector<std::int64_t>{40, 32}));
        const auto data = model->read(static_cast<std::size_t>(at - model->tensors().begin()));
        const auto got = *tables::toDouble(data->bytes, data->dtype);
        const auto expected = openContainer((fs::is_directory(path) ? path : path.parent_path()) / "expected.npz");
        const auto want = test::doubles(**expected);
        QCOMPARE(got.size(), std::size_t{40 * 32});
        QVERIFY(got == want); // float16 and bfloat16 widen exactly
    }

    void viewsAreLaidOutInRows()
    {
        const std::string file = test::torchZip(
            test::pickledDict(
                {{"rows", test::pickledTensor({.count = 12, .shape = {3, 4}, .strides = {4, 1}})},
                 {"turned", test::pickledTensor({.count = 12, .shape = {4, 3}, .strides = {1, 4}})},
                 {"part", test::pickledTensor({.count = 12, .offset = 5, .shape = {2, 2}, .strides = {4, 2}})},
                 {"scalar", test::pickledTensor({.count = 12, .offset = 11, .shape = {}, .strides = {}})},
                 {"empty", test::pickledTensor({.count = 12, .shape = {0, 4}, .strides = {4, 1}})},
                 {"repeated", test::pickledTensor({.count = 12, .offset = 2, .shape = {3}, .strides = {0}})}}),
            {{"0", test::counting(12)}});
        const auto container = open(file);
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        const std::vector<std::vector<double>> wanted{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
                                                      {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11},
                                                      {5, 7, 9, 11},
                                                      {11},
                                                      {},
                                                      {2, 2, 2}};
        for (std::size_t i = 0; i < wanted.size(); ++i)
            QVERIFY2(test::doubles(**container, i) == wanted[i], (*container)->tensors()[i].name.c_str());
    }

    void bytesOfABigEndianMachineAreTurned()
    {
        const std::string value =
            test::pickledDict({{"w", test::pickledTensor({.count = 1, .shape = {1}, .strides = {1}})}});
        const std::string one("\x3f\x80\0\0", 4); // 1.0f
        QCOMPARE(test::doubles(**open(test::torchZip(value, {{"0", one}}, "big")))[0], 1.0);
        QVERIFY(test::doubles(**open(test::torchZip(value, {{"0", one}}, "little")))[0] != 1.0);
        QVERIFY(describe(open(test::torchZip(value, {{"0", one}}, "middle")).error()).contains("middle"));
    }

    void theFolderInTheArchiveHasAnyName()
    {
        const std::string value = test::pickledDict({{"w", test::pickledTensor({})}});
        for (const char* folder : {"", "archive/", "pytorch_model/", "a/b/", "模型/"}) {
            const auto container = open(test::torchZip(value, {{"0", test::counting(6)}}, "little", folder));
            QVERIFY2(container, folder);
            QCOMPARE(test::doubles(**container).back(), 5.0);
        }
    }

    void aDeflatedStorageIsReadInParts()
    {
        const std::string value =
            test::pickledDict({{"w", test::pickledTensor({.count = 100, .offset = 40, .shape = {2}, .strides = {3}})}});
        const auto container = open(test::zip({test::deflatedMember("m/data.pkl", test::pickled(value)),
                                               test::deflatedMember("m/data/0", test::counting(100))}));
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        QVERIFY(test::doubles(**container) == (std::vector<double>{40, 43}));
    }

    void aDamagedStorageIsNoticed()
    {
        const std::string value = test::pickledDict({{"w", test::pickledTensor({})}});
        test::Member storage = test::storedMember("m/data/0", test::counting(6));
        storage.crc ^= 1;
        const auto container = open(test::zip({test::storedMember("m/data.pkl", test::pickled(value)), storage}));
        const auto data = (*container)->read(0);
        QVERIFY(!data);
        QVERIFY2(describe(data.error()).contains("`w`"), describe(data.error()).c_str());
    }

    void trainingCheckpointsAreSearched_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("names");
        QTest::addColumn<QByteArray>("warning");
        const auto row = [](const char* title, const std::string& value, const char* names, const char* warning = "") {
            QTest::newRow(title) << QByteArray::fromStdString(value) << QByteArray(names) << QByteArray(warning);
        };
        const std::string t = test::pickledTensor({});
        const std::string weights = test::pickledDict({{"bert.a", t}, {"bert.b", t}});
        using test::pickledDict;
        row("state dict", weights, "bert.a,bert.b");
        row("OrderedDict with _metadata",
            test::pickledCall("collections", "OrderedDict", "") + "(" + test::pickledText("a") + t + "u" + "}"
                + test::pickledText("_metadata") + test::pickledCall("collections", "OrderedDict", "") + "sb",
            "a");
        for (const char* key : {"state_dict", "model_state_dict", "model", "module", "net", "ema"})
            row(key, pickledDict({{"epoch", "K\x03"}, {key, weights}}), "bert.a,bert.b");
        row("two deep", pickledDict({{"model", pickledDict({{"state_dict", weights}})}}), "bert.a,bert.b");
        row("beside an optimizer",
            pickledDict({{"optimizer", pickledDict({{"state", pickledDict({{"exp_avg", t}})}})}, {"model", weights}}),
            "bert.a,bert.b", "`optimizer`");
        row("the model before its average", pickledDict({{"ema", weights}, {"state_dict", pickledDict({{"c", t}})}}),
            "c", "`ema`");
        row("unknown keys", pickledDict({{"first", pickledDict({{"a", t}})}, {"second", "](" + t + "Ne"}}),
            "first.a,second.0");
        row("nothing in state_dict", pickledDict({{"state_dict", "}"}, {"other", weights}}),
            "other.bert.a,other.bert.b");
        row("the later of two", pickledDict({{"a", t}, {"b", t}, {"a", t}}), "b,a");
        row("a number as key", "}K\x05" + t + "s", "5");
        row("one tensor", t, "w");
        row("a list", "](" + t + t + "e", "0,1");
        row("two names of one tensor", pickledDict({{"a", t + "q\x09"}, {"b", "h\x09"}}), "a,b");
        row("tensors that are not read",
            pickledDict({{"a", t}, {"q", test::pickledCall("torch._utils", "_rebuild_qtensor", "")}}), "a",
            "`q` (_rebuild_qtensor)");
        const auto module = [](const std::string& state) {
            return test::pickledName("my", "Net") + ")\x81" + state + "b";
        };
        row("a module",
            module(pickledDict(
                {{"training", "\x89"},
                 {"_parameters", pickledDict({{"p", t}})},
                 {"_buffers", pickledDict({{"b", t}})},
                 {"_modules",
                  pickledDict({{"inner", module(pickledDict({{"_parameters", pickledDict({{"w", t}})}}))}})}})),
            "p,b,inner.w");
        row("a module of TorchScript", module(pickledDict({{"w", t}, {"inner", module(pickledDict({{"w", t}}))}})),
            "w,inner.w");
        row("holds itself", "}q\x02(" + test::pickledText("a") + t + test::pickledText("me") + "h\x02u", "a");
    }

    void trainingCheckpointsAreSearched()
    {
        QFETCH(QByteArray, value);
        QFETCH(QByteArray, names);
        QFETCH(QByteArray, warning);
        const std::string legacy = test::torchLegacy(value.toStdString(), {{"0", {6, test::counting(6)}}});
        for (const std::string& file : {test::torchZip(value.toStdString(), {{"0", test::counting(6)}}), legacy}) {
            const auto container = open(file);
            QVERIFY2(container, container ? "" : describe(container.error()).c_str());
            std::string got;
            for (const std::string& name : namesOf(**container))
                got += (got.empty() ? "" : ",") + name;
            QCOMPARE(got, names.toStdString());
            const std::string warnings = all((*container)->warnings());
            QVERIFY2(warning.isEmpty() ? warnings.empty() : warnings.contains(warning.toStdString()), warnings.c_str());
            QCOMPARE(test::doubles(**container).size(), std::size_t{6});
        }
    }

    void typesThatAreNotReadAreListed()
    {
        const auto container = open(test::torchZip(
            test::pickledDict(
                {{"c",
                  test::pickledTensor({.storage = "ComplexFloatStorage", .count = 3, .shape = {3}, .strides = {1}})}}),
            {{"0", test::counting(6)}}));
        QCOMPARE((*container)->tensors()[0].dtype, std::string("C64"));
        QVERIFY(!(*container)->tensors()[0].readable);
        QVERIFY(describe((*container)->read(0).error()).contains("C64"));
    }

    void untypedStoragesOfNewerVersions()
    {
        // _rebuild_tensor_v3 names the type; storages count bytes
        const std::string value = test::pickledCall("torch._utils", "_rebuild_tensor_v3",
                                                    test::pickledStorage({.storage = "UntypedStorage", .count = 6})
                                                        + "K\x02" + test::pickledTuple({4}) + test::pickledTuple({1})
                                                        + "\x89" + "}" + test::pickledName("torch", "float8_e5m2"));
        const auto container = open(test::torchZip(value, {{"0", std::string("\x3c\x3c\x3c\x40\x3c\x42", 6)}}));
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        QCOMPARE((*container)->tensors()[0].dtype, std::string("F8_E5M2"));
        QVERIFY(test::doubles(**container) == (std::vector<double>{1, 2, 1, 3}));
    }

    void viewsOfTheLegacyLayout()
    {
        const std::string view = "(" + test::pickledText("v") + test::pickledNumber(4) + test::pickledNumber(3) + "t";
        const std::string value =
            test::pickledDict({{"v", test::pickledTensor({.count = 10, .shape = {3}, .strides = {1}, .view = view})}});
        QVERIFY(test::doubles(**open(test::torchLegacy(value, {{"0", {10, test::counting(10)}}})))
                == (std::vector<double>{4, 5, 6}));
        const std::string beyond =
            test::pickledDict({{"v", test::pickledTensor({.count = 10, .shape = {4}, .strides = {1}, .view = view})}});
        QVERIFY(describe(open(test::torchLegacy(beyond, {{"0", {10, test::counting(10)}}})).error())
                    .contains("of 3 elements"));
    }

    void storagesFollowTheirListInTheLegacyLayout()
    {
        const auto tensor = [](const char* key, const char* type, std::int64_t count) {
            return test::pickledTensor({.storage = type, .key = key, .count = count, .shape = {count}, .strides = {1}});
        };
        const std::string value =
            test::pickledDict({{"late", tensor("a", "FloatStorage", 2)}, {"early", tensor("b", "ByteStorage", 3)}});
        const auto container =
            open(test::torchLegacy(value, {{"b", {3, "\x07\x08\x09"}}, {"a", {2, test::counting(2)}}}));
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        QVERIFY(test::doubles(**container, 0) == (std::vector<double>{0, 1}));
        QVERIFY(test::doubles(**container, 1) == (std::vector<double>{7, 8, 9}));
        const auto missing = open(test::torchLegacy(value, {{"a", {2, test::counting(2)}}}));
        QVERIFY2(describe(missing.error()).contains("`b` is missing"), describe(missing.error()).c_str());
        const auto unknown = open(test::torchLegacy(value, {{"x", {2, test::counting(2)}}}));
        QVERIFY(describe(unknown.error()).contains("no tensor uses"));
        const auto huge = open(test::torchLegacy(value, {{"a", {~std::uint64_t{0}, test::counting(2)}}}));
        QVERIFY(describe(huge.error()).contains("truncated in storage `a`"));
    }

    void shardsOfPyTorchFollowTheirIndex()
    {
        const fs::path folder = fs::path(m_dir.path().toStdString()) / "shards";
        const auto put = [&](const char* name, const char* tensor) {
            test::writeFile(
                folder / name,
                test::torchZip(test::pickledDict({{tensor, test::pickledTensor({})}}), {{"0", test::counting(6)}}));
        };
        put("pytorch_model-00001-of-00002.bin", "a");
        put("pytorch_model-00002-of-00002.bin", "b");
        test::writeFile(folder / "pytorch_model.bin.index.json",
                        R"({"metadata":{},"weight_map":{"a":"pytorch_model-00001-of-00002.bin",)"
                        R"("b":"pytorch_model-00002-of-00002.bin","c":"pytorch_model-00003-of-00002.bin"}})");
        const auto model = Checkpoint::open(folder);
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        QCOMPARE(std::string(model->format()), std::string("pytorch"));
        QCOMPARE(model->tensors().size(), std::size_t{3});
        QVERIFY(model->read(1) && !model->read(2));
        QVERIFY(all(model->warnings()).contains("pytorch_model-00003-of-00002.bin"));
    }

    void theTarLayoutIsNamed()
    {
        std::string block(1024, '\0');
        block.replace(0, 8, "sys_info");
        block.replace(257, 5, "ustar");
        QVERIFY(describe(open(block).error()).contains("before version 0.1.10"));
        block.replace(0, 8, "photos/a");
        const std::string other = describe(open(block).error());
        QVERIFY(other.contains("tar archive") && !other.contains("PyTorch"));
    }

private:
    Result<std::unique_ptr<Container>> open(const std::string& bytes)
    {
        const fs::path file = fs::path(m_dir.path().toStdString()) / "w.bin";
        fs::remove(file);
        test::writeFile(file, bytes);
        return openContainer(file);
    }

    QTemporaryDir m_dir;
};

QTEST_APPLESS_MAIN(TestTorchFiles)
#include "tst_torch_files.moc"
