// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"
#include "core/session/source_hash.h"
#include "core/session/source_path.h"

#include <QTest>

using namespace pescope;

namespace {

std::string data(const char* name)
{
    return std::string(PESCOPE_TEST_DATA "/") + name;
}

std::string hashOf(const std::string& spec, const std::string& id)
{
    const auto source = encoding::resolve(spec);
    if (!source)
        return source.error().message;
    const auto print = session::fingerprintOf(*source, id);
    return print ? print->sha256 : print.error().message;
}

} // namespace

class TestSourceHash : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// FIPS 180-4, the examples of NIST: "abc" and the empty message.
    void shaIsTheStandards()
    {
        const char text[] = "abc";
        QCOMPARE(session::sha256(std::as_bytes(std::span(text, 3))),
                 std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(session::sha256({}), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
    }

    /// Python's hashlib over the bytes of the tensor in the file (data_offsets of the header), and over
    /// numpy.ascontiguousarray of the little-endian array.
    void hashIsThatOfTheStoredBytes_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QString>("id");
        QTest::addColumn<QString>("hash");
        const auto row = [](const char* spec, const char* id, const char* hash) {
            QTest::newRow(spec) << QString::fromStdString(data(spec)) << QString::fromLatin1(id)
                                << QString::fromLatin1(hash);
        };
        row("inputs/H01-bert", "ape", "59eee59d25312b93ff124c23f8c0cd37ab17d442bd4b3e9bbb5915003742a870");
        row("inputs/H38-roberta", "", "700f024a887b182fc41ce006b542eb0ef888c15ef5ef63836348e93ab4318d70");
        row("oracle/bert-fp16", "ape", "5b0544b34611884409389f0ea662d7952130cab2c6e80c0aef9b599042a9279b");
        row("oracle/bert-relative-key", "layer1.relative_key",
            "b426418a0bf617526354ad096215e95ec6cebfdecb6e695d6b2ab53292484267");
        row("oracle/t5-fp32", "encoder.bias", "e0a55d36f1f2a948d18b65e7aa207b12fc96c562e620dd345c7a215b03cd7524");
        row("npy-npz/pos_f16.npy", "ape", "da044d53cd205ea1213ff274485f5e18f8f7923840288e53a45fe04c3b1db6d4");
        row("npy-npz/pos_f64_fortran.npy", "ape", "7f8c8bba609b6c7a6dc98a7d95488a351f142409d1f27c3c521f0bee1a99b744");
        row("npy-npz/pos_f32_bigendian.npy", "ape", "aca93936b9c571a7b68f0a3a4f1a55ae755f2a3231336a6e1942abed1f9f5d1b");
    }

    void hashIsThatOfTheStoredBytes()
    {
        QFETCH(QString, spec);
        QFETCH(QString, id);
        QFETCH(QString, hash);
        QCOMPARE(QString::fromStdString(hashOf(spec.toStdString(), id.toStdString())), hash);
    }

    void whatIsComputedHasNone()
    {
        QCOMPARE(hashOf("sinusoid:dim=8", ""), std::string());
        QCOMPARE(hashOf("learned:length=4,dim=2", ""), std::string());
        QCOMPARE(hashOf("alibi:heads=2", ""), std::string());
        QCOMPARE(hashOf("whatif:shuffle=1:" + data("inputs/H01-bert"), ""), std::string());
    }

    void everyFloat16IsTakenBack()
    {
        // a half's bits, widened exactly, give the bits again: SHA of one value tells
        for (int bits = 0; bits < 0x10000; bits += 37) {
            const std::uint16_t half = static_cast<std::uint16_t>(bits);
            const std::byte raw[] = {std::byte(half & 0xff), std::byte(half >> 8)};
            const auto wide = tables::toDouble(raw, tables::DType::F16);
            QVERIFY(wide.has_value());
            if (std::isnan(wide->front()))
                continue;
            encoding::Encoding one;
            one.file = "x";
            one.dtype = tables::DType::F16;
            one.content = encoding::GivenMap{
                std::make_shared<const tables::MatrixD>(tables::MatrixD::Constant(1, 1, wide->front()))};
            QCOMPARE(*session::contentHash(one), session::sha256(raw));
        }
    }

    void pathsAreFoundInSpecs_data()
    {
        QTest::addColumn<QString>("spec");
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("moved");
        const auto row = [](const char* spec, const char* path, const char* moved) {
            QTest::newRow(spec) << QString::fromUtf8(spec) << QString::fromUtf8(path) << QString::fromUtf8(moved);
        };
        row("/a/b.npy", "/a/b.npy", "/n");
        row("matrix:/a/b.npy", "/a/b.npy", "matrix:/n");
        row("transposed:b", "b", "transposed:/n");
        row("whatif:shuffle=0:whatif:without-first:/模 型/m", "/模 型/m", "whatif:shuffle=0:whatif:without-first:/n");
        row("whatif:extend=9,rule=clip:matrix:a:b", "a:b", "whatif:extend=9,rule=clip:matrix:/n");
        row("sinusoid:omega=/o/a,b.npy,length=9", "/o/a,b.npy", "sinusoid:omega=/n,length=9");
        row("sinusoid:omega=[1;2],length=9", "", "");
        row("sinusoid:dim=8", "", "");
        row("whatif:shuffle=0:learned:length=4", "", "");
    }

    void pathsAreFoundInSpecs()
    {
        QFETCH(QString, spec);
        QFETCH(QString, path);
        QFETCH(QString, moved);
        const auto parts = session::pathOf(spec.toStdString());
        QCOMPARE(QString::fromStdString(parts ? parts->path : std::string()), path);
        if (parts)
            QCOMPARE(QString::fromStdString(parts->with("/n")), moved);
    }

    void relativePathsBecomeAbsolute()
    {
        QCOMPARE(session::absoluteSource("matrix:../x/./m.npy", "/a/b"), std::string("matrix:/a/x/m.npy"));
        QCOMPARE(session::absoluteSource("model/", "/a"), std::string("/a/model"));
        QCOMPARE(session::absoluteSource("/", "/a"), std::string("/"));
        QCOMPARE(session::absoluteSource("sinusoid:dim=8", "/a"), std::string("sinusoid:dim=8"));
    }
};

QTEST_APPLESS_MAIN(TestSourceHash)
#include "tst_source_hash.moc"
