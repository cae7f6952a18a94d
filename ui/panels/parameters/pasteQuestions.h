#pragma once

#include "panels/parameters/pasteWays.h"
#include "paste/matrixText.h"

class QWidget;

namespace headlight {

// The questions before numbers are pasted. They return nullopt or null if the user cancelled.

/// Asks which matrix of the text is meant; at first, one with the target's name or shape is chosen. `from`: "The text".
const PastedMatrix* askWhichMatrix(QWidget* parent, const PasteTarget&, const PastedText&, const QString& from);
/// Asks how to paste, if need be. `isOutByIn`: the block fits, but is [out, in], as PyTorch has it.
std::optional<PasteWay> askHowToPaste(QWidget* parent, const PasteTarget&, const FrozenMatrix& block, bool isOutByIn);

} // namespace headlight
