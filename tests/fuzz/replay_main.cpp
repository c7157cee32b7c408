// SPDX-License-Identifier: GPL-3.0-or-later
// What stands for libFuzzer in builds without it: every file that a list names, and 2000 seeded mutations of them.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

constexpr int kMutations = 2000;
constexpr std::size_t kLargestSeed = 64 * 1024;

using Bytes = std::vector<std::uint8_t>;

/// The files of a list that names files and folders, one a line.
std::vector<std::filesystem::path> filesOf(const char* list)
{
    std::vector<std::filesystem::path> files;
    std::ifstream lines(list);
    for (std::string line; std::getline(lines, line);) {
        if (std::filesystem::is_regular_file(line))
            files.emplace_back(line);
        else if (std::filesystem::is_directory(line))
            for (const auto& entry : std::filesystem::recursive_directory_iterator(line))
                if (entry.is_regular_file())
                    files.push_back(entry.path());
    }
    std::erase_if(files, [](const auto& file) { return std::filesystem::file_size(file) > kLargestSeed; });
    return files;
}

std::vector<Bytes> readSeeds(const char* list)
{
    std::vector<std::filesystem::path> files = filesOf(list);
    std::ranges::sort(files);
    std::vector<Bytes> seeds;
    for (const auto& file : files) {
        std::ifstream stream(file, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
    }
    // the pickles inside of archives are stored, so a target for pickles finds them at their first bytes
    const std::size_t whole = seeds.size();
    for (std::size_t i = 0; i < whole; ++i) {
        constexpr std::uint8_t kProtocol[] = {0x80, 0x02};
        const auto pickle = std::ranges::search(seeds[i], kProtocol);
        if (!pickle.empty() && pickle.begin() != seeds[i].begin())
            seeds.emplace_back(pickle.begin(), seeds[i].end());
    }
    return seeds;
}

/// Changes bytes, cuts, doubles a part or puts a number there that readers may trust.
Bytes mutated(Bytes bytes, std::mt19937& random)
{
    const auto below = [&](std::size_t end) { return end == 0 ? 0 : random() % end; };
    for (std::size_t changes = 1 + below(4); changes > 0 && !bytes.empty(); --changes) {
        const std::size_t at = below(bytes.size());
        switch (random() % 5) {
        case 0:
            bytes[at] ^= static_cast<std::uint8_t>(1u << random() % 8);
            break;
        case 1:
            bytes[at] = static_cast<std::uint8_t>(random());
            break;
        case 2:
            bytes.resize(at);
            break;
        case 3: {
            const Bytes part(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                             bytes.begin() + static_cast<std::ptrdiff_t>(std::min(at + below(64), bytes.size())));
            bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size())), part.begin(), part.end());
            break;
        }
        default:
            for (std::size_t i = at; i < std::min(at + 8, bytes.size()); ++i)
                bytes[i] = random() % 2 == 0 ? 0xFF : 0x7F;
        }
    }
    return bytes;
}

} // namespace

int main(int count, char** arguments)
{
    const std::vector<Bytes> seeds = readSeeds(count == 2 ? arguments[1] : "");
    if (seeds.empty()) {
        std::fputs("no seeds were found\n", stderr);
        return 1;
    }
    for (const Bytes& seed : seeds)
        LLVMFuzzerTestOneInput(seed.data(), seed.size());
    std::mt19937 random(1);
    for (int i = 0; i < kMutations; ++i) {
        const Bytes bytes = mutated(seeds[random() % seeds.size()], random);
        LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    }
    std::printf("%zu seeds, %d mutations\n", seeds.size(), kMutations);
    return 0;
}
