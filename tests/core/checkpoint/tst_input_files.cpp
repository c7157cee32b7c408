// SPDX-License-Identifier: GPL-3.0-or-later
// Files made from users' reports and by reference implementations, with the answers in the index beside them.
#include "core/checkpoint/checkpoint.h"
#include "tests/support/input_index.h"

#include "test_files.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;
using nlohmann::json;

namespace {

const fs::path kData = PESCOPE_TEST_DATA;

double number(const json& value)
{
    return value.is_string() ? std::numeric_limits<double>::quiet_NaN() : value.get<double>();
}

/// The values of the one tensor that a case is about, as rows.
struct Table {
    TensorInfo info;
    std::vector<double> values;
    std::size_t columns = 1;
};

Result<Table> readTable(const Checkpoint& model, const json& test)
{
    const auto& tensors = model.tensors();
    std::size_t index = 0;
    if (test.contains("tensor"))
        index = static_cast<std::size_t>(
            std::ranges::find(tensors, test["tensor"].get<std::string>(), &TensorInfo::name) - tensors.begin());
    if (index == tensors.size())
        return fail(ErrorCode::Format, "the tensor is not listed");
    PESCOPE_TRY(data, model.read(index));
    PESCOPE_TRY(values, tables::toDouble(data.bytes, data.dtype));
    return Table{tensors[index], std::move(values), static_cast<std::size_t>(data.shape.back())};
}

void verifyValues(const Table& table, const json& values)
{
    QVERIFY(table.info.shape == values["shape"].get<std::vector<std::int64_t>>());
    QCOMPARE(table.info.dtype, values["dtype"].get<std::string>());
    for (const json& entry : values["entries"]) {
        const std::size_t at = entry[0].get<std::size_t>() * table.columns + entry[1].get<std::size_t>();
        QCOMPARE(table.values.at(at), entry[2].get<double>());
    }
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    for (const double value : table.values) {
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    }
    QCOMPARE(low, values["finite_min"].get<double>());
    QCOMPARE(high, values["finite_max"].get<double>());
    const double sum = std::accumulate(table.values.begin(), table.values.end(), 0.0);
    const double expected = number(values["sum"]);
    QVERIFY(std::isnan(expected) ? std::isnan(sum) : std::abs(sum - expected) <= 1e-9 * std::abs(expected));
}

} // namespace

class TestInputFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filesOfUsers_data()
    {
        QTest::addColumn<int>("index");
        m_cases = input_index::cases();
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            QTest::newRow(m_cases[i]["id"].get<std::string>().c_str()) << static_cast<int>(i);
    }

    void filesOfUsers()
    {
        QFETCH(int, index);
        const json& test = m_cases[static_cast<std::size_t>(index)];
        const std::string id = test["id"];
        const auto model = Checkpoint::open(input_index::opened(test));
        if (id == "H06") { // the file is sound; that it has no position table is found later
            QCOMPARE(model->tensors().size(), readJsonTensors(kData / "inputs/H06-no-table/model.safetensors"));
            return;
        }
        if (test["expect"] == "error") {
            QVERIFY(!model || id == "H18");
            const Error error = model ? model->read(missingTensor(*model)).error() : model.error();
            const std::string message = describe(error);
            QVERIFY2(input_index::missingWords(message, test["message_should_name"]).empty(),
                     (message + "\nlacks " + input_index::missingWords(message, test["message_should_name"])).c_str());
            QVERIFY(!test.contains("must_not_exist_afterwards")
                    || !fs::exists(test["must_not_exist_afterwards"][0].get<std::string>()));
            return;
        }
        QVERIFY2(model, model ? "" : describe(model.error()).c_str());
        if (!test["values"].contains("shape")) { // nothing is stored; what follows from the config: core/input_values
            QVERIFY(!test.contains("tensor") && model->config().is_object());
            return;
        }
        const auto table = readTable(*model, test);
        QVERIFY2(table, table ? "" : describe(table.error()).c_str());
        verifyValues(*table, test["values"]);
        for (const json& other : test["values"].value("other_tensors", json::array())) {
            const auto found = std::ranges::find(model->tensors(), other[0].get<std::string>(), &TensorInfo::name);
            QVERIFY(found != model->tensors().end() && found->shape == other[1].get<std::vector<std::int64_t>>());
        }
    }

    void configsOfUsers()
    {
        const auto withBom = Checkpoint::open(kData / "inputs/H44-config-bom");
        QCOMPARE(withBom->config()["max_position_embeddings"].get<int>(), 16);
        const auto commented = Checkpoint::open(kData / "inputs/H45-config-comment");
        QCOMPARE(commented->config()["hidden_size"].get<int>(), 8);
        const auto huge = Checkpoint::open(kData / "inputs/H46-config-huge");
        QCOMPARE(huge->config()["vocab_size"].get<double>(), 1e30);
        QVERIFY(withBom->warnings().empty() && commented->warnings().empty() && huge->warnings().empty());
    }

    void bothOrdersOfASinusoid()
    {
        // halves: sin | cos, interleaved: sin, cos, sin, cos; the same columns
        const auto halves = openContainer(kData / "inputs/H43-sinusoid/halves.npy");
        const auto interleaved = openContainer(kData / "inputs/H43-sinusoid/interleaved.npy");
        const auto a = test::doubles(**halves);
        const auto b = test::doubles(**interleaved);
        QCOMPARE(a.size(), std::size_t{24 * 8});
        for (std::size_t p = 0; p < 24; ++p) {
            for (std::size_t i = 0; i < 4; ++i) {
                QCOMPARE(a[8 * p + i], b[8 * p + 2 * i]);
                QCOMPARE(a[8 * p + 4 + i], b[8 * p + 2 * i + 1]);
                QVERIFY(
                    std::abs(a[8 * p + i] - std::sin(static_cast<double>(p) * std::pow(10.0, -static_cast<double>(i))))
                    < 1e-6);
            }
        }
    }

    void brokenFilesAreJudgedAsTheReferenceDoes_data()
    {
        QTest::addColumn<bool>("isAccepted");
        const json reference = input_index::read(kData / "broken-files/expected.json")["reference"];
        for (const auto& [name, verdict] : reference.items()) {
            // a list of numbers is a sound pickle, but holds no tensors
            const bool isAccepted =
                verdict.get<std::string>().starts_with("accepted") && name != "pickle_not_a_dict.bin";
            QTest::newRow(name.c_str()) << isAccepted;
        }
    }

    void brokenFilesAreJudgedAsTheReferenceDoes()
    {
        QFETCH(bool, isAccepted);
        const fs::path file = kData / "broken-files" / QTest::currentDataTag();
        const auto opened = openContainer(file);
        QCOMPARE(opened.has_value(), isAccepted);
        if (isAccepted)
            QVERIFY((*opened)->read(0));
        else
            QVERIFY(describe(opened.error()).contains(file.filename().string()) && opened.error().message.size() > 10);
    }

    void brokenFolders()
    {
        const auto escape = Checkpoint::open(kData / "broken-files/index_path_escape");
        QVERIFY(describe(escape.error()).contains("../ok.safetensors"));
        const auto missing = Checkpoint::open(kData / "broken-files/index_missing_shard");
        QVERIFY(missing && missing->warnings().at(0).contains("model-00002-of-00002.safetensors"));
        const auto odd = openContainer(kData / "broken-files/nan_inf_values.safetensors");
        const auto values = test::doubles(**odd);
        QCOMPARE(values[1], 1.0);
        QVERIFY(std::ranges::any_of(values, [](double v) { return std::isnan(v); })
                && std::ranges::any_of(values, [](double v) { return std::isinf(v); }));
    }

    void arraysOfNumPyHoldOneTable_data()
    {
        QTest::addColumn<double>("tolerance"); // relative: what the type rounds
        for (const char* name : {"pos_f32.npy", "pos_f32_bigendian.npy", "pos_f64_fortran.npy", "pos_v2_header.npy",
                                 "pos_3d.npy", "tables_stored.npz", "tables_deflated.npz"})
            QTest::newRow(name) << 0.0;
        QTest::newRow("pos_f16.npy") << std::pow(2.0, -11);
    }

    void arraysOfNumPyHoldOneTable()
    {
        QFETCH(double, tolerance);
        const auto expected = openContainer(kData / "npy-npz/expected.npz");
        const auto& tensors = (*expected)->tensors();
        const auto at = std::ranges::find(tensors, "table", &TensorInfo::name);
        const auto want = test::doubles(**expected, static_cast<std::size_t>(at - tensors.begin()));
        QCOMPARE(want.size(), std::size_t{40 * 32});

        const auto file = openContainer(kData / "npy-npz" / QTest::currentDataTag());
        QVERIFY2(file, file ? "" : describe(file.error()).c_str());
        const auto& found = (*file)->tensors();
        const auto table = std::ranges::find_if(found, [](const TensorInfo& info) { return info.shape.back() == 32; });
        QVERIFY(table != found.end());
        const auto got = test::doubles(**file, static_cast<std::size_t>(table - found.begin()));
        QCOMPARE(got.size(), want.size());
        for (std::size_t i = 0; i < want.size(); ++i)
            QVERIFY2(std::abs(got[i] - want[i]) <= tolerance * std::abs(want[i]) + (tolerance > 0 ? 1e-7 : 0),
                     std::to_string(i).c_str());
    }

    void otherArraysOfNumPy()
    {
        QVERIFY(describe(openContainer(kData / "npy-npz/object_array_refuse.npy").error()).contains("|O"));
        const auto integers = openContainer(kData / "npy-npz/ints_i8.npy");
        QCOMPARE((*integers)->tensors()[0].dtype, std::string("I8"));
        const auto vector = openContainer(kData / "npy-npz/vector_1d.npy");
        QCOMPARE((*vector)->tensors()[0].shape.size(), std::size_t{1});
        QCOMPARE(test::doubles(**vector).size(), static_cast<std::size_t>((*vector)->tensors()[0].shape[0]));
    }

private:
    static std::size_t missingTensor(const Checkpoint& model)
    {
        return static_cast<std::size_t>(std::ranges::find(model.tensors(), true, &TensorInfo::isMissing)
                                        - model.tensors().begin());
    }

    /// The number of tensors by the header alone.
    static std::size_t readJsonTensors(const fs::path& file)
    {
        const std::string bytes = test::contentOf(file);
        const auto length = static_cast<unsigned char>(bytes[0]) + 256u * static_cast<unsigned char>(bytes[1]);
        const json header = json::parse(bytes.substr(8, length));
        return header.size() - (header.contains("__metadata__") ? 1 : 0);
    }

    json m_cases;
};

QTEST_APPLESS_MAIN(TestInputFiles)
#include "tst_input_files.moc"
