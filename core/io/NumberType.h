#pragma once
// Private to core/io: the types of numbers in files of arrays.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace headlight {

enum class NumberType { F64, F32, F16, BF16, I64, I32, I16, I8, U64, U32, U16, U8, Bool };

std::size_t bytesOf(NumberType);
std::optional<NumberType> typeOfSafetensors(std::string_view name); ///< "F32"
std::optional<NumberType> typeOfNumpy(std::string_view name);       ///< "f4", without its byte order

/// Returns the number that up to eight bytes are.
std::uint64_t bitsAt(const char* bytes, std::size_t count, bool isBigEndian);

/// Appends the low bytes of a number, little-endian.
void appendLittle(std::string& to, std::uint64_t value, int bytes);

/// Returns the nearest float32 of the number at `bytes`, which is bytesOf(type) long.
float floatAt(const char* bytes, NumberType type, bool isBigEndian);

/// True if a number that is infinite as float32 is finite in the file.
bool isFiniteAt(const char* bytes, NumberType type, bool isBigEndian);

inline constexpr std::size_t kMaxSides = 64; ///< the length of a shape, as in NumPy

/// Returns the number of elements of an array; nothing if it is more than `max`.
std::optional<std::size_t> elementsOf(std::span<const std::int64_t> shape, std::size_t max);

} // namespace headlight
