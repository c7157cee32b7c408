// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session_file.h"

#include <cstdint>
#include <string>
#include <vector>

namespace pescope::session {

/// What takes the place of a model's positions.
enum class ExchangeKind { None, Shuffled, Source, FirstRows };

/// One side of the Text workspace: a text in a model with its trained positions and with exchanged ones, and where one
/// looks. A value; nothing of it is computed.
struct TextSide {
    std::string model; ///< folder
    std::string text;
    ExchangeKind exchange = ExchangeKind::Shuffled;
    std::uint64_t seed = 0; ///< of the shuffled places
    bool endsStay = true; ///< the first and the last token are not shuffled
    int firstRows = 4;
    bool matchNorm = true; ///< of a source, to the mean norm of the trained positions
    std::string source; ///< SOURCE as on the command line; empty: the fixed sinusoid
    std::string sourceName; ///< for people
    int axisIndex = 0; ///< 0: the embedding output, else the layer
    bool attention = false; ///< in place of similarity
    int head = -1; ///< from 0; −1: the mean of all
    bool operator==(const TextSide&) const = default;
};

struct TextView {
    std::vector<TextSide> sides; ///< two when they stand side by side; empty: no model is open
    bool shown = false; ///< in place of Positions
    bool operator==(const TextView&) const = default;
};

/// Of the object "text" of a session file. What is missing or of the wrong type has its default: a text is never
/// a reason not to open a session.
[[nodiscard]] TextView textViewOf(const OpaqueObject& object);

/// @param former  its unknown keys are kept
[[nodiscard]] OpaqueObject toObject(const TextView& view, const OpaqueObject& former);

/// The object with the path of each model from the folder of the session's file beside it.
[[nodiscard]] OpaqueObject withRelativeModels(const OpaqueObject& object, const std::filesystem::path& sessionFile);

/// The object with each model that is no folder any more replaced by the one at its place beside the session's file,
/// where there is one.
[[nodiscard]] OpaqueObject withFoundModels(const OpaqueObject& object, const std::filesystem::path& sessionFile);

} // namespace pescope::session
