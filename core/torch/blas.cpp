// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/torch/blas.h"

#include <fmt/format.h>

#include <array>
#include <dlfcn.h>
#include <filesystem>
#include <string_view>

namespace pescope::torch_module {
namespace {

template<typename Function>
Function symbol(const char* name)
{
    // From inside the module the default search covers LibTorch's own libraries, which are not visible elsewhere.
    return reinterpret_cast<Function>(dlsym(RTLD_DEFAULT, name));
}

std::string openBlasName()
{
    using Text = char* (*)();
    const auto config = symbol<Text>("openblas_get_config");
    if (config == nullptr)
        return {};
    // "OpenBLAS 0.3.21 NO_LAPACKE DYNAMIC_ARCH NO_AFFINITY Zen MAX_THREADS=64"
    const std::string text = config();
    const std::size_t version = text.find(' ');
    std::string name = text.substr(0, version == std::string::npos ? version : text.find(' ', version + 1));
    if (const auto core = symbol<Text>("openblas_get_corename"); core != nullptr)
        name += fmt::format(" ({})", core());
    return name;
}

std::string mklName()
{
    using Text = void (*)(char*, int);
    const auto version = symbol<Text>("MKL_Get_Version_String");
    if (version == nullptr)
        return {};
    std::array<char, 200> text{};
    version(text.data(), static_cast<int>(text.size()) - 1);
    return text.data();
}

/// The file that at::mm's sgemm comes from; empty when it is part of LibTorch itself or nowhere to be seen.
std::string productFile()
{
    Dl_info info{};
    void* const product = dlsym(RTLD_DEFAULT, "sgemm_");
    if (product == nullptr || dladdr(product, &info) == 0 || info.dli_fname == nullptr)
        return {};
    std::error_code code;
    const auto real = std::filesystem::canonical(info.dli_fname, code);
    return code ? info.dli_fname : real.string();
}

} // namespace

std::string blasName()
{
    // Several BLAS can be loaded at once (a library of LibTorch's may bring its own), so the file of sgemm decides.
    const std::string file = productFile();
    if (file.find("openblas") != std::string::npos) {
        if (std::string name = openBlasName(); !name.empty())
            return name;
    }
    if (file.empty() || file.find("mkl") != std::string::npos || file.find("libtorch") != std::string::npos) {
        if (std::string name = mklName(); !name.empty())
            return name;
        if (std::string name = openBlasName(); !name.empty())
            return name;
    }
    if (file.find("libblas.so") != std::string::npos)
        return "reference BLAS";
    return file.empty() ? "unknown BLAS" : std::filesystem::path(file).filename().string();
}

void setBlasThreads(int threads)
{
    if (const auto set = symbol<void (*)(int)>("openblas_set_num_threads"); set != nullptr)
        set(threads);
}

std::string cudaCardName(int index)
{
    // The driver's interface is the same in every release; the runtime's property structure is not.
    void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (driver == nullptr)
        return {};
    const auto initialise = reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"));
    const auto getDevice = reinterpret_cast<int (*)(int*, int)>(dlsym(driver, "cuDeviceGet"));
    const auto getName = reinterpret_cast<int (*)(char*, int, int)>(dlsym(driver, "cuDeviceGetName"));
    std::array<char, 200> name{};
    int device = 0;
    const bool known = initialise != nullptr && getDevice != nullptr && getName != nullptr && initialise(0) == 0
        && getDevice(&device, index) == 0 && getName(name.data(), static_cast<int>(name.size()) - 1, device) == 0;
    dlclose(driver);
    return known ? std::string(name.data()) : std::string();
}

} // namespace pescope::torch_module
