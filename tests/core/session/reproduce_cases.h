// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compute/backend.h"
#include "core/encoding/computed_encodings.h"
#include "core/encoding/resolve.h"
#include "core/session/reproduce.h"

#include "python_runs.h"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>
#include <sstream>

/// Maps of every kind of source and metric.
namespace cases {

using namespace pescope;
using encoding::Encoding;
using proximity::Metric;
using session::ShownMap;
using tables::Index;
using tables::MatrixD;

inline const std::string kOracle = PESCOPE_TEST_DATA "/oracle/";
inline const std::string kInputs = PESCOPE_TEST_DATA "/inputs/";
inline const std::string kNpz = PESCOPE_TEST_DATA "/npy-npz/";

template<typename T>
T take(Result<T> result)
{
    if (!result)
        throw std::runtime_error(describe(result.error()));
    return *std::move(result);
}

inline ShownMap opened(const std::string& text)
{
    ShownMap map;
    map.source = encoding::parseSource(text).spec;
    map.encoding = take(encoding::resolveOne(text));
    return map;
}

inline ShownMap computed(Encoding encoding)
{
    ShownMap map;
    map.encoding = std::move(encoding);
    return map;
}

struct Case {
    std::string name;
    ShownMap map;
    Metric metric;
};

inline encoding::SinusoidSpec sinusoid(int dim, Index length)
{
    encoding::SinusoidSpec spec;
    spec.dim = dim;
    spec.length = length;
    return spec;
}

/// Sources that are in no test data are written to a folder.
class CaseList {
public:
    explicit CaseList(std::filesystem::path folder)
        : m_folder(std::move(folder))
    {
        std::filesystem::create_directories(m_folder);
        addComputed();
        addFiles();
        addRelative();
        addDifferences();
    }
    [[nodiscard]] std::vector<Case> cases() && { return std::move(m_cases); }

private:
    void add(std::string name, ShownMap map, Metric metric = Metric::Dot)
    {
        m_cases.push_back({std::move(name), std::move(map), metric});
    }

    void addAllMetrics(const std::string& name, const ShownMap& map)
    {
        for (const Metric metric : proximity::kMetrics)
            add(name + " " + std::string(proximity::name(metric)), map, metric);
    }

    void addComputed()
    {
        addAllMetrics("sinusoid", session::shownSinusoid(sinusoid(64, 40)));
        addAllMetrics("odd sinusoid", session::shownSinusoid(sinusoid(9, 12)));
        addAllMetrics("one column", session::shownSinusoid(sinusoid(1, 6)));
        encoding::SinusoidSpec every = sinusoid(31, 33);
        every.base = 512.5;
        every.first = 1;
        every.spacing = encoding::Spacing::HalfMinusOne;
        every.layout = encoding::Layout::Halves;
        every.scale = 0.25;
        every.skipFast = 3;
        every.skipSlow = 4;
        addAllMetrics("every parameter", session::shownSinusoid(every));
        encoding::SinusoidSpec withoutSlow = sinusoid(16, 20);
        withoutSlow.skipSlow = 2;
        withoutSlow.first = 1;
        add("slow ones skipped", session::shownSinusoid(withoutSlow), Metric::Scaled);
        encoding::SinusoidSpec free = sinusoid(14, 24);
        free.freeOmega = {1, 0.5, 1.0 / 3, 2e-7, -0.125, 0.7, 0.1};
        free.scale = 1.5;
        free.skipFast = 1;
        addAllMetrics("free frequencies", session::shownSinusoid(free));
        MatrixD omega(5, 1);
        omega << 1, 0.4, 0.03, 0.9, 0.02;
        python::writeMatrix(m_folder / "fre,quencies.npy", omega);
        add("frequencies from a file",
            opened("sinusoid:omega=" + (m_folder / "fre,quencies.npy").string() + ",length=21,skip_slow=1"));
        ShownMap without = session::shownSinusoid(sinusoid(16, 12));
        without.rows.leaveOut = {0};
        addAllMetrics("sinusoid without row 0", without);
        without.rows.leaveOut = {3, 7};
        add("sinusoid without rows 3 and 7", without, Metric::Centred);
        addAllMetrics("learned", opened("learned:length=10,dim=16,seed=7,sd=0.5"));
        for (const Metric metric : {Metric::Dot, Metric::Scaled, Metric::Cosine})
            add("rotary " + std::string(proximity::name(metric)), opened("rotary:dim=16,base=500,length=30"), metric);
        encoding::RotarySpec rope;
        rope.dim = 16;
        rope.headDim = 32;
        rope.length = 96;
        for (const auto type : {encoding::RopeScaling::Type::Linear, encoding::RopeScaling::Type::Dynamic,
                                encoding::RopeScaling::Type::Llama3}) {
            rope.scaling.type = type;
            rope.scaling.factor = 4;
            rope.scaling.trainedLength = 40;
            add("rotary scaled " + std::string(encoding::name(type)), computed(encoding::rotaryEncoding(rope)));
        }
        for (const char* meaning : {"signed", "shifted", "absolute"})
            addAllMetrics(std::string("relative sinusoid ") + meaning,
                          opened(std::string("sinusoid-relative:dim=10,base=77,first=1,max=9,meaning=") + meaning));
        for (const char* causal : {"0", "1"}) {
            ShownMap alibi = opened(std::string("alibi:heads=6,length=17,causal=") + causal);
            alibi.rows.head = 4;
            add(std::string("ALiBi, causal ") + causal, alibi, Metric::Scaled);
        }
    }

    void addFiles()
    {
        addAllMetrics("safetensors F32", opened(kInputs + "H01-bert"));
        add("the demonstration", opened(PESCOPE_RESOURCES "/demo/minilm-l6-position.safetensors"), Metric::Centred);
        add("safetensors BF16", opened(kInputs + "H03-bf16"));
        add("safetensors F16", opened(kOracle + "bert-fp16"), Metric::Cosine);
        add("safetensors F64", opened(doubles()), Metric::Scaled);
        add("safetensors of eight bits", opened(kInputs + "H04-f8"), Metric::Distance);
        add("name that is not ASCII", opened(kInputs + "H14 dossier été/模型 データ"));
        add("shards", opened(kInputs + "H17-shards"));
        add("recognised sinusoid", opened(kInputs + "H43-sinusoid/halves.npy"), Metric::Scaled);
        addAllMetrics("first position in row 2", opened(kInputs + "H38-roberta"));
        ShownMap roberta = opened(kOracle + "roberta-sharded-safetensors");
        roberta.rows.includeUnused = true;
        add("rows that are no positions", roberta, Metric::Scaled);
        roberta.rows.leaveOut = {0, 1, 5};
        add("without some of them", roberta, Metric::Centred);
        addAllMetrics("rows without a value", opened(kInputs + "H27-nan/pe.npy"));
        add("npy of one row", opened(kInputs + "H26-one-row/pe.npy"), Metric::Centred);
        add("npy turned", opened("transposed:" + kInputs + "H25-transposed/pe.npy"));
        for (const char* name : {"pos_3d", "pos_f16", "pos_f32_bigendian", "pos_f64_fortran"})
            add(std::string("npy ") + name, opened(kNpz + name + ".npy"), Metric::Cosine);
        const auto archive = take(encoding::resolve(kNpz + "tables_deflated.npz"));
        for (const Encoding& member : archive.encodings)
            add("npz " + member.id, {.source = archive.spec, .encoding = member, .rows = {}, .difference = {}},
                Metric::Scaled);
        add("csv with names", opened(kInputs + "H28-csv/pe.csv"));
        add("csv with decimal commas", opened(kInputs + "H29-csv-comma/pe.csv"));
        const auto odd = m_folder / "a'b \"c\" $d\\e#f";
        std::filesystem::create_directories(odd);
        python::write(odd / "x.tsv", "# two columns\np\tq\n1\t2.5\n\n3\t-4\n0\t0\n");
        addAllMetrics("tabs and odd names", opened((odd / "x.tsv").string()));
        python::write(odd / "blanks.txt", " 1  2   3\n 4  5.5 6\n");
        add("blanks", opened((odd / "blanks.txt").string()), Metric::Scaled);
        std::filesystem::copy_file(kInputs + "H28-csv/pe.csv", odd / "table.dat");
        add("no known extension", opened((odd / "table.dat").string()));
        MatrixD map(4, 6);
        for (Index k = 0; k < map.size(); ++k)
            map.data()[k] = std::sin(1.0 + static_cast<double>(k * k));
        python::writeMatrix(odd / "map.npy", map);
        add("matrix wide", opened("matrix:" + (odd / "map.npy").string() + "#matrix"), Metric::Scaled);
        map(2, 3) = std::nan("");
        map(0, 5) = std::nan("");
        python::writeMatrix(m_folder / "holes.csv", MatrixD(map.transpose()));
        add("matrix high, with holes", opened("matrix:" + (m_folder / "holes.csv").string()));
        python::writeMatrix(m_folder / "zeros.npy", MatrixD::Zero(3, 2));
        addAllMetrics("zeros", opened((m_folder / "zeros.npy").string()));
    }

    void addRelative()
    {
        const ShownMap relative = opened(kOracle + "bert-relative-key#layer1.relative_key");
        addAllMetrics("relative_key", relative);
        ShownMap turned = relative;
        auto& table = std::get<encoding::RelativeTable>(turned.encoding.content);
        table.firstOffset = table.lastOffset();
        table.ascending = false;
        turned.source.clear(); // no model is stored this way round yet, so no command gives it
        add("relative_key stored the other way", turned, Metric::Centred);
        ShownMap without = relative;
        without.rows.leaveOut = {0, 4};
        add("relative_key without two offsets", without, Metric::Scaled);
        for (const char* id : {"encoder.bias", "decoder.bias"}) {
            ShownMap buckets = opened(kOracle + "t5-fp32#" + id);
            encoding::setLength(buckets.encoding, 300);
            buckets.rows.head = 2;
            add(std::string("T5 ") + id, buckets);
        }
        for (const char* model : {"bloom-6heads", "mpt-6heads"}) {
            ShownMap alibi = opened(kOracle + model);
            alibi.rows.head = 5;
            add(model, alibi);
        }
        add("llama", opened(kOracle + "llama-default"), Metric::Scaled);
        add("gpt-neox, partial", opened(kOracle + "gpt-neox-partial"));
        using json = nlohmann::json;
        add("yarn", opened(scaledLlama("yarn", {{"factor", 4.0}, {"original_max_position_embeddings", 16}})));
        add("longrope",
            opened(scaledLlama("longrope",
                               {{"original_max_position_embeddings", 16},
                                {"short_factor", json::array({1.0, 1.0, 1.25, 1.5})},
                                {"long_factor", json::array({1.0, 2.0, 4.5, 8.0})}})));
        ShownMap window = opened(kOracle + "swin#layer1.bias");
        window.rows.head = 1;
        add("window of Swin", window);
        addAllMetrics("patches", opened("as:grid=5x3,prefix=1:" + kInputs + "H01-bert"));
    }

    void addDifferences()
    {
        const ShownMap bert = opened(kInputs + "H01-bert");
        const ShownMap plain = session::shownSinusoid(sinusoid(32, 24));
        addAllMetrics("table − sinusoid", session::shownDifference(bert, plain));
        add("learned − learned",
            session::shownDifference(opened("learned:length=9,dim=4,seed=1"), opened("learned:length=12,dim=4,seed=2")),
            Metric::Scaled);
        add("relative − relative sinusoid",
            session::shownDifference(opened(kOracle + "bert-relative-key#layer0.relative_key"),
                                     opened("sinusoid-relative:dim=8,max=19")));
        add("ALiBi − rotary", session::shownDifference(opened("alibi:length=12"), opened("rotary:dim=8,length=20")));
        add("(sinusoid − table) − (table − sinusoid)",
            session::shownDifference(session::shownDifference(plain, bert), session::shownDifference(bert, plain)),
            Metric::Cosine);
        add("rows without a value − table", session::shownDifference(opened(kInputs + "H27-nan/pe.npy"), bert));
    }

    /// A model whose rotary frequencies are scaled.
    std::string scaledLlama(const std::string& type, nlohmann::json scaling) const
    {
        const auto folder = m_folder / type;
        std::filesystem::copy(kOracle + "llama-default", folder, std::filesystem::copy_options::recursive);
        scaling["rope_type"] = type;
        nlohmann::json config = nlohmann::json::parse(python::read(folder / "config.json"));
        config["rope_scaling"] = std::move(scaling);
        python::write(folder / "config.json", config.dump());
        return folder.string();
    }

    /// A table of F64 in a safetensors file.
    std::string doubles() const
    {
        std::vector<double> values(12);
        for (std::size_t k = 0; k < values.size(); ++k)
            values[k] = 1.0 / static_cast<double>(k + 3);
        const std::string header =
            R"({"position_embeddings.weight":{"dtype":"F64","shape":[4,3],"data_offsets":[0,96]}})";
        const std::uint64_t size = header.size();
        const auto file = m_folder / "doubles.safetensors";
        python::write(file,
                      std::string(reinterpret_cast<const char*>(&size), 8) + header
                          + std::string(reinterpret_cast<const char*>(values.data()), 96));
        return file.string();
    }

    std::filesystem::path m_folder;
    std::vector<Case> m_cases;
};

inline proximity::SharedProximity proximityOf(const ShownMap& map, Metric metric)
{
    if (!map.difference.empty())
        return take(
            proximity::difference(proximityOf(map.difference[0], metric), proximityOf(map.difference[1], metric)));
    static const auto backend = compute::eigenBackend();
    return take(proximity::of(map.encoding, encoding::isMap(map.encoding) ? Metric::Dot : metric, backend, map.rows));
}

/// Largest difference; infinite where only one of two cells has a value, or sizes differ.
inline double worst(const MatrixD& a, const MatrixD& b)
{
    if (a.rows() != b.rows() || a.cols() != b.cols())
        return std::numeric_limits<double>::infinity();
    double largest = 0;
    for (Index k = 0; k < a.size(); ++k) {
        const double x = a.data()[k];
        const double y = b.data()[k];
        if (std::isfinite(x) && std::isfinite(y))
            largest = std::max(largest, std::abs(x - y));
        else if (std::isnan(x) ? !std::isnan(y) : x != y)
            return std::numeric_limits<double>::infinity();
    }
    return largest;
}

inline double largestOf(const MatrixD& s)
{
    double largest = 0;
    for (Index k = 0; k < s.size(); ++k)
        if (std::isfinite(s.data()[k]))
            largest = std::max(largest, std::abs(s.data()[k]));
    return largest;
}

/// Does what the commands in the comments of a code say.
inline void writeTables(const std::string& code, const std::filesystem::path& folder)
{
    std::istringstream lines(code);
    constexpr std::string_view kCommand = "# pescope data ";
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(kCommand))
            continue;
        const std::vector<std::string> words = python::shellWords(line.substr(2));
        if (words.size() != 6 || words[3] != "table")
            throw std::runtime_error("no command that writes a table: " + line);
        const Encoding encoding = take(encoding::resolveOne(words[1]));
        const auto& table = std::get<encoding::StoredTable>(encoding.content);
        python::writeMatrix(folder / words[5], MatrixD(table.positionRows()));
    }
}

} // namespace cases
