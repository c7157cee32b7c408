// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/container.h"

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

/// Writers of small weight files, good and bad, made from the formats' definitions alone.
namespace test {

inline std::string contentOf(const std::filesystem::path& file)
{
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

inline void writeFile(const std::filesystem::path& file, const std::string& bytes)
{
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary | std::ios::trunc) << bytes;
}

/// `value` as `count` little-endian bytes.
inline std::string little(std::uint64_t value, int count)
{
    std::string bytes;
    for (int i = 0; i < count; ++i)
        bytes += static_cast<char>(value >> (8 * i) & 0xFF);
    return bytes;
}

inline std::string floats(const std::vector<float>& values)
{
    return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

inline std::string safetensors(const std::string& header, const std::string& data)
{
    return little(header.size(), 8) + header + data;
}

/// One F32 table [rows, 2] of 0, 1, 2, … under `name`.
inline std::string smallSafetensors(const std::string& name, int rows = 3)
{
    std::vector<float> values(static_cast<std::size_t>(2 * rows));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    return safetensors("{\"" + name + "\":{\"dtype\":\"F32\",\"shape\":[" + std::to_string(rows)
                           + ",2],\"data_offsets\":[0," + std::to_string(8 * rows) + "]}}",
                       floats(values));
}

inline std::string npy(const std::string& dict, const std::string& data, int version = 1)
{
    std::string bytes("\x93NUMPY", 6);
    bytes += static_cast<char>(version);
    bytes += '\0';
    return bytes + little(dict.size() + 1, version == 1 ? 2 : 4) + dict + "\n" + data;
}

inline std::string npyDict(const std::string& descr, const std::string& shape, bool fortran = false)
{
    return "{'descr': '" + descr + "', 'fortran_order': " + (fortran ? "True" : "False") + ", 'shape': " + shape
        + ", }";
}

inline std::uint32_t crc32(const std::string& bytes)
{
    std::uint32_t crc = 0xFFFFFFFFu;
    for (const char c : bytes) {
        crc ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = crc >> 1 ^ (crc & 1u ? 0xEDB88320u : 0u);
    }
    return ~crc;
}

/// A member of a zip archive, with what its headers claim.
struct Member {
    std::string name;
    std::string stored; ///< the bytes in the archive
    int method = 0; ///< 0 stored, 8 deflated
    std::uint32_t crc = 0;
    std::uint32_t claimedSize = 0;
};

inline Member storedMember(const std::string& name, const std::string& data)
{
    return {name, data, 0, crc32(data), static_cast<std::uint32_t>(data.size())};
}

/// Deflated without compression: one final stored block (RFC 1951, 3.2.4).
inline Member deflatedMember(const std::string& name, const std::string& data)
{
    return {name, std::string("\x01") + little(data.size(), 2) + little(~data.size(), 2) + data, 8, crc32(data),
            static_cast<std::uint32_t>(data.size())};
}

inline std::string zip(const std::vector<Member>& members)
{
    std::string bytes;
    std::string directory;
    for (const Member& member : members) {
        const std::string fields = little(20, 2) + little(0, 2) + little(static_cast<std::uint64_t>(member.method), 2)
            + little(0x21'0000, 4) + little(member.crc, 4) + little(member.stored.size(), 4)
            + little(member.claimedSize, 4) + little(member.name.size(), 2) + little(0, 2);
        directory +=
            "PK\x01\x02" + little(20, 2) + fields + little(0, 2 + 2 + 2 + 4) + little(bytes.size(), 4) + member.name;
        bytes += "PK\x03\x04" + fields + member.name + member.stored;
    }
    const std::string end = "PK\x05\x06" + little(0, 4) + little(members.size(), 2) + little(members.size(), 2)
        + little(directory.size(), 4) + little(bytes.size(), 4) + little(0, 2);
    return bytes + directory + end;
}

inline std::vector<double> doubles(const pescope::checkpoint::Container& container, std::size_t index = 0)
{
    const auto data = container.read(index);
    return data ? pescope::tables::toDouble(data->bytes, data->dtype).value_or(std::vector<double>{})
                : std::vector<double>{};
}

} // namespace test
