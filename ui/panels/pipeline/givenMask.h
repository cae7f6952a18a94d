#pragma once

#include "base/Result.h"
#include "session/Session.h"

#include <vector>

namespace headlight {

/// A place of a given mask.
struct MaskCell {
    int query = 0, key = 0;
    friend bool operator==(const MaskCell&, const MaskCell&) = default;
};

/// What a given mask can be made at once.
enum class MaskFill { All, None, Causal, Invert };

// The given mask of a layer, by hand: 1 = may attend. One that is off is switched on first. Cells that do not exist are
// passed over. Pure; any thread.
Result<Session> withMaskCells(const Session&, int layer, const std::vector<MaskCell>& cells, bool mayAttend);
Result<Session> withMaskFilled(const Session&, int layer, MaskFill fill);

/// See withGivenMask. A file's mask of more than kMaxMaskCells, which no hand edits, is a Problem, too.
Result<Session> withMaskByHand(const Session&, int layer, bool isOn);

} // namespace headlight
