// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <set>
#include <string_view>

namespace pescope::session {

using nlohmann::json;

namespace {

constexpr int kVersion = 1;

template<typename E>
struct Name {
    E value;
    std::string_view text;
};
constexpr std::array<Name<ScaleMode>, 3> kScales{
    {{ScaleMode::Shared, "shared"}, {ScaleMode::Own, "own"}, {ScaleMode::Rank, "rank"}}};
constexpr std::array<Name<Band>, 4> kBands{
    {{Band::None, "none"}, {Band::Quantiles, "10-90"}, {Band::MinMax, "min-max"}, {Band::Fan, "fan"}}};
constexpr std::array<Name<Layout>, 4> kLayouts{
    {{Layout::Single, "1"}, {Layout::SideBySide, "1x2"}, {Layout::Stacked, "2x1"}, {Layout::Grid, "2x2"}}};
constexpr std::array<Name<OmegaHandle>, 4> kHandles{{{OmegaHandle::Base, "base"},
                                                     {OmegaHandle::Scale, "scale"},
                                                     {OmegaHandle::SkipFast, "skip_fast"},
                                                     {OmegaHandle::SkipSlow, "skip_slow"}}};
constexpr std::array<Name<Shown>, 3> kShown{{{Shown::Map, "map"}, {Shown::Table, "table"}, {Shown::Grid, "grid"}}};
constexpr std::array<Name<Columns>, 4> kColumns{{{Columns::Stored, "stored"},
                                                 {Columns::OtherLayout, "other_layout"},
                                                 {Columns::Variance, "variance"},
                                                 {Columns::Frequency, "frequency"}}};
constexpr std::array<Name<encoding::Layout>, 2> kTableLayouts{
    {{encoding::Layout::Interleaved, "interleaved"}, {encoding::Layout::Halves, "halves"}}};
constexpr std::array<Name<encoding::Spacing>, 2> kSpacings{
    {{encoding::Spacing::Half, "half"}, {encoding::Spacing::HalfMinusOne, "half-1"}}};

template<typename Table, typename E>
std::string textOf(const Table& table, E value)
{
    for (const auto& entry : table)
        if (entry.value == value)
            return std::string(entry.text);
    return {};
}

/// Reads keys of one JSON object; the first thing that is wrong is kept and everything after it is a no-op.
class Reader {
public:
    Reader(const json& object, std::string where)
        : m_object(object)
        , m_where(std::move(where))
    {
        if (!object.is_object())
            m_error = m_where + " is not an object";
    }

    template<typename T>
    void read(const char* key, T& target)
    {
        if (const json* value = find(key)) {
            try {
                target = value->get<T>();
            } catch (const json::exception&) {
                m_error = fmt::format("{}: \"{}\" has the wrong type", m_where, key);
            }
        }
    }

    template<typename Table, typename E>
    void readName(const char* key, const Table& table, E& target)
    {
        std::string text = textOf(table, target);
        read(key, text);
        for (const auto& entry : table)
            if (entry.text == text) {
                target = entry.value;
                return;
            }
        if (m_error.empty())
            m_error = fmt::format(R"({}: "{}" is "{}", which is not known)", m_where, key, text);
    }

    [[nodiscard]] const json* find(const char* key) const
    {
        if (!m_error.empty())
            return nullptr;
        const auto at = m_object.find(key);
        return at == m_object.end() ? nullptr : &*at;
    }

    void reject(std::string why)
    {
        if (m_error.empty())
            m_error = m_where + ": " + std::move(why);
    }
    [[nodiscard]] const std::string& error() const { return m_error; }

private:
    const json& m_object;
    std::string m_where;
    std::string m_error;
};

json toJson(const encoding::SinusoidSpec& spec)
{
    json out{{"dim", spec.dim},
             {"base", spec.base},
             {"first", spec.first},
             {"spacing", textOf(kSpacings, spec.spacing)},
             {"layout", textOf(kTableLayouts, spec.layout)},
             {"scale", spec.scale},
             {"skip_fast", spec.skipFast},
             {"skip_slow", spec.skipSlow},
             {"length", spec.length}};
    if (!spec.freeOmega.empty())
        out["omega"] = spec.freeOmega;
    return out;
}

json toJson(const Source& source)
{
    json out{{"key", source.key},
             {"letter", source.letter},
             {"name", source.name},
             {"visible", source.visible},
             {"lens", proximity::name(source.lens)},
             {"head", source.head},
             {"shown", textOf(kShown, source.shown)},
             {"columns", textOf(kColumns, source.columns)}};
    if (source.metric)
        out["metric"] = proximity::name(*source.metric);
    if (const auto* opened = std::get_if<OpenedOrigin>(&source.origin))
        out["open"] = {{"source", opened->spec}, {"id", opened->id}};
    else if (const auto* sinusoid = std::get_if<SinusoidOrigin>(&source.origin))
        out["sinusoid"] = toJson(sinusoid->spec);
    else if (const auto* difference = std::get_if<DifferenceOrigin>(&source.origin))
        out["difference"] = {difference->a, difference->b};
    return out;
}

std::string readSinusoid(const json& object, const std::string& where, encoding::SinusoidSpec& spec)
{
    Reader in(object, where);
    in.read("dim", spec.dim);
    in.read("base", spec.base);
    in.read("first", spec.first);
    in.readName("spacing", kSpacings, spec.spacing);
    in.readName("layout", kTableLayouts, spec.layout);
    in.read("scale", spec.scale);
    in.read("skip_fast", spec.skipFast);
    in.read("skip_slow", spec.skipSlow);
    in.read("length", spec.length);
    in.read("omega", spec.freeOmega);
    if (in.error().empty())
        if (const Status valid = encoding::validate(spec); !valid)
            in.reject(valid.error().message);
    return in.error();
}

constexpr std::size_t kLongestName = 500;

std::string readSource(const json& object, const std::string& where, Source& source)
{
    Reader in(object, where);
    in.read("key", source.key);
    in.read("letter", source.letter);
    in.read("name", source.name);
    if (source.name.size() > kLongestName) { // nobody wrote that, and laying it out takes its square in time
        std::size_t end = kLongestName;
        while ((static_cast<unsigned char>(source.name[end]) & 0xC0U) == 0x80)
            --end; // not within a character
        source.name.resize(end);
        source.name += "…";
    }
    in.read("visible", source.visible);
    in.read("head", source.head);
    in.readName("shown", kShown, source.shown);
    in.readName("columns", kColumns, source.columns);
    std::string lens(proximity::name(source.lens));
    in.read("lens", lens);
    if (const auto known = proximity::lensFromName(lens))
        source.lens = *known;
    else
        in.reject(fmt::format("the lens \"{}\" is not known", lens));
    if (in.find("metric")) {
        std::string metric;
        in.read("metric", metric);
        source.metric = proximity::metricFromName(metric);
        if (!source.metric)
            in.reject(fmt::format("the metric \"{}\" is not known", metric));
    }
    if (source.key <= 0 || source.letter < 0)
        in.reject(R"("key" must be above 0 and "letter" 0 or more)");
    if (source.head < 0)
        in.reject(fmt::format("\"head\" is {}, heads are counted from 0", source.head));
    if (const json* opened = in.find("open")) {
        OpenedOrigin origin;
        Reader inner(*opened, where + " \"open\"");
        inner.read("source", origin.spec);
        inner.read("id", origin.id);
        if (!inner.error().empty())
            return inner.error();
        source.origin = origin;
    } else if (const json* sinusoid = in.find("sinusoid")) {
        SinusoidOrigin origin;
        if (std::string error = readSinusoid(*sinusoid, where + " \"sinusoid\"", origin.spec); !error.empty())
            return error;
        source.origin = origin;
    } else if (in.find("difference")) {
        std::vector<SourceKey> pair;
        in.read("difference", pair);
        if (pair.size() != 2)
            in.reject("\"difference\" needs two keys");
        else
            source.origin = DifferenceOrigin{pair[0], pair[1]};
    } else {
        in.reject(R"(one of "open", "sinusoid", "difference" is needed)");
    }
    return in.error();
}

std::string readOptions(const json& object, Options& options)
{
    Reader in(object, "\"options\"");
    std::string metric(proximity::name(options.metric));
    in.read("metric", metric);
    if (const auto known = proximity::metricFromName(metric))
        options.metric = *known;
    else
        in.reject(fmt::format("the metric \"{}\" is not known", metric));
    in.read("colormap", options.colormap);
    in.readName("scale", kScales, options.scale);
    in.read("linked", options.linked);
    in.read("include_unused", options.includeUnused);
    in.read("without_marked", options.withoutMarked);
    in.read("epsilon", options.epsilon);
    in.readName("band", kBands, options.band);
    in.read("row_ranges", options.rowRanges);
    in.read("psi_prime", options.psiPrime);
    in.read("signed", options.signedOffsets);
    in.readName("layout", kLayouts, options.layout);
    in.read("common_positions", options.commonPositions);
    in.read("sinusoid_beside", options.sinusoidBeside);
    in.read("local_window", options.localWindow);
    if (const json* limits = in.find("limits")) {
        if (!limits->is_array())
            in.reject("\"limits\" is no list");
        for (const json& entry : *limits) {
            Reader inner(entry, "\"limits\"");
            int scale = 0;
            Limits pair;
            inner.read("scale", scale);
            inner.read("low", pair.low);
            inner.read("high", pair.high);
            if (!inner.error().empty())
                return inner.error();
            options.limits[scale] = pair;
        }
    }
    if (!(options.epsilon > 0 && options.epsilon < 1))
        in.reject("\"epsilon\" must lie between 0 and 1");
    if (options.localWindow < 1)
        in.reject(fmt::format("\"local_window\" is {}, it must be 1 or more", options.localWindow));
    return in.error();
}

} // namespace

json toJson(const Session& session)
{
    json sources = json::array();
    for (const Source& source : session.sources)
        sources.push_back(toJson(source));
    json limits = json::array();
    for (const auto& [scale, pair] : session.options.limits)
        limits.push_back({{"scale", scale}, {"low", pair.low}, {"high", pair.high}});
    const Options& options = session.options;
    return {{"format", "pescope-session"},
            {"version", kVersion},
            {"sources", sources},
            {"active", session.active},
            {"next_key", session.nextKey},
            {"handle", textOf(kHandles, session.handle)},
            {"options",
             {{"metric", proximity::name(options.metric)},
              {"colormap", options.colormap},
              {"scale", textOf(kScales, options.scale)},
              {"limits", limits},
              {"linked", options.linked},
              {"include_unused", options.includeUnused},
              {"without_marked", options.withoutMarked},
              {"epsilon", options.epsilon},
              {"band", textOf(kBands, options.band)},
              {"row_ranges", options.rowRanges},
              {"psi_prime", options.psiPrime},
              {"signed", options.signedOffsets},
              {"layout", textOf(kLayouts, options.layout)},
              {"common_positions", options.commonPositions},
              {"sinusoid_beside", options.sinusoidBeside},
              {"local_window", options.localWindow}}}};
}

Result<Session> fromJson(const json& object)
{
    Session session;
    Reader in(object, "session");
    std::string format;
    int version = 0;
    in.read("format", format);
    in.read("version", version);
    if (format != "pescope-session")
        in.reject(R"("format" is not "pescope-session")");
    if (!in.error().empty())
        return fail(ErrorCode::Format, in.error());
    if (version > kVersion)
        return fail(ErrorCode::Unsupported,
                    fmt::format("the session has version {}, this program reads up to {}", version, kVersion),
                    "Open it with a newer PEScope.");
    in.read("active", session.active);
    in.read("next_key", session.nextKey);
    in.readName("handle", kHandles, session.handle);
    std::string error = in.error();
    if (const json* sources = in.find("sources"); error.empty() && sources) {
        if (!sources->is_array())
            return fail(ErrorCode::Format, "\"sources\" is no list");
        for (const json& entry : *sources) {
            Source source;
            error = readSource(entry, fmt::format("source {}", session.sources.size() + 1), source);
            if (!error.empty())
                break;
            session.sources.push_back(std::move(source));
        }
    }
    if (const json* options = in.find("options"); error.empty() && options)
        error = readOptions(*options, session.options);
    if (!error.empty())
        return fail(ErrorCode::Format, error);

    std::set<SourceKey> keys;
    for (const Source& source : session.sources) {
        if (!keys.insert(source.key).second)
            return fail(ErrorCode::Format, fmt::format("two sources have the key {}", source.key));
        // only sources that stand before it: a difference can then never contain itself
        if (const auto* difference = std::get_if<DifferenceOrigin>(&source.origin))
            if (difference->a == source.key || difference->b == source.key || !keys.contains(difference->a)
                || !keys.contains(difference->b))
                return fail(
                    ErrorCode::Format,
                    fmt::format("source {} is a difference of sources that do not stand before it", source.key));
        session.nextKey = std::max(session.nextKey, source.key + 1);
    }
    if (session.active != 0 && !keys.contains(session.active))
        session.active = session.sources.empty() ? 0 : session.sources.front().key;
    return session;
}

} // namespace pescope::session
