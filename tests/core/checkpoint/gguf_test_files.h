// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/checkpoint/test_files.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace test {

/// Writes one file in either byte order.
class GgufWriter {
public:
    explicit GgufWriter(bool bigEndian = false, std::uint32_t version = 3)
        : m_bigEndian(bigEndian)
        , m_version(version)
    {
    }

    [[nodiscard]] std::string number(std::uint64_t value, int width) const
    {
        std::string bytes = little(value, width);
        if (m_bigEndian)
            std::ranges::reverse(bytes);
        return bytes;
    }
    [[nodiscard]] std::string text(const std::string& value) const { return number(value.size(), 8) + value; }
    [[nodiscard]] std::string real(float value) const { return number(std::bit_cast<std::uint32_t>(value), 4); }

    void key(const std::string& name, std::uint32_t type, const std::string& value)
    {
        m_keys += text(name) + number(type, 4) + value;
        ++m_keyCount;
    }
    void key(const std::string& name, const std::string& value) { key(name, 8, text(value)); }
    void key(const std::string& name, std::uint32_t value) { key(name, 4, number(value, 4)); }

    /// `dims` as the file lists them: the fastest axis first.
    void tensor(const std::string& name, const std::vector<std::uint64_t>& dims, std::uint32_t type,
                const std::string& data)
    {
        m_entries += text(name) + number(dims.size(), 4);
        for (const std::uint64_t dim : dims)
            m_entries += number(dim, 8);
        m_entries += number(type, 4) + number(m_data.size(), 8);
        m_data += data;
        if (m_data.size() % 32 != 0)
            m_data.resize((m_data.size() + 31) / 32 * 32);
        ++m_tensorCount;
    }

    [[nodiscard]] std::string file() const
    {
        std::string bytes =
            "GGUF" + number(m_version, 4) + number(m_tensorCount, 8) + number(m_keyCount, 8) + m_keys + m_entries;
        bytes.resize((bytes.size() + 31) / 32 * 32);
        return bytes + m_data;
    }

private:
    bool m_bigEndian;
    std::uint32_t m_version;
    std::string m_keys, m_entries, m_data;
    std::uint64_t m_keyCount = 0, m_tensorCount = 0;
};

} // namespace test
