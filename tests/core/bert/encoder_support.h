// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"
#include "core/bert/weights.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/container.h"
#include "core/tables/dtype.h"

#include <nlohmann/json.hpp>

#include <QDebug>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

/// Models and arrays for the tests of encoders.
namespace encoders {

using namespace pescope;

struct Array {
    std::vector<std::int64_t> shape;
    std::vector<double> values;

    [[nodiscard]] std::vector<std::int64_t> integers() const { return {values.begin(), values.end()}; }
    /// The last two axes of the n-th block of those before.
    [[nodiscard]] tables::MatrixD matrix(std::int64_t n = 0) const
    {
        const std::int64_t columns = shape.back();
        const std::int64_t rows = shape.size() > 1 ? shape[shape.size() - 2] : 1;
        return Eigen::Map<const tables::MatrixD>(values.data() + n * rows * columns, rows, columns);
    }
};

/// The arrays of tests/data/encoder/NAME.npz.
class Arrays {
public:
    explicit Arrays(const std::string& name)
    {
        auto file = checkpoint::openContainer(std::string(PESCOPE_TEST_DATA "/encoder/") + name + ".npz");
        if (!file)
            throw std::runtime_error(describe(file.error()));
        m_file = *std::move(file);
    }

    [[nodiscard]] bool has(const std::string& name) const { return place(name) < m_file->tensors().size(); }

    [[nodiscard]] Array operator[](const std::string& name) const
    {
        if (!has(name))
            throw std::runtime_error("no array " + name);
        const auto bytes = m_file->read(place(name));
        return {m_file->tensors()[place(name)].shape, *tables::toDouble(bytes->bytes, bytes->dtype)};
    }

private:
    [[nodiscard]] std::size_t place(const std::string& name) const
    {
        std::size_t k = 0;
        while (k < m_file->tensors().size() && m_file->tensors()[k].name != name)
            ++k;
        return k;
    }

    std::shared_ptr<const checkpoint::Container> m_file;
};

inline std::string modelFolder(const std::string& name)
{
    return PESCOPE_TEST_DATA "/oracle/" + name;
}

inline checkpoint::Checkpoint model(const std::string& folder)
{
    auto opened = checkpoint::Checkpoint::open(folder);
    if (!opened)
        throw std::runtime_error(describe(opened.error()));
    return *opened;
}

/// A copy of a tiny model in the working folder, its safetensors header and config changed by the caller.
inline std::string changedModel(const std::string& from, const std::string& name,
                                const std::function<void(nlohmann::json& header, nlohmann::json& config)>& change)
{
    std::ifstream in(modelFolder(from) + "/model.safetensors", std::ios::binary);
    std::uint64_t size = 0;
    in.read(reinterpret_cast<char*>(&size), 8);
    std::string text(size, ' ');
    in.read(text.data(), static_cast<std::streamsize>(size));
    std::ostringstream data;
    data << in.rdbuf();
    nlohmann::json header = nlohmann::json::parse(text);
    nlohmann::json config = nlohmann::json::parse(std::ifstream(modelFolder(from) + "/config.json"));
    change(header, config);

    std::filesystem::create_directories(name);
    text = header.dump();
    size = text.size();
    std::ofstream out(name + "/model.safetensors", std::ios::binary | std::ios::trunc);
    out.write(reinterpret_cast<const char*>(&size), 8);
    out << text << data.str();
    std::ofstream(name + "/config.json", std::ios::trunc) << config.dump();
    return name;
}

inline void rename(nlohmann::json& header, const std::string& from, const std::string& to)
{
    header[to] = header.at(from);
    header.erase(from);
}

/// Tokens, mask and segments of one case.
inline bert::EncoderInput input(const Arrays& arrays)
{
    auto one = bert::EncoderInput::single(arrays["input_ids"].integers());
    if (arrays.has("attention_mask"))
        one.mask = arrays["attention_mask"].integers();
    if (arrays.has("token_type_ids"))
        one.segments = arrays["token_type_ids"].integers();
    return one;
}

/// Largest difference beyond `relative` of the expected value; infinite for other shapes or values that are not finite.
template<typename Got>
double excess(const Got& got, const tables::MatrixD& want, double relative)
{
    if (got.rows() != want.rows() || got.cols() != want.cols() || !got.allFinite())
        return std::numeric_limits<double>::infinity();
    return ((got.template cast<double>() - want).cwiseAbs() - relative * want.cwiseAbs()).maxCoeff();
}

/// The value, or an exception that says why there is none.
template<typename T>
T value(Result<T> result)
{
    if (!result)
        throw std::runtime_error(describe(result.error()));
    return *std::move(result);
}

inline bert::EncoderWeights weightsOf(const std::string& name)
{
    return value(bert::loadEncoderWeights(model(modelFolder(name))));
}

/// Whether all words stand in the message; it is printed where one does not.
inline bool says(const Error& error, std::initializer_list<const char*> words)
{
    const std::string text = describe(error);
    const bool all = std::ranges::all_of(words, [&](const char* word) { return text.find(word) != std::string::npos; });
    if (!all)
        qWarning("%s", text.c_str());
    return all;
}

} // namespace encoders
