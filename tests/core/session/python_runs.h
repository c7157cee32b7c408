// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/container.h"
#include "core/tables/matrix.h"
#include "core/tables/write.h"

#include <QProcess>
#include <QStandardPaths>
#include <QStringList>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Runs codes in one Python process, each in a folder and with names of its own.
namespace python {

using pescope::tables::MatrixD;

/// A Python that can import NumPy; empty: none.
inline QString interpreter()
{
    const QStringList candidates{QStringLiteral("/usr/bin/python3"),
                                 QStandardPaths::findExecutable(QStringLiteral("python3"))};
    for (const QString& candidate : candidates) {
        QProcess process;
        process.start(candidate, {QStringLiteral("-c"), QStringLiteral("import numpy")});
        if (!candidate.isEmpty() && process.waitForFinished(60000) && process.exitStatus() == QProcess::NormalExit
            && process.exitCode() == 0)
            return candidate;
    }
    return {};
}

inline void write(const std::filesystem::path& file, const std::string& text)
{
    std::ofstream(file, std::ios::binary) << text;
}

inline std::string read(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// Each folder holds a code.py, which leaves S.npy and profile.npy there, or the reason in error.txt.
inline bool runAll(const QString& interpreter, const std::vector<std::filesystem::path>& folders)
{
    constexpr const char* kDriver = R"(import os, sys, traceback, warnings
warnings.simplefilter("error")
for folder in sys.argv[1:]:
    os.chdir(folder)
    try:
        with open("code.py", encoding="utf-8") as file:
            exec(compile(file.read(), "code.py", "exec"), {})
    except BaseException:
        with open("error.txt", "w") as file:
            file.write(traceback.format_exc())
)";
    QStringList arguments{QStringLiteral("-c"), QString::fromLatin1(kDriver)};
    for (const std::filesystem::path& folder : folders)
        arguments << QString::fromStdString(folder.string());
    QProcess process;
    process.start(interpreter, arguments);
    return process.waitForFinished(100000) && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0;
}

inline MatrixD readMatrix(const std::filesystem::path& file)
{
    const auto container = pescope::checkpoint::openContainer(file);
    if (!container)
        throw std::runtime_error(pescope::describe(container.error()));
    const auto bytes = (*container)->read(0);
    if (!bytes || bytes->dtype != pescope::tables::DType::F64 || bytes->shape.size() != 2)
        throw std::runtime_error(file.string() + " is no matrix of float64");
    const auto values = *pescope::tables::toDouble(bytes->bytes, bytes->dtype);
    return Eigen::Map<const MatrixD>(values.data(), bytes->shape[0], bytes->shape[1]);
}

inline void writeMatrix(const std::filesystem::path& file, const MatrixD& matrix)
{
    const std::vector<double> values(matrix.data(), matrix.data() + matrix.size());
    const auto written = pescope::tables::writeArray(file, {.values = values, .shape = {matrix.rows(), matrix.cols()}});
    if (!written)
        throw std::runtime_error(pescope::describe(written.error()));
}

/// The words of a command as a POSIX shell passes them on.
inline std::vector<std::string> shellWords(const std::string& command)
{
    QProcess process;
    process.start(QStringLiteral("/bin/sh"),
                  {QStringLiteral("-c"),
                   QStringLiteral("pescope() { for word in \"$@\"; do printf '%s\\0' \"$word\"; done; }\n")
                       + QString::fromStdString(command)});
    if (!process.waitForFinished(20000) || process.exitCode() != 0)
        throw std::runtime_error(process.readAllStandardError().toStdString());
    std::vector<std::string> words;
    for (const QByteArray& word : process.readAllStandardOutput().split('\0'))
        words.push_back(word.toStdString());
    words.pop_back(); // behind the last zero
    return words;
}

} // namespace python
