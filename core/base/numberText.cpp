#include "base/numberText.h"

#include "base/decimal.h"
#include "base/toFloat.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

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

/// Replaces a decimal comma by a point, and the typographic minus by "-".
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

std::optional<float> typedNumber(std::string_view typed) {
    const std::string text = normalised(typed);
    const auto slash = text.find('/');
    if (slash == text.npos) return nearest<float>(text);
    const auto over = nearest<double>(trimmed(std::string_view(text).substr(0, slash)));
    const auto under = nearest<double>(trimmed(std::string_view(text).substr(slash + 1)));
    if (!over || !under) return std::nullopt;
    return *under == 0 ? std::numeric_limits<float>::quiet_NaN() : toFloat(*over / *under);
}

Result<float> numberFromInput(std::string_view typed) {
    const std::string_view text = trimmed(typed);
    if (text.empty())
        return Problem{"The field is empty. Type a number such as -0.5, 1e-3 or 1/3. The old value stays."};
    const std::string shown = "\"" + std::string(text) + "\"";
    const auto value = typedNumber(text);
    if (!value) return Problem{shown + " is not a number. Type one such as -0.5, 1e-3 or 1/3. The old value stays."};
    if (std::isnan(*value)) return Problem{shown + " divides by zero. The old value stays."};
    if (std::isinf(*value))
        return Problem{shown + " is too large for a 32-bit number (at most 3.4e38). The old value stays."};
    return *value;
}

Result<int> wholeNumberFromInput(std::string_view typed, int min, int max, std::string_view what) {
    const std::string_view text = trimmed(typed);
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < min || value > max)
        return Problem{std::string(what) + " must be a whole number from " + std::to_string(min) + " to " +
                       std::to_string(max) + ", not \"" + std::string(text) + "\"."};
    return value;
}

} // namespace headlight
