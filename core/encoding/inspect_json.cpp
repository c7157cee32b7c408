// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/encoding/resolve.h"

#include <nlohmann/json.hpp>

namespace pescope::encoding {

namespace {

using nlohmann::json;

template<typename T>
json orNull(const std::optional<T>& value)
{
    return value ? json(*value) : json();
}

json textOrNull(const std::string& text)
{
    return text.empty() ? json() : json(text);
}

json parametersJson(const Encoding& encoding)
{
    json parameters = encoding.parameters ? *encoding.parameters : json::object();
    if (!encoding.whatIf.empty())
        parameters["what_if"] = encoding.whatIf;
    return parameters;
}

json encodingJson(const Encoding& encoding)
{
    return {{"id", encoding.id},
            {"kind", name(encoding.kind)},
            {"family", textOrNull(encoding.family)},
            {"tensor", textOrNull(encoding.tensor)},
            {"shape", encoding.shape},
            {"dtype", tables::name(encoding.dtype)},
            {"positions", orNull(encoding.positions)},
            {"first_position_row", orNull(encoding.firstPositionRow)},
            {"dim", orNull(encoding.dim)},
            {"heads", orNull(encoding.heads)},
            {"layer", orNull(encoding.layer)},
            {"parameters", parametersJson(encoding)},
            {"formula", textOrNull(encoding.formula.text())},
            {"notes", encoding.notes}};
}

} // namespace

json inspectJson(const Source& source)
{
    json encodings = json::array();
    for (const Encoding& encoding : source.encodings)
        encodings.push_back(encodingJson(encoding));
    json tensors = json::array();
    for (const Source::Tensor& tensor : source.tensors)
        tensors.push_back({{"name", tensor.name}, {"dtype", tensor.dtype}, {"shape", tensor.shape}});
    return {{"source", source.spec},
            {"container", source.container},
            {"family", textOrNull(source.family)},
            {"encodings", std::move(encodings)},
            {"tensors", std::move(tensors)},
            {"warnings", source.warnings}};
}

} // namespace pescope::encoding
