// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QElapsedTimer>

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

/// The built program with what it took: memory, time, and files that it left behind.
namespace measured {

namespace fs = std::filesystem;

struct Run {
    int status = -1; ///< −1: it crashed, or did not end within two minutes
    double peakMegabytes = 0;
    double cpuSeconds = 0; ///< its own: a busy machine does not lengthen them
    std::string out, err;
};

inline std::string contentOf(const fs::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

/// @param folder  where the program starts   @param home  its HOME   @param scratch  for what it prints
inline Run start(const std::vector<std::string>& arguments, const fs::path& folder, const fs::path& home,
                 const fs::path& scratch)
{
    const fs::path outFile = scratch / "out";
    const fs::path errFile = scratch / "err";
    std::vector<std::string> words{PESCOPE_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    std::vector<std::string> variables{"HOME=" + home.string(), "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8"};
    std::vector<char*> environment;
    for (std::string& variable : variables)
        environment.push_back(variable.data());
    environment.push_back(nullptr);

    const pid_t child = ::fork();
    if (child == 0) {
        const int in = ::open("/dev/null", O_RDONLY);
        const int out = ::open(outFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        const int err = ::open(errFile.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
        if (in < 0 || out < 0 || err < 0 || ::chdir(folder.c_str()) != 0)
            ::_exit(125);
        ::dup2(in, 0);
        ::dup2(out, 1);
        ::dup2(err, 2);
        ::execve(argv[0], argv.data(), environment.data());
        ::_exit(126);
    }
    Run run;
    int status = 0;
    rusage usage{};
    QElapsedTimer timer;
    timer.start();
    constexpr qint64 kHanging = 120'000;
    while (::wait4(child, &status, WNOHANG, &usage) == 0) {
        if (timer.elapsed() > kHanging)
            ::kill(child, SIGKILL);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    run.peakMegabytes = static_cast<double>(usage.ru_maxrss) / 1024;
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    run.cpuSeconds = seconds(usage.ru_utime) + seconds(usage.ru_stime);
    run.out = contentOf(outFile);
    run.err = contentOf(errFile);
    return run;
}

/// Everything below a folder: what is written there, or changed, shows as a difference.
inline std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> content(const fs::path& folder)
{
    std::map<std::string, std::pair<std::uintmax_t, fs::file_time_type>> all;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        all.emplace(entry.path().string(),
                    std::pair{entry.is_regular_file() ? entry.file_size() : 0, entry.last_write_time()});
    return all;
}

} // namespace measured
