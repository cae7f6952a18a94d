#pragma once

#include "attention/pull.h"
#include "engine/Demand.h"

#include <QString>

class QWidget;

namespace headlight {

class Workbench;

/// Why no cell of a layer can be pulled, as a sentence; empty: some can.
QString whyNoPull(const Session&, int layer);
/// A score, scaled score or weight of such a layer.
bool canPull(const CellRef&, const Session&);

/// "Pull Weights[small, shoes]"
QString pullLabel(const CellRef&, const Session&);
/// "Wanted: 0.6210. Nearest found: 0.5770."
QString pullText(const Pull&, double wanted);
/// "W_q moved by up to 5.45; its number largest in size was -0.983." Of all that moved; x is the query's row of X.
/// Empty: nothing.
QString movedText(const Pull&, const CellRef&, const Session& before);
/// Where the value was not reached, what it is, in the message bar: by the number that is computed of the session now.
/// Else, as a notice, what moved.
void tellOfPull(Workbench&, const CellRef&, Pull, double wanted, const Session& before);
/// What pull() needs of the session as it is; a job where the layers below are large. A Problem: it was cancelled.
Result<PulledHead> headToPull(Workbench&, const CellRef&);
/// As a step of history of what `before` was; whether there was something to apply.
bool applyPull(Workbench&, const CellRef&, const Pull&, const Session& before, int gesture);

/// Asks for a value and pulls the cell there. `now`: its value, where it is known.
void askForPull(Workbench&, const CellRef&, std::optional<float> now, QWidget* parent);

} // namespace headlight
