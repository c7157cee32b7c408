// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/characters.h"

#include <array>
#include <cstdint>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/utf16.h>

namespace pescope::bert {

namespace {

constexpr int kCategoryVersion = 8;
constexpr int kDecompositionVersion = 9;

UChar32 icu(char32_t c)
{
    return static_cast<UChar32>(c);
}

/// Whether Unicode `version`.0 knew the character already.
bool knownIn(char32_t c, int version)
{
    UVersionInfo age{};
    u_charAge(icu(c), age);
    return age[0] != 0 && (age[0] < version || (age[0] == version && age[1] == 0));
}

std::uint32_t categoryMask(char32_t c)
{
    return U_GET_GC_MASK(icu(c));
}

/// Category in Unicode 8, for the characters whose category has changed since.
std::uint32_t oldCategoryMask(char32_t c)
{
    switch (c) {
    case U'\u166D': // Canadian syllabics chi sign
    case U'\U000111C9': // Sharada sandhi mark
        return U_GC_PO_MASK;
    case U'\u1734': // Hanunoo sign pamudpod
        return U_GC_MN_MASK;
    case U'\u1885': // Mongolian letters baluda
    case U'\u1886':
        return U_GC_LO_MASK;
    case U'\uA9BD': // Javanese consonant sign keret
        return U_GC_MC_MASK;
    default:
        return knownIn(c, kCategoryVersion) ? categoryMask(c) : U_GC_CN_MASK;
    }
}

bool inRange(char32_t c, char32_t first, char32_t last)
{
    return c >= first && c <= last;
}

} // namespace

bool isRemovedByCleaning(char32_t c)
{
    if (c == U'\t' || c == U'\n' || c == U'\r')
        return false;
    return c == 0 || c == U'\uFFFD' || (oldCategoryMask(c) & (U_GC_CC_MASK | U_GC_CF_MASK | U_GC_CO_MASK)) != 0;
}

bool isWhiteSpace(char32_t c)
{
    return u_isUWhiteSpace(icu(c)) != 0;
}

bool isPunctuation(char32_t c)
{
    if (c < 0x80)
        return inRange(c, '!', '/') || inRange(c, ':', '@') || inRange(c, '[', '`') || inRange(c, '{', '~');
    return (oldCategoryMask(c) & U_GC_P_MASK) != 0;
}

bool isIdeograph(char32_t c)
{
    return inRange(c, 0x4E00, 0x9FFF) || inRange(c, 0x3400, 0x4DBF) || inRange(c, 0x20000, 0x2A6DF)
        || inRange(c, 0x2A700, 0x2B73F) || inRange(c, 0x2B740, 0x2B81F) || inRange(c, 0x2B920, 0x2CEAF)
        || inRange(c, 0xF900, 0xFAFF) || inRange(c, 0x2F800, 0x2FA1F);
}

bool isNonSpacingMark(char32_t c)
{
    return c >= 0x300 && (oldCategoryMask(c) & U_GC_MN_MASK) != 0;
}

bool isMark(char32_t c)
{
    if (c == U'\u1CF2' || c == U'\u1CF3') // Vedic signs ardhavisarga, letters since Unicode 12
        return true;
    return c >= 0x300 && c != U'\U000111C9' && knownIn(c, kDecompositionVersion)
        && (categoryMask(c) & U_GC_M_MASK) != 0;
}

bool isLetter(char32_t c)
{
    return (categoryMask(c) & U_GC_L_MASK) != 0;
}

bool isNumber(char32_t c)
{
    return (categoryMask(c) & U_GC_N_MASK) != 0;
}

bool isWordCharacter(char32_t c)
{
    return (categoryMask(c) & (U_GC_M_MASK | U_GC_ND_MASK | U_GC_PC_MASK)) != 0
        || u_hasBinaryProperty(icu(c), UCHAR_ALPHABETIC) != 0 || u_hasBinaryProperty(icu(c), UCHAR_JOIN_CONTROL) != 0;
}

int combiningClass(char32_t c)
{
    return c >= 0x300 && knownIn(c, kDecompositionVersion) ? u_getCombiningClass(icu(c)) : 0;
}

void appendDecomposition(char32_t c, std::vector<char32_t>& out)
{
    if (c < 0xC0 || !knownIn(c, kDecompositionVersion)) {
        out.push_back(c);
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2* nfd = unorm2_getNFDInstance(&status);
    std::array<UChar, 32> units{}; // no decomposition has more than four characters
    const int length =
        U_SUCCESS(status) ? unorm2_getDecomposition(nfd, icu(c), units.data(), int{units.size()}, &status) : -1;
    if (length < 0 || U_FAILURE(status)) {
        out.push_back(c);
        return;
    }
    for (int at = 0; at < length;) {
        UChar32 part = 0;
        U16_NEXT(units, at, length, part);
        out.push_back(static_cast<char32_t>(part));
    }
}

LowerCase lowerCase(char32_t c)
{
    if (c == U'\u0130')
        return {U'i', U'\u0307'};
    return {static_cast<char32_t>(u_tolower(icu(c))), 0};
}

} // namespace pescope::bert
