// SPDX-License-Identifier: GPL-3.0-or-later
// Formats that are recognised but not read: each gets a sentence that says what the file is and what to do with it.
#include "core/checkpoint/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace pescope::checkpoint {

namespace {

constexpr std::string_view kConvert =
    "Convert it to safetensors with Python: safetensors.torch.save_file(model.state_dict(), "
    "\"model.safetensors\"), or download the model.safetensors of the same model.";
constexpr std::string_view kUnpack = "Unpack it and open the folder or file inside.";

/// Marks that stand at the very beginning.
struct Magic {
    std::string_view bytes;
    std::string_view what;
    std::string_view hint;
};
constexpr std::array kMagics{
    Magic{"\x89HDF\r\n\x1a\n", "is an HDF5 file (Keras h5), which PEScope does not read",
          "Convert it with transformers 4.57: AutoModel.from_pretrained(folder, from_tf=True).save_pretrained(…); or "
          "download the model.safetensors of the same model."},
    Magic{"version https://git-lfs", "is a Git LFS pointer: the weights themselves are not downloaded",
          "Run `git lfs pull` in the folder, or download the file from the model's page."},
    Magic{"\x1f\x8b", "is a gzip archive", kUnpack},
    Magic{"\xfd\x37zXZ", "is an xz archive", kUnpack},
    Magic{"\x28\xb5\x2f\xfd", "is a zstd archive", kUnpack},
    Magic{"BZh", "is a bzip2 archive", kUnpack},
    Magic{"7z\xbc\xaf\x27\x1c", "is a 7z archive", kUnpack},
    Magic{"\xff\xfe", "is text in UTF-16", "Save it as UTF-8."},
    Magic{"\xfe\xff", "is text in UTF-16", "Save it as UTF-8."},
};

std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return lower;
}

Refusal refusal(std::string_view message, std::string_view hint)
{
    return {std::string(message), std::string(hint)};
}

std::optional<Refusal> textRefusal(const FileHead& head)
{
    std::string_view text = head.text().substr(0, 1024);
    if (text.starts_with("\xEF\xBB\xBF"))
        text.remove_prefix(3);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const std::string lower = lowerCase(text);
    if (lower.starts_with("<!doctype") || lower.starts_with("<html"))
        return refusal("is an HTML page, not weights: the download gave an error or login page",
                       "Open the link in a browser to see what it says, then download the file again.");
    if (lower.starts_with("<?xml") || lower.starts_with("<error"))
        return refusal("is an XML text, not weights: the server may have sent an error", "Download the file again.");
    if (lower.starts_with("{") && looksLikeText(head))
        return refusal("is a JSON text, not weights", "Open the model's folder, or its weight file.");
    return std::nullopt;
}

std::optional<Refusal> zipRefusal(const FileHead& head)
{
    const auto has = [&](auto&& test) { return std::ranges::any_of(head.members, test); };
    const bool keras = has([](const std::string& name) { return name.ends_with(".weights.h5"); });
    if (keras)
        return refusal("is a Keras archive, which PEScope does not read", "Save its arrays with numpy.savez.");
    if (head.members.empty())
        return refusal("is a zip archive without members", "Save or download it again.");
    return refusal(
        fmt::format("is a zip archive without arrays; its first member is `{}`", head.members.front().substr(0, 80)),
        kUnpack);
}

/// MessagePack as Flax writes it: a map whose first key is a short text.
bool looksLikeFlax(std::string_view text)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : '\0'); };
    const bool isSmall = byte(0) > 0x80 && byte(0) <= 0x8f;
    const std::size_t key = isSmall ? 1 : byte(0) == 0xde ? 3 : byte(0) == 0xdf ? 5 : 0;
    return key > 0 && byte(key) > 0xa0 && byte(key) <= 0xbf && std::isprint(byte(key + 1)) != 0;
}

/// The index of a TensorFlow 1 checkpoint is a table of LevelDB, whose magic number stands at the end; the data beside
/// it is known by its name alone.
bool looksLikeTensorflowCheckpoint(const FileHead& head)
{
    constexpr std::string_view kTableMagic = "\x57\xfb\x80\x8b\x24\x75\x47\xdb";
    if (head.file->path().filename().string().contains(".data-00000-of-"))
        return true;
    if (head.file->size() < kTableMagic.size())
        return false;
    const auto end = head.file->bytesAt(head.file->size() - kTableMagic.size(), kTableMagic.size());
    return end && std::ranges::equal(*end, std::as_bytes(std::span(kTableMagic)));
}

/// The first fields of an ONNX ModelProto: ir_version as a small varint, then producer, domain, graph or opset.
bool looksLikeOnnx(std::string_view text)
{
    return text.size() > 3 && text[0] == '\x08' && text[1] > 0 && text[1] < 32
        && (text[2] == '\x12' || text[2] == '\x3a' || text[2] == '\x42' || text[2] == '\x1a');
}

constexpr std::size_t kTarMark = 257; ///< where "ustar" stands in the first block
constexpr std::size_t kTarBlock = 512;

/// PyTorch before 0.1.10 wrote tar archives with these members (torch/serialization.py, legacy_load).
Refusal tarRefusal(std::string_view text)
{
    constexpr std::array<std::string_view, 4> kTorchMembers{"sys_info", "pickle", "tensors", "storages"};
    for (std::size_t at = 0; at + kTarMark + 5 <= text.size(); at += kTarBlock) {
        const std::string_view block = text.substr(at, kTarBlock);
        const std::string_view name = block.substr(0, std::min(block.find('\0'), std::size_t{100}));
        if (block.substr(kTarMark, 5) == "ustar" && std::ranges::count(kTorchMembers, name) > 0)
            return refusal(
                "is a PyTorch file of the first layout (before version 0.1.10, a tar archive), which PEScope "
                "does not read",
                "Load it with PyTorch and save it again with torch.save(model.state_dict(), …).");
    }
    return refusal("is a tar archive", kUnpack);
}

std::optional<Refusal> binaryRefusal(const FileHead& head)
{
    const std::string_view text = head.text();
    if (text.size() > kTarMark + 5 && text.substr(kTarMark, 5) == "ustar")
        return tarRefusal(text);
    if (text.size() > 8 && text.substr(4, 4) == "TFL3")
        return refusal("is a TensorFlow Lite model, which PEScope does not read",
                       "Open the weights that it was made from.");
    const bool tensorflow = text.contains("saved_model") || text.contains("GraphDef")
        || lowerCase(head.file->path().filename().string()) == "saved_model.pb";
    if (tensorflow)
        return refusal("is a TensorFlow model, which PEScope does not read",
                       "Load it in Python and save its arrays with numpy.savez.");
    if (looksLikeTensorflowCheckpoint(head))
        return refusal(
            "is a part of a TensorFlow checkpoint, which PEScope does not read",
            "Convert it with transformers 4.57 (AutoModel.from_pretrained(folder, from_tf=True)), or download "
            "the model.safetensors of the same model.");
    if (looksLikeFlax(text))
        return refusal("is a Flax model (MessagePack), which PEScope does not read",
                       "Convert it with transformers 4.57: AutoModel.from_pretrained(folder, "
                       "from_flax=True).save_pretrained(…); or download the model.safetensors of the same model.");
    if (text.size() > 2 && text[0] == '\x80' && text[1] >= 2 && text[1] <= 5)
        return refusal("is a Python pickle, which PEScope never runs", kConvert);
    if (looksLikeOnnx(text))
        return refusal("is an ONNX model, which PEScope does not read",
                       "Open the safetensors or PyTorch files that it was exported from.");
    return std::nullopt;
}

} // namespace

std::optional<Refusal> refusalFor(const FileHead& head)
{
    for (const Magic& magic : kMagics) {
        if (head.startsWith(magic.bytes))
            return refusal(magic.what, magic.hint);
    }
    if (head.isZip)
        return zipRefusal(head);
    if (auto text = textRefusal(head))
        return text;
    return binaryRefusal(head);
}

} // namespace pescope::checkpoint
