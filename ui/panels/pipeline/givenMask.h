#pragma once

#include "document/ViewState.h"

#include <string>
#include <vector>

namespace headlight {

/// The ways to fill a whole custom mask.
enum class MaskFill { All, None, Causal, Invert };

// Edits of the custom mask of a layer: 1 = may attend. A mask that is off is switched on first; cells that do not exist
// are ignored. Pure; any thread.
Result<Session> withMaskCells(const Session&, int layer, const std::vector<Cell>& cells, bool mayAttend);
Result<Session> withMaskFilled(const Session&, int layer, MaskFill fill);
Result<Session> withMask(const Session&, int layer, Matrix mask);                   ///< [queries, keys]
Result<Session> withMaskText(const Session&, int layer, const std::string& pasted); ///< see maskFromText()

/// Calls withGivenMask(). A Problem if the mask has more than kMaxMaskCells, too many to edit, even if a file has it.
Result<Session> withMaskByHand(const Session&, int layer, bool isOn);

} // namespace headlight
