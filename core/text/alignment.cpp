#include "text/alignment.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace headlight {
namespace {

using Texts = std::span<const std::string>;

/// A row of bits, one for each old token.
using Bits = std::vector<std::uint64_t>;
constexpr std::size_t kWord = 64;

bool bitAt(const Bits& bits, std::size_t at) { return (bits[at / kWord] >> (at % kWord) & 1) != 0; }

/// The indices at which each text stands in `before`.
class Places {
public:
    explicit Places(Texts before) : words_((before.size() + kWord - 1) / kWord), some_(words_) {
        for (std::size_t j = 0; j < before.size(); ++j) lists_[before[j]].push_back(j);
        for (auto& [text, list] : lists_)
            if (list.size() > words_) take(list, often_.emplace(text, Bits(words_)).first->second, ~std::uint64_t{0});
    }

    Bits none() const { return Bits(words_, ~std::uint64_t{0}); }

    /// Replaces `row` of the table of lengths by the next row, that of the new token `text`. Let L(i, j) be the length
    /// of the longest common subsequence of the first i new and the first j old tokens. It grows by 0 or 1 along a row;
    /// bit j is 0 where L(i, j + 1) is one more than L(i, j). A whole row then follows with one long addition
    /// (Crochemore and others, 2001; Hyyrö, 2004).
    void next(Bits& row, std::string_view text) {
        const auto list = lists_.find(text);
        if (list == lists_.end()) return;
        const auto often = often_.find(text); // frequent texts are few, so that their bits take little memory
        if (often != often_.end()) return add(row, often->second);
        take(list->second, some_, ~std::uint64_t{0});
        add(row, some_);
        take(list->second, some_, 0);
    }

private:
    static void take(const std::vector<std::size_t>& list, Bits& bits, std::uint64_t value) {
        for (const std::size_t j : list) {
            const std::uint64_t bit = std::uint64_t{1} << (j % kWord);
            bits[j / kWord] = (bits[j / kWord] & ~bit) | (value & bit);
        }
    }
    static void add(Bits& row, const Bits& places) {
        std::uint64_t carry = 0;
        for (std::size_t w = 0; w < row.size(); ++w) {
            const std::uint64_t above = row[w], matching = above & places[w];
            const std::uint64_t part = above + carry, sum = part + matching;
            carry = static_cast<std::uint64_t>(part < carry || sum < matching);
            row[w] = sum | (above & ~places[w]);
        }
    }

    std::size_t words_;
    std::unordered_map<std::string_view, std::vector<std::size_t>> lists_;
    std::unordered_map<std::string_view, Bits> often_; ///< bit j is 1 where before[j] is that text
    Bits some_; ///< the bits of a text that is not frequent; all 0 between two calls
};

/// Pairs the tokens of a longest common subsequence. `pairs` has a -1 for each of `after`; `offset` is added to
/// indices. The rows of the table are read from the last to the first. Only every `step`-th row is kept until then.
void pairCommon(Texts before, Texts after, std::span<int> pairs, std::size_t offset) {
    if (before.empty() || after.empty()) return;
    Places places(before);
    const auto step = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(after.size()))));
    std::vector<Bits> kept, rows;
    Bits row = places.none();
    for (std::size_t i = 0; i < after.size(); ++i) {
        if (i % step == 0) kept.push_back(row);
        places.next(row, after[i]);
    }
    for (std::size_t i = after.size(), j = before.size(); i > 0 && j > 0;) {
        const std::size_t first = (i - 1) / step * step; // the index of rows[0]
        if (first + rows.size() != i + 1) {
            rows.assign(1, kept[first / step]);
            for (std::size_t next = first; next < i; ++next) places.next(rows.emplace_back(rows.back()), after[next]);
        }
        if (bitAt(rows[i - first], j - 1)) {
            --j; // the subsequence is as long without this old token
            continue;
        }
        rows.pop_back();
        if (--i; bitAt(rows[i - first], j - 1)) pairs[i] = static_cast<int>(offset + --j); // shorter without this pair
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
    const std::size_t shorter = std::min(before.size(), after.size());
    std::size_t start = 0, end = 0;
    while (start < shorter && before[start] == after[start]) ++start;
    while (end < shorter - start && before[before.size() - 1 - end] == after[after.size() - 1 - end]) ++end;

    std::vector<int> pairs(after.size(), -1);
    for (std::size_t i = 0; i < start; ++i) pairs[i] = static_cast<int>(i);
    for (std::size_t i = 1; i <= end; ++i) pairs[after.size() - i] = static_cast<int>(before.size() - i);
    const std::size_t rest = after.size() - start - end;
    pairCommon(before.subspan(start, before.size() - start - end), after.subspan(start, rest),
               std::span(pairs).subspan(start, rest), start);
    pairGaps(pairs, static_cast<int>(before.size()));
    return pairs;
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
