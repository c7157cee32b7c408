// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/checkpoint/pickle_numpy.h"
#include "core/checkpoint/pickle_rules.h"
#include "core/checkpoint/pickle_value.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace pescope::checkpoint::pickle {

/// Most values of one pickle, and most entries copied while reading it. A state dict of a large model has some 10^5.
inline constexpr std::size_t kMostValues = 4'000'000;

/// What stands for the calls that a pickle asks for. Nothing is called: a call becomes a value, or an error.
///
/// Known reconstructions (torch._utils._rebuild_tensor_v2, collections.OrderedDict, …) become plain values; classes
/// become Objects that only keep what they would be given. Refused by name are functions that no rule knows, and
/// everything of modules that act on the machine (os, subprocess, builtins.eval, …).
class Calls {
public:
    explicit Calls(Document& document)
        : m_document(document)
    {
    }

    /// REDUCE, INST, OBJ: `callable(*arguments)`. Errors: Unsupported (refused, by name); Format (arguments that the
    /// reconstruction cannot have).
    [[nodiscard]] Result<Id> call(Id callable, Id arguments);

    /// NEWOBJ, NEWOBJ_EX: `cls.__new__(cls, *arguments)`, which is an Object for every class that does not act.
    [[nodiscard]] Result<Id> make(Id cls, Id arguments);

    /// BUILD: the attributes of an Object. Those of a dict or a tensor say nothing about its numbers and are dropped.
    [[nodiscard]] Status build(Id target, Id state);

    /// BINPERSID: a storage, or the class of a module with its source text (which is dropped).
    [[nodiscard]] Result<Id> persistent(Id reference);

private:
    [[nodiscard]] Id add(Value value);
    [[nodiscard]] Result<Id> take(Action action, const Global& global, Id callable, Id arguments);
    [[nodiscard]] Result<Id> rebuildTensor(const Global& global, Id arguments, bool namesType);
    [[nodiscard]] Result<Id> dictOf(const Global& global, Id arguments, bool hasFactory);
    [[nodiscard]] Result<Id> textAsBytes(Id arguments);
    [[nodiscard]] Id addArray(NumpyArray array);
    [[nodiscard]] Status countScanned(const std::vector<Id>& values);

    Document& m_document;
    std::size_t m_copied = 0;
    std::uint64_t m_scanned = 0; ///< bytes of texts that were looked at as a whole
};

} // namespace pescope::checkpoint::pickle
