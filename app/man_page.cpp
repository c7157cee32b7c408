// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/man_page.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>

namespace pescope::app {

namespace {

/// Code points of UTF-8 that is known to be well formed: our own texts.
char32_t nextCodePoint(std::string_view& text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    char32_t code = length == 1 ? lead : lead & (0x7FU >> length);
    for (std::size_t k = 1; k < std::min(length, text.size()); ++k)
        code = (code << 6U) | (static_cast<unsigned char>(text[k]) & 0x3FU);
    text.remove_prefix(std::min(length, text.size()));
    return code;
}

/// Text as troff prints it: no character of it is a command.
std::string escaped(std::string_view text)
{
    std::string out;
    bool lineStart = true;
    while (!text.empty()) {
        const char32_t code = nextCodePoint(text);
        if (lineStart && (code == U'.' || code == U'\''))
            out += "\\&";
        lineStart = code == U'\n';
        if (code == U'\\')
            out += "\\e";
        else if (code == U'-')
            out += "\\-";
        else if (code == U'\'')
            out += "\\(aq";
        else if (code == U'^')
            out += "\\(ha";
        else if (code == U'~')
            out += "\\(ti";
        else if (code == U'`')
            out += "\\(ga";
        else if (code < 0x80)
            out += static_cast<char>(code);
        else
            out += fmt::format("\\[u{:04X}]", static_cast<unsigned>(code));
    }
    return out;
}

/// "--what TEXT REQUIRED" as the help writes it: names, then what the value is.
std::string optionHead(const CLI::Option& option)
{
    const bool positional = option.get_positional() && option.get_name(false, true).rfind('-', 0) != 0;
    std::string names = option.get_name(positional, true);
    std::string head = "\\fB" + escaped(names) + "\\fR";
    if (option.get_type_size() != 0 && !positional && !option.get_type_name().empty())
        head += " \\fI" + escaped(option.get_type_name().substr(0, option.get_type_name().find(':'))) + "\\fR";
    if (option.get_expected_max() > 1 && positional)
        head += " ...";
    if (option.get_required())
        head += " (required)";
    return head;
}

void appendOptions(std::string& page, const CLI::App& app)
{
    for (const CLI::Option* option : app.get_options([](const CLI::Option* o) { return !o->get_group().empty(); }))
        page += fmt::format(".TP\n{}\n{}\n", optionHead(*option), escaped(option->get_description()));
}

/// Lines as they are.
void appendPlain(std::string& page, const std::string& text)
{
    if (!text.empty())
        page += ".PP\n.nf\n" + escaped(text) + "\n.fi\n";
}

std::string upperCase(std::string text)
{
    std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

} // namespace

std::string manPage(const CLI::App& app, std::string_view version)
{
    const auto commands = app.get_subcommands([](const CLI::App* command) { return !command->get_group().empty(); });
    std::string page = fmt::format(".TH {} 1 \"\" \"PEScope {}\" \"User Commands\"\n.nh\n.ad l\n",
                                   upperCase(app.get_name()), escaped(version));
    page += fmt::format(".SH NAME\n{} \\- position embeddings, seen\n", escaped(app.get_name()));
    page += ".SH SYNOPSIS\n";
    page += fmt::format(".B {}\n[\\fIOPTION\\fR ...] [\\fISOURCE\\fR ...]\n", app.get_name());
    for (const CLI::App* command : commands)
        page += fmt::format(".br\n.B {} {}\n[\\fIOPTION\\fR ...] ...\n", app.get_name(), escaped(command->get_name()));
    page += ".SH DESCRIPTION\n" + escaped(app.get_description()) + "\n";
    page += ".SH OPTIONS\n";
    appendOptions(page, app);
    page += ".SH COMMANDS\n";
    for (const CLI::App* command : commands) {
        page += fmt::format(".SS {}\n{}\n", escaped(command->get_name()), escaped(command->get_description()));
        appendOptions(page, *command);
        appendPlain(page, command->get_footer());
    }
    page += ".SH SOURCES\n";
    appendPlain(page, app.get_footer());
    return page;
}

void addManPageCommand(CLI::App& app, Chosen& chosen)
{
    auto* command = app.add_subcommand("man-page", "print the manual page");
    command->group("");
    command->callback([&app, &chosen] {
        chosen = [&app] {
            const std::string page = manPage(app, PESCOPE_VERSION);
            std::fwrite(page.data(), 1, page.size(), stdout);
            return kDone;
        };
    });
}

} // namespace pescope::app
