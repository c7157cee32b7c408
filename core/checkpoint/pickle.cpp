// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/pickle.h"

#include "core/checkpoint/pickle_bytes.h"
#include "core/checkpoint/pickle_calls.h"

#include <fmt/format.h>

#include <bit>
#include <optional>

namespace pescope::checkpoint::pickle {

namespace {

constexpr std::uint64_t kMostLong = 1 << 16; ///< bytes of one integer

class Machine {
public:
    explicit Machine(std::string_view bytes)
        : m_bytes(bytes)
    {
    }

    Reading run()
    {
        for (;;) {
            const std::size_t start = m_bytes.at();
            const auto opcode = m_bytes.number(1);
            Status done = opcode ? step(static_cast<unsigned char>(*opcode)) : cut();
            if (done && m_document.values.size() > kMostValues)
                done = fail(ErrorCode::Format, fmt::format("its pickle holds more than {} values", kMostValues));
            if (!done)
                return {std::unexpected(withContext(std::move(done).error(), fmt::format("pickle, byte {}", start))),
                        m_endedEarly};
            if (opcode == kStop)
                return {Pickle{std::move(m_document), m_bytes.at()}, false};
        }
    }

private:
    std::unexpected<Error> cut()
    {
        m_endedEarly = true;
        return fail(ErrorCode::Format, fmt::format("its pickle is truncated after {} bytes", m_bytes.size()),
                    "Copy or download the file again.");
    }

    static std::unexpected<Error> broken(const std::string& what)
    {
        return fail(ErrorCode::Format, fmt::format("its pickle is damaged: {}", what),
                    "Copy or download the file again.");
    }

    // ---- stack

    Id add(Value value)
    {
        m_document.values.push_back(std::move(value));
        return static_cast<Id>(m_document.values.size() - 1);
    }

    Status push(Value value)
    {
        m_stack.push_back(add(std::move(value)));
        return ok();
    }

    Status pushResult(Result<Id> id)
    {
        if (!id)
            return std::unexpected(std::move(id).error());
        m_stack.push_back(*id);
        return ok();
    }

    /// How many values lie above the last mark.
    [[nodiscard]] std::size_t free() const { return m_stack.size() - (m_marks.empty() ? 0 : m_marks.back()); }

    Id pop()
    {
        const Id id = m_stack.back();
        m_stack.pop_back();
        return id;
    }

    /// Everything above the last mark, which goes too.
    std::optional<std::vector<Id>> popToMark()
    {
        if (m_marks.empty())
            return std::nullopt;
        std::vector<Id> items(m_stack.begin() + static_cast<std::ptrdiff_t>(m_marks.back()), m_stack.end());
        m_stack.resize(m_marks.back());
        m_marks.pop_back();
        return items;
    }

    static std::unexpected<Error> shortStack(unsigned char opcode)
    {
        return broken(fmt::format("opcode {:#04x} finds too few values", opcode));
    }

    // ---- opcodes, by what they do

    Status step(unsigned char opcode)
    {
        switch (opcode) {
        case kProto:
            return protocol();
        case kFrame:
            return m_bytes.number(8) ? ok() : cut();
        case kStop:
            if (m_stack.size() != 1 || !m_marks.empty())
                return broken(fmt::format("it ends with {} values instead of one", m_stack.size()));
            m_document.root = m_stack.front();
            return ok();
        case kMark:
            m_marks.push_back(m_stack.size());
            return ok();
        case kPop:
            if (free() > 0)
                static_cast<void>(pop());
            else if (!m_marks.empty())
                m_marks.pop_back();
            else
                return shortStack(opcode);
            return ok();
        case kPopMark:
            return popToMark() ? ok() : shortStack(opcode);
        case kDup:
            if (free() == 0)
                return shortStack(opcode);
            m_stack.push_back(m_stack.back());
            return ok();
        case kNone:
            return push(None{});
        case kNewTrue:
            return push(true);
        case kNewFalse:
            return push(false);
        case kBinInt:
        case kBinInt1:
        case kBinInt2:
        case kLong1:
        case kLong4:
        case kBinFloat:
            return numeric(opcode);
        case kBinString:
        case kShortBinString:
        case kBinUnicode:
        case kShortBinUnicode:
        case kBinUnicode8:
        case kBinBytes:
        case kShortBinBytes:
        case kBinBytes8:
        case kByteArray8:
            return text(opcode);
        case kBinPut:
        case kLongBinPut:
        case kMemoize:
        case kBinGet:
        case kLongBinGet:
            return memo(opcode);
        default:
            return collection(opcode);
        }
    }

    Status protocol()
    {
        const auto version = m_bytes.number(1);
        if (!version)
            return cut();
        if (*version < 2 || *version > 5)
            return fail(ErrorCode::Unsupported, fmt::format("its pickle is of protocol {}; 2 to 5 are read", *version));
        return ok();
    }

    Status numeric(unsigned char opcode)
    {
        if (opcode == kBinFloat) {
            auto bits = m_bytes.number(8);
            if (!bits)
                return cut();
            return push(std::bit_cast<double>(__builtin_bswap64(*bits)));
        }
        if (opcode == kLong1 || opcode == kLong4) {
            const auto size = m_bytes.number(opcode == kLong1 ? 1 : 4);
            if (size && *size > kMostLong)
                return broken(fmt::format("an integer of {} bytes", *size));
            const auto bytes = size ? m_bytes.take(*size) : std::nullopt;
            if (!bytes)
                return cut();
            if (bytes->size() > 8)
                return push(LongInteger{*bytes});
            std::uint64_t value = 0;
            for (std::size_t i = 0; i < bytes->size(); ++i)
                value |= std::uint64_t{static_cast<unsigned char>((*bytes)[i])} << (8 * i);
            const bool isNegative = !bytes->empty() && (static_cast<unsigned char>(bytes->back()) & 0x80) != 0;
            if (isNegative && bytes->size() < 8)
                value |= ~std::uint64_t{0} << (8 * bytes->size());
            return push(static_cast<std::int64_t>(value));
        }
        const auto value = m_bytes.number(opcode == kBinInt ? 4 : opcode == kBinInt2 ? 2 : 1);
        if (!value)
            return cut();
        return push(opcode == kBinInt ? std::int64_t{static_cast<std::int32_t>(static_cast<std::uint32_t>(*value))}
                                      : static_cast<std::int64_t>(*value));
    }

    Status text(unsigned char opcode)
    {
        std::size_t width = 4;
        if (opcode == kShortBinString || opcode == kShortBinUnicode || opcode == kShortBinBytes)
            width = 1;
        else if (opcode == kBinUnicode8 || opcode == kBinBytes8 || opcode == kByteArray8)
            width = 8;
        const auto length = m_bytes.number(width);
        const auto characters = length ? m_bytes.take(*length) : std::nullopt;
        if (!characters)
            return cut();
        const bool isBytes =
            opcode == kBinBytes || opcode == kShortBinBytes || opcode == kBinBytes8 || opcode == kByteArray8;
        const bool isOld = opcode == kBinString || opcode == kShortBinString;
        return push(Text{*characters,
                         isBytes     ? Text::Kind::Bytes
                             : isOld ? Text::Kind::OldBytes
                                     : Text::Kind::Characters});
    }

    Status memo(unsigned char opcode)
    {
        std::uint64_t slot = m_memo.size();
        if (opcode != kMemoize) {
            const auto given = m_bytes.number(opcode == kLongBinPut || opcode == kLongBinGet ? 4 : 1);
            if (!given)
                return cut();
            slot = *given;
        }
        if (opcode == kBinGet || opcode == kLongBinGet) {
            if (slot >= m_memo.size() || m_memo[slot] == kNoId)
                return broken(fmt::format("it asks for the value {} of its memo, which is not there", slot));
            m_stack.push_back(m_memo[slot]);
            return ok();
        }
        // picklers number their values; a slot further on than bytes were read is no such number
        if (free() == 0 || slot > m_bytes.at())
            return free() == 0 ? shortStack(opcode) : broken(fmt::format("its memo has a slot {}", slot));
        if (slot >= m_memo.size())
            m_memo.resize(slot + 1, kNoId);
        m_memo[slot] = m_stack.back();
        return ok();
    }

    Status collection(unsigned char opcode)
    {
        switch (opcode) {
        case kEmptyTuple:
            return push(Sequence{});
        case kEmptyList:
            return push(Sequence{.kind = Sequence::Kind::List, .items = {}});
        case kEmptySet:
            return push(Sequence{.kind = Sequence::Kind::Set, .items = {}});
        case kEmptyDict:
            return push(Dict{});
        case kTuple1:
        case kTuple2:
        case kTuple3:
            return tupleOf(opcode, static_cast<std::size_t>(opcode - kTuple1) + 1);
        case kTuple:
        case kList:
        case kFrozenSet: {
            auto items = popToMark();
            if (!items)
                return shortStack(opcode);
            const auto kind = opcode == kTuple ? Sequence::Kind::Tuple
                : opcode == kList              ? Sequence::Kind::List
                                               : Sequence::Kind::Set;
            return push(Sequence{kind, *std::move(items)});
        }
        case kDict: {
            const auto items = popToMark();
            if (!items || items->size() % 2 != 0)
                return shortStack(opcode);
            m_stack.push_back(add(Dict{}));
            return setItems(opcode, *items);
        }
        case kAppend:
        case kAppends:
        case kAddItems: {
            const auto items = opcode == kAppend ? popOne() : popToMark();
            return items ? append(opcode, *items) : shortStack(opcode);
        }
        case kSetItem:
        case kSetItems: {
            const auto items = opcode == kSetItem ? popTwo() : popToMark();
            return items ? setItems(opcode, *items) : shortStack(opcode);
        }
        default:
            return name(opcode);
        }
    }

    Status tupleOf(unsigned char opcode, std::size_t count)
    {
        if (free() < count)
            return shortStack(opcode);
        std::vector<Id> items(m_stack.end() - static_cast<std::ptrdiff_t>(count), m_stack.end());
        m_stack.resize(m_stack.size() - count);
        return push(Sequence{Sequence::Kind::Tuple, std::move(items)});
    }

    std::optional<std::vector<Id>> popOne()
    {
        return free() < 2 ? std::nullopt : std::optional(std::vector<Id>{pop()});
    }

    std::optional<std::vector<Id>> popTwo()
    {
        if (free() < 3)
            return std::nullopt;
        const Id value = pop();
        const Id key = pop();
        return std::vector<Id>{key, value};
    }

    Status append(unsigned char opcode, const std::vector<Id>& items)
    {
        if (free() == 0)
            return shortStack(opcode);
        Value& target = m_document.values[m_stack.back()];
        std::vector<Id>* elements = nullptr;
        if (auto* sequence = std::get_if<Sequence>(&target); sequence && sequence->kind != Sequence::Kind::Tuple)
            elements = &sequence->items;
        else if (auto* object = std::get_if<std::unique_ptr<Object>>(&target))
            elements = &(*object)->elements;
        if (!elements)
            return broken(fmt::format("it appends to {}", describeValue(m_document, m_stack.back())));
        elements->insert(elements->end(), items.begin(), items.end());
        return ok();
    }

    Status setItems(unsigned char opcode, const std::vector<Id>& items)
    {
        if (free() == 0 || items.size() % 2 != 0)
            return shortStack(opcode);
        Value& target = m_document.values[m_stack.back()];
        std::vector<std::pair<Id, Id>>* pairs = nullptr;
        if (auto* dict = std::get_if<Dict>(&target))
            pairs = &dict->items;
        else if (auto* object = std::get_if<std::unique_ptr<Object>>(&target))
            pairs = &(*object)->items;
        if (!pairs)
            return broken(fmt::format("it sets items of {}", describeValue(m_document, m_stack.back())));
        for (std::size_t i = 0; i < items.size(); i += 2)
            pairs->emplace_back(items[i], items[i + 1]);
        return ok();
    }

    Status name(unsigned char opcode)
    {
        switch (opcode) {
        case kGlobal: {
            const auto module = m_bytes.line();
            const auto member = module ? m_bytes.line() : std::nullopt;
            return member ? push(Global{*module, *member}) : cut();
        }
        case kStackGlobal: {
            if (free() < 2)
                return shortStack(opcode);
            const auto member = m_document.text(pop());
            const auto module = m_document.text(pop());
            return member && module ? push(Global{*module, *member}) : broken("a name that is no text");
        }
        case kInst: {
            const auto module = m_bytes.line();
            const auto member = module ? m_bytes.line() : std::nullopt;
            if (!member)
                return cut();
            auto arguments = popToMark();
            if (!arguments)
                return shortStack(opcode);
            const Id cls = add(Global{*module, *member});
            return pushResult(m_calls.call(cls, add(Sequence{Sequence::Kind::Tuple, *std::move(arguments)})));
        }
        case kObj: {
            auto arguments = popToMark();
            if (!arguments || arguments->empty())
                return shortStack(opcode);
            const Id cls = arguments->front();
            arguments->erase(arguments->begin());
            return pushResult(m_calls.call(cls, add(Sequence{Sequence::Kind::Tuple, *std::move(arguments)})));
        }
        default:
            return act(opcode);
        }
    }

    Status act(unsigned char opcode)
    {
        const std::size_t needed = opcode == kNewObjEx ? 3 : opcode == kBinPersId ? 1 : 2;
        const bool isKnown =
            opcode == kReduce || opcode == kNewObj || opcode == kNewObjEx || opcode == kBuild || opcode == kBinPersId;
        if (!isKnown)
            return fail(
                ErrorCode::Unsupported,
                fmt::format("its pickle uses opcode {:#04x}, which torch.save does not write (protocols 2 to 5)",
                            opcode),
                "The file may be damaged: download or save it again.");
        if (free() < needed)
            return shortStack(opcode);
        if (opcode == kBinPersId)
            return pushResult(m_calls.persistent(pop()));
        if (opcode == kNewObjEx)
            static_cast<void>(pop()); // arguments by name: part of the label only
        const Id second = pop();
        if (opcode == kBuild)
            return m_calls.build(m_stack.back(), second);
        const Id first = pop();
        return pushResult(opcode == kReduce ? m_calls.call(first, second) : m_calls.make(first, second));
    }

    PickleBytes m_bytes;
    bool m_endedEarly = false;
    Document m_document;
    Calls m_calls{m_document};
    std::vector<Id> m_stack;
    std::vector<std::size_t> m_marks;
    std::vector<Id> m_memo;
};

} // namespace

Reading readPickle(std::string_view bytes)
{
    return Machine(bytes).run();
}

} // namespace pescope::checkpoint::pickle
