#include "io/NumberType.h"

#include "base/toFloat.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace headlight {
namespace {

struct TypeName {
    NumberType type;
    std::size_t bytes;
    const char *numpy, *safetensors;
};
using enum NumberType;
/// In the order of the enumeration. NumPy has no bfloat16: what ml_dtypes saves is read as two bytes without meaning.
constexpr TypeName kNames[] = {{F64, 8, "f8", "F64"},   {F32, 4, "f4", "F32"}, {F16, 2, "f2", "F16"},
                               {BF16, 2, "V2", "BF16"}, {I64, 8, "i8", "I64"}, {I32, 4, "i4", "I32"},
                               {I16, 2, "i2", "I16"},   {I8, 1, "i1", "I8"},   {U64, 8, "u8", "U64"},
                               {U32, 4, "u4", "U32"},   {U16, 2, "u2", "U16"}, {U8, 1, "u1", "U8"},
                               {Bool, 1, "b1", "BOOL"}};

std::optional<NumberType> typeNamed(std::string_view name, const char* TypeName::*where) {
    const auto* found = std::ranges::find(kNames, name,
                                          [&](const TypeName& one) -> std::string_view { return one.*where; });
    return found != std::end(kNames) ? std::optional(found->type) : std::nullopt;
}

float halfFloat(std::uint32_t bits) {
    const int exponent = static_cast<int>(bits >> 10 & 31U);
    const auto fraction = static_cast<float>(bits & 1023U);
    const float size = exponent == 31  ? std::bit_cast<float>(0x7F800000U | (bits & 1023U) << 13)
                       : exponent == 0 ? std::ldexp(fraction, -24)
                                       : std::ldexp(1024 + fraction, exponent - 25);
    return (bits & 0x8000U) != 0 ? -size : size;
}

} // namespace

std::size_t bytesOf(NumberType type) { return kNames[static_cast<std::size_t>(type)].bytes; }
std::optional<NumberType> typeOfSafetensors(std::string_view name) { return typeNamed(name, &TypeName::safetensors); }
std::optional<NumberType> typeOfNumpy(std::string_view name) { return typeNamed(name, &TypeName::numpy); }

std::uint64_t bitsAt(const char* bytes, std::size_t count, bool isBigEndian) {
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < count; ++i)
        bits = bits << 8 | static_cast<unsigned char>(bytes[isBigEndian ? i : count - 1 - i]);
    return bits;
}

void appendLittle(std::string& to, std::uint64_t value, int bytes) {
    for (int i = 0; i < bytes; ++i) to.push_back(static_cast<char>(value >> (8 * i) & 0xFFU));
}

float floatAt(const char* bytes, NumberType type, bool isBigEndian) {
    const std::uint64_t bits = bitsAt(bytes, bytesOf(type), isBigEndian);
    switch (type) {
    case F64: return toFloat(std::bit_cast<double>(bits));
    case F32: return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    case F16: return halfFloat(static_cast<std::uint32_t>(bits));
    case BF16: return std::bit_cast<float>(static_cast<std::uint32_t>(bits << 16));
    case I64: return static_cast<float>(static_cast<std::int64_t>(bits));
    case I32: return static_cast<float>(static_cast<std::int32_t>(bits));
    case I16: return static_cast<float>(static_cast<std::int16_t>(bits));
    case I8: return static_cast<float>(static_cast<std::int8_t>(bits));
    case Bool: return bits != 0 ? 1.0F : 0.0F;
    case U64:
    case U32:
    case U16:
    case U8: break;
    }
    return static_cast<float>(bits);
}

bool isFiniteAt(const char* bytes, NumberType type, bool isBigEndian) {
    return type == F64 && std::isfinite(std::bit_cast<double>(bitsAt(bytes, sizeof(double), isBigEndian)));
}

std::optional<std::size_t> elementsOf(std::span<const std::int64_t> shape, std::size_t max) {
    if (std::ranges::find(shape, 0) != shape.end()) return 0; // whatever its other sides are
    std::size_t count = 1;
    for (const std::int64_t side : shape) {
        if (side < 0 || static_cast<std::uint64_t>(side) > max / count) return std::nullopt;
        count *= static_cast<std::size_t>(side);
    }
    return count;
}

} // namespace headlight
