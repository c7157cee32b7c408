// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/checkpoint/pickle_value.h"

#include <string>
#include <vector>

namespace pescope::checkpoint {

/// The tensors of a pickle, by name.
struct TorchTensors {
    struct Named {
        std::string name;
        pickle::Id tensor = pickle::kNoId;
    };
    std::vector<Named> tensors; ///< in the order of the file; a tensor with two names stands twice
    std::vector<std::string> warnings; ///< what was left out, without the file's name
};

/// Finds the tensors in what torch.save wrote: a state dict, a training checkpoint with one inside, a whole module, a
/// list or one tensor.
///
/// Names are the keys on the way, joined by dots. Of a training checkpoint the part with the model counts
/// ("state_dict", "model_state_dict", "model", "module", "net", …, also one in another), and its key is no part of the
/// names; what else holds tensors (an optimizer, a second copy) is a warning. The attributes of a module that hold its
/// parameters, buffers and modules are no part of the names either.
/// @param fileStem  name of a tensor that stands alone
/// Errors: Format (no tensors: what the pickle holds instead; names or nesting beyond all measure). Each value is
/// looked at once.
[[nodiscard]] Result<TorchTensors> findTensors(const pickle::Document& document, const std::string& fileStem);

} // namespace pescope::checkpoint
