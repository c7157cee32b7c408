// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/job.h"
#include "core/bert/encoder_config.h"
#include "core/bert/position_scheme.h"
#include "core/tables/matrix.h"

#include <functional>
#include <string>
#include <vector>

namespace pescope::bert {

/// A hidden state by its place in the model: the embedding output, or what leaves a layer.
class StateId {
public:
    /// The state as it enters layer 1: after the embedding's LayerNorm and, in ELECTRA and ALBERT, the projection.
    [[nodiscard]] static constexpr StateId embeddingOutput() { return StateId(0); }
    [[nodiscard]] static constexpr StateId outputOf(Layer layer) { return StateId(layer.number); }
    [[nodiscard]] static constexpr StateId inputOf(Layer layer) { return StateId(layer.number - 1); }

    [[nodiscard]] constexpr bool isEmbeddingOutput() const { return m_index == 0; }
    /// The layer that the state leaves; not for the embedding output.
    [[nodiscard]] constexpr Layer layer() const { return Layer{m_index}; }
    /// Place on the first axis of `pescope text --what hidden`: 0 is the embedding output, n leaves layer n.
    [[nodiscard]] constexpr int axisIndex() const { return m_index; }
    [[nodiscard]] std::string text() const; ///< "embedding output", "layer 3"
    auto operator<=>(const StateId&) const = default;

private:
    constexpr explicit StateId(int index)
        : m_index(index)
    {
    }
    int m_index;
};

/// Token ids of one text, or of several of the same (padded) length.
struct EncoderInput {
    tables::Index sequences = 1;
    tables::Index tokens = 0; ///< of each sequence
    std::vector<std::int64_t> ids; ///< sequences × tokens
    std::vector<std::int64_t> mask; ///< 1 = token, 0 = padding, which nobody attends to; empty: all 1
    std::vector<std::int64_t> segments; ///< token type ids; empty: all 0

    [[nodiscard]] static EncoderInput single(std::vector<std::int64_t> ids);
};

/// The input with mask and segments filled in, and the position of each token.
struct CheckedInput {
    EncoderInput input;
    TokenPositions positions;
};
/// Positions are 0, 1, 2, …; with RoBERTa's absolute table they count the tokens that are not pad_token_id, as the
/// reference does from the ids. Errors: Shape for no tokens, lists of different lengths, an id or segment outside its
/// table (its place and both numbers are named), segments in a model without them; Format for a mask value other than 0
/// and 1.
[[nodiscard]] Result<CheckedInput> checkInput(const EncoderConfig& config, EncoderInput input);

enum class AttentionKind {
    Weights, ///< softmax over the keys; masked keys have 0
    Logits, ///< before the softmax: (q·k + relative terms)/√d, without the mask
};

/// Attention of one layer: [sequence, head, query i, key j].
struct AttentionMaps {
    tables::Index sequences = 0;
    tables::Index heads = 0;
    tables::Index tokens = 0;
    std::vector<float> values;

    /// tokens × tokens of one head. @param head, sequence  from 0
    [[nodiscard]] Eigen::Map<const tables::MatrixF> map(tables::Index head, tables::Index sequence = 0) const
    {
        return {values.data() + (sequence * heads + head) * tokens * tokens, tokens, tokens};
    }
};

/// What a run keeps, and what it hands out on the way.
struct RunOptions {
    enum class Keep {
        AllStates, ///< (layers + 1) · sequences · tokens · hidden floats: 20 MB for 12 layers, 512 tokens, hidden 768
        LastState, ///< the last layer's output alone
        Nothing,
    };
    Keep keep = Keep::AllStates;
    /// Called after each layer with its attention, on the calling thread; may be empty. An error ends the run with it.
    std::function<Status(Layer, const AttentionMaps&)> onAttention;
    AttentionKind attention = AttentionKind::Weights;
};

/// A text after its run through an encoder: hidden states, and all that its attention needs.
struct EncodedText {
    EncoderInput input; ///< mask and segments filled in
    ResolvedPositions positions; ///< what the model was told about position; its notes are for the user
    tables::Index dim = 0; ///< of a hidden state
    std::vector<std::vector<float>> states; ///< by StateId::axisIndex; empty where not kept

    [[nodiscard]] bool has(StateId state) const;
    /// tokens × dim of one sequence (from 0). The state must have been kept (`has`).
    [[nodiscard]] Eigen::Map<const tables::MatrixF> hidden(StateId state, tables::Index sequence = 0) const;
};

/// What is known of an encoder that is ready to run.
struct EncoderInfo {
    EncoderConfig config;
    std::string device; ///< "LibTorch 1.13.1 on CPU", …
    std::vector<std::string> notes; ///< of reading the weights
    tables::Index parameters = 0; ///< numbers held, those of shared layers once
};

/// An encoder with its weights, in evaluation mode, float32, without gradients; the same input gives the same numbers.
///
/// Pure interface: the LibTorch module implements it. Calls may come from any thread; nothing throws.
class Encoder {
public:
    virtual ~Encoder() = default;
    [[nodiscard]] virtual const EncoderInfo& info() const = 0;

    /// Runs a text with some position scheme.
    ///
    /// Memory: what `options` keep, and one layer's attention (sequences · heads · tokens² floats, 12.6 MB for 12 heads
    /// and 512 tokens) a few times over; several texts are run in batches of about 8 to 16.
    /// Errors: those of `checkInput` and `resolvePositions`; Shape for more attention than 2^30 numbers; Backend and
    /// OutOfMemory of the device; Cancelled. Cancel point and progress at each layer.
    [[nodiscard]] virtual Result<EncodedText> run(const EncoderInput& input, const PositionScheme& scheme,
                                                  const RunOptions& options = {}, const JobContext& job = {}) const = 0;

    /// Attention of one layer, computed again from the state that entered it: the same numbers as in the run.
    ///
    /// Memory: sequences · heads · tokens² floats for the result and as many for the work, whatever the number of
    /// layers. Errors: those of `checkLayer`; Shape when the layer's input state was not kept; Backend.
    /// O(tokens · hidden² + heads · tokens² · d): some 10 ms for 512 tokens of a base-size model.
    [[nodiscard]] virtual Result<AttentionMaps> attention(const EncodedText& text, Layer layer,
                                                          AttentionKind kind = AttentionKind::Weights,
                                                          const JobContext& job = {}) const = 0;
};

} // namespace pescope::bert
