#pragma once
// A small number of cases in which every two values of two options occur together.

#include <cstddef>
#include <set>
#include <tuple>
#include <vector>

namespace headlight::testing {

/// counts[i] is the number of values of option i. A case has one value of each. Each case begins with a pair that is
/// missing; then every other option takes the value that adds most pairs.
inline std::vector<std::vector<int>> pairwise(const std::vector<int>& counts) {
    using Pair = std::tuple<std::size_t, int, std::size_t, int>; // option, value, a later option, value
    const auto pairOf = [](std::size_t a, int x, std::size_t b, int y) {
        return a < b ? Pair{a, x, b, y} : Pair{b, y, a, x};
    };
    std::set<Pair> missing;
    for (std::size_t a = 0; a < counts.size(); ++a)
        for (std::size_t b = a + 1; b < counts.size(); ++b)
            for (int x = 0; x < counts[a]; ++x)
                for (int y = 0; y < counts[b]; ++y) missing.insert({a, x, b, y});
    std::vector<std::vector<int>> cases;
    while (!missing.empty()) {
        constexpr int kOpen = -1;
        std::vector<int> one(counts.size(), kOpen);
        const auto [first, firstValue, second, secondValue] = *missing.begin();
        one[first] = firstValue;
        one[second] = secondValue;
        const auto added = [&](std::size_t option, int value) {
            std::size_t sum = 0;
            for (std::size_t other = 0; other < one.size(); ++other)
                if (one[other] != kOpen) sum += missing.count(pairOf(option, value, other, one[other]));
            return sum;
        };
        for (std::size_t option = 0; option < one.size(); ++option) {
            if (one[option] != kOpen) continue;
            int best = static_cast<int>(cases.size()) % counts[option];
            for (int value = 0; value < counts[option]; ++value)
                if (added(option, value) > added(option, best)) best = value;
            one[option] = best;
        }
        for (std::size_t a = 0; a < one.size(); ++a)
            for (std::size_t b = a + 1; b < one.size(); ++b) missing.erase({a, one[a], b, one[b]});
        cases.push_back(one);
    }
    return cases;
}

} // namespace headlight::testing
