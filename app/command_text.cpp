// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_text.h"

#include "app/data_arrays.h"
#include "app/text_encoder.h"
#include "app/text_tokens.h"
#include "core/base/number_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <memory>

namespace pescope::app {

namespace {

constexpr const char* kTextHelp = R"(What there is:
  tokens     ids, tokens and their offsets, code points of the text, half open; tokens that were put in stand at [0, 0]
  hidden     hidden states, (layers + 1) × tokens × dim; index 0 is the embedding output as it enters layer 1
  attention  weights after the softmax, layers × heads × tokens (query) × tokens (key)
  identical  the same axes, the mean over texts that repeat one word: what attention makes of positions alone

Positions (--positions): none takes them away, shuffled puts them in another order, first:K leaves the first
K, whose last one all later tokens get, a SOURCE as in “pescope data” stands in their place, by default scaled to the
mean norm of the trained ones. The model was not trained with them: what comes
out shows how it depends on its positions, not how good others would be.

Examples:
  pescope text all-MiniLM-L6-v2 "Machine learning changed the world."
  pescope text bert-base-chinese 机器学习改变了世界 --json
  pescope text MODEL "How are you?" --pair "Fine." --max-length 12
  pescope text MODEL --texts texts.json --json                   tokens of an array of strings
  pescope text MODEL "Time flies." --what hidden -o states.npy
  pescope text MODEL --ids 101,2769,102 --what attention --layer 6 --head 0 -o map.csv
  pescope text MODEL "Time flies." --what hidden --positions sinusoid:dim=384 --match-norm no -o other.npy
  pescope text MODEL "Time flies." --what attention --positions shuffled --keep-ends --seed 1 -o other.npy
  pescope text MODEL --what identical --words 300 --tokens 64 --seed 1 -o identical.npy

MODEL is a folder with tokenizer.json, vocab.txt, or vocab.json and merges.txt; for tokens without weights. A TEXT that
begins with - goes behind --.)";

constexpr TextAnswer kAnswers[] = {
    {"tokens", printTokens},
    {"hidden", writeHidden},
    {"attention", writeAttention},
    {"identical", writeIdentical},
};

/// "101,2769,102". Throws a usage error that names the option and the part.
std::vector<std::int32_t> numbers(const std::string& option, const std::string& text)
{
    std::vector<std::int32_t> list;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string part = text.substr(at, end - at);
        const auto value = parseInteger(part);
        if (!value || *value < 0 || *value > std::numeric_limits<std::int32_t>::max())
            throw CLI::ValidationError(option,
                                       fmt::format("“{}” is no whole number from 0 to {} (numbers with commas)", part,
                                                   std::numeric_limits<std::int32_t>::max()));
        list.push_back(static_cast<std::int32_t>(*value));
        at = end + 1;
    }
    return list;
}

/// The options as they stand on the line; lists are still text.
struct TextLine {
    TextRequest request;
    std::string text, pair, ids, mask, types, what = "tokens", matchNorm = "yes";
    std::int64_t maxLength = 0;
    int layer = 0, head = 0, words = 0;
    bool noSpecial = false;
};

/// An option and the values of --what that it says something about.
struct Belonging {
    const CLI::Option* option;
    std::vector<std::string_view> answers;
};

/// Options that say nothing about what is asked for are wrong usage, not to be ignored.
void refuseIdleOptions(const std::vector<Belonging>& options, const std::string& what)
{
    for (const auto& [option, answers] : options)
        if (option->count() > 0 && std::ranges::find(answers, what) == answers.end())
            throw CLI::ValidationError(option->get_name(),
                                       fmt::format("belongs to --what {}, not to {}", fmt::join(answers, ", "), what));
}

std::string checkSeed(const std::string& text)
{
    std::uint64_t seed = 0;
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, seed);
    return error == std::errc() && stop == end ? std::string()
                                               : fmt::format("“{}” is no seed: write a whole number from 0 to {}", text,
                                                             std::numeric_limits<std::uint64_t>::max());
}

} // namespace

void addTextCommand(CLI::App& app, const GlobalOptions& global, Chosen& chosen)
{
    auto* command = app.add_subcommand("text", "run a text through a model");
    auto line = std::make_shared<TextLine>();
    TextRequest& request = line->request;
    command->add_option("MODEL", request.model, "model folder")->required();
    auto* text = command->add_option("TEXT", line->text, "the text");
    auto* pair = command->add_option("--pair", line->pair, "second text")->type_name("TEXT2");
    auto* texts = command->add_option("--texts", request.textsFile, "JSON array of strings")->type_name("FILE.json");
    auto* ids = command->add_option("--ids", line->ids, "token ids instead of a text")->type_name("101,2769,…");
    auto* mask = command->add_option("--mask", line->mask, "attention mask to --ids")->type_name("1,1,…");
    auto* types = command->add_option("--types", line->types, "token types to --ids")->type_name("0,0,…");
    auto* length = command->add_option("--max-length", line->maxLength, "cut to N tokens, special ones included")
                       ->type_name("N")
                       ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 30));
    std::vector<std::string> names;
    for (const TextAnswer& answer : kAnswers)
        names.emplace_back(answer.name);
    command->add_option("--what", line->what, "tokens (default), hidden, attention or identical")
        ->type_name("WHAT")
        ->check(CLI::IsMember(names));
    auto* layer = command->add_option("--layer", line->layer, "one layer, from 1; 0: the embedding output (hidden)")
                      ->type_name("L");
    auto* head = command->add_option("--head", line->head, "one head, from 0")->type_name("H");
    auto* positions = command->add_option("--positions", request.positions, "other positions than the trained ones")
                          ->type_name("none|shuffled|first:K|SOURCE");
    auto* keepEnds =
        command->add_flag("--keep-ends", request.keepEnds, "shuffled: [CLS] and [SEP] stay in their places")
            ->needs(positions);
    auto* matchNorm = command->add_option("--match-norm", line->matchNorm, "scale a SOURCE to the trained mean norm")
                          ->type_name("yes|no")
                          ->check(CLI::IsMember({"yes", "no"}))
                          ->needs(positions);
    auto* word = command->add_option("--word", request.word, "the word that identical texts repeat")->type_name("W");
    auto* words = command->add_option("--words", line->words, "or how many are drawn from the vocabulary (50)")
                      ->type_name("N")
                      ->check(CLI::Range(1, 300))
                      ->excludes(word);
    auto* seed = command->add_option("--seed", request.seed, "of the words and of shuffled positions (0)")
                     ->type_name("S")
                     ->check(checkSeed);
    auto* tokens =
        command->add_option("--tokens", request.tokens, "length of the identical texts, special ones included")
            ->type_name("T")
            ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 20));
    command->add_flag("--no-special", line->noSpecial, "without [CLS] and [SEP]");
    command->add_flag("--json", request.json, "print JSON");
    auto* output = command->add_option("-o,--output", request.output, "array to write (.npy or .csv)")
                       ->type_name("FILE.npy")
                       ->check(checkArrayFile);
    mask->needs(ids);
    types->needs(ids);
    pair->needs(text);
    command->footer(kTextHelp);
    const std::vector<Belonging> belonging = {
        {text, {"tokens", "hidden", "attention"}},
        {ids, {"tokens", "hidden", "attention"}},
        {length, {"tokens", "hidden", "attention"}},
        {texts, {"tokens"}},
        {layer, {"hidden", "attention", "identical"}},
        {head, {"attention", "identical"}},
        {positions, {"hidden", "attention", "identical"}},
        {matchNorm, {"hidden", "attention", "identical"}},
        {keepEnds, {"hidden", "attention", "identical"}},
        {word, {"identical"}},
        {words, {"identical"}},
        {seed, {"hidden", "attention", "identical"}},
        {tokens, {"identical"}},
        {output, {"hidden", "attention", "identical"}},
    };
    command->callback([=, &global, &chosen] {
        TextRequest& asked = line->request;
        refuseIdleOptions(belonging, line->what);
        if (line->what == "identical" && tokens->count() == 0)
            throw CLI::ValidationError("--tokens", "is needed: the length of the identical texts");
        if (line->what != "identical" && text->count() + texts->count() + ids->count() != 1)
            throw CLI::ValidationError("text", "give one of TEXT, --texts and --ids");
        if (ids->count() > 0 && (length->count() > 0 || line->noSpecial))
            throw CLI::ValidationError("--ids", "ids are taken as they are: no --max-length, no --no-special");
        if (asked.keepEnds && asked.positions != "shuffled")
            throw CLI::ValidationError("--keep-ends", "is about --positions shuffled");
        if (text->count() > 0)
            asked.text = line->text;
        if (pair->count() > 0)
            asked.pair = line->pair;
        if (length->count() > 0)
            asked.maxLength = line->maxLength;
        asked.addSpecial = !line->noSpecial;
        if (ids->count() > 0)
            asked.ids = numbers("--ids", line->ids);
        for (const auto& [option, written, list] :
             {std::tuple{mask, &line->mask, &asked.mask}, std::tuple{types, &line->types, &asked.types}}) {
            if (option->count() == 0)
                continue;
            *list = numbers(option->get_name(), *written);
            if (list->size() != asked.ids.size())
                throw CLI::ValidationError(option->get_name(),
                                           fmt::format("{} numbers to {} ids", list->size(), asked.ids.size()));
        }
        if (layer->count() > 0)
            asked.layer = line->layer;
        if (head->count() > 0)
            asked.head = line->head;
        if (words->count() > 0)
            asked.words = line->words;
        asked.matchNorm = line->matchNorm == "yes";
        const auto* answer =
            std::ranges::find(kAnswers, line->what, [](const TextAnswer& one) { return std::string(one.name); });
        chosen = [line, answer, &global] {
            const Status done = runGuarded([&] { return answer->run(line->request, global); });
            return done ? kDone : printError(done.error());
        };
    });
}

} // namespace pescope::app
