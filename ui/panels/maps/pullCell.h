#pragma once

#include "engine/Demand.h"
#include "pull/pull.h"

#include <QString>

class QWidget;

namespace headlight {

class Workbench;

/// Returns why no cell of a layer can be pulled, as a sentence; empty: some can.
QString whyNoPull(const Session&, int layer);
/// True for a score, scaled score or weight of a layer whose cells can be pulled.
bool canPull(const CellRef&, const Session&);

/// Returns "Drag Weights[small, shoes]".
QString pullLabel(const CellRef&, const Session&);
/// Returns "Wanted: 0.6210. Nearest found: 0.5770."
QString pullText(const Pull&, double wanted);
/// Returns "W_q moved by up to 5.45; its number largest in size was -0.983." for each of W_q, W_k and x (the query's
/// row of X) that moved.
QString movedText(const Pull&, const CellRef&, const Session& before);
/// Tells the outcome: in the message bar if the session's own number misses the wanted value, else, as a notice, what
/// moved.
void tellOfPull(Workbench&, const CellRef&, Pull, double wanted, const Session& before);
/// Returns what pull() needs of the session; a job if the layers below are large. A Problem if it was cancelled.
Result<PulledHead> headToPull(Workbench&, const CellRef&);
/// Applies the change to `before`, as a step of history. False: there was nothing to apply, or it was refused.
bool applyPull(Workbench&, const CellRef&, const Pull&, const Session& before, int gesture);

/// Asks for a value and pulls the cell there. `now`: its value; nullopt: unknown.
void askForPull(Workbench&, const CellRef&, std::optional<float> now, QWidget* parent);

} // namespace headlight
