// SPDX-License-Identifier: GPL-3.0-or-later
// Files from users' reports, broken ones and ones made to harm, through the program: whatever a file claims, it costs
// little memory and time, leaves no trace, and the exit status says whose fault it is.
#include "tests/app/measured_program.h"
#include "tests/core/checkpoint/gguf_test_files.h"
#include "tests/core/checkpoint/test_files.h"
#include "tests/support/input_index.h"

#include <QTemporaryDir>
#include <QTest>

using nlohmann::json;
using namespace measured;

namespace {

const fs::path kData = PESCOPE_TEST_DATA;
constexpr double kMegabytes = 200; ///< above an empty start
constexpr double kSeconds = 5;

/// What a case may end with.
enum class Ending { Done, Refused, Either };

std::string sparse(std::uint64_t headerLength, const std::string& header)
{
    return test::little(headerLength, 8) + header;
}

std::string nested(std::size_t depth, const std::string& inside)
{
    std::string text;
    for (std::size_t k = 0; k < depth; ++k)
        text += R"({"a":)";
    return text + inside + std::string(depth, '}');
}

/// The layout of torch.save before 1.6 with another object in it.
std::string legacy(const std::string& object)
{
    const std::string magic = std::string("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15);
    const std::string version = std::string("\x80\x02M\xe9\x03.", 6);
    const std::string system = std::string("\x80\x02}q\x00.", 6);
    return magic + version + system + object + std::string("\x80\x02]q\x00.", 6);
}

/// t = (), t = (t, t), … through the memo: 2^count leaves in 6·count bytes.
std::string doubledTuples(int count)
{
    std::string text("\x80\x02)q\x00", 5);
    for (int k = 0; k < count; ++k)
        text += std::string("h\x00h\x00\x86q\x00", 7); // two of the memo, as a pair, in its place
    return text + ".";
}

std::string deepTuples(std::size_t depth)
{
    return std::string("\x80\x02)", 3) + std::string(depth, '\x85') + ".";
}

std::string repeatedTuples(std::size_t depth)
{
    return std::string("\x80\x02", 2) + std::string(depth, '(') + std::string(depth, 't') + ".";
}

} // namespace

class TestHostileFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        for (const char* name : {"made", "home", "here", "scratch"})
            fs::create_directories(folder(name));
        makeFiles();
        const Run empty = start({"--version"}, folder("here"), folder("home"), folder("scratch"));
        QCOMPARE(empty.status, 0);
        m_empty = empty.peakMegabytes;
    }

    void files_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("ending");
        const auto add = [](const std::string& name, const fs::path& path, Ending ending) {
            QTest::newRow(name.c_str()) << QString::fromStdString(path.string()) << static_cast<int>(ending);
        };
        for (const json& one : input_index::cases())
            add(one["id"], input_index::opened(one), one["expect"] == "open" ? Ending::Done : Ending::Refused);
        const json expected = input_index::read(kData / "broken-files/expected.json")["reference"];
        for (const auto& entry : fs::directory_iterator(kData / "broken-files")) {
            const std::string name = entry.path().filename().string();
            const bool isSound = expected.contains(name) && expected[name].get<std::string>().starts_with("accepted");
            if (name != "expected.json") // what the reference takes need not hold a position table
                add(name, entry.path(), isSound || entry.is_directory() ? Ending::Either : Ending::Refused);
        }
        for (const auto& entry : fs::directory_iterator(folder("made"))) {
            const std::string name = entry.path().filename().string();
            add(name, entry.path(), name.starts_with("sound-") ? Ending::Done : Ending::Refused);
        }
    }

    void files()
    {
        QFETCH(QString, path);
        QFETCH(int, ending);
        const fs::path file = path.toStdString();
        const bool isLarge = file.filename() == "sound-10gb.safetensors";
        std::vector<std::vector<std::string>> commands{{"inspect", file.string()}};
        if (!isLarge) // statistics read every byte
            commands.push_back({"inspect", "--details", "--tensors", file.string()});
        const fs::path beside = fs::is_directory(file) ? file : file.parent_path();
        for (const auto& command : commands) {
            const auto before = std::tuple(content(beside), content(folder("here")), content(folder("home")));
            const Run run = start(command, folder("here"), folder("home"), folder("scratch"));
            const std::string said = command[1] + ": " + run.err.substr(0, 400);
            QVERIFY2(run.status == 0 || run.status == 1, said.c_str());
            if (static_cast<Ending>(ending) != Ending::Either)
                QVERIFY2(run.status == (static_cast<Ending>(ending) == Ending::Done ? 0 : 1), said.c_str());
            QVERIFY2(run.status == 0 ? !run.out.empty() : run.out.empty() && run.err.size() > 20, said.c_str());
            QVERIFY2(run.status == 0 || run.err.find(file.filename().string()) != std::string::npos, said.c_str());
            QVERIFY2(before == std::tuple(content(beside), content(folder("here")), content(folder("home"))),
                     "something was written");
            QVERIFY2(run.cpuSeconds < kSeconds, (std::to_string(run.cpuSeconds) + " s").c_str());
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
            QVERIFY2(run.peakMegabytes < m_empty + kMegabytes,
                     (std::to_string(run.peakMegabytes) + " MB, an empty start " + std::to_string(m_empty)).c_str());
#endif
            m_mostMegabytes = std::max(m_mostMegabytes, run.peakMegabytes);
            m_mostSeconds = std::max(m_mostSeconds, run.cpuSeconds);
        }
    }

    void cleanupTestCase()
    {
        qInfo("an empty start takes %.1f MB, the most were %.1f MB and %.2f s", m_empty, m_mostMegabytes,
              m_mostSeconds);
    }

private:
    [[nodiscard]] fs::path folder(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }

    void make(const std::string& name, const std::string& bytes, std::uintmax_t size = 0) const
    {
        test::writeFile(folder("made") / name, bytes);
        if (size > bytes.size())
            fs::resize_file(folder("made") / name, size); // sparse: no disk is needed
    }

    void makeFiles() const
    {
        constexpr std::uintmax_t kTenGigabytes = 10'000'000'000;
        const std::string table = R"({"wpe.weight":{"dtype":"F32","shape":[16,8],"data_offsets":[0,512]},)";
        make("header-of-10gb.safetensors", sparse(kTenGigabytes - 8, "{\"a\":"), kTenGigabytes);
        {
            const std::string rest =
                R"("lm.weight":{"dtype":"F32","shape":[2000000,1000],"data_offsets":[512,8000000512]}})";
            const std::string header = table + rest;
            make("sound-10gb.safetensors", sparse(header.size(), header), 8 + header.size() + 8'000'000'512);
        }
        {
            const std::string header =
                R"({"wpe.weight":{"dtype":"F32","shape":[2500000,1000],"data_offsets":[0,10000000000]}})";
            make("table-of-10gb.safetensors", sparse(header.size(), header), 8 + header.size() + kTenGigabytes);
        }
        const std::string deep = nested(100'000, "1");
        make("deep-header.safetensors", test::safetensors(deep, ""));
        make("deep-tensor.safetensors", test::safetensors(R"({"wpe.weight":)" + deep + "}", ""));
        test::writeFile(folder("made") / "sound-deep-config/model.safetensors",
                        test::smallSafetensors("transformer.wpe.weight"));
        test::writeFile(folder("made") / "sound-deep-config/config.json", deep);
        test::writeFile(folder("made") / "deep-index/model.safetensors.index.json", R"({"weight_map":)" + deep + "}");

        test::GgufWriter strings;
        strings.key("tokenizer.ggml.tokens", 9, strings.number(8, 4) + strings.number(std::uint64_t{1} << 60, 8));
        make("strings.gguf", strings.file());
        test::GgufWriter arrays; // arrays of arrays
        std::string inner = arrays.number(9, 4) + arrays.number(1, 8);
        for (int k = 0; k < 16; ++k)
            inner += inner;
        arrays.key("a", 9, inner);
        make("arrays.gguf", arrays.file());
        test::GgufWriter shape;
        shape.tensor("position_embd.weight", {std::uint64_t{1} << 40, std::uint64_t{1} << 40}, 0, "");
        make("shape.gguf", shape.file());

        const std::string big = test::npy(test::npyDict("<f4", "(1000000, 1000)"), "");
        make("stored-4gb.npz", test::zip({{"a.npy", big, 0, test::crc32(big), 0xFFFF'FFF0}}));
        test::Member deflated = test::deflatedMember("a.npy", big);
        deflated.claimedSize = 0xFFFF'FFF0;
        make("deflated-4gb.npz", test::zip({deflated}));

        make("count.npy", test::npy(test::npyDict("<f4", "(1099511627776,)"), "abcd"));
        make("square.npy", test::npy(test::npyDict("<f4", "(4294967296, 4294967296)"), "abcd"));
        make("header.npy", test::npy(std::string(900'000, '('), "", 2));
        make("wide.csv", std::string(60'000'000, ','));
        make("quotes.csv", "\"" + std::string(1'000'000, '\n'));

        make("long4.bin", legacy(std::string("\x80\x02\x8b\xff\xff\xff\x7f", 7)));
        make("text8.bin", legacy(std::string("\x80\x04\x8d\xff\xff\xff\xff\xff\xff\xff\x7f", 11)));
        make("deep-tuples.bin", legacy(deepTuples(1'000'000)));
        make("marks.bin", legacy(repeatedTuples(1'000'000)));
        make("doubled-tuples.bin", legacy(doubledTuples(64)));
        for (const auto& [name, object] : {std::pair{"long4", std::string("\x80\x02\x8b\xff\xff\xff\x7f", 7)},
                                           {"doubled", doubledTuples(64)},
                                           {"deep", deepTuples(1'000'000)}})
            make(std::string("zip-") + name + ".pt",
                 test::zip(
                     {test::storedMember("archive/data.pkl", object), test::storedMember("archive/version", "3\n")}));
    }

    QTemporaryDir m_folder;
    double m_empty = 0;
    double m_mostMegabytes = 0;
    double m_mostSeconds = 0;
};

QTEST_APPLESS_MAIN(TestHostileFiles)
#include "tst_hostile_files.moc"
