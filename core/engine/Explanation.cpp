#include "engine/Explanation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

namespace headlight {
namespace {

bool isSame(float a, float b) {
    return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) || (std::isnan(a) && std::isnan(b));
}
bool isSame(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

} // namespace

bool operator==(const Operand& a, const Operand& b) { return a.at == b.at && isSame(a.value, b.value); }

bool operator==(const Term& a, const Term& b) {
    return a.a == b.a && a.b == b.b && isSame(a.value, b.value) && isSame(a.total, b.total) && a.isMasked == b.isMasked;
}

bool operator==(const Explanation& a, const Explanation& b) {
    constexpr double Explanation::*kNumbers[] = {&Explanation::factor, &Explanation::period, &Explanation::max,
                                                 &Explanation::sum,    &Explanation::mean,   &Explanation::variance,
                                                 &Explanation::eps};
    return a.of == b.of && a.rule == b.rule && isSame(a.result, b.result) && a.gain == b.gain && a.bias == b.bias &&
           a.kind == b.kind && a.hiddenBy == b.hiddenBy && a.tableRow == b.tableRow && a.sharedWith == b.sharedWith &&
           std::ranges::all_of(kNumbers, [&](auto number) { return isSame(a.*number, b.*number); }) &&
           a.terms == b.terms;
}

} // namespace headlight
