// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// A BERT with random weights, written as a Hugging Face folder.
namespace random_bert {

struct Size {
    int layers = 3;
    int heads = 4;
    int hidden = 32;
    int positions = 64;
};

namespace detail {

/// Tensors in the order they are written.
class Weights {
public:
    void add(const std::string& name, std::vector<std::int64_t> shape, float mean, float deviation)
    {
        std::int64_t count = 1;
        for (const std::int64_t length : shape)
            count *= length;
        const std::size_t begin = m_data.size() * sizeof(float);
        std::normal_distribution<float> normal(mean, deviation);
        for (std::int64_t k = 0; k < count; ++k)
            m_data.push_back(deviation > 0 ? normal(m_random) : mean);
        m_header[name] = {
            {"dtype", "F32"}, {"shape", std::move(shape)}, {"data_offsets", {begin, m_data.size() * sizeof(float)}}};
    }

    void addLinear(const std::string& name, std::int64_t out, std::int64_t in)
    {
        add(name + ".weight", {out, in}, 0, 0.2F);
        add(name + ".bias", {out}, 0, 0.02F);
    }

    void addNorm(const std::string& name, std::int64_t width)
    {
        add(name + ".weight", {width}, 1, 0);
        add(name + ".bias", {width}, 0, 0);
    }

    void write(const std::filesystem::path& file) const
    {
        const std::string header = m_header.dump();
        const std::uint64_t size = header.size();
        std::ofstream out(file, std::ios::binary);
        out.write(reinterpret_cast<const char*>(&size), sizeof size);
        out << header;
        out.write(reinterpret_cast<const char*>(m_data.data()),
                  static_cast<std::streamsize>(m_data.size() * sizeof(float)));
        if (!out)
            throw std::runtime_error("cannot write " + file.string());
    }

private:
    std::mt19937 m_random{1};
    std::vector<float> m_data;
    nlohmann::json m_header = nlohmann::json::object();
};

} // namespace detail

/// Writes config.json, model.safetensors and a copy of `vocabulary` (a vocab.txt, one token a line) into `folder`.
inline void write(const std::filesystem::path& folder, const std::filesystem::path& vocabulary, const Size& size = {})
{
    std::filesystem::create_directories(folder);
    std::filesystem::copy_file(vocabulary, folder / "vocab.txt", std::filesystem::copy_options::overwrite_existing);
    std::int64_t words = 0;
    std::ifstream lines(vocabulary);
    for (std::string line; std::getline(lines, line);)
        ++words;

    const std::int64_t wide = std::int64_t{4} * size.hidden;
    detail::Weights weights;
    weights.add("embeddings.word_embeddings.weight", {words, size.hidden}, 0, 0.5F);
    weights.add("embeddings.position_embeddings.weight", {size.positions, size.hidden}, 0, 0.5F);
    weights.add("embeddings.token_type_embeddings.weight", {2, size.hidden}, 0, 0.1F);
    weights.addNorm("embeddings.LayerNorm", size.hidden);
    for (int layer = 0; layer < size.layers; ++layer) {
        const std::string at = "encoder.layer." + std::to_string(layer) + ".";
        for (const char* part : {"query", "key", "value"})
            weights.addLinear(at + "attention.self." + part, size.hidden, size.hidden);
        weights.addLinear(at + "attention.output.dense", size.hidden, size.hidden);
        weights.addNorm(at + "attention.output.LayerNorm", size.hidden);
        weights.addLinear(at + "intermediate.dense", wide, size.hidden);
        weights.addLinear(at + "output.dense", size.hidden, wide);
        weights.addNorm(at + "output.LayerNorm", size.hidden);
    }
    weights.write(folder / "model.safetensors");
    std::ofstream(folder / "config.json") << nlohmann::json{{"model_type", "bert"},
                                                            {"architectures", {"BertModel"}},
                                                            {"vocab_size", words},
                                                            {"hidden_size", size.hidden},
                                                            {"num_hidden_layers", size.layers},
                                                            {"num_attention_heads", size.heads},
                                                            {"intermediate_size", wide},
                                                            {"hidden_act", "gelu"},
                                                            {"max_position_embeddings", size.positions},
                                                            {"type_vocab_size", 2},
                                                            {"layer_norm_eps", 1e-12},
                                                            {"pad_token_id", 0}};
}

} // namespace random_bert
