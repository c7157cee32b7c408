// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/atomic_file.h"
#include "core/base/checked.h"
#include "core/base/job.h"
#include "core/base/number_text.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <sstream>
#include <sys/stat.h>
#include <unistd.h>

namespace fs = std::filesystem;
using namespace pescope;

namespace {

std::string contentOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

std::ptrdiff_t filesIn(const fs::path& folder)
{
    return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

} // namespace

class TestBase : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_dir = std::make_unique<QTemporaryDir>();
        m_folder = m_dir->path().toStdString();
    }

    void writesANewFileWithTheUsualPermissions()
    {
        const fs::path target = m_folder / "été 位置 #1.txt";
        QVERIFY(writeFileAtomically(target, "abc\0d"));
        QCOMPARE(contentOf(target), std::string("abc"));
        const mode_t mask = ::umask(0);
        ::umask(mask);
        struct stat status{};
        QCOMPARE(::stat(target.c_str(), &status), 0);
        QCOMPARE(status.st_mode & 0777, 0666 & ~mask);
        QCOMPARE(filesIn(m_folder), 1);
    }

    void replacesAnExistingFileAndKeepsItsPermissions()
    {
        const fs::path target = m_folder / "out.csv";
        QVERIFY(writeFileAtomically(target, "old"));
        fs::permissions(target, fs::perms::owner_read | fs::perms::owner_write);
        QVERIFY(writeFileAtomically(target, [&](std::ostream& stream) -> Status {
            stream << "new and ";
            stream.flush();
            // until the new one is complete, whoever looks sees the old one
            if (contentOf(target) != "old")
                return fail(ErrorCode::Io, "the old content is gone too early");
            stream << "longer";
            return ok();
        }));
        QCOMPARE(contentOf(target), std::string("new and longer"));
        QVERIFY(fs::status(target).permissions() == (fs::perms::owner_read | fs::perms::owner_write));
        QCOMPARE(filesIn(m_folder), 1);
    }

    /// What has no name while it is written cannot be left behind by a process that is killed.
    void aFileHasNoNameUntilItIsComplete()
    {
        const int probe = ::open(m_folder.c_str(), O_TMPFILE | O_RDWR, 0600);
        if (probe < 0)
            QSKIP("this file system has no files without a name");
        ::close(probe);
        int seen = -1;
        QVERIFY(writeFileAtomically(m_folder / "out.csv", [&](std::ostream& stream) -> Status {
            stream << "half of it";
            stream.flush();
            seen = filesIn(m_folder);
            return ok();
        }));
        QCOMPARE(seen, 0);
        QCOMPARE(filesIn(m_folder), 1);
    }

    void aFailingWriterLeavesTheOldFileAndNothingElse()
    {
        const fs::path target = m_folder / "out.npy";
        QVERIFY(writeFileAtomically(target, "old"));
        const Status status = writeFileAtomically(target, [](std::ostream& stream) -> Status {
            stream << "half of it";
            return fail(ErrorCode::Numeric, "row 3 is NaN");
        });
        QVERIFY(!status);
        QVERIFY(status.error().code == ErrorCode::Numeric);
        QCOMPARE(contentOf(target), std::string("old"));
        QCOMPARE(filesIn(m_folder), 1);
    }

    void aThrowingWriterLeavesNoTemporary()
    {
        const fs::path target = m_folder / "out.npy";
        QVERIFY_EXCEPTION_THROWN(static_cast<void>(writeFileAtomically(
                                     target, [](std::ostream&) -> Status { throw std::runtime_error("broken"); })),
                                 std::runtime_error);
        QCOMPARE(filesIn(m_folder), 0);
    }

    void aBrokenStreamIsAnError()
    {
        const fs::path target = m_folder / "out.npy";
        QVERIFY(writeFileAtomically(target, "old"));
        const Status status = writeFileAtomically(target, [](std::ostream& stream) -> Status {
            stream.setstate(std::ios::badbit); // what a full disk does to it
            return ok();
        });
        QVERIFY(!status);
        QVERIFY(status.error().code == ErrorCode::Io);
        QCOMPARE(contentOf(target), std::string("old"));
        QCOMPARE(filesIn(m_folder), 1);
    }

    void refusesPlacesThatCannotBeWritten_data()
    {
        QTest::addColumn<QString>("target");
        QTest::newRow("a folder that is not there") << QStringLiteral("missing/out.csv");
        QTest::newRow("a folder as target") << QStringLiteral("folder");
        QTest::newRow("a file as folder") << QStringLiteral("file/out.csv");
        QTest::newRow("a file system without new files") << QStringLiteral("/proc/pescope-out.csv");
    }

    void refusesPlacesThatCannotBeWritten()
    {
        QFETCH(QString, target);
        fs::create_directory(m_folder / "folder");
        QVERIFY(writeFileAtomically(m_folder / "file", "x"));
        const Status status = writeFileAtomically(m_folder / target.toStdString(), "new");
        QVERIFY(!status);
        QVERIFY(status.error().code == ErrorCode::Io);
        QVERIFY(status.error().message.contains(target.toStdString()));
        QVERIFY(!status.error().hint.empty());
        QCOMPARE(filesIn(m_folder), 2);
        QVERIFY(fs::is_empty(m_folder / "folder"));
    }

    void followsASymbolicLink()
    {
        fs::create_directory(m_folder / "there");
        QVERIFY(writeFileAtomically(m_folder / "there/real.csv", "old"));
        fs::create_symlink("there/real.csv", m_folder / "link.csv");
        QVERIFY(writeFileAtomically(m_folder / "link.csv", "new"));
        QVERIFY(fs::is_symlink(m_folder / "link.csv"));
        QCOMPARE(contentOf(m_folder / "there/real.csv"), std::string("new"));
        QCOMPARE(filesIn(m_folder / "there"), 1);
    }

    void numbersAreWrittenWithTheFewestDigitsThatReadBack()
    {
        QCOMPARE(shortestText(0.1), std::string("0.1"));
        QCOMPARE(shortestText(0.1f), std::string("0.1"));
        QCOMPARE(shortestText(static_cast<double>(0.1f)), std::string("0.10000000149011612"));
        QCOMPARE(shortestText(-0.0), std::string("-0"));
        QCOMPARE(shortestText(std::numeric_limits<double>::quiet_NaN()), std::string("nan"));
        QCOMPARE(shortestText(-std::numeric_limits<double>::infinity()), std::string("-inf"));
        for (const double value : {1.0 / 3.0, 5e-324, 1.7976931348623157e308, 123456789.125})
            QCOMPARE(*parseDouble(shortestText(value)), value);
    }

    void numbersAreReadWholeOrNotAtAll()
    {
        QCOMPARE(*parseDouble(" +1.5\r"), 1.5);
        QCOMPARE(*parseDouble("-2e-3"), -0.002);
        QVERIFY(std::isnan(*parseDouble("NaN")));
        QVERIFY(std::isinf(*parseDouble("inf")));
        for (const char* text : {"", " ", "1,5", "1.5x", "0x10", "+-1", "- 1", "1e400"})
            QVERIFY2(!parseDouble(text), text);
        QCOMPARE(*parseInteger("-9223372036854775808"), std::numeric_limits<long long>::min());
        for (const char* text : {"9223372036854775808", "1.0", "1e3", ""})
            QVERIFY2(!parseInteger(text), text);
    }

    void sizesOverflowIntoNothing()
    {
        constexpr std::uint64_t kTop = std::numeric_limits<std::uint64_t>::max();
        QCOMPARE(*checkedMultiply(1ull << 32, (1ull << 32) - 1), (1ull << 32) * ((1ull << 32) - 1));
        QVERIFY(!checkedMultiply(1ull << 32, 1ull << 32));
        QCOMPARE(*checkedAdd(kTop - 1, 1), kTop);
        QVERIFY(!checkedAdd(kTop, 1));
        QCOMPARE(*elementCount(std::array<std::int64_t, 3>{2, 3, 4}), 24u);
        QCOMPARE(*elementCount({}), 1u);
        QCOMPARE(*elementCount(std::array<std::int64_t, 2>{0, 1ll << 62}), 0u);
        QVERIFY(!elementCount(std::array<std::int64_t, 1>{-1}));
        QVERIFY(!elementCount(std::array<std::int64_t, 2>{1ll << 33, 1ll << 33}));
    }

    void anErrorReadsFromTheOutsideIn()
    {
        Error error = fail(ErrorCode::Format, "span of 8 bytes, 16 needed", "Download it again.").error();
        error = withContext(withContext(std::move(error), "tensor wpe"), "file a.npz");
        QCOMPARE(describe(error),
                 std::string("file a.npz: tensor wpe: span of 8 bytes, 16 needed. Download it again."));
    }

    void exceptionsBecomeErrors()
    {
        const auto memory = runGuarded([]() -> Status { throw std::bad_alloc(); });
        QVERIFY(memory.error().code == ErrorCode::OutOfMemory);
        const auto other = runGuarded([]() -> Status { throw std::runtime_error("device lost"); });
        QVERIFY(other.error().code == ErrorCode::Backend);
        QCOMPARE(other.error().message, std::string("device lost"));
    }

    void aJobKnowsWhetherToStop()
    {
        const JobContext inert;
        QVERIFY(!inert.stopRequested());
        inert.report(0.5, "nowhere");
        std::stop_source source;
        std::vector<double> seen;
        const JobContext job(source.get_token(), [&](const Progress& progress) { seen.push_back(progress.fraction); });
        job.report(0.25, "rows");
        source.request_stop();
        QVERIFY(job.stopRequested());
        QCOMPARE(seen, std::vector<double>{0.25});
        QVERIFY(Status(cancelled()).error().code == ErrorCode::Cancelled);
    }

private:
    std::unique_ptr<QTemporaryDir> m_dir;
    fs::path m_folder;
};

QTEST_APPLESS_MAIN(TestBase)
#include "tst_base.moc"
