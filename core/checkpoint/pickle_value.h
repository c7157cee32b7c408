// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tables/dtype.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// What a pickle says, as plain data. Nothing in it is a Python object, and nothing can be run.
namespace pescope::checkpoint::pickle {

/// Index of a value in its Document. Values are shared, and may even hold themselves: whoever walks them keeps count.
using Id = std::uint32_t;
inline constexpr Id kNoId = std::numeric_limits<Id>::max();

struct None { };
struct Text {
    enum class Kind : std::uint8_t {
        Characters, ///< UTF-8
        Bytes,
        OldBytes, ///< a text of Python 2, which has bytes in the place of characters
        Latin1, ///< bytes, each written as the character of its number: how protocol 2 spells them
    };
    std::string_view characters; ///< as stored
    Kind kind = Kind::Characters;
};
/// The bytes that a text stands for; nothing for characters, or a character beyond 255 among those of Latin1. O(n).
[[nodiscard]] std::optional<std::string> bytesOf(const Text& text);
/// An integer beyond 64 bits: two's complement, little-endian, as stored.
struct LongInteger {
    std::string_view bytes;
};
struct Sequence {
    enum class Kind : std::uint8_t { Tuple, List, Set };
    Kind kind = Kind::Tuple;
    std::vector<Id> items;
};
/// Keys and values in order; where a key stands twice the later one counts.
struct Dict {
    std::vector<std::pair<Id, Id>> items;
};
/// A name that Python would import. Here it is a label.
struct Global {
    std::string_view module;
    std::string_view name;
};
/// What Python would build from a class: its label and what it would be given.
struct Object {
    Id made = kNoId; ///< the Global
    Id arguments = kNoId;
    Id state = kNoId; ///< its attributes, most often a Dict
    std::vector<Id> elements; ///< of a class made like a list
    std::vector<std::pair<Id, Id>> items; ///< of a class made like a dict
};
/// Where the numbers of tensors lie.
struct Storage {
    std::string_view dtype; ///< as safetensors writes it; empty: untyped, counted in bytes
    std::size_t itemSize = 1; ///< bytes
    std::string_view key;
    std::uint64_t count = 0; ///< elements of the whole storage, as the record claims
    std::uint64_t first = 0; ///< element that offsets count from, for views of the legacy layout
    std::uint64_t seen = 0; ///< elements from there on that belong to the view
    Id inlineBytes = kNoId; ///< the Text with the numbers, of a NumPy array, which has no key
    bool bigEndian = false; ///< of those
};
/// Everything needed to find a tensor's numbers. Numbers are as stored: not checked against anything.
struct Tensor {
    Id storage = kNoId;
    std::int64_t offset = 0; ///< elements
    std::vector<std::int64_t> shape;
    std::vector<std::int64_t> strides; ///< elements
    std::string_view dtype; ///< of an untyped storage; empty: the storage's
};

/// Large kinds live behind a pointer, so that the many small values stay small.
using Value = std::variant<None, bool, std::int64_t, double, Text, LongInteger, Sequence, Dict, Global,
                           std::unique_ptr<Object>, std::unique_ptr<Storage>, std::unique_ptr<Tensor>>;

/// All values of one pickle. Texts point into the bytes that were read, which must outlive it.
struct Document {
    std::vector<Value> values;
    Id root = kNoId;

    [[nodiscard]] const Value& operator[](Id id) const { return values[id]; }
    template<typename T>
    [[nodiscard]] const T* find(Id id) const
    {
        return id < values.size() ? std::get_if<T>(&values[id]) : nullptr;
    }
    [[nodiscard]] const Object* object(Id id) const { return pointed<Object>(id); }
    [[nodiscard]] const Storage* storage(Id id) const { return pointed<Storage>(id); }
    [[nodiscard]] const Tensor* tensor(Id id) const { return pointed<Tensor>(id); }
    [[nodiscard]] const Sequence* sequence(Id id) const { return find<Sequence>(id); }
    [[nodiscard]] const Sequence* tuple(Id id) const
    {
        const Sequence* found = sequence(id);
        return found && found->kind == Sequence::Kind::Tuple ? found : nullptr;
    }
    [[nodiscard]] std::optional<std::int64_t> integer(Id id) const
    {
        const auto* found = find<std::int64_t>(id);
        return found ? std::optional(*found) : std::nullopt;
    }
    [[nodiscard]] std::optional<std::string_view> text(Id id) const
    {
        const auto* found = find<Text>(id);
        return found ? std::optional(found->characters) : std::nullopt;
    }

private:
    template<typename T>
    [[nodiscard]] const T* pointed(Id id) const
    {
        const auto* found = find<std::unique_ptr<T>>(id);
        return found ? found->get() : nullptr;
    }
};

/// What a value is, for messages: "a list of 2 values", "an object of argparse.Namespace", "None".
[[nodiscard]] std::string describeValue(const Document& document, Id id);

/// "collections.OrderedDict", with the modules of Python 2 under their names of today; cut where it is very long.
[[nodiscard]] std::string qualifiedName(const Global& global);

} // namespace pescope::checkpoint::pickle
