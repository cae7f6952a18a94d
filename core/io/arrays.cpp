#include "io/arrays.h"

#include "base/quotedText.h"
#include "base/tooLittleMemory.h"
#include "io/JsonReader.h"
#include "io/arrayBytes.h"
#include "io/files.h"
#include "io/sessionFile.h"

#include <algorithm>
#include <cmath>
#include <new>

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
    {".mat", ArrayFormat::MatFile},
};

/// True if the bytes are a length below 2^32 and then the beginning of a JSON object.
bool isSafetensors(std::string_view bytes) {
    if (bytes.size() < 9 || bytes.substr(4, 4) != std::string_view("\0\0\0\0", 4)) return false;
    const auto first = bytes.find_first_not_of(" \t\r\n", 8);
    return first != bytes.npos && bytes[first] == '{';
}

Problem noMemoryFor(const std::filesystem::path& path) {
    return tooLittleMemory([&] {
        return quotedPath(path) + ": There is not enough memory to read it. Close other programs and try again.";
    });
}

/// Reads parts of a file, which must stay open.
ReadPart partsOf(const OpenFile& file) {
    return [fd = file.fd()](std::uint64_t at, std::uint64_t count) -> Result<std::string> {
        std::string bytes(count, '\0');
        for (std::uint64_t done = 0; done < count;) {
            const ssize_t got = retryOnEintr(
                [&] { return ::pread(fd, &bytes[done], count - done, static_cast<off_t>(at + done)); });
            if (got < 0) return Problem{"reading: " + systemReason(errno)};
            if (got == 0) return Problem{"it ends too early"};
            done += static_cast<std::uint64_t>(got);
        }
        return bytes;
    };
}

Result<std::vector<NamedArray>> parsedArrays(std::string_view bytes, ArrayFormat format) {
    switch (format) {
    case ArrayFormat::Npz: return npzArrays(bytes);
    case ArrayFormat::Safetensors: return safetensorsArrays(bytes);
    case ArrayFormat::Pickle: return ofPickle();
    case ArrayFormat::Hdf5:
        return Problem{"it is HDF5, which is not read; load it with h5py and write its arrays with numpy.savez"};
    case ArrayFormat::Onnx:
        return Problem{"it is ONNX, which is not read; turn its initializers into arrays with "
                       "onnx.numpy_helper.to_array, and write these with numpy.savez"};
    case ArrayFormat::MatFile:
        return Problem{"it is a MAT-file of MATLAB, which is not read; write each matrix with "
                       "writematrix(W, \"W.csv\"), and paste that file into the matrix"};
    case ArrayFormat::Npy: break;
    }
    ByteSource all(bytes);
    std::size_t numbersLeft = kMaxArrayNumbers;
    auto array = npyArray(all, numbersLeft);
    if (!array) return array.problem();
    std::vector<NamedArray> arrays;
    arrays.push_back(std::move(*array));
    return arrays;
}

} // namespace

Problem ofPickle() {
    return {"it is made by pickle, as torch.save does, which can run code when it is read; write it with "
            "safetensors.torch.save_file(model.state_dict(), \"model.safetensors\") or numpy.savez"};
}

std::optional<ArrayFormat> arrayFormat(std::string_view bytes, const std::filesystem::path& name) {
    if (bytes.starts_with("\x93NUMPY")) return ArrayFormat::Npy;
    if (bytes.starts_with("PK\x03\x04") || bytes.starts_with("PK\x05\x06")) return ArrayFormat::Npz;
    if (isSafetensors(bytes)) return ArrayFormat::Safetensors;
    if (bytes.size() > 1 && bytes[0] == '\x80' && bytes[1] >= 2 && bytes[1] <= 5) return ArrayFormat::Pickle;
    if (bytes.starts_with("\x89HDF\r\n\x1A\n")) return ArrayFormat::Hdf5;
    if (bytes.starts_with("MATLAB 5.0 MAT-file") || bytes.starts_with("MATLAB 7.3 MAT-file"))
        return ArrayFormat::MatFile;
    if (beginsAsSession(bytes)) return std::nullopt;
    for (const Ending& ending : kEndings)
        if (name.extension() == ending.text) return ending.format;
    return std::nullopt;
}

Result<std::vector<NamedArray>> parseArrays(std::string_view bytes, ArrayFormat format) {
    auto arrays = parsedArrays(bytes, format);
    if (!arrays) return Problem{"It cannot be used: " + arrays.text() + "."};
    return arrays;
}

Result<std::optional<std::string>> sessionInArrays(std::string_view bytes, ArrayFormat format) {
    if (format == ArrayFormat::Npz) return sessionInNpz(bytes);
    if (format == ArrayFormat::Safetensors) return sessionInSafetensors(partsOf(bytes), bytes.size());
    return std::optional<std::string>();
}

Result<std::optional<std::string>> sessionInFile(const std::filesystem::path& path, ArrayFormat format) {
    std::uint64_t size = 0;
    auto file = openedToRead(path, size);
    if (!file) return file.problem();
    auto session = Result<std::optional<std::string>>(std::nullopt);
    if (format == ArrayFormat::Safetensors) session = sessionInSafetensors(partsOf(*file), size);
    if (format == ArrayFormat::Npz) session = sessionInNpz(*std::move(file));
    if (!session) return Problem{quotedPath(path) + ": It cannot be used: " + session.text() + "."};
    return session;
}

Result<void> forEachArrayIn(const std::filesystem::path& path, ArrayFormat format,
                            const std::function<bool(const std::string&)>& isWanted, const ArrayVisit& f) try {
    std::uint64_t size = 0;
    auto file = openedToRead(path, size);
    if (!file) return file.problem();
    const auto read = format == ArrayFormat::Npz ? forEachInNpz(*std::move(file), isWanted, f)
                                                 : forEachInSafetensors(partsOf(*file), size, isWanted, f);
    return read ? read : Problem{quotedPath(path) + ": It cannot be used: " + read.text() + "."};
} catch (const std::bad_alloc&) {
    return noMemoryFor(path);
}
Result<std::vector<NamedArray>> readArrays(const std::filesystem::path& path) {
    try {
        const auto bytes = readFile(path, JsonLimits{}.bytes);
        if (!bytes) return bytes.problem();
        const auto format = arrayFormat(*bytes, path);
        if (!format)
            return Problem{quotedPath(path) + ": It is neither .npy nor .npz nor .safetensors. " + kPasteTables};
        auto arrays = parseArrays(*bytes, *format);
        if (!arrays) return Problem{quotedPath(path) + ": " + arrays.text()};
        return arrays;
    } catch (const std::bad_alloc&) {
        return noMemoryFor(path);
    }
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
