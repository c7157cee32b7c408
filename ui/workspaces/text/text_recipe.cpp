// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspaces/text/text_recipe.h"

#include "core/session/quoting.h"

#include <fmt/format.h>

namespace pescope::ui {

namespace {

std::string_view what(const ShownText& shown)
{
    return shown.attention ? "attention" : "hidden";
}

std::string command(const ShownText& shown, const TextRun& run, bool exchanged)
{
    const tables::Index tokens = run.original->input.tokens;
    std::string text = fmt::format("pescope text {} --what {} --layer {}", session::shellText(shown.model), what(shown),
                                   shown.axisIndex);
    if (shown.attention && shown.head >= 0)
        text += fmt::format(" --head {}", shown.head);
    if (run.encoded.cutFirst > 0)
        text += fmt::format(" --max-length {}", tokens);
    if (exchanged)
        text += ' ' + optionsOf(run.choice, run.original->dim, tokens);
    // a text may begin with a dash
    return text
        + fmt::format(" -o {}{}.npy -- {}", what(shown), exchanged ? "-exchanged" : "", session::shellText(shown.text));
}

} // namespace

std::string textCommands(const ShownText& shown, const TextRun& run)
{
    return command(shown, run, false) + '\n' + command(shown, run, true) + '\n';
}

std::string textCode(const ShownText& shown, const TextRun& run)
{
    const std::string_view array = what(shown);
    std::string code;
    for (const bool exchanged : {false, true})
        code += "# " + session::commentText(command(shown, run, exchanged)) + '\n';
    code += "import numpy as np\n\n";
    if (shown.attention)
        code += fmt::format("def read(file):  # query × key{}\n"
                            "    weights = np.load(file).astype(np.float64)\n"
                            "    return weights.reshape(-1, *weights.shape[-2:]).mean(axis=0)\n\n",
                            shown.head < 0 ? ", the mean of all heads" : "");
    else
        code += "def read(file):  # cosines of the states of all tokens\n"
                "    states = np.load(file).astype(np.float64)\n"
                "    states = states.reshape(-1, states.shape[-1])\n"
                "    states /= np.linalg.norm(states, axis=1, keepdims=True)\n"
                "    return states @ states.T\n\n";
    code += fmt::format("original, exchanged = read(\"{0}.npy\"), read(\"{0}-exchanged.npy\")\n"
                        "difference = exchanged - original\n",
                        array);
    return code;
}

} // namespace pescope::ui
