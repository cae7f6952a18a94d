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
    {".npy", ArrayFormat::Npy}, {".npz", ArrayFormat::Npz}, {".safetensors", ArrayFormat::Safetensors}};

/// True if the bytes are a length below 2^32 and then the beginning of a JSON object.
bool isSafetensors(std::string_view bytes) {
    if (bytes.size() < 9 || bytes.substr(4, 4) != std::string_view("\0\0\0\0", 4)) return false;
    const auto first = bytes.find_first_not_of(" \t\r\n", 8);
    return first != bytes.npos && bytes[first] == '{';
}

} // namespace

std::optional<ArrayFormat> arrayFormat(std::string_view bytes, const std::filesystem::path& name) {
    if (bytes.starts_with("\x93NUMPY")) return ArrayFormat::Npy;
    if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06")) return ArrayFormat::Npz;
    if (isSafetensors(bytes)) return ArrayFormat::Safetensors;
    if (beginsAsSession(bytes)) return std::nullopt;
    for (const Ending& ending : kEndings)
        if (name.extension() == ending.text) return ending.format;
    return isOther(bytes, name) ? std::optional(ArrayFormat::Other) : std::nullopt;
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
