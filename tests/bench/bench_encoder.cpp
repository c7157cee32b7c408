// SPDX-License-Identifier: GPL-3.0-or-later
// Forward passes of encoders with random weights on the LibTorch module: bench_encoder [ROUNDS]. One line a case:
//   MODEL SEQUENCES TOKENS best median    in ms, all hidden states kept; and of one layer's attention afterwards.
// rival_encoder.py runs the same in PyTorch for Python.
#include "core/bert/encoder_module.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

using namespace pescope;
using bert::WeightTensor;
using tables::Index;

namespace {

struct Size {
    const char* name;
    int layers, heads;
    Index hidden, intermediate;
};
constexpr Size kSizes[] = {{"base", 12, 12, 768, 3072}, {"tiny", 4, 12, 312, 1200}};
struct Case {
    Index sequences, tokens;
};
constexpr Case kCases[] = {{1, 64}, {1, 128}, {1, 512}, {8, 128}};
constexpr Index kVocabulary = 30522;

class Maker {
public:
    WeightTensor tensor(std::vector<std::int64_t> shape, float mean = 0)
    {
        std::size_t count = 1;
        for (const std::int64_t extent : shape)
            count *= static_cast<std::size_t>(extent);
        std::vector<float> values(count);
        std::normal_distribution<float> normal(mean, 0.02F);
        for (float& value : values)
            value = normal(m_random);
        return {.name = "random",
                .shape = std::move(shape),
                .values = std::make_shared<const std::vector<float>>(std::move(values))};
    }
    bert::LinearWeights linear(Index out, Index in) { return {.weight = tensor({out, in}), .bias = tensor({out})}; }
    bert::NormWeights norm(Index width) { return {.gain = tensor({width}, 1), .shift = tensor({width})}; }

private:
    std::mt19937 m_random{0};
};

bert::EncoderWeights randomWeights(const Size& size)
{
    Maker make;
    bert::EncoderWeights weights;
    weights.config.layers = size.layers;
    weights.config.groups = size.layers;
    weights.config.heads = size.heads;
    weights.config.hidden = size.hidden;
    weights.config.intermediate = size.intermediate;
    weights.config.vocabulary = kVocabulary;
    weights.config.positionRows = 512;
    weights.config.segments = 2;
    weights.words = make.tensor({kVocabulary, size.hidden});
    weights.segments = make.tensor({2, size.hidden});
    weights.embedding.positions = make.tensor({512, size.hidden});
    weights.embedding.norm = make.norm(size.hidden);
    for (int n = 0; n < size.layers; ++n) {
        bert::LayerWeights& layer = weights.layers.emplace_back();
        for (bert::LinearWeights* part : {&layer.query, &layer.key, &layer.value, &layer.attentionOutput})
            *part = make.linear(size.hidden, size.hidden);
        layer.attentionNorm = make.norm(size.hidden);
        layer.intermediate = make.linear(size.intermediate, size.hidden);
        layer.output = make.linear(size.hidden, size.intermediate);
        layer.outputNorm = make.norm(size.hidden);
    }
    return weights;
}

template<typename T>
T value(Result<T> result)
{
    if (!result) {
        std::fprintf(stderr, "bench_encoder: %s\n", describe(result.error()).c_str());
        std::exit(1);
    }
    return *std::move(result);
}

template<typename Work>
double milliseconds(Work work)
{
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

void print(const std::string& name, const Case& one, std::vector<double> times)
{
    std::ranges::sort(times);
    std::printf("%s %lld %lld %.3f %.3f\n", name.c_str(), static_cast<long long>(one.sequences),
                static_cast<long long>(one.tokens), times.front(), times[times.size() / 2]);
    std::fflush(stdout);
}

} // namespace

int main(int count, char** arguments)
{
    const int rounds = count > 1 ? std::max(1, std::atoi(arguments[1])) : 10;
    setenv("OMP_WAIT_POLICY", "passive", 0); // as the program does
    const auto module = value(bert::loadEncoderModule());
    for (const Size& size : kSizes) {
        const auto encoder = value(module->create(randomWeights(size), {}));
        for (const Case& one : kCases) {
            bert::EncoderInput input{
                .sequences = one.sequences, .tokens = one.tokens, .ids = {}, .mask = {}, .segments = {}};
            for (Index k = 0; k < one.sequences * one.tokens; ++k)
                input.ids.push_back((k * 7919 + 1) % kVocabulary);
            bert::EncodedText text = value(encoder->run(input, {}));
            std::vector<double> passes;
            std::vector<double> heads;
            for (int round = 0; round < rounds; ++round) {
                passes.push_back(milliseconds([&] { text = value(encoder->run(input, {})); }));
                heads.push_back(milliseconds([&] { (void)value(encoder->attention(text, bert::Layer{size.layers})); }));
            }
            print(size.name, one, passes);
            print(std::string(size.name) + "-attention", one, heads);
        }
    }
    return 0;
}
