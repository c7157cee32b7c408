// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/container.h"
#include "core/encoding/resolve.h"
#include "tests/core/encoding/truncation_support.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <map>
#include <optional>

/// Weight files that end too early, compared with what they hold as a whole.
namespace truncation {

using pescope::encoding::Encoding;
using pescope::encoding::Source;

inline bool isText(const fs::path& file)
{
    return file.extension() == ".json" || file.extension() == ".csv";
}

/// Every tensor of a file that can be read.
using Tensors = std::map<std::string, pescope::checkpoint::TensorBytes>;

inline std::optional<Tensors> tensorsOf(const fs::path& file)
{
    const auto container = pescope::checkpoint::openContainer(file);
    if (!container)
        return std::nullopt;
    Tensors all;
    for (std::size_t k = 0; k < (*container)->tensors().size(); ++k)
        if (auto read = (*container)->read(k))
            all.emplace((*container)->tensors()[k].name, *std::move(read));
    return all;
}

/// What is wrong with a weight file of which only `length` bytes are there; empty: it is refused with what a user
/// needs, or every number is that of the whole file (nothing: that is refused as well).
inline std::string faultOfFile(const fs::path& file, std::uintmax_t length, const std::optional<Tensors>& whole)
{
    const auto container = pescope::checkpoint::openContainer(file);
    if (!container)
        return faultOf(container.error(), file);
    const auto& tensors = (*container)->tensors();
    for (std::size_t k = 0; k < tensors.size(); ++k) {
        const auto read = (*container)->read(k);
        if (!read) {
            if (std::string fault = faultOf(read.error(), file); !fault.empty())
                return fault;
            continue;
        }
        if (!whole) {
            if (read->bytes.size() > length)
                return "more numbers than bytes: " + tensors[k].name;
            continue;
        }
        const auto expected = whole->find(tensors[k].name);
        if (expected == whole->end())
            return "a tensor that is not in the whole file: " + tensors[k].name;
        if (read->dtype != expected->second.dtype || read->shape != expected->second.shape
            || read->bytes != expected->second.bytes)
            return "other numbers than in the whole file: " + tensors[k].name;
    }
    return {};
}

/// What a source says, as far as a user sees it: everything of `inspect --json` about an encoding, and its numbers.
struct Seen {
    nlohmann::json facts;
    pescope::tables::MatrixD rows;

    bool operator==(const Seen& other) const
    {
        const auto same = [](double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); };
        return facts == other.facts && rows.rows() == other.rows.rows() && rows.cols() == other.rows.cols()
            && std::equal(rows.data(), rows.data() + rows.size(), other.rows.data(), same);
    }
};

inline std::map<std::string, Seen> seen(const Source& source)
{
    const nlohmann::json all = inspectJson(source)["encodings"];
    std::map<std::string, Seen> result;
    for (std::size_t k = 0; k < source.encodings.size(); ++k) {
        Seen one{.facts = all[k], .rows = {}};
        const auto& content = source.encodings[k].content;
        if (const auto* table = std::get_if<pescope::encoding::StoredTable>(&content))
            one.rows = *table->rows;
        else if (const auto* relative = std::get_if<pescope::encoding::RelativeTable>(&content))
            one.rows = *relative->rows;
        result.emplace(source.encodings[k].id, std::move(one));
    }
    return result;
}

inline bool warnsOf(const Source& source, const fs::path& file)
{
    return std::ranges::any_of(source.warnings, [&](const std::string& warning) {
        return warning.find(file.filename().string()) != std::string::npos;
    });
}

/// What is wrong with the whole source when `file` of it is cut; empty: it is refused, it is as before, or what is left
/// of it is as before and a warning names the file.
inline std::string faultOfSource(const std::string& spec, const fs::path& file,
                                 const std::optional<std::map<std::string, Seen>>& whole)
{
    const auto source = pescope::encoding::resolve(spec);
    if (!source)
        return faultOf(source.error(), file);
    if (!whole)
        return {};
    const auto now = seen(*source);
    if (now != *whole && !warnsOf(*source, file))
        return "it says something else, and no warning names the file";
    for (const auto& [id, one] : now)
        if (const auto before = whole->find(id); before == whole->end() || !(one == before->second))
            return "another encoding: " + one.facts.dump();
    return {};
}

} // namespace truncation
