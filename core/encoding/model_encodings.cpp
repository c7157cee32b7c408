// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/model_encodings.h"

#include "core/encoding/catalogue.h"
#include "core/encoding/model_computed.h"
#include "core/encoding/model_config.h"
#include "core/encoding/model_relative.h"
#include "core/encoding/model_tables.h"
#include "core/encoding/table_encoding.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace pescope::encoding {

using checkpoint::Checkpoint;
using checkpoint::TensorInfo;
using tables::Index;

namespace {

constexpr std::size_t kMostCandidates = 16;
constexpr std::size_t kMostListed = 24;

/// True for "encoder.layers.0.fc1.weight": weights repeat per layer and reach any shape, a position table seldom does.
bool isInLayer(std::string_view name)
{
    for (std::size_t at = name.find('.'); at != std::string_view::npos; at = name.find('.', at + 1)) {
        const std::string_view part = name.substr(at + 1, name.find('.', at + 1) - at - 1);
        if (!part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos)
            return true;
    }
    return false;
}

/// Why a tensor that no rule knows may still be a position table; empty: it hardly is one.
std::string candidateReason(const TensorInfo& tensor, const ModelConfig& config)
{
    if (!couldBeTable(tensor) || findLater(tensor.name))
        return {};
    const std::vector<std::int64_t> shape = withoutLeadingOnes(tensor.shape);
    if (shape[0] < 1 || shape[1] < 1)
        return {};
    if (namesPosition(tensor.name))
        return fmt::format("its name speaks of position, its shape is {}", shapeText(tensor.shape));
    if (isInLayer(tensor.name))
        return {};
    constexpr std::string_view kLength[] = {"max_position_embeddings", "n_positions", "max_seq_len"};
    constexpr std::string_view kWidth[] = {"hidden_size", "n_embd", "d_model", "dim"};
    constexpr std::string_view kWords[] = {"vocab_size"};
    const auto length = config.number(kLength);
    const auto width = config.number(kWidth);
    const auto words = config.number(kWords);
    const bool fits = length && width && shape[0] == length->value && shape[1] == width->value
        && length->value != width->value && !(words && words->value == shape[0]);
    return fits
        ? fmt::format("its shape {} is {} × {} of {}", shapeText(tensor.shape), length->key, width->key, config.place())
        : std::string();
}

/// The config, with another family where one is said by hand.
nlohmann::json settingsOf(const Checkpoint& source, const std::string& family)
{
    nlohmann::json settings = source.config();
    if (!family.empty()) {
        if (!settings.is_object())
            settings = nlohmann::json::object();
        settings["model_type"] = family;
    }
    return settings;
}

class Resolver {
public:
    Resolver(const std::string& spec, const Checkpoint& source, std::string_view candidate, const std::string& family)
        : m_checkpoint(source)
        , m_settings(settingsOf(source, family))
        , m_config(m_settings, configName(source))
        , m_relative(source, m_config)
        , m_candidate(candidate)
    {
        m_source.spec = spec;
        m_source.container = source.format();
        m_source.family = m_config.modelType();
        m_source.tensors = tensorList(source);
        m_source.warnings = source.warnings();
    }

    Result<Source> run(const JobContext& job)
    {
        for (std::size_t k = 0; k < m_checkpoint.tensors().size(); ++k) {
            if (job.stopRequested())
                return cancelled();
            if (Status taken = take(k); !taken)
                return std::unexpected(std::move(taken).error());
        }
        takeRelative();
        if (m_used.empty() && m_candidates.empty() && m_unused.empty()) {
            if (m_unreadable)
                return std::unexpected(*m_unreadable);
            return nothingFound();
        }
        for (auto* group : {&m_used, &m_candidates, &m_unused})
            std::ranges::move(*group, std::back_inserter(m_source.encodings));
        nameParts(m_source.encodings);
        makeIdsUnique(m_source.encodings);
        warnOfLater();
        if (m_candidatesLeftOut > 0)
            m_source.warnings.push_back(
                fmt::format("{} more tensors could be tables; #candidate.NAME opens any by hand", m_candidatesLeftOut));
        return std::move(m_source);
    }

private:
    Status take(std::size_t index)
    {
        const TensorInfo& tensor = m_checkpoint.tensors()[index];
        const auto isRelative = m_relative.take(index);
        if (!isRelative) { // what else the file holds is no worse for it
            m_source.warnings.push_back(describe(isRelative.error()));
            if (!m_unreadable)
                m_unreadable = isRelative.error();
            return ok();
        }
        if (*isRelative)
            return ok();
        if (const LaterRule* later = findLater(tensor.name))
            m_later.insert(later->what);
        const ModelConfig config = configOfPart(m_config, tensor.name);
        const auto match = couldBeTable(tensor) ? findFamily(tensor.name, config.modelType()) : std::nullopt;
        if (match)
            return takeTable(index, config, *match);
        const bool asked = !m_candidate.empty() && tensor.name == m_candidate;
        const std::string reason = asked ? "chosen by hand" : candidateReason(tensor, m_config);
        if (reason.empty())
            return ok();
        if (!asked && m_candidates.size() >= kMostCandidates) {
            ++m_candidatesLeftOut;
            return ok();
        }
        TableFacts facts;
        facts.id = std::string(kCandidatePrefix) + tensor.name;
        facts.family = m_config.modelType();
        facts.notes = {fmt::format("candidate: {}; no rule knows it, so position 0 is taken to be row 0", reason)};
        auto encoding = readTable(m_checkpoint, index, std::move(facts));
        if (encoding)
            m_candidates.push_back(*std::move(encoding));
        else if (asked)
            return std::unexpected(std::move(encoding).error());
        else
            m_source.warnings.push_back(describe(encoding.error()));
        return ok();
    }

    /// What meets the logits, stored or computed; behind the tables that are added to the words.
    void takeRelative()
    {
        ComputedByConfig computed = computedByConfig(m_config, m_checkpoint.tensors(), !m_used.empty());
        m_refused = std::move(computed.refused);
        std::vector<Encoding> all = std::move(m_relative).encodings();
        std::ranges::move(computed.encodings, std::back_inserter(all));
        for (Encoding& one : all) {
            if (one.kind == Kind::Rotary) // older files store the inverse frequencies as well
                m_later.erase(kRotaryLater);
            if (one.kind == Kind::Convolution) // its bias and lengths
                m_later.erase(kConvolutionLater);
            if (one.kind == Kind::Relative && one.tensor.empty()) { // and what meets them
                m_later.erase(kRelativeLater);
                m_later.erase(kRotaryLater);
            }
            if (m_source.family.empty())
                m_source.family = one.family;
            (one.usedByModel ? m_used : m_unused).push_back(std::move(one));
        }
    }

    Status takeTable(std::size_t index, const ModelConfig& config, const FamilyMatch& match)
    {
        PESCOPE_TRY(encoding, readFamilyTable(m_checkpoint, config, index, match));
        if (m_source.family.empty())
            m_source.family = encoding.family;
        (encoding.usedByModel ? m_used : m_unused).push_back(std::move(encoding));
        return ok();
    }

    void warnOfLater()
    {
        for (const std::string_view what : m_later)
            m_source.warnings.push_back(fmt::format("the file also holds {}: they are not there yet", what));
        if (m_used.empty() && !m_refused.empty())
            m_source.warnings.push_back(fmt::format("{} implies {}: not there yet", m_config.place(), m_refused));
    }

    /// Every tensor that could be opened by hand, else every tensor, as "NAME F32 [16, 8]".
    [[nodiscard]] std::string tensorText() const
    {
        std::vector<std::string> names;
        for (const bool tablesOnly : {true, false}) {
            for (const TensorInfo& tensor : m_checkpoint.tensors())
                if (!tablesOnly || couldBeTable(tensor))
                    names.push_back(fmt::format("{} {} {}", tensor.name, tensor.dtype, shapeText(tensor.shape)));
            if (!names.empty())
                break;
        }
        const std::size_t all = names.size();
        names.resize(std::min(all, kMostListed));
        return fmt::format("{}{}", fmt::join(names, ", "),
                           all > kMostListed ? fmt::format(" and {} more", all - kMostListed) : "");
    }

    [[nodiscard]] std::unexpected<Error> nothingFound() const
    {
        std::string message = fmt::format("{}: no position table was found", m_source.spec);
        const bool later = !m_later.empty() || !m_refused.empty();
        if (!m_later.empty())
            message += fmt::format("; it holds {}, which are not there yet", fmt::join(m_later, ", "));
        if (!m_refused.empty())
            message += fmt::format("; {} ({}) implies {}; this is not there yet", m_config.place(),
                                   m_config.modelType().empty() ? "no model_type" : m_config.modelType(), m_refused);
        for (const std::string& warning : m_checkpoint.warnings())
            message += fmt::format("; {}", warning);
        if (m_checkpoint.tensors().empty())
            return fail(ErrorCode::Format, message + "; the file holds no tensors");
        return fail(later ? ErrorCode::Unsupported : ErrorCode::Format,
                    fmt::format("{}; the tensors are {}", message, tensorText()),
                    "A tensor with two axes opens by hand with #candidate.NAME behind the source.");
    }

    const Checkpoint& m_checkpoint;
    nlohmann::json m_settings;
    ModelConfig m_config;
    RelativeTensors m_relative;
    std::string m_candidate;
    std::string m_refused; ///< what the config implies and is not there yet
    Source m_source;
    std::vector<Encoding> m_used, m_candidates, m_unused;
    std::set<std::string_view> m_later;
    std::optional<Error> m_unreadable; ///< the first of what meets the logits that could not be read
    std::size_t m_candidatesLeftOut = 0;
};

} // namespace

Result<Source> resolveModel(const std::string& spec, const Checkpoint& source, std::string_view candidate,
                            const std::string& family, const JobContext& job)
{
    return Resolver(spec, source, candidate, family).run(job);
}

bool isCandidate(const Encoding& encoding)
{
    return encoding.id.starts_with(kCandidatePrefix);
}

} // namespace pescope::encoding
