#include "io/arrays.h"

#include "base/quotedText.h"
#include "io/arrayBytes.h"
#include "io/sessionFile.h"

#include <algorithm>
#include <cmath>

namespace headlight {
namespace {

constexpr std::size_t kMaxListed = 12;

struct Ending {
    const char* text;
    ArrayFormat format;
};
constexpr Ending kEndings[] = {
    {".npy", ArrayFormat::Npy},     {".npz", ArrayFormat::Npz},    {".safetensors", ArrayFormat::Safetensors},
    {".pt", ArrayFormat::Pickle},   {".pth", ArrayFormat::Pickle}, {".pkl", ArrayFormat::Pickle},
    {".h5", ArrayFormat::Hdf5},     {".hdf5", ArrayFormat::Hdf5},  {".onnx", ArrayFormat::Onnx},
    {".mat", ArrayFormat::MatFile}, {".gguf", ArrayFormat::Gguf},
};

/// True if the bytes are a length below 2^32 and then the beginning of a JSON object.
bool isSafetensors(std::string_view bytes) {
    if (bytes.size() < 9 || bytes.substr(4, 4) != std::string_view("\0\0\0\0", 4)) return false;
    const auto first = bytes.find_first_not_of(" \t\r\n", 8);
    return first != bytes.npos && bytes[first] == '{';
}

} // namespace

Problem ofPickle() {
    return {
        "it is made by pickle, as torch.save does, which can run code when it is read; write it with "
        "safetensors.torch.save_file(model.state_dict(), \"model.safetensors\"), model.save_pretrained(\"model\") of "
        "Hugging Face, or numpy.savez"};
}

std::optional<ArrayFormat> arrayFormat(std::string_view bytes, const std::filesystem::path& name) {
    if (bytes.starts_with("\x93NUMPY")) return ArrayFormat::Npy;
    if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06")) return ArrayFormat::Npz;
    if (isSafetensors(bytes)) return ArrayFormat::Safetensors;
    if (bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5) return ArrayFormat::Pickle;
    if (bytes.starts_with("GGUF")) return ArrayFormat::Gguf;
    if (bytes.starts_with("\x89HDF\r\n\x1A\n")) return ArrayFormat::Hdf5;
    if (bytes.starts_with("MATLAB 5.0 MAT-file") || bytes.starts_with("MATLAB 7.3 MAT-file"))
        return ArrayFormat::MatFile;
    if (beginsAsSession(bytes)) return std::nullopt;
    for (const Ending& ending : kEndings)
        if (name.extension() == ending.text) return ending.format;
    return std::nullopt;
}

std::string whyNotFinite(const NamedArray& array) {
    if (array.isTooLarge) return "has numbers that are too large for float32, which ends at 3.4e38";
    const bool isFinite = std::ranges::all_of(array.values, [](float value) { return std::isfinite(value); });
    return isFinite ? "" : "has numbers that are NaN or infinite";
}

std::string shapeText(std::span<const std::int64_t> shape) {
    std::string text = "[";
    for (const std::int64_t side : shape) text += (text.size() > 1 ? ", " : "") + std::to_string(side);
    return text + "]";
}

std::string listOf(std::span<const NamedArray> arrays) {
    std::string list;
    const std::size_t listed = std::min(arrays.size(), kMaxListed);
    for (std::size_t i = 0; i < listed; ++i) {
        const bool isLast = i + 1 == arrays.size();
        list += list.empty() ? "" : isLast ? " and " : ", ";
        list += (arrays[i].name.empty() ? "an array" : showable(arrays[i].name, kBriefly)) + " " +
                shapeText(arrays[i].shape);
    }
    if (listed < arrays.size()) list += " and " + std::to_string(arrays.size() - listed) + " others";
    return list.empty() ? "no arrays" : list;
}

} // namespace headlight
