// SPDX-License-Identifier: GPL-3.0-or-later
// Text files of the inputs and of the reference implementation's models, cut at every byte: config.json and the index
// of shards beside whole weights, and tables as CSV.
#include "tests/core/encoding/truncation_models.h"
#include "tests/support/input_index.h"

#include <QTest>

#include <fstream>
#include <functional>

using namespace pescope;
using namespace truncation;
using tables::MatrixD;

namespace {

const fs::path kData = PESCOPE_TEST_DATA;

std::vector<fs::path> filesBelow(const char* folder, const std::function<bool(const fs::path&)>& wanted)
{
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator(kData / folder))
        if (entry.is_regular_file() && wanted(entry.path()))
            found.push_back(entry.path().lexically_relative(kData));
    std::ranges::sort(found);
    return found;
}

/// A copy of the folder of a case, and in it the file that is cut.
struct CutFile {
    explicit CutFile(const QString& name)
        : inside(name.toStdString())
        , copy(kData / *inside.begin() / *std::next(inside.begin()))
        , file(copy.path().parent_path() / inside.lexically_relative(*inside.begin()))
    {
    }

    fs::path inside; ///< from tests/data
    Copy copy;
    fs::path file;
};

void addRows(const std::vector<fs::path>& files)
{
    QTest::addColumn<QString>("file");
    for (const fs::path& file : files)
        QTest::newRow(file.c_str()) << QString::fromStdString(file.string());
}

} // namespace

class TestTruncationTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { limitMemory(); }

    void besideWeights_data()
    {
        const auto wanted = [](const fs::path& file) {
            return file.filename() == "config.json" || file.string().ends_with(".index.json");
        };
        std::vector<fs::path> files = filesBelow("inputs", wanted);
        std::ranges::copy(filesBelow("oracle", wanted), std::back_inserter(files));
        addRows(files);
    }

    /// Settings that cannot be read leave another formula (RoBERTa's offset, a rotary base): a warning says so, or the
    /// source is refused; where only blanks behind the last brace are lost, nothing changes.
    void besideWeights()
    {
        QFETCH(QString, file);
        const CutFile cut(file);
        const std::string spec = cut.file.parent_path().string();
        std::optional<std::map<std::string, Seen>> whole;
        if (const auto source = encoding::resolve(spec))
            whole = seen(*source);
        std::ifstream stream(cut.file, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
        const std::size_t last = text.find_last_not_of(" \r\n\t");
        for (const std::uintmax_t length : lengths(fs::file_size(cut.file))) {
            fs::resize_file(cut.file, length);
            const auto source = encoding::resolve(spec);
            const std::string where = std::to_string(length) + " bytes: ";
            if (!source) {
                const std::string fault = faultOf(source.error(), cut.file);
                QVERIFY2(fault.empty(), (where + fault).c_str());
                QVERIFY2(!whole || describe(source.error()).find(cut.file.filename().string()) != std::string::npos,
                         (where + describe(source.error())).c_str());
                continue;
            }
            const bool isWhole = length > last;
            QVERIFY2(warnsOf(*source, cut.file) || (whole && seen(*source) == *whole), where.c_str());
            QVERIFY2(isWhole || warnsOf(*source, cut.file), where.c_str());
        }
    }

    void tables_data()
    {
        addRows(filesBelow("inputs", [](const fs::path& file) { return file.extension() == ".csv"; }));
    }

    /// A table that ends at a line's end is a shorter table, and a number that lost its last digits is a number:
    /// neither can be told from a whole file. All other numbers are those of the whole table; a line that lacks numbers
    /// is refused, but for the first one, which says how many there are: a table of one position is always said to be
    /// one.
    void tables()
    {
        QFETCH(QString, file);
        const CutFile cut(file);
        const auto wholeSource = encoding::resolve(cut.file.string());
        const bool isSound = wholeSource.has_value();
        const MatrixD whole =
            isSound ? *std::get<encoding::StoredTable>(wholeSource->encodings.at(0).content).rows : MatrixD();
        Index most = 0;
        for (const std::uintmax_t length : lengths(fs::file_size(cut.file))) {
            fs::resize_file(cut.file, length);
            const std::string where = std::to_string(length) + " bytes: ";
            const auto source = encoding::resolve(cut.file.string());
            if (!source) {
                const std::string fault = faultOf(source.error(), cut.file);
                QVERIFY2(fault.empty(), (where + fault).c_str());
                continue;
            }
            const encoding::Encoding& table = source->encodings.at(0);
            const MatrixD& rows = *std::get<encoding::StoredTable>(table.content).rows;
            most = std::max(most, rows.rows());
            if (rows.rows() == 1) {
                QVERIFY2(std::ranges::any_of(
                             table.notes,
                             [](const std::string& note) { return note.find("one position") != std::string::npos; }),
                         where.c_str());
                continue;
            }
            if (!isSound)
                continue;
            QVERIFY2(rows.cols() == whole.cols() && rows.rows() <= whole.rows(), where.c_str());
            const Index last = rows.rows() - 1;
            for (Index i = 0; i < rows.rows(); ++i)
                for (Index j = 0; j < rows.cols(); ++j)
                    QVERIFY2(rows(i, j) == whole(i, j) || (i == last && j == rows.cols() - 1),
                             (where + "row " + std::to_string(i)).c_str());
        }
        // the line with a number missing (H30: the fifth of the file) is never passed over
        QCOMPARE(most, isSound ? whole.rows() : Index{4});
    }

    /// A column too few in the second line, so that it shows no comma: not a line of names above numbers.
    void secondLineWithoutSeparator_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("comma") << QByteArray("0.5,1.5,2.5\n0.25");
        QTest::newRow("semicolon, decimal commas") << QByteArray("0,5;1,5;2,5\n0,25");
        QTest::newRow("tab") << QByteArray("0.5\t1.5\t2.5\n0.25");
        QTest::newRow("two of three") << QByteArray("0,5;1,5;2,5\n0,25;1");
        QTest::newRow("a name alone") << QByteArray("\"\",\"0\",\"1\"\n\"a\"");
    }

    void secondLineWithoutSeparator()
    {
        QFETCH(QByteArray, text);
        QTemporaryDir folder;
        const fs::path path = fs::path(folder.path().toStdString()) / "table.csv";
        std::ofstream(path, std::ios::binary) << text.toStdString();
        const auto source = encoding::resolve(path.string());
        QVERIFY(!source);
        QVERIFY2(input_index::missingWords(describe(source.error()), {"table.csv", "line 2"}).empty(),
                 describe(source.error()).c_str());
    }

private:
    using Index = tables::Index;
};

QTEST_APPLESS_MAIN(TestTruncationTexts)
#include "tst_truncation_texts.moc"
