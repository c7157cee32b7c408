// SPDX-License-Identifier: GPL-3.0-or-later
// From a new ω to finished pictures, and a Gram picture beside the bare matrix product of its size.
#include "core/compute/torch_module.h"
#include "core/frame/frame.h"

#include <algorithm>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <tuple>

using namespace pescope;
using tables::Index;

namespace {

constexpr int kDim = 768;
constexpr int kSteps = 200;
constexpr Index kGramRows = 4096;
constexpr int kGramPixels = 1000;

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start)
{
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What the window draws with once LibTorch is loaded.
std::shared_ptr<const compute::Backend> fastBackend()
{
    static const std::shared_ptr<const compute::Backend> backend = [] {
        const auto module = compute::loadTorchModule();
        if (module)
            if (auto torch = (*module)->backend({}); torch)
                return *torch;
        std::fprintf(stderr, "bench_frames: no LibTorch, so products run on Eigen\n");
        return compute::eigenBackend();
    }();
    return backend;
}

encoding::Encoding randomTable(Index rows)
{
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    tables::MatrixD values(rows, kDim);
    for (double& value : values.reshaped())
        value = normal(random);
    encoding::StoredTable table;
    table.positions = rows;
    table.rows = std::make_shared<const tables::MatrixD>(std::move(values));
    encoding::Encoding encoding;
    encoding.content = std::move(table);
    return encoding;
}

enum class Panes { One, FourSinusoids, FourWithTable };

/// A session whose first sinusoid is dragged.
struct Drag {
    frame::Request request;
    frame::Composer composer;
    session::SourceKey moved = 0;
    int step = 0;

    Drag(Panes panes, Index length, proximity::Lens lens)
    {
        request.backend = fastBackend();
        moved = addSinusoid(length, 10000);
        if (panes != Panes::One) {
            const session::SourceKey fixed = addSinusoid(length, 10000);
            session::add(request.session, session::DifferenceOrigin{moved, fixed});
            if (panes == Panes::FourSinusoids) {
                addSinusoid(length, 500);
            } else {
                // a stored table of 131,072 rows would be no model's; the longest here is that of a long context
                const session::SourceKey table =
                    session::add(request.session, session::OpenedOrigin{"table.npy", ""}, "table");
                request.opened[table] =
                    std::make_shared<const Result<encoding::Encoding>>(randomTable(std::min<Index>(length, kGramRows)));
            }
        }
        for (session::Source& source : request.session.sources)
            source.lens = lens;
        request.session.active = moved;
        request.session.options.layout = panes == Panes::One ? session::Layout::Single : session::Layout::Grid;
        const int side = panes == Panes::One ? 1000 : 400;
        for (const session::SourceKey key : session::visibleSources(request.session))
            request.panes.push_back({key, side, side, std::nullopt});
        next();
    }

    session::SourceKey addSinusoid(Index length, double base)
    {
        encoding::SinusoidSpec spec;
        spec.dim = kDim;
        spec.base = base;
        spec.length = length;
        return session::add(request.session, session::SinusoidOrigin{spec});
    }

    /// A new ω and everything that is drawn of it, in seconds.
    double next()
    {
        auto& spec = std::get<session::SinusoidOrigin>(session::find(request.session, moved)->origin).spec;
        request.before = spec;
        spec.scale = 0.3 * std::exp2(1.5 * ++step / kSteps);
        ++request.revision;
        const Clock::time_point start = Clock::now();
        const auto frame = composer.compose(request);
        const double seconds = secondsSince(start);
        if (!frame) {
            std::fprintf(stderr, "bench_frames: %s\n", describe(frame.error()).c_str());
            std::exit(1);
        }
        for (const frame::Pane& pane : frame->panes)
            if (pane.error || pane.raster.pixels.empty()) {
                std::fprintf(stderr, "bench_frames: pane %d has no picture\n", pane.source);
                std::exit(1);
            }
        return seconds;
    }
};

void dragStep(benchmark::State& state, Panes panes, Index length, proximity::Lens lens = proximity::Lens::Value)
{
    // one at a time: the caches of the last are large
    static std::tuple<Panes, Index, proximity::Lens> kept;
    static std::unique_ptr<Drag> drag;
    if (const std::tuple wanted(panes, length, lens); !drag || kept != wanted) {
        drag.reset();
        drag = std::make_unique<Drag>(panes, length, lens);
        kept = wanted;
    }
    for (auto unused : state) {
        (void)unused;
        state.SetIterationTime(drag->next());
    }
}

void gramPicture(benchmark::State& state)
{
    static const proximity::SharedProximity map = [] {
        auto made = proximity::of(randomTable(kGramRows), proximity::Metric::Dot, fastBackend());
        if (!made) {
            std::fprintf(stderr, "bench_frames: %s\n", describe(made.error()).c_str());
            std::exit(1);
        }
        return *made;
    }();
    const proximity::Viewport whole{0, kGramRows, 0, kGramRows};
    for (auto unused : state) {
        (void)unused;
        const Clock::time_point start = Clock::now();
        const auto picture = map->image(whole, kGramPixels, kGramPixels);
        state.SetIterationTime(secondsSince(start));
        if (!picture)
            state.SkipWithError("no picture");
    }
}

void bareProduct(benchmark::State& state, const std::shared_ptr<const compute::Backend>& backend)
{
    static const std::vector<float> factor(kGramPixels * kDim, 0.5F);
    static std::vector<float> product(kGramPixels * kGramPixels);
    for (auto unused : state) {
        (void)unused;
        const Clock::time_point start = Clock::now();
        const auto done =
            backend->multiplyTransposed(factor.data(), factor.data(), product.data(), kGramPixels, kGramPixels, kDim);
        state.SetIterationTime(secondsSince(start));
        if (!done)
            state.SkipWithError("no product");
    }
}

/// The table of properties of four tables over 512 positions, as the window asks for it.
void fourTables(benchmark::State& state)
{
    std::vector<frame::PropertySource> sources;
    for (int k = 0; k < 4; ++k) {
        auto made = proximity::of(randomTable(512), proximity::Metric::Scaled, fastBackend());
        if (made)
            sources.push_back({.source = k + 1, .proximity = *made, .positions = 0, .relative = nullptr});
    }
    const auto question = frame::askProperties(std::move(sources), session::Options{}, fastBackend());
    for (auto unused : state) {
        (void)unused;
        const Clock::time_point start = Clock::now();
        const auto answers = frame::propertiesOf(question);
        state.SetIterationTime(secondsSince(start));
        if (!answers || answers->size() != 4)
            state.SkipWithError("no properties");
    }
}

double percentile99(const std::vector<double>& values)
{
    std::vector<double> sorted = values;
    std::ranges::sort(sorted);
    return sorted[static_cast<std::size_t>(std::ceil(0.99 * static_cast<double>(sorted.size()))) - 1];
}

double least(const std::vector<double>& values)
{
    return *std::ranges::min_element(values);
}

void addSingleSteps(benchmark::internal::Benchmark* benchmark, int steps)
{
    benchmark->UseManualTime()
        ->Iterations(1)
        ->Repetitions(steps)
        ->Unit(benchmark::kMillisecond)
        ->ComputeStatistics("p99", percentile99)
        ->ComputeStatistics("min", least)
        ->ReportAggregatesOnly();
}

} // namespace

// --benchmark_filter=^frame/, ^lens/, ^properties/ and ^gram/ select; the gram ones are compared, so run them with
// --benchmark_enable_random_interleaving=true.
int main(int argc, char** argv)
{
    const std::pair<const char*, Panes> sets[] = {{"one-1000", Panes::One},
                                                  {"four-400-sinusoids", Panes::FourSinusoids},
                                                  {"four-400-table", Panes::FourWithTable}};
    for (const auto& [name, panes] : sets)
        for (const Index length : {Index{512}, Index{4096}, Index{131072}})
            addSingleSteps(benchmark::RegisterBenchmark(
                               (std::string("frame/") + name + '/' + std::to_string(length)).c_str(),
                               [panes = panes, length](benchmark::State& state) { dragStep(state, panes, length); }),
                           kSteps);
    for (const auto& [name, panes] : {sets[1], sets[2]})
        for (const proximity::Lens lens :
             {proximity::Lens::NonInvariance, proximity::Lens::Asymmetry, proximity::Lens::Rising})
            addSingleSteps(
                benchmark::RegisterBenchmark(
                    (std::string("lens/") + name + '/' + std::string(proximity::name(lens)) + "/512").c_str(),
                    [panes = panes, lens](benchmark::State& state) { dragStep(state, panes, 512, lens); }),
                kSteps);
    addSingleSteps(benchmark::RegisterBenchmark("properties/four-tables-512", fourTables), 30);
    addSingleSteps(benchmark::RegisterBenchmark("gram/picture", gramPicture), 60);
    addSingleSteps(benchmark::RegisterBenchmark("gram/product-torch",
                                                [](benchmark::State& state) { bareProduct(state, fastBackend()); }),
                   60);
    addSingleSteps(
        benchmark::RegisterBenchmark("gram/product-eigen",
                                     [](benchmark::State& state) { bareProduct(state, compute::eigenBackend()); }),
        60);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 1;
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
