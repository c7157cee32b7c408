// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/formula.h"

#include <fmt/format.h>

#include <algorithm>

namespace pescope::encoding {

namespace {

std::string divided(std::string_view before, LogitScale scale)
{
    return scale == LogitScale::RootOfWidth ? fmt::format("{} / √d", before) : std::string(before);
}

} // namespace

std::string AttentionFormula::text() const
{
    std::string text;
    for (const std::vector<FormulaPart>& line : lines) {
        if (!text.empty())
            text += "; ";
        for (const FormulaPart& part : line)
            text += part.plotted ? fmt::format("[{}]", part.text) : part.text;
    }
    return text;
}

AttentionFormula absoluteFormula(std::string_view input, LogitScale scale)
{
    // the expansion is that of the sum: a norm of it does not distribute over its terms
    const bool normed = input.starts_with("LN(");
    const std::string_view what = input.starts_with("patch") ? "patch" : "word";
    AttentionFormula formula;
    formula.lines = {
        {{fmt::format("x_i = {}", input)}},
        {{divided("s_{ij} = (x_i W_Q)(x_j W_K)^T", scale)}},
        {{fmt::format("{1}(x_i W_Q)(x_j W_K)^T = {0}_i W {0}_j^T + {0}_i W p_j^T + p_i W {0}_j^T + ", what,
                      normed ? "LN aside, " : "")},
         {"p_i W p_j^T", true},
         {" + …,  W = W_Q W_K^T"}},
    };
    formula.shows = "the map shows p_i·p_j, the marked term with W = 1";
    return formula;
}

AttentionFormula relativeFormula(bool keyTerm)
{
    AttentionFormula formula;
    formula.lines = {
        {{"s_{ij} = (q_i·k_j + "}, {keyTerm ? "q_i·P_{i−j} + k_j·P_{i−j}" : "q_i·P_{i−j}", true}, {") / √d"}}};
    formula.shows = "the map shows P_r·P_{r′}: how alike two offsets are to a query that meets them in the marked term";
    return formula;
}

AttentionFormula rotaryFormula(bool partial)
{
    AttentionFormula formula;
    formula.lines = {{{partial ? "s_{ij} = ((R_i q_i)·(R_j k_j) + q_i^{rest}·k_j^{rest}) / √d"
                               : "s_{ij} = (R_i q_i)·(R_j k_j) / √d"}},
                     {{"(R_i q_i)·(R_j k_j) = "}, {"q_i^T R_{i−j}^T k_j", true}, {",  R_m turns pair k by ω_k m"}}};
    formula.shows = "the map shows Σ_k cos ω_k (i−j), the marked term of a query and a key that are equal and of "
                    "length 1 in every pair";
    return formula;
}

AttentionFormula biasFormula(std::string_view rule, LogitScale scale)
{
    AttentionFormula formula;
    formula.lines = {{{divided("s_{ij} = q_i·k_j", scale) + " + "}, {"b_h(i−j)", true}}};
    if (!rule.empty())
        formula.lines.push_back({{std::string(rule)}});
    formula.shows = "the map shows the marked term itself, of one head h";
    return formula;
}

AttentionFormula givenFormula(std::string_view logit, std::string_view shows)
{
    AttentionFormula formula;
    formula.shows = shows;
    std::vector<FormulaPart> line;
    bool plotted = false;
    while (!logit.empty()) {
        const std::size_t end = std::min(logit.find(plotted ? ']' : '['), logit.size());
        if (end > 0)
            line.push_back({std::string(logit.substr(0, end)), plotted});
        logit.remove_prefix(std::min(end + 1, logit.size()));
        plotted = !plotted;
    }
    formula.lines.push_back(std::move(line));
    return formula;
}

AttentionFormula mapFormula()
{
    return {.lines = {}, .shows = "a map given as it is: where it enters attention is not known"};
}

AttentionFormula unusedFormula()
{
    return {.lines = {}, .shows = "not used by this model: it enters no logit"};
}

} // namespace pescope::encoding
