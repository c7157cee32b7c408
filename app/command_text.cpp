// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_text.h"

#include "app/text_tokens.h"
#include "core/base/number_text.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>

namespace pescope::app {

namespace {

constexpr const char* kHelp = R"(Examples:
  pescope text all-MiniLM-L6-v2 "Machine learning changed the world." --what tokens
  pescope text bert-base-chinese 机器学习改变了世界 --what tokens --json
  pescope text MODEL "How are you?" --pair "Fine." --max-length 12 --what tokens
  pescope text MODEL --texts texts.json --what tokens --json     an array of strings
  pescope text MODEL --ids 101,2769,102 --what tokens            what the ids stand for

MODEL is a folder with tokenizer.json, vocab.txt, or vocab.json and merges.txt; weights are not needed for tokens.
Offsets are code points of the text, half open; tokens that were put in stand at [0, 0]. A TEXT that begins with - goes
behind --.)";

template<std::size_t N>
Status notThereYet(const char (&what)[N])
{
    return fail(ErrorCode::Unsupported, fmt::format("“text --what {}” is not there yet; --what tokens is", what));
}

constexpr TextAnswer kAnswers[] = {
    {"tokens", printTokens},
    {"hidden", [](const TextRequest&, const GlobalOptions&) { return notThereYet("hidden"); }},
    {"attention", [](const TextRequest&, const GlobalOptions&) { return notThereYet("attention"); }},
    {"identical", [](const TextRequest&, const GlobalOptions&) { return notThereYet("identical"); }},
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
                                       fmt::format("“{}” is no whole number from 0 on (numbers with commas)", part));
        list.push_back(static_cast<std::int32_t>(*value));
        at = end + 1;
    }
    return list;
}

/// The options as they stand on the line; lists are still text.
struct TextLine {
    TextRequest request;
    std::string text, pair, ids, mask, types, what = "tokens";
    std::int64_t maxLength = 0;
    bool noSpecial = false;
};

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
    command->add_flag("--no-special", line->noSpecial, "without [CLS] and [SEP]");
    command->add_flag("--json", request.json, "print JSON");
    auto* output = command->add_option("-o,--output", request.output, "array to write; tokens go to standard output")
                       ->type_name("FILE.npy");
    mask->needs(ids);
    types->needs(ids);
    pair->needs(text);
    command->footer(kHelp);
    command->callback([=, &global, &chosen] {
        TextRequest& asked = line->request;
        if (text->count() + texts->count() + ids->count() != 1)
            throw CLI::ValidationError("text", "give one of TEXT, --texts and --ids");
        if (ids->count() > 0 && (length->count() > 0 || line->noSpecial))
            throw CLI::ValidationError("--ids", "ids are taken as they are: no --max-length, no --no-special");
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
        if (line->what == "tokens" && output->count() > 0)
            throw CLI::ValidationError("-o", "tokens go to standard output");
        const auto* answer =
            std::ranges::find(kAnswers, line->what, [](const TextAnswer& one) { return std::string(one.name); });
        chosen = [line, answer, &global] {
            const Status done = runGuarded([&] { return answer->run(line->request, global); });
            return done ? kDone : printError(done.error());
        };
    });
}

} // namespace pescope::app
