// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a table of numbers in text, whatever they look like: as many numbers as its shape says, and no more rows
// than lines.
#include "core/checkpoint/formats.h"
#include "tests/fuzz/memory_file.h"

#include <algorithm>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace pescope::checkpoint;
    const fuzz::MemoryFile memory(data, size);
    const auto file = FileReader::open(memory.path());
    fuzz::require(file.has_value());
    const auto table = openCsv(*file);
    if (!table) {
        fuzz::require(!table.error().message.empty());
        return 0;
    }
    const TensorInfo& info = (*table)->tensors().at(0);
    const auto read = (*table)->read(0);
    fuzz::require(read.has_value() && info.shape.size() == 2 && info.shape[0] > 0 && info.shape[1] > 0);
    fuzz::require(read->bytes.size() == static_cast<std::uint64_t>(info.shape[0] * info.shape[1]) * sizeof(double));
    fuzz::require(info.shape[0] <= std::count(data, data + size, '\n') + 1);
    return 0;
}
