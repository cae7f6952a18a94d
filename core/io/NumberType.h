#pragma once
// Private to core/io: how files of arrays store numbers.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace headlight {

enum class NumberType { F64, F32, F16, BF16, I64, I32, I16, I8, U64, U32, U16, U8, Bool };

std::size_t bytesOf(NumberType);
std::optional<NumberType> typeOfSafetensors(std::string_view name); ///< "F32"
std::optional<NumberType> typeOfNumpy(std::string_view name);       ///< "f4", without its byte order

/// The nearest float32. At `bytes` stand bytesOf(type).
float floatAt(const char* bytes, NumberType type, bool isBigEndian);

/// Of what is infinite as float32: whether the number itself is finite.
bool isFiniteAt(const char* bytes, NumberType type, bool isBigEndian);

inline constexpr std::size_t kMaxSides = 64; ///< of a shape, as in NumPy

/// How many elements an array has; nothing if they are more than `most`.
std::optional<std::size_t> elementsOf(std::span<const std::int64_t> shape, std::size_t most);

} // namespace headlight
