// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <expected>
#include <source_location>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace pescope {

enum class ErrorCode { Cancelled, Io, Format, Unsupported, Shape, Numeric, Backend, OutOfMemory };

/// Why something that depends on the outside (a file, a model, an option) could not be done.
///
/// `message` says what failed with the numbers, `hint` what the user can do about it, `context` where it happened,
/// innermost first ("tensor wpe.weight", "file model.safetensors"). Text is English; the window translates by code.
struct Error {
    ErrorCode code = ErrorCode::Format;
    std::string message;
    std::string hint;
    std::vector<std::string> context;
    std::source_location where = std::source_location::current();
};

template<typename T>
using Result = std::expected<T, Error>;

/// The result of something that gives nothing back but may fail; success is `ok()`.
using Status = Result<std::monostate>;

inline Status ok()
{
    return std::monostate{};
}

[[nodiscard]] std::unexpected<Error> fail(ErrorCode code, std::string message, std::string hint = {},
                                          std::source_location where = std::source_location::current());

/// The same error with one more place around it.
[[nodiscard]] Error withContext(Error error, std::string place);

/// One paragraph for a terminal: outermost place first, message, hint.
[[nodiscard]] std::string describe(const Error& error);

[[noreturn]] void contractViolated(const char* condition, std::source_location where);

/// Runs `work` (which returns a Result) and turns any exception into an Error: no exception crosses a library or
/// thread.
template<typename Work>
auto runGuarded(Work&& work) -> decltype(work())
{
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "not enough memory", "Close other sources or choose fewer positions.");
    } catch (const std::exception& e) {
        return fail(ErrorCode::Backend, e.what());
    }
}

} // namespace pescope

/// `PESCOPE_TRY(var, expr)`: declares `var` from the value of `expr`, or returns its error from the calling function.
#define PESCOPE_TRY(var, expr)                                  \
    auto&& var##Result = (expr);                                \
    if (!var##Result)                                           \
        return std::unexpected(std::move(var##Result).error()); \
    auto&& var = *std::move(var##Result)

/// A caller's bug, not the user's: throws std::logic_error.
#define PESCOPE_EXPECTS(condition) \
    ((condition) ? void() : ::pescope::contractViolated(#condition, std::source_location::current()))
