#include "io/arrayBytes.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <algorithm>
#include <cmath>
#include <new>
#include <utility>

namespace headlight {
namespace {

constexpr std::size_t kMaxTexts = 1'000'000; ///< texts in one array
constexpr std::size_t kPart = 65536;         ///< bytes that are converted at once

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

/// Reads texts of code points of four bytes each, padded with zeros.
Result<void> takeTexts(ByteSource& bytes, const ArrayHeader& header, std::size_t count, std::vector<std::string>& to) {
    std::string part(4 * *header.letters, '\0');
    for (std::size_t i = 0; i < count; ++i) {
        if (auto has = bytes.take(part.data(), part.size()); !has) return has;
        std::string text;
        for (std::size_t at = 0; at < part.size(); at += 4) {
            const auto point = static_cast<char32_t>(bitsAt(&part[at], 4, header.isBigEndian));
            if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return Problem{"its text is not Unicode"};
            appendUtf8(text, point);
        }
        text.erase(text.find_last_not_of('\0') + 1);
        to.push_back(std::move(text));
    }
    return {};
}

Result<void> takeNumbers(ByteSource& bytes, const ArrayHeader& header, std::size_t count, NamedArray& array) {
    std::vector<float>& to = array.values;
    const NumberType type = *header.type;
    const std::size_t each = bytesOf(type);
    if (!memoryFor(double(sizeof(float)) * double(count), "", "")) throw std::bad_alloc();
    to.reserve(count);
    std::vector<char> part(std::min(kPart, each * count));
    while (to.size() < count) {
        const std::size_t numbers = std::min(kPart / each, count - to.size());
        if (auto has = bytes.take(part.data(), each * numbers); !has) return has;
        for (std::size_t i = 0; i < numbers; ++i) {
            to.push_back(floatAt(&part[each * i], type, header.isBigEndian));
            if (std::isinf(to.back()) && isFiniteAt(&part[each * i], type, header.isBigEndian)) array.isTooLarge = true;
        }
    }
    return {};
}

} // namespace

Result<void> ByteSource::take(char* to, std::size_t count) {
    const auto got = count <= left_ ? read_(to, count) : Result<std::size_t>(0);
    if (!got) return got.problem();
    if (*got != count) return Problem{"it ends too early"};
    left_ -= count;
    return {};
}

Result<void> ByteSource::finish() {
    char more = 0;
    const auto got = read_(&more, 1);
    if (!got) return got.problem();
    return *got == 0 ? Result<void>() : Problem{"it has bytes after its end"};
}

Result<void> ByteSource::holds(std::uint64_t needed) const {
    if (left_ == needed) return {};
    return Problem{"it has " + std::to_string(left_) + " bytes of numbers, but its shape and type need " +
                   std::to_string(needed)};
}

Result<std::size_t> countOf(const ArrayHeader& header, std::size_t numbersLeft) {
    const auto count = elementsOf(header.array.shape, header.letters ? std::min(numbersLeft, kMaxTexts) : numbersLeft);
    if (count) return *count;
    return Problem{"there are more than " + std::to_string(kMaxArrayNumbers) + " numbers in all"};
}

Result<NamedArray> arrayOf(const ArrayHeader& header, ByteSource& bytes, std::size_t count) {
    NamedArray array = header.array;
    const std::uint64_t each = header.letters ? 4 * *header.letters : bytesOf(*header.type);
    if (auto holds = bytes.holds(each * count); !holds) return holds.problem();
    const auto taken = header.letters ? takeTexts(bytes, header, count, array.texts)
                                      : takeNumbers(bytes, header, count, array);
    if (!taken) return taken.problem();
    if (auto ends = bytes.finish(); !ends) return ends.problem();
    if (header.isFortran && header.type) toCOrder(array.values, array.shape);
    return array;
}

} // namespace headlight
