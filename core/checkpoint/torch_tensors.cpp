// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/torch_tensors.h"

#include "core/checkpoint/pickle_rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace pescope::checkpoint {

using pickle::Document;
using pickle::Id;

namespace {

constexpr std::size_t kDeepest = 100;
constexpr std::size_t kLongestKey = 4096;
constexpr std::size_t kShownKeys = 6;
/// Far beyond any model; a small pickle can name one value again and again.
constexpr std::size_t kMostChildren = 500'000;
constexpr std::size_t kMostNameBytes = 64'000'000;

/// Where trainers put the model, the most likely first.
constexpr std::array<std::string_view, 14> kModelKeys{"state_dict",     "model_state_dict", "model",   "module", "net",
                                                      "network",        "generator",        "weights", "params", "ema",
                                                      "ema_state_dict", "model_ema",        "student", "teacher"};

/// Attributes of a module whose names do not stand in its state dict.
constexpr std::array<std::string_view, 3> kModuleParts{"_parameters", "_buffers", "_modules"};

struct Child {
    Id value = pickle::kNoId;
    std::string key; ///< empty: adds nothing to the name
};

/// False for numbers, texts and labels: most values of a training checkpoint.
bool canHoldTensors(const Document& document, Id id)
{
    return document.tensor(id) || document.object(id) || document.sequence(id) || document.find<pickle::Dict>(id);
}

/// A key as a part of a name; nothing for keys that are no text and no number.
std::optional<std::string> keyText(const Document& document, Id key)
{
    if (const auto text = document.text(key))
        return std::string(text->substr(0, kLongestKey + 1));
    if (const auto number = document.integer(key))
        return std::to_string(*number);
    return std::nullopt;
}

void addItems(const Document& document, const std::vector<std::pair<Id, Id>>& items, bool ofModule,
              std::vector<Child>& children)
{
    for (const auto& [key, value] : items) {
        auto name = canHoldTensors(document, value) ? keyText(document, key) : std::nullopt;
        if (!name)
            continue;
        if (children.size() > kMostChildren)
            return;
        if (ofModule && std::ranges::find(kModuleParts, *name) != kModuleParts.end())
            name->clear();
        children.push_back({value, *std::move(name)});
    }
}

void addElements(const Document& document, const std::vector<Id>& elements, std::vector<Child>& children)
{
    for (std::size_t i = 0; i < elements.size() && children.size() <= kMostChildren; ++i)
        if (canHoldTensors(document, elements[i]))
            children.push_back({elements[i], std::to_string(i)});
}

/// What lies directly in a value and can hold tensors, in order; cut behind kMostChildren.
std::vector<Child> childrenOf(const Document& document, Id id)
{
    std::vector<Child> children;
    if (const auto* dict = document.find<pickle::Dict>(id)) {
        addItems(document, dict->items, false, children);
    } else if (const pickle::Sequence* sequence = document.sequence(id)) {
        addElements(document, sequence->items, children);
    } else if (const pickle::Object* object = document.object(id)) {
        addItems(document, object->items, false, children);
        addElements(document, object->elements, children);
        const pickle::Sequence* parts = document.tuple(object->state); // (attributes, attributes in slots)
        const std::vector<Id> states = parts ? parts->items : std::vector<Id>{object->state};
        for (const Id state : states)
            if (const auto* attributes = document.find<pickle::Dict>(state))
                addItems(document, attributes->items, true, children);
    }
    return children;
}

/// Walks the values below `root` in order, each once; tensors are met under every name.
class Walk {
public:
    explicit Walk(const Document& document)
        : m_document(document)
        , m_seen(document.values.size(), false)
    {
    }

    Status run(Id root)
    {
        enter(root, {});
        while (!m_levels.empty()) {
            Level& level = m_levels.back();
            if (level.next == level.children.size()) {
                m_levels.pop_back();
                continue;
            }
            Child child = std::move(level.children[level.next++]);
            std::string name = level.name;
            if (!child.key.empty())
                name += (name.empty() ? "" : ".") + child.key;
            m_children += 1;
            m_nameBytes += name.size();
            if (m_children > kMostChildren || m_nameBytes > kMostNameBytes)
                return fail(ErrorCode::Format,
                            fmt::format("its pickle names more than {} things, or with more than {} "
                                        "characters in all",
                                        kMostChildren, kMostNameBytes));
            if (name.size() > kLongestKey)
                return fail(ErrorCode::Format,
                            fmt::format("a name in its pickle is longer than {} characters", kLongestKey));
            if (m_levels.size() > kDeepest)
                return fail(
                    ErrorCode::Format,
                    fmt::format("its pickle nests values more than {} deep, in `{}`", kDeepest, name.substr(0, 80)));
            enter(child.value, std::move(name));
        }
        return ok();
    }

    std::vector<TorchTensors::Named> tensors;
    std::vector<std::string> others; ///< names of tensors of kinds that are not read

private:
    struct Level {
        std::vector<Child> children;
        std::size_t next = 0;
        std::string name;
    };

    void enter(Id id, std::string name)
    {
        if (m_document.tensor(id)) {
            tensors.push_back({std::move(name), id});
            return;
        }
        if (id >= m_seen.size() || m_seen[id])
            return;
        m_seen[id] = true;
        const pickle::Object* object = m_document.object(id);
        if (const auto* made = object ? m_document.find<pickle::Global>(object->made) : nullptr;
            made && pickle::makesOtherTensor(*made)) {
            others.push_back(fmt::format("`{}` ({})", name, made->name));
            return;
        }
        auto children = childrenOf(m_document, id);
        if (!children.empty())
            m_levels.push_back({std::move(children), 0, std::move(name)});
    }

    const Document& m_document;
    std::vector<bool> m_seen;
    std::vector<Level> m_levels;
    std::size_t m_children = 0;
    std::size_t m_nameBytes = 0;
};

struct Part {
    Id value = pickle::kNoId;
    std::string path; ///< keys on the way
};

/// The part of a training checkpoint with the model; the root itself where no known key holds tensors.
Result<Part> modelPart(const Document& document)
{
    constexpr int kDeepestPart = 4;
    Part part{document.root, {}};
    for (int depth = 0; depth < kDeepestPart; ++depth) {
        const auto* dict = document.find<pickle::Dict>(part.value);
        if (!dict)
            break;
        std::unordered_map<std::string_view, Id> byKey;
        for (const auto& [key, value] : dict->items)
            if (const auto text = document.text(key))
                byKey[*text] = value;
        bool isDeeper = false;
        for (const std::string_view key : kModelKeys) {
            const auto found = byKey.find(key);
            if (found == byKey.end() || document.tensor(found->second))
                continue;
            Walk walk(document);
            if (Status walked = walk.run(found->second); !walked)
                return std::unexpected(std::move(walked).error());
            if (walk.tensors.empty())
                continue;
            part = {found->second, part.path + (part.path.empty() ? "" : ".") + std::string(key)};
            isDeeper = true;
            break;
        }
        if (!isDeeper)
            break;
    }
    return part;
}

/// In a dict the later of two equal keys counts.
void dropEarlierNames(std::vector<TorchTensors::Named>& tensors)
{
    std::unordered_map<std::string_view, std::size_t> last;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        last[tensors[i].name] = i;
    std::vector<TorchTensors::Named> kept;
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (last.at(tensors[i].name) == i)
            kept.push_back(tensors[i]);
    tensors = std::move(kept);
}

std::string keyList(const std::vector<std::string>& names)
{
    const std::size_t shown = std::min(names.size(), kShownKeys);
    return fmt::format("{}{}", fmt::join(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown), ", "),
                       names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "");
}

/// Top-level keys under which the tensors lie that are not part of the model.
std::vector<std::string> otherPlaces(const std::vector<TorchTensors::Named>& all, const std::string& modelPath)
{
    std::vector<std::string> places;
    for (const TorchTensors::Named& one : all) {
        if (one.name == modelPath || one.name.starts_with(modelPath + "."))
            continue;
        std::string place = fmt::format("`{}`", one.name.substr(0, std::min(one.name.find('.'), std::size_t{60})));
        if (std::ranges::find(places, place) == places.end() && places.size() < 1000)
            places.push_back(std::move(place));
    }
    return places;
}

} // namespace

Result<TorchTensors> findTensors(const Document& document, const std::string& fileStem)
{
    PESCOPE_TRY(part, modelPart(document));
    Walk walk(document);
    if (Status walked = walk.run(part.value); !walked)
        return std::unexpected(std::move(walked).error());
    if (walk.tensors.empty() && walk.others.empty())
        return fail(ErrorCode::Format,
                    fmt::format("holds no tensors: its pickle is {}", describeValue(document, document.root)),
                    "Open the file with the model's weights: a state dict, or a training checkpoint.");
    TorchTensors result;
    result.tensors = std::move(walk.tensors);
    for (TorchTensors::Named& one : result.tensors)
        if (one.name.empty())
            one.name = fileStem;
    dropEarlierNames(result.tensors);
    if (!walk.others.empty())
        result.warnings.push_back(
            fmt::format("{} tensors are of a kind that is not read: {}", walk.others.size(), keyList(walk.others)));
    if (part.value == document.root)
        return result;
    Walk everything(document);
    if (Status walked = everything.run(document.root); !walked)
        return result; // the rest is too deep to be told apart, and is not needed
    if (const auto places = otherPlaces(everything.tensors, part.path); !places.empty())
        result.warnings.push_back(
            fmt::format("the tensors under `{}` are taken for the model; those under {} are not keyList", part.path,
                        keyList(places)));
    return result;
}

} // namespace pescope::checkpoint
