// SPDX-License-Identifier: GPL-3.0-or-later
// Every weight file of the inputs, cut at every byte: a refusal that helps, or the numbers of the whole file; never
// others, never an exception.
#include "tests/core/encoding/truncation_models.h"
#include "tests/support/input_index.h"

#include <QTest>

using namespace pescope;
using namespace truncation;
using nlohmann::json;

class TestTruncation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_cases = input_index::cases();
        limitMemory();
    }

    void inputs_data()
    {
        QTest::addColumn<int>("index");
        QTest::addColumn<QString>("file");
        for (std::size_t i = 0; i < m_cases.size(); ++i)
            for (const json& file : m_cases[i]["files"])
                if (const std::string name = file; !isText(name))
                    QTest::newRow(name.c_str()) << static_cast<int>(i) << QString::fromStdString(name);
    }

    void inputs()
    {
        QFETCH(int, index);
        QFETCH(QString, file);
        const json& test = m_cases[static_cast<std::size_t>(index)];
        const fs::path inside = file.toStdString();
        const Copy copy(input_index::folder() / *inside.begin());
        const fs::path cut = copy.path().parent_path() / inside;
        const std::string spec =
            (copy.path().parent_path() / input_index::opened(test).lexically_relative(input_index::folder())).string();

        const auto whole = tensorsOf(cut);
        std::optional<std::map<std::string, Seen>> wholeSource;
        if (const auto source = encoding::resolve(spec))
            wholeSource = seen(*source);
        QCOMPARE(wholeSource.has_value(), test["expect"] == "open");
        std::size_t opened = 0;
        for (const std::uintmax_t length : lengths(fs::file_size(cut))) {
            fs::resize_file(cut, length);
            std::string fault = faultOfFile(cut, length, whole);
            if (fault.empty())
                fault = faultOfSource(spec, cut, wholeSource);
            QVERIFY2(fault.empty(), (std::to_string(length) + " bytes: " + fault).c_str());
            opened += checkpoint::openContainer(cut) ? 1 : 0;
        }
        // where the numbers end before the file does: one length of the file with bytes left over is the right one
        const std::string id = test["id"];
        QCOMPARE(opened, mostOpened(id));
    }

private:
    static std::size_t mostOpened(const std::string& id) { return id == "H12" ? 1 : 0; }

    json m_cases;
};

QTEST_APPLESS_MAIN(TestTruncation)
#include "tst_truncation.moc"
