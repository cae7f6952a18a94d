#pragma once

#include "attention/formulas.h"

#include <span>
#include <vector>

namespace headlight {

/// Computes all layers of a consistent session in double; programs[l] is that of layer l.
std::vector<ReferenceTrace> exactLayers(const Session&, std::span<const Program> programs);

} // namespace headlight
