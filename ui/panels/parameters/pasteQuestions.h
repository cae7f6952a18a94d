#pragma once

#include "panels/parameters/pasteWays.h"
#include "paste/matrixText.h"

class QWidget;

namespace headlight {

// What has to be asked before numbers are pasted; nothing, or null, if it was cancelled.

/// The matrix of the text that is meant: most likely the one with the target's name or shape. `from`: "The text".
const PastedMatrix* askWhichMatrix(QWidget* parent, const PasteTarget&, const PastedText&, const QString& from);
/// `isOutByIn`: the block fits, but stands as PyTorch has it.
std::optional<PasteWay> askHowToPaste(QWidget* parent, const PasteTarget&, const FrozenMatrix& block, bool isOutByIn);

} // namespace headlight
