// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compute/torch_module.h"

#include "core/compute/torch_symbol.h"

#include <fmt/format.h>

#include <cstdlib>
#include <dlfcn.h>
#include <mutex>

namespace pescope::compute {
namespace {

constexpr const char* kInstallHint =
    "Install LibTorch (Debian: libtorch1.13 and libopenblas0-pthread | libopenblas0) and the package that brings "
    "PEScope's LibTorch module; everything else goes on with Eigen.";

/// Absolute, from the running program itself: a bare name would be looked up along paths that depend on the
/// environment (and under AddressSanitizer ignores the program's own).
Result<std::filesystem::path> modulePath()
{
    // Read once per load, before any thread of the module exists.
    if (const char* named = std::getenv("PESCOPE_TORCH_MODULE"); named != nullptr && *named != '\0') {
        std::error_code code;
        auto path = std::filesystem::absolute(named, code);
        if (code)
            return fail(ErrorCode::Backend, fmt::format("PESCOPE_TORCH_MODULE={}: {}", named, code.message()),
                        kInstallHint);
        return path;
    }
    std::error_code code;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", code);
    if (code)
        return fail(ErrorCode::Backend,
                    fmt::format("the LibTorch module could not be looked for: /proc/self/exe: {}", code.message()),
                    kInstallHint);
    return program.parent_path().parent_path() / "lib" / "pescope" / "pescope_torch.so";
}

struct Opened {
    std::shared_ptr<const TorchModule> module;
    void* library = nullptr;
};

Result<Opened> openModule()
{
    PESCOPE_TRY(path, modulePath());
    std::error_code code;
    if (!std::filesystem::exists(path, code))
        return fail(ErrorCode::Backend, fmt::format("there is no LibTorch module at {}", path.string()), kInstallHint);

    void* const library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const reason = dlerror();
        return fail(ErrorCode::Backend,
                    fmt::format("the LibTorch module {} could not be loaded: {}", path.string(),
                                reason == nullptr ? "no reason given" : reason),
                    kInstallHint);
    }
    using Factory = TorchModule* (*)(int);
    const auto factory = reinterpret_cast<Factory>(dlsym(library, kTorchModuleFactory));
    if (factory == nullptr)
        return fail(ErrorCode::Backend, fmt::format("{} is not a LibTorch module of PEScope", path.string()),
                    kInstallHint);
    TorchModule* const module = factory(kTorchModuleAbi);
    if (module == nullptr)
        return fail(ErrorCode::Backend,
                    fmt::format("the LibTorch module {} belongs to another version of PEScope (this one needs "
                                "interface {})",
                                path.string(), kTorchModuleAbi),
                    "Install the module of the same version as the program.");
    return Opened{.module = std::shared_ptr<const TorchModule>(module), .library = library};
}

Result<Opened> opened()
{
    // The one static of core that changes: a library can be opened once per process only, and whoever asks must get
    // that one. Only the program calls this, never the module, so there are no two copies of it.
    static std::mutex guard;
    static Opened once;
    const std::scoped_lock lock(guard);
    if (!once.module) {
        PESCOPE_TRY(now, runGuarded(openModule));
        once = now;
    }
    return once;
}

} // namespace

Result<std::shared_ptr<const TorchModule>> loadTorchModule()
{
    PESCOPE_TRY(all, opened());
    return all.module;
}

Result<void*> torchModuleSymbol(const char* name)
{
    PESCOPE_TRY(all, opened());
    void* const symbol = dlsym(all.library, name);
    if (symbol == nullptr)
        return fail(ErrorCode::Backend, fmt::format("the LibTorch module has no {}", name),
                    "Install the module of the same version as the program.");
    return symbol;
}

} // namespace pescope::compute
