#pragma once

#include "attention/sensitivity.h"
#include "engine/Demand.h"
#include "session/Session.h"

#include <QString>

#include <vector>

namespace headlight {

/// An entry of what a number is made of; X and X_kv are what the layer reads.
struct Mover {
    ParameterRef ref;
    int row = 0, col = 0;
    double by = 0; ///< how much the number moves for each 1 that it is raised, at first: its slope
};

/// The entries that move it most, of all matrices: the largest first, but none that is 0 or no number. Tokens that
/// share a row of the table are named once. `of`: whose sensitivity it is.
std::vector<Mover> largestMovers(const Sensitivity&, const CellRef& of, const Session&, std::size_t most);

/// What a matrix moves the number by, entry by entry; null if that is not known. That of all heads: 0 for the others.
FrozenMatrix moversIn(const ParameterRef&, const Sensitivity&, const CellRef& of, const Session&);

/// Why a number has no sensitivity, as a sentence; empty: it has.
QString whyNoSensitivity(const CellRef&, const Session&);

} // namespace headlight
