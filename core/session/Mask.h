#pragma once

#include "base/Matrix.h"
#include "session/Switchable.h"
#include "session/UnknownMembers.h"

#include <optional>
#include <vector>

namespace headlight {

/// Which parts of a mask hide a key from a query.
struct HiddenBy {
    bool causal = false, window = false, token = false, given = false;
    explicit operator bool() const { return causal || window || token || given; }
    friend bool operator==(const HiddenBy&, const HiddenBy&) = default;
};

/// Who may attend to whom: query i may attend to key j (from 0) when everything that is switched on says so.
struct Mask {
    bool causal = false;                   ///< key <= query, also for rectangular maps
    Switchable<std::optional<int>> window; ///< |query - key| < window, which is at least 1
    std::vector<int> hidden;               ///< key tokens that no query may attend to; ascending, distinct
    Switchable<FrozenMatrix> given;        ///< [N, N_kv], 1 = may attend, 0 = may not
    UnknownMembers unknown{};

    bool isOn() const { return causal || window || !hidden.empty() || given; }

    /// The keys [begin, end) that causal and window allow to a query, of `keys`.
    struct Reach {
        Index begin = 0, end = 0;
        bool has(Index key) const { return begin <= key && key < end; }
    };
    Reach reach(Index query, Index keys) const;

    /// THE definition. `given` must hold [query, key].
    bool allows(Index query, Index key) const;
    /// Why it does not; nothing exactly where it allows.
    HiddenBy hides(Index query, Index key) const;

    friend bool operator==(const Mask&, const Mask&) = default;
};

} // namespace headlight
