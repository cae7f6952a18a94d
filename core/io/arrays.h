#pragma once

#include "base/Result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
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
    bool areTexts = false;               ///< true for an array of text
    bool isCausal = false;               ///< true for a causal mask whose numbers were left out after reading
};
/// Returns why no matrix may have these numbers, as "has numbers that are NaN or infinite"; empty if it may.
std::string whyNotFinite(const NamedArray&);

/// The maximum count of numbers in all arrays that are taken of a file together.
inline constexpr std::size_t kMaxArrayNumbers = 100'000'000;

/// Other is a format that is recognised but not read, such as pickle (torch.save), which can run code.
enum class ArrayFormat { Npy, Npz, Safetensors, Other };
inline constexpr std::size_t kBeginning = 4096; ///< bytes of a file that show its format
/// Returns the format of a file that begins with `bytes`, or else the one that the ending of its name says; nothing if
/// the file is of another kind.
std::optional<ArrayFormat> arrayFormat(std::string_view bytes, const std::filesystem::path& name = {});

/// A .npy, .npz or .safetensors of any size, or the files of a model (modelFiles.h) as one, which stay open: only what
/// is taken is read, and only that is limited. Numbers are floats of 64, 32 or 16 bits, bfloat16 (as V2 in a .npy),
/// integers and bools, of either byte order. A Problem is a sentence about the file, "It cannot be used: its array "a":
/// it is damaged."; too little memory is one, too. A copy is the same open file. Any thread may read, and waits for
/// another.
class ArrayFile {
public:
    /// Finds the names and places of the arrays. A Problem names the file and says what is damaged, or how to convert a
    /// format that is not read.
    static Result<ArrayFile> opened(const std::filesystem::path&);

    std::size_t count() const;
    const std::string& nameOf(std::size_t array) const;
    /// Returns all arrays, in the order of the file, without their numbers and texts.
    Result<std::vector<NamedArray>> list() const;
    /// Reads an array; one of a type that is not read has only the reason, in `whyNot`. `numbersLeft` is how many more
    /// numbers may be taken: those of this array are subtracted.
    Result<NamedArray> read(std::size_t array, std::size_t& numbersLeft) const;
    /// Returns the text of the array `session`, of at most 320 MB, that `headlight eval` writes into an .npz (npz.h) or
    /// a .safetensors; nothing if there is none.
    Result<std::optional<std::string>> session() const;

private:
    struct Opened;
    std::shared_ptr<Opened> file_;
};

/// Returns the Problem of a file that is not what it was when it was opened.
Problem changedMeanwhile();

/// Reads all arrays of a file, together of at most kMaxArrayNumbers. A Problem names the file.
Result<std::vector<NamedArray>> readArrays(const std::filesystem::path&);

/// Tells the user what to do with a table of text.
inline constexpr const char* kPasteTables = "A table of numbers goes into one matrix: choose Paste from a file in the "
                                            "menu of that matrix.";

/// Returns a list for messages: "W_query [3, 2], mask [6, 6] and 4 others", or "no arrays".
std::string listOf(std::span<const NamedArray>);
/// "[3, 2]"
std::string shapeText(std::span<const std::int64_t> shape);

} // namespace headlight
