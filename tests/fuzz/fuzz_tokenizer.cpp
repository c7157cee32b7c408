// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a tokenizer.json: refused, or a tokeniser whose tokens lie inside the text.
#include "core/bert/tokenizer.h"
#include "core/bert/tokenizer_json.h"
#include "tests/fuzz/memory_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace pescope::bert;
    auto parts = parseTokenizerJson({reinterpret_cast<const char*>(data), size});
    if (!parts) {
        fuzz::require(!parts.error().message.empty());
        return 0;
    }
    const auto tokenizer = Tokenizer::fromParts(*std::move(parts));
    if (!tokenizer) {
        fuzz::require(!tokenizer.error().message.empty());
        return 0;
    }
    constexpr std::string_view kText = "The learned world's 机器, naïve [MASK] x1!";
    constexpr std::uint32_t kCodePoints = 40;
    const auto encoded = tokenizer->encode(kText, "a", {});
    if (!encoded)
        return 0;
    for (const Token& token : encoded->tokens)
        fuzz::require(token.begin <= token.end && token.end <= kCodePoints);
    return 0;
}
