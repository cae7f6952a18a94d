// Single values of JSON, and lists of numbers.

#include "base/decimal.h"
#include "base/quotedText.h"
#include "io/JsonReader.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace headlight {

namespace {

bool mayBeInNumber(char c) { return (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '+' || (c | 0x20) == 'e'; }

} // namespace

void JsonReader::null() {
    if (expect(Kind::Null)) text_.skip(4);
}

bool JsonReader::boolean() {
    if (!expect(Kind::Boolean)) return false;
    const bool yes = text_.peek() == 't';
    text_.skip(yes ? 4 : 5);
    return yes;
}

std::string_view JsonReader::number() {
    if (!expect(Kind::Number)) return {};
    std::size_t end = 0; // the end of the characters that may belong to the number
    while (text_.has(end) && mayBeInNumber(text_.peek(end))) ++end;
    const std::size_t length = numberLength(text_.rest().substr(0, end));
    if (length == 0) {
        failSyntax("this is not a number.");
        return {};
    }
    if (++numbers_ > limits_.numbers) {
        fail("exceeds the limit of " + std::to_string(limits_.numbers) + " numbers");
        return {};
    }
    const std::string_view literal = text_.rest().substr(0, length);
    text_.skip(length);
    return literal;
}

double JsonReader::real() {
    const std::string_view literal = number();
    if (failed_) return 0;
    const auto value = nearest<double>(literal);
    if (!std::isfinite(*value)) fail("is too large for a 64-bit number (at most 1.8e308)");
    return *value;
}

template <class Integer>
Integer JsonReader::integer(Integer min, Integer max) {
    const std::string_view literal = number();
    if (failed_) return min;
    Integer value = 0;
    const auto [end, error] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
    if (error == std::errc() && end == literal.data() + literal.size() && value >= min && value <= max) return value;
    fail("must be a whole number from " + std::to_string(min) + " to " + std::to_string(max) + ", not " +
         std::string(literal.substr(0, 40)));
    return min;
}

long long JsonReader::whole(long long min, long long max) { return integer(min, max); }

unsigned long long JsonReader::unsignedWhole() { return integer(0ULL, std::numeric_limits<unsigned long long>::max()); }

float JsonReader::oneFloat() {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    if (next() == Kind::Text) {
        const std::string name = text();
        if (name == "NaN") return std::numeric_limits<float>::quiet_NaN();
        if (name == "Infinity") return kInfinity;
        if (name == "-Infinity") return -kInfinity;
        fail("must be a number, \"NaN\", \"Infinity\" or \"-Infinity\", not " + quotedBriefly(name));
        return 0;
    }
    const std::string_view literal = number();
    if (failed_) return 0;
    const auto value = nearest<float>(literal);
    if (!std::isfinite(*value)) fail("is too large for a 32-bit number (at most 3.4e38)");
    return *value;
}

void JsonReader::floats(std::vector<float>& to, std::size_t maxCount) {
    list([&](std::size_t index) {
        if (index >= maxCount && next() != Kind::Nothing)
            return fail("exceeds the limit of " + std::to_string(maxCount) + " numbers in this list");
        to.push_back(oneFloat());
    });
}

} // namespace headlight
