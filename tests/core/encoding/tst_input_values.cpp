// SPDX-License-Identifier: GPL-3.0-or-later
// Files made from users' reports, opened as a user opens them: every answer in their index is compared, and one that
// has no check here fails.
#include "tests/core/encoding/input_checks.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>

namespace fs = std::filesystem;
using namespace pescope;
using namespace input_checks;

namespace {

/// Kinds of the index, as the program names them. A table that is a sinusoid is one by position as well.
bool isOfKind(const Encoding& encoding, const std::string& kind)
{
    static const std::map<std::string, Kind> kinds{
        {"absolute-learned", Kind::Absolute},   {"absolute-learned-2d", Kind::Absolute},
        {"relative-key", Kind::Relative},       {"rotary", Kind::Rotary},
        {"relative-bias-bucketed", Kind::Bias}, {"alibi", Kind::Bias},
    };
    if (kind == "sinusoidal")
        return encoding.kind == Kind::Absolute || encoding.kind == Kind::Sinusoid;
    return encoding.kind == kinds.at(kind);
}

/// The encoding that a case is about: by its tensor, else by its kind, else the first; null: there is none.
const Encoding* find(const Source& source, const json& test)
{
    const auto fits = [&](const Encoding& one) {
        if (test.contains("tensor"))
            return one.tensor == test["tensor"].get<std::string>();
        return !test.contains("kind") || isOfKind(one, test["kind"]);
    };
    const auto found = std::ranges::find_if(source.encodings, fits);
    return found == source.encodings.end() ? nullptr : &*found;
}

std::string allWarnings(const Source& source)
{
    std::string text;
    for (const std::string& warning : source.warnings)
        text += warning + "\n";
    for (const Encoding& encoding : source.encodings)
        for (const std::string& note : encoding.notes)
            text += note + "\n";
    return text;
}

} // namespace

class TestInputValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_cases = input_index::cases(); }

    /// A file that no case opens, and a field that no test reads, would look tested.
    void nothingIsLeftOut()
    {
        const std::set<std::string> known{"id",
                                          "title",
                                          "open",
                                          "files",
                                          "expect",
                                          "tensor",
                                          "kind",
                                          "values",
                                          "notes",
                                          "users",
                                          "also_acceptable",
                                          "message_should_name",
                                          "warning_should_name",
                                          "must_not_exist_afterwards"};
        std::set<fs::path> listed{input_index::folder() / "index.json"};
        for (const json& test : m_cases) {
            for (const auto& [key, ignored] : test.items())
                QVERIFY2(known.contains(key), key.c_str());
            QVERIFY(test["expect"] == "open" ? !test["values"].empty() : !test["message_should_name"].empty());
            for (const json& file : test["files"])
                listed.insert(input_index::folder() / file.get<std::string>());
        }
        for (const auto& entry : fs::recursive_directory_iterator(input_index::folder()))
            if (entry.is_regular_file())
                QVERIFY2(listed.erase(entry.path()) == 1, entry.path().c_str());
        QVERIFY2(listed.empty(), listed.empty() ? "" : listed.begin()->c_str());
        QCOMPARE(m_cases.size(), std::size_t{50});
    }

    void inputs_data()
    {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            QTest::newRow(m_cases[i]["id"].get<std::string>().c_str()) << static_cast<int>(i);
    }

    void inputs()
    {
        QFETCH(int, index);
        const json& test = m_cases[static_cast<std::size_t>(index)];
        const std::string spec = input_index::opened(test).string();
        const auto source = resolve(spec);
        if (test["expect"] == "error") {
            QVERIFY(!source);
            const std::string message = describe(source.error());
            const std::string missing = input_index::missingWords(message, test["message_should_name"]);
            QVERIFY2(missing.empty(), (message + "\nlacks " + missing).c_str());
            QVERIFY(!source.error().message.empty());
        } else {
            QVERIFY2(source, source ? "" : describe(source.error()).c_str());
            const Encoding* encoding = find(*source, test);
            QVERIFY2(encoding != nullptr, "no such encoding");
            QVERIFY(encoding->usedByModel);
            QVERIFY(!test.contains("kind") || isOfKind(*encoding, test["kind"]));
            const std::string wrong = checkAll({*source, *encoding, spec, test["values"]});
            QVERIFY2(wrong.empty(), wrong.c_str());
            const bool mayBeSilent = test.contains("also_acceptable") && source->warnings.empty()
                && test["also_acceptable"].value("without_warning", false);
            const std::string missing = mayBeSilent
                ? std::string()
                : input_index::missingWords(allWarnings(*source), test.value("warning_should_name", json::array()));
            QVERIFY2(missing.empty(), (allWarnings(*source) + "lacks " + missing).c_str());
        }
        for (const json& trace : test.value("must_not_exist_afterwards", json::array()))
            QVERIFY(!fs::exists(trace.get<std::string>()));
    }

private:
    json m_cases;
};

QTEST_APPLESS_MAIN(TestInputValues)
#include "tst_input_values.moc"
