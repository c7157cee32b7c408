// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bert/normalizer.h"

#include "core/bert/characters.h"

#include <algorithm>

namespace pescope::bert {

namespace {

void clean(AlignedText& text)
{
    std::erase_if(text, [](const AlignedChar& c) { return isRemovedByCleaning(c.value); });
    for (AlignedChar& c : text)
        if (isWhiteSpace(c.value))
            c.value = U' ';
}

void spaceIdeographs(AlignedText& text)
{
    const auto ideographs = std::ranges::count_if(text, [](const AlignedChar& c) { return isIdeograph(c.value); });
    if (ideographs == 0)
        return;
    AlignedText spaced;
    spaced.reserve(text.size() + 2 * static_cast<std::size_t>(ideographs));
    for (const AlignedChar& c : text) {
        if (!isIdeograph(c.value)) {
            spaced.push_back(c);
            continue;
        }
        spaced.push_back({U' ', c.begin, c.end});
        spaced.push_back(c);
        spaced.push_back({U' ', c.begin, c.end});
    }
    text = std::move(spaced);
}

/// One character of a decomposed text; all but the first of a decomposition are additions.
struct Decomposed {
    char32_t value;
    int order; ///< combining class
    bool added;
};

/// Marks are put into canonical order before they get their places: like the reference, the k-th character that is no
/// addition takes the place of the k-th of the text, and an addition that of the last one taken.
void decompose(AlignedText& text)
{
    std::vector<Decomposed> parts;
    parts.reserve(text.size());
    std::vector<char32_t> one;
    std::size_t run = 0; // begin of the marks that are not in order yet
    const auto sortRun = [&] {
        std::stable_sort(parts.begin() + static_cast<std::ptrdiff_t>(run), parts.end(),
                         [](const Decomposed& a, const Decomposed& b) { return a.order < b.order; });
    };
    for (const AlignedChar& c : text) {
        one.clear();
        appendDecomposition(c.value, one);
        for (std::size_t i = 0; i < one.size(); ++i) {
            const int order = combiningClass(one[i]);
            if (order == 0) {
                sortRun();
                run = parts.size() + 1;
            }
            parts.push_back({one[i], order, i > 0});
        }
    }
    if (run < parts.size())
        sortRun();

    AlignedText placed;
    placed.reserve(parts.size());
    std::size_t taken = 0;
    for (const Decomposed& part : parts) {
        if (!part.added)
            ++taken;
        const AlignedChar& source = text[taken > 0 ? taken - 1 : 0];
        placed.push_back({part.value, source.begin, source.end});
    }
    text = std::move(placed);
}

void lower(AlignedText& text)
{
    AlignedText lowered;
    lowered.reserve(text.size());
    for (const AlignedChar& c : text) {
        const LowerCase low = lowerCase(c.value);
        lowered.push_back({low.first, c.begin, c.end});
        if (low.second != 0)
            lowered.push_back({low.second, c.begin, c.end});
    }
    text = std::move(lowered);
}

} // namespace

void Normalizer::apply(AlignedText& text) const
{
    for (const NormalizerStep step : steps) {
        switch (step) {
        case NormalizerStep::Clean:
            clean(text);
            break;
        case NormalizerStep::SpaceIdeographs:
            spaceIdeographs(text);
            break;
        case NormalizerStep::Decompose:
            decompose(text);
            break;
        case NormalizerStep::StripNonSpacingMarks:
            std::erase_if(text, [](const AlignedChar& c) { return isNonSpacingMark(c.value); });
            break;
        case NormalizerStep::StripMarks:
            std::erase_if(text, [](const AlignedChar& c) { return isMark(c.value); });
            break;
        case NormalizerStep::LowerCase:
            lower(text);
            break;
        }
    }
}

Normalizer BertNormalizerSettings::normalizer() const
{
    Normalizer made;
    if (cleanText)
        made.steps.push_back(NormalizerStep::Clean);
    if (spaceIdeographs)
        made.steps.push_back(NormalizerStep::SpaceIdeographs);
    if (stripAccents.value_or(lowerCase)) {
        made.steps.push_back(NormalizerStep::Decompose);
        made.steps.push_back(NormalizerStep::StripNonSpacingMarks);
    }
    if (lowerCase)
        made.steps.push_back(NormalizerStep::LowerCase);
    return made;
}

} // namespace pescope::bert
