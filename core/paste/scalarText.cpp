#include "paste/rewritten.h"

#include <algorithm>

namespace headlight {
namespace {

constexpr std::string_view kMakers[] = {"float16", "float32", "float64", "int8",   "int16",  "int32", "int64",
                                        "uint8",   "uint16",  "uint32",  "uint64", "tensor", "array"};
constexpr std::size_t kMaxSettings = 200; ///< characters; more than any device and grad_fn have

struct Scalar {
    std::size_t begin, number, numberEnd, end;
};

/// Returns the number whose bracket opens at `open`.
std::optional<Scalar> scalarAt(std::string_view text, std::size_t open) {
    std::size_t begin = open;
    while (begin > 0 && isWordCharacter(text[begin - 1])) --begin;
    const std::string_view name = text.substr(begin, open - begin);
    if (std::ranges::find(kMakers, name.substr(name.rfind('.') + 1)) == std::end(kMakers)) return std::nullopt;
    const std::size_t number = std::min(text.find_first_not_of(' ', open + 1), text.size());
    const std::size_t numberEnd = text.find_first_of(" ,()[]\n", number);
    if (numberEnd == text.npos) return std::nullopt;
    const std::string_view word = text.substr(number, numberEnd - number);
    if (!Pasted::isNumber(word) && !Pasted::isNonFinite(word)) return std::nullopt;
    const std::size_t next = std::min(text.find_first_not_of(' ', numberEnd), text.size() - 1);
    if (text[next] != ',' && text[next] != ')') return std::nullopt;
    int depth = 1;
    for (std::size_t at = next; at < std::min(text.size(), next + kMaxSettings); ++at) { // ", device='cuda:0')"
        if (text[at] == '(') ++depth;
        if (text[at] == ')' && --depth == 0) return Scalar{begin, number, numberEnd, at + 1};
    }
    return std::nullopt;
}

} // namespace

void blank(std::string& text, std::size_t begin, std::size_t end) {
    std::fill(text.begin() + std::ptrdiff_t(begin), text.begin() + std::ptrdiff_t(end), ' ');
}

std::optional<Rewritten> scalarsAsNumbers(std::string_view text) {
    std::optional<Rewritten> bare;
    for (std::size_t at = 0; (at = text.find('(', at)) != text.npos; ++at) {
        const auto scalar = scalarAt(text, at);
        if (!scalar) continue;
        if (!bare) bare = {std::string(text)};
        blank(bare->text, scalar->begin, scalar->number);
        blank(bare->text, scalar->numberEnd, scalar->end);
        at = scalar->end - 1;
    }
    return bare;
}

} // namespace headlight
