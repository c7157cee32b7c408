// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

// Classes of characters as the reference tokeniser (Hugging Face tokenizers 0.22) sees them. Its tables of categories
// are those of Unicode 8 and its decompositions those of Unicode 9, ICU's are newer; so a character that came later is
// taken as unassigned here, which reproduces the reference for every code point. Letters, numbers and lower case are of
// the newest Unicode in both. Arguments are Unicode scalar values; all functions are pure.
namespace pescope::bert {

/// Taken out by BERT's cleaning: NUL, U+FFFD, control, format and private-use characters, but no tab or line end.
[[nodiscard]] bool isRemovedByCleaning(char32_t c);

/// Unicode White_Space.
[[nodiscard]] bool isWhiteSpace(char32_t c);

/// ASCII that is neither letter, digit nor space, and every category P.
[[nodiscard]] bool isPunctuation(char32_t c);

/// The blocks of CJK ideographs that BERT sets between spaces (no kana, no Hangul). Extension E begins at U+2B920 as in
/// the reference, not at U+2B820.
[[nodiscard]] bool isIdeograph(char32_t c);

[[nodiscard]] bool isNonSpacingMark(char32_t c); ///< category Mn
[[nodiscard]] bool isMark(char32_t c); ///< category M
[[nodiscard]] bool isLetter(char32_t c); ///< category L
[[nodiscard]] bool isNumber(char32_t c); ///< category N
[[nodiscard]] bool isWordCharacter(char32_t c); ///< \w of regular expressions

/// Canonical combining class; 0 for characters that do not move.
[[nodiscard]] int combiningClass(char32_t c);

/// Appends the full canonical decomposition of one character: itself when it has none.
void appendDecomposition(char32_t c, std::vector<char32_t>& out);

/// Lower case of one character without its surroundings; `second` is 0 but for İ, which gives i and U+0307.
struct LowerCase {
    char32_t first = 0;
    char32_t second = 0;
};
[[nodiscard]] LowerCase lowerCase(char32_t c);

} // namespace pescope::bert
