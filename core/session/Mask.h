#pragma once

#include "base/Matrix.h"
#include "session/Switchable.h"
#include "session/UnknownMembers.h"

#include <optional>
#include <vector>

namespace headlight {

/// The parts of a mask that hide a key from a query.
struct HiddenBy {
    bool causal = false, window = false, token = false, given = false;
    bool first = false; ///< a stage without the first key, which is no part of a mask
    explicit operator bool() const { return causal || window || token || given || first; }
    friend bool operator==(const HiddenBy&, const HiddenBy&) = default;
};

/// A mask: query i may attend to key j (from 0) if everything that is switched on says so.
struct Mask {
    bool causal = false;                   ///< key <= query, also for rectangular maps
    Switchable<std::optional<int>> window; ///< |query - key| < window, which is at least 1
    std::vector<int> hidden;               ///< key tokens that no query may attend to; ascending, distinct
    Switchable<FrozenMatrix> given;        ///< [N, N_kv], 1 = may attend, 0 = may not
    UnknownMembers unknown{};

    bool isOn() const { return causal || window || !hidden.empty() || given; }

    /// The keys [begin, end), of `keys`, that causal and window allow to a query.
    struct Reach {
        Index begin = 0, end = 0;
        bool has(Index key) const { return begin <= key && key < end; }
    };
    Reach reach(Index query, Index keys) const;

    /// True if the query may attend to the key. This defines the mask. `given` must hold [query, key].
    bool allows(Index query, Index key) const;
    /// Returns what hides the key: nothing if the query may attend to it, and only then.
    HiddenBy hides(Index query, Index key) const;

    friend bool operator==(const Mask&, const Mask&) = default;
};

} // namespace headlight
