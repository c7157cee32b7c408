// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/bert/encoder_config.h"
#include "core/bert/position_scheme.h"
#include "core/encoding/encoding.h"
#include "core/session/text_view.h"

#include <QString>

#include <memory>

namespace pescope::ui {

using Exchange = session::ExchangeKind;
inline constexpr Exchange kExchanges[] = {Exchange::None, Exchange::Shuffled, Exchange::Source, Exchange::FirstRows};

struct ExchangeChoice {
    Exchange kind = Exchange::Shuffled;
    std::uint64_t seed = 0; ///< of the shuffled ones
    bool endsStay = true; ///< [CLS] and [SEP] are not shuffled: another word in the place of [CLS] changes all else
    int firstRows = 4;
    bool matchNorm = true; ///< of a source, to the mean norm of the trained positions
    encoding::SinusoidSpec sinusoid; ///< of a source: its ω; width and length follow the model and the text
    std::shared_ptr<const encoding::Encoding> table; ///< of a source that is no sinusoid: its vectors
    QString sourceName; ///< as it stands in Positions; empty: the fixed sinusoid
    std::string sourceSpec; ///< of a source that is no sinusoid: as it was opened
    bool operator==(const ExchangeChoice&) const = default;
};

/// The choice of a side of a session, with its source read. Errors: those of encoding::resolveOne.
[[nodiscard]] Result<ExchangeChoice> choiceOf(const session::TextSide& side);
/// The part of a side that the choice says.
void describe(const ExchangeChoice& choice, session::TextSide& side);

[[nodiscard]] bert::Shuffled shuffleOf(const ExchangeChoice& choice);

/// Options of "pescope text" for the choice: "--positions shuffled --seed 3 --keep-ends".
/// @param width, tokens  columns and rows that a sinusoid must have
[[nodiscard]] std::string optionsOf(const ExchangeChoice& choice, tables::Index width, tables::Index tokens);

/// The choice as the encoder takes it, for a text of so many tokens.
/// Errors: those of encoding::validate and bert::schemeOf; Shape for free ω of another width than the model's.
[[nodiscard]] Result<bert::PositionScheme> schemeOf(const ExchangeChoice& choice, const bert::EncoderConfig& config,
                                                    tables::Index tokens);

} // namespace pescope::ui
