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
    Magic{"GGUF", "is a GGUF file (llama.cpp), which PEScope does not read yet",
          "Open the safetensors files of the model it was made from."},
    Magic{
        "\x89HDF\r\n\x1a\n", "is an HDF5 file (Keras h5), which PEScope does not read",
        "Load it in Python and save its arrays with numpy.savez, or download the model.safetensors of the same model."},
    Magic{std::string_view("\x80\x02\x8a\nl\xfc\x9c\x46\xf9 j\xa8P\x19.", 15),
          "is a PyTorch file of the legacy layout (before version 1.6, a stream of pickles), which PEScope does not "
          "read yet",
          kConvert},
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
    const bool pickle = has([](const std::string& name) { return name == "data.pkl" || name.ends_with("/data.pkl"); });
    const bool code =
        has([](const std::string& name) { return name.ends_with("/constants.pkl") || name.contains("/code/"); });
    const bool keras = has([](const std::string& name) { return name.ends_with(".weights.h5"); });
    if (pickle && code)
        return refusal("is a TorchScript archive, which PEScope does not read yet", kConvert);
    if (pickle)
        return refusal("is a PyTorch file (zip layout of torch.save), which PEScope does not read yet", kConvert);
    if (keras)
        return refusal("is a Keras archive, which PEScope does not read", "Save its arrays with numpy.savez.");
    if (head.members.empty())
        return refusal("is a zip archive without members", "Save or download it again.");
    return refusal(
        fmt::format("is a zip archive without arrays; its first member is `{}`", head.members.front().substr(0, 80)),
        kUnpack);
}

/// The first fields of an ONNX ModelProto: ir_version as a small varint, then producer, domain, graph or opset.
bool looksLikeOnnx(std::string_view text)
{
    return text.size() > 3 && text[0] == '\x08' && text[1] > 0 && text[1] < 32
        && (text[2] == '\x12' || text[2] == '\x3a' || text[2] == '\x42' || text[2] == '\x1a');
}

std::optional<Refusal> binaryRefusal(const FileHead& head)
{
    const std::string_view text = head.text();
    if (text.size() > 257 + 5 && text.substr(257, 5) == "ustar")
        return refusal("is a tar archive", kUnpack);
    if (text.size() > 8 && text.substr(4, 4) == "TFL3")
        return refusal("is a TensorFlow Lite model, which PEScope does not read",
                       "Open the weights that it was made from.");
    const bool tensorflow = text.contains("saved_model") || text.contains("GraphDef")
        || lowerCase(head.file->path().filename().string()) == "saved_model.pb";
    if (tensorflow)
        return refusal("is a TensorFlow model, which PEScope does not read",
                       "Load it in Python and save its arrays with numpy.savez.");
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
