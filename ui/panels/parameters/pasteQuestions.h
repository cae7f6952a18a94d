#pragma once

#include "panels/parameters/pasteWays.h"
#include "paste/matrixText.h"

class QWidget;

namespace headlight {

// What has to be asked before numbers are pasted; nothing, or null, if it was cancelled.

/// The matrix of the text that is meant: most likely the one with the target's name or shape. `from`: "The text".
FrozenMatrix askWhichMatrix(QWidget* parent, const PasteTarget&, const PastedText&, const QString& from);
std::optional<PasteWay> askHowToPaste(QWidget* parent, const PasteTarget&, const FrozenMatrix& block);

} // namespace headlight
