// SPDX-License-Identifier: GPL-3.0-or-later
// The property table of four sources, permuted rows, and pictures through each lens; N = 512, D = 768, one core.
#include "core/analysis/permutation_null.h"
#include "core/proximity/lens.h"

#include <benchmark/benchmark.h>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>

using namespace pescope;
using proximity::Lens;
using proximity::Metric;
using proximity::SharedProximity;
using tables::Index;

namespace {

constexpr Index kPositions = 512;
constexpr int kDim = 768;
constexpr int kPixels = 400;

SharedProximity mapOf(encoding::Content content)
{
    encoding::Encoding encoding;
    encoding.content = std::move(content);
    auto made = proximity::of(encoding, Metric::Dot, compute::eigenBackend());
    if (!made) {
        std::fprintf(stderr, "bench_properties: %s\n", describe(made.error()).c_str());
        std::exit(1);
    }
    return *std::move(made);
}

SharedProximity sinusoid(double base)
{
    encoding::SinusoidSpec spec;
    spec.dim = kDim;
    spec.base = base;
    spec.length = kPositions;
    return mapOf(spec);
}

tables::SharedMatrix random(Index rows, Index columns, unsigned seed)
{
    std::mt19937 generator(seed);
    std::normal_distribution<double> normal;
    tables::MatrixD values(rows, columns);
    for (double& value : values.reshaped())
        value = normal(generator);
    return std::make_shared<const tables::MatrixD>(std::move(values));
}

SharedProximity table(unsigned seed)
{
    encoding::StoredTable stored;
    stored.rows = random(kPositions, kDim, seed);
    stored.positions = kPositions;
    return mapOf(stored);
}

SharedProximity givenMap()
{
    return mapOf(encoding::GivenMap{random(kPositions, kPositions, 9)});
}

void propertyTable(benchmark::State& state, const std::vector<SharedProximity>& maps)
{
    for (auto unused : state) {
        (void)unused;
        for (const SharedProximity& map : maps)
            if (!analysis::properties(map))
                state.SkipWithError("no properties");
    }
}

void permutedRows(benchmark::State& state, const SharedProximity& map)
{
    for (auto unused : state) {
        (void)unused;
        if (!analysis::permutationNull(map, {.permutations = 20}))
            state.SkipWithError("no values");
    }
}

void openLens(benchmark::State& state, const SharedProximity& map, Lens lens)
{
    for (auto unused : state) {
        (void)unused;
        if (!proximity::through(map, lens))
            state.SkipWithError("no lens");
    }
}

void lensPicture(benchmark::State& state, const SharedProximity& map, Lens lens)
{
    const auto seen = proximity::through(map, lens);
    const auto size = static_cast<double>(kPositions);
    for (auto unused : state) {
        (void)unused;
        if (!seen || !(*seen)->image({0, size, 0, size}, kPixels, kPixels))
            state.SkipWithError("no picture");
    }
}

} // namespace

int main(int argc, char** argv)
{
    const auto add = [](const std::string& name, auto work) {
        benchmark::RegisterBenchmark(name.c_str(), work)->Unit(benchmark::kMillisecond);
    };
    const std::vector<SharedProximity> tables{table(1), table(2), table(3), table(4)};
    const std::vector<SharedProximity> mixed{table(1), table(2), sinusoid(10000), sinusoid(500)};
    add("properties/four-tables", [&](benchmark::State& state) { propertyTable(state, tables); });
    add("properties/two-tables-two-sinusoids", [&](benchmark::State& state) { propertyTable(state, mixed); });
    add("properties/four-sinusoids",
        [&](benchmark::State& state) { propertyTable(state, {mixed[2], mixed[3], mixed[2], mixed[3]}); });
    add("properties/20-permutations", [&](benchmark::State& state) { permutedRows(state, mixed[0]); });
    const std::pair<const char*, SharedProximity> sources[] = {
        {"table", mixed[0]}, {"sinusoid", mixed[2]}, {"given-map", givenMap()}};
    for (const auto& [source, map] : sources)
        for (const Lens lens : proximity::kLenses) {
            const std::string name = std::string(proximity::name(lens)) + '/' + source;
            add("lens-open/" + name, [map = map, lens](benchmark::State& state) { openLens(state, map, lens); });
            add("lens-picture/" + name, [map = map, lens](benchmark::State& state) { lensPicture(state, map, lens); });
        }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
