// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder.h"

#include <cmath>
#include <functional>

namespace given {

using namespace pescope;

/// What a head's logit is; `word` is the token id in the middle of the text.
using Logit =
    std::function<double(bert::Layer, tables::Index head, tables::Index i, tables::Index j, std::int64_t word)>;

/// An encoder without weights: attention is the softmax of given logits, hidden states are whatever the test puts in.
class Encoder final : public bert::Encoder {
public:
    Encoder(int layers, int heads, Logit logit)
        : m_logit(std::move(logit))
    {
        m_info.config.layers = layers;
        m_info.config.heads = heads;
        m_info.config.hidden = 2;
    }
    [[nodiscard]] const bert::EncoderInfo& info() const override { return m_info; }

    [[nodiscard]] Result<bert::EncodedText> run(const bert::EncoderInput& input, const bert::PositionScheme&,
                                                const bert::RunOptions& options, const JobContext& job) const override
    {
        bert::EncodedText text;
        text.input = input;
        text.dim = 2;
        text.positions.notes = {"as given"};
        const auto numbers = static_cast<std::size_t>(input.sequences * input.tokens * 2);
        text.states.assign(static_cast<std::size_t>(m_info.config.layers) + 1, std::vector<float>(numbers, 1.0F));
        for (bert::Layer layer; m_info.config.hasLayer(layer); ++layer.number) {
            job.report(static_cast<double>(layer.number - 1) / m_info.config.layers, "layer");
            if (options.onAttention)
                if (Status taken = options.onAttention(layer, maps(text, layer, options.attention)); !taken)
                    return std::unexpected(std::move(taken).error());
        }
        return text;
    }

    [[nodiscard]] Result<bert::AttentionMaps> attention(const bert::EncodedText& text, bert::Layer layer,
                                                        bert::AttentionKind kind, const JobContext&) const override
    {
        return maps(text, layer, kind);
    }

private:
    [[nodiscard]] bert::AttentionMaps maps(const bert::EncodedText& text, bert::Layer layer,
                                           bert::AttentionKind kind) const
    {
        const bert::EncoderInput& input = text.input;
        const tables::Index n = input.tokens;
        bert::AttentionMaps maps{.sequences = input.sequences, .heads = m_info.config.heads, .tokens = n, .values = {}};
        for (tables::Index s = 0; s < input.sequences; ++s)
            for (tables::Index head = 0; head < maps.heads; ++head)
                for (tables::Index i = 0; i < n; ++i) {
                    const auto word = input.ids[static_cast<std::size_t>(s * n + n / 2)];
                    double sum = 0;
                    for (tables::Index j = 0; j < n; ++j)
                        sum += std::exp(m_logit(layer, head, i, j, word));
                    for (tables::Index j = 0; j < n; ++j) {
                        const double logit = m_logit(layer, head, i, j, word);
                        maps.values.push_back(
                            static_cast<float>(kind == bert::AttentionKind::Logits ? logit : std::exp(logit) / sum));
                    }
                }
        return maps;
    }

    Logit m_logit;
    bert::EncoderInfo m_info;
};

/// One text with hidden states of `dim` numbers, by StateId::axisIndex.
inline bert::EncodedText text(tables::Index tokens, tables::Index dim, std::vector<std::vector<float>> states)
{
    bert::EncodedText made;
    made.input = bert::EncoderInput::single(std::vector<std::int64_t>(static_cast<std::size_t>(tokens), 5));
    made.dim = dim;
    made.states = std::move(states);
    return made;
}

} // namespace given
