// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "test_files.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

/// Writers of pickles and of the files that torch.save makes of them, from pickletools.py and torch/serialization.py.
namespace test {

/// 0, 1, 2, … as float32.
inline std::string counting(int count)
{
    std::vector<float> values;
    for (int i = 0; i < count; ++i)
        values.push_back(static_cast<float>(i));
    return floats(values);
}

/// BINUNICODE.
inline std::string pickledText(const std::string& text)
{
    return "X" + little(text.size(), 4) + text;
}

/// LONG1 of eight bytes.
inline std::string pickledNumber(std::int64_t number)
{
    return std::string("\x8a\x08", 2) + little(static_cast<std::uint64_t>(number), 8);
}

inline std::string pickledTuple(const std::vector<std::int64_t>& numbers)
{
    std::string bytes = "(";
    for (const std::int64_t number : numbers)
        bytes += pickledNumber(number);
    return bytes + "t";
}

/// GLOBAL.
inline std::string pickledName(const std::string& module, const std::string& name)
{
    return "c" + module + "\n" + name + "\n";
}

/// REDUCE of a name with arguments that are pickled already.
inline std::string pickledCall(const std::string& module, const std::string& name, const std::string& arguments)
{
    return pickledName(module, name) + "(" + arguments + "tR";
}

struct TorchTensor {
    std::string storage = "FloatStorage";
    std::string key = "0";
    std::int64_t count = 6; ///< elements of the storage, as the record claims
    std::int64_t offset = 0;
    std::vector<std::int64_t> shape{3, 2};
    std::vector<std::int64_t> strides{2, 1};
    std::string view = {}; ///< pickled; the sixth field of the legacy layout
};

inline std::string pickledStorage(const TorchTensor& tensor)
{
    return "(" + pickledText("storage") + pickledName("torch", tensor.storage) + pickledText(tensor.key)
        + pickledText("cpu") + pickledNumber(tensor.count) + tensor.view + "tQ";
}

inline std::string pickledTensor(const TorchTensor& tensor)
{
    return pickledCall("torch._utils", "_rebuild_tensor_v2",
                       pickledStorage(tensor) + pickledNumber(tensor.offset) + pickledTuple(tensor.shape)
                           + pickledTuple(tensor.strides) + "\x89" + pickledCall("collections", "OrderedDict", ""));
}

/// Keys with values that are pickled already.
inline std::string pickledDict(const std::vector<std::pair<std::string, std::string>>& items)
{
    std::string bytes = "}(";
    for (const auto& [key, value] : items)
        bytes += pickledText(key) + value;
    return bytes + "u";
}

/// A whole pickle of protocol 2.
inline std::string pickled(const std::string& value)
{
    return "\x80\x02" + value + ".";
}

/// The zip layout with one value and its storages.
inline std::string torchZip(const std::string& value, const std::vector<std::pair<std::string, std::string>>& storages,
                            const std::string& byteOrder = {}, const std::string& folder = "archive/")
{
    std::vector<Member> members{storedMember(folder + "data.pkl", pickled(value))};
    if (!byteOrder.empty())
        members.push_back(storedMember(folder + "byteorder", byteOrder));
    for (const auto& [key, bytes] : storages)
        members.push_back(storedMember(folder + "data/" + key, bytes));
    members.push_back(storedMember(folder + "version", "3\n"));
    return zip(members);
}

/// The legacy layout: a stream of pickles, then each storage with its number of elements in front.
inline std::string
torchLegacy(const std::string& value,
            const std::vector<std::pair<std::string, std::pair<std::uint64_t, std::string>>>& storages)
{
    std::string bytes("\x80\x02\x8a\x0a\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19.", 15);
    bytes += pickled("M\xe9\x03"); // 1001
    bytes += pickled(pickledDict({{"protocol_version", "M\xe9\x03"}, {"little_endian", "\x88"}}));
    bytes += pickled(value);
    std::string keys = "](";
    std::string data;
    for (const auto& [key, storage] : storages) {
        keys += pickledText(key);
        data += little(storage.first, 8) + storage.second;
    }
    return bytes + pickled(keys + "e") + data;
}

} // namespace test
