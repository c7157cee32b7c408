// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/container.h"
#include "core/encoding/resolve.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Models for tests: those of the reference implementation, and tiny ones written here.
namespace sources {

using pescope::tables::MatrixD;

inline std::string data(const std::string& path)
{
    return PESCOPE_TEST_DATA "/" + path;
}

struct Array {
    std::vector<std::int64_t> shape;
    std::vector<double> values;

    /// The last two axes of the n-th block of those before.
    [[nodiscard]] MatrixD matrix(std::int64_t n = 0) const
    {
        const std::int64_t columns = shape.back();
        const std::int64_t rows = shape.size() > 1 ? shape[shape.size() - 2] : 1;
        return Eigen::Map<const MatrixD>(values.data() + n * rows * columns, rows, columns);
    }
};

/// One array of the reference implementation's answers.
inline Array expected(const std::string& folder, std::string_view name)
{
    const auto file = pescope::checkpoint::openContainer(folder + "/expected.npz");
    if (!file)
        throw std::runtime_error(describe(file.error()));
    const auto& infos = (*file)->tensors();
    for (std::size_t k = 0; k < infos.size(); ++k)
        if (infos[k].name == name) {
            const auto bytes = (*file)->read(k);
            return {infos[k].shape, *pescope::tables::toDouble(bytes->bytes, bytes->dtype)};
        }
    throw std::runtime_error("no such array");
}

struct Tensor {
    std::string name;
    std::vector<int> shape;
    std::vector<float> values; ///< empty: zeros
};

/// A tiny safetensors model of float32.
inline void writeModel(const std::string& folder, const std::vector<Tensor>& tensors, const nlohmann::json& config)
{
    nlohmann::json header = nlohmann::json::object();
    std::string bytes;
    for (const Tensor& tensor : tensors) {
        std::size_t count = 1;
        for (const int extent : tensor.shape)
            count *= static_cast<std::size_t>(extent);
        std::vector<float> values = tensor.values;
        values.resize(count);
        const std::size_t begin = bytes.size();
        bytes.append(reinterpret_cast<const char*>(values.data()), count * sizeof(float));
        header[tensor.name] = {{"dtype", "F32"}, {"shape", tensor.shape}, {"data_offsets", {begin, bytes.size()}}};
    }
    const std::string text = header.dump();
    std::filesystem::create_directories(folder);
    std::ofstream file(folder + "/model.safetensors", std::ios::binary);
    const std::uint64_t size = text.size();
    file.write(reinterpret_cast<const char*>(&size), 8);
    file << text << bytes;
    std::filesystem::remove(folder + "/config.json"); // of an earlier model in the same folder
    if (!config.is_null())
        std::ofstream(folder + "/config.json") << config.dump();
}

/// The same, opened.
inline pescope::Result<pescope::encoding::Source> opened(const std::string& folder, const std::vector<Tensor>& tensors,
                                                         const nlohmann::json& config)
{
    writeModel(folder, tensors, config);
    return pescope::encoding::resolve(folder);
}

inline const nlohmann::json& parameter(const pescope::encoding::Encoding& encoding, const char* key)
{
    return encoding.parameters->at(key);
}

/// Larger than any difference for matrices of different shapes.
inline double largestDifference(const MatrixD& a, const MatrixD& b)
{
    return a.rows() == b.rows() && a.cols() == b.cols() ? (a - b).cwiseAbs().maxCoeff() : 1e300;
}

inline bool mentions(const std::vector<std::string>& sentences, std::initializer_list<const char*> words)
{
    return std::ranges::any_of(sentences, [&](const std::string& sentence) {
        return std::ranges::all_of(words, [&](const char* word) { return sentence.find(word) != std::string::npos; });
    });
}

/// Ids in their order, those that the model does not use with an exclamation mark.
inline std::string ids(const pescope::encoding::Source& source)
{
    std::string all;
    for (const pescope::encoding::Encoding& one : source.encodings)
        all += (all.empty() ? "" : " ") + one.id + (one.usedByModel ? "" : "!");
    return all;
}

/// b_h(i − j) over L × L.
inline MatrixD biasMap(const pescope::encoding::Encoding& encoding, int head, pescope::tables::Index length)
{
    const auto& bias = std::get<pescope::encoding::LogitBias>(encoding.content);
    MatrixD map(length, length);
    for (pescope::tables::Index i = 0; i < length; ++i)
        for (pescope::tables::Index j = 0; j < length; ++j)
            map(i, j) = biasAt(bias, head, i - j);
    return map;
}

/// Vectors P_m = (m, ½) with P_0 = (1, ½), so that P_m·P_0 − ¼ = m is antisymmetric: a wrong direction shows in it. (In
/// a table that is antisymmetric throughout, P_r·P_r′ would be the same the other way round.)
inline std::vector<float> antisymmetricRows(int reach, bool ascending = true)
{
    std::vector<float> values;
    for (int r = 0; r < 2 * reach + 1; ++r) {
        const int m = ascending ? r - reach : reach - r;
        values.push_back(m == 0 ? 1.0F : static_cast<float>(m));
        values.push_back(0.5F);
    }
    return values;
}

} // namespace sources
