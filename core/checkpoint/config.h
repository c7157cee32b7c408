// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace pescope::checkpoint {

struct Config {
    nlohmann::json value; ///< an object, or null
    std::vector<std::string> warnings;
};

/// Reads a config.json as people and programs write it: with a byte-order mark, comments, and Python's NaN and Infinity
/// (which become null). No file: null without a warning. A broken one: null and one warning that names it.
[[nodiscard]] Config readConfig(const std::filesystem::path& file);

} // namespace pescope::checkpoint
