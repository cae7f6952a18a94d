#include "base/numberText.h"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>

namespace headlight {
namespace {

template <class F>
std::string special(F value) {
    if (std::isnan(value)) return "NaN";
    return value > 0 ? "Infinity" : "-Infinity";
}

template <class F>
std::string shortestOf(F value) {
    if (!std::isfinite(value)) return special(value);
    std::array<char, 40> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string_view trimmed(std::string_view text) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (!text.empty() && blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && blank(text.back())) text.remove_suffix(1);
    return text;
}

/// Plain digits, sign, point and exponent; no blanks, no names of infinities.
std::optional<double> plainNumber(std::string_view text) {
    if (!text.empty() && text.front() == '+') {
        text.remove_prefix(1);
        if (!text.empty() && (text.front() == '-' || text.front() == '+')) return std::nullopt;
    }
    if (text.empty() || text.find_first_not_of("0123456789.eE+-") != text.npos) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (end != text.data() + text.size()) return std::nullopt;
    if (error == std::errc::result_out_of_range) {
        // Too small is zero, too large is not a number that we can hold.
        const auto exponent = text.find_first_of("eE");
        const bool tiny = exponent != text.npos && text.substr(exponent + 1).starts_with('-');
        return tiny ? 0.0 : HUGE_VAL;
    }
    if (error != std::errc()) return std::nullopt;
    return value;
}

/// A decimal comma and the typographic minus become what from_chars reads.
std::string normalised(std::string_view typed) {
    std::string text(trimmed(typed));
    for (std::size_t at; (at = text.find("\xE2\x88\x92")) != text.npos;) text.replace(at, 3, "-");
    if (text.find('.') == text.npos && text.find(',') != text.npos && text.find(',') == text.rfind(','))
        text[text.find(',')] = '.';
    return text;
}

} // namespace

std::string shortest(float value) { return shortestOf(value); }
std::string shortest(double value) { return shortestOf(value); }

std::string fixedPoint(double value, int decimals) {
    if (!std::isfinite(value)) return special(value);
    std::array<char, 400> buffer;
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                            std::chars_format::fixed, decimals);
    if (error != std::errc()) return shortest(value);
    std::string text(buffer.data(), end);
    if (text.front() == '-' && text.find_first_not_of("-0.") == text.npos) text.erase(0, 1);
    return text;
}

Result<float> numberFromInput(std::string_view typed) {
    const std::string text = normalised(typed);
    const auto slash = text.find('/');
    std::optional<double> value;
    if (slash == text.npos) {
        value = plainNumber(text);
    } else {
        const auto over = plainNumber(trimmed(std::string_view(text).substr(0, slash)));
        const auto under = plainNumber(trimmed(std::string_view(text).substr(slash + 1)));
        if (over && under && *under == 0)
            return Problem{"\"" + std::string(trimmed(typed)) + "\" divides by zero. The old value stays."};
        if (over && under) value = *over / *under;
    }
    if (!value)
        return Problem{"\"" + std::string(trimmed(typed)) +
                       "\" is not a number. Type one such as -0.5, 1e-3 or 1/3. The old value stays."};
    const float number = static_cast<float>(*value);
    if (!std::isfinite(*value) || !std::isfinite(number))
        return Problem{"\"" + std::string(trimmed(typed)) +
                       "\" is too large for a 32-bit number (at most 3.4e38). The old value stays."};
    return number;
}

Result<int> wholeNumberFromInput(std::string_view typed, int least, int most, std::string_view what) {
    const std::string_view text = trimmed(typed);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
        return Problem{std::string(what) + " must be a whole number from " + std::to_string(least) + " to " +
                       std::to_string(most) + ", not \"" + std::string(text) + "\"."};
    return value;
}

} // namespace headlight
