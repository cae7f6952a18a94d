#pragma once

#include "attention/formulas.h"

#include <string>
#include <vector>

namespace headlight {

/// Returns by how much float32 has missed the exact numbers at most, and a little more, since double is rounded, too.
std::string lossOf(const std::vector<Matrix>& shown, const std::vector<MatrixD>& exact);
/// True if a number is infinite only because float32 has none so large.
bool exceedsFloat(const Trace&, const ReferenceTrace& exact, Stage);
/// True if a row of weights is 0 or NaN: its query sees no key, or has no weights.
bool hasEmptyRow(const Trace&, Stage);
bool isFinite(const Trace&, Stage);

} // namespace headlight
