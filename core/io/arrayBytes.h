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

/// Bytes that come one after the other: of a file in memory, or as they are unpacked.
class ByteSource {
public:
    /// `read` puts up to so many bytes there and returns how many; fewer only at the end, and -1 where they are
    /// damaged.
    using Read = std::function<std::ptrdiff_t(char* to, std::size_t count)>;
    ByteSource(Read read, std::uint64_t size) : read_(std::move(read)), left_(size) {}
    explicit ByteSource(std::string_view bytes);

    std::uint64_t left() const { return left_; } ///< as is said, which need not be true
    /// All of them; a Problem if fewer are left.
    Result<void> take(char* to, std::size_t count);
    /// A Problem if anything is left, or the checksum is not right.
    Result<void> finish();

private:
    Read read_;
    std::uint64_t left_;
};

Problem tooManyNumbers();
Problem ofPickle();
/// The rest of `bytes` as the array's numbers, which it must hold exactly; throws std::bad_alloc, before it begins.
Result<void> takeNumbers(ByteSource& bytes, NumberType type, bool isBigEndian, std::size_t count, NamedArray& array);

/// `room`: how many numbers the arrays may still have; less those of this one afterwards.
Result<NamedArray> npyArray(ByteSource& bytes, std::size_t& room);
/// The bytes of one of unsigned bytes, as `session` is.
Result<std::string> npyBytes(ByteSource& bytes);

/// Calls f(name, its bytes) for every array of an .npz, until it returns a Problem, which then names the array.
using NpzVisit = std::function<Result<void>(const std::string& name, ByteSource& bytes)>;
Result<void> forEachArray(std::string_view npz, const NpzVisit& f);

/// The bytes from one place on, so many of them; a Problem if they are not there.
using ReadPart = std::function<Result<std::string>(std::uint64_t at, std::uint64_t count)>;
ReadPart partsOf(std::string_view bytes);

/// Those that are wanted.
using IsWanted = std::function<bool(const std::string& name)>;
Result<void> forEachInNpz(OpenFile npz, const IsWanted& isWanted, const ArrayVisit& f);
Result<void> forEachInSafetensors(const ReadPart&, std::uint64_t size, const IsWanted& isWanted, const ArrayVisit& f);

/// All arrays of such a file.
Result<std::vector<NamedArray>> npzArrays(std::string_view bytes);
Result<std::vector<NamedArray>> safetensorsArrays(std::string_view bytes);

constexpr std::uint64_t kMaxSession = JsonLimits{}.bytes;
inline Problem tooLargeSession() { return {"it is larger than " + std::to_string(kMaxSession >> 20) + " MB"}; }

/// Of the array `session`; `size`: of all bytes.
Result<std::optional<std::string>> sessionInNpz(std::string_view npz);
Result<std::optional<std::string>> sessionInNpz(OpenFile npz);
Result<std::optional<std::string>> sessionInSafetensors(const ReadPart&, std::uint64_t size);

} // namespace headlight
