// SPDX-License-Identifier: GPL-3.0-or-later
// The files of the reference implementation's models, cut in the first and last 4 KiB and at 500 places between: as
// core/truncation, for larger files with more tensors. Built twice: for the models, and for the archives of arrays
// beside them.
#include "tests/core/encoding/truncation_models.h"

#include <QTest>

using namespace pescope;
using namespace truncation;

namespace {

const fs::path kOracle = PESCOPE_TEST_DATA "/oracle";
/// The whole folder is looked at for one of so many lengths.
constexpr std::size_t kFolderEvery = 61;

#ifdef PESCOPE_CUT_ARRAYS
constexpr bool kArrays = true;
#else
constexpr bool kArrays = false;
#endif

} // namespace

class TestTruncationModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { limitMemory(); }

    void models_data()
    {
        QTest::addColumn<QString>("file");
        for (const auto& entry : fs::recursive_directory_iterator(kOracle))
            if (entry.is_regular_file() && !isText(entry.path()) && (entry.path().extension() == ".npz") == kArrays) {
                const std::string name = entry.path().lexically_relative(kOracle).string();
                QTest::newRow(name.c_str()) << QString::fromStdString(name);
            }
    }

    void models()
    {
        QFETCH(QString, file);
        const fs::path inside = file.toStdString();
        const Copy copy(kOracle / *inside.begin());
        const fs::path cut = copy.path().parent_path() / inside;
        const std::string spec = copy.path().string();
        const auto whole = tensorsOf(cut);
        QVERIFY(whole);
        std::optional<std::map<std::string, Seen>> wholeSource;
        if (const auto source = encoding::resolve(spec))
            wholeSource = seen(*source);
        std::size_t count = 0;
        for (const std::uintmax_t length : lengths(fs::file_size(cut), 0)) {
            fs::resize_file(cut, length);
            std::string fault = faultOfFile(cut, length, whole);
            if (fault.empty() && ++count % kFolderEvery == 0)
                fault = faultOfSource(spec, cut, wholeSource);
            QVERIFY2(fault.empty(), (std::to_string(length) + " bytes: " + fault).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestTruncationModels)
#include "tst_truncation_models.moc"
