// SPDX-License-Identifier: GPL-3.0-or-later
// Files written by PyTorch itself while the test runs, beside the same numbers as .npy; skipped where there is none.
#include "core/checkpoint/container.h"

#include "test_files.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>

namespace fs = std::filesystem;
using namespace pescope;
using namespace pescope::checkpoint;

namespace {

/// Each file is written in both layouts, and its tensors again as NAME.TENSOR.npy (bfloat16 widened, which is exact).
constexpr const char* kScript = R"(
import argparse, collections, enum, sys, warnings
warnings.simplefilter("ignore")
import numpy, torch
torch.manual_seed(5)
a = torch.randn(6, 4)
net = torch.nn.Sequential(torch.nn.Embedding(5, 3), torch.nn.Linear(3, 2))
net[1].weight2 = net[1].weight                   # one tensor, two names
adam = torch.optim.Adam(net.parameters())
net(torch.tensor([1])).sum().backward()
adam.step()
class Mode(enum.Enum):
    Train = "train"
big = torch.randn(10, 20)
files = {
    "state_dict": (net.state_dict(), dict(net.state_dict())),
    "nested": ({"epoch": 3, "args": argparse.Namespace(lr=0.1), "mode": Mode.Train, "dtype": torch.float16,
                "size": torch.Size([2, 3]), "device": torch.device("cpu"), "optimizer": adam.state_dict(),
                "score": numpy.float64(0.5), "counts": collections.defaultdict(int, {"a": 1}),
                "model_state_dict": net.state_dict()}, dict(net.state_dict())),
    "parameters": ({"p": torch.nn.Parameter(a), "frozen": torch.nn.Parameter(a * 2, requires_grad=False)},
                   {"p": a, "frozen": a * 2}),
    "views": ({"t": a.t(), "part": big[1::3, 2:9:2], "whole": big, "tied": big, "row": big[4], "scalar": big[2, 3],
               "empty": big[:0], "repeated": a[:1].expand(3, 4), "turned": torch.randn(2, 3, 4).permute(2, 0, 1)}, None),
    "types": ({"half": a.half(), "bfloat16": a.bfloat16(), "double": a.double(), "long": (a * 100).long(),
               "int": (a * 100).int(), "short": (a * 100).short(), "char": (a * 20).to(torch.int8),
               "byte": (a.abs() * 20).byte(), "bool": a > 0}, None),
    "module": (net, dict(net.state_dict())),
    "one": (a, {"one": a}),
    "tied": ({"emb.weight": big, "head.weight": big, "row": torch.nn.Parameter(big[3]),
              "turned": torch.nn.Parameter(big.t().bfloat16().float().t())}, None),
    "training": ({"epoch": 3, "optimizer": adam.state_dict(), "best": numpy.float32(0.25),
                  "state_dict": collections.OrderedDict(
                      [("module." + k, v.half()) for k, v in net.state_dict().items()])},
                 {"module." + k: v.half() for k, v in net.state_dict().items()}),
}
n = numpy.arange(24, dtype="<f4").reshape(4, 6) / 7
arrays = {"c": n, "f": numpy.asfortranarray(n), "big": n.astype(">f8"), "half": n.astype("<f2"), "part": n[1:3, ::2],
          "long": numpy.arange(-3, 3), "byte": numpy.arange(256, dtype="u1"), "bool": n > 1, "empty": n[:0],
          "scalar": numpy.float64(0.1), "integer": numpy.int16(-7), "view": n.T, "matrix": numpy.matrix(n)}
for layout, options in {"zip": {}, "old": {"_use_new_zipfile_serialization": False}, "four": {"pickle_protocol": 4},
                        "five": {"pickle_protocol": 5}}.items():
    torch.save(dict(arrays, words=numpy.array(["a", None], dtype=object), text=numpy.array(["x"])),
               "arrays." + layout + ".pt", **options)
for key, array in arrays.items():
    numpy.save("arrays." + key + ".npy", numpy.asarray(array))
for name, (value, tensors) in files.items():
    torch.save(value, name + ".zip.pt")
    torch.save(value, name + ".old.pt", _use_new_zipfile_serialization=False)
    torch.save(value, name + ".four.pt", pickle_protocol=4)
    for key, tensor in (tensors or value).items():
        tensor = tensor.detach()
        tensor = tensor.float() if tensor.dtype == torch.bfloat16 else tensor
        numpy.save(name + "." + key + ".npy", tensor.contiguous().numpy())
torch.jit.save(torch.jit.script(torch.nn.Sequential(torch.nn.Linear(3, 2))), "script.zip.pt")
)";

std::string error(const std::string& text)
{
    return text.empty() ? "no error text" : text;
}

} // namespace

class TestTorchPython : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const QStringList candidates{QStringLiteral("/usr/bin/python3"),
                                     QStandardPaths::findExecutable(QStringLiteral("python3"))};
        for (const QString& candidate : candidates) {
            QProcess process;
            process.start(candidate, {QStringLiteral("-c"), QStringLiteral("import torch, numpy")});
            if (!candidate.isEmpty() && process.waitForFinished(60000) && process.exitCode() == 0) {
                m_python = candidate;
                break;
            }
        }
        if (m_python.isEmpty())
            QSKIP("no Python with PyTorch and NumPy");
        QProcess process;
        process.setWorkingDirectory(m_dir.path());
        process.start(m_python, {QStringLiteral("-c"), QString::fromLatin1(kScript)});
        QVERIFY(process.waitForFinished(100000));
        QVERIFY2(process.exitCode() == 0, error(process.readAllStandardError().toStdString()).c_str());
    }

    void everyTensorIsWhatPyTorchHas_data()
    {
        QTest::addColumn<int>("tensors");
        const std::map<std::string, int> counts{{"state_dict", 4}, {"nested", 4}, {"parameters", 2}, {"views", 9},
                                                {"types", 9},      {"module", 4}, {"one", 1},        {"tied", 4},
                                                {"training", 4},   {"arrays", 13}};
        for (const auto& [name, count] : counts)
            for (const char* layout : {"zip", "old", "four"})
                QTest::newRow((name + "." + layout).c_str()) << count;
        QTest::newRow("arrays.five") << 13;
    }

    void everyTensorIsWhatPyTorchHas()
    {
        QFETCH(int, tensors);
        const std::string tag = QTest::currentDataTag();
        const std::string name = tag.substr(0, tag.find('.'));
        const fs::path folder = m_dir.path().toStdString();
        const auto container = openContainer(folder / (tag + ".pt"));
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        QCOMPARE(std::string((*container)->format()), std::string(tag.ends_with("old") ? "pytorch-legacy" : "pytorch"));
        QCOMPARE((*container)->tensors().size(), static_cast<std::size_t>(tensors));
        for (std::size_t i = 0; i < (*container)->tensors().size(); ++i) {
            const TensorInfo& info = (*container)->tensors()[i];
            // a tensor that stands alone is named after its file
            const std::string key = name == "one" ? "one" : info.name;
            const auto expected = openContainer(folder / (name + "." + key + ".npy"));
            QVERIFY2(expected, info.name.c_str());
            QVERIFY2(info.shape == (*expected)->tensors()[0].shape, info.name.c_str());
            QVERIFY2(test::doubles(**container, i) == test::doubles(**expected), info.name.c_str());
            const bool sameType = info.dtype == (*expected)->tensors()[0].dtype || info.dtype == "BF16";
            QVERIFY2(sameType, info.name.c_str());
        }
    }

    void scriptsAreReadForTheirTensors()
    {
        const auto container = openContainer(fs::path(m_dir.path().toStdString()) / "script.zip.pt");
        QVERIFY2(container, container ? "" : describe(container.error()).c_str());
        QCOMPARE(std::string((*container)->format()), std::string("torchscript"));
        QCOMPARE((*container)->tensors().size(), std::size_t{2});
        QCOMPARE((*container)->tensors()[0].name, std::string("0.weight"));
    }

private:
    QTemporaryDir m_dir;
    QString m_python;
};

QTEST_APPLESS_MAIN(TestTorchPython)
#include "tst_torch_python.moc"
