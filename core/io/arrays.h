#pragma once

#include "base/Result.h"
#include "base/Watch.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headlight {

/// An array of a file, of numbers or of text.
struct NamedArray {
    std::string name; ///< empty for a .npy, which has no name
    std::vector<std::int64_t> shape;
    std::vector<float> values = {};      ///< the nearest float32 of each number, in C order
    std::vector<std::string> texts = {}; ///< the texts of an array of text, in UTF-8
    std::string whyNot = {};             ///< why it has neither: "its numbers are complex"; else empty
    bool isTooLarge = false;             ///< true if numbers that are finite in the file exceed float32
};
/// Returns why no matrix may have these numbers, as "has numbers that are NaN or infinite"; empty if it may.
std::string whyNotFinite(const NamedArray&);

/// The maximum count of numbers in all arrays of a file together.
inline constexpr std::size_t kMaxArrayNumbers = 100'000'000;

/// Formats after Safetensors are recognised but not read; pickle (torch.save and others) because it can run code.
enum class ArrayFormat { Npy, Npz, Safetensors, Pickle, Hdf5, Onnx, MatFile };
/// Returns the format of a file that begins with `bytes`, or else the one that the ending of its name says; nothing if
/// the file is of another kind.
std::optional<ArrayFormat> arrayFormat(std::string_view bytes, const std::filesystem::path& name = {});

/// Returns the arrays of a .npy, .npz or .safetensors, in the order of the file. Numbers are floats of 64, 32 or 16
/// bits, bfloat16 (as V2 in a .npy), integers and bools, of either byte order. An array of another type has only the
/// reason, in `whyNot`. A Problem is one sentence: what is damaged, that there are more than kMaxArrayNumbers, or how
/// to convert a format that is not read.
Result<std::vector<NamedArray>> parseArrays(std::string_view bytes, ArrayFormat format);
/// Reads the arrays of a file of at most 320 MB. A Problem names the file; too little memory is one, too.
Result<std::vector<NamedArray>> readArrays(const std::filesystem::path&);

/// Returns the text of the array `session` that `headlight eval` writes into an .npz (npz.h) or a .safetensors; nothing
/// if there is none.
Result<std::optional<std::string>> sessionInArrays(std::string_view bytes, ArrayFormat format);
/// Reads only the array `session`, of at most 320 MB, from a file of any size. A Problem names the file.
Result<std::optional<std::string>> sessionInFile(const std::filesystem::path&, ArrayFormat format);

/// Calls f(array) for every array whose name `isWanted`, in a .npz or .safetensors of any size. Only these are read,
/// one at a time. A Problem names the file.
using ArrayVisit = std::function<void(NamedArray)>;
Result<void> forEachArrayIn(const std::filesystem::path&, ArrayFormat format,
                            const std::function<bool(const std::string&)>& isWanted, const ArrayVisit& f);

/// Tells the user what to do with a table of text.
inline constexpr const char* kPasteTables = "A table of numbers goes into one matrix: choose Paste from a file in the "
                                            "menu of that matrix.";

/// Returns a list for messages: "W_query [3, 2], mask [6, 6] and 4 others", or "no arrays".
std::string listOf(std::span<const NamedArray>);
/// "[3, 2]"
std::string shapeText(std::span<const std::int64_t> shape);

} // namespace headlight
