#pragma once
// Private to core/io: the readers of arrays.h. Their Problems are parts of a sentence: "its header has no shape".

#include "io/JsonReader.h"
#include "io/NumberType.h"
#include "io/arrays.h"
#include "io/fileCalls.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headlight {

/// A sequence of bytes, from memory or from a ZIP that is unpacked meanwhile.
class ByteSource {
public:
    /// Puts up to `count` bytes to `to` and returns their number: fewer only at the end, -1 if they are damaged.
    using Read = std::function<std::ptrdiff_t(char* to, std::size_t count)>;
    ByteSource(Read read, std::uint64_t size) : read_(std::move(read)), left_(size) {}
    explicit ByteSource(std::string_view bytes);

    std::uint64_t left() const { return left_; } ///< as the file says, which need not be true
    /// Reads `count` bytes; a Problem if fewer are left.
    Result<void> take(char* to, std::size_t count);
    /// Ends the reading: a Problem if bytes are left, or if the checksum is wrong.
    Result<void> finish();

private:
    Read read_;
    std::uint64_t left_;
};

Problem tooManyNumbers();
Problem ofPickle();
/// Reads the rest of `bytes`, which must be `count` numbers, into `array`. Throws std::bad_alloc before it reads.
Result<void> takeNumbers(ByteSource& bytes, NumberType type, bool isBigEndian, std::size_t count, NamedArray& array);

/// Reads a .npy. `numbersLeft` is how many more numbers the arrays may have; those of this array are subtracted.
Result<NamedArray> npyArray(ByteSource& bytes, std::size_t& numbersLeft);
/// Reads a .npy of one row of unsigned bytes, as the array `session` is.
Result<std::string> npyBytes(ByteSource& bytes);

/// Calls f(name, bytes) for every array of an .npz, until f returns a Problem, which then names the array.
using NpzVisit = std::function<Result<void>(const std::string& name, ByteSource& bytes)>;
Result<void> forEachArray(std::string_view npz, const NpzVisit& f);

/// Returns `count` bytes from the place `at` on; a Problem if they are not there.
using ReadPart = std::function<Result<std::string>(std::uint64_t at, std::uint64_t count)>;
ReadPart partsOf(std::string_view bytes);

/// Calls f(array) for the arrays whose names `isWanted`; no others are read.
using IsWanted = std::function<bool(const std::string& name)>;
Result<void> forEachInNpz(OpenFile npz, const IsWanted& isWanted, const ArrayVisit& f);
Result<void> forEachInSafetensors(const ReadPart&, std::uint64_t size, const IsWanted& isWanted, const ArrayVisit& f);

/// Returns all arrays of a file.
Result<std::vector<NamedArray>> npzArrays(std::string_view bytes);
Result<std::vector<NamedArray>> safetensorsArrays(std::string_view bytes);

constexpr std::uint64_t kMaxSession = JsonLimits{}.bytes;
inline Problem tooLargeSession() { return {"it is larger than " + std::to_string(kMaxSession >> 20) + " MB"}; }

/// Returns the text of the array `session`; nothing if there is none. `size` is the size of the file.
Result<std::optional<std::string>> sessionInNpz(std::string_view npz);
Result<std::optional<std::string>> sessionInNpz(OpenFile npz);
Result<std::optional<std::string>> sessionInSafetensors(const ReadPart&, std::uint64_t size);

} // namespace headlight
