// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/gguf_set.h"

#include "core/base/number_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <unordered_set>

namespace pescope::checkpoint {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kExtension = ".gguf";
constexpr std::string_view kOf = "-of-";
constexpr std::size_t kDigits = 5;
constexpr std::uint64_t kMostParts = 1000;
constexpr std::size_t kShownParts = 6;

std::optional<std::uint64_t> numberOf(std::string_view digits)
{
    const bool plain = digits.size() == kDigits && digits.find_first_not_of("0123456789") == std::string_view::npos;
    const auto number = plain ? parseInteger(digits) : std::nullopt;
    return number ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

/// A whole number of the metadata.
std::optional<std::uint64_t> metadataNumber(const GgufHeader& header, std::string_view key)
{
    const auto found = header.metadata.find(key);
    if (found == header.metadata.end())
        return std::nullopt;
    if (const auto* number = std::get_if<std::uint64_t>(&found->second))
        return *number;
    const auto* number = std::get_if<std::int64_t>(&found->second);
    return number && *number >= 0 ? std::optional(static_cast<std::uint64_t>(*number)) : std::nullopt;
}

/// One file, or all parts of a model that are there, with what its metadata says in the place of a config.json.
class GgufSet final : public Container {
public:
    void add(GgufPart part)
    {
        const std::size_t number = m_parts.size();
        const auto& tensors = part.container->tensors();
        for (std::size_t t = 0; t < tensors.size(); ++t) {
            if (!m_names.insert(tensors[t].name).second) {
                m_warnings.push_back(fmt::format("tensor `{}` stands in several parts, that in {} is not read",
                                                 tensors[t].name, tensors[t].file.filename().string()));
                continue;
            }
            m_tensors.push_back(tensors[t]);
            m_places.push_back({number, t});
        }
        for (auto [from, to] :
             {std::pair{&part.factors.all, &m_factors.all}, std::pair{&part.factors.longText, &m_factors.longText},
              std::pair{&part.factors.shortText, &m_factors.shortText}})
            if (*from)
                *to = std::move(*from);
        m_parts.push_back(std::move(part.container));
        if (!m_header && metadataNumber(*part.header, "split.no").value_or(0) == 0)
            m_header = part.header;
    }

    void finish()
    {
        if (m_header)
            m_config = ggufConfig(*m_header, m_factors);
    }

    void warn(std::string warning) { m_warnings.push_back(std::move(warning)); }

    [[nodiscard]] std::string_view format() const override { return "gguf"; }
    [[nodiscard]] const std::vector<TensorInfo>& tensors() const override { return m_tensors; }
    [[nodiscard]] std::vector<std::string> warnings() const override { return m_warnings; }
    [[nodiscard]] const nlohmann::json* config() const override { return &m_config; }
    [[nodiscard]] std::optional<Result<TensorBytes>> readPart(std::size_t index, std::uint64_t first,
                                                              std::uint64_t count) const override
    {
        const Place place = m_places[index];
        return m_parts[place.part]->readPart(place.tensor, first, count);
    }

private:
    struct Place {
        std::size_t part;
        std::size_t tensor; ///< in the part
    };

    [[nodiscard]] Result<TensorBytes> readTensor(std::size_t index) const override
    {
        const Place place = m_places[index];
        return m_parts[place.part]->read(place.tensor);
    }

    std::vector<std::unique_ptr<Container>> m_parts;
    const GgufHeader* m_header = nullptr; ///< of the first part
    GgufRopeFactors m_factors;
    std::vector<TensorInfo> m_tensors;
    std::vector<Place> m_places; ///< one a tensor
    std::unordered_set<std::string> m_names;
    std::vector<std::string> m_warnings;
    nlohmann::json m_config;
};

Result<GgufPart> openPartAt(const fs::path& file)
{
    PESCOPE_TRY(opened, FileReader::open(file));
    return openGgufPart(opened);
}

/// The other parts beside the one that was opened, in their order; what is missing is said.
void addParts(GgufSet& set, GgufPart opened, const fs::path& file, const GgufPartName& name)
{
    const fs::path folder = file.parent_path();
    std::vector<std::string> missing;
    for (std::uint64_t number = 1; number <= name.count; ++number) {
        if (number == name.number) {
            set.add(std::move(opened));
            continue;
        }
        const std::string other = name.withNumber(number);
        std::error_code ignored;
        if (!fs::exists(fs::symlink_status(folder / other, ignored))) {
            missing.push_back(other);
            continue;
        }
        auto part = runGuarded([&] { return openPartAt(folder / other); });
        if (part)
            set.add(*std::move(part));
        else
            set.warn(fmt::format("{} cannot be read, its tensors are not listed: {}", other, describe(part.error())));
    }
    if (missing.empty())
        return;
    const bool first = missing.front() == name.withNumber(1);
    const std::size_t count = missing.size();
    missing.resize(std::min(count, kShownParts));
    set.warn(fmt::format("{}{} {} missing from {}: the tensors there are not listed{}", fmt::join(missing, ", "),
                         count > kShownParts ? fmt::format(" and {} more", count - kShownParts) : "",
                         count == 1 ? "is" : "are", folder.empty() ? "the folder" : folder.string(),
                         first ? ", and the first part alone says what model it is" : ""));
}

} // namespace

std::string GgufPartName::withNumber(std::uint64_t other) const
{
    return fmt::format("{}-{:05}{}{:05}{}", stem, other, kOf, count, kExtension);
}

std::optional<GgufPartName> ggufPartName(std::string_view fileName)
{
    const std::size_t tail = 1 + kDigits + kOf.size() + kDigits + kExtension.size();
    if (fileName.size() <= tail || !fileName.ends_with(kExtension))
        return std::nullopt;
    const std::string_view end = fileName.substr(fileName.size() - tail);
    const auto number = numberOf(end.substr(1, kDigits));
    const auto count = numberOf(end.substr(1 + kDigits + kOf.size(), kDigits));
    const bool isPart = end.front() == '-' && end.substr(1 + kDigits, kOf.size()) == kOf && number && count
        && *number >= 1 && *number <= *count && *count <= kMostParts;
    if (!isPart)
        return std::nullopt;
    return GgufPartName{std::string(fileName.substr(0, fileName.size() - tail)), *number, *count};
}

bool looksLikeGguf(const FileHead& head)
{
    return head.startsWith("GGUF");
}

Result<std::unique_ptr<Container>> openGguf(const SharedFile& file)
{
    PESCOPE_TRY(part, openGgufPart(file));
    const std::uint64_t count = metadataNumber(*part.header, "split.count").value_or(1);
    const std::uint64_t number = metadataNumber(*part.header, "split.no").value_or(0);
    const auto name = ggufPartName(file->path().filename().string());
    auto set = std::make_unique<GgufSet>();
    if (count > 1 && name && name->count == count && name->number == number + 1) {
        addParts(*set, std::move(part), file->path(), *name);
    } else {
        set->add(std::move(part));
        if (count > 1)
            set->warn(fmt::format("{} is part {} of {} of a model, and its name does not tell where the others are: it "
                                  "should end in -{:05}-of-{:05}.gguf",
                                  file->path().filename().string(), number + 1, count, number + 1, count));
    }
    set->finish();
    return set;
}

} // namespace pescope::checkpoint
