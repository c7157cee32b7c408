// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <ATen/Parallel.h>
#include <c10/util/Exception.h>
#include <string>
#include <utility>

namespace pescope::torch_module {

/// Runs `work` (which returns a Result) on LibTorch: the number of threads is set, and every exception becomes an Error
/// with LibTorch's text without its stack trace, since nothing may be thrown across the module's border.
template<typename Work>
auto onTorch(int threads, Work&& work) -> decltype(work())
{
    try {
        // With some builds the number belongs to the calling thread, so it cannot be set once for all.
        if (at::get_num_threads() != threads)
            at::set_num_threads(threads);
        return std::forward<Work>(work)();
    } catch (const c10::Error& e) {
        const std::string text = e.what_without_backtrace();
        const bool memory =
            text.find("out of memory") != std::string::npos || text.find("allocate memory") != std::string::npos;
        return fail(memory ? ErrorCode::OutOfMemory : ErrorCode::Backend, "LibTorch: " + text,
                    memory ? "Choose fewer positions, or another device." : "");
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "LibTorch: not enough memory", "Choose fewer positions.");
    } catch (const std::exception& e) {
        return fail(ErrorCode::Backend, std::string("LibTorch: ") + e.what());
    } catch (...) {
        return fail(ErrorCode::Backend, "LibTorch: an exception of unknown kind");
    }
}

} // namespace pescope::torch_module
