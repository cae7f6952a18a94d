#pragma once

#include "backend/cpu/AllowedKeys.h"

namespace headlight {

/// The cells that count in a difference: those that both have and neither masks. Kept for the next head and read.
class SharedCells {
public:
    /// `own`, `other`: of two stages, of which the first is [rows, cols]; `moved`: see Read::minusRows. Null if all
    /// count.
    AllowedKeys* of(const Mask& own, const Mask& other, Index rows, Index cols, const Frozen<Relocation>& rowsMoved,
                    const Frozen<Relocation>& colsMoved);

private:
    struct Of {
        Mask own, other;
        Index rows = 0, cols = 0;
        Frozen<Relocation> rowsMoved, colsMoved;
        friend bool operator==(const Of&, const Of&) = default;
    } of_;
    AllowedKeys allowed_;
};

} // namespace headlight
