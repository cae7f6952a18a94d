#include "base/decimal.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace headlight {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }

/// True if a literal is too small, false if it is too large, for a float or double. It must be one or the other.
bool isSmall(std::string_view literal) {
    const auto e = std::min(literal.find_first_of("eE"), literal.size());
    const std::string_view mantissa = literal.substr(0, e);
    const auto point = std::min(mantissa.find('.'), mantissa.size());
    const auto first = mantissa.find_first_of("123456789");
    if (first == mantissa.npos) return true;
    const double place = static_cast<double>(point) - static_cast<double>(first);
    double exponent = 0;
    if (e < literal.size()) {
        const bool negative = literal[std::min(e + 1, literal.size() - 1)] == '-';
        for (const char c : literal.substr(e + 1))
            if (isDigit(c)) exponent = std::min(1e12, exponent * 10 + (c - '0'));
        if (negative) exponent = -exponent;
    }
    return place + exponent < 0;
}

} // namespace

std::size_t numberLength(std::string_view text) {
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t from = at;
        while (at < text.size() && isDigit(text[at])) ++at;
        return at > from;
    };
    const auto take = [&](std::string_view any) {
        if (at >= text.size() || any.find(text[at]) == any.npos) return false;
        ++at;
        return true;
    };
    take("-");
    if (!take("0") && !digits()) return 0;
    if (take(".") && !digits()) return 0;
    if (take("eE")) {
        take("+-");
        if (!digits()) return 0;
    }
    return at;
}

template <class F>
std::optional<F> nearest(std::string_view literal) {
    const bool plus = literal.starts_with('+');
    if (plus) literal.remove_prefix(1);
    const bool negative = !plus && literal.starts_with('-');
    if (const auto lead = literal.substr(negative ? 1 : 0); lead.empty() || !(isDigit(lead[0]) || lead[0] == '.'))
        return std::nullopt; // from_chars would take "nan" and "inf"
    F value = 0;
    const auto [end, error] = std::from_chars(literal.data(), literal.data() + literal.size(), value);
    if (end != literal.data() + literal.size()) return std::nullopt;
    if (error == std::errc()) return value;
    if (error != std::errc::result_out_of_range) return std::nullopt;
    const F size = isSmall(literal) ? F(0) : std::numeric_limits<F>::infinity();
    return negative ? -size : size;
}

template std::optional<float> nearest<float>(std::string_view);
template std::optional<double> nearest<double>(std::string_view);

} // namespace headlight
