// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as the config.json of a model whose weights hold a table of each family: what it says about position is
// computed or refused, and can be shown.
#include "core/checkpoint/config.h"
#include "core/encoding/resolve.h"
#include "tests/fuzz/memory_file.h"

#include <nlohmann/json.hpp>

#include <fstream>
#include <vector>

namespace {

namespace fs = std::filesystem;

/// A model folder that lives as long as the process.
class Folder {
public:
    Folder()
        : m_path(fs::temp_directory_path() / ("pescope-fuzz-" + std::to_string(::getpid())))
    {
        fs::create_directories(m_path);
        writeWeights();
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }

    [[nodiscard]] const fs::path& path() const { return m_path; }

private:
    void writeWeights() const
    {
        using Shape = std::vector<std::int64_t>;
        const std::vector<std::pair<const char*, Shape>> tensors{
            {"bert.embeddings.word_embeddings.weight", {12, 8}},
            {"bert.embeddings.position_embeddings.weight", {18, 8}},
            {"bert.encoder.layer.0.attention.self.distance_embedding.weight", {15, 4}},
            {"encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", {32, 2}},
            {"model.decoder.embed_positions.weight", {18, 8}},
            {"transformer.wpe.weight", {16, 8}},
            {"vision_model.embeddings.position_embedding.weight", {17, 8}},
            {"model.layers.0.self_attn.q_proj.weight", {8, 8}},
            {"transformer.layer.0.rel_attn.r", {8, 2, 4}},
        };
        nlohmann::json header = nlohmann::json::object();
        std::uint64_t at = 0;
        for (const auto& [name, shape] : tensors) {
            std::uint64_t bytes = sizeof(float);
            for (const std::int64_t extent : shape)
                bytes *= static_cast<std::uint64_t>(extent);
            header[name] = {{"dtype", "F32"}, {"shape", shape}, {"data_offsets", {at, at + bytes}}};
            at += bytes;
        }
        const std::string text = header.dump();
        const std::uint64_t length = text.size();
        std::vector<float> values(at / sizeof(float));
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<float>(i % 7) / 4;
        std::ofstream file(m_path / "model.safetensors", std::ios::binary);
        file.write(reinterpret_cast<const char*>(&length), sizeof length);
        file << text;
        file.write(reinterpret_cast<const char*>(values.data()), static_cast<std::streamsize>(at));
    }

    fs::path m_path;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Folder folder;
    std::ofstream(folder.path() / "config.json", std::ios::binary)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
    const auto source = pescope::encoding::resolve(folder.path().string());
    if (!source) {
        fuzz::require(!source.error().message.empty() && source.error().code != pescope::ErrorCode::Backend);
        return 0;
    }
    fuzz::require(!source->encodings.empty() && pescope::encoding::inspectJson(*source).is_object());
    for (const pescope::encoding::Encoding& encoding : source->encodings) {
        fuzz::require(!encoding.id.empty());
        // frequencies of a length that a config claims are as many as a head has pairs, whatever the length
        constexpr std::size_t kMost = 1 << 20;
        fuzz::require(frequencies(encoding).value_or(std::vector<double>()).size() <= kMost);
    }
    return 0;
}
