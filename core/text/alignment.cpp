#include "text/alignment.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <unordered_map>

namespace headlight {
namespace {

using Texts = std::span<const std::string>;

/// A row of bits, one for each old token.
using Bits = std::vector<std::uint64_t>;
constexpr std::size_t kWord = 64;

bool bitAt(const Bits& bits, std::size_t at) { return (bits[at / kWord] >> (at % kWord) & 1) != 0; }

/// For every text in `before`: bit j is 1 where before[j] is that text.
std::unordered_map<std::string_view, Bits> placesOf(Texts before) {
    std::unordered_map<std::string_view, Bits> places;
    for (std::size_t j = 0; j < before.size(); ++j) {
        Bits& bits = places[before[j]];
        bits.resize((before.size() + kWord - 1) / kWord);
        bits[j / kWord] |= std::uint64_t{1} << (j % kWord);
    }
    return places;
}

/// One row of the table of lengths from the row above it. Let L(i, j) be the length of the longest common subsequence
/// of the first i new and the first j old tokens. It grows by 0 or 1 along a row; bit j is 0 where L(i, j + 1) is one
/// more than L(i, j). A whole row then follows with one long addition (Crochemore and others, 2001; Hyyrö, 2004).
Bits nextRow(const Bits& above, const Bits& places) {
    Bits row(above.size());
    std::uint64_t carry = 0;
    for (std::size_t w = 0; w < row.size(); ++w) {
        const std::uint64_t matching = above[w] & places[w];
        const std::uint64_t part = above[w] + carry, sum = part + matching;
        carry = static_cast<std::uint64_t>(part < carry || sum < matching);
        row[w] = sum | (above[w] & ~places[w]);
    }
    return row;
}

/// Pairs the tokens of a longest common subsequence. `pairs` has a -1 for each of `after`; `offset` is added to
/// indices.
void pairCommon(Texts before, Texts after, std::span<int> pairs, std::size_t offset) {
    if (before.empty() || after.empty()) return;
    const auto places = placesOf(before);
    std::vector<Bits> rows{Bits((before.size() + kWord - 1) / kWord, ~std::uint64_t{0})};
    for (const std::string& text : after) {
        const auto found = places.find(text);
        rows.push_back(found == places.end() ? rows.back() : nextRow(rows.back(), found->second));
    }
    for (std::size_t i = after.size(), j = before.size(); i > 0 && j > 0;) {
        if (bitAt(rows[i], j - 1)) {
            --j; // the subsequence is as long without this old token
        } else if (--i; bitAt(rows[i], j - 1)) {
            pairs[i] = static_cast<int>(offset + --j); // shorter without this pair
        }
    }
}

void pairGaps(std::vector<int>& pairs, int before) {
    int next = 0; // the first old token after the last pair
    for (auto at = pairs.begin(); at != pairs.end();) {
        const auto pair = std::find_if(at, pairs.end(), [](int old) { return old >= 0; });
        const int end = pair == pairs.end() ? before : *pair;
        for (; at != pair; ++at)
            if (next < end) *at = next++;
        if (at != pairs.end()) next = *at++ + 1;
    }
}

} // namespace

std::vector<int> cameFrom(Texts before, Texts after) {
    const std::size_t most = std::min(before.size(), after.size());
    std::size_t start = 0, end = 0;
    while (start < most && before[start] == after[start]) ++start;
    while (end < most - start && before[before.size() - 1 - end] == after[after.size() - 1 - end]) ++end;

    std::vector<int> pairs(after.size(), -1);
    for (std::size_t i = 0; i < start; ++i) pairs[i] = static_cast<int>(i);
    for (std::size_t i = 1; i <= end; ++i) pairs[after.size() - i] = static_cast<int>(before.size() - i);
    const std::size_t rest = after.size() - start - end;
    pairCommon(before.subspan(start, before.size() - start - end), after.subspan(start, rest),
               std::span(pairs).subspan(start, rest), start);
    pairGaps(pairs, static_cast<int>(before.size()));
    return pairs;
}

std::vector<int> wentTo(std::span<const int> cameFrom, std::size_t before) {
    std::vector<int> places(before, -1);
    for (std::size_t i = 0; i < cameFrom.size(); ++i)
        if (cameFrom[i] >= 0) places[static_cast<std::size_t>(cameFrom[i])] = static_cast<int>(i);
    return places;
}

int nearestPlace(std::span<const int> cameFrom, int at) {
    int place = at, nearest = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < cameFrom.size(); ++i)
        if (const int away = std::abs(cameFrom[i] - at); cameFrom[i] >= 0 && away <= nearest) {
            nearest = away;
            place = static_cast<int>(i);
        }
    return place;
}

} // namespace headlight
