// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pescope::checkpoint::pickle {

namespace {

struct Rule {
    std::string_view module; ///< Python 2's __builtin__ and copy_reg are looked up under their names of today
    std::string_view name;
    Action action = Action::Label;
};

constexpr std::array kRules{
    Rule{"torch._utils", "_rebuild_tensor", Action::Tensor},
    Rule{"torch._utils", "_rebuild_tensor_v2", Action::Tensor},
    Rule{"torch._utils", "_rebuild_tensor_v3", Action::TypedTensor},
    Rule{"torch._utils", "_rebuild_parameter", Action::First},
    Rule{"torch._utils", "_rebuild_parameter_with_state", Action::First},
    Rule{"torch.nn.parameter", "Parameter", Action::First},
    Rule{"torch.nn.parameter", "Buffer", Action::First},
    Rule{"torch.autograd.variable", "Variable", Action::First},
    Rule{"torch._tensor", "_rebuild_from_type", Action::FromType},
    Rule{"torch._tensor", "_rebuild_from_type_v2", Action::FromType},
    Rule{"torch", "Size", Action::First},
    Rule{"torch", "device"},
    Rule{"torch.serialization", "_get_layout"},
    // what TorchScript writes for its typed lists
    Rule{"torch.jit._pickle", "build_intlist", Action::First},
    Rule{"torch.jit._pickle", "build_doublelist", Action::First},
    Rule{"torch.jit._pickle", "build_boollist", Action::First},
    Rule{"torch.jit._pickle", "build_tensorlist", Action::First},
    Rule{"torch.jit._pickle", "restore_type_tag", Action::First},
    Rule{"torch.jit._pickle", "build_tensor_from_id"},
    Rule{"collections", "OrderedDict", Action::Dict},
    Rule{"collections", "defaultdict", Action::DictBehindFactory},
    Rule{"collections", "deque", Action::Collection},
    Rule{"builtins", "dict", Action::Dict},
    Rule{"builtins", "list", Action::Collection},
    Rule{"builtins", "tuple", Action::Collection},
    Rule{"builtins", "set", Action::Collection},
    Rule{"builtins", "frozenset", Action::Collection},
    Rule{"builtins", "bytearray"},
    Rule{"builtins", "complex"},
    Rule{"builtins", "int"},
    Rule{"builtins", "float"},
    Rule{"builtins", "bool"},
    Rule{"builtins", "str"},
    Rule{"builtins", "bytes"},
    Rule{"builtins", "object"},
    Rule{"builtins", "slice"},
    Rule{"builtins", "range"},
    Rule{"builtins", "getattr"}, // how some Pythons write a member of an Enum; its result cannot be called
    Rule{"_codecs", "encode", Action::Bytes}, // how protocol 2 writes bytes
    Rule{"numpy.core.multiarray", "scalar", Action::NumpyScalar}, // NumPy 2 moved its core to _core
    Rule{"numpy._core.multiarray", "scalar", Action::NumpyScalar},
    Rule{"numpy.core.multiarray", "_reconstruct"},
    Rule{"numpy._core.multiarray", "_reconstruct"},
    Rule{"numpy.core.numeric", "_frombuffer", Action::NumpyBuffer}, // protocol 5
    Rule{"numpy._core.numeric", "_frombuffer", Action::NumpyBuffer},
    Rule{"copyreg", "_reconstructor"},
    Rule{"copyreg", "__newobj__"},
    Rule{"re", "_compile"},
    Rule{"torch.nn.backends.thnn", "_get_thnn_function_backend"}, // an attribute of modules before PyTorch 1.5
    Rule{"functools", "partial"},
    Rule{"types", "SimpleNamespace"},
    Rule{"datetime", "datetime"},
    Rule{"datetime", "date"},
    Rule{"datetime", "time"},
    Rule{"datetime", "timedelta"},
    Rule{"datetime", "timezone"},
};

/// Functions of NumPy that only make arrays and scalars, in any of its modules.
constexpr std::array<std::string_view, 8> kNumpy{
    "scalar",  "_reconstruct",       "_frombuffer",      "dtype",
    "ndarray", "__randomstate_ctor", "__generator_ctor", "__bit_generator_ctor"};

/// Reconstructions of tensors whose numbers are not simply a part of a storage.
constexpr std::array<std::string_view, 9> kOtherTensors{
    "_rebuild_qtensor",       "_rebuild_sparse_tensor",    "_rebuild_sparse_csr_tensor",
    "_rebuild_nested_tensor", "_rebuild_wrapper_subclass", "_rebuild_meta_tensor_no_storage",
    "_rebuild_mkldnn_tensor", "_rebuild_xla_tensor",       "_rebuild_device_tensor_from_numpy"};

/// Packages that run commands or code, or reach files, memory or the network.
constexpr std::array<std::string_view, 33> kActing{
    "os",      "posix",     "nt",  "ntpath",  "posixpath", "subprocess",      "sys",     "shutil",  "socket",
    "runpy",   "importlib", "pty", "ctypes",  "types",     "webbrowser",      "pickle",  "_pickle", "cPickle",
    "marshal", "codeop",    "pdb", "bdb",     "timeit",    "multiprocessing", "asyncio", "signal",  "http",
    "urllib",  "tempfile",  "_io", "inspect", "operator",  "_operator"};

/// Those of other packages: module and name.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kActingNames{
    {{"torch", "load"}, {"torch.storage", "_load_from_bytes"}, {"torch.hub", "load"}, {"numpy", "load"}}};

std::string_view today(std::string_view module)
{
    if (module == "__builtin__")
        return "builtins";
    return module == "copy_reg" ? "copyreg" : module;
}

const Rule* findRule(const Global& global)
{
    const auto* const rule = std::ranges::find_if(
        kRules, [&](const Rule& one) { return one.name == global.name && one.module == today(global.module); });
    return rule == kRules.end() ? nullptr : rule;
}

/// "argparse.Namespace", "torch.utils._pytree._KeyNode", but not "foo.bar".
bool looksLikeClass(std::string_view name)
{
    name.remove_prefix(name.rfind('.') == std::string_view::npos ? 0 : name.rfind('.') + 1);
    name.remove_prefix(std::min(name.find_first_not_of('_'), name.size()));
    return !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
}

bool isNumpy(std::string_view module)
{
    return module == "numpy" || module.starts_with("numpy.");
}

} // namespace

bool isNumpyReconstruct(const Global& global)
{
    return global.name == "_reconstruct"
        && (global.module == "numpy.core.multiarray" || global.module == "numpy._core.multiarray");
}

bool isNumpyDtype(const Global& global)
{
    return global.name == "dtype" && global.module == "numpy";
}

bool acts(const Global& global)
{
    if (findRule(global))
        return false;
    if (today(global.module) == "builtins") // eval, exec, open, __import__, …
        return !looksLikeClass(global.name);
    const std::string_view package = global.module.substr(0, global.module.find('.'));
    if (std::ranges::find(kActing, package) != kActing.end())
        return true;
    return std::ranges::any_of(
        kActingNames, [&](const auto& one) { return one.first == global.module && one.second == global.name; });
}

std::string alsoKnownAs(const Global& global)
{
    const bool isOs = global.module == "posix" || global.module == "nt";
    return isOs ? fmt::format(" (os.{})", global.name.substr(0, 60)) : std::string();
}

bool makesOtherTensor(const Global& global)
{
    return global.module == "torch._utils" && std::ranges::find(kOtherTensors, global.name) != kOtherTensors.end();
}

std::optional<Action> actionOf(const Global& global)
{
    if (const Rule* rule = findRule(global))
        return rule->action;
    if (acts(global))
        return std::nullopt;
    const bool isKnown =
        makesOtherTensor(global) || (isNumpy(global.module) && std::ranges::find(kNumpy, global.name) != kNumpy.end());
    if (isKnown || looksLikeClass(global.name))
        return Action::Label;
    return std::nullopt;
}

} // namespace pescope::checkpoint::pickle
