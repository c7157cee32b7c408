// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pescope::encoding {

/// A piece of a formula. Marks: `_x` or `_{xy}` is a subscript, `^x` or `^{xy}` a superscript, everything else Unicode.
struct FormulaPart {
    std::string text;
    bool plotted = false; ///< the term that the map of the encoding stands for

    bool operator==(const FormulaPart&) const = default;
};

/// How an encoding enters attention: s_{ij} is the logit of query i and key j, d the width of a head. Layer norms and
/// the biases of the projections are left out.
struct AttentionFormula {
    std::vector<std::vector<FormulaPart>> lines; ///< one equation each; empty: it enters no logit
    std::string shows; ///< what the map is beside the marked term, one sentence with the same marks

    bool operator==(const AttentionFormula&) const = default;

    /// One line of text, the plotted term in brackets: "s_{ij} = (q_i·k_j + [q_i·P_{i−j}]) / √d"; lines are joined by
    /// "; ".
    [[nodiscard]] std::string text() const;
};

/// What the logits are divided by before the softmax, or before a bias is added.
enum class LogitScale { RootOfWidth, One };

/// A table added to the words. @param input  the sum that enters the first layer, with p_i for the position
[[nodiscard]] AttentionFormula absoluteFormula(std::string_view input = "word_i + p_i",
                                               LogitScale scale = LogitScale::RootOfWidth);
/// Vectors that meet the query, and with `keyTerm` the key as well (Shaw et al. 2018; Huang et al. 2020, method 4).
[[nodiscard]] AttentionFormula relativeFormula(bool keyTerm);
/// Rotations of query and key. @param partial  only a slice of each head is rotated
[[nodiscard]] AttentionFormula rotaryFormula(bool partial);
/// Numbers added to the logits of head h. @param rule  the bias written out ("b_h(m) = −slope_h·|m|"); empty: learned
[[nodiscard]] AttentionFormula biasFormula(std::string_view rule, LogitScale scale);
/// A logit written out, the marked term in brackets as `text` writes it: "s_{ij} = (q_i·k_j + [q_i·P_{i−j}]) / √d".
[[nodiscard]] AttentionFormula givenFormula(std::string_view logit, std::string_view shows);
/// A map that is given as it is.
[[nodiscard]] AttentionFormula mapFormula();
/// A table that the model does not use.
[[nodiscard]] AttentionFormula unusedFormula();

} // namespace pescope::encoding
