#pragma once

#include "base/Matrix.h"

#include <vector>

namespace headlight {

/// Who may attend to whom: query i may attend to key j (from 0) when everything that is switched on says so.
struct Mask {
    bool causal = false;     ///< key <= query, also for rectangular maps
    int window = 0;          ///< |query - key| < window; 0: off
    std::vector<int> hidden; ///< key tokens whose columns go; ascending, distinct
    FrozenMatrix given;      ///< [N, N_kv], 1 = may attend, 0 = may not; null: off

    bool isOn() const { return causal || window > 0 || !hidden.empty() || given; }

    /// What causal and window leave to a query, whatever it holds: the keys [begin, end), of `keys`.
    struct Reach {
        Index begin = 0, end = 0;
        bool has(Index key) const { return begin <= key && key < end; }
    };
    Reach reach(Index query, Index keys) const;

    /// THE definition. `given` must hold [query, key].
    bool allows(Index query, Index key) const;

    friend bool operator==(const Mask&, const Mask&) = default;
};

/// What of a layer's masks belongs to tokens, put aside with their sentence.
struct TokenMasks {
    FrozenMatrix given, offGiven; ///< switched on, and switched off
    std::vector<int> hidden;
    bool isAny() const { return given || offGiven || !hidden.empty(); }
    friend bool operator==(const TokenMasks&, const TokenMasks&) = default;
};

} // namespace headlight
