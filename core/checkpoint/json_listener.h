// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace pescope::checkpoint {

/// Reads JSON as a stream of events, so that a large header needs no tree and repeated keys are noticed.
///
/// Override what matters; every hook may return `refuse(…)` to stop. `depth()` is 1 inside the outermost object.
class JsonListener : public nlohmann::json_sax<nlohmann::json> {
public:
    /// Errors: Format with the reason and the place in the text.
    [[nodiscard]] Status parse(std::string_view text);

protected:
    virtual bool onKey(std::string& /*name*/) { return true; }
    virtual bool onString(std::string& /*value*/) { return true; }
    virtual bool onUnsigned(std::uint64_t /*value*/) { return true; }
    virtual bool onOther(std::string_view /*as written*/) { return true; } ///< null, true, -1, 0.5, 1e30
    virtual bool onStart(bool /*isObject*/) { return true; }
    virtual bool onEnd(bool /*isObject*/) { return true; }

    [[nodiscard]] int depth() const { return m_depth; }
    bool refuse(std::string reason);

private:
    bool null() final { return onOther("null"); }
    bool boolean(bool value) final { return onOther(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) final { return onOther(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) final { return onUnsigned(value); }
    bool number_float(number_float_t, const string_t& text) final { return onOther(text); }
    bool string(string_t& value) final { return onString(value); }
    bool binary(binary_t&) final { return false; }
    bool start_object(std::size_t) final { return start(true); }
    bool key(string_t& name) final { return onKey(name); }
    bool end_object() final { return end(true); }
    bool start_array(std::size_t) final { return start(false); }
    bool end_array() final { return end(false); }
    bool parse_error(std::size_t position, const std::string& token, const nlohmann::json::exception& e) final;

    bool start(bool isObject);
    bool end(bool isObject);

    std::string m_reason;
    int m_depth = 0;
};

} // namespace pescope::checkpoint
