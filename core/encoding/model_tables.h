// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/encoding/catalogue.h"
#include "core/encoding/encoding.h"
#include "core/encoding/model_config.h"

#include <string>

namespace pescope::encoding {

/// The config of the part of a model that a tensor belongs to: its section where config.json has one, else the whole.
[[nodiscard]] ModelConfig configOfPart(const ModelConfig& config, std::string_view tensor);

/// An absolute table that a rule of the catalogue knows: which row is position 0, what disagrees with the config, and
/// the grid of a picture's patches. One without rows is listed and never opens. The id is "ape" until all tables of the
/// model are known.
/// @param config  of the tensor's part. Errors: those of reading.
[[nodiscard]] Result<Encoding> readFamilyTable(const checkpoint::Checkpoint& source, const ModelConfig& config,
                                               std::size_t tensor, const FamilyMatch& match);

/// Ids ape.encoder, ape.text, … for the tables of a model that has several.
void nameParts(std::vector<Encoding>& encodings);

} // namespace pescope::encoding
