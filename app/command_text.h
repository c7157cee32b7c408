// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pescope::app {

/// What `pescope text` was asked for, checked as far as that goes without the model.
struct TextRequest {
    std::string model; ///< a model folder, or a file in one
    std::optional<std::string> text; ///< TEXT; exactly one of text, textsFile and ids is given
    std::optional<std::string> pair;
    std::string textsFile;
    std::vector<std::int32_t> ids;
    std::vector<std::int32_t> mask; ///< empty: all 1
    std::vector<std::int32_t> types; ///< empty: all 0
    std::optional<std::int64_t> maxLength;
    bool addSpecial = true;
    std::optional<int> layer; ///< a layer from 1; of hidden states also 0, the embedding output
    std::optional<int> head; ///< from 0
    std::string positions; ///< "none", "shuffled", "first:K" or a SOURCE; empty: as trained
    bool keepEnds = false; ///< the first and the last token, [CLS] and [SEP], are not shuffled
    bool matchNorm = true; ///< of a SOURCE
    std::uint64_t seed = 0; ///< of the shuffled order and of the words that are drawn
    std::string word; ///< for `identical`; empty: `words` of the vocabulary are drawn
    std::optional<int> words; ///< empty: 50, or as many as there are
    std::int64_t tokens = 0; ///< of each text of `identical`
    bool json = false;
    std::string output; ///< empty: standard output
};

/// One value of `--what`, each in a file of its own.
struct TextAnswer {
    const char* name;
    Status (*run)(const TextRequest& request, const GlobalOptions& global);
};

void addTextCommand(CLI::App& app, const GlobalOptions& global, Chosen& chosen);

} // namespace pescope::app
