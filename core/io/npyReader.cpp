// Reads a .npy: its header, and its numbers or texts.

#include "base/memory.h"
#include "base/quotedText.h"
#include "base/utf8.h"
#include "io/NumberType.h"
#include "io/arrayBytes.h"
#include "io/npyHeader.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <new>

namespace headlight {
namespace {

constexpr std::size_t kMaxNpyHeader = 65536;
constexpr std::size_t kMaxTexts = 1'000'000; ///< texts in one array
constexpr std::size_t kPart = 65536;         ///< bytes that are converted at once

std::uint32_t little(std::string_view bytes) {
    std::uint32_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
    return value;
}

/// Reads magic, version, length and dict.
Result<NpyHeader> takeHeader(ByteSource& bytes) {
    char start[8], length[4] = {};
    if (auto begins = bytes.take(start, sizeof(start)); !begins) return begins.problem();
    if (std::string_view(start, 6) != "\x93NUMPY") return Problem{"it is not a NumPy array"};
    const int version = static_cast<unsigned char>(start[6]);
    if (version < 1 || version > 3 || start[7] != 0)
        return Problem{"it has version " + std::to_string(version) + " of NumPy's format, but 1 to 3 are known"};
    const std::size_t digits = version == 1 ? 2 : 4;
    if (auto has = bytes.take(length, digits); !has) return has.problem();
    const std::size_t size = little({length, digits});
    if (size > kMaxNpyHeader) return Problem{"its header is larger than " + std::to_string(kMaxNpyHeader) + " bytes"};
    std::string dict(size, '\0');
    if (auto has = bytes.take(dict.data(), size); !has) return has.problem();
    return parsedNpyHeader(dict);
}

/// Returns a Problem unless `needed` bytes are left.
Result<void> fills(const ByteSource& bytes, std::uint64_t needed) {
    if (bytes.left() == needed) return {};
    return Problem{"it has " + std::to_string(bytes.left()) + " bytes of numbers, but its shape and type need " +
                   std::to_string(needed)};
}

/// Puts values into C order from Fortran's order, in which the first index runs fastest.
void toCOrder(std::vector<float>& values, const std::vector<std::int64_t>& shape) {
    std::vector<std::size_t> step(shape.size(), 1), at(shape.size(), 0);
    for (std::size_t i = 1; i < shape.size(); ++i) step[i] = step[i - 1] * static_cast<std::size_t>(shape[i - 1]);
    const std::vector<float> from = std::move(values);
    values.clear();
    values.reserve(from.size());
    for (std::size_t place = 0; values.size() < from.size();) {
        values.push_back(from[place]);
        for (std::size_t i = shape.size(); i-- > 0;) {
            place += step[i];
            if (++at[i] < static_cast<std::size_t>(shape[i])) break;
            place -= step[i] * at[i];
            at[i] = 0;
        }
    }
}

/// Reads `count` texts of `length` code points of four bytes each, padded with zeros.
Result<void> takeTexts(ByteSource& bytes, std::size_t length, bool isBig, std::size_t count,
                       std::vector<std::string>& to) {
    if (auto fits = fills(bytes, std::uint64_t(4) * length * count); !fits) return fits;
    std::string part(4 * length, '\0');
    for (std::size_t i = 0; i < count; ++i) {
        if (auto has = bytes.take(part.data(), part.size()); !has) return has;
        std::string text;
        for (std::size_t at = 0; at < part.size(); at += 4) {
            std::string letter = part.substr(at, 4);
            if (isBig) std::ranges::reverse(letter);
            const char32_t point = little(letter);
            if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return Problem{"its text is not Unicode"};
            appendUtf8(text, point);
        }
        text.erase(text.find_last_not_of('\0') + 1);
        to.push_back(std::move(text));
    }
    return bytes.finish();
}

/// Returns why arrays of this type are not read.
std::string whyNotType(const std::string& type) {
    const auto kind = type.size() > 1 ? type[1] : type[0];
    if (kind == 'O') return "it is of Python objects (pickle), which can run code when they are read";
    if (type == "[") return "it has several fields";
    if (kind == 'c') return "its numbers are complex";
    return "its type is " + quotedBriefly(type);
}

/// Returns the length of the texts of an array of this type, as 12 for "U12"; nothing for other types.
std::optional<std::size_t> textLength(std::string_view type) {
    std::size_t length = 0;
    if (type.size() < 2 || type[0] != 'U') return std::nullopt;
    const auto [end, error] = std::from_chars(type.data() + 1, type.data() + type.size(), length);
    const bool isWhole = error == std::errc() && end == type.data() + type.size();
    return isWhole && length <= kMaxTexts ? std::optional(length) : std::nullopt;
}

} // namespace

ByteSource::ByteSource(std::string_view bytes)
    : ByteSource(
          [bytes](char* to, std::size_t count) mutable {
              const std::size_t some = std::min(count, bytes.size());
              if (some > 0) std::memcpy(to, bytes.data(), some);
              bytes.remove_prefix(some);
              return static_cast<std::ptrdiff_t>(some);
          },
          bytes.size()) {}

Result<void> ByteSource::take(char* to, std::size_t count) {
    const std::ptrdiff_t got = count <= left_ ? read_(to, count) : 0;
    if (got < 0) return Problem{"it is damaged"};
    if (static_cast<std::size_t>(got) != count) return Problem{"it ends too early"};
    left_ -= count;
    return {};
}

Result<void> ByteSource::finish() {
    char more = 0;
    const std::ptrdiff_t got = read_(&more, 1);
    if (got < 0) return Problem{"it is damaged"};
    return got == 0 ? Result<void>() : Problem{"it has bytes after its end"};
}

Problem tooManyNumbers() { return {"there are more than " + std::to_string(kMaxArrayNumbers) + " numbers in all"}; }

Result<void> takeNumbers(ByteSource& bytes, NumberType type, bool isBigEndian, std::size_t count, NamedArray& array) {
    std::vector<float>& to = array.values;
    const std::size_t each = bytesOf(type);
    if (auto fits = fills(bytes, std::uint64_t(each) * count); !fits) return fits;
    if (!memoryFor(double(sizeof(float)) * double(count), "", "")) throw std::bad_alloc();
    to.reserve(count);
    std::vector<char> part(std::min(kPart, each * count));
    while (to.size() < count) {
        const std::size_t numbers = std::min(kPart / each, count - to.size());
        if (auto has = bytes.take(part.data(), each * numbers); !has) return has;
        for (std::size_t i = 0; i < numbers; ++i) {
            to.push_back(floatAt(&part[each * i], type, isBigEndian));
            if (std::isinf(to.back()) && isFiniteAt(&part[each * i], type, isBigEndian)) array.isTooLarge = true;
        }
    }
    return bytes.finish();
}

Result<NamedArray> npyArray(ByteSource& bytes, std::size_t& numbersLeft) {
    const auto header = takeHeader(bytes);
    if (!header) return header.problem();
    NamedArray array{"", header->shape};
    const std::string& type = header->type;
    const bool isBig = type.starts_with('>');
    const std::string_view name = std::string_view(type).substr(std::string_view("<>|=").find(type[0]) !=
                                                                std::string::npos);
    const auto length = textLength(name);
    const auto numbers = typeOfNumpy(name);
    if (!length && !numbers) {
        array.whyNot = whyNotType(type);
        return array;
    }
    const auto count = elementsOf(array.shape, length ? std::min(numbersLeft, kMaxTexts) : numbersLeft);
    if (!count) return tooManyNumbers();
    const auto taken = length ? takeTexts(bytes, *length, isBig, *count, array.texts)
                              : takeNumbers(bytes, *numbers, isBig, *count, array);
    if (!taken) return taken.problem();
    numbersLeft -= *count;
    if (header->isFortran && numbers) toCOrder(array.values, array.shape);
    return array;
}

Result<std::string> npyBytes(ByteSource& bytes) {
    const auto header = takeHeader(bytes);
    if (!header) return header.problem();
    if (header->type != "|u1" || header->shape.size() != 1) return Problem{"it is not a row of bytes"};
    if (auto fits = fills(bytes, static_cast<std::uint64_t>(header->shape[0])); !fits) return fits.problem();
    std::string text(static_cast<std::size_t>(header->shape[0]), '\0');
    if (auto has = bytes.take(text.data(), text.size()); !has) return has.problem();
    if (auto ends = bytes.finish(); !ends) return ends.problem();
    return text;
}

} // namespace headlight
