#pragma once

#include "attention/sensitivity.h"
#include "engine/Demand.h"
#include "session/Session.h"

#include <QString>

#include <vector>

namespace headlight {

/// An entry that a number depends on. X and X_kv are the inputs of the layer.
struct Mover {
    ParameterRef ref;
    int row = 0, col = 0;
    double by = 0; ///< the slope: the derivative of the number with respect to the entry
};

/// Returns the entries of all matrices with the largest slopes, the largest first; none that is 0 or not finite. Tokens
/// that share a row of the table are named once. `of`: the number whose sensitivity it is.
std::vector<Mover> largestMovers(const Sensitivity&, const CellRef& of, const Session&, std::size_t maxCount);

/// Returns the slopes of the entries of a matrix; null if unknown. In a matrix of all heads, those of others are 0.
FrozenMatrix moversIn(const ParameterRef&, const Sensitivity&, const CellRef& of, const Session&);

/// Returns why a number has no sensitivity, as a sentence; empty: it has one.
QString whyNoSensitivity(const CellRef&, const Session&);

} // namespace headlight
