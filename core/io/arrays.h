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
    std::string name; ///< empty: that of a .npy, which has none
    std::vector<std::int64_t> shape;
    std::vector<float> values = {};      ///< the nearest float32 of each, in C order
    std::vector<std::string> texts = {}; ///< of an array of text, as UTF-8
    std::string whyNot = {};             ///< "its numbers are complex": why it has neither; empty: it has
    bool isTooLarge = false;             ///< some that are finite in the file are infinite as float32
};
/// "has numbers that are NaN or infinite": why no matrix may have them; empty: it may.
std::string whyNotFinite(const NamedArray&);

/// What the numbers of a file may take, all arrays together.
inline constexpr std::size_t kMaxArrayNumbers = 100'000'000;

/// What stands behind Safetensors is known, but not read; pickle (torch.save and others) never, since it can run code.
enum class ArrayFormat { Npy, Npz, Safetensors, Pickle, Hdf5, Onnx, MatFile };
/// Of a file that begins with `bytes`, or else by the ending of its name; nothing if it is of another kind.
std::optional<ArrayFormat> arrayFormat(std::string_view bytes, const std::filesystem::path& name = {});

/// The arrays of a .npy, .npz or .safetensors, in the order of the file. Numbers are floats of 64, 32 or 16 bits,
/// bfloat16 (as V2 in a .npy), integers and bools, of either byte order. What has other types is there with the reason.
/// A Problem is one sentence: what is damaged, that there are more than kMaxArrayNumbers, or how to convert what is not
/// read.
Result<std::vector<NamedArray>> parseArrays(std::string_view bytes, ArrayFormat format);
/// Of a file of at most 320 MB; the Problem names it. Too little memory is one, too.
Result<std::vector<NamedArray>> readArrays(const std::filesystem::path&);

/// The text of the array `session` that `headlight eval` writes into an .npz (npz.h) or a .safetensors; nothing if
/// there is none.
Result<std::optional<std::string>> sessionInArrays(std::string_view bytes, ArrayFormat format);
/// Of a file of any size, of which only this is read: at most 320 MB. The Problem names the file.
Result<std::optional<std::string>> sessionInFile(const std::filesystem::path&, ArrayFormat format);

/// Calls f(array) for every array whose name `isWanted`, of a .npz or .safetensors of any size; only these are read,
/// one at a time. A Problem names the file.
using ArrayVisit = std::function<void(NamedArray)>;
Result<void> forEachArrayIn(const std::filesystem::path&, ArrayFormat format,
                            const std::function<bool(const std::string&)>& isWanted, const ArrayVisit& f);

/// What to do with a table of text.
inline constexpr const char* kPasteTables = "A table of numbers goes into one matrix: choose Paste from a file in the "
                                            "menu of that matrix.";

/// "W_query [3, 2], mask [6, 6] and 4 others"; "no arrays".
std::string listOf(std::span<const NamedArray>);
/// "[3, 2]"
std::string shapeText(std::span<const std::int64_t> shape);

} // namespace headlight
