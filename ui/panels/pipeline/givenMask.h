#pragma once

#include "document/ViewState.h"

#include <vector>

namespace headlight {

/// What a given mask can be made at once.
enum class MaskFill { All, None, Causal, Invert };

// The given mask of a layer, by hand: 1 = may attend. One that is off is switched on first. Cells that do not exist are
// passed over. Pure; any thread.
Result<Session> withMaskCells(const Session&, int layer, const std::vector<Cell>& cells, bool mayAttend);
Result<Session> withMaskFilled(const Session&, int layer, MaskFill fill);

/// See withGivenMask. A file's mask of more than kMaxMaskCells, which no hand edits, is a Problem, too.
Result<Session> withMaskByHand(const Session&, int layer, bool isOn);

} // namespace headlight
