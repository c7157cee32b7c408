// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a session file: refused, or a session that can be written, and what is written reads back equal.
#include "core/session/session_file.h"
#include "core/session/text_view.h"
#include "tests/fuzz/memory_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace pescope::session;
    const auto file = fromText({reinterpret_cast<const char*>(data), size});
    if (!file) {
        fuzz::require(!file.error().message.empty());
        return 0;
    }
    (void)textViewOf(file->text);
    const std::filesystem::path target = "/nonexistent/fuzz.pescope";
    const auto text = textOf(*file, target);
    if (!text)
        return 0;
    const auto again = fromText(*text);
    fuzz::require(again.has_value() && textOf(*again, target) == *text);
    return 0;
}
