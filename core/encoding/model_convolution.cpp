// SPDX-License-Identifier: GPL-3.0-or-later
// Positions that a convolution over time gives (wav2vec 2.0: Baevski et al. 2020, section 2).
#include "core/encoding/limits.h"
#include "core/encoding/model_computed.h"
#include "core/encoding/model_relative.h"
#include "core/encoding/table_encoding.h"
#include "core/encoding/tensor_name.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace pescope::encoding {

using checkpoint::Checkpoint;
using checkpoint::TensorInfo;
using tables::Index;
using tables::MatrixD;

namespace {

/// A row for each step in time, all channels in it; stored are channels × channels of a group × steps.
Result<MatrixD> stepsOf(const Checkpoint& source, std::size_t tensor)
{
    const TensorInfo& info = source.tensors()[tensor];
    const bool fits = info.shape.size() == 3 && info.shape[0] >= 1 && info.shape[1] >= 1 && info.shape[2] >= 1
        && info.shape[0] <= kMaxValues / info.shape[1] && info.shape[0] * info.shape[1] <= kMaxValues / info.shape[2];
    if (!fits)
        return fail(ErrorCode::Shape,
                    fmt::format("tensor {} has the shape {}, which is no convolution over time", info.name,
                                shapeText(info.shape)),
                    "It has three axes: channels, channels of a group, steps in time.");
    PESCOPE_TRY(bytes, source.read(tensor));
    PESCOPE_TRY(values, tables::toDouble(bytes.bytes, bytes.dtype));
    const Index channels = info.shape[0] * info.shape[1];
    return MatrixD(Eigen::Map<const MatrixD>(values.data(), channels, info.shape[2]).transpose());
}

} // namespace

Result<Encoding> readConvolution(const Checkpoint& source, const ModelConfig& config, std::size_t tensor,
                                 const ConvolutionRule& rule)
{
    const TensorInfo& info = source.tensors()[tensor];
    PESCOPE_TRY(steps, stepsOf(source, tensor));
    Encoding encoding = storedEncoding(info, config);
    encoding.kind = Kind::Convolution;
    encoding.id = "conv";
    encoding.title = titled(encoding.family, "positional convolution");
    if (!rule.gain.empty()) {
        const std::string name =
            fmt::format("{}{}", info.name.substr(0, info.name.size() - rule.direction.size()), rule.gain);
        const auto gain = vectorNamed(source, name, steps.rows());
        if (!gain)
            return fail(ErrorCode::Shape,
                        fmt::format("tensor {} is a direction, and {} with {} lengths is missing", info.name, name,
                                    steps.rows()),
                        "The file is not complete.");
        for (Index t = 0; t < steps.rows(); ++t)
            if (const double norm = steps.row(t).norm(); norm > 0)
                steps.row(t) *= (*gain)(t) / norm;
        encoding.file.clear(); // what is shown is not what the file holds
        encoding.dtype = tables::DType::F64;
        encoding.notes.emplace_back("stored as directions and lengths (weight norm): W_t = g_t v_t / ‖v_t‖ is shown");
    }
    const Index kernel = steps.rows(), before = kernel / 2, after = kernel - 1 - before;
    encoding.positions = kernel;
    encoding.firstPositionRow = 0;
    encoding.dim = steps.cols();
    encoding.parameters = std::make_shared<const nlohmann::json>(
        nlohmann::json{{"sign", "key-query"}, {"offsets", {before, -after}}, {"kernel", kernel}});
    encoding.notes.push_back(fmt::format("row t of the kernel is offset m = i − j = {} − t (query − key): step i hears "
                                         "steps i − {} … i + {}; pictures and "
                                         "profiles are turned to ascending m",
                                         before, before, after));
    encoding.notes.push_back(
        fmt::format("a row holds the weights of {} × {} channels: its norm says how much that offset counts",
                    info.shape[0], info.shape[1]));
    encoding.formula = givenFormula("x_i + GELU(Σ_m [W_m] x_{i−m} + b), before the first layer",
                                    "the map shows W_r·W_{r′}: how alike the weights of two offsets are");
    noteFaultyOffsets(encoding, steps);
    encoding.content = RelativeTable{
        .rows = std::make_shared<const MatrixD>(std::move(steps)), .firstOffset = before, .ascending = false};
    return encoding;
}

} // namespace pescope::encoding
